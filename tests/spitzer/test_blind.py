"""SPV4, the picked blind, by hand: through `env` and through `vector_env`."""

from __future__ import annotations

from typing import Any

import pytest

from spitzer_env.spitzer_v0 import Rules
from tests.reference.blind_deals import DEALS, BlindLine
from tests.reference.blind_options import pack_of
from tests.shared_checks.tables import Table
from tests.spitzer.tables import TABLES, BatchTable, EnvTable
from tests.spitzer.under_test import SPITZER

each_kind = pytest.mark.parametrize("kind", TABLES)


def begin(kind: str, name: str, **options: Any) -> Table:
    """The deal of that name before anybody has spoken; the last seat deals."""
    line: BlindLine = DEALS[name]
    rules = Rules(players=line.players, blind=line.blind, **options)
    return TABLES[kind](rules, line.deal, line.players - 1)


def play(kind: str, name: str, **options: Any) -> Table:
    """The deal of that name after all its cards."""
    table = begin(kind, name, **options)
    table.play_all(DEALS[name].actions)
    for trick in DEALS[name].tricks:
        assert table.seat == trick.leader
        table.play_all(trick.cards)
    return table


def against(picker: int, unit: int, players: int) -> list[int]:
    """Each opponent pays `unit` to the picker."""
    return [unit * (players - 1) if seat == picker else -unit for seat in range(players)]


@pytest.mark.parametrize(
    ("players", "blind", "each", "cards"),
    [(4, 2, 7, 30), (4, 4, 7, 32), (3, 2, 10, 32), (5, 2, 6, 32)],
)
def test_spv4_tables(players: int, blind: int, each: int, cards: int) -> None:
    rules = Rules(players=players, blind=blind)
    assert (rules.tricks, len(rules.pack)) == (each, cards)
    assert [SPITZER.names[card] for card in rules.pack] == pack_of(players, blind)
    assert (rules.regular_deals, rules.dealer_sits_out) == (12, False)
    assert Rules(players=players, blind=blind, deals=4).deals == 4  # no multiple of five


@pytest.mark.parametrize(("players", "blind"), [(3, 0), (3, 4), (5, 4)])
def test_spv4_no_other_pair(players: int, blind: int) -> None:
    with pytest.raises(ValueError, match=rf"blind={blind} must be .* players={players} \(SPV4\)"):
        Rules(players=players, blind=blind)


def test_rules_without_a_blind_are_named_as_before_there_was_one() -> None:
    assert not {"blind", "all_pass"} & set(Rules().as_dict())
    for rules in (Rules(blind=4), Rules(all_pass="redeal"), Rules(players=3, blind=2)):
        assert Rules.from_dict(rules.as_dict()) == rules


@each_kind
def test_spv4_eldest_speaks_first_and_a_pick_ends_it(kind: str) -> None:
    table = begin(kind, "no trick, 21 buried")
    for seat in range(2):
        assert (table.seat, table.legal()) == (seat, ["pass", "pick"])
        table.play("pass")
    table.play("pick")
    assert table.seat == 2
    assert table.known().declarer[0] == 2


@each_kind
def test_spv4_the_picker_buries_one_card_an_action(kind: str) -> None:
    table = begin(kind, "four buried aces, no trick")
    dealt = set(DEALS["four buried aces, no trick"].deal.split(" | ")[3].split())
    blind = set(DEALS["four buried aces, no trick"].deal.split("blind: ")[1].split())
    table.play_all(["pass"] * 3 + ["pick"])
    held = dealt | blind
    for card in ("AC", "AS", "AH", "AD"):
        assert table.seat == 3
        assert set(table.legal()) == held  # any card, of the blind too
        table.play(card)
        held.remove(card)
    assert table.seat == 0  # eldest leads
    assert not table.known(0).points.any()  # the buried points show to nobody


