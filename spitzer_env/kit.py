"""Two-trump Spitzer as the adapters of trick_taking take it."""

from __future__ import annotations

from spitzer_env.game import SpitzerGame
from spitzer_env.one_row import observe_row
from spitzer_env.rendering import deal_text, heading, table_text
from spitzer_env.results import deal_result
from spitzer_env.rules import TwoTrumpRules
from trick_taking.game_kit import GameKit

TWO_TRUMP_KIT = GameKit(
    make=SpitzerGame,
    rules=TwoTrumpRules,
    deal_text=deal_text,
    deal_result=deal_result,
    heading=heading,
    observe_row=observe_row,
    render=table_text,
    match_counters=("deals_played", "extra_deals"),
)
