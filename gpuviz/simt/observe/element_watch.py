"""Watches one element while a launch runs: which threads read and write it, and when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory.arrays import AnyArray, GlobalArray
from gpuviz.simt.observe.lone_run import AccessesAt, LoneRun
from gpuviz.simt.observe.observer import Access, Observer
from gpuviz.trace.columns import to_bits
from gpuviz.trace.touches import Element, Touches


@dataclass(eq=False)
class ElementWatch(Observer):
    """Collects the accesses to one element."""

    reads_values: ClassVar[bool] = True

    element: Element
    _threads: list[NDArray[np.int64]] = field(default_factory=list)
    _sites: list[NDArray[np.int32]] = field(default_factory=list)
    _bits: list[NDArray[Any]] = field(default_factory=list)

    def access(self, access: Access) -> None:
        """Active lanes access elements of an array."""
        thread_group, array = access.thread_group, access.array
        if array.name != self.element.array:
            return
        shape = (thread_group.blocks, thread_group.lane_count)
        there = np.broadcast_to((access.flat == self._place(array)) & access.mask.lanes, shape)
        if array.space == "shared":
            there = there & (thread_group.block_ids[:, None] == self.element.block)
        if there.any():
            threads = thread_group.launch_threads[there]
            self._threads.append(threads)
            self._sites.append(np.full(len(threads), access.site, np.int32))
            self._bits.append(to_bits(np.broadcast_to(access.values, shape)[there]))

    def lone_run(self, run: LoneRun) -> Callable[[], None]:
        """One thread accessed elements of arrays."""
        return lambda: self._add_lone_run(run)

    def _add_lone_run(self, run: LoneRun) -> None:
        block = int(run.thread_group.block_ids[run.row])
        found: list[tuple[int, AccessesAt, int]] = []
        for at in run.accesses:
            elsewhere = at.array.space == "shared" and block != self.element.block
            if at.array.name == self.element.array and not elsewhere:
                there = np.flatnonzero(at.flat == self._place(at.array))
                found += [(int(at.rows[number]), at, int(number)) for number in there]
        for _, at, number in sorted(found, key=lambda one: one[0]):
            self._threads.append(np.array([run.thread]))
            self._sites.append(np.array([at.site], np.int32))
            self._bits.append(to_bits(at.values[number : number + 1]))

    def touches(self) -> Touches:
        """All that were noted."""
        return Touches(
            _joined(self._threads, np.int64),
            _joined(self._sites, np.int32),
            _joined(self._bits, np.uint64),
        )

    def _place(self, array: AnyArray) -> int:
        """The element as the array counts them."""
        start = array.offset if isinstance(array, GlobalArray) else 0
        steps = zip(self.element.index, array.strides, strict=True)
        return start + sum(index * stride for index, stride in steps)


def _joined(parts: list[NDArray[Any]], dtype: Any) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros(0, dtype)
