"""What is publicly proven in a deal of Michigan Spitzer, and nothing that is only likely.

A void is proven by one card played (MI15, MI16). Sides are proven by looking at every placing of
the black queens and of the called ace that the public record leaves open: a seat's side is proven
when all of them put it there. `replays` is the judge over both: it says whether other hands could
have made the same record.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from tests.reference.michigan import (
    FIRST_TRICK,
    SEATS,
    TRICKS,
    ZOLAS,
    MichiganDeal,
    chained,
    group,
)

Placing = tuple[int, int, int | None]  # seats dealt QC, QS and the called ace, None without one


def replays(
    options: dict[str, object],
    hands: list[list[str]],
    dealer: int,
    history: Sequence[tuple[int, str]],
) -> MichiganDeal | None:
    """The deal of `hands` after `history`, the (seat, action) pairs; None if it is impossible."""
    deal = MichiganDeal(options, hands, dealer)
    for seat, action in history:
        if deal.seat != seat or action not in deal.legal():
            return None
        deal.apply(action)
    return deal


def complete_tricks(deal: MichiganDeal) -> list[list[tuple[int, str]]]:
    """All tricks with the one under way."""
    return [*deal.tricks_so_far, *([deal.trick] if deal.trick else [])]


def fallen(deal: MichiganDeal, card: str) -> int | None:
    """The seat that has played `card`, None before."""
    return next((seat for seat in range(SEATS) if card in deal.played[seat]), None)


def voids_shown(
    card: str, before: Sequence[tuple[int, str]], called_ace: str | None, trump_chain: bool
) -> set[str]:
    """The groups that `card`, played to the trick `before`, proves its player to be void in."""
    if not before:
        return set()
    led, own = group(before[0][1]), group(card)
    if card == called_ace and own == led:
        return set()  # MI16: owed whatever else is held
    if trump_chain and chained(before):  # a trump played there says nothing of the suit led
        return set() if own == "trump" else {"trump"} | ({led} - {own})
    if own == led:
        return set()
    return {led} if own == "trump" else {led, "trump"}


def public_voids(deal: MichiganDeal) -> list[set[str]]:
    """By seat, the groups in which it has shown itself void."""
    voids: list[set[str]] = [set() for _ in range(SEATS)]
    chain = bool(deal.options["trump_chain"])
    for trick in complete_tricks(deal):
        for place, (seat, card) in enumerate(trick):
            voids[seat] |= voids_shown(card, trick[:place], deal.called_ace, chain)
    return voids


def without_ace(deal: MichiganDeal) -> set[int]:
    """Seats proven not to hold the called ace, whether or not it has fallen.

    The caller; a void in its suit; whoever followed another seat's lead of it with less (MI16).
    """
    ace = deal.called_ace
    seats = {deal.announcer}
    for trick in complete_tricks(deal):
        leads, follows = trick[0], trick[1:]
        if group(leads[1]) == ace[1]:
            seats |= {seat for seat, card in follows if card != ace}
    return seats | {seat for seat, void in enumerate(public_voids(deal)) if ace[1] in void}


def _places(deal: MichiganDeal, card: str, excluded: set[int]) -> list[int]:
    """The seats that may have been dealt `card`."""
    seat = fallen(deal, card)
    if seat is not None:
        return [seat]
    spent = {seat for seat in range(SEATS) if len(deal.played[seat]) == TRICKS}
    return [seat for seat in range(SEATS) if seat not in excluded | spent]


def _announced(deal: MichiganDeal, queen: int, little: int) -> bool:
    """Whether everything said allows the black queens at these two seats (MI8)."""
    for seat, said in deal.spoken:
        both = queen == little == seat
        holder_only = said.startswith("call") or (
            said in ZOLAS and deal.options["zola_needs_queens"]
        )
        if (holder_only and not both) or (said == "schneider" and both):
            return False
    return True


def placings(deal: MichiganDeal) -> list[Placing]:
    """The placings of the key cards that the public record leaves open."""
    no_trump = {seat for seat, void in enumerate(public_voids(deal)) if "trump" in void}
    ace = deal.called_ace
    return [
        (queen, little, holder)
        for queen, little, holder in itertools.product(
            _places(deal, "QC", no_trump),
            _places(deal, "QS", no_trump),
            [None] if ace is None else _places(deal, ace, without_ace(deal)),
        )
        if _announced(deal, queen, little)
    ]


def _declarers(deal: MichiganDeal, placing: Placing) -> set[int]:
    """The declaring side under `placing`; of an open first trick only the caller."""
    queen, little, holder = placing
    queens = {queen, little}
    if deal.announcement in ZOLAS:
        return {deal.announcer}
    if deal.announcement == "schneider":
        return queens if deal.announcer in queens else set(range(SEATS)) - queens
    if deal.announcement == FIRST_TRICK:
        return {deal.announcer, *deal.takers[:1]}
    return queens if holder is None else {deal.announcer, holder}


def _sides(deal: MichiganDeal, open_placings: list[Placing]) -> list[bool | None]:
    if deal.phase == "announce":
        return [None] * SEATS  # no announcement counts yet
    worlds = [_declarers(deal, placing) for placing in open_placings]
    sides: list[bool | None] = []
    for seat in range(SEATS):
        found = {seat in world for world in worlds}
        sides.append(found.pop() if len(found) == 1 else None)
    if deal.announcement == FIRST_TRICK and not deal.takers:  # MI11: nobody is the partner yet
        return [True if seat == deal.announcer else None for seat in range(SEATS)]
    return sides


def public_sides(deal: MichiganDeal) -> list[bool | None]:
    """By seat: proven to declare (True), proven not to (False), or open (None)."""
    return _sides(deal, placings(deal))


def sides_known_to(deal: MichiganDeal, viewer: int) -> list[bool | None]:
    """`public_sides` for `viewer`, who also knows which of the key cards were dealt to him."""
    keys = ("QC", "QS", deal.called_ace)
    own = [
        placing
        for placing in placings(deal)
        if all(
            (seat == viewer) == (key in deal.dealt[viewer])
            for seat, key in zip(placing, keys, strict=True)
            if key is not None
        )
    ]
    return _sides(deal, own)


def public_facts(deal: MichiganDeal) -> dict[str, object]:
    """All that everybody knows of a deal, in plain data."""
    over = deal.phase != "announce"
    return {
        "dealer": deal.dealer,
        "phase": deal.phase,
        "seat": deal.seat,
        "spoken": list(deal.spoken),
        "announcement": deal.announcement,  # while they speak, the highest so far
        "announcer": deal.announcer,
        "called_ace": deal.called_ace,
        "first_trick_taker": deal.takers[0] if deal.takers else None,
        "trick": list(deal.trick),
        "led_group": deal.led_group,
        "taker": deal.taker,
        "played": [list(cards) for cards in deal.played],
        "points": list(deal.points),
        "tricks": list(deal.tricks),
        "queens_fallen": [fallen(deal, "QC"), fallen(deal, "QS")],
        "ace_fallen": fallen(deal, deal.called_ace) if over and deal.called_ace else None,
        "voids": public_voids(deal),
        "sides": public_sides(deal),
    }
