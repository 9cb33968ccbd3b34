"""How good beliefs about the sides are, once the truth is known.

Beliefs are chances (N, M) of M possible truths; with sets of seats M is 2**S, bit s for seat s.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from agents.belief_sides import members, seat_chances
from agents.placings import Floats, Numbers
from trick_taking.cards import Cards, flags

BINS = 10  # of equal width, of a chance from 0 to 1
_SURE = 1e-9


def log_losses(chances: Floats, truth: Numbers) -> Floats:
    """(N,) minus the natural logarithm of the chance given to the `truth` (N,): nats, 0 is best."""
    with np.errstate(divide="ignore"):
        return -np.log(np.take_along_axis(chances, truth[:, None], axis=1)[:, 0])


def brier_scores(chances: Floats, truth: Numbers) -> Floats:
    """(N,) squared distance between the chances and the truth, from 0, the best, to 2."""
    certain = np.arange(chances.shape[1]) == truth[:, None]
    return np.square(chances - certain).sum(axis=1)


def open_seats(rule: Floats) -> npt.NDArray[np.bool_]:
    """(N, S - 1) the other seats whose side the cards leave open, by the rules' chances of sets."""
    told = seat_chances(rule)[:, 1:]
    return (told > _SURE) & (told < 1 - _SURE)


def calibration_sums(
    chances: Floats, truth: Numbers, counted: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """(N, BINS, 3) of the chances of other seats to declare: how many fall into each bin, the sum
    of these chances, and how many of these seats do declare.

    Chances are for sets of seats (N, 2**S); counted: (N, S - 1) the seats but 0, who believes
    """
    num_seats = chances.shape[1].bit_length() - 1
    told = seat_chances(chances)[:, 1:]
    declares = members(num_seats)[truth][:, 1:]
    place = np.clip((told * BINS).astype(np.int64), 0, BINS - 1)
    inside = (place[:, :, None] == np.arange(BINS)) & counted[:, :, None]  # (N, S - 1, BINS)
    columns = [np.ones_like(told), told, declares]
    return np.stack([(inside * column[:, :, None]).sum(axis=1) for column in columns], axis=2)


def place_losses(chances: Floats, hands: Cards) -> Floats:
    """(N, 2) the log-losses of the places of all cards in `hands`, added up, and their number.

    chances: (N, C, S - 1) of each card to lie in each other hand; hands: (N, S - 1) card sets
    """
    held = np.moveaxis(flags(hands, chances.shape[1]), 1, 2).astype(np.bool_)  # (N, C, S - 1)
    with np.errstate(divide="ignore"):
        losses = np.where(held, -np.log(chances), 0)
    return np.column_stack([losses.sum(axis=(1, 2)), held.sum(axis=(1, 2))])


def calibration_error(sums: Floats) -> float:
    """Mean distance between chance and frequency over the bins (BINS, 3), weighed by their size."""
    return float(np.abs(sums[:, 1] - sums[:, 2]).sum() / sums[:, 0].sum())


def inference_ratio(rule: float, agent: float, policy: float) -> float:
    """Of mean log-losses: 0 for who only counts cards, 1 for who reads these players ideally.

    NaN where reading them gains nothing.
    """
    return (rule - agent) / (rule - policy) if rule != policy else float("nan")
