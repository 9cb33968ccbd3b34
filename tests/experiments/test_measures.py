"""Teams and matches: which seatings there are and what they add up to, worked by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from experiments.deeds import Deeds, spitzer_deeds
from experiments.measures import Measure
from experiments.seatings import Duplicates, all_seatings, play_duplicates
from experiments.standings import find_standings
from experiments.tallies import join_tallies, tally_pair
from spitzer_env import spitzer_v0
from tests.experiments.players import Bold, First, Sampled

TEAMS = (0, 1, 0, 1)


def test_a_side_is_held_by_one_agent():
    assert all_seatings(TEAMS).tolist() == [
        [False] * 4,
        [True, False, True, False],
        [False, True, False, True],
        [True] * 4,
    ]


def test_three_sides_of_two_have_six_mixed_seatings():
    seatings = all_seatings((0, 1, 2, 0, 1, 2))
    assert len(np.unique(seatings, axis=0)) == 8
    assert (seatings[:, :3] == seatings[:, 3:]).all()
    assert (seatings.any(axis=1) & ~seatings.all(axis=1)).sum() == 6


def test_scores_less_the_mean_of_the_seats_that_played():
    units = np.array([[6, 3, 6, 3], [-5, 4, 1, 0]])
    plays = np.array([[True] * 4, [True, True, True, False]])
    measure = Measure("deal", "relative", 4)
    assert measure.parts == 12  # 1, 2, 3 or 4 seats share a unit evenly
    wanted = [[18, -18, 18, -18], [-60, 48, 12, 0]]
    assert measure.scores(units, plays).tolist() == wanted
    assert Measure("deal", "units", 4).scores(units, plays).tolist() == units.tolist()


def test_gains_of_a_match_are_whole_parts():
    """One winner of three; two of eight; everybody."""
    for num_seats, winners in ((3, 1), (8, 2), (5, 5), (6, 3)):
        measure = Measure("match", "units", num_seats)
        wins = np.zeros(num_seats, np.float32)
        wins[:winners] = np.float32(1) / np.float32(winners)
        gains = measure.win_gains(wins[None] - np.float32(1 / num_seats))
        assert gains.sum() == 0
        assert gains[0, 0] == measure.parts // winners - measure.fair_share
        assert measure.fair_share * num_seats == measure.parts


def some_deeds(deals):
    """Role "dealt" for the dealer, seat 0, else "other"; a deed that seat 1 always does."""
    shape = (deals, 4)
    roles = np.ones(shape, np.int8)
    roles[:, 0] = 0
    one = np.zeros(shape, bool)
    one[:, 1] = True
    return Deeds(("dealt", "other"), roles, {"deed": np.ones(shape, bool)}, {"deed": one})


def duplicates(units, rows=None, rewards=None, seatings=4):
    """Games of two teams with these units of the deals."""
    units = np.array(units)
    games = len(units) if rewards is None else len(rewards)
    rows = np.arange(games) if rows is None else np.array(rows)
    holds = np.tile(all_seatings(TEAMS), (games // seatings, 1))
    paid = np.zeros((games, 4)) if rewards is None else np.array(rewards)
    return Duplicates(seatings, holds, paid, SimpleNamespace(units=units, rows=rows))


def standings_of(tally, deeds, measure):
    names = deeds.role_names, tuple(deeds.done)
    return find_standings(["a", "b"], {(0, 1): tally}, *names, measure, 100, 0)


def test_a_deal_between_teams_by_hand():
    """The mixed seatings: team 0 is a's and scores 6 to 3, then b's and scores -7 to 3."""
    games = duplicates([[9, 9, 9, 9], [6, 3, 6, 3], [-7, 3, -7, 3], [9, 9, 9, 9]])
    deeds, measure = some_deeds(4), Measure("deal", "relative", 4)
    tally = tally_pair(games, deeds, measure)
    assert tally.gains.tolist() == [[12 * (2 * 1.5 + 2 * 5), 12 * -(2 * 1.5 + 2 * 5)]]
    assert tally.seats.tolist() == [[4, 4]]
    assert tally.seatings.tolist() == tally.dealt.tolist() == [[2, 2]]
    found = standings_of(tally, deeds, measure).comparisons["a", "b"]
    assert (found.figure.value, found.figure.count) == (13 / 4, 4)
    assert found.roles["dealt"].value == 1.5  # seat 0 was a's in the first of them
    assert found.roles["other"].value == pytest.approx((1.5 + 5 + 5) / 3)
    assert found.deeds["deed"].value == 1 / 4  # seat 1, in one of the two
    assert found.alone["deed"].value == 1 / 4  # and among themselves
    assert found.matches == {}


def test_matches_between_teams_by_hand():
    """Team 0 wins both mixed seatings of match 0; in match 1 it is a's team that wins them."""
    won, lost = [0.25, -0.25, 0.25, -0.25], [-0.25, 0.25, -0.25, 0.25]
    rewards = [won, won, won, won, lost, won, lost, lost]
    rows = [0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7]  # matches of 1, 3, 2, 1; 1, 1, 2, 1 deals
    units = np.tile([1, 3, 1, 3], (12, 1))
    units[6:] = [2, -2, 2, -2]
    deeds, measure = some_deeds(12), Measure("match", "relative", 4)
    tally = tally_pair(duplicates(units, rows, rewards), deeds, measure)
    assert tally.gains.tolist() == [[0, 0], [12, -12]]  # 1 in 12 parts: 4 seats by a quarter
    assert tally.dealt.tolist() == [[5, 5], [3, 3]]
    found = standings_of(tally, deeds, measure)
    ours, theirs = found.comparisons["a", "b"], found.comparisons["b", "a"]
    assert (ours.figure.value, theirs.figure.value) == (0.125, -0.125)
    assert ours.figure.count == 8  # seats
    assert (ours.matches["won"].value, theirs.matches["won"].value) == (0.75, 0.25)
    assert ours.matches["won"].count == 4  # matches
    assert ours.matches["deals"].value == theirs.matches["deals"].value == 2
    assert found.means[0].matches["won"] == ours.matches["won"]
    # By role each deal counts: seat 0 was a's in three deals at -1 and one at +2.
    assert (ours.roles["dealt"].value, ours.roles["dealt"].count) == (-1 / 4, 4)
    # Seat 1 was a's in two deals of match 0 and two of match 1, of 8 deals with two seats each.
    assert (ours.deeds["deed"].value, ours.deeds["deed"].count) == (4 / 16, 16)


