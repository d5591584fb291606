"""One element of an array, and who touched it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array, by its index; of a shared array in one block (linear)."""

    array: str
    index: tuple[int, ...]
    block: int = 0


@dataclass(frozen=True, slots=True)
class Touches:
    """The accesses to one element in the order in which they happened; n of them.

    `site` is the row in Trace.sites, `thread` counts in the launch (block * block size + thread),
    `bits` are what was read, written, or found by an atomic operation, as in Trace.accesses.
    """

    thread: NDArray[np.int64]
    site: NDArray[np.int32]
    bits: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.thread)
