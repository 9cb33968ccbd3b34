"""The table as text, for people: what one seat sees, or everything."""

from __future__ import annotations

from collections.abc import Sequence

from spitzer_env.actions import ACTION_NAMES, PACK
from spitzer_env.game import SpitzerGame
from spitzer_env.rules import TRICKS
from spitzer_env.state import Phase, SpitzerState
from trick_taking.cards import NO_CARD, NO_SEAT, cards_in
from trick_taking.deal_text import format_deal


def heading(game: SpitzerGame, row: int) -> str:
    """The part of the deal that the next action belongs to: "announce", "trick 1" .. "trick 8"."""
    if game.state.phase.item(row) == Phase.ANNOUNCE:
        return "announce"
    return f"trick {game.state.tricks_played.item(row) + 1}"


def deal_text(game: SpitzerGame, row: int) -> str:
    """The deal of `row` as it was dealt, in the text that `reset` reads."""
    dealt = game.state.hands[row] | game.state.played[row]
    return format_deal(dealt.tolist(), PACK)


def table_text(
    game: SpitzerGame, row: int, viewer: int | None, reveal: bool, names: Sequence[str]
) -> str:
    """The table of `row` as seat `viewer` sees it, other hands hidden; `reveal` shows them all.

    `viewer` None is a bystander, who sees no hand. `names` are the seats' names.
    """
    state = game.state
    acts = state.seat.item(row)
    shown = [reveal or seat == viewer for seat in range(len(names))]
    lines = [_title(game, row, names), _columns("", "total", "points", "tricks", "said", "hand")]
    for seat, name in enumerate(names):
        mark = "> " if seat == acts else "  "
        total, points = state.totals.item(row, seat), state.points.item(row, seat)
        tricks, said = state.tricks.item(row, seat), _said(state, row, seat)
        hand = _hand(state, row, seat, shown[seat])
        lines.append(_columns(mark + name, str(total), str(points), str(tricks), said, hand))
    lines.append(_trick(state, row, names))
    if acts != NO_SEAT and shown[acts]:
        legal = cards_in(state.legal.item(row))
        lines.append(f"{names[acts]} may choose {', '.join(ACTION_NAMES[a] for a in legal)}")
    return "\n".join(lines) + "\n"


def _columns(name: str, total: str, points: str, tricks: str, said: str, hand: str) -> str:
    return f"{name:12}{total:>6}{points:>8}{tricks:>8}  {said:8}{hand}".rstrip()


def _title(game: SpitzerGame, row: int, names: Sequence[str]) -> str:
    state = game.state
    over = state.seat.item(row) == NO_SEAT
    where = "over" if over else heading(game, row)
    deal = (
        f"deal {state.deals_played.item(row) + (not over)}" if game.episode == "match" else "deal"
    )
    return f"{game.name}: {deal}, {where}; {names[state.dealer.item(row)]} dealt"


def _said(state: SpitzerState, row: int, seat: int) -> str:
    if not state.spoken.item(row) >> seat & 1:
        return ""
    return "solo" if state.solo.item(row) == seat else "pass"


def _hand(state: SpitzerState, row: int, seat: int, shown: bool) -> str:
    if shown:
        return PACK.format(state.hands.item(row, seat))
    left = TRICKS - state.played.item(row, seat).bit_count()
    sits_out = state.hands.shape[1] == 5 and seat == state.dealer.item(row)  # SPV6
    return "sits out" if sits_out else f"({left} cards)"


def _trick(state: SpitzerState, row: int, names: Sequence[str]) -> str:
    """The cards on the table in order, and who is winning them."""
    cards = [card for card in state.trick[row].tolist() if card != NO_CARD]
    if not cards:
        return "table: empty"
    seats = len(names)
    order = [(state.leader.item(row) + step) % seats for step in range(seats)]
    if seats == 5:  # SPV6
        order.remove(state.dealer.item(row))
    played = [f"{names[seat]} {PACK.names[card]}" for seat, card in zip(order, cards, strict=False)]
    taker, points = names[state.taker.item(row)], state.trick_points.item(row)
    return f"table: {', '.join(played)}; {taker} is winning {points} points"
