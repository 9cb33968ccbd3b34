"""What to announce in Michigan Spitzer."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spitzer_env.actions import CALLS, PASS, ZOLA
from spitzer_env.information import InformationState
from spitzer_env.michigan_trumps import TRUMPS
from trick_taking.cards import count


def announce(info: InformationState) -> npt.NDArray[np.int64]:
    """(G,) what each of the seats to act says."""
    said = np.full(info.num_rows, PASS)
    zola = (count(info.hand & TRUMPS) >= 6) & (info.lawful >> np.uint64(ZOLA) & np.uint64(1) != 0)
    said[zola] = ZOLA
    for call in range(CALLS[0], CALLS[0] + 4):
        may = (info.lawful >> np.uint64(call) & np.uint64(1) != 0) & ~zola
        said[may] = call
    return said
