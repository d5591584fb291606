"""All of the shared memory of a block at any moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_contents import ElementContents
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.trace import ArrayInfo, Trace


@dataclass(frozen=True, slots=True)
class SharedArray:
    """What a shared array of a block holds; `known` [size]: elements that were written by then."""

    row: int  # in Trace.arrays
    info: ArrayInfo
    values: NDArray[Any]  # [size], flat
    known: NDArray[np.bool_]


class SharedMemory:
    """The shared arrays of one followed block."""

    def __init__(self, trace: Trace, order: PlayOrder, block: int) -> None:
        self._arrays = [
            (row, info, ElementContents(trace, order, row, np.arange(info.size), block))
            for row, info in enumerate(trace.arrays)
            if _has_elements(info)
        ]

    def at(self, instant: Instant) -> tuple[SharedArray, ...]:
        """What they hold at an instant, as Trace.arrays orders them."""
        return tuple(
            SharedArray(row, info, *contents.at(instant)) for row, info, contents in self._arrays
        )


def has_shared_memory(trace: Trace) -> bool:
    """Whether blocks of a launch have any."""
    return any(map(_has_elements, trace.arrays))


def _has_elements(info: ArrayInfo) -> bool:
    return info.space == "shared" and info.size > 0 and len(info.shape) > 0
