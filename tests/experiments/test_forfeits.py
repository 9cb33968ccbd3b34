"""Agents that fail lose the game in which they fail, and only that."""

import json
import re
import time
from collections import Counter

import numpy as np
import pytest

from experiments import contest, forfeits, tournament
from experiments.forfeits import Answers, StoppedError, Umpire, joined_answers, share_matches
from experiments.measures import Measure
from experiments.seatings import play_duplicates
from experiments.tournament import TournamentConfig
from spitzer_env import spitzer_v0
from tests.experiments.players import Bold, First, Illegal, Sampled, Touchy, Wordy

RULES = spitzer_v0.Rules()
JC = "JC"


def game_of(num_games, streams, **options):
    return spitzer_v0.vector_env(
        num_games, rules=RULES, seed=3, autoreset=False, streams=streams, **options
    )


def played(pair, deals=range(20), umpire=None):
    return play_duplicates(game_of, pair, deals, RULES.fixed_sides, umpire or Umpire())


def seats_with_the_jack(deals=20):
    """The seat that is dealt JC, by deal."""
    game = game_of(deals, np.arange(deals, dtype=np.uint64))
    holds = game.state.hands >> np.uint64(game.action_names.index(JC)) & np.uint64(1)
    return holds.argmax(axis=1)


def test_only_the_rows_that_fail_are_forfeited():
    games, plain = played((Touchy(), First())), played((Sampled(), First()))
    jack = seats_with_the_jack()
    lost = np.bincount([one.game for one in games.forfeits], minlength=20)
    assert set(lost.tolist()) == {0, 8}  # the holder of JC is touchy in half of the seatings
    assert (lost == 0).sum() == 1  # where JC was the only card of its suit, and that was led
    for lost in games.forfeits:
        assert (lost.agent, lost.seat) == (0, jack[lost.game])
        assert lost.reason == "raised RuntimeError: I cannot play jacks of clubs"
    failed = np.zeros(320, bool)
    failed[[lost.game * 16 + lost.seating for lost in games.forfeits]] = True
    stake = RULES.largest_stake
    for row in np.flatnonzero(failed):
        wanted = [0] * 4
        wanted[jack[row // 16]] = -stake
        assert games.results.units[row].tolist() == wanted
    np.testing.assert_array_equal(games.results.units[~failed], plain.results.units[~failed])


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        (Illegal(), r"plays illegally: seat \d may not choose 'schneider': SP9"),
        (Wordy(), r"must answer \(1,\) whole numbers, not \(1,\) float64"),
    ],
)
def test_the_reason_is_told(agent, reason):
    games = played((agent, First()), deals=range(3, 4))
    assert len(games.forfeits) == 15  # but not where First is alone
    first = games.forfeits[0]
    assert (first.agent, first.game, first.seating) == (0, 3, 1)
    assert re.match(reason, first.reason)


def test_both_agents_may_fail():
    games = played((Illegal(), Wordy()), deals=range(1))
    assert Counter(lost.agent for lost in games.forfeits) == {0: 8, 1: 8}
    assert (games.results.units.sum(axis=1) == -RULES.largest_stake).all()


def test_a_copy_that_fails_scores_exactly_zero():
    games = played((Touchy("one"), Touchy("two")))
    held, units = games.holds[:, :, None], games.results.units
    gains = [np.where(held[:, :, 0] == own, units, 0) for own in (True, False)]
    mixed = games.holds.any(axis=1) & ~games.holds.all(axis=1)
    assert gains[0][mixed].sum() == gains[1][mixed].sum() < 0


class Slow(First):
    name = "slow"

    def act(self, view):
        time.sleep(0.02)
        return super().act(view)


def test_the_time_cap_is_for_a_decision_and_none_for_all_time():
    assert played((Slow(), Bold()), range(1), Umpire(None)).forfeits == ()
    # The first move is one position, so one decision of 0.02 seconds.
    late = played((Slow(), Bold()), range(1), Umpire(0.01)).forfeits
    assert len(late) == 15
    assert "for a decision, more than 0.01" in late[0].reason


def test_the_time_of_a_batch_is_divided_by_its_rows():
    game = game_of(20, np.arange(20, dtype=np.uint64))
    assert Umpire(0.01).ask(Slow(), game, np.arange(20)).failures == {}
    assert len(Umpire(0.01).ask(Slow(), game, np.arange(1)).failures) == 1


