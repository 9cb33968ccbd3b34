"""The programs with Smear: what tournaments tell of it, teams, matches, play and speed."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from experiments import play, tournament
from experiments.benchmark_batches import mixed_game
from experiments.cli import main as command_line
from experiments.contest import Contest
from experiments.deeds import could_bid, smear_deeds
from experiments.play import PersonsTable, PlayConfig
from experiments.tournament import TournamentConfig
from smear_env import smear_v0
from tests.experiments.players import Bold, First, Sampled
from trick_taking.cards import NO_SEAT, PACK_54

QUICK = ("target=11", "floor=-21")  # a match of random play ends soon


def config(**options):
    given = {"agents": ("sampled", "bold"), "deals": 20, "resamples": 50}
    return TournamentConfig(**{"game": "smear", **given, **options})


def numbers(*rows):
    return np.array(rows, np.int8)


def results(**facts):
    """Two deals: seat 0 pitches and makes it; the dealer, seat 3, must, and fails."""
    nobody = numbers(-1, -1)
    given = {
        "dealer": numbers(2, 3),
        "pitcher": numbers(0, 3),
        "bids": numbers([3, 0, 0, 0], [0, 0, 0, 0]),
        "forced": np.array([False, True]),
        "made": np.array([True, False]),
        "revoker": nobody,
        "high": numbers(1, 0),
        "low": nobody,
        "jack": numbers(0, -1),
        **dict.fromkeys(("jick", "big_joker", "little_joker", "game", "three", "two"), nobody),
    }
    return SimpleNamespace(**given | facts)


def test_roles_and_deeds_of_teams():
    deeds = smear_deeds(results(), smear_v0.Rules())
    assert deeds.role_names == ("pitcher", "partner", "defender")
    assert deeds.roles.tolist() == [[0, 2, 1, 2], [2, 1, 2, 0]]
    assert deeds.plays.all()
    wanted = {
        "became pitcher": ([[1, 1, 1, 1], [1, 1, 1, 1]], [[1, 0, 0, 0], [0, 0, 0, 1]]),
        "bid when it could": ([[1, 1, 1, 1], [1, 1, 1, 1]], [[1, 0, 0, 0], [0, 0, 0, 0]]),
        "forced to pitch": ([[0, 0, 1, 0], [0, 0, 0, 1]], [[0, 0, 0, 0], [0, 0, 0, 1]]),
        "bid made": ([[1, 0, 0, 0], [0, 0, 0, 1]], [[1, 0, 0, 0], [0, 0, 0, 0]]),
        "scored high": ([[1, 1, 1, 1], [1, 1, 1, 1]], [[0, 1, 0, 1], [1, 0, 1, 0]]),
        "scored low": ([[0, 0, 0, 0], [0, 0, 0, 0]], [[0, 0, 0, 0], [0, 0, 0, 0]]),
        "scored jack": ([[1, 1, 1, 1], [0, 0, 0, 0]], [[1, 0, 1, 0], [0, 0, 0, 0]]),
    }
    for name, (could, did) in wanted.items():
        assert deeds.occasions[name].astype(int).tolist() == could, name
        assert deeds.done[name].astype(int).tolist() == did, name


def test_nobody_has_a_partner_where_every_seat_is_alone():
    deeds = smear_deeds(results(high=numbers(3, 3)), smear_v0.Rules(teams=0))
    assert deeds.role_names == ("pitcher", "defender")
    assert deeds.roles.tolist() == [[0, 1, 1, 1], [1, 1, 1, 0]]
    assert deeds.done["scored high"].astype(int).tolist() == [[0, 0, 0, 1]] * 2


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({}, {"two"}),
        ({"variant": "widow"}, set()),
        ({"variant": "no_jick"}, {"jick", "three", "two"}),
        (
            {"variant": "no_jick", "jokers": 0},
            {"jick", "three", "two", "big joker", "little joker"},
        ),
        ({"variant": "five_point"}, {"jick", "three", "two", "little joker"}),
    ],
)
def test_only_items_in_play_are_told(options, missing):
    deeds = smear_deeds(results(), smear_v0.Rules(**options))
    told = {name.removeprefix("scored ") for name in deeds.done if name.startswith("scored")}
    items = {"high", "low", "jack", "jick", "big joker", "little joker", "game", "three", "two"}
    assert told == items - missing
    assert "revoked" not in deeds.done


def test_revokes_are_told_under_their_option():
    deeds = smear_deeds(results(revoker=numbers(-1, 2)), smear_v0.Rules(revoke="lose_deal"))
    assert deeds.done["revoked"].astype(int).tolist() == [[0, 0, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("bids", "dealer", "could"),
    [
        ([3, 0, 5, 0], 3, [True, True, True, True]),
        ([0, 10, 0, 0], 3, [True, True, False, False]),  # SM5: after bid 10 only pass
        ([0, 0, 10, 0], 1, [False, False, True, False]),  # eldest is seat 2
        ([10, 0, 0, 9], 2, [True, False, False, True]),
        ([-1, -1, 4, -1], 1, [False, False, True, False]),  # nobody else has spoken
    ],
)
def test_who_could_bid(bids, dealer, could):
    assert could_bid(numbers(bids), numbers(dealer), 10).tolist() == [could]


def played_contest(**options):
    """A tournament of an agent against its copy, played to its end."""
    contest = Contest(config(agents=("sampled", "sampled"), **options))
    contest.parts.update({unit: contest.play_unit(unit) for unit in contest.units()})
    return contest


@pytest.mark.parametrize(
    ("rules", "seatings", "seats"),
    [
        ((), 4, 4),
        (("teams=0",), 16, 28),
        (("players=3",), 8, 9),
        (("players=5", "cards_dealt=8"), 32, 75),
        (("players=6", "teams=3"), 8, 18),
        (("players=6", "variant=five_point"), 4, 6),
        (("players=8", "teams=4"), 16, 56),
        (("variant=nine_card", "teams=0"), 16, 28),
        (("variant=widow", "revoke=lose_deal"), 4, 4),
        (("variant=no_jick", "jokers=0", "all_pass=redeal"), 4, 4),
    ],
)
def test_a_copy_scores_exactly_zero_in_every_seating(agents, rules, seatings, seats):
    """Units do not add up to 0, but they do less the mean of the table."""
    contest = played_contest(rules=rules, deals=5)
    tally = contest.joined()[0, 1]
    assert not tally.gains.any()
    assert contest.seatings == seatings
    assert (tally.seats == seats).all()
    np.testing.assert_array_equal(tally.role_scores.sum(axis=2), tally.gains)
    np.testing.assert_array_equal(tally.role_seats.sum(axis=2), tally.seats)
    assert tally.role_scores.any()


@pytest.mark.parametrize("rules", [(), ("players=3",), ("players=8", "teams=4")])
def test_a_copy_wins_exactly_its_share(agents, rules):
    contest = played_contest(episode="match", deals=3, rules=(*rules, *QUICK))
    assert not contest.joined()[0, 1].gains.any()
    ours = next(iter(contest.standings().comparisons.values()))
    assert (ours.matches["won"].value, ours.figure.value) == (0.5, 0)
    assert ours.matches["deals"].value > 1


def test_a_tournament_of_teams(agents, tmp_path, capsys):
    out = tmp_path / "here"
    assert tournament.main(config(out=out, agents=("sampled", "first", "bold"))) == 0
    printed = capsys.readouterr().out
    assert "smear: 20 deals x 4 seatings, seed 0" in printed
    assert "less the mean of the seats" in printed
    assert printed.count("how often, of the seats that could") == 2  # too many deeds for one table
    found = json.loads((out / "results.json").read_text())
    for comparison in found["comparisons"]:
        assert comparison["units"]["count"] == 80
        assert set(comparison["roles"]) == {"pitcher", "partner", "defender"}
    by_pair = {(c["agent"], c["opponent"]): c for c in found["comparisons"]}
    bold = by_pair["bold", "first"]["deeds"]
    assert bold["bid when it could"]["value"] == 1
    assert bold["bid made"]["value"] < 0.1  # ten points
    assert by_pair["bold", "first"]["units"]["high"] < 0
    # Among themselves seats that always pass leave it to the dealer.
    alone = by_pair["first", "bold"]["alone"]
    assert alone["bid when it could"]["value"] == 0
    assert (alone["forced to pitch"]["value"], alone["became pitcher"]["value"]) == (1, 0.25)
    # The record is a seating of the tournament: a side each.
    assert found["record"]["seats"] == ["sampled", "first", "sampled", "first"]
    record = (out / "record.txt").read_text()
    env = smear_v0.replay(record)
    assert env.unwrapped.record() == record
    assert " | stock: " in record
    assert "\ndiscard: " in record


def test_a_tournament_of_matches(agents, tmp_path, capsys):
    out = tmp_path / "here"
    options = {"episode": "match", "rules": QUICK, "agents": ("first", "bold")}
    assert tournament.main(config(out=out, deals=4, **options)) == 0
    assert "smear: 4 matches x 4 seatings, seed 0, target=11 floor=-21" in capsys.readouterr().out
    found = json.loads((out / "results.json").read_text())
    first = found["comparisons"][0]
    # Whoever always bids ten never makes it.
    assert first["win_share"] == {"value": 0.25, "low": 0.25, "high": 0.25, "count": 16}
    assert first["matches"]["won"]["value"] == 1
    record = (out / "record.txt").read_text()
    env = smear_v0.replay(record)
    assert env.unwrapped.record() == record
    assert list(env.unwrapped.rewards.values()) == [0.25, -0.25, 0.25, -0.25]


def test_tournament_and_benchmark_by_the_command_line(tmp_path, capsys):
    given = ["--agents", "random", "random", "--deals", "5", "--rules", "players=5"]
    assert command_line(["tournament", "smear", *given, "--out", str(tmp_path / "a")]) == 0
    assert "5 deals x 32 seatings" in capsys.readouterr().out
    given = ["--games", "1", "70", "--seconds", "0.02", "--repeats", "1", "--workers", "1"]
    assert command_line(["benchmark", "smear", *given, "--rules", "variant=widow"]) == 0
    assert "smear" in capsys.readouterr().out


def test_rows_stand_in_mixed_phases():
    game = mixed_game(smear_v0, smear_v0.Rules(), 500, seed=0)
    assert set(game.state.phase.tolist()) == {0, 1, 2, 3}
    assert (game.seat != NO_SEAT).all()


@pytest.fixture
def sit(monkeypatch):
    """A person who always takes the first or the last legal action, and may leave some time."""
    known = {"first": First, "bold": Bold, "sampled": Sampled}
    monkeypatch.setattr(play, "make", lambda text, game: known[text]())

    def at_table(choice=-1, leaves_after=None, **options):
        given = {"game": "smear", "opponents": ("sampled",), "hint": "first", "seed": 5}
        person = PersonsTable(PlayConfig(**given | options))

        def answer(prompt):
            headings = [move.heading for move in person.base.deals[-1].moves]
            leaves = leaves_after in headings
            return "quit" if leaves else person.base.legal_action_names()[choice]

        monkeypatch.setattr("builtins.input", answer)
        return person

    return at_table


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("variant", ["ten_point", "widow", "nine_card"])
def test_a_person_sees_no_card_that_lies_face_down(sit, seat, variant, capsys):
    for seed in range(4):
        person = sit(leaves_after="trick 1", seat=seat, seed=seed, rules=(f"variant={variant}",))
        assert not person.play() or variant == "nine_card"  # SMV1: who has no trump is skipped
        said = capsys.readouterr().out.split("units       bids")[0]  # the outcome tells all
        deal = person.base.deals[0]
        own = set(deal.deal.split(" | ")[seat].split())
        moves = [move for move in deal.moves if move.heading.startswith("trick")]
        known = own | {move.action for move in moves}
        shown = set(re.findall(r"\b(?:[AKQJT2-9][CSHD]|BJ|LJ)\b", said))
        state = person.base.game.state
        taken_up = state.hands[0, seat] | state.discarded[0, seat]  # SMV1: drawn, SMV2: the widow
        known |= set(PACK_54.format(taken_up).split())
        assert shown <= known
        laid = [move for move in deal.moves if move.heading == "discard" and move.seat != seat]
        assert said.count("a card, face down") == len(laid)
        assert not any(f": {move.action}\n" in said for move in laid)


def test_a_person_plays_a_match(sit, capsys):
    person = sit(episode="match", rules=QUICK, opponents=("first",), seed=1)
    assert person.play()
    said = capsys.readouterr().out
    deals = person.base.deals
    assert said.count("game value   scored") == len(deals) > 1
    assert "you, seat 2" in said
    assert said.count("   stock: ") == len(deals)
    assert re.search(r"the match is over: you -?\d+, seat 1 \d+, seat 2 -?\d+, seat 3 \d+", said)
    assert said.rstrip().endswith("won by seat 1 and seat 3")
    assert smear_v0.replay(person.base.record()).unwrapped.record() == person.base.record()


def test_a_deal_that_all_pass_is_dealt_again(sit, capsys):
    """SM5: ten times in a row, then the dealer must pitch."""
    person = sit(choice=0, rules=("all_pass=redeal",), opponents=("first",))
    assert person.play()
    said = capsys.readouterr().out
    assert said.count("-- dealt again") == 10
    assert said.count("game value   scored") == 1
    assert "forced: yes" in said
    assert f" {person.base.deals[-1].deal.split(' | ')[1]}\n" in said
