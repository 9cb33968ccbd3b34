"""Michigan Spitzer as the shared checks take it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from spitzer_env import michigan_v0
from spitzer_env.actions import PASS
from spitzer_env.kit import MICHIGAN_KIT
from spitzer_env.michigan_duties import CALLED_CARD
from spitzer_env.michigan_trumps import MICHIGAN_TABLES
from spitzer_env.michigan_v0 import Rules
from spitzer_env.state import Phase
from spitzer_env.trumps import TRUMP
from tests.shared_checks.game_under_test import GameUnderTest
from tests.spitzer.under_test import cards_by_place, counted_points

GROUP, GROUP_SETS = MICHIGAN_TABLES.group[0], MICHIGAN_TABLES.group_sets[0]
RULES = st.builds(
    Rules,
    zola_needs_queens=st.booleans(),
    partner_schneider=st.booleans(),
    first_announcement_ends=st.booleans(),
    trump_chain=st.booleans(),
    negative_scores=st.sampled_from(["opponents", "declarers"]),
)
DEAL = "KC JC 8C TD QD JH 9H TS | AC TC 9C AD JD 7D TH JS"
REST = " | 7C KH AS KS QS 9S 8S 7S | QC KD 9D 8D AH QH 8H 7H"


def check_position(game: Any) -> None:
    """MI6: eight cards for each seat; MI8: who speaks does not play; MI21."""
    state, legal = game.state, game.legal
    assert (np.bitwise_count(state.hands | state.played) == 8).all()
    in_play = state.phase == Phase.PLAY
    assert (legal[:, :32].any(axis=1) == in_play).all()
    assert (legal[:, PASS] == ~in_play).all()
    assert np.array_equal(legal, game.lawful)


def check_results(results: Any, rules: Rules) -> None:
    """MI5, MI14: all points and tricks are somebody's; MI19: one side books the value."""
    assert (results.points.sum(axis=1) == 120).all()
    assert (results.tricks.sum(axis=1) == 8).all()
    losses = (results.value < 0)[:, None]
    if rules.negative_scores == "declarers":
        books, worth = results.declarers, results.value
    else:
        books, worth = results.declarers ^ losses, abs(results.value)
    assert (results.units == np.where(books, worth[:, None], 0)).all()


def proven_voids(before: Any, after: Any, row: int, action: int) -> Iterator[tuple[int, int]]:
    """MI15, MI16: who does not do the first duty has no card for it."""
    state = before.state
    seat, led = int(state.seat[row]), int(state.led_group[row])
    if action >= PASS or led < 0:
        return
    group, second = int(GROUP[action]), int(state.trick[row, 1])
    follows, trump = group == led, group == TRUMP
    if follows and action == CALLED_CARD[state.contract[row]]:
        return
    chained = before.rules.trump_chain and led != TRUMP and second >= 0 and GROUP[second] == TRUMP
    if not follows and not (chained and trump):
        yield seat, led
    if led != TRUMP and not trump and (chained or not follows):
        yield seat, TRUMP


MICHIGAN = GameUnderTest(
    name="michigan",
    module=michigan_v0,
    kit=MICHIGAN_KIT,
    package="spitzer_env",
    registered="spitzer_env/Michigan-v0",
    rules=RULES,
    short_matches=RULES.map(lambda rules: Rules(**{**rules.as_dict(), "target": 10})),
    plain_rules=(Rules(),),
    variations={
        "deal": {},
        "history": {"history": True},
        "schneider": {"rules": Rules(partner_schneider=True, trump_chain=True)},
        "declarers": {"rules": Rules(negative_scores="declarers"), "rewards": "relative"},
        "match": {"episode": "match", "rules": Rules(deals=2), "rewards": "win"},
    },
    match={"rules": Rules(deals=2)},
    many_seats={"rules": Rules(deals=3)},
    revoke={},
    deal=DEAL + REST,
    faults={
        "KC JC 8C TD QD JH 9H TS | AC TC 9C AD JD 7D TH QC" + REST: "QC appears twice",
        "KC JC 8C TD QD JH 9H TS | AC TC 9C AD JD 7D TH" + REST: r"SP7.*SP6.*gives it 7",
        "KC JC 8C TD QD JH 9H TS | AC TC 9C AD JD 7D TH 6S" + REST: "unknown card '6S'",
        DEAL: "needs 4 hands",
        DEAL + REST + " | blind: ": "unknown pile 'blind'",
    },
    stakes=(({}, 42.0), ({"episode": "match", "rewards": "win"}, 42.0)),
    never_legal="solo",
    piles=cards_by_place,
    pack=lambda rules: 2**32 - 1,
    tally=counted_points,
    whole_tally=120,
    groups=lambda game: np.broadcast_to(GROUP_SETS, (game.num_games, len(GROUP_SETS))),
    proves=proven_voids,
    check_position=check_position,
    check_results=check_results,
)
