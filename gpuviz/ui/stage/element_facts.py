"""What happened to the cells of one array on the stage, and what they hold."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_elements import ContentHistory, Touch, TouchHistory, written_rounds
from gpuviz.trace import ArrayInfo, Trace, has_bits
from gpuviz.ui.stage.array_geometry import ArrayGeometry


class ElementFacts:
    """What happened to the cells of one array, and how bright their values are."""

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder | None,
        array: int,
        geometry: ArrayGeometry,
        block: int | None,
    ) -> None:
        self._trace = trace
        self._order = order
        self._info = trace.arrays[array]
        self._block = block
        self._firsts = geometry.element_of(np.arange(geometry.cells))
        self._written_round = self._rounds(geometry)
        self._touched: TouchHistory | None = None
        self._content: ContentHistory | None = None
        if order is not None:
            self._touched = TouchHistory(
                trace, order, array, geometry.cell_of, geometry.cells, block
            )
            if has_bits(self._info.dtype):
                self._content = ContentHistory(trace, order, array, self._firsts, block)

    def touch(self, instant: Instant) -> NDArray[np.uint8]:
        """[cells] Touch at an instant; without steps all that is known is which arrays were
        written.
        """
        if self._touched is None:
            written = self._info.name in self._trace.outputs
            return np.full(len(self._firsts), Touch.WRITTEN if written else 0, np.uint8)
        return self._touched.at(instant, self._written_round)

    def values(self, instant: Instant) -> NDArray[np.float64]:
        """[cells] what the first element of each cell holds."""
        final = self._trace.outputs.get(self._info.name) if self._block is None else None
        if self._content is None:
            source = final if final is not None else self._trace.inputs.get(self._info.name)
            return _reals(np.zeros(1)) if source is None else _reals(np.ravel(source)[self._firsts])
        held, written = self._content.at(instant.steps)
        if final is not None and self._order is not None and self._written_round is not None:
            later = (self._written_round <= self._order.rounds_over(instant)) & ~written
            held[later] = np.ravel(final)[self._firsts[later]]
        if final is not None and self._all_done(instant):
            held = np.ravel(final)[self._firsts]
        return _reals(held)

    def unknown(self, instant: Instant) -> NDArray[np.bool_]:
        """[cells] elements whose value at this instant is not known: atomics have changed them, or
        they are records or wider than what is kept.
        """
        if not has_bits(self._info.dtype):
            return np.ones(len(self._firsts), np.bool_)
        if self._content is None or self._all_done(instant):
            return np.zeros(len(self._firsts), np.bool_)
        return self._content.unknown(instant.steps)

    def _all_done(self, instant: Instant) -> bool:
        """Whether every step of the launch has been executed."""
        order = self._order
        return order is not None and self._trace.all_followed and instant.steps == len(order)

    def brightness(self, instant: Instant) -> NDArray[np.float64]:
        """[cells] the values on the range that this array ever shows, 0..1."""
        low, high = self._range
        values = np.nan_to_num(self.values(instant), nan=low, posinf=high, neginf=low)
        if high <= low:
            return np.full(len(self._firsts), 0.5)
        return np.broadcast_to(np.clip((values - low) / (high - low), 0, 1), self._firsts.shape)

    @cached_property
    def _range(self) -> tuple[float, float]:
        name = self._info.name
        tables = (self._trace.inputs, self._trace.outputs)
        shown = [_reals(np.ravel(t[name])[self._firsts]) for t in tables if name in t]
        if self._info.space == "shared" and self._content is not None and self._order is not None:
            shown = [_reals(self._content.at(len(self._order))[0])]
        values = np.concatenate(shown) if shown else np.zeros(1)
        finite = values[np.isfinite(values)]
        return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)

    def _rounds(self, geometry: ArrayGeometry) -> NDArray[np.int64] | None:
        if self._order is None or self._block is not None:
            return None
        samples = geometry.samples()
        rounds = written_rounds(self._trace, self._order, self._info.name, samples)
        return None if rounds is None else rounds.min(axis=1)


def dtype_and_shape(info: ArrayInfo) -> str:
    """ "float32[1000]"."""
    kind = str(info.dtype) if info.dtype.names is None else "record"
    return f"{kind}[{', '.join(str(n) for n in info.shape)}]"


def _reals(values: NDArray[np.generic]) -> NDArray[np.float64]:
    """Numbers to colour by; records and texts have none."""
    if values.dtype.kind in "USV":
        return np.zeros(values.shape)
    real = values.real if np.iscomplexobj(values) else values
    return np.asarray(real).astype(np.float64)
