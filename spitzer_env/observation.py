"""The observation of Spitzer: a pure function of the information state."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import CALLS, NUM_ACTIONS
from spitzer_env.calling import CONTRACTS
from spitzer_env.fields import KINDS, SAID
from spitzer_env.information import InformationState
from spitzer_env.michigan_sides import known_sides
from spitzer_env.michigan_trumps import LITTLE_QUEEN
from spitzer_env.rule_sets import SpitzerRules
from spitzer_env.state import SpitzerState
from spitzer_env.switches import true_side
from spitzer_env.trumps import QUEEN
from spitzer_env.two_trump_sides import seats_playing, write_sides
from trick_taking.cards import NO_CARDS, NO_SEAT, Cards, bit, union
from trick_taking.layout import Layout, Observations, Writer
from trick_taking.seat_view import SeatView
from trick_taking.totals import gains_and_losses

_ME = np.uint64(1)  # seat 0 as a set of relative seats
_LABELS = np.zeros(NUM_ACTIONS + 1, np.uint16)  # (44,) flag of `announced` by action
_LABELS[list(SAID)] = [1 << place for place in range(len(SAID))]
_KIND_FLAGS = np.zeros(NUM_ACTIONS + 1, np.uint8)  # (44,) flag of `contract` by action
_KIND_FLAGS[list(CONTRACTS)] = [1, 1, 1, *(1 << place for place in range(1, len(KINDS)))]
_CALLED = np.zeros(NUM_ACTIONS + 1, np.uint8)  # (44,) flag of `called` by action
_CALLED[list(CALLS)] = 1, 2, 4


def write_observation(writer: Writer, info: InformationState) -> None:
    """Write every public field and the viewer's own cards; `writer.finish()` is the caller's."""
    fields = writer.layout.fields
    writer["hand"] = info.hand
    one_for_all = len(fields["played"].shape) == 1  # scrambled
    writer["played"] = union(info.played) if one_for_all else info.played
    writer["trick"] = bit(np.ascontiguousarray(info.trick.T[:-1])).T
    writer["led_group"] = bit(info.led_group)
    writer["leader"] = bit(info.leader)
    writer["taker"] = bit(info.taker)
    writer["voids"] = info.voids
    writer["dealer"] = bit(info.dealer)
    writer["phase"] = bit(info.phase)
    writer["points"] = info.points
    writer["tricks"] = info.tricks
    writer["trick_points"] = info.trick_points
    writer["tricks_played"] = info.tricks_played
    for name, write in _PARTS.items():
        if name in fields:
            write(writer, info)


def _write_two_trump(writer: Writer, info: InformationState) -> None:
    write_sides(writer, info)
    writer["solo"] = bit(info.solo)
    writer["spoken"] = info.spoken


def _write_blind(writer: Writer, info: InformationState) -> None:
    writer["picker"] = bit(info.declarer)
    writer["buried"] = info.buried
    writer["queen"] = bit(info.side_seat[:, 0])
    writer["seven"] = bit(info.side_seat[:, 1])
    writer["spoken"] = info.spoken


def _write_trump_trick(writer: Writer, info: InformationState) -> None:
    writer["trump_trick"] = info.side_trick


def _write_redeals(writer: Writer, info: InformationState) -> None:
    writer["redeals"] = info.redeals


def _write_michigan(writer: Writer, info: InformationState) -> None:
    write_michigan_sides(writer, info)
    writer["announced"] = _LABELS.take(info.said.T).T
    writer["contract"] = _KIND_FLAGS.take(info.contract)
    writer["called"] = _CALLED.take(info.contract)
    writer["declarer"] = bit(info.declarer)
    writer["partner"] = bit(info.partner)


def _write_queen_trick(writer: Writer, info: InformationState) -> None:
    writer["queen_trick"] = info.side_trick


def write_michigan_sides(writer: Writer, info: InformationState) -> None:
    """Role and what is proven about the sides, from own cards and the public record (MI7-MI13)."""
    own, one = info.hand | info.played[:, 0], np.uint64(1)
    holds = [own >> np.uint64(card) & one for card in (QUEEN, LITTLE_QUEEN)]
    writer["role"] = bit(holds[0] + np.uint64(2) * holds[1])
    writer["declarers"], writer["opponents"] = known_sides(info)
    writer["queen"] = bit(info.side_seat[:, 0])
    writer["little_queen"] = bit(info.side_seat[:, 1])


def _write_contenders(writer: Writer, info: InformationState) -> None:
    writer["contenders"] = info.contenders


def _write_match(writer: Writer, info: InformationState) -> None:
    writer["totals"] = gains_and_losses(info.totals)
    writer["deals_left"] = np.minimum(info.deals_left, 255)


def _write_teams(writer: Writer, info: InformationState) -> None:
    writer["teams"] = info.true_side


def _write_partners(writer: Writer, info: InformationState) -> None:
    writer["partners"] = partners(info)


def _write_history(writer: Writer, info: InformationState) -> None:
    writer["history"] = np.stack([info.history + 1, info.history_seats + 1], axis=2)


_PARTS = {  # by a field that only this part of a layout has
    "trump_side": _write_two_trump,
    "picker": _write_blind,
    "trump_trick": _write_trump_trick,
    "redeals": _write_redeals,
    "declarers": _write_michigan,
    "queen_trick": _write_queen_trick,
    "contenders": _write_contenders,
    "totals": _write_match,
    "teams": _write_teams,
    "partners": _write_partners,
    "history": _write_history,
}


def write_hidden(writer: Writer, state: SpitzerState, look: SeatView, rules: SpitzerRules) -> None:
    """Write what only a privileged critic may see."""
    writer["other_hands"] = look.by_seat(state.hands)[:, 1:]
    writer["true_trump_side"] = true_side(state, look, rules)
    if "picker" in writer.layout.fields:
        writer["blind"] = state.blind
        writer["all_buried"] = state.buried


def partners(info: InformationState) -> Cards:
    """(G,) who is on the side of the viewer besides it, where a switch tells it and it is to act.

    A set of relative seats; where nobody has picked (SPV4) everybody is alone.
    """
    side = info.true_side.astype(np.uint64)
    everybody = np.uint64((1 << info.played.shape[1]) - 1)
    play = np.where(info.declarer == NO_SEAT, seats_playing(info), everybody)
    mine = np.where(side & _ME != NO_CARDS, side, play & ~side) & ~_ME
    return np.where((info.to_act == 0) & (side != NO_CARDS), mine, NO_CARDS)


def observe(
    layout: Layout, info: InformationState, out: Observations | None = None
) -> npt.NDArray[np.uint8]:
    """(G, F) uint8 observations of the viewers, into `out` when given."""
    writer = layout.writer(len(info.hand), out)
    write_observation(writer, info)
    return writer.finish()
