"""Random deals of Smear and a random player, for tests that compare or that look for properties."""

from __future__ import annotations

import random
from typing import NamedTuple

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import deal_out, pack, write_deal
from tests.reference.smear_match import ReferenceEpisode
from tests.reference.smear_options import Options, complete_options, widow_size


class Cards(NamedTuple):
    """The cards of one deal, and its line."""

    hands: list[list[str]]
    widow: list[str]
    stock: list[str]

    @property
    def text(self) -> str:
        """The deal as one line, with every pile that has cards."""
        return write_deal(self.hands, self.widow or None, self.stock or None)


def random_cards(chance: random.Random, options: Options, clumped: float = 0.25) -> Cards:
    """Cards for one deal, drawn by `chance`.

    With probability `clumped` the suits are badly shuffled, so that hands of more than six trumps,
    or of hardly any, come up often.
    """
    complete = complete_options(options)
    shuffled = pack(complete)
    chance.shuffle(shuffled)
    if chance.random() < clumped:
        order = chance.sample("CSHDJ", 5)
        shuffled.sort(key=lambda card: order.index(card[1]) + 1.5 * chance.random())
        cut = chance.randrange(len(shuffled))
        shuffled = shuffled[cut:] + shuffled[:cut]
    hands, rest = deal_out(complete, shuffled)
    size = widow_size(complete)
    return Cards(hands, rest[:size], rest[size:])


def random_deal(chance: random.Random, options: Options, dealer: int) -> ReferenceDeal:
    """A deal of random cards, at its start."""
    return ReferenceDeal.from_text(options, random_cards(chance, options).text, dealer)


def choose(
    chance: random.Random, deal: ReferenceDeal, passing: float = 0.6, revoking: float = 0.03
) -> str:
    """A legal action.

    In the auction a pass with probability `passing`, else mostly the lowest bid, so that matches
    come to an end; where a revoke can be made, one with probability `revoking`.
    """
    lawful = deal.lawful()
    if deal.phase == "auction":
        if len(lawful) == 1 or chance.random() < passing:
            return "pass"
        return lawful[1] if chance.random() < 0.7 else chance.choice(lawful[1:])
    revokes = [action for action in deal.legal() if action not in lawful]
    if revokes and chance.random() < revoking:
        return chance.choice(revokes)
    return chance.choice(lawful)


def play_out(chance: random.Random, episode: ReferenceEpisode, passing: float = 0.6) -> None:
    """Play a whole episode, deals and actions drawn by `chance`."""
    while not episode.finished:
        if episode.due:
            episode.start(*random_cards(chance, episode.options))
        episode.apply(choose(chance, episode.deal, passing))
