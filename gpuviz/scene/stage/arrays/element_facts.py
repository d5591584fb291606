"""What happened to the cells of one array on the stage, and what they hold."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.element_colourings import special_elements, writing_blocks
from gpuviz.insight.element_contents import ElementContents
from gpuviz.insight.element_touches import (
    ElementTouches,
    element_touches,
    read_count,
    readers,
    writers,
)
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_elements import ElementTouch, TouchHistory, written_rounds
from gpuviz.scene.scene import ElementHit
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry
from gpuviz.trace import ArrayInfo, Trace

NOWHERE = np.zeros(0, np.int64)


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
        self._array, self._info = array, trace.arrays[array]
        self._cell_of, self._per_cell = geometry.cell_of, geometry.elements_per_cell
        self._block = block
        self._firsts = geometry.element_of(np.arange(geometry.cells))
        self._written_round = self._rounds(geometry)
        self._contents = ElementContents(trace, order, array, self._firsts, block)
        self._touched: TouchHistory | None = None
        if order is not None:
            self._touched = TouchHistory(
                trace, order, array, geometry.cell_of, geometry.cells, block
            )

    def touch(self, instant: Instant) -> NDArray[np.uint8]:
        """[cells] Touch at an instant; without steps all that is known is which arrays were
        written.
        """
        if self._touched is None:
            written = self._info.name in self._trace.outputs
            return np.full(len(self._firsts), ElementTouch.WRITTEN if written else 0, np.uint8)
        return self._touched.at(instant, self._written_round)

    def values(self, instant: Instant) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """[cells] what the first element of each cell holds, and whether that is known."""
        return self._contents.at(instant)

    def numbers(self, instant: Instant) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """[cells] the values as numbers to colour by, and which are known; texts and records are
        none.
        """
        values, known = self._contents.at(instant)
        return _reals(values), known & (values.dtype.kind not in "USV")

    def settled(self, instant: Instant) -> NDArray[np.bool_]:
        """[cells] those that are as they end up: written, or of an array that is never written."""
        if self._info.name not in self._trace.outputs:
            return np.ones(len(self._firsts), np.bool_)
        return np.isin(self.touch(instant), (ElementTouch.WRITTEN, ElementTouch.WRITTEN_NOW))

    @cached_property
    def specials(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Cells in which an element is NaN, and infinite, once the array is as it ends up."""
        table = self._trace.outputs.get(self._info.name, self._trace.inputs.get(self._info.name))
        if table is None or self._block is not None:
            return NOWHERE, NOWHERE
        missing, infinite = special_elements(table)
        return np.unique(self._cell_of(missing)), np.unique(self._cell_of(infinite))

    @cached_property
    def writing_blocks(self) -> NDArray[np.int64] | None:
        """[cells] the block that writes the first element of each last; None: not known."""
        return writing_blocks(self._trace, self._array, self._firsts, self._block)

    def reads(self, instant: Instant) -> NDArray[np.float64]:
        """[cells] how often an element of each has been read, as far as accesses were kept; the
        mean where it stands for several.
        """
        if self._touched is None:
            return np.zeros(len(self._firsts))
        return self._touched.reads(instant.steps) / self._per_cell

    @cached_property
    def most_reads(self) -> float:
        """How often the element is read that is read most."""
        if self._touched is None:
            return 0.0
        return float(self._touched.all_reads.max(initial=0)) / self._per_cell

    def brightness(self, instant: Instant) -> NDArray[np.float64]:
        """[cells] the values on the range that this array ever shows, 0..1."""
        written = self._info.name in self._trace.outputs or self._block is not None
        return self._shades(instant) if written or self._order is None else self._still

    @cached_property
    def _still(self) -> NDArray[np.float64]:
        """The brightness of an array that is only read: the same at every instant."""
        assert self._order is not None
        return self._shades(self._order.end)

    def _shades(self, instant: Instant) -> NDArray[np.float64]:
        low, high = self.range
        values = np.nan_to_num(self.numbers(instant)[0], nan=low, posinf=high, neginf=low)
        if high <= low:
            return np.full(len(self._firsts), 0.5)
        return np.broadcast_to(np.clip((values - low) / (high - low), 0, 1), self._firsts.shape)

    @cached_property
    def range(self) -> tuple[float, float]:
        """The smallest and the largest finite value that the array ever shows."""
        name = self._info.name
        tables = (self._trace.inputs, self._trace.outputs)
        shown = [_reals(np.ravel(t[name])[self._firsts]) for t in tables if name in t]
        if self._info.space == "shared" and self._order is not None:
            values, known = self.numbers(self._order.end)
            shown = [values[known]]
        known_values = np.concatenate(shown) if shown else np.zeros(1)
        finite = known_values[np.isfinite(known_values)]
        return (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)

    def _rounds(self, geometry: ArrayGeometry) -> NDArray[np.int64] | None:
        if self._order is None or self._block is not None:
            return None
        samples = geometry.samples()
        rounds = written_rounds(self._trace, self._order, self._info.name, samples)
        return None if rounds is None else rounds.min(axis=1)


class OneElement:
    """What a single element holds, and who touches it, as far as accesses were kept."""

    def __init__(self, trace: Trace, order: PlayOrder | None, hit: ElementHit) -> None:
        self._trace, place = trace, np.array([hit.element])
        self._contents = ElementContents(trace, order, hit.array, place, hit.block)
        self.learn(element_touches(trace, hit.array, hit.element, hit.block, order))

    def learn(self, touches: ElementTouches) -> None:
        """More is known of who touches it."""
        self.touches = touches
        self.readers = readers(self._trace, touches)
        self.writers = writers(self._trace, touches)

    @property
    def reads(self) -> int:
        """How many times it is read in the launch."""
        return read_count(self._trace, self.touches)

    def value(self, instant: Instant) -> object | None:
        """What it holds; None where that is not known."""
        values, known = self._contents.at(instant)
        return values[0] if known[0] else None


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
