"""PettingZoo: its own tests, and what they leave out, on two-trump Spitzer."""

from statistics import median
from time import process_time

import pettingzoo
import pytest

from spitzer_env import registration, spitzer_v0
from tests.shared_checks import aec as checks

Rules = spitzer_v0.Rules
OPTIONS = {
    "deal": {},
    "history": {"history": True},
    "revoke": {"rules": Rules(revoke="fine_4")},
    "silent": {"rules": Rules(solo=False), "rewards": "relative"},
    "match": {"episode": "match", "rules": Rules(deals=2), "rewards": "win"},
    "five": {"rules": Rules(players=5)},
}
DEAL = "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S"
REST = " | AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS"
FAULTS = {
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS QC" + REST: "QC appears twice",
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS" + REST: r"SP7.*SP6.*gives it 7",
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 6S" + REST: "unknown card '6S'",
    DEAL: "needs 4 hands",
    DEAL + REST + " | blind: ": "unknown pile 'blind'",
}


@pytest.fixture(params=OPTIONS)
def make(request):
    options = OPTIONS[request.param]
    return lambda **more: spitzer_v0.env(**{**options, **more})


def test_pettingzoo_tests_pass_without_warnings_of_ours(make):
    checks.check_pettingzoo_tests(make)


def test_pettingzoo_tests_that_play_unmasked(make):
    checks.check_pettingzoo_tests_unmasked(make)


def test_rendering(make, capsys):
    checks.check_rendering(make, capsys)


def test_spaces_and_masks(make):
    checks.check_spaces(make, episodes=2)
    checks.check_mask_and_names_agree(make, episodes=2)


@pytest.mark.parametrize("name", ["deal", "history", "revoke", "silent", "match"])
def test_rewards_by_last_are_the_units_once(name):
    checks.check_rewards_are_the_units(lambda **more: spitzer_v0.env(**{**OPTIONS[name], **more}))


def test_match_of_five_seats():
    def make(**more):
        return spitzer_v0.env(rules=Rules(players=5, deals=5), episode="match", **more)

    checks.check_pettingzoo_tests(make)
    checks.check_rewards_are_the_units(make, episodes=3)
    checks.check_deal_results(make, episodes=1)


def test_results_of_deals_reach_every_agent(make):
    checks.check_deal_results(make, episodes=2)


def test_copies_in_every_phase(make):
    checks.check_copies_in_every_phase(make)


def test_idle_seats_see_their_own_hand(make):
    checks.check_idle_views(make, lambda env, seat: int(env.game.state.hands[0, seat]))


def test_returned_arrays_are_the_callers(make):
    checks.check_writes_do_not_corrupt(make)


def test_illegal_actions_change_nothing(make):
    checks.check_illegal_actions_change_nothing(make)


@pytest.mark.parametrize(
    ("rules", "stake"),
    [
        (Rules(), 18.0),
        (Rules(solo=False), 9.0),
        (Rules(double_spitzer=True), 36.0),
        (Rules(revoke="lose_deal"), 18.0),
        (Rules(solo=False, schneider_bonus=False, schwarz_bonus=False, revoke="fine_4"), 4.0),
    ],
)
def test_illegal_action_terminates_for_the_largest_stake(rules, stake):
    checks.check_illegal_terminates(lambda **more: spitzer_v0.env(rules=rules, **more), stake)


def test_illegal_action_ends_a_match_too():
    checks.check_illegal_terminates(
        lambda **more: spitzer_v0.env(episode="match", rewards="win", **more), 18.0
    )


def test_calls_before_reset_and_after_the_end(make):
    checks.check_calls_before_reset(make)


def test_seeding(make):
    checks.check_seeding(make)


@pytest.mark.parametrize("options", [{}, {"episode": "match"}, {"history": True}])
def test_injected_deals(options):
    checks.check_injected_deals(
        lambda **more: spitzer_v0.env(**{**options, **more}), DEAL + REST, FAULTS
    )


def test_registry_makes_ours():
    registration.register_pettingzoo()  # again, without a warning
    env = pettingzoo.make("aec", "spitzer_env/Spitzer-v0", render_mode="ansi")
    env.reset(seed=1)
    assert str(env) == "spitzer_v0"
    assert env.render_mode == "ansi"
    assert pettingzoo.spec("aec", "spitzer_env/Spitzer-v0").version == 0


def steps_a_second(env, count: int) -> float:
    """Live steps a second of CPU time, with observation and mask."""
    env.reset(seed=1)
    done, start = 0, process_time()
    while done < count:
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[done % len(legal)]))
            done += 1
        env.reset()
    return done / (process_time() - start)


@pytest.mark.filterwarnings("ignore")  # theirs
def test_faster_than_leduc_holdem():
    """Only where `pip install rlcard pygame` has been done: neither is a requirement of ours."""
    pytest.importorskip("rlcard")
    pytest.importorskip("pygame")
    theirs, ours = pettingzoo.make("aec", "classic/leduc_holdem_v4"), spitzer_v0.env()
    pairs = [(steps_a_second(theirs, 400), steps_a_second(ours, 400)) for _ in range(9)]
    assert median(mine / other for other, mine in pairs) > 1
