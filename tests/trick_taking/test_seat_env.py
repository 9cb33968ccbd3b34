"""One learner's seat: options, opponents, rewards, episodes without a turn, and what is refused."""

from functools import partial

import numpy as np
import pytest

from spitzer_env import spitzer_v0
from spitzer_env.registration import seat_env
from tests.games_under_test import ALL, each_game
from tests.shared_checks import seat_env as checks
from trick_taking.choice import uniform_legal
from trick_taking.opponents import UniformOpponent

DEAL = (
    "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S | "
    "AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS"
)
SHOWN = {"deal": DEAL, "dealer": 3}
SCHNEIDER = 42
FIVE = spitzer_v0.Rules(players=5)
REVOKE = spitzer_v0.Rules(revoke="lose_deal", solo=False)


class Stubborn:
    """Answers whatever it was told to."""

    def __init__(self, answer):
        self.answer = answer

    def act(self, view):
        return self.answer


class Revoker(UniformOpponent):
    """Revokes whenever it can."""

    def act(self, view):
        info = view.information_state
        wrong = info.legal & ~info.lawful
        bits = np.where(wrong != 0, wrong, info.legal)
        masks = (
            bits[:, None] >> np.arange(view.legal.shape[1], dtype=np.uint64) & np.uint64(1)
        ) > 0
        return uniform_legal(masks, view.keys)


@each_game
def test_rewards_are_the_units_of_the_seat(case):
    checks.check_rewards_are_the_units(case.seat_env, case.times(200))
    checks.check_rewards_are_the_units(partial(case.seat_env, seat=3), case.times(40))
    checks.check_rewards_are_the_units(partial(case.seat_env, **case.revoke), case.times(100))


def test_spv6_rewards_are_the_units_of_the_seat():
    checks.check_rewards_are_the_units(lambda: seat_env(rules=FIVE), 40)


@each_game
def test_match_pays_every_deal_once(case):
    checks.check_match_rewards(partial(case.seat_env, **case.match), episodes=6)


@each_game
def test_spaces_masks_seed_and_copies(case):
    checks.check_spaces_and_masks(case.seat_env, case.times(20))
    checks.check_seed(case.seat_env)
    checks.check_copies_go_on_alike(case.seat_env)


@each_game
def test_opponents_keep_their_places(case):
    checks.check_opponents_keep_their_places(case.seat_env, 4)


@each_game
def test_illegal_actions(case):
    wrong = case.ids[case.never_legal]
    name = case.kit.make(1).name
    checks.check_illegal_is_refused(case.seat_env, wrong, rf"{name} game 0: seat \d")
    for options, stake in case.stakes:
        checks.check_illegal_terminates(partial(case.seat_env, **options), wrong, stake)


@each_game
def test_learner_sees_its_own_cards_of_an_injected_deal(case):
    for seat, hand in enumerate(case.deal.split(" | ")):
        env = case.seat_env()
        asked = {"deal": case.deal, "dealer": 3, "seat": seat, "colour": "red"}
        observation, info = env.reset(options=asked)
        facts = env.play.game.layout.decode(observation["observation"])
        assert sorted(facts["hand"]) == sorted(hand.split())
        assert info["seat"] == seat
        assert "deal_result" not in info


@each_game
def test_choices_of_a_reset_hold_for_its_episode_alone(case):
    env, twin = case.seat_env(seat=1), case.seat_env(seat=1)
    env.reset(seed=3, options={"deal": case.deal, "dealer": 3, "seat": 2})
    twin.reset(seed=3)
    first, second = env.reset(), twin.reset()
    assert checks.same(first, second)
    assert first[1]["seat"] == 1


@each_game
def test_seat_is_drawn_evenly_and_from_the_seed_alone(case):
    env = case.seat_env()
    drawn = [env.reset(seed=1)[1]["seat"], *(env.reset()[1]["seat"] for _ in range(399))]
    again = case.seat_env()
    assert drawn[:20] == [again.reset(seed=1)[1]["seat"]] + [
        again.reset()[1]["seat"] for _ in range(19)
    ]
    assert np.bincount(drawn, minlength=4).min() > 70
    assert drawn[:20] != [case.seat_env(stream=1).reset(seed=1)[1]["seat"]] * 20


