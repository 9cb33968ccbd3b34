"""What each rule set brings to the one Spitzer game, chosen once in its constructor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from spitzer_env.announcing import Announcing, Speech
from spitzer_env.calling import Calling
from spitzer_env.following import Following
from spitzer_env.match import advance_match, advance_to_target
from spitzer_env.michigan_duties import MichiganDuties
from spitzer_env.michigan_refusals import why_not_in_michigan
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.michigan_scoring import MichiganResults, score_michigan
from spitzer_env.michigan_trumps import LITTLE_QUEEN, MICHIGAN_TABLES
from spitzer_env.picking import Picking
from spitzer_env.play import PlayTables, Rows
from spitzer_env.refusals import why_not_in_two_trump
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.rules import TwoTrumpRules
from spitzer_env.scoring import DealResults, score_deals
from spitzer_env.state import SpitzerState
from spitzer_env.trumps import QUEEN, SEVEN, TABLES
from trick_taking.cards import Flags


@dataclass(frozen=True)
class Variant:
    """One rule set as the game calls it.

    name: of the environment
    tables: what play looks up
    speech: what comes before the first lead
    score: (state, rows) to the results of finished deals
    advance: (state, rows) to (K,) whether matches whose last deals are booked are over
    refusal: (state, row, action) to the reason, with its rule, why the action is illegal
    """

    name: str
    tables: PlayTables
    speech: Speech
    score: Callable[[SpitzerState, Rows], DealResults | MichiganResults]
    advance: Callable[[SpitzerState, Rows], Flags]
    refusal: Callable[[SpitzerState, int, int], str]


def variant_of(rules: SpitzerRules) -> Variant:
    """The variant that `rules` ask for."""
    return _michigan(rules) if isinstance(rules, MichiganRules) else _two_trump(rules)


def _two_trump(rules: TwoTrumpRules) -> Variant:
    tables = PlayTables(rules, TABLES, (QUEEN, SEVEN), Following(rules))
    return Variant(
        name="spitzer_v0",
        tables=tables,
        speech=Picking(rules, tables) if rules.blind else Announcing(tables),
        score=_with_rules(score_deals, rules),
        advance=_with_rules(advance_match, rules),
        refusal=_with_rules(why_not_in_two_trump, rules),
    )


def _michigan(rules: MichiganRules) -> Variant:
    tables = PlayTables(rules, MICHIGAN_TABLES, (QUEEN, LITTLE_QUEEN), MichiganDuties(rules))
    return Variant(
        name="michigan_v0",
        tables=tables,
        speech=Calling(rules, tables),
        score=_with_rules(score_michigan, rules),
        advance=_with_rules(advance_to_target, rules),
        refusal=_with_rules(why_not_in_michigan, rules),
    )


def _with_rules(function: Callable[..., Any], rules: SpitzerRules) -> Callable[..., Any]:
    return partial(function, rules=rules)