def test_slow_agents_are_asked_in_batches_of_some_seconds(monkeypatch):
    """At 0.02 seconds a call of 20 rows, 0.0051 seconds are time for 5 rows or a little less."""
    monkeypatch.setattr(forfeits, "LONGEST_CALL", 0.0051)
    game, umpire, sizes = game_of(20, np.arange(20, dtype=np.uint64)), Umpire(), []

    class Counted(Slow):
        def act(self, view):
            sizes.append(len(view))
            return super().act(view)

    rows = np.arange(20)
    first, second = umpire.ask(Counted(), game, rows), umpire.ask(Counted(), game, rows)
    assert sizes[0] == 20
    assert 1 <= sizes[1] <= 5
    assert sum(sizes[1:]) == 20
    np.testing.assert_array_equal(first.actions, second.actions)


def test_failures_keep_their_places_in_batches():
    """Rows 2 and 3 of two batches; deals in chunks."""
    parts = [Answers(np.array([5, 6]), {}), Answers(np.array([0, 0, 7]), {0: "a", 1: "b"})]
    joined = joined_answers(parts)
    assert joined.actions.tolist() == [5, 6, 0, 0, 7]
    assert joined.failures == {2: "a", 3: "b"}
    cut = [played((Touchy(), Illegal()), range(a, b)).forfeits for a, b in ((0, 3), (3, 5))]
    assert played((Touchy(), Illegal()), range(5)).forfeits == cut[0] + cut[1]


def test_the_others_share_a_match():
    """By hand: three others win a third each; of two teams the other one."""
    rewards = np.zeros((3, 4))
    share_matches(rewards, np.array([0, 2]), np.array([1, 3]), range(4))
    assert rewards[1].tolist() == [0] * 4
    assert Measure("match", "units", 4).win_gains(rewards).tolist() == [
        [1, -3, 1, 1],
        [0, 0, 0, 0],
        [1, 1, 1, -3],
    ]  # of 12 parts: 4 less the fair 3, and 0 less 3
    share_matches(rewards, np.array([1]), np.array([2]), (0, 1, 0, 1))
    assert rewards[1].tolist() == [-0.25, 0.25, -0.25, 0.25]


def test_an_agent_cannot_change_what_is_legal():
    class Forger(First):
        def act(self, view):
            view.legal[:] = True
            return np.full(len(view), 31)

    game = game_of(1, np.zeros(1, np.uint64))
    assert not game.legal[0, 31]
    assert "plays illegally" in Umpire().ask(Forger(), game, np.zeros(1, np.intp)).failures[0]


def test_play_ends_between_two_moves():
    asked = []
    umpire = Umpire(stopped=lambda: len(asked) > 4 or bool(asked.append(1)))
    with pytest.raises(StoppedError):
        played((Sampled(), First()), umpire=umpire)
    assert len(asked) == 5


@pytest.mark.parametrize("episode", ["deal", "match"])
def test_a_tournament_goes_on_and_tells(tmp_path, monkeypatch, capsys, episode):
    players = {"touchy": Touchy, "first": First, "sampled": Sampled}
    monkeypatch.setattr(contest, "make", lambda text, game: players[text]())
    config = TournamentConfig(
        game="spitzer", agents=tuple(players), deals=4, episode=episode, out=tmp_path,
        resamples=50, rules=("deals=1",),
    )  # fmt: skip
    assert tournament.main(config) == 0
    printed = capsys.readouterr().out
    assert f"touchy forfeits {episode} 0 against first, seating" in printed
    assert "forfeited games" in printed
    assert ".. and" in printed
    results = json.loads((tmp_path / "results.json").read_text())
    forfeits = {(one["agent"], one["opponent"]): one["forfeits"] for one in results["comparisons"]}
    assert forfeits["first", "sampled"] == forfeits["first", "touchy"] == 0
    assert forfeits["touchy", "first"] >= 3 * 8
    lines = (tmp_path / "forfeits.txt").read_text().splitlines()
    assert len(lines) == forfeits["touchy", "first"] + forfeits["touchy", "sampled"]
    figure = "units" if episode == "deal" else "win_share"
    means = {one["agent"]: one[figure]["value"] for one in results["means"]}
    assert min(means, key=means.get) == "touchy"
