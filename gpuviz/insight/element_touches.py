"""Who touches one element: read from the accesses that were kept, or from a launch that watched
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.calls import access_steps
from gpuviz.insight.order import PlayOrder
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Trace
from gpuviz.trace.touches import Touches

NOT_KEPT = -1


@dataclass(frozen=True, slots=True)
class ElementTouches:
    """The accesses to one element, n of them, from the first to the last.

    `complete` is False where only followed blocks are known, and not all blocks are followed.
    """

    thread: NDArray[np.int64]  # [n] in the launch: block * block size + thread
    site: NDArray[np.int32]  # [n] row in Trace.sites
    bits: NDArray[np.uint64]  # [n] what was read or written, of an atomic the old value
    step: NDArray[np.int64]
    """[n] row in Steps: with which it happens (see access_steps), NOT_KEPT where none were kept."""
    complete: bool

    def __len__(self) -> int:
        return len(self.thread)


def element_touches(
    trace: Trace,
    array: int,
    element: int,
    block: int | None = None,
    order: PlayOrder | None = None,
) -> ElementTouches:
    """Who touched a flat element of Trace.arrays[array], as far as accesses were kept.

    `block` is whose element it is, for shared memory. They stand in the order of `order`, else in
    that of the columns.
    """
    row, lane = _found(trace, array, element, block)
    known = trace.all_followed if block is None else block in trace.followed
    if trace.accesses is None or trace.steps is None or len(row) == 0:
        return _nothing(known)
    table, steps = trace.accesses, trace.steps
    step = access_steps(trace)[row]
    if order is not None:
        played = np.argsort(order.position[step], kind="stable")
        row, lane, step = row[played], lane[played], step[played]
    thread = steps.block[step] * trace.config.block.size + steps.warp[step] * WARP_SIZE + lane
    return ElementTouches(thread, table.site[row], table.bits[row, lane], step, known)


def watched_touches(touches: Touches) -> ElementTouches:
    """What a launch that watched the element saw: all of it."""
    step = np.full(len(touches.thread), NOT_KEPT, np.int64)
    return ElementTouches(touches.thread, touches.site, touches.bits, step, True)


def moment_of(
    trace: Trace, touches: ElementTouches, order: PlayOrder, thread: int, *, writes: bool
) -> int | None:
    """The moment right after a thread (in the launch) read the element first, or wrote it last.

    None where it did not, or where its step was not kept; atomics do both.
    """
    wanted = _is_not(trace, "read" if writes else "write")
    mine = np.flatnonzero((touches.thread == thread) & (touches.step != NOT_KEPT))
    mine = mine[wanted[touches.site[mine]]]
    if len(mine) == 0:
        return None
    return int(order.position[touches.step[mine[-1 if writes else 0]]]) + 1


def readers(trace: Trace, touches: ElementTouches) -> NDArray[np.int64]:
    """The threads that read the element, each once, ascending; atomics read, too."""
    return _who(trace, touches, "write")


def writers(trace: Trace, touches: ElementTouches) -> NDArray[np.int64]:
    """The threads that wrote the element, each once, ascending; atomics write, too."""
    return _who(trace, touches, "read")


def read_count(trace: Trace, touches: ElementTouches) -> int:
    """How many times the element is read; atomics read, too."""
    return int(_is_not(trace, "write")[touches.site].sum())


def _who(trace: Trace, touches: ElementTouches, other: str) -> NDArray[np.int64]:
    return np.unique(touches.thread[_is_not(trace, other)[touches.site]])


def _is_not(trace: Trace, kind: str) -> NDArray[np.bool_]:
    """[sites] False for those of a kind."""
    return np.array([site.kind != kind for site in trace.sites], bool)


def _found(
    trace: Trace, array: int, element: int, block: int | None
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """(row of Accesses, lane) of each access to the element."""
    if trace.accesses is None or trace.steps is None:
        nowhere = np.zeros(0, np.intp)
        return nowhere, nowhere
    rows = np.flatnonzero(trace.accesses.array == array)
    if block is not None:
        rows = rows[trace.steps.block[trace.accesses.step[rows]] == block]
    place, lane = np.nonzero(trace.accesses.element[rows] == element)
    return rows[place], lane


def _nothing(known: bool) -> ElementTouches:
    numbers = np.zeros(0, np.int64)
    return ElementTouches(numbers, np.zeros(0, np.int32), np.zeros(0, np.uint64), numbers, known)


def with_kept_steps(trace: Trace, touches: ElementTouches, kept: ElementTouches) -> ElementTouches:
    """`touches` with the steps of those that were `kept`, where they are the same accesses.

    A thread comes to an element by one site as often in both, and in the same order.
    """
    followed = np.isin(touches.thread // trace.config.block.size, trace.followed)
    mine = np.flatnonzero(followed)
    mine = mine[np.lexsort((mine, touches.site[mine], touches.thread[mine]))]
    theirs = np.lexsort((kept.step, kept.site, kept.thread))
    same = len(mine) == len(theirs) and bool(
        np.all(touches.thread[mine] == kept.thread[theirs])
        and np.all(touches.site[mine] == kept.site[theirs])
    )
    if not same:
        return touches
    step = touches.step.copy()
    step[mine] = kept.step[theirs]
    return replace(touches, step=step)
