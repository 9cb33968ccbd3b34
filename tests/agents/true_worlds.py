"""The worlds that are the truth, for tests; and games of many rules under way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from agents.determinize import Worlds
from smear_env.game import SmearGame
from smear_env.observation import cards_not_dealt
from smear_env.rules import SmearRules
from smear_env.state import Phase as SmearPhase
from spitzer_env.game import SpitzerGame
from spitzer_env.michigan_rules import MichiganRules
from spitzer_env.rules import TwoTrumpRules
from tests.shared_checks.game_under_test import lawful_at_random
from trick_taking.cards import NO_SEAT

SPITZERS = [
    TwoTrumpRules(),
    TwoTrumpRules(solo=False, trump_lead_must_follow=False, revoke="fine_4"),
    TwoTrumpRules(players=5, revoke="lose_deal", double_spitzer=True),
    TwoTrumpRules(blind=2),
    TwoTrumpRules(blind=4, all_pass="dealer_picks", revoke="lose_deal"),
    TwoTrumpRules(players=3, blind=2, all_pass="redeal"),
    TwoTrumpRules(players=5, blind=2),
]
MICHIGANS = [
    MichiganRules(partner_schneider=True),
    MichiganRules(zola_needs_queens=True, first_announcement_ends=True, trump_chain=True),
    MichiganRules(negative_scores="declarers", deals=3),
]
SMEARS = [
    SmearRules(),
    SmearRules(revoke="lose_deal", free_discard=True, low_to="holder", high="highest_played"),
    SmearRules(players=5, variant="nine_card"),
    SmearRules(players=4, variant="nine_card", free_discard=True),
    SmearRules(players=3, variant="widow", all_pass="redeal"),
    SmearRules(players=8, variant="widow", teams=4),
    SmearRules(players=6, teams=3, variant="no_jick", jokers=0, game_tie="low_captor"),
    SmearRules(players=4, variant="five_point"),
]
ALL = [*SPITZERS, *MICHIGANS, *SMEARS]


def make_game(rules: Any, num_games: int, seed: int = 0, **options: Any) -> Any:
    made = SmearGame if isinstance(rules, SmearRules) else SpitzerGame
    return made(num_games, rules=rules, seed=seed, autoreset=False, **options)


def under_way(game: Any, seed: int, every: int = 1) -> Iterator[Any]:
    """The game itself, before every so many moves of lawful random play, until all is over."""
    choose = lawful_at_random(seed, unlawful=0.0)
    for move in product(range(10_000)):
        if (game.seat == NO_SEAT).all():
            return
        if move[0] % every == 0:
            yield game
        game.step(choose(game))


def turned(by_seat: np.ndarray, viewers: np.ndarray) -> np.ndarray:
    """(G, S) by absolute seat to (G, S) by seat relative to the viewers."""
    seats = (viewers[:, None] + np.arange(by_seat.shape[1])) % by_seat.shape[1]
    return np.take_along_axis(by_seat, seats.astype(np.intp), axis=1)


def true_worlds(game: Any, viewers: np.ndarray) -> Worlds:
    """The one world of each row in which all lies as it does; seats relative to the viewers."""
    state = game.state
    nothing = np.zeros(len(viewers), np.uint64)
    if isinstance(game, SmearGame):
        laid = state.discarded
        widow, rest = cards_not_dealt(state, game.rules)
        widow = np.where(state.phase == SmearPhase.AUCTION, widow, nothing)
    else:
        laid, widow = np.zeros_like(state.hands), nothing
        picked = np.flatnonzero(state.declarer != NO_SEAT)
        laid[picked, state.declarer[picked]] = state.buried[picked]
        rest = np.where(state.declarer == NO_SEAT, state.blind, nothing)
    hands, laid = (turned(cards, viewers)[:, None] for cards in (state.hands, laid))
    return Worlds(hands, laid, widow[:, None], rest[:, None], np.ones(len(viewers)))
