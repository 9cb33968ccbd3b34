"""The Spitzers as the adapters of trick_taking take them."""

from __future__ import annotations

from typing import Any

from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.one_row import observe_row
from spitzer_env.rendering import deal_text, heading, table_text
from spitzer_env.results import deal_result, michigan_result
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.switches import Switches
from trick_taking.checks import check_instance
from trick_taking.game_kit import GameKit


def michigan_game(
    num_games: int, *, rules: MichiganRules | None = None, **options: Any
) -> SpitzerGame:
    """`SpitzerGame` with the rules of Michigan; the other options as for `LockstepGame`."""
    chosen = MichiganRules() if rules is None else rules
    check_instance("rules", chosen, MichiganRules)
    return SpitzerGame(num_games, rules=chosen, **options)


TWO_TRUMP_KIT = GameKit(
    make=SpitzerGame,
    rules=TwoTrumpRules,
    deal_text=deal_text,
    deal_result=deal_result,
    heading=heading,
    observe_row=observe_row,
    render=table_text,
    switches=Switches._fields,
    match_counters=("deals_played", "extra_deals"),
)

MICHIGAN_KIT = GameKit(
    make=michigan_game,
    rules=MichiganRules,
    deal_text=deal_text,
    deal_result=michigan_result,
    heading=heading,
    observe_row=observe_row,
    render=table_text,
    switches=Switches._fields,
    match_counters=("deals_played",),
)