@each_game
def test_seat_does_not_depend_on_the_dealer(case):
    """The draws of dealer and seat are of different purposes."""
    env, pairs = case.seat_env(), set()
    for _ in range(150):
        _, info = env.reset()
        pairs.add((info["seat"], int(env.play.game.state.dealer[0])))
    assert len(pairs) == 16


@each_game
def test_other_stream_is_another_deal(case):
    first = case.seat_env(seat=0).reset(seed=1)[0]
    second = case.seat_env(seat=0, stream=1).reset(seed=1)[0]
    assert not checks.same(first, second)


def test_five_players_learner_never_deals_in_a_deal_episode():
    """SPV6: a deal that the learner sits out is passed over for the next one."""
    env = seat_env(rules=FIVE, seat=2)
    env.reset(seed=1)
    for _ in range(30):
        _, info = env.reset()
        assert "deal_result" not in info
        assert env.play.game.state.dealer[0] != 2
        assert info["action_mask"].any()


def test_five_players_drawn_seat_plays():
    env = seat_env(rules=FIVE)
    for _ in range(40):
        _, info = env.reset()
        assert info["seat"] != env.play.game.state.dealer[0]


def test_five_players_match_goes_on_without_the_learner():
    """SPV6: the others play the deals that it sits out; it earns 0 in them."""
    env = seat_env(rules=spitzer_v0.Rules(players=5, deals=5), episode="match", seat=2)
    told = paid = 0
    observation, info = env.reset(seed=3, options={"dealer": 2})
    assert info["deal_result"]["dealer"] == 2  # over before its first turn
    assert info["deal_result"]["units"][2] == 0
    done, step = False, 0
    while not done:
        action = checks.sampled(observation["action_mask"], step)
        observation, reward, done, _, info = env.step(action)
        step += 1
        if "deal_result" in info:
            assert reward == info["deal_result"]["units"][2]
            told, paid = told + 1, paid + reward
    totals = env.play.game.state.totals[0]
    assert told == 4 + env.play.game.state.extra_deals[0]
    assert paid == totals[2]


def test_where_a_deal_sat_out_follows_the_deal_result_is_the_learners():
    """SPV6: both end between two decisions; the learner is told of the one that it played."""
    env = seat_env(rules=spitzer_v0.Rules(players=5, deals=5), episode="match", seat=2)
    observation, _ = env.reset(seed=3, options={"dealer": 1})
    results, done, step = [], False, 0
    while not done and len(results) < 3:
        action = checks.sampled(observation["action_mask"], step)
        observation, _, done, _, info = env.step(action)
        step += 1
        if "deal_result" in info:
            results.append(info["deal_result"]["dealer"])
    assert results == [1, 3, 4]


def test_choices_that_leave_no_turn_are_refused():
    env, twin = seat_env(rules=FIVE), seat_env(rules=FIVE)
    env.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(ValueError, match="seat 2 has no turn"):
        env.reset(options={"dealer": 2, "seat": 2})
    assert env.play.game.state.equals(twin.play.game.state)
    assert checks.same(env.reset(), twin.reset())


def test_a_revoke_before_the_learners_turn_passes_the_deal_over():
    """SP18: the deal ends at once, so the learner may have had no turn in it."""
    env = seat_env(rules=REVOKE, opponents=Revoker(), seat=0)
    numbers = []
    for _ in range(60):
        _, info = env.reset()
        assert info["action_mask"].any()
        assert "deal_result" not in info
        numbers.append(int(env.play.game.state.deal_number[0]))
    assert (np.diff(numbers) > 1).any()


def test_units_from_before_the_first_turn_are_paid_with_the_first_action():
    """SP18, SP19: in a match another's revoke can score a deal before the learner has a turn."""
    rules = spitzer_v0.Rules(revoke="lose_deal", solo=False, deals=6)
    env = seat_env(rules=rules, opponents=Revoker(), seat=0, episode="match")
    early = 0
    for seed in range(40):
        observation, info = env.reset(seed=seed)
        early += bool(env.play.owed[0])
        total, done, step = 0.0, False, 0
        while not done:
            mask = info["lawful_mask"]
            observation, reward, done, _, info = env.step(checks.sampled(mask, seed, step))
            total, step = total + reward, step + 1
        assert not observation["action_mask"].any()
        assert total == env.play.game.state.totals[0, 0]
    assert early


