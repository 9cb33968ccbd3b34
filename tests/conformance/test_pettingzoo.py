"""PettingZoo: its own tests, and what they leave out, on every game."""

from functools import partial
from importlib import import_module
from statistics import median
from time import process_time

import pettingzoo
import pytest

from spitzer_env import spitzer_v0
from tests.games_under_test import ALL, each_game, each_variation
from tests.shared_checks import aec as checks
from tests.shared_checks.game_under_test import held_cards

each_stake = pytest.mark.parametrize(
    ("case", "options", "stake"),
    [
        pytest.param(case, options, stake, id=f"{case}-{place}")
        for case in ALL
        for place, (options, stake) in enumerate(case.stakes)
    ],
)


def maker(case, options):
    """Builds environments with `options` and what is asked for besides."""
    return lambda **more: case.env(**{**options, **more})


@each_variation
def test_pettingzoo_tests_pass_without_warnings_of_ours(case, options):
    checks.check_pettingzoo_tests(maker(case, options))


@each_variation
def test_pettingzoo_tests_that_play_unmasked(case, options):
    checks.check_pettingzoo_tests_unmasked(maker(case, options))


@each_variation
def test_rendering(case, options, capsys):
    checks.check_rendering(maker(case, options), capsys)
    checks.check_rendering_in_every_phase(maker(case, options), held_cards)


@each_variation
def test_spaces_and_masks(case, options):
    checks.check_spaces(maker(case, options), episodes=2)
    checks.check_mask_and_names_agree(maker(case, options), episodes=2)


@each_variation
def test_rewards_by_last_are_the_units_once(case, options):
    checks.check_rewards_are_the_units(maker(case, options), case.times(20))


@each_game
def test_match_of_many_seats(case):
    make = partial(case.env, **case.many_seats, episode="match")
    checks.check_pettingzoo_tests(make)
    checks.check_rewards_are_the_units(make, episodes=3)
    checks.check_deal_results(make, 1, somebody_sits_out=case.sits_out(make().rules))


@each_variation
def test_results_of_deals_reach_every_agent(case, options):
    make = maker(case, options)
    checks.check_deal_results(make, 2, somebody_sits_out=case.sits_out(make().rules))


@each_variation
def test_copies_in_every_phase(case, options):
    checks.check_copies_in_every_phase(maker(case, options))


@each_variation
def test_idle_seats_see_their_own_hand(case, options):
    checks.check_idle_views(
        maker(case, options), lambda env, seat: int(env.game.state.hands[0, seat])
    )


@each_variation
def test_returned_arrays_are_the_callers(case, options):
    checks.check_writes_do_not_corrupt(maker(case, options))


@each_variation
def test_illegal_actions_change_nothing(case, options):
    checks.check_illegal_actions_change_nothing(maker(case, options))


@each_stake
def test_illegal_action_terminates_for_the_largest_stake(case, options, stake):
    checks.check_illegal_terminates(partial(case.env, **options), stake)


@each_variation
def test_calls_before_reset_and_after_the_end(case, options):
    checks.check_calls_before_reset(maker(case, options))


@each_variation
def test_seeding(case, options):
    checks.check_seeding(maker(case, options))


@each_game
def test_deal_number_names_a_deal_of_the_seed(case):
    checks.check_deal_number_names_a_deal_of_the_seed(case.env)


@each_game
def test_results_come_after_their_deals(case):
    checks.check_results_come_after_their_deals(partial(case.env, **case.match))


@pytest.mark.parametrize("case", [case for case in ALL if case.revoke], ids=str)
def test_revoke_option_shows_the_lawful_mask(case):
    checks.check_lawful_masks(partial(case.env, **case.revoke))


@each_game
def test_unknown_options_are_refused(case):
    checks.check_unknown_options_are_refused(case.env, case.kit.rules.__name__)


@each_game
@pytest.mark.parametrize("options", [{}, {"episode": "match"}, {"history": True}])
def test_injected_deals(case, options):
    checks.check_injected_deals(partial(case.env, **options), case.deal, case.faults)


@each_game
def test_registry_makes_ours(case):
    import_module(f"{case.package}.registration").register_pettingzoo()  # again, without a warning
    env = pettingzoo.make("aec", case.registered, render_mode="ansi")
    env.reset(seed=1)
    assert str(env) == case.vector_env(1).name
    assert env.render_mode == "ansi"
    assert pettingzoo.spec("aec", case.registered).version == 0


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
