"""Smear as the shared checks take it. What is trump is told by the slow reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from smear_env import smear_v0
from smear_env.kit import SMEAR_KIT
from smear_env.smear_v0 import Rules
from smear_env.state import Phase
from tests.reference.smear_cards import ALL_CARDS, GAME_VALUES, pack, trumps
from tests.reference.smear_options import CHOICES, SHAPE, all_rules, complete_options
from tests.shared_checks.game_under_test import GameUnderTest
from trick_taking.cards import NO_CARD, NO_SEAT

SUITS = "CSHD"
TRUMP = 4  # the group after the four suits
PASS, BID_2, BID_12, TRUMP_C = 54, 55, 65, 66
HAND = 6  # SM7
WHOLE_GAME_VALUE = 80  # SM3
SHAPES = list(all_rules())


@st.composite
def any_rules(draw: st.DrawFn, players: int | None = None) -> Rules:
    """Every option drawn, among those that go together; of so many players, or of any number."""
    shapes = [shape for shape in SHAPES if players in (None, shape["players"])]
    options = dict(draw(st.sampled_from(shapes)))
    for name, choices in CHOICES.items():
        if name not in SHAPE:
            options[name] = draw(st.sampled_from(choices))
    if options["players"] != 5 or options["variant"] == "nine_card":
        options["cards_dealt"] = None
    return Rules(**options)


def shortened(rules: Rules) -> Rules:
    """The same, with matches of at most two deals."""
    return Rules(**{**rules.as_dict(), "max_deals": 2, "target": 11})


def in_reference(rules: Rules) -> dict[str, Any]:
    """The options as the reference takes them."""
    options = {name: value for name, value in rules.as_dict().items() if name in CHOICES}
    return complete_options(options)


def card_set(names: list[str]) -> int:
    """A set of cards by text as one number."""
    return sum(1 << ALL_CARDS.index(name) for name in names)


@cache
def groups_by_trump(rules: Rules) -> np.ndarray:
    """(5, 5) the cards of the groups C S H D and trump under each trump, none before it."""
    options = in_reference(rules)
    table = np.zeros((5, 5), np.uint64)
    for trump, suit in enumerate(SUITS):
        high = trumps(options, suit)
        for group, plain in enumerate(SUITS):
            cards = [card for card in pack(options) if card[1] == plain and card not in high]
            table[trump, group] = card_set([card for card in cards if card[0] + plain == card])
        table[trump, TRUMP] = card_set([card for card in pack(options) if card in high])
    return table


def groups(game: Any) -> np.ndarray:
    """(G, 5) the cards of each group under the trump of each game."""
    return groups_by_trump(game.rules)[game.state.trump]


def unseen_by_all(game: Any) -> np.ndarray:
    """(G,) what is left of widow and stock."""
    state, rules = game.state, game.rules
    first = rules.players * rules.hand_size
    left = np.zeros(game.num_games, np.uint64)
    for row in range(game.num_games):
        taken = rules.widow_size if state.phase[row] != Phase.AUCTION else 0  # SMV2
        taken += int(state.drawn[row].sum())  # SMV1
        for card in state.order[row, first + taken :].tolist():
            if card != NO_CARD:
                left[row] |= np.uint64(1 << card)
    return left


def cards_by_place(game: Any) -> np.ndarray:
    """(G, 3S + 1) hands, discards, what each seat has played, and the rest."""
    state = game.state
    return np.column_stack([state.hands, state.discarded, state.played, unseen_by_all(game)])


def values_of(sets: np.ndarray) -> np.ndarray:
    """The game value (SM3) of each set in an array of sets."""
    worth = [GAME_VALUES.get(card[0], 0) if card[1] in SUITS else 0 for card in ALL_CARDS]
    held = sets[..., None] >> np.arange(len(ALL_CARDS), dtype=np.uint64) & np.uint64(1)
    return held @ np.array(worth, np.uint64)


def counted_value(game: Any) -> np.ndarray:
    """(G,) game value captured, on the table, held, laid down and left."""
    state = game.state
    hidden = [state.hands, state.discarded, unseen_by_all(game)]
    elsewhere = values_of(np.column_stack(hidden)).sum(axis=1)
    return state.game_value.sum(axis=1) + state.table_value + elsewhere


def check_position(game: Any) -> None:
    """What may be done in each phase (SM5-SM9), and how many cards each seat has."""
    state, legal, rules = game.state, game.legal, game.rules
    phase, rows = state.phase, np.arange(game.num_games)
    assert (legal[:, :PASS].any(axis=1) == (phase >= Phase.DISCARD)).all()
    assert (legal[:, PASS] == (phase == Phase.AUCTION)).all()
    assert (legal[:, TRUMP_C:].any(axis=1) == (phase == Phase.TRUMP)).all()
    highest = state.bids.max(axis=1)
    for bid in range(2, 13):
        higher = (phase == Phase.AUCTION) & (bid > highest) & (bid <= rules.most_points)
        assert (legal[:, BID_2 - 2 + bid] == higher).all()
    after = phase > Phase.AUCTION
    assert (state.bid[after] == np.maximum(highest, 2 * state.forced)[after]).all()

    held = np.bitwise_count(state.hands)
    laid, played = np.bitwise_count(state.discarded), np.bitwise_count(state.played)
    dealt = np.full(held.shape, rules.hand_size) + state.drawn
    dealt[rows[after], state.pitcher[after]] += rules.widow_size
    assert (held + laid + played == dealt).all()
    in_play = phase == Phase.PLAY
    if rules.variant == "nine_card":
        assert (held + played <= HAND)[in_play].all()
        only_trumps = state.played & ~groups(game)[:, None, TRUMP]
        assert not only_trumps[in_play].any()
    else:
        assert (held + played == HAND)[in_play].all()
        assert not state.drawn.any()
    assert (held[phase == Phase.DISCARD, state.seat[phase == Phase.DISCARD]] > HAND).all()


def check_results(results: Any, rules: Rules) -> None:
    """SM11, SM12, SM14, from the points that each side captured."""
    sides = np.arange(rules.num_sides)
    by_side = results.units[:, : rules.num_sides]
    assert (results.units == by_side[:, np.arange(rules.players) % rules.num_sides]).all()
    pitching = sides == (results.pitcher % rules.num_sides)[:, None]
    revoked = results.revoker != NO_SEAT
    offends = revoked[:, None] & (sides == (results.revoker % rules.num_sides)[:, None])
    reached = np.where(pitching, results.captured, 0).sum(axis=1) >= results.bid
    assert (results.made == np.where(revoked, ~(pitching & offends).any(axis=1), reached)).all()
    set_back = pitching & ~results.made[:, None]
    scored = np.where(set_back, -results.bid[:, None], results.captured)
    penalty = np.where(offends, 0, rules.most_points)
    assert (by_side == np.where(revoked[:, None], penalty, scored)).all()
    assert (results.captured.sum(axis=1) <= rules.most_points).all()
    assert not results.captured[revoked].any()
    assert ((results.bid >= 2) & (results.bid <= rules.most_points)).all()


def proven_voids(before: Any, after: Any, row: int, action: int) -> Iterator[tuple[int, int]]:
    """SM9: who plays neither the suit led nor a trump; SMV1: who is skipped."""
    state, rules = before.state, before.rules
    if state.phase[row] != Phase.PLAY or not before.lawful[row, action]:
        return
    if rules.variant == "nine_card":
        yield from ((seat, TRUMP) for seat in skipped_seats(before, after, row))
        return
    led = int(state.led_group[row])
    sets = groups(before)[row]
    followed = led == NO_SEAT or int(sets[led] | sets[TRUMP]) >> action & 1
    if not followed:
        yield int(state.seat[row]), led


def skipped_seats(before: Any, after: Any, row: int) -> Iterator[int]:
    """SMV1: the seats whose turn came and who had no trump, up to the next who acts."""
    players = before.rules.players
    trump_cards = groups(before)[row, TRUMP]
    void = [not hand & trump_cards for hand in after.state.hands[row]]
    seat, leads = int(before.state.seat[row]), before.state.trick_size[row] == 0
    leader = seat if leads else int(before.state.leader[row])
    turn = (seat + 1) % players
    while turn != leader and void[turn]:
        yield turn
        turn = (turn + 1) % players
    if turn != leader:
        return
    history = after.state.history[row]
    size = int(before.state.trick_size[row]) + 1
    last = int(after.state.moves[row])
    order = trumps(in_reference(before.rules), SUITS[int(before.state.trump[row])])
    cards = [ALL_CARDS[action] for action in history[last - size : last]]
    best = min(range(size), key=lambda place: order.index(cards[place]))
    taker = int(after.state.history_seats[row, last - size + best])
    for step in range(players):
        turn = (taker + step) % players
        if not void[turn]:
            return
        yield turn


DEAL = (
    "3C 5C 9D 3H KH BJ LJ 4S 8S KS | KD TD 9H QH 3S JS 2C 2D 2H 2S "
    "| 9C QC TC AD AH 7S 4C 4D 4H 5D | 7C 8C AC 6H TH TS 6C 6D 5H 5S"
)
START = DEAL.removesuffix(" 5S")

SMEAR = GameUnderTest(
    name="smear",
    module=smear_v0,
    kit=SMEAR_KIT,
    package="smear_env",
    registered="smear_env/Smear-v0",
    rules=any_rules(),
    short_matches=any_rules().map(shortened),
    plain_rules=(
        *(Rules(players=players) for players in (3, 4, 5, 6, 8)),
        Rules(variant="nine_card"),
        Rules(variant="widow"),
        Rules(variant="no_jick", jokers=0),
    ),
    variations={
        "deal": {},
        "history": {"history": True, "rules": Rules(variant="widow", free_discard=True)},
        "revoke": {"rules": Rules(players=3, revoke="lose_deal"), "rewards": "relative"},
        "match": {
            "episode": "match",
            "rules": Rules(players=3, variant="nine_card", max_deals=2),
            "rewards": "win",
        },
    },
    match={"rules": Rules(max_deals=2)},
    many_seats={"rules": Rules(players=8, teams=4, max_deals=2)},
    revoke={"rules": Rules(revoke="lose_deal")},
    deal=DEAL,
    faults={
        START + " LJ": "LJ appears twice",
        START: r"SM4.*gives it 9",
        START + " 1S": "unknown card '1S'",
        " | ".join(DEAL.split(" | ")[:3]): "needs 4 hands",
        DEAL + " | blind: ": "unknown pile 'blind'",
        DEAL + " | widow: 7D 8D 9S QD": "unknown pile 'widow'",
        DEAL + " | stock: 7D 8D": r"SM4.*lacks",
    },
    stakes=(
        ({}, 10.0),
        ({"rules": Rules(variant="widow")}, 12.0),
        ({"rules": Rules(variant="no_jick", jokers=0)}, 4.0),
        ({"rules": Rules(variant="no_jick")}, 6.0),
        ({"rules": Rules(variant="five_point")}, 5.0),
        ({"rules": Rules(revoke="lose_deal")}, 10.0),
        ({"rules": Rules(variant="nine_card"), "rewards": "relative"}, 10.0),
        ({"episode": "match", "rewards": "win"}, 10.0),
    ),
    never_legal="trump C",
    piles=cards_by_place,
    pack=lambda rules: card_set(pack(in_reference(rules))),
    tally=counted_value,
    share=0.3,
    whole_tally=WHOLE_GAME_VALUE,
    groups=groups,
    proves=proven_voids,
    check_position=check_position,
    check_results=check_results,
)
