"""What a launch has written into its arguments by an instant of its playing."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.content_history import ContentHistory
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_elements import written_rounds
from gpuviz.trace import Trace, has_bits

Part = tuple[NDArray[Any], NDArray[np.bool_]]
"""(values, which of them were written) of all elements of a parameter, flat."""


class PartlyWritten:
    """Of one trace in one order; what blocks wrote whose steps were not kept is there when they
    have ended.
    """

    def __init__(self, trace: Trace, order: PlayOrder) -> None:
        self._trace, self._order = trace, order
        self._reader = functools.cache(self._make_reader)

    def at(self, parameter: str, instant: Instant) -> Part | None:
        """None of a parameter that the launch does not write."""
        reader = self._reader(parameter)
        return None if reader is None else reader(instant)

    def _make_reader(self, parameter: str) -> Callable[[Instant], Part] | None:
        trace, order = self._trace, self._order
        names = [info.name for info in trace.arrays]
        final = trace.outputs.get(parameter)
        if final is None or parameter not in names or not has_bits(final.dtype):
            return None
        elements = np.arange(final.size)
        history = ContentHistory(trace, order, names.index(parameter), elements)
        rounds = written_rounds(trace, order, parameter, elements)
        after = final.ravel()

        def at(instant: Instant) -> Part:
            held, written = history.at(instant.steps)
            written &= ~history.unknown(instant.steps)
            if rounds is not None:
                later = (rounds <= order.rounds_over(instant)) & ~written
                held[later], written[later] = after[later], True
            return held, written

        return at
