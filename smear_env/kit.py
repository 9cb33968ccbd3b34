"""Smear as the adapters of trick_taking take it."""

from __future__ import annotations

from smear_env.game import SmearGame
from smear_env.one_row import observe_row
from smear_env.rendering import deal_text, heading, table_text
from smear_env.results import deal_result
from smear_env.rules import SmearRules
from trick_taking.game_kit import GameKit

SMEAR_KIT = GameKit(
    make=SmearGame,
    rules=SmearRules,
    deal_text=deal_text,
    deal_result=deal_result,
    heading=heading,
    observe_row=observe_row,
    render=table_text,
    match_counters=("deals_played",),
)
