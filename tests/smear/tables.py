"""Deals of Smear by card text, through `env`, through `vector_env` and in the slow reference."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any, Self

from smear_env.scoring import DealResults
from smear_env.smear_v0 import Rules
from tests.reference.smear_cards import in_pack_order, read_deal, trumps
from tests.reference.smear_lines import TRUMP, Line, deal_text, fill
from tests.reference.smear_match import ReferenceEpisode, ReferenceMatch
from tests.reference.smear_options import complete_options
from tests.shared_checks import tables
from tests.smear.under_test import SMEAR, in_reference

SETTINGS = ("episode", "rewards", "render_mode")  # of `env`, the rest are of the rules
NAMES, IDS = SMEAR.names, SMEAR.ids
ITEMS = ("high", "low", "jack", "jick", "big_joker", "little_joker", "game", "three", "two")


def names_of(cards: int) -> list[str]:
    """The cards of a set, in pack order."""
    return [NAMES[card] for card in range(54) if int(cards) >> card & 1]


class Table(tables.Table):
    """A deal of Smear; the last seat deals if nothing is said."""

    case = SMEAR

    def __init__(self, rules: Rules, deal: str, dealer: int | None = -1, **settings: Any) -> None:
        super().__init__(rules, deal, dealer and dealer % rules.players, **settings)

    @property
    def state(self) -> Any:
        """The true state of this deal, one row."""
        return self.game.state.select([self.row])

    def hand(self, seat: int) -> list[str]:
        """The cards that `seat` holds."""
        return names_of(self.known(seat).hand[0])

    def game_value(self) -> list[int]:
        """Game value captured so far, by side."""
        return self.known().game_value[0].tolist()

    def totals(self) -> list[int]:
        """Points in this match so far, by side."""
        return self.known().totals[0].tolist()

    def set_totals(self, totals: Sequence[int]) -> None:
        """Let the match stand at `totals`, by side."""
        by_seat = [totals[side] for side in self.game.rules.fixed_sides]
        self.game.state.totals[self.row] = by_seat

    def winners(self) -> list[int]:
        """The seats that have won the match, which is over."""
        contenders = int(self.state.contenders[0])
        return [seat for seat in range(self.game.num_seats) if contenders >> seat & 1]


class BatchTable(Table, tables.BatchTable):
    """One row of a batch."""

    @staticmethod
    def plain_result(results: DealResults, place: int) -> dict[str, Any]:
        """One deal of a batch's results in the words of `deal_result`."""
        found = {name: array[place].tolist() for name, array in results.arrays().items()}
        del found["rows"]
        found["trump"] = "CSHD"[found["trump"]]
        found["bids"] = [{-1: None, 0: "pass"}.get(bid, bid) for bid in found["bids"]]
        for name in (*ITEMS, "revoker"):
            found[name] = None if found[name] == -1 else found[name]
        return found


class EnvTable(Table, tables.EnvTable):
    """One game of the AEC environment."""


class ReferenceTable:
    """A deal in the slow reference, so that the worked cases hold for it too."""

    def __init__(self, rules: Rules, deal: str, dealer: int = -1, **settings: Any) -> None:
        options, dealer = in_reference(rules), dealer % rules.players
        self.rewards = [0.0] * rules.players
        self.episode = ReferenceEpisode(options, dealer)
        if settings.get("episode") == "match":
            self.episode = ReferenceMatch(options, dealer, rules.max_deals)
        self.episode.start_text(deal)

    @property
    def deal(self) -> Any:
        """The deal under way."""
        return self.episode.deal

    @property
    def seat(self) -> int | None:
        """The seat to act, None when finished."""
        return self.deal.seat

    @property
    def result(self) -> dict[str, Any] | None:
        """The score of the finished deal, and who made it."""
        facts = ("pitcher", "bid", "bids", "forced", "trump", "revoker", "dealer")
        told = {name: getattr(self.deal, name) for name in facts}
        return self.deal.score and vars(self.deal.score) | told

    def legal(self) -> list[str]:
        """Legal actions of the seat to act, in id order."""
        return self.deal.legal()

    def play(self, action: str) -> None:
        """The seat to act takes `action`."""
        self.episode.apply(action)
        if self.deal.units is not None:
            self.rewards = [float(units) for units in self.deal.units]

    def play_all(self, actions: Sequence[str]) -> None:
        """Take `actions` in turn."""
        for action in actions:
            self.play(action)

    def hand(self, seat: int) -> list[str]:
        """The cards that `seat` holds."""
        return in_pack_order(self.deal.hands[seat])

    def game_value(self) -> list[int]:
        """Game value captured so far, by side."""
        return self.deal.game_value

    def totals(self) -> list[int]:
        """Points in this match so far, by side."""
        return self.episode.totals

    def set_totals(self, totals: Sequence[int]) -> None:
        """Let the match stand at `totals`, by side."""
        self.episode.totals = list(totals)

    def winners(self) -> list[int]:
        """The seats that have won the match, which is over."""
        return self.episode.winning_seats

    def copy(self) -> Self:
        """An independent table in the same position."""
        return copy.deepcopy(self)


TABLES = {"env": EnvTable, "vector_env": BatchTable}
ALL_TABLES = TABLES | {"reference": ReferenceTable}
AnyTable = Table | ReferenceTable


