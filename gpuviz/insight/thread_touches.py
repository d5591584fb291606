"""Which elements some threads read and write in the whole launch, from the accesses kept."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Accesses, Steps, Trace

LANES = np.arange(WARP_SIZE)


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of one block, by linear numbers: `first` and those up to `stop`, which is not one."""

    block: int
    first: int
    stop: int


@dataclass(frozen=True, slots=True, eq=False)
class TouchedArray:
    """Flat elements of one array, each once, ascending; atomics both read and write."""

    array: int  # row in Trace.arrays
    read: NDArray[np.int64]
    written: NDArray[np.int64]


def touched_arrays(trace: Trace, who: Threads) -> tuple[TouchedArray, ...] | None:
    """The arrays that some threads touch, by row; None where their block was not followed."""
    if trace.accesses is None or trace.steps is None or who.block not in trace.followed:
        return None
    rows, lanes = _rows(trace.accesses, trace.steps, who)
    arrays = trace.accesses.array[rows]
    found = []
    for array in np.unique(arrays):
        chosen = arrays == array
        read, written = (_elements(trace, rows[chosen], lanes[chosen], no) for no in KINDS)
        if len(read) or len(written):  # not only by other lanes of the same warps
            found.append(TouchedArray(int(array), read, written))
    return tuple(found)


KINDS = ("write", "read")  # what an access is not that reads, and one that writes


def _rows(
    table: Accesses, steps: Steps, who: Threads
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Rows of Accesses by the warps of some threads, and [n, 32] which lanes are those threads."""
    mine = np.flatnonzero(steps.block[table.step] == who.block)
    warp = steps.warp[table.step[mine]].astype(np.int64)
    mine = mine[(warp >= who.first // WARP_SIZE) & (warp * WARP_SIZE < who.stop)]
    thread = steps.warp[table.step[mine]].astype(np.int64)[:, None] * WARP_SIZE + LANES
    return mine, (thread >= who.first) & (thread < who.stop)


def _elements(
    trace: Trace, rows: NDArray[np.intp], lanes: NDArray[np.bool_], unwanted: str
) -> NDArray[np.int64]:
    assert trace.accesses is not None
    kept = np.array([site.kind != unwanted for site in trace.sites], bool)
    wanted = kept[trace.accesses.site[rows]]
    element = trace.accesses.element[rows[wanted]]
    return np.unique(element[lanes[wanted] & (element >= 0)])
