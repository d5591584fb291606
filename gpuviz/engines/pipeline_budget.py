"""What is kept of the launches of a pipeline: all of some, figures and findings of the others."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

import numpy as np

from gpuviz.engines.request import LaunchRequest
from gpuviz.simt.execute import with_copies
from gpuviz.trace import Trace, without_record

WHOLE_BYTES = 96_000_000
"""Of all launches that are kept whole, where nobody chose them."""


class KeptLaunches:
    """Takes each trace in turn; `whole` are the rows of those that were kept as they are.

    `finish` is given each launch before, with all that was recorded of it.
    """

    def __init__(self, request: LaunchRequest, finish: Callable[[Trace], Trace]) -> None:
        self._chosen = request.whole
        self._finish = finish
        self._left = WHOLE_BYTES
        self._count = 0
        self.whole: list[int] = []

    def keep(self, trace: Trace) -> Trace:
        """The trace or, where there is no room for it, its summary."""
        row, trace = self._count, self._finish(trace)
        self._count += 1
        if not self._is_whole(row, trace):
            return dataclasses.replace(without_record(trace), inputs={}, placement=None)
        self.whole.append(row)
        return with_copies(trace)

    def _is_whole(self, row: int, trace: Trace) -> bool:
        if self._chosen is not None:
            return row in self._chosen
        needed = array_bytes(trace)
        if needed > self._left:
            return False
        self._left -= needed
        return True


def array_bytes(value: object) -> int:
    """Bytes of all arrays in frozen data."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if isinstance(value, Mapping):
        return sum(map(array_bytes, value.values()))
    if isinstance(value, tuple):
        return sum(map(array_bytes, value))
    if dataclasses.is_dataclass(value):
        return sum(array_bytes(getattr(value, one.name)) for one in dataclasses.fields(value))
    return 0