@each_kind
def test_spv4_what_is_buried_shows_to_the_picker_only(kind: str) -> None:
    table = begin(kind, "four buried aces, no trick", revoke="lose_deal")
    table.play_all(["pass"] * 3 + ["pick", "AC", "AS", "AH", "AD"])
    views = table.game.observe_seats(3)[table.row]
    assert table.game.layout.decode(views)["buried"] == ["AC", "AS", "AH", "AD"]
    for seat in range(3):
        known = table.known(seat)
        assert known.buried[0] == 0
        assert known.history[0, 3:8].tolist() == [SPITZER.ids["pick"], 43, 43, 43, 43]
    assert table.known(3).history[0, 4] == SPITZER.ids["AC"]


@each_kind
@pytest.mark.parametrize(
    ("name", "points", "unit"),
    [
        ("61", 61, 2),
        ("60 in 4 of 7 tricks", 60, -2),
        ("60 in 3 of 7 tricks", 60, -2),
        ("90", 90, 2),
        ("91", 91, 4),
        ("31", 31, -2),
        ("30", 30, -4),
        ("all 7 tricks", 120, 6),
        ("no trick, 21 buried", 21, -6),
        ("no trick, 11 buried by P0", 11, -6),
        ("four buried aces, no trick", 44, -4),  # Schwarz, but no Schneider
        ("both trumps buried", 86, 2),
        ("three, 60 in 5 of 10 tricks", 60, -2),
        ("three, 75", 75, 2),
        ("three, 28", 28, -4),
        ("five, 70", 70, 2),
        ("five, 40", 40, -2),
        ("five, all 6 tricks", 120, 6),
    ],
)
def test_spv4_the_picker_against_all(kind: str, name: str, points: int, unit: int) -> None:
    table = play(kind, name, solo=False, double_spitzer=True)  # without effect
    assert table.result["trump_points"] == points
    assert table.result["multiplier"] == 2
    picker = table.result["trump_side"][0]
    units = against(picker, unit, DEALS[name].players)
    assert table.result["units"] == table.rewards == units


@each_kind
@pytest.mark.parametrize(
    ("name", "units"),
    [
        ("leaster won with a trick", [3, -1, -1, -1]),
        ("leaster won without a trick", [6, -2, -2, -2]),
        ("leaster tied", [0, 0, 0, 0]),
        ("leaster lost by the blind", [-1, 3, -1, -1]),
        ("leaster of three", [-2, -2, 4]),
        ("leaster of five", [-2, -2, -2, 8, -2]),
        ("leaster of a four-card blind", [-1, 3, -1, -1]),
        ("leaster tied without tricks", [0, 0, 0, 0, 0]),
    ],
)
def test_spv4_leaster(kind: str, name: str, units: list[int]) -> None:
    table = play(kind, name)
    assert table.result["trump_side"] == []
    assert table.result["units"] == table.rewards == units


@each_kind
def test_spv4_all_pass(kind: str) -> None:
    table = begin(kind, "61", all_pass="leaster")
    table.play_all(["pass"] * 4)
    assert (table.seat, len(table.legal())) == (0, 7)
    forced = begin(kind, "61", all_pass="dealer_picks")
    forced.play_all(["pass"] * 3)
    assert (forced.seat, forced.legal()) == (3, ["pick"])


@each_kind
def test_spv4_redeals_by_the_same_dealer_until_he_must_pick(kind: str) -> None:
    table = begin(kind, "61", all_pass="redeal")
    state, row = table.game.state, table.row
    dealt = {tuple(state.hands[row].tolist())}
    for redeals in range(10):
        assert state.redeals[row] == table.known().redeals[0] == redeals
        table.play_all(["pass"] * 4)
        dealt.add(tuple(state.hands[row].tolist()))
        assert (state.dealer[row], table.seat, state.moves[row]) == (3, 0, 0)
    assert len(dealt) == 11  # the cards of the seed
    table.play_all(["pass"] * 3)
    assert table.legal() == ["pick"]
    table.play("pick")
    assert state.redeals[row] == 0


