"""What a player of Smear can count: unseen trumps, who may hold them, what Low and Game are worth.

Seats and sides are relative, 0 = me and mine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agents.smear_cards import LOWEST, Numbers, SmearCards, values_of
from agents.smear_habits import Habits
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.trumps import SUIT_SIZE, TRUMP, suit_ranks
from trick_taking.cards import Cards, Flags, count

Places = npt.NDArray[np.int64]
_ALMOST = np.float32(0.98)
_WHOLE_VALUE = 80  # SM3


@dataclass(frozen=True)
class Knowledge:
    """What the cards seen so far tell in G games."""

    unseen: Cards  # (G,) cards that I have not seen
    trumps: Cards  # (G,) of them the trumps
    trumps_left: Numbers  # (G,) how many they are
    plain: Cards  # (G,) unseen plain cards
    trump_chance: Numbers  # (G, S) chance that a seat holds a given unseen trump; mine 0
    no_trump: Numbers  # (G, S) log of the chance that it does not
    plain_chance: Numbers  # (G, S) chance that a seat holds a given unseen plain card
    low_card: Places  # (G,) lowest card of suit t that I hold or that was played, NO_CARD for none
    low_worth: Numbers  # (G,) points that it is expected to score as Low
    trump_points: Numbers  # (G,) mean points of an unseen trump
    plain_value: Numbers  # (G,) mean game value of an unseen plain card
    game_slope: Numbers  # (G,) points that one game value more for my side is worth
    my_trumps: Numbers  # (G,) trumps in my hand
    tricks_left: Numbers  # (G,) tricks to come, with this one
    pitching: Flags  # (G,) my side has the pitcher
    tight: Numbers  # (G,) 0..1 how near the bid is to what the pitcher's side may still reach
    hopeless: Flags  # (G,) the pitcher's side cannot make its bid any more


def count_cards(
    info: InformationState, cards: SmearCards, rules: SmearRules, habits: Habits
) -> Knowledge:
    """Count the cards of games in play or in the discards."""
    trump = info.trump.astype(np.int64)
    fallen = np.bitwise_or.reduce(info.played, axis=1)
    unseen = cards.pack & ~(info.hand | info.discarded | fallen)
    trump_set = cards.trump_sets[trump]
    trumps, plain = unseen & trump_set, unseen & ~trump_set
    left = count(trumps).astype(np.float32)
    chance = trump_chances(info, left, rules, habits)
    held = info.held.astype(np.float32) - chance * left[:, None]
    plain_left = np.maximum(count(plain), 1).astype(np.float32)
    plain_chance = np.clip(held / plain_left[:, None], 0, _ALMOST)
    plain_chance[:, 0] = 0
    low_card, low_worth = find_low(info.hand | fallen, trumps, chance, trump, rules)
    return Knowledge(
        unseen=unseen,
        trumps=trumps,
        trumps_left=left,
        plain=plain,
        trump_chance=chance,
        no_trump=np.log1p(-chance),
        plain_chance=plain_chance,
        low_card=low_card,
        low_worth=low_worth,
        trump_points=cards.points_of(trumps, trump) / np.maximum(left, 1),
        plain_value=values_of(plain).astype(np.float32) / plain_left,
        game_slope=worth_of_game(info, rules),
        my_trumps=count(info.hand & trump_set).astype(np.float32),
        tricks_left=6 - info.tricks_played.astype(np.float32),
        pitching=info.pitcher % rules.num_sides == 0,
        **outlook_of_bid(info, cards, rules),
    )


def outlook_of_bid(
    info: InformationState, cards: SmearCards, rules: SmearRules
) -> dict[str, npt.NDArray[Any]]:
    """Whether the points that are left suffice for the bid, and how near it is (SM12)."""
    trump = info.trump.astype(np.int64)
    sides = range(rules.num_sides)
    captured = np.stack([cards.points_of(info.captured[:, side], trump) for side in sides], axis=1)
    pitching = (info.pitcher % rules.num_sides).astype(np.int64)[:, None]
    need = info.bid - np.take_along_axis(captured, pitching, axis=1)[:, 0]
    left = rules.most_points - captured.sum(axis=1)
    return {
        "tight": np.exp(-(((need - 0.6 * left) / 2) ** 2)),
        "hopeless": need > left,
    }


def trump_chances(
    info: InformationState, left: Numbers, rules: SmearRules, habits: Habits
) -> Numbers:
    """(G, S) chance that each seat holds a given one of the `left` (G,) unseen trumps.

    Every card dealt to a seat and not yet played may be one; the pitcher has more than others, a
    seat that failed to follow to trump none. A hand has no more trumps than cards.
    """
    played = count(info.played).astype(np.float32)
    seats = np.arange(rules.players)
    drawn = info.drawn.astype(np.float32)
    dealt = rules.hand_size - played
    if rules.variant == "nine_card":  # SMV1: who drew d cards had 6 - d trumps
        dealt = np.maximum(6 - drawn + habits.drawn_trump * drawn - played, 0.1)
    pitches = seats == info.pitcher[:, None]
    dealt = dealt + pitches * (np.float32(rules.widow_size) + habits.pitcher_trumps)
    void = (info.voids >> np.uint8(TRUMP) & np.uint8(1)).astype(np.bool_)
    weight = np.where(void | (seats == 0), 0, np.maximum(dealt, 0)).astype(np.float32)
    if rules.variant == "nine_card":
        rest = np.full(len(left), habits.stock_trumps, np.float32)
    else:
        size = len(rules.pack) - rules.players * rules.hand_size - rules.widow_size
        rest = np.full(len(left), size, np.float32)
    chance = weight / np.maximum(weight.sum(axis=1) + rest, 1)[:, None]
    most = info.held / np.maximum(left, 1)[:, None]
    return np.minimum(np.minimum(chance, most), _ALMOST).astype(np.float32)


def find_low(
    seen: Cards, trumps: Cards, chance: Numbers, trump: Places, rules: SmearRules
) -> tuple[Places, Numbers]:
    """(G,) the lowest card of suit t in `seen` and the chance that it will be Low (SM11)."""
    place = LOWEST[suit_ranks(seen, trump).astype(np.int64)]
    below = _BELOW[place]
    lower = count(suit_ranks(trumps, trump) & below).astype(np.float32)
    in_play = np.minimum(chance.sum(axis=1), _ALMOST)
    low = np.exp(lower * np.log1p(-in_play)).astype(np.float32)
    if rules.low_to == "holder":
        low = np.zeros_like(low)
    card = np.where(place < 0, -1, place + SUIT_SIZE * trump)
    return card, np.where(place < 0, 0, low).astype(np.float32)


_BELOW = np.array([(1 << SUIT_SIZE) - (1 << place + 1) for place in range(13)] + [0], np.uint64)


def worth_of_game(info: InformationState, rules: SmearRules) -> Numbers:
    """(G,) points that one more game value of my side is worth towards Game (SM11)."""
    value = info.game_value.astype(np.float32)
    lead = value[:, 0] - value[:, 1:].max(axis=1)
    share = np.float32(0.6 if rules.variant != "nine_card" else 0.3)
    to_come = np.maximum((_WHOLE_VALUE - value.sum(axis=1)) * share, 4)
    spread = 2.2 * np.sqrt(to_come)
    return (0.8 / spread * np.exp(-((lead / spread) ** 2) / 2)).astype(np.float32)
