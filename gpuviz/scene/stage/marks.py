"""Threads that light up on the grid, such as those that read and wrote a chosen element."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

NONE = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Linear threads of the launch (block * block size + thread), each array ascending.

    A thread in both is shown as one that writes.
    """

    reads: NDArray[np.int64] = field(default_factory=NONE.copy)
    writes: NDArray[np.int64] = field(default_factory=NONE.copy)

    def __len__(self) -> int:
        return len(self.reads) + len(self.writes)


NO_MARKS = Marks()