@pytest.mark.parametrize("case", [case for case in ALL if case.revoke], ids=str)
def test_revoke_option_shows_the_lawful_mask(case):
    env, differs = case.seat_env(**case.revoke), 0
    for observation, _, _, info in checks.turns(env, 40, seed=1):
        assert info["lawful_mask"].dtype == np.int8
        assert (info["lawful_mask"] <= observation["action_mask"]).all()
        differs += not np.array_equal(info["lawful_mask"], observation["action_mask"])
    assert differs > 5
    assert "lawful_mask" not in case.seat_env().reset()[1]


def test_seeded_reset_keeps_the_configuration():
    env = seat_env(rules=FIVE, history=True, seat=3, rewards="relative")
    size = env.observation_space["observation"].shape
    env.reset(seed=1)
    observation, info = env.reset(seed=2)
    assert observation["observation"].shape == size
    assert info["seat"] == 3
    assert env.play.game.rules == FIVE
    assert env.play.game.rewards == "relative"


@each_game
def test_seeds_of_any_size(case):
    for seed in (0, 2**32, 2**63, 2**64 - 1):
        assert checks.same(case.seat_env().reset(seed=seed), case.seat_env().reset(seed=seed))
    with pytest.raises(ValueError, match="seed"):
        case.seat_env().reset(seed=2**64)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (np.array([SCHNEIDER]), "may not choose 'schneider'"),
        (np.array([-1]), "does not exist"),
        (np.array([1.0]), "opponent Stubborn: actions must be"),
        (np.array([1, 2]), "opponent Stubborn: actions must be"),
        (None, "opponent Stubborn: actions must be"),
    ],
)
def test_opponents_that_answer_wrongly(answer, message):
    env = seat_env(opponents=Stubborn(answer), seat=0)
    env.reset(options=SHOWN)  # seat 0 speaks first
    with pytest.raises(ValueError, match=message):
        env.step(32)


@each_game
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": [UniformOpponent()] * 2}, "one agent or 3, not 2"),
        ({"opponents": "rule"}, "not 4|needs act"),
        ({"opponents": 3}, "needs act"),
        ({"seat": 4}, "seat must be a whole number from 0 to 3"),
        ({"seat": True}, "seat must be a whole number from 0 to 3"),
        ({"seat": "1"}, "seat must be a whole number from 0 to 3"),
        ({"illegal": "ignore"}, "illegal must be one of"),
        ({"render_mode": "rgb_array"}, "render_mode must be one of"),
        ({"rules": {"players": 4}}, "rules must be .*Rules, not dict"),
        ({"episode": "week"}, "episode must be one of"),
        ({"rewards": "win"}, 'needs episode="match"'),
    ],
)
def test_wrong_settings(case, options, message):
    with pytest.raises(ValueError, match=message):
        case.seat_env(**options)


@each_game
@pytest.mark.parametrize(
    "options",
    [{"seat": 4}, {"seat": "x"}, {"dealer": 7}, {"deal": "QC | | | "}, {"deal": DEAL + " 7D"}],
)
def test_wrong_choices_change_nothing(case, options):
    env, twin = case.seat_env(), case.seat_env()
    env.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(ValueError):  # noqa: PT011
        env.reset(seed=5, options=options)
    assert checks.same(env.reset(), twin.reset())


def test_steps_need_an_episode():
    env = seat_env()
    with pytest.raises(ValueError, match="call reset first"):
        env.step(0)


def test_render():
    text = seat_env(render_mode="ansi", seat=1)
    text.reset(options=SHOWN)
    shown = text.render()
    assert "KC JC" in shown
    assert "QC" not in shown
    assert seat_env().render() is None


def test_human_mode_prints_at_every_turn(capsys):
    env = seat_env(render_mode="human", seat=1)
    observation, _ = env.reset(options=SHOWN)
    first = capsys.readouterr().out
    env.step(checks.sampled(observation["action_mask"], 0))
    second = capsys.readouterr().out
    assert "KC JC" in first
    assert "trick 1" in second
    assert env.render() is None
