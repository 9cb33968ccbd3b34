"""SM11, SM12, SM14, SMV1-SMV4: what a finished hand is worth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from smear_env.actions import PACK
from smear_env.rules import SmearRules
from smear_env.state import SmearState
from smear_env.tables import SmearTables
from smear_env.trumps import JICKS, SUIT_SIZE, suit_ranks
from trick_taking.arrays import GameArrays
from trick_taking.cards import NO_CARD, NO_SEAT, SUITS, Cards, Flags, Ids, contains, union

Rows = npt.NDArray[np.intp]
NO_SIDE = -1


@dataclass
class DealResults(GameArrays):
    """K finished deals; seats and sides are absolute.

    high .. two: the side that scored it, NO_SIDE for nobody; nothing is counted after a revoke.
    """

    rows: Rows  # (K,) game of each deal
    dealer: Ids  # (K,)
    deal_number: npt.NDArray[np.int64]  # (K,) k of the counter-based deal
    pitcher: Ids  # (K,)
    bid: Ids  # (K,) what the pitcher's side undertook
    bids: Ids  # (K, S) what each seat said: -1 nothing, 0 pass, else points
    forced: Flags  # (K,) the dealer pitched because all passed (SM5)
    trump: Ids  # (K,) suit 0..3
    tricks: Ids  # (K,) tricks played
    high: Ids  # (K,)
    low: Ids  # (K,)
    jack: Ids  # (K,)
    jick: Ids  # (K,)
    big_joker: Ids  # (K,)
    little_joker: Ids  # (K,)
    game: Ids  # (K,)
    three: Ids  # (K,)
    two: Ids  # (K,) SMV2
    game_value: npt.NDArray[np.int16]  # (K, N) captured by each side (SM3)
    captured: npt.NDArray[np.int32]  # (K, N) points of SM11 that each side captured
    made: Flags  # (K,) whether the bid was made (SM12)
    revoker: Ids  # (K,) who revoked, else NO_SEAT
    units: npt.NDArray[np.int32]  # (K, S) the score, that of the seat's side


_PLAIN = (
    "dealer",
    "deal_number",
    "pitcher",
    "bid",
    "bids",
    "forced",
    "trump",
    "game_value",
    "revoker",
)  # fields of the state that a result repeats
ITEMS = ("high", "low", "jack", "jick", "big_joker", "little_joker", "game", "three", "two")
_HIGH, _LOW, _JICK, _GAME, _THREE, _TWO = map(
    ITEMS.index, ("high", "low", "jick", "game", "three", "two")
)
_POINTS = np.array([1, 1, 1, 1, 1, 1, 1, 3, 2])  # SM11, SMV2: what each item scores


def _item_cards(trump: str) -> list[int]:
    """The card that scores each item under a trump suit, NO_CARD where no one card does."""
    names = ["A" + trump, "", "J" + trump, "", "BJ", "LJ", "", "3" + trump, "2" + trump]
    cards = [PACK.card_id(name) if name else NO_CARD for name in names]
    cards[_JICK] = JICKS[SUITS.index(trump)]
    return cards


_ITEM_CARDS = np.array([_item_cards(trump) for trump in SUITS]).T  # (9, 4)


def score_deals(
    state: SmearState, rows: Rows, rules: SmearRules, tables: SmearTables
) -> DealResults:
    """Score the finished deals of `rows`."""
    facts = {name: getattr(state, name)[rows] for name in _PLAIN}
    sides = np.arange(rules.num_sides)
    revoked = facts["revoker"] != NO_SEAT
    items = np.where(revoked, np.int8(NO_SIDE), score_items(state, rows, rules, tables))
    by_side = [_POINTS @ (items == side) for side in sides]
    captured = np.stack(by_side, axis=1).astype(np.int32)
    pitching = sides == tables.sides[facts["pitcher"]][:, None]  # (K, N)
    offends = sides == tables.sides[facts["revoker"]][:, None]
    made = np.where(revoked, ~(pitching & offends).any(axis=1), False)
    made |= ~revoked & (np.where(pitching, captured, 0).sum(axis=1) >= facts["bid"])  # SM12
    scored = np.where(pitching & ~made[:, None], -facts["bid"][:, None].astype(np.int32), captured)
    penalised = np.where(offends, 0, rules.most_points)  # SM14
    scored = np.where(revoked[:, None], penalised, scored)
    return DealResults(
        rows=rows,
        tricks=state.tricks_played[rows],
        captured=captured,
        made=made,
        units=scored[:, tables.sides].astype(np.int32),
        **dict(zip(ITEMS, items, strict=True)),
        **facts,
    )


def score_items(state: SmearState, rows: Rows, rules: SmearRules, tables: SmearTables) -> Ids:
    """(9, K) the side that scores each of `ITEMS` (SM11), NO_SIDE for nobody."""
    captured, trump = state.captured[rows], state.trump[rows].astype(np.intp)
    played = state.played[rows]
    best, lowest = _ends_of_trump(played, trump)
    cards = _ITEM_CARDS[:, trump]  # (9, K)
    if rules.high == "highest_played":
        cards[_HIGH] = best
    cards[_LOW] = lowest
    if not rules.has_jick:  # SMV3, SMV4: neither Jick nor Three
        cards[[_JICK, _THREE]] = NO_CARD
    if rules.variant != "widow":
        cards[_TWO] = NO_CARD
    items = _owners(captured, cards)
    low = items[_LOW]
    items[_GAME] = _game(state.game_value[rows], low, rules)
    if rules.low_to == "holder":
        holder = tables.sides[_owners(played, lowest)]
        items[_LOW] = np.where(low == NO_SIDE, low, holder)
    return items


def _ends_of_trump(
    played: Cards, trump: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """(K,) ids of the highest and the lowest card of suit t that was played, NO_CARD for none.

    Jick and jokers are not of the suit (SM11).
    """
    ranks = suit_ranks(union(played), trump).astype(np.intp)
    ace = SUIT_SIZE * trump
    none = ranks == 0
    return (
        np.where(none, NO_CARD, ace + _HIGHEST[ranks]),
        np.where(none, NO_CARD, ace + _LOWEST[ranks]),
    )


_RANKS = np.arange(1 << SUIT_SIZE)
_HIGHEST = np.bitwise_count((_RANKS & -_RANKS) - 1).astype(np.int8)  # first set bit of each number
_LOWEST = np.array([int(ranks).bit_length() - 1 for ranks in _RANKS], np.int8)  # last set bit


def _owners(sets: Cards, cards: npt.NDArray[np.integer]) -> Ids:
    """(.., K) which of (K, M) sets has each card, NO_SIDE for none or for NO_CARD."""
    owners = np.full(cards.shape, NO_SIDE, np.int8)
    for owner, its_cards in enumerate(sets.T):
        owners = np.where(contains(its_cards, cards), np.int8(owner), owners)
    return owners


def _game(values: npt.NDArray[np.int16], low: Ids, rules: SmearRules) -> Ids:
    """(K,) who has strictly the most game value (SM11)."""
    most = values == values.max(axis=1, keepdims=True)
    side = np.where(most.sum(axis=1) == 1, most.argmax(axis=1), NO_SIDE)
    if rules.game_tie == "low_captor":
        tied_captor = (low != NO_SIDE) & most[np.arange(len(low)), low]
        side = np.where((side == NO_SIDE) & tied_captor, low, side)
    return side.astype(np.int8)
