"""From beliefs to figures: how good each belief is, by trick and by role, with intervals.

All figures of an agent share the resamples of its deals, so differences are paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from agents.belief_heads import Probe
from agents.belief_measures import (
    brier_scores,
    calibration_sums,
    inference_ratio,
    log_losses,
    open_seats,
)
from agents.bootstrap import percentile_interval, resampled_ratios
from agents.placings import Floats
from experiments.belief_states import States
from experiments.standings import Estimate

READERS = ("head", "probe")  # beliefs that belong to the agent itself
FIGURES = ("log_loss", "brier", "places", "calibration", "ratio")
Figures = dict[str, dict[str, dict[str, Estimate]]]  # by belief, then group, then figure


@dataclass(frozen=True)
class Judged:
    """What N states of D deals are worth, a belief."""

    losses: Floats  # (N,)
    brier: Floats  # (N,)
    bins: Floats  # (N, BINS, 3) of the seats that the cards leave open
    places: Floats  # (N, 2) of the cards that others hold: log-losses and how many; 0 of none


def beliefs_of(states: States) -> dict[str, Floats]:
    """(N, 2**S) every belief that there is, with the one of a probe if there are features."""
    found = {name: getattr(states, name) for name in ("prior", "rule", "policy", "head")}
    if states.features.shape[1]:
        found["probe"] = probe_across(states)
    return {name: chances for name, chances in found.items() if chances.shape[1]}


def probe_across(states: States) -> Floats:
    """(N, 2**S) each half of the deals by a probe that learned from the other half."""
    chances, odd = states.rule.copy(), states.deal % 2 == 1
    for half in (odd, ~odd):
        if half.any() and not half.all():
            learned = Probe.fit(states.features[~half], states.rule[~half], states.truth[~half])
            chances[half] = learned.chances(states.features[half], states.rule[half])
    return chances


def groups_of(
    states: States, roles: tuple[str, ...]
) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    """Names and rows: all of them, then those of each trick and each role."""
    yield "all", np.ones(len(states.deal), np.bool_)
    for trick in range(1, int(states.trick.max()) + 1):
        yield f"trick {trick}", states.trick == trick
    for number, role in enumerate(roles):
        yield role, states.role == number


def estimate(states: States, roles: tuple[str, ...], resamples: int, seed: int) -> Figures:
    """All figures of one agent, each with its 95% interval by bootstrap over deals."""
    beliefs = beliefs_of(states)
    counted = open_seats(states.rule)
    judged = {
        name: Judged(
            log_losses(chances, states.truth),
            brier_scores(chances, states.truth),
            calibration_sums(chances, states.truth, counted),
            _places_of(states, name),
        )
        for name, chances in beliefs.items()
    }
    deals = np.unique(states.deal, return_inverse=True)[1].reshape(-1)
    figures: Figures = {name: {} for name in judged}
    for group, rows in groups_of(states, roles):
        for name, found in _estimate_group(judged, deals, rows, resamples, seed).items():
            figures[name][group] = found
    return figures


def _places_of(states: States, belief: str) -> Floats:
    """(N, 2) nothing for who says nothing of the cards."""
    told: Floats = getattr(states, f"{belief}_places", states.rule_places[:, :0])
    return told if told.shape[1] else np.zeros((len(states.deal), 2))


def _estimate_group(
    judged: Mapping[str, Judged],
    deals: npt.NDArray[np.intp],
    rows: npt.NDArray[np.bool_],
    resamples: int,
    seed: int,
) -> dict[str, dict[str, Estimate]]:
    """The figures of each belief over the states `rows`."""
    tops, bottoms = [], []
    for one in judged.values():
        gaps = one.bins[:, :, 1] - one.bins[:, :, 2]
        size = one.bins[:, :, 0].sum(axis=1)
        states = np.ones_like(one.losses)
        tops += [one.losses, one.brier, one.places[:, 0], *gaps.T]
        bottoms += [states, states, one.places[:, 1]] + [size] * gaps.shape[1]
    top, bottom = (_by_deal(columns, deals, rows) for columns in (tops, bottoms))
    samples = np.vstack([_ratio(top, bottom), resampled_ratios(top, bottom, resamples, seed)])
    width, number = samples.shape[1] // len(judged), int(rows.sum())
    parts = dict(
        zip(judged, np.split(samples, range(width, samples.shape[1], width), axis=1), strict=True)
    )
    found = {}
    for name, part in parts.items():
        columns = [*part[:, :3].T, np.abs(part[:, 3:]).sum(axis=1)]
        rule, policy = parts["rule"][:, 0], parts.get("policy", np.full_like(part, np.nan))[:, 0]
        if name in READERS:
            columns.append(
                np.array([inference_ratio(*x) for x in zip(rule, part[:, 0], policy, strict=True)])
            )
        low, high = percentile_interval(np.column_stack(columns)[1:])
        found[name] = {
            figure: Estimate(float(column[0]), float(low[place]), float(high[place]), number)
            for place, (figure, column) in enumerate(zip(FIGURES, columns, strict=False))
        }
    return found


def _by_deal(
    columns: list[Floats], deals: npt.NDArray[np.intp], rows: npt.NDArray[np.bool_]
) -> Floats:
    """(D, K) sums of the columns over the states `rows` of each deal."""
    number = int(deals.max()) + 1
    sums = [np.bincount(deals[rows], column[rows], number) for column in columns]
    return np.column_stack(sums).astype(np.float64)


def _ratio(top: Floats, bottom: Floats) -> Floats:
    """(K,) the ratios of the sums over all deals, NaN for 0 over 0."""
    whole, parts = top.sum(axis=0), bottom.sum(axis=0)
    return np.divide(whole, parts, out=np.full_like(whole, np.nan), where=parts != 0)
