"""What some elements of an array hold at an instant, from all that a trace knows of them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_elements import written_rounds
from gpuviz.trace import Trace, has_bits


class ElementContents:
    """The contents of flat `elements` (ascending) of Trace.arrays[array]; `block` is whose, for
    shared memory.

    Writes of followed blocks are known by the step; those of others by the round in which their
    block ends, from the array as it was after the launch.
    """

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder | None,
        array: int,
        elements: NDArray[np.int64],
        block: int | None = None,
    ) -> None:
        info = trace.arrays[array]
        self._trace, self._order, self._elements = trace, order, elements
        self._final = trace.outputs.get(info.name) if block is None else None
        self._before = trace.inputs.get(info.name) if block is None else None
        self._dtype = info.dtype
        self._history: ContentHistory | None = None
        self._rounds: NDArray[np.int64] | None = None
        if order is not None and has_bits(info.dtype):
            self._history = ContentHistory(trace, order, array, elements, block)
        if order is not None and block is None:
            self._rounds = written_rounds(trace, order, info.name, elements)

    def at(self, instant: Instant) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """(values, known): what each element holds, and whether that is so for certain."""
        if self._final is not None and (self._order is None or self._all_done(instant)):
            return self._of(self._final)
        if self._history is None:
            values, known = self._of(self._before)
            return values, known & (self._final is None or instant.steps == 0)
        held, known = self._history.at(instant.steps)
        if self._final is not None and self._rounds is not None and self._order is not None:
            later = (self._rounds <= self._order.rounds_over(instant)) & ~known
            held[later], known[later] = np.ravel(self._final)[self._elements[later]], True
        known |= self._before is not None
        return held, known & ~self._history.unknown(instant.steps)

    def _of(self, table: NDArray[Any] | None) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        count = len(self._elements)
        if table is None:
            return np.zeros(count, self._dtype), np.zeros(count, np.bool_)
        return np.ravel(table)[self._elements], np.ones(count, np.bool_)

    def _all_done(self, instant: Instant) -> bool:
        """Whether every step of the launch has been executed."""
        order = self._order
        return order is not None and self._trace.all_followed and instant.steps == len(order)
