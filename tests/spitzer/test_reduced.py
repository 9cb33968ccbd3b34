"""SPV7: what the reduced decks are, and what their deals are worth, in card text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from agents.registry import make
from spitzer_env import spitzer_v0
from spitzer_env.scoring import is_schneider, trump_side_wins
from spitzer_env.spitzer_v0 import Rules
from tests.spitzer.tables import TABLES

both_interfaces = pytest.mark.parametrize("kind", TABLES)
# P0 and P1 are the trump side, P0 leads.
EIGHT = "QC KC | 7D KS | AC AS | TC TS"  # P = 53
TWELVE = "QC KC AS | 7D AH TH | AC TC KS | TS KH AD"  # P = 89
SOLO = "QC 7D | AC TC | KC AS | TS KS"


@pytest.mark.parametrize(
    ("cards_each", "pack", "points"),
    [
        (2, "AC KC QC TC AS KS TS 7D", 11 + 4 + 3 + 10 + 11 + 4 + 10 + 0),
        (3, "AC KC QC TC AS KS TS AH KH TH AD 7D", 3 * 25 + 3 + 11),
        (4, "AC KC QC JC TC AS KS JS TS AH KH JH TH AD TD 7D", 3 * 27 + 3 + 21),
    ],
)
def test_spv7_packs_keep_their_card_ids(cards_each: int, pack: str, points: int) -> None:
    game = spitzer_v0.vector_env(64, rules=Rules(cards_each=cards_each), seed=3)
    names = [game.action_names[card] for card in game.rules.pack]
    assert sorted(names) == sorted(pack.split())
    assert game.rules.pack_points == points
    ids = sum(1 << spitzer_v0.env().unwrapped.action_id(card) for card in pack.split())
    assert (np.bitwise_or.reduce(game.state.hands, axis=1) == ids).all()
    assert (np.bitwise_count(game.state.hands) == cards_each).all()
    assert len({hands.tobytes() for hands in game.state.hands}) > 55


@pytest.mark.parametrize("other", [{"players": 5}, {"players": 3, "blind": 2}, {"blind": 4}])
def test_spv7_needs_four_players_and_no_blind(other: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"cards_each=3 needs players=4 and blind=0 \(SPV7\)"):
        Rules(cards_each=3, **other)


def test_spv7_old_rules_are_saved_as_before() -> None:
    assert "cards_each" not in Rules().as_dict()
    assert Rules.from_dict(Rules(cards_each=2).as_dict()) == Rules(cards_each=2)


@pytest.mark.parametrize(
    ("deal", "fault"),
    [
        ("QC 7D | AC TC | KC AS | TS AH", r"AH is not in this pack \(SPV7\)"),
        ("QC 7D | AC TC | KC AS KS | TS", r"seat 2 is dealt 2 cards \(SPV7\)"),
        ("QC 7D | AC TC | KC AS | TS TS", "TS appears twice"),
    ],
)
def test_spv7_wrong_deals_are_refused(deal: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        spitzer_v0.vector_env(1, rules=Rules(cards_each=2)).reset(deals=[deal])


@pytest.mark.parametrize(
    ("cards_each", "points", "wins", "schneider", "schneider_lost"),
    [(8, 120, 61, 91, 30), (4, 105, 53, 79, 26), (3, 89, 45, 67, 22), (2, 53, 27, 40, 13)],
)
def test_spv7_limits(
    cards_each: int, points: int, wins: int, schneider: int, schneider_lost: int
) -> None:
    rules = Rules(cards_each=cards_each)
    held = np.arange(points + 1, dtype=np.int16)
    won = trump_side_wins(held, np.zeros_like(held), np.zeros(len(held), np.bool_), rules)
    assert np.flatnonzero(won)[0] == wins
    assert won.sum() == points - wins + 1
    expected = [*range(schneider_lost + 1), *range(schneider, points + 1)]
    assert np.flatnonzero(is_schneider(held, rules)).tolist() == expected


@both_interfaces
@pytest.mark.parametrize(
    ("deal", "line", "side_points", "units"),
    [
        # 7D takes KC AC TC, 25, and QC the rest: all tricks.
        (EIGHT, "KC 7D AC TC KS AS TS QC", 53, [3, 3, -3, -3]),
        # AC takes KC KS TC, 29; QC takes AS TS 7D, 24: under 26.5, over 13.25.
        (EIGHT, "KC KS AC TC AS TS QC 7D", 24, [-1, -1, 1, 1]),
        # AC takes KC TH KH, 29; QC takes TC AD AH, 35, and 7D takes AS KS TS, 25: over 44.5.
        (TWELVE, "KC TH AC KH TC AD QC AH AS 7D KS TS", 60, [1, 1, -1, -1]),
        # AC takes KC AH AD, 37; TC takes TS AS TH, 41; QC takes KS KH 7D, 11: up to 22.25.
        (TWELVE, "KC AH AC AD TC TS AS TH KS KH QC 7D", 11, [-2, -2, 2, 2]),
        # One against three: QC takes AC KC TS, 28, and 7D takes TC AS KS, 25.
        (SOLO, "QC AC KC TS 7D TC AS KS", 53, [9, -3, -3, -3]),
    ],
)
def test_spv7_whole_deals(
    kind: str, deal: str, line: str, side_points: int, units: list[int]
) -> None:
    cards = len(deal.split("|")[0].split())
    table = TABLES[kind](Rules(cards_each=cards, solo=False), deal)
    table.play_all(line.split())
    assert table.result is not None
    assert table.result["trump_points"] == side_points
    assert table.result["units"] == units


@both_interfaces
def test_spv7_a_revoke_credits_the_points_of_the_deck(kind: str) -> None:
    table = TABLES[kind](Rules(cards_each=2, solo=False, revoke="lose_deal"), EIGHT)
    table.play_all(["QC", "KS"])  # SP12: P1 must have played 7D
    assert table.result is not None
    assert (table.result["trump_points"], table.result["units"]) == (0, [-2, -2, 2, 2])


def test_spv7_the_rule_player_refuses_and_others_play() -> None:
    game = spitzer_v0.vector_env(8, rules=Rules(cards_each=3), autoreset=False)
    with pytest.raises(ValueError, match=r"'rule' cannot play cards_each=3.*SPV7"):
        make("rule", game)
    for text in ("random", "ismcts:iterations=4"):
        agent, play = make(text, game), game.copy()
        while play.legal.any():
            play.step(agent.act(play.view()))
        assert (play.state.tricks_played == 3).all()
