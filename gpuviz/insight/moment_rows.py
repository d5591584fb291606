"""Moments of one kind as columns, and the next one from anywhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of one kind, ascending: right after the step at which something happens.

    What happens to many warps in one round and one line is one moment, that of the first of them.
    """

    moment: NDArray[np.int64]  # [n] steps executed
    step: NDArray[np.int64]  # [n] id of the step that brings it
    warps: NDArray[np.int64]  # [n] to how many warps it happens in that round

    def __len__(self) -> int:
        return len(self.moment)

    def after(self, moment: int) -> int | None:
        """The row of the first one later than `moment`; None where there is none."""
        row = int(np.searchsorted(self.moment, moment, "right"))
        return row if row < len(self) else None

    def before(self, moment: int) -> int | None:
        """The row of the last one earlier than `moment`; None where there is none."""
        row = int(np.searchsorted(self.moment, moment, "left")) - 1
        return row if row >= 0 else None


NONE = Moments(*(np.zeros(0, np.int64) for _ in range(3)))
