"""From logits to actions and their log-probabilities, in numpy and without a generator.

    sampled_actions(logits (G, A), legal (G, A), draws (G,)) -> (G,) int64
    greedy_actions(logits (G, A), legal (G, A)) -> (G,) int64
    epsilon_greedy_actions(values (G, A), legal (G, A), draws (G,), epsilon) -> (G,) int64
    legal_log_probabilities(logits (G, A), legal (G, A)) -> (G, A) float64, illegal -inf

All work row by row in float64, so a row's action does not depend on the other rows. All raise
ValueError when a row has no legal action or a legal logit that is no finite number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Actions = npt.NDArray[np.int64]


def legal_log_probabilities(
    logits: npt.NDArray[np.floating], legal: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """(G, A) natural log-probabilities over the legal actions; -inf for illegal ones."""
    centred = _centred(logits, legal)
    return centred - np.log(np.cumsum(np.exp(centred), axis=1)[:, -1:])


def sampled_actions(
    logits: npt.NDArray[np.floating],
    legal: npt.NDArray[np.bool_],
    draws: npt.NDArray[np.float64],
) -> Actions:
    """The action in which each draw falls when [0, 1) is divided by the legal probabilities.

    `draws` (G,) float64 in [0, 1), as `trick_taking.choice.unit_interval` makes them from keys. The
    actions lie in [0, 1) in id order. ValueError also on a draw outside [0, 1).
    """
    _check_draws(logits, draws)
    upto = np.cumsum(np.exp(_centred(logits, legal)), axis=1)
    total = upto[:, -1:]
    # Rounding must not carry a draw just under 1 up to the total, past the last action.
    point = np.minimum(draws[:, None] * total, np.nextafter(total, 0.0))
    return (upto <= point).sum(axis=1)


def greedy_actions(logits: npt.NDArray[np.floating], legal: npt.NDArray[np.bool_]) -> Actions:
    """The legal action of the highest logit, the lowest id of equals."""
    return _centred(logits, legal).argmax(axis=1)


def epsilon_greedy_actions(
    values: npt.NDArray[np.floating],
    legal: npt.NDArray[np.bool_],
    draws: npt.NDArray[np.float64],
    epsilon: float,
) -> Actions:
    """The legal action of the highest value; where a draw is below `epsilon`, any legal one.

    Draws below `epsilon` are spread evenly over the legal actions in id order. ValueError also on a
    draw outside [0, 1).
    """
    _check_draws(values, draws)
    best = greedy_actions(values, legal)
    explores = draws < epsilon
    nth = (draws[explores] / epsilon * legal[explores].sum(axis=1)).astype(np.int64)
    # the action at which as many legal ones lie behind as the draw says
    best[explores] = (legal[explores].cumsum(axis=1) <= nth[:, None]).sum(axis=1)
    return best


def _check_draws(logits: npt.NDArray[np.floating], draws: npt.NDArray[np.float64]) -> None:
    if draws.shape != logits.shape[:1] or not ((draws >= 0.0) & (draws < 1.0)).all():
        raise ValueError("sampling: draws must be (G,) numbers in [0, 1)")


def _centred(
    logits: npt.NDArray[np.floating], legal: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """(G, A) logits less the highest legal one of their row; -inf for illegal actions."""
    if logits.ndim != 2 or legal.shape != logits.shape or legal.dtype != np.bool_:
        raise ValueError(
            f"sampling: logits {logits.shape} and legal {legal.shape} {legal.dtype} "
            "must be (G, A) and bool"
        )
    idle = ~legal.any(axis=1)
    if idle.any():
        raise ValueError(f"sampling: row {idle.argmax()} has no legal action")
    allowed = np.where(legal, logits.astype(np.float64), -np.inf)
    broken = ~np.isfinite(np.where(legal, allowed, 0.0)).all(axis=1)
    if broken.any():
        raise ValueError(f"sampling: row {broken.argmax()} has a legal logit that is not finite")
    return allowed - allowed.max(axis=1, keepdims=True)