def test_a_record_of_redeals_replays() -> None:
    table = EnvTable(Rules(blind=2, all_pass="redeal"), DEALS["61"].deal, 3)
    table.play_all(["pass"] * 8 + ["pick"])
    text = table.base.record()
    assert [deal.units for deal in table.base.deals] == [None, None, None]
    again = SPITZER.module.replay(text)
    assert again.record() == text
    assert again.game.state.equals(table.game.state)


@pytest.mark.parametrize(
    ("picker", "options", "units"),
    [
        (1, {}, [4, -12, 4, 4]),
        (1, {"schneider_bonus": False}, [2, -6, 2, 2]),
        (2, {}, [-4, -4, 12, -4]),
        (2, {"double_spitzer": True}, [-4, -4, 12, -4]),
        (2, {"schneider_bonus": False}, [-2, -2, 6, -2]),
    ],
)
@each_kind
def test_sp18_lose_deal_with_a_picker(
    kind: str, picker: int, options: dict[str, Any], units: list[int]
) -> None:
    table = begin(kind, "61", revoke="lose_deal", **options)
    table.play_all(["pass"] * picker + ["pick"])
    for _ in range(2):
        table.play(table.legal()[-1])
    table.play("9S")
    assert table.lawful() == (["AS"] if picker == 2 else ["AS", "QS", "TS"])
    table.play("AC")
    assert table.result["revoker"] == 1
    assert table.result["trump_points"] == (120 if picker == 2 else 0)
    assert table.result["units"] == table.rewards == units


@pytest.mark.parametrize(
    ("revoke", "units"), [("lose_deal", [1, -3, 1, 1]), ("fine_4", [0, -4, 0, 0])]
)
@each_kind
def test_sp18_a_revoke_in_a_leaster(kind: str, revoke: str, units: list[int]) -> None:
    table = begin(kind, "61", revoke=revoke)
    table.play_all(["pass"] * 4 + ["9S", "AC"])
    assert table.result["revoker"] == 1
    assert table.result["units"] == table.rewards == units


@pytest.mark.parametrize(
    ("there", "here", "message"),
    [
        ("9C", "8C", "8C appears twice"),
        ("9C", "7C", r"SP7.*7C is not in this pack \(SPV4\)"),
        ("9C ", "", r"seat 0 is dealt 7 cards .* gives it 6"),
        ("QS TS", "QS", r"blind is 2 cards \(SPV4\), the deal gives 1"),
        (" | KS JS 8S AH KH JD 7D", "", "needs 4 hands"),
    ],
)
def test_sp7_a_wrong_deal_is_refused(there: str, here: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BatchTable(Rules(blind=2), DEALS["61"].deal.replace(there, here, 1), 3)


def test_a_blind_not_given_is_the_rest_of_the_pack() -> None:
    hands, _ = DEALS["61"].deal.split(" | blind: ")
    table = EnvTable(Rules(blind=2), hands, 3)
    assert table.base.deals[0].deal.endswith("| blind: QS TS")


@pytest.mark.parametrize(
    ("before", "action", "options", "message"),
    [
        ([], "solo", {}, "SPV4: solo is for games without a blind"),
        ([], "9C", {}, "SPV4: before the first lead each seat picks or passes"),
        (["pick"], "pass", {}, "SPV4: a seat picks or passes once"),
        (["pick"], "AS", {}, "SPV4: the card is not in its hand"),
        (["pass"] * 3, "pass", {"all_pass": "dealer_picks"}, "SPV4: .* the dealer must pick"),
        (["pass"] * 4 + ["9S"], "AC", {}, "SP11: must follow spades"),
        (["pass"] * 4, "pick", {}, "SPV4: a seat picks or passes once"),
    ],
)
def test_refusals_name_their_rule(
    before: list[str], action: str, options: dict[str, Any], message: str
) -> None:
    table = begin("env", "61", **options)
    table.play_all(before)
    with pytest.raises(ValueError, match=message):
        table.play(action)
