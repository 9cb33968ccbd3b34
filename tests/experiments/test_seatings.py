"""Duplicate deals: what a pair plays, what is kept of it and what it adds up to."""

import numpy as np
import pytest

from experiments.deeds import NO_ROLE, spitzer_deeds
from experiments.measures import Measure
from experiments.seatings import all_seatings, play_duplicates
from experiments.standings import find_standings
from experiments.tallies import join_tallies, tally_pair
from spitzer_env import spitzer_v0
from tests.experiments.players import Bold, First, Illegal, Sampled, Wordy


def game_maker(rules=None, seed=3):
    def make_game(num_games, streams):
        return spitzer_v0.vector_env(
            num_games, rules=rules, seed=seed, autoreset=False, streams=streams
        )

    return make_game


def played(pair, deals=range(30), options=None, seed=3):
    """Results, who held which seat, deeds and tally."""
    rules = spitzer_v0.Rules(**(options or {}))
    games = play_duplicates(game_maker(rules, seed), pair, deals, rules.fixed_sides)
    deeds = spitzer_deeds(games.results, rules)
    measure = Measure("deal", "units", rules.players)
    return games.results, games.holds, deeds, tally_pair(games, deeds, measure)


def test_all_seatings_are_every_choice_of_seats():
    seatings = all_seatings(range(4))
    assert seatings.shape == (16, 4)
    assert len(np.unique(seatings, axis=0)) == 16
    assert not seatings[0].any()
    assert seatings[15].all()
    np.testing.assert_array_equal(seatings[6], [False, True, True, False])


def test_seatings_of_a_deal_share_cards_and_dealer():
    results, _, _, _ = played((First(), Bold()))
    for array in (results.queen_seat, results.seven_seat, results.dealer):
        np.testing.assert_array_equal(array, np.repeat(array[::16], 16))
    np.testing.assert_array_equal(results.rows, np.arange(480))
    assert len(np.unique(results.queen_seat)) == 4


@pytest.mark.parametrize("options", [{}, {"players": 5}, {"revoke": "lose_deal"}])
def test_a_copy_of_an_agent_scores_exactly_zero(options):
    """Equal draws in every seating, so sampled play is no exception."""
    _, _, _, tally = played((Sampled("one"), Sampled("two")), options=options)
    assert not tally.gains.any()


