"""What speaks for and against each card that the rule player of Smear may play.

Each reason is a number for every candidate; `Habits.worth` says what it is worth in points.
"""

from __future__ import annotations

import numpy as np

from agents.smear_cards import Numbers
from agents.smear_knowledge import Knowledge
from agents.smear_outlook import Candidates, Outlook
from smear_env.information import InformationState
from smear_env.rules import SmearRules
from smear_env.trumps import VALUES


def reasons(
    tries: Candidates,
    outlook: Outlook,
    known: Knowledge,
    info: InformationState,
    rules: SmearRules,
) -> dict[str, Numbers]:
    """(N,) of each reason, by its name."""
    found = of_the_trick(tries, outlook, known, info, rules)
    spent = of_the_card(tries, outlook, known)
    early = (known.tricks_left[tries.rows] - 1) / 5
    pitching = known.pitching[tries.rows]
    led = of_the_lead(tries, known, info, rules)
    for name, holds in (spent | led).items():
        found[name] = holds
        found[f"{name}_early"] = holds * early
        found[f"{name}_pitching"] = holds * pitching
    return found


def of_the_trick(
    tries: Candidates,
    outlook: Outlook,
    known: Knowledge,
    info: InformationState,
    rules: SmearRules,
) -> dict[str, Numbers]:
    """What the trick is expected to bring: points, and game value as Game is worth now."""
    theirs = (1 - outlook.ours) / max(rules.num_sides - 1, 1)
    slope, tight = known.game_slope[tries.rows], known.tight[tries.rows]
    hopeless, pitching = known.hopeless[tries.rows], known.pitching[tries.rows]
    partner_has_it = tries.ours & ~tries.takes
    return {
        "points_won": outlook.ours * outlook.gain,
        "points_lost": theirs * outlook.loss,
        "game": (outlook.ours - theirs) * outlook.value * slope,
        "lead_won": outlook.ours,
        "points_won_tight": outlook.ours * outlook.gain * tight,
        "points_lost_tight": theirs * outlook.loss * tight,
        "points_won_hopeless": outlook.ours * outlook.gain * hopeless * pitching,
        "points_lost_hopeless": theirs * outlook.loss * hopeless * ~pitching,
        "sure_points": tries.ours * (outlook.stands > 0.99) * tries.points,
        "given_to_partner": partner_has_it * tries.card_points,
        "taken_from_partner": (
            tries.takes
            & (info.taker[tries.rows] > 0)
            & (info.taker[tries.rows] % rules.num_sides == 0)
        )
        * 1.0,
    }


def of_the_card(tries: Candidates, outlook: Outlook, known: Knowledge) -> dict[str, Numbers]:
    """What leaves the hand: trumps that take tricks or score, aces and tens."""
    trump, points, higher = tries.is_trump, tries.card_points, tries.higher
    left = known.trumps_left[tries.rows]
    alone = known.my_trumps[tries.rows] == 1
    chance = known.trump_chance[tries.rows].sum(axis=1)
    over = higher * chance  # expected higher trumps in play
    value = VALUES[tries.cards]
    return {
        "trump": trump * 1.0,
        "trump_last": (trump & alone) * 1.0,
        "trump_master": (trump & (higher == 0)) * 1.0,
        "trump_over": trump / (1 + over),
        "trump_points": trump * points,
        "trump_points_safe": trump * points / (1 + over),
        "trump_lowest": (trump & (tries.lower_mine == 0)) * 1.0,
        "trump_three": (trump & (points >= 2)) * 1.0,
        "trump_rank": trump * higher / (1 + left),
        "plain_long": ~trump * known.my_trumps[tries.rows],
        "plain_master": (~trump & (higher == 0)) * 1.0,
        "plain_ten": (~trump & (value == 10)) * 1.0,
        "plain_value": (~trump & (value < 10)) * value / 4,
    }


def of_the_lead(
    tries: Candidates, known: Knowledge, info: InformationState, rules: SmearRules
) -> dict[str, Numbers]:
    """What a lead does besides its trick: it strips trumps, or shows a suit."""
    leads, trump = tries.leads, tries.is_trump
    chance, left = known.trump_chance, known.trumps_left
    friends = [seat for seat in range(1, rules.players) if seat % rules.num_sides == 0]
    foes = [seat for seat in range(1, rules.players) if seat % rules.num_sides]
    plain = leads & ~trump
    voids = info.voids[tries.rows] >> tries.led.astype(np.uint8)[:, None] & 1
    with_me = chance[:, friends].sum(axis=1) * left
    against = chance.sum(axis=1) * left - with_me
    master = tries.higher == 0
    return {
        "lead_trump": (leads & trump) * 1.0,
        "lead_trump_master": (leads & trump & master) * 1.0,
        "lead_strips": (leads & trump) * against[tries.rows],
        "lead_strips_friends": (leads & trump) * with_me[tries.rows],
        "lead_strips_long": (leads & trump) * known.my_trumps[tries.rows],
        "lead_points": leads * tries.card_points,
        "lead_plain_friend_void": plain * voids[:, friends].any(axis=1),
        "lead_plain_foe_void": plain * voids[:, foes].any(axis=1),
        "lead_plain_master": (leads & ~trump & master) * 1.0,
        "lead_plain_value": (leads & ~trump) * VALUES[tries.cards] / 10,
    }
