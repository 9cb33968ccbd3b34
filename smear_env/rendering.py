"""The table as text, for people: what one seat sees, or everything."""

from __future__ import annotations

from collections.abc import Sequence

from smear_env import dealing
from smear_env.actions import ACTION_NAMES, PACK
from smear_env.game import SmearGame
from smear_env.state import NO_BID, NOT_SPOKEN, PHASE_NAMES, Phase, SmearState
from trick_taking.action_sets import one_action_set
from trick_taking.cards import NO_GROUP, NO_SEAT, SUITS, cards_in


def heading(game: SmearGame, row: int) -> str:
    """The part of the deal that the next action belongs to: "auction" .. "trick 6"."""
    phase = game.state.phase.item(row)
    if phase == Phase.PLAY:
        return f"trick {game.state.tricks_played.item(row) + 1}"
    return PHASE_NAMES[phase]


def deal_text(game: SmearGame, row: int) -> str:
    """The deal of `row` as it was dealt, in the text that `reset` reads."""
    return dealing.deal_text(game.state.order[row], game.rules)


def table_text(
    game: SmearGame, row: int, viewer: int | None, reveal: bool, names: Sequence[str]
) -> str:
    """The table of `row` as seat `viewer` sees it, other hands hidden; `reveal` shows them all.

    `viewer` None is a bystander, who sees no hand. `names` are the seats' names.
    """
    state = game.state
    acts = state.seat.item(row)
    shown = [reveal or seat == viewer for seat in range(len(names))]
    lines = [_title(game, row, names), _columns("", "side", "total", "value", "said", "hand")]
    for seat, name in enumerate(names):
        side = game.rules.fixed_sides[seat]
        mark = "> " if seat == acts else "  "
        total, value = state.totals.item(row, seat), state.game_value.item(row, side)
        said, hand = _said(state, row, seat), _hand(state, row, seat, shown[seat])
        lines.append(_columns(mark + name, str(side), str(total), str(value), said, hand))
    lines.append(_contract(state, row, names))
    lines.append(_trick(state, row, names))
    if acts != NO_SEAT and shown[acts]:
        legal = cards_in(one_action_set(state.legal, row))
        lines.append(f"{names[acts]} may choose {', '.join(ACTION_NAMES[a] for a in legal)}")
    return "\n".join(lines) + "\n"


def _columns(name: str, side: str, total: str, value: str, said: str, hand: str) -> str:
    return f"{name:12}{side:>5}{total:>7}{value:>7}  {said:8}{hand}".rstrip()


def _title(game: SmearGame, row: int, names: Sequence[str]) -> str:
    state = game.state
    over = state.seat.item(row) == NO_SEAT
    where = "over" if over else heading(game, row)
    deal = "deal"
    if game.episode == "match":
        deal = f"deal {state.deals_played.item(row) + (not over)} to {game.rules.target}"
    return f"{game.name}: {deal}, {where}; {names[state.dealer.item(row)]} dealt"


def _said(state: SmearState, row: int, seat: int) -> str:
    bid = state.bids.item(row, seat)
    return {NOT_SPOKEN: "", NO_BID: "pass"}.get(bid, f"bid {bid}")


def _hand(state: SmearState, row: int, seat: int, shown: bool) -> str:
    hand, laid = state.hands.item(row, seat), state.discarded.item(row, seat)
    if not shown:
        return f"({hand.bit_count()} cards)"
    return PACK.format(hand) + (f"  (laid down {PACK.format(laid)})" if laid else "")


def _contract(state: SmearState, row: int, names: Sequence[str]) -> str:
    """Who pitches for how much, and trump."""
    pitcher, bid = state.pitcher.item(row), state.bid.item(row)
    if pitcher == NO_SEAT:
        return "no bid yet"
    trump = state.trump.item(row)
    named = "" if trump == NO_GROUP else f", {SUITS[trump]} are trump"
    return f"{names[pitcher]} bids {bid}{named}"


def _trick(state: SmearState, row: int, names: Sequence[str]) -> str:
    """The cards on the table in order, and who is winning them."""
    table = state.table.item(row)
    if not table:
        return "table: empty"
    seats, leader = len(names), state.leader.item(row)
    played = []
    for seat in [(leader + step) % seats for step in range(seats)]:
        if here := state.played.item(row, seat) & table:
            played.append(f"{names[seat]} {PACK.format(here)}")
    taker, value = names[state.taker.item(row)], state.table_value.item(row)
    return f"table: {', '.join(played)}; {taker} is winning {value} game value"
