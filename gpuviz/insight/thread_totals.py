"""What one thread reads and writes in the whole launch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.element_ranges import element_ranges
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, Trace
from gpuviz.trace.source import AccessKind


@dataclass(frozen=True, slots=True)
class Total:
    """All accesses of one kind to one array: how many, and to which elements, "A[3, 0–63]"."""

    kind: AccessKind
    array: int  # row in Trace.arrays
    times: int
    elements: int  # different ones
    text: str


def thread_totals(trace: Trace, block: int, thread: int) -> tuple[Total, ...]:
    """By array and kind, arrays in their order, reads first; none where steps were not kept."""
    table, steps = trace.accesses, trace.steps
    if table is None or steps is None:
        return ()
    warp, lane = divmod(thread, WARP_SIZE)
    mine = (steps.block[table.step] == block) & (steps.warp[table.step] == warp)
    rows = np.flatnonzero(mine & (table.element[:, lane] != NO_ELEMENT))
    element = table.element[rows, lane]
    kinds = np.array([site.kind for site in trace.sites])[table.site[rows]]
    found = []
    for array in np.unique(table.array[rows]).tolist():
        for kind in ("read", "write", "atomic"):
            these = element[(table.array[rows] == array) & (kinds == kind)]
            if len(these):
                info = trace.arrays[array]
                different = np.unique(these)
                text = element_ranges(info.name, info.shape, different)
                found.append(Total(kind, array, len(these), len(different), text))
    return tuple(found)