@pytest.mark.parametrize(("options", "seats"), [({}, 28), ({"players": 5}, 56)])
def test_every_deal_counts_the_mixed_seatings(options, seats):
    """14 seatings with two seats each on average; with five the dealer's seat never counts."""
    _, holds, deeds, tally = played((First(), Bold()), options=options)
    assert (tally.seats == seats).all()
    assert (tally.seatings == seats // 2).all()
    if options:
        assert ((deeds.roles == NO_ROLE).sum(axis=1) == 1).all()
        assert holds.shape[1] == 5


def test_literal_tally_of_one_deal():
    """All sums of one deal, counted by hand with plain loops."""
    results, holds, _, tally = played((First(), Bold()), deals=range(7, 8))
    units, squares, seats = [0, 0], [0, 0], [0, 0]
    for seating in range(16):
        if not 0 < holds[seating].sum() < 4:
            continue
        for side in (0, 1):
            own = [s for s in range(4) if holds[seating, s] == (side == 0)]
            gained = sum(int(results.units[seating, s]) for s in own)
            units[side] += gained
            squares[side] += gained * gained
            seats[side] += len(own)
    np.testing.assert_array_equal(tally.gains, [units])
    np.testing.assert_array_equal(tally.gains_squared, [squares])
    np.testing.assert_array_equal(tally.seats, [seats])


def test_role_split_adds_up():
    _, _, deeds, tally = played((Sampled(), Bold()), deals=range(200))
    np.testing.assert_array_equal(tally.role_scores.sum(axis=2), tally.gains)
    np.testing.assert_array_equal(tally.role_seats.sum(axis=2), tally.seats)
    assert deeds.role_names == ("QC", "7D", "both", "neither")
    # SP8: a seat of QC has one of 7D beside it, or both are one seat.
    np.testing.assert_array_equal(tally.role_seats[:, :, 0], tally.role_seats[:, :, 1])
    solo_deals = (tally.role_seats[:, 0, 2] > 0).mean()
    assert 0.1 < solo_deals < 0.35  # 7/31


def test_deeds_are_counted_where_there_was_occasion():
    _, _, deeds, tally = played((Bold(), First()), deals=range(100))
    names = list(deeds.done)
    solo = names.index("solo announced")
    assert (tally.done <= tally.occasions).all()
    assert tally.occasions[:, 0, solo].sum() > 0
    # Bold announces whenever it may, First never does.
    np.testing.assert_array_equal(tally.done[:, 0, solo], tally.occasions[:, 0, solo])
    assert not tally.done[:, 1, solo].any()
    np.testing.assert_array_equal(tally.alone_done[:, 0, solo], tally.alone_occasions[:, 0, solo])
    np.testing.assert_array_equal(tally.occasions[:, 0, solo], tally.role_seats[:, 0, 2])


def test_no_solo_without_the_option():
    _, _, deeds, tally = played((Bold(), First()), options={"solo": False})
    solo = list(deeds.done).index("solo announced")
    assert not tally.occasions[:, :, solo].any()


def test_revokes_are_counted_under_their_option():
    _, _, deeds, tally = played((Sampled(), First()), options={"revoke": "fine_4"})
    revoked = list(deeds.done).index("revoked")
    assert tally.done[:, :, revoked].sum() > 0
    assert tally.gains.sum() < 0  # SP18: the one result that is not zero-sum


def test_the_second_agent_mirrors_the_first():
    _, _, _, tally = played((Sampled(), First()))
    np.testing.assert_array_equal(tally.gains[:, 0], -tally.gains[:, 1])
    _, _, _, swapped = played((First(), Sampled()))
    for name, array in tally.arrays().items():
        np.testing.assert_array_equal(array, swapped.arrays()[name][:, ::-1], err_msg=name)


def test_chunks_change_nothing():
    whole = played((Sampled(), Bold()), deals=range(20))[3]
    parts = [played((Sampled(), Bold()), deals=range(a, b))[3] for a, b in [(0, 1), (1, 13)]]
    parts.append(played((Sampled(), Bold()), deals=range(13, 20))[3])
    assert whole.equals(join_tallies(parts))


def test_another_seed_deals_other_cards():
    first, second = (played((First(), Bold()), seed=seed)[0] for seed in (1, 2))
    assert not np.array_equal(first.queen_seat, second.queen_seat)


@pytest.mark.parametrize(
    ("agent", "message"),
    [(Illegal(), "'cheat' plays illegally: spitzer_v0"), (Wordy(), "'wordy' must answer")],
)
def test_a_wrong_answer_names_the_agent(agent, message):
    with pytest.raises(ValueError, match=message):
        played((First(), agent))


class Counting(Sampled):
    """Keeps the number of legal actions of every row that it was asked for."""

    def __init__(self, name):
        super().__init__(name)
        self.choices = []

    def act(self, view):
        self.choices += view.legal.sum(axis=1).tolist()
        return super().act(view)


def test_agents_are_asked_once_a_position_and_only_where_they_have_a_choice():
    pair = Counting("one"), Counting("two")
    results, _, _, tally = played(pair, deals=range(5))
    asked = [len(agent.choices) for agent in pair]
    assert min(pair[0].choices + pair[1].choices) == 2
    # All seatings of a deal go the same way, so each agent is asked for one game of 36 moves,
    # of which at least the last trick leaves no choice.
    assert asked[0] == asked[1] <= 5 * 32
    assert not tally.gains.any()
    alone, _, _, _ = played((Sampled(), First()), deals=range(5))
    np.testing.assert_array_equal(results.units[15::16], alone.units[15::16])


def standings_of(tally, deeds, resamples=300, seed=0):
    names = (deeds.role_names, tuple(deeds.done))
    measure = Measure("deal", "units", 4)
    return find_standings(["a", "b"], {(0, 1): tally}, *names, measure, resamples, seed)


def test_figures_are_antisymmetric_with_their_intervals():
    _, _, deeds, tally = played((Sampled(), Bold()), deals=range(150))
    found = standings_of(tally, deeds).comparisons
    ours, theirs = found["a", "b"], found["b", "a"]
    assert ours.figure.value == -theirs.figure.value
    assert ours.figure.value == tally.gains[:, 0].sum() / (28 * 150)
    assert (ours.figure.low, ours.figure.high) == pytest.approx(
        (-theirs.figure.high, -theirs.figure.low)
    )
    assert ours.figure.low < ours.figure.value < ours.figure.high
    assert ours.duplicate_error == theirs.duplicate_error
    # The interval is about two standard errors to either side.
    assert ours.figure.high - ours.figure.low == pytest.approx(4 * ours.duplicate_error, rel=0.2)


def test_the_error_of_a_mean_over_deals():
    _, _, deeds, tally = played((Sampled(), Bold()), deals=range(60))
    error = standings_of(tally, deeds).comparisons["a", "b"].duplicate_error
    assert error == pytest.approx((tally.gains[:, 0] / 28).std(ddof=1) / np.sqrt(60))


def test_roles_weighted_by_their_seats_give_the_figure():
    _, _, deeds, tally = played((Sampled(), Bold()), deals=range(150))
    ours = standings_of(tally, deeds).comparisons["a", "b"]
    total = sum(role.value * role.count for role in ours.roles.values())
    assert total / ours.figure.count == pytest.approx(ours.figure.value)
    assert sum(role.count for role in ours.roles.values()) == ours.figure.count


def test_a_copy_has_an_interval_of_zero():
    _, _, deeds, tally = played((Sampled("one"), Sampled("two")))
    ours = standings_of(tally, deeds).comparisons["a", "b"]
    assert (ours.figure.value, ours.figure.low, ours.figure.high) == (0, 0, 0)
    assert ours.figure.verdict == 0
    assert ours.duplicate_error == 0


def test_the_mean_is_over_opponents_alike():
    agents = [Sampled(), First(), Bold()]
    tallies, deeds = {}, None
    for pair in ((0, 1), (0, 2), (1, 2)):
        _, _, deeds, tallies[pair] = played([agents[place] for place in pair], deals=range(60))
    names, measure = ["sampled", "first", "bold"], Measure("deal", "units", 4)
    found = find_standings(names, tallies, deeds.role_names, tuple(deeds.done), measure, 200, 0)
    assert [standing.agent for standing in found.means] == names
    sampled = [found.comparisons["sampled", other].figure.value for other in ("first", "bold")]
    assert found.means[0].figure.value == pytest.approx(np.mean(sampled))
    assert sum(standing.figure.value for standing in found.means) == pytest.approx(0)
    assert found.means[0].figure.low < found.means[0].figure.value < found.means[0].figure.high
    assert len(found.comparisons) == 6
