"""The totals of a match: who leads, and how an observation shows them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

TOTAL_CLIP = 255


def gains_and_losses(totals: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    """(G, K) totals to (G, K, 2): above zero, below zero, each clipped at `TOTAL_CLIP`."""
    units = np.stack([totals.T, -totals.T], axis=1)  # games last: each column is contiguous
    return np.clip(units, 0, TOTAL_CLIP, out=units).transpose(2, 0, 1)


def leaders_among(
    totals: npt.NDArray[np.int32], contenders: npt.NDArray[np.uint8]
) -> npt.NDArray[np.uint8]:
    """(K,) seat bits of the contenders with the highest total among them."""
    seats = np.arange(totals.shape[1], dtype=np.uint8)
    contends = (contenders[:, None] >> seats & 1).astype(bool)
    best = np.where(contends, totals, np.iinfo(np.int32).min).max(axis=1)
    leads = contends & (totals == best[:, None])
    return (leads << seats).sum(axis=1).astype(np.uint8)