def bid(table: AnyTable, points: int = 2, pitcher: int = 0, trump: str | None = TRUMP) -> None:
    """`pitcher` bids, all others pass; then he names trump, unless that is None."""
    while "pass" in table.legal():
        table.play(f"bid {points}" if table.seat == pitcher else "pass")
    if trump:
        table.play(f"trump {trump}")


def lay_down_to(table: AnyTable, kept: Sequence[Sequence[str]]) -> None:
    """Every seat lays down the cards that it does not keep, in pack order."""
    while len(hand := table.hand(table.seat)) > 6:
        table.play(next(card for card in hand if card not in kept[table.seat]))


def open_play(kind: str, kept: Sequence[Sequence[str]], points: int = 2, **options: Any) -> Any:
    """A table at its first lead: P0 pitches with spades and every seat has its `kept` cards."""
    settings = {name: options.pop(name) for name in SETTINGS if name in options}
    deal = deal_text(kept, **for_reference(options))
    table = ALL_TABLES[kind](Rules(**options), deal, **settings)
    bid(table, points)
    lay_down_to(table, kept)
    assert [table.hand(seat) for seat in range(len(kept))] == [in_pack_order(hand) for hand in kept]
    return table


def play_tricks(table: AnyTable, line: Line) -> None:
    """All tricks of `line`, each checked against it."""
    value = [0] * len(table.game_value())
    for number, trick in enumerate(line.tricks):
        assert table.seat == trick.leader
        for card in trick.cards:
            assert card in table.legal()
            table.play(card)
        value[trick.taker % len(value)] += trick.points
        if number < 5:
            assert table.seat == trick.taker  # SM10: who wins the trick leads
            assert table.game_value() == value
    assert table.result["game_value"] == value


def play_line(kind: str, line: Line, points: int = 2, **options: Any) -> Any:
    """A table of `kind` after the whole of `line`, P0 having bid `points`."""
    table = open_play(kind, line.hands, points, **options)
    play_tricks(table, line)
    return table


def facing(kind: str, led: str, hand: str, **options: Any) -> Any:
    """P1 is to act with `hand` after P0 has led `led`; high and low trumps went before."""
    held, order = hand.split(), trumps(complete_options(for_reference(options)), TRUMP)
    spare = [card for card in order if card not in (*held, led)]
    before = 6 - len(held)
    leads, thrown = spare[:before], spare[-before:]
    table = open_play(kind, fill([[*leads, led], [*thrown, *held], [], []]), **options)
    for lead, card in zip(leads, thrown, strict=True):
        table.play_all([lead, card])
        play_any(table, 2)
    table.play(led)
    return table


def for_reference(options: dict[str, Any]) -> dict[str, Any]:
    """The options as the reference takes them, which is told `max_deals` apart."""
    return {name: value for name, value in options.items() if name != "max_deals"}


def play_any(table: AnyTable, times: int) -> None:
    """So many seats play their first legal card."""
    for _ in range(times):
        table.play(table.legal()[0])


def play_out(table: AnyTable) -> None:
    """First legal actions to the end of the deal."""
    while table.seat is not None and table.result is None:
        table.play(table.legal()[0])


def taker_of_first(kind: str, cards: str, **options: Any) -> int:
    """Who takes `cards`, led by P0 to the first trick; no seat holds another trump."""
    table = open_play(kind, fill([[card] for card in cards.split()], **options), **options)
    table.play_all(cards.split())
    return table.seat


def taker_of_second(kind: str, cards: str, **options: Any) -> int:
    """Who takes `cards`, led by P0 to the second trick, trumps having been led to the first."""
    played = cards.split()
    order = trumps(complete_options(options), TRUMP)
    low = [card for card in order if card not in played]
    hands = [[low.pop(0), low.pop(0), played[0]]] + [
        [card, low.pop()] if card in order else [card] for card in played[1:]
    ]
    table = open_play(kind, fill(hands, avoid=played[0][1], **options), **options)
    for card in played:
        table.play(next(other for other in table.legal() if other != card))
    assert table.seat == 0
    table.play_all(played)
    return table.seat


def play_side_by_side(
    kept: Sequence[Sequence[Sequence[str]]],
    cards: Sequence[Sequence[str]],
    trump: str = TRUMP,
    **options: Any,
) -> Any:
    """A batch in which row i plays `cards[i]` after four seats have come down to `kept[i]`."""
    deals = [deal_text(hands, trump, **options) for hands in kept]
    rows = []
    for deal, hands, played in zip(deals, kept, cards, strict=True):
        dealt, widow, _ = read_deal(deal)
        dealt[0] += widow or []
        laid = [card for seat in range(4) for card in dealt[seat] if card not in hands[seat]]
        rows.append(["bid 2", "pass", "pass", "pass", f"trump {trump}", *laid, *played])
    game = SMEAR.vector_env(len(rows), rules=Rules(**options), autoreset=False)
    game.reset(deals=deals, dealers=[3] * len(rows))
    for actions in zip(*rows, strict=True):
        game.step([IDS[action] for action in actions])
    return game


def ways_to_lay_down(table: AnyTable) -> set[tuple[str, ...]]:
    """What the seat to act may come to keep, by every order of its discards."""
    seat, kept, seen = table.seat, set(), set()
    waiting = [table]
    while waiting:
        here = waiting.pop()
        for card in here.legal():
            left = tuple(other for other in here.hand(seat) if other != card)
            if left in seen:
                continue
            seen.add(left)
            if len(left) == 6:
                kept.add(left)
                continue
            twin = here.copy()
            twin.play(card)
            waiting.append(twin)
    return kept
