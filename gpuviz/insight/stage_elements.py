"""Which elements of an array have been read and written at an instant, and what they hold.

Elements are gathered in cells: a cell stands for one element, or for several where an array is
large.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.trace import Trace
from gpuviz.trace.source import AccessKind

NEVER = np.iinfo(np.int64).max
CellOf = Callable[[NDArray[np.int64]], NDArray[np.int64]]


class ElementTouch(IntEnum):
    """What has happened to an element; later entries hide earlier ones."""

    UNTOUCHED = 0
    READ = 1
    WRITTEN = 2
    READ_NOW = 3  # in the round that is under way
    WRITTEN_NOW = 4


class TouchHistory:
    """When each cell of one array was first read and written; `block` narrows a shared array to one
    block's.
    """

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder,
        array: int,
        cell_of: CellOf,
        cells: int,
        block: int | None = None,
    ) -> None:
        rows = rows_of_array(trace, array, block)
        self._order = order
        self._first = {False: np.full(cells, NEVER), True: np.full(cells, NEVER)}
        self._reads, self._counted = np.zeros(cells, np.int64), 0
        self._position: dict[bool, NDArray[np.int64]] = {}
        self._cell: dict[bool, NDArray[np.int64]] = {}
        for writes in (False, True):
            self._gather(trace, rows, cell_of, writes)

    def _gather(self, trace: Trace, rows: NDArray[np.intp], cell_of: CellOf, writes: bool) -> None:
        touching = _of_kind(trace, rows, writes)
        element, position, _ = accesses_in_order(trace, self._order, touching)
        cell = cell_of(element)
        self._first[writes][cell[::-1]] = position[::-1]  # the earliest is assigned last and stays
        self._position[writes], self._cell[writes] = position, cell

    def at(self, instant: Instant, written_round: NDArray[np.int64] | None) -> NDArray[np.uint8]:
        """[cells] Touch; `written_round` [cells]: rounds after which unfollowed blocks had written
        (see below).
        """
        touch = np.zeros(len(self._first[True]), np.uint8)
        touch[self._first[False] < instant.steps] = ElementTouch.READ
        touch[self._first[True] < instant.steps] = ElementTouch.WRITTEN
        if written_round is not None:
            touch[written_round <= self._order.rounds_over(instant)] = ElementTouch.WRITTEN
        if not instant.ended:
            touch[self._in_round(instant, False)] = ElementTouch.READ_NOW
            touch[self._in_round(instant, True)] = ElementTouch.WRITTEN_NOW
        return touch

    def reads(self, moment: int) -> NDArray[np.int64]:
        """[cells] how often the elements of each have been read after `moment` steps.

        From one moment to the next only what lies between is counted.
        """
        stop = int(np.searchsorted(self._position[False], moment))
        first, last = sorted((self._counted, stop))
        between = np.bincount(self._cell[False][first:last], minlength=len(self._reads))
        self._reads = self._reads + (between if stop > self._counted else -between)
        self._counted = stop
        return self._reads

    @property
    def all_reads(self) -> NDArray[np.int64]:
        """[cells] how often the elements of each are read in the whole launch."""
        return np.bincount(self._cell[False], minlength=len(self._reads))

    def _in_round(self, instant: Instant, writes: bool) -> NDArray[np.int64]:
        begin = self._order.moment_of_round(instant.rounds - 1)
        first, stop = np.searchsorted(self._position[writes], (begin, instant.steps))
        return self._cell[writes][first:stop]


def written_rounds(
    trace: Trace, order: PlayOrder, name: str, elements: NDArray[np.int64]
) -> NDArray[np.int64] | None:
    """The round in which the block that wrote each of some elements last ends.

    NEVER for followed blocks, whose writes are known exactly, and where nobody wrote. None where
    every block is followed, or the last writers were not kept.
    """
    writer = trace.last_writer.get(name)
    if writer is None or trace.all_followed:
        return None
    end = order.block_end.copy()
    end[list(trace.followed)] = NEVER
    by_block = np.append(end, NEVER)  # -1, no writer, finds the last
    thread = writer.ravel()[elements]
    found: NDArray[np.int64] = by_block[np.where(thread < 0, -1, thread // trace.config.block.size)]
    return found


def rows_of_array(trace: Trace, array: int, block: int | None) -> NDArray[np.intp]:
    """Rows of Accesses that touch an array, of one block if given."""
    if trace.accesses is None or trace.steps is None:
        return np.zeros(0, np.intp)
    wanted = trace.accesses.array == array
    if block is not None:
        wanted &= trace.steps.block[trace.accesses.step] == block
    return np.flatnonzero(wanted)


def _of_kind(trace: Trace, rows: NDArray[np.intp], writes: bool) -> NDArray[np.intp]:
    """The rows that write (atomics do both) or that read."""
    return rows_of_kinds(trace, rows, ("write", "atomic") if writes else ("read", "atomic"))


def rows_of_kinds(
    trace: Trace, rows: NDArray[np.intp], kinds: tuple[AccessKind, ...]
) -> NDArray[np.intp]:
    """Those rows of Accesses whose sites are of some kinds."""
    if trace.accesses is None or len(rows) == 0:
        return rows
    fits = np.array([site.kind in kinds for site in trace.sites], bool)
    fitting: NDArray[np.intp] = rows[fits[trace.accesses.site[rows]]]
    return fitting


def accesses_in_order(
    trace: Trace, order: PlayOrder, rows: NDArray[np.intp]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64]]:
    """(element, position, bits) of every active lane of some accesses, in the order played."""
    table = trace.accesses
    if table is None or len(rows) == 0:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint64)
    position = order.accessed[rows]
    in_order = np.argsort(position, kind="stable")
    rows, position = rows[in_order], position[in_order]
    element = table.element[rows]
    active = element >= 0
    spread = np.broadcast_to(position[:, None], element.shape)
    return element[active], spread[active], table.bits[rows][active]
