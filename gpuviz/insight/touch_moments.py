"""When one thread touched one element: the moments of a play order right after each access."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import PlayOrder
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Trace
from gpuviz.trace.source import AccessKind, Site
from gpuviz.trace.trace import HazardSpace


@dataclass(frozen=True, slots=True)
class Touching:
    """What is looked for: accesses of one thread to one element; None stands for any.

    `block` and `thread` are linear, `array` is a row in Trace.arrays, `element` flat in C order.
    """

    block: int
    thread: int
    array: int | None
    element: int | None = None
    line: int | None = None
    kind: AccessKind | None = None
    file: str | None = None  # of the line


def touch_moments(trace: Trace, order: PlayOrder, wanted: Touching) -> NDArray[np.int64]:
    """[n] the moments right after the wanted accesses, ascending; none where they were not kept."""
    steps, accesses = trace.steps, trace.accesses
    if steps is None or accesses is None:
        return np.zeros(0, np.int64)
    warp, lane = divmod(wanted.thread, WARP_SIZE)
    rows = np.flatnonzero(np.isin(accesses.site, _sites(trace, wanted)))
    step = accesses.step[rows]
    mine = (steps.block[step] == wanted.block) & (steps.warp[step] == warp)
    mine &= steps.mask[step] >> np.uint32(lane) & 1 > 0
    if wanted.array is not None:
        mine &= accesses.array[rows] == wanted.array
    if wanted.element is not None:
        mine &= accesses.element[rows, lane] == wanted.element
    return np.unique(order.accessed[rows[mine]]) + 1


def array_row(trace: Trace, name: str | None, space: HazardSpace | None) -> int | None:
    """The row in Trace.arrays of an array by its name and where it lies; None: no such array."""
    rows = (r for r, info in enumerate(trace.arrays) if (info.name, info.space) == (name, space))
    return next(rows, None)


def flat_element(shape: tuple[int, ...], index: tuple[int, ...]) -> int | None:
    """The flat C-order number of an index, which may count from the end; None: outside."""
    if len(index) != len(shape) or not all(-n <= k < n for k, n in zip(index, shape, strict=True)):
        return None
    wrapped = tuple(k % n for k, n in zip(index, shape, strict=True))
    return int(np.ravel_multi_index(wrapped, shape)) if shape else 0


def _sites(trace: Trace, wanted: Touching) -> list[int]:
    return [
        row
        for row, site in enumerate(trace.sites)
        if wanted.line in (None, site.line)
        and wanted.kind in (None, site.kind)
        and _may_be_in(trace, site, wanted.file)
    ]


def _may_be_in(trace: Trace, site: Site, file: str | None) -> bool:
    """Whether a site is in a file; one of a library has the line of the call that leads there."""
    function = trace.functions[trace.statements[site.statement].function]
    own = 0 <= site.line - function.first_line < len(function.text.splitlines())
    return file in (None, function.file) or not own
