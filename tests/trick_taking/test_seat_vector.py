"""Many games of one learner's seat: the autoreset modes, infos and the slots one by one."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from spitzer_env import spitzer_v0
from spitzer_env.registration import seat_env, seat_vector_env
from tests.games_under_test import each_game, each_variation
from tests.shared_checks import seat_vector as checks
from tests.spitzer.under_test import SPITZER
from trick_taking.choice import uniform_legal
from trick_taking.opponents import UniformOpponent

MATCH = {"rules": spitzer_v0.Rules(deals=2), "episode": "match"}
FIVE = {"rules": spitzer_v0.Rules(players=5), "seat": 2}
REVOKE = {"rules": spitzer_v0.Rules(revoke="lose_deal", solo=False)}
modes = pytest.mark.parametrize("mode", checks.MODES)


@modes
@pytest.mark.parametrize("options", [MATCH, FIVE, REVOKE], ids=["match", "5", "revoke"])
def test_slots_equal_single_environments(mode, options):
    checks.check_slots_equal_single_envs(seat_vector_env, seat_env, mode, steps=40, **options)


@modes
def test_illegal_actions_terminate_single_slots(mode):
    checks.check_slots_equal_single_envs(
        seat_vector_env, seat_env, mode, steps=12, illegal="terminate"
    )
    env = seat_vector_env(3, illegal="terminate", autoreset_mode=mode)
    observation, _ = env.reset(seed=1)
    actions = checks.sampled_rows(observation["action_mask"], 0)
    actions[1] = 42
    _, rewards, done, _, infos = env.step(actions)
    assert done.tolist() == [False, True, False]
    assert rewards.tolist() == [0, -18, 0]
    assert "deal_result" not in infos.get("final_info", infos)


@modes
@each_variation
def test_slots_equal_single_environments_in_every_game(mode, case, options):
    checks.check_slots_equal_single_envs(case.seat_vector_env, case.seat_env, mode, 24, **options)


@modes
@each_game
def test_containment(mode, case):
    checks.check_containment(case.seat_vector_env, mode)


@modes
@each_game
def test_record_episode_statistics(mode, case):
    checks.check_statistics_wrapper(case.seat_vector_env, mode, case is SPITZER)


@modes
@each_game
def test_returned_arrays_are_kept(mode, case):
    checks.check_returned_arrays_are_kept(case.seat_vector_env, mode)


@each_game
def test_reset_mask_touches_no_other_row(case):
    checks.check_reset_mask_touches_no_other_row(case.seat_vector_env)


@each_game
def test_streams_name_the_slots(case):
    whole = case.seat_vector_env(4)
    alone = case.seat_vector_env(1, streams=[3])
    first, second = whole.reset(seed=9)[0], alone.reset(seed=9)[0]
    assert np.array_equal(first["observation"][3:], second["observation"])


def test_illegal_action_names_the_slot_and_changes_nothing():
    env, twin = seat_vector_env(3), seat_vector_env(3)
    observation, _ = env.reset(seed=1)
    twin.reset(seed=1)
    actions = checks.sampled_rows(observation["action_mask"], 0)
    wrong = actions.copy()
    wrong[2] = 42
    with pytest.raises(ValueError, match=r"game 2: seat \d may not choose 'schneider'"):
        env.step(wrong)
    for bad in (actions[:2], actions.astype(float), actions[None]):
        with pytest.raises(ValueError, match=r"actions must be \(3,\) whole numbers"):
            env.step(bad)
    assert checks.same_infos(env.step(actions), twin.step(actions))


def test_games_that_are_over_must_be_reset():
    env = seat_vector_env(3, autoreset_mode="Disabled")
    with pytest.raises(ValueError, match=r"games \[0, 1, 2\] are over"):
        env.step(np.zeros(3, int))
    for answer in checks.turns(seat_vector_env(3, autoreset_mode="Disabled"), 30, seed=1):
        assert answer[0]["action_mask"].any(axis=1).all() or answer[2].any()


def test_next_step_ignores_the_action_of_a_game_that_is_over():
    env = seat_vector_env(2)
    for answer in checks.turns(env, 9, seed=1):
        observation = answer[0]
    assert answer[2].all()
    assert not observation["action_mask"].any()
    assert not env.action_masks().any()
    observation, rewards, done, _, _ = env.step(np.array([42, 42]))
    assert rewards.tolist() == [0, 0]
    assert not done.any()
    assert observation["action_mask"].any(axis=1).all()


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ([True, False], "numpy array"),
        (np.array([1, 0, 1]), "numpy array"),
        (np.array([True, False]), "numpy array"),
        (np.zeros(3, bool), "at least one"),
    ],
)
def test_wrong_reset_masks(mask, message):
    env = seat_vector_env(3)
    with pytest.raises(ValueError, match=message):
        env.reset(options={"reset_mask": mask})


def test_reset_takes_one_choice_a_slot():
    deal = spitzer_deal()
    env = seat_vector_env(3)
    options = {"deal": [None, deal, None], "dealer": [None, 3, 1], "seat": [2, 1, None]}
    observation, infos = env.reset(seed=4, options=options)
    assert infos["seat"].tolist()[:2] == [2, 1]
    row = env.play.game.layout.decode(observation["observation"][1])
    assert sorted(row["hand"]) == sorted(["KC", "JC", "AH", "7H", "QS", "7S", "JD", "7D"])
    assert row["dealer"] == ["seat +2"]
    assert env.play.game.state.dealer.tolist()[1:] == [3, 1]
    plain = seat_vector_env(3, seat=2).reset(seed=4)[0]
    assert np.array_equal(observation["observation"][0], plain["observation"][0])


@pytest.mark.parametrize("key", ["deal", "dealer", "seat"])
@pytest.mark.parametrize("value", [[None], "QC", 1])
def test_reset_choices_of_a_wrong_length(key, value):
    env = seat_vector_env(3)
    with pytest.raises(ValueError, match=f"option '{key}' needs one entry for each of 3 games"):
        env.reset(options={key: value})


def test_a_wrong_deal_changes_nothing():
    env, twin = seat_vector_env(2), seat_vector_env(2)
    env.reset(seed=1)
    twin.reset(seed=1)
    for options in ({"deal": [None, "QC | | | "]}, {"dealer": [0, 9]}, {"seat": [4, 0]}):
        with pytest.raises(ValueError):  # noqa: PT011
            env.reset(options=options)
        assert env.play.game.state.equals(twin.play.game.state)
        assert np.array_equal(env.play.learner, twin.play.learner)
    assert checks.same_infos(env.reset(), twin.reset())


def test_no_agent_is_asked_row_by_row():
    class Counting(UniformOpponent):
        calls = 0

        def act(self, view):
            Counting.calls += 1
            return super().act(view)

    env = seat_vector_env(512, opponents=Counting(), autoreset_mode="SameStep")
    observation, _ = env.reset(seed=1)
    Counting.calls = 0
    env.step(checks.sampled_rows(observation["action_mask"], 0))
    assert Counting.calls <= 6


def test_wrong_settings():
    with pytest.raises(ValueError, match="num_games"):
        seat_vector_env(0)
    with pytest.raises(ValueError, match="AutoresetMode"):
        seat_vector_env(2, autoreset_mode="sometimes")
    with pytest.raises(ValueError, match="render_mode"):
        seat_vector_env(2, render_mode="human")


def test_render_shows_every_slot_as_its_learner_sees_it():
    env = gymnasium.make_vec("spitzer_env/Spitzer-v0", num_envs=2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    texts = env.render()
    assert len(texts) == 2
    assert all(text.count("(8 cards)") == 3 for text in texts)
    assert seat_vector_env(2).render() is None


def test_metadata_is_the_objects_own():
    one, two = seat_vector_env(1), seat_vector_env(1, autoreset_mode="SameStep")
    assert one.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert two.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@each_game
def test_relative_rewards_add_up_over_the_seats(case):
    """Each seat in turn is the learner of one deal, in which all draw from the keys of the view."""
    totals = np.zeros(4)
    for seat in range(4):
        env = case.seat_vector_env(8, seat=seat, rewards="relative", autoreset_mode="SameStep")
        env.reset(seed=5)
        done, paid = np.zeros(8, bool), np.zeros(8)
        while not done.all():
            view = env.play.game.view()
            _, rewards, ended, _, _ = env.step(uniform_legal(view.legal, view.keys))
            paid += np.where(done, 0, rewards)
            done |= ended
        totals[seat] = paid.sum()
    assert totals.any()
    assert abs(totals.sum()) < 1e-6


def spitzer_deal() -> str:
    return (
        "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S | "
        "AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS"
    )
