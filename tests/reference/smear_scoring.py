"""The score of a deal of Smear, point by point (SM11, SM12, SM14, SMV2-SMV4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.reference.smear_cards import BIG, LITTLE, RANKS, game_value, has_jick, jick, jokers
from tests.reference.smear_options import Options, highest_bid, num_sides, side_of

# What each point is worth (SM11, SMV2).
WORTH = {
    "high": 1,
    "low": 1,
    "jack": 1,
    "jick": 1,
    "big_joker": 1,
    "little_joker": 1,
    "game": 1,
    "three": 3,
    "two": 2,
}


@dataclass
class DealScore:
    """What a deal came to.

    `high` to `two` are the side that has that point, None when nobody has; `captured` is the points
    and `game_value` the game value by side. After a revoke `captured` is None and so is every
    point, for nothing is counted. `scores` is by side, `units` by seat.
    """

    game_value: list[int]
    made: bool
    scores: list[int]
    units: list[int]
    captured: list[int] | None = None
    high: int | None = None
    low: int | None = None
    jack: int | None = None
    jick: int | None = None
    big_joker: int | None = None
    little_joker: int | None = None
    game: int | None = None
    three: int | None = None
    two: int | None = None


def side_with(card: str | None, captured: Sequence[Sequence[str]]) -> int | None:
    """The side that has `card` among the cards it captured."""
    for side, cards in enumerate(captured):
        if card in cards:
            return side
    return None


def high_card(options: Options, trump: str, played: Sequence[str]) -> str | None:
    """The card that High goes by: the ace, or the highest card of the trump suit played."""
    if options["high"] == "ace":
        return "A" + trump
    return next((rank + trump for rank in RANKS if rank + trump in played), None)


def low_card(trump: str, played: Sequence[str]) -> str | None:
    """The lowest card of the trump suit that was played."""
    return next((rank + trump for rank in reversed(RANKS) if rank + trump in played), None)


def game_side(options: Options, values: Sequence[int], low_captor: int | None) -> int | None:
    """The side that has Game."""
    tied = [side for side, value in enumerate(values) if value == max(values)]
    if len(tied) == 1:
        return tied[0]
    if options["game_tie"] == "low_captor" and low_captor in tied:
        return low_captor
    return None


def find_points(
    options: Options,
    trump: str,
    captured: Sequence[Sequence[str]],
    played: Sequence[Sequence[str]],
) -> dict[str, int | None]:
    """The side of each point that this variant has (SM11, SMV2, SMV3, SMV4).

    `captured` are the cards by side, `played` by the seat that played them.
    """
    on_table = [card for cards in played for card in cards]
    lowest = low_card(trump, on_table)
    low_captor = side_with(lowest, captured)
    points = {
        "high": side_with(high_card(options, trump, on_table), captured),
        "low": low_captor,
        "jack": side_with("J" + trump, captured),
        "game": game_side(options, [game_value(cards) for cards in captured], low_captor),
    }
    if options["low_to"] == "holder" and lowest is not None:
        holder = next(seat for seat, cards in enumerate(played) if lowest in cards)
        points["low"] = side_of(options, holder)
    if has_jick(options):
        points["jick"] = side_with(jick(trump), captured)
        points["three"] = side_with("3" + trump, captured)
    if BIG in jokers(options):
        points["big_joker"] = side_with(BIG, captured)
    if LITTLE in jokers(options):
        points["little_joker"] = side_with(LITTLE, captured)
    if options["variant"] == "widow":
        points["two"] = side_with("2" + trump, captured)
    return points


def side_scores(pitching: int, bid: int, captured: Sequence[int]) -> list[int]:
    """What each side scores for the points it captured; side `pitching` bid `bid` (SM12)."""
    scores = list(captured)
    if captured[pitching] < bid:
        scores[pitching] = -bid
    return scores


def score_deal(
    options: Options,
    trump: str,
    pitcher: int,
    bid: int,
    captured: Sequence[Sequence[str]],
    played: Sequence[Sequence[str]],
) -> DealScore:
    """The score of a deal played to its end."""
    points = find_points(options, trump, captured, played)
    totals = [0] * num_sides(options)
    for name, side in points.items():
        if side is not None:
            totals[side] += WORTH[name]
    pitching = side_of(options, pitcher)
    scores = side_scores(pitching, bid, totals)
    return DealScore(
        game_value=[game_value(cards) for cards in captured],
        made=totals[pitching] >= bid,
        scores=scores,
        units=units_of(options, scores),
        captured=totals,
        **points,
    )


def score_revoke(
    options: Options, pitcher: int, revoker: int, captured: Sequence[Sequence[str]]
) -> DealScore:
    """The score of a deal that `revoker` ended by a revoke (SM14)."""
    offending = side_of(options, revoker)
    scores = [highest_bid(options)] * num_sides(options)
    scores[offending] = 0
    return DealScore(
        game_value=[game_value(cards) for cards in captured],
        made=side_of(options, pitcher) != offending,
        scores=scores,
        units=units_of(options, scores),
    )


def units_of(options: Options, scores: Sequence[int]) -> list[int]:
    """The score by seat: each seat has that of its side."""
    return [scores[side_of(options, seat)] for seat in range(options["players"])]