def matches(pair, options, sides=None, numbers=range(3), seed=3):
    """Rules, games, deeds and tally of whole matches."""
    rules = spitzer_v0.Rules(**options)

    def make_game(num_games, streams):
        return spitzer_v0.vector_env(
            num_games, rules=rules, seed=seed, episode="match", rewards="win", autoreset=False,
            streams=streams,
        )  # fmt: skip

    games = play_duplicates(make_game, pair, numbers, sides or rules.fixed_sides)
    deeds = spitzer_deeds(games.results, rules)
    return games, deeds, tally_pair(games, deeds, Measure("match", "units", rules.players))


@pytest.mark.parametrize("sides", [None, TEAMS])
@pytest.mark.parametrize("options", [{"deals": 4}, {"score_limit": 5}, {"revoke": "fine_4"}])
def test_a_copy_of_an_agent_wins_exactly_its_share(options, sides):
    _, deeds, tally = matches((Sampled("one"), Sampled("two")), options, sides)
    assert not tally.gains.any()
    assert tally.seats.any()
    ours = standings_of(tally, deeds, Measure("match", "units", 4)).comparisons["a", "b"]
    figure, won = ours.figure, ours.matches["won"]
    assert (figure.value, figure.low, figure.high) == (0, 0, 0)
    assert (won.value, won.low, won.high) == (0.5, 0.5, 0.5)


def test_a_copy_in_teams_scores_exactly_zero():
    rules = spitzer_v0.Rules()

    def make_game(num_games, streams):
        return spitzer_v0.vector_env(num_games, rules=rules, autoreset=False, streams=streams)

    games = play_duplicates(make_game, (Sampled("one"), Sampled("two")), range(50), TEAMS)
    assert len(games.results.units) == 200
    tally = tally_pair(games, spitzer_deeds(games.results, rules), Measure("deal", "units", 4))
    assert not tally.gains.any()
    assert (tally.seats == 4).all()


def test_seatings_of_a_match_share_dealers_and_cards():
    games, _, tally = matches((First(), Bold()), {"deals": 3}, numbers=range(5, 7))
    assert (tally.seats == 28).all()
    results = games.results
    assert results.rows.tolist() == sorted(results.rows)
    first = np.flatnonzero(results.rows < 16)
    for number in range(3):
        deal = first[results.deal_number[first] == number]
        assert len(deal) == 16
        for cards in (results.queen_seat, results.seven_seat, results.dealer):
            assert len(set(cards[deal].tolist())) == 1
    dealers = results.dealer[results.rows == 0]
    assert ((dealers[1:] - dealers[:-1]) % 4 == 1).all()  # SP6: the deal passes clockwise


def test_a_match_against_a_game_of_its_own():
    """The rewards and the deals of one seating are those of the same match played alone."""
    games, _, _ = matches((First(), Bold()), {"deals": 3}, numbers=range(2, 3))
    env = spitzer_v0.vector_env(
        1, rules=spitzer_v0.Rules(deals=3), seed=3, episode="match", rewards="win",
        autoreset=False, streams=[2],
    )  # fmt: skip
    holds, units = all_seatings(range(4))[6], []
    while (seat := env.seat[0]) >= 0:
        step = env.step((First() if holds[seat] else Bold()).act(env.view()))
        if step.results is not None:
            units.append(step.results.units[0].tolist())
    assert games.results.units[games.results.rows == 6].tolist() == units
    np.testing.assert_array_equal(games.rewards[6], step.rewards[0])


def test_every_seat_of_five_counts_in_a_match():
    """SPV6: the dealer of a deal sits out, but every seat plays for the match."""
    _, deeds, tally = matches((First(), Bold()), {"players": 5, "deals": 5}, numbers=range(2))
    assert (tally.seats == 30 * 5 // 2).all()
    assert (tally.dealt >= 30 * 5).all()  # and extra deals
    assert (tally.role_seats.sum(axis=(1, 2)) == 4 * tally.dealt[:, 0]).all()
    assert deeds.plays.sum(axis=1).tolist() == [4] * len(deeds.roles)


def test_matches_in_any_chunks_are_the_same():
    pair, options = (Sampled(), Bold()), {"score_limit": 4, "deals": 8}
    whole = matches(pair, options, numbers=range(5))[2]
    parts = [matches(pair, options, numbers=range(a, b))[2] for a, b in ((0, 1), (1, 5))]
    assert whole.equals(join_tallies(parts))
    assert len(np.unique(whole.dealt)) > 1  # matches of different lengths
