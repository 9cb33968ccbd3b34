"""The table as text, for people: what one seat sees, or everything."""

from __future__ import annotations

from collections.abc import Sequence

from spitzer_env.actions import ACTION_NAMES, NO_ACTION, PACK
from spitzer_env.dealing import BLIND
from spitzer_env.game import SpitzerGame
from spitzer_env.state import Phase, SpitzerState
from trick_taking.cards import NO_CARD, NO_SEAT, cards_in
from trick_taking.deal_text import format_deal


def heading(game: SpitzerGame, row: int) -> str:
    """The part of the deal that the next action belongs to: "announce", "trick 1" .. "trick 8".

    With a blind (SPV4) "pick", "bury", then the tricks.
    """
    phase = game.state.phase.item(row)
    if phase == Phase.ANNOUNCE:
        return "pick" if game.rules.blind else "announce"
    if phase == Phase.BURY:
        return "bury"
    return f"trick {game.state.tricks_played.item(row) + 1}"


def deal_text(game: SpitzerGame, row: int) -> str:
    """The deal of `row` as it was dealt, in the text that `reset` reads."""
    state = game.state
    dealt = state.hands[row] | state.played[row]
    if not game.rules.blind:
        return format_deal(dealt.tolist(), PACK)
    blind, picker = state.blind[row], state.declarer.item(row)
    if picker != NO_SEAT:
        dealt[picker] = (dealt[picker] | state.buried[row]) & ~blind
    return format_deal(dealt.tolist(), PACK, {BLIND: cards_in(blind)})


def table_text(
    game: SpitzerGame, row: int, viewer: int | None, reveal: bool, names: Sequence[str]
) -> str:
    """The table of `row` as seat `viewer` sees it, other hands hidden; `reveal` shows them all.

    `viewer` None is a bystander, who sees no hand. `names` are the seats' names.
    """
    state = game.state
    acts = state.seat.item(row)
    shown = [reveal or seat == viewer for seat in range(len(names))]
    texts = [_said(state, row, seat) for seat in range(len(names))]
    width = max(8, *(len(text) + 2 for text in texts))
    title = _columns("", "total", "points", "tricks", "said".ljust(width), "hand")
    lines = [_title(game, row, names), title]
    for seat, name in enumerate(names):
        mark = "> " if seat == acts else "  "
        total, points = state.totals.item(row, seat), state.points.item(row, seat)
        tricks, said = state.tricks.item(row, seat), texts[seat].ljust(width)
        hand = _hand(game, row, seat, shown[seat])
        lines.append(_columns(mark + name, str(total), str(points), str(tricks), said, hand))
    lines += _piles(game, row, viewer, reveal)
    lines.append(_trick(game, row, names))
    if acts != NO_SEAT and shown[acts]:
        legal = cards_in(state.legal.item(row))
        lines.append(f"{names[acts]} may choose {', '.join(ACTION_NAMES[a] for a in legal)}")
    return "\n".join(lines) + "\n"


def _columns(name: str, total: str, points: str, tricks: str, said: str, hand: str) -> str:
    return f"{name:12}{total:>6}{points:>8}{tricks:>8}  {said}{hand}".rstrip()


def _title(game: SpitzerGame, row: int, names: Sequence[str]) -> str:
    state = game.state
    over = state.seat.item(row) == NO_SEAT
    where = "over" if over else heading(game, row)
    deal = (
        f"deal {state.deals_played.item(row) + (not over)}" if game.episode == "match" else "deal"
    )
    return f"{game.name}: {deal}, {where}; {names[state.dealer.item(row)]} dealt"


def _said(state: SpitzerState, row: int, seat: int) -> str:
    action = state.said.item(row, seat)
    return "" if action == NO_ACTION else ACTION_NAMES[action]


def _hand(game: SpitzerGame, row: int, seat: int, shown: bool) -> str:
    state = game.state
    if shown:
        return PACK.format(state.hands.item(row, seat))
    if game.rules.dealer_sits_out and seat == state.dealer.item(row):  # SPV6
        return "sits out"
    return f"({state.hands.item(row, seat).bit_count()} cards)"


def _piles(game: SpitzerGame, row: int, viewer: int | None, reveal: bool) -> list[str]:
    """The blind and what is buried, as far as `viewer` has seen them (SPV4)."""
    state, rules = game.state, game.rules
    if not rules.blind:
        return []
    picker, buried = state.declarer.item(row), state.buried.item(row)
    lines = []
    if reveal:
        lines.append(f"blind: {PACK.format(state.blind.item(row))}")
    elif picker == NO_SEAT:
        lines.append(f"blind: ({rules.blind} cards)")
    if buried:
        knows = reveal or viewer == picker
        cards = PACK.format(buried) if knows else f"({buried.bit_count()} cards)"
        lines.append(f"buried: {cards}")
    return lines


def _trick(game: SpitzerGame, row: int, names: Sequence[str]) -> str:
    """The cards on the table in order, and who is winning them."""
    state = game.state
    cards = [card for card in state.trick[row].tolist() if card != NO_CARD]
    if not cards:
        return "table: empty"
    seats = len(names)
    order = [(state.leader.item(row) + step) % seats for step in range(seats)]
    if game.rules.dealer_sits_out:  # SPV6
        order.remove(state.dealer.item(row))
    played = [f"{names[seat]} {PACK.names[card]}" for seat, card in zip(order, cards, strict=False)]
    taker, points = names[state.taker.item(row)], state.trick_points.item(row)
    return f"table: {', '.join(played)}; {taker} is winning {points} points"
