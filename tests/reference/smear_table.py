"""Short ways to set a deal of Smear up by hand and to act in it, for the tests of the reference."""

from __future__ import annotations

from tests.reference.smear import ReferenceDeal
from tests.reference.smear_cards import pack
from tests.reference.smear_deals import PlayedDeal
from tests.reference.smear_options import Options, complete_options, hand_size_dealt


def listed(text: str) -> list[str]:
    """The cards that `text` names."""
    return text.split()


def act(deal: ReferenceDeal, *actions: str) -> None:
    """Take `actions` one after another."""
    for action in actions:
        deal.apply(action)


def deal_of(line: PlayedDeal, bid: int = 3, **options: object) -> ReferenceDeal:
    """The deal of `line` after all its actions."""
    deal = ReferenceDeal.from_text({"players": line.players, **options}, line.deal, line.dealer)
    act(deal, *line.actions(bid))
    return deal


def hands_with(options: Options, told: dict[int, str], apart: str = "") -> list[list[str]]:
    """The hands `told` by seat; the others get the lowest cards that are left, none of `apart`."""
    complete = complete_options(options)
    named = " ".join([*told.values(), apart]).split()
    rest = [card for card in pack(complete) if card not in named]
    hands = []
    for seat in range(complete["players"]):
        hand = told.get(seat, "").split()
        while len(hand) < hand_size_dealt(complete):
            hand.append(rest.pop())
        hands.append(hand)
    return hands


def pitched(
    options: Options, told: dict[int, str], trump: str = "S", apart: str = ""
) -> ReferenceDeal:
    """A deal in which P0 bids 2, all others pass, and P0 names `trump`."""
    hands = hands_with(options, told, apart)
    widow = apart.split() or None
    deal = ReferenceDeal(options, hands, len(hands) - 1, widow)
    act(deal, "bid 2", *["pass"] * (len(hands) - 1), f"trump {trump}")
    return deal
