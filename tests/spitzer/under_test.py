"""Two-trump Spitzer as the shared checks take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from spitzer_env import spitzer_v0
from spitzer_env.kit import TWO_TRUMP_KIT
from spitzer_env.spitzer_v0 import Rules
from spitzer_env.state import Phase
from spitzer_env.trumps import GROUP, GROUP_SETS, POINTS, TRUMP
from tests.shared_checks.game_under_test import GameUnderTest
from trick_taking.cards import NO_SEAT

TABLES = [(4, 0), (5, 0), (4, 2), (4, 4), (3, 2), (5, 2)]  # players and blind, SPV4, SPV6


def rules_at(table: tuple[int, int], cards_each: int, **options: Any) -> Rules:
    """Rules for a table of so many players and cards of the blind; SPV7: or of a reduced deck."""
    players, blind = table
    if table == (4, 0):
        options["cards_each"] = cards_each
    return Rules(players=players, blind=blind, **options)


RULES = st.builds(
    rules_at,
    table=st.sampled_from(TABLES),
    cards_each=st.sampled_from([8, 4, 3, 2]),
    all_pass=st.sampled_from(["leaster", "redeal", "dealer_picks"]),
    solo=st.booleans(),
    trump_lead_must_follow=st.booleans(),
    tie_60=st.sampled_from(["trump_side_loses", "most_tricks"]),
    schneider_bonus=st.booleans(),
    schwarz_bonus=st.booleans(),
    schneider_minimum=st.sampled_from([91, 90]),
    revoke=st.sampled_from(["forbidden", "lose_deal", "fine_4"]),
    double_spitzer=st.booleans(),
)
DEAL = "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 7S"
REST = " | AC KD QD 9D QH TH AS 8S | 9C 7C AD KH 8H KS JS TS"
PASS, SOLO, PICK = 32, 33, 34


def cards_by_place(game: Any) -> np.ndarray:
    """(G, 2S + 2) the hands, what each seat has played, what is buried and a blind not picked."""
    state = game.state
    blind = np.where(state.declarer == NO_SEAT, state.blind, np.uint64(0))
    piles = np.stack([state.buried, blind], axis=1)
    return np.concatenate([state.hands, state.played, piles], axis=1)


def card_points(cards: np.ndarray) -> np.ndarray:
    """The card points (SP5) of each set in an array of sets."""
    held = cards[..., None] >> np.arange(32, dtype=np.uint64) & np.uint64(1)
    return held @ POINTS.astype(np.uint64)


def counted_points(game: Any) -> np.ndarray:
    """(G,) card points captured, on the table, in hands, laid away and not in the pack (SPV7)."""
    state = game.state
    undealt = 120 - POINTS[list(game.rules.pack)].sum()
    seats = state.hands.shape[1]
    away = np.delete(cards_by_place(game), range(seats, 2 * seats), axis=1)
    return state.points.sum(axis=1) + state.trick_points + card_points(away).sum(axis=1) + undealt


def check_position(game: Any) -> None:
    """SP6, SPV4, SPV6: equal hands for each seat that plays; SP9: who speaks does not play."""
    state, legal, rules = game.state, game.legal, game.rules
    sizes = np.bitwise_count(state.hands | state.played)
    buries = state.phase == Phase.BURY
    assert (np.sort(sizes, axis=1)[~buries, -rules.seats_playing :] == rules.tricks).all()
    if rules.dealer_sits_out:
        assert (game.seat != state.dealer).all()
    speaks = state.phase == Phase.ANNOUNCE
    assert (legal[:, :32].any(axis=1) == ~speaks).all()
    assert (legal[:, [PASS, PICK]].any(axis=1) == speaks).all()
    assert (legal[:, PICK] == (speaks & (rules.blind > 0))).all()
    assert not legal[:, PICK + 1 :].any()


def check_results(results: Any, rules: Rules) -> None:
    """SP5, SP10: all points and tricks are somebody's; SP17, SP18: zero-sum but for fine_4."""
    whole = results.revoker == NO_SEAT
    assert (results.points.sum(axis=1)[whole] == rules.pack_points).all()
    assert (results.tricks.sum(axis=1)[whole] == rules.tricks).all()
    fined = ~whole & (rules.revoke == "fine_4")
    assert (results.units.sum(axis=1) == np.where(fined, -4, 0)).all()


def proven_voids(before: Any, after: Any, row: int, action: int) -> Iterator[tuple[int, int]]:
    """SP9: who announces solo holds both trumps; SP11, SP12: who does not follow has none."""
    seat, led = int(before.state.seat[row]), int(before.state.led_group[row])
    if action == SOLO:
        yield from ((other, TRUMP) for other in range(before.num_seats) if other != seat)
    duty = led >= 0 and (led != TRUMP or before.rules.trump_lead_must_follow)
    lawful = before.lawful[row, action]
    if action < PASS and lawful and duty and GROUP[action] != led:
        yield seat, led


SPITZER = GameUnderTest(
    name="spitzer",
    module=spitzer_v0,
    kit=TWO_TRUMP_KIT,
    package="spitzer_env",
    registered="spitzer_env/Spitzer-v0",
    rules=RULES,
    short_matches=RULES.map(lambda rules: Rules(**{**rules.as_dict(), "score_limit": 2})),
    plain_rules=(
        Rules(),
        Rules(players=5),
        Rules(players=3, blind=2, all_pass="dealer_picks"),
        Rules(cards_each=2),
    ),
    variations={
        "deal": {},
        "history": {"history": True},
        "revoke": {"rules": Rules(revoke="fine_4")},
        "silent": {"rules": Rules(solo=False), "rewards": "relative"},
        "match": {"episode": "match", "rules": Rules(deals=2), "rewards": "win"},
        "five": {"rules": Rules(players=5)},
        "blind": {"rules": Rules(blind=2, all_pass="redeal"), "history": True},
        "leaster": {"rules": Rules(players=3, blind=2, revoke="lose_deal")},
        "reduced": {"rules": Rules(cards_each=3), "history": True},
    },
    match={"rules": Rules(deals=2)},
    many_seats={"rules": Rules(players=5, deals=5)},
    revoke={"rules": Rules(revoke="lose_deal")},
    deal=DEAL + REST,
    faults={
        "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS QC" + REST: "QC appears twice",
        "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS" + REST: r"SP7.*SP6.*gives it 7",
        "QC TC 8C TD 8D JH 9H 9S | KC JC JD 7D AH 7H QS 6S" + REST: "unknown card '6S'",
        DEAL: "needs 4 hands",
        DEAL + REST + " | blind: ": "unknown pile 'blind'",
    },
    stakes=(
        ({}, 18.0),
        ({"rules": Rules(solo=False)}, 9.0),
        ({"rules": Rules(double_spitzer=True)}, 36.0),
        ({"rules": Rules(revoke="lose_deal")}, 18.0),
        (
            {
                "rules": Rules(
                    solo=False, schneider_bonus=False, schwarz_bonus=False, revoke="fine_4"
                )
            },
            4.0,
        ),
        ({"rules": Rules(players=5, blind=2, double_spitzer=True)}, 24.0),
        ({"episode": "match", "rewards": "win"}, 18.0),
    ),
    never_legal="schneider",
    piles=cards_by_place,
    pack=lambda rules: sum(1 << card for card in rules.pack),
    tally=counted_points,
    whole_tally=120,
    groups=lambda game: np.broadcast_to(GROUP_SETS, (game.num_games, len(GROUP_SETS))),
    proves=proven_voids,
    sits_out=lambda rules: rules.dealer_sits_out,
    check_position=check_position,
    check_results=check_results,
)
