"""Everything of one launch that the stage asks again and again, worked out once."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_elements import ContentHistory, Touch, TouchHistory, written_rounds
from gpuviz.insight.stage_warp import WarpReader, index_variables
from gpuviz.insight.states import GridStates
from gpuviz.trace import ArrayInfo, Trace, has_bits
from gpuviz.ui.stage.array_geometry import ArrayGeometry, as_table
from gpuviz.ui.stage.grid_geometry import GridShape
from gpuviz.ui.stage.scene import ElementHit

NOTHING = np.zeros(0, np.int64)


class StageFacts:
    """One trace with the order in which it is played; `order` None: there are no steps."""

    def __init__(self, trace: Trace, order: PlayOrder | None) -> None:
        self.trace = trace
        self.order = order
        self.shape = GridShape.of(trace.config)
        self.states = None if order is None else GridStates(trace, order)
        self._owned: dict[tuple[int, int], NDArray[np.int64]] = {}
        self._elements: dict[tuple[int, ArrayGeometry, int | None], ElementFacts] = {}

    @cached_property
    def reader(self) -> WarpReader | None:
        """What single warps do."""
        if self.order is None or self.states is None:
            return None
        return WarpReader(self.trace, self.order, self.states.history)

    @cached_property
    def global_arrays(self) -> tuple[int, ...]:
        """Rows of the arrays in global memory."""
        return self._in_space("global")

    @cached_property
    def shared_arrays(self) -> tuple[int, ...]:
        """Rows of the arrays in shared memory."""
        return self._in_space("shared")

    @cached_property
    def has_matrix(self) -> bool:
        """Whether an array in global memory has two dimensions or more that count."""
        return any(as_table(self.trace.arrays[row].shape)[0] > 1 for row in self.global_arrays)

    @cached_property
    def is_product(self) -> bool:
        """Whether the arrays have the shapes of C = A B, in this order."""
        shapes = [self.trace.arrays[row].shape for row in self.global_arrays]
        if len(shapes) != 3 or any(len(shape) != 2 for shape in shapes):
            return False
        (m, k), (k2, n), result = shapes
        return k == k2 and result == (m, n) and self.written == {self.global_arrays[2]}

    @cached_property
    def written(self) -> frozenset[int]:
        """Rows of the arrays in global memory that the kernel writes."""
        names = {site.array for site in self.trace.sites if site.kind != "read"}
        names |= set(self.trace.outputs)
        return frozenset(r for r in self.global_arrays if self.trace.arrays[r].name in names)

    @cached_property
    def index_variables(self) -> int:
        """How many variables say which element a thread works on."""
        return len(index_variables(self.trace))

    @cached_property
    def first_block(self) -> int:
        """The block that is shown when none is chosen."""
        return self.trace.followed[0] if self.trace.followed else 0

    def elements(
        self, array: int, geometry: ArrayGeometry, block: int | None = None
    ) -> ElementFacts:
        """The cells of one array; only the latest of each array is remembered."""
        key = (array, geometry, block)
        if key not in self._elements:
            stale = [old for old in self._elements if old[0] == array]
            for old in stale:
                del self._elements[old]
            self._elements[key] = ElementFacts(self, array, geometry, block)
        return self._elements[key]

    def owned(self, array: int, block: int) -> NDArray[np.int64]:
        """The elements of an array that a block wrote last, ascending; empty where that is not
        known.
        """
        writers = self.trace.last_writer.get(self.trace.arrays[array].name)
        if writers is None:
            return NOTHING
        key = (array, block)
        if key not in self._owned:
            first = block * self.trace.config.block.size
            flat = np.ravel(writers)
            mine = (flat >= first) & (flat < first + self.trace.config.block.size)
            self._owned[key] = np.flatnonzero(mine)
        return self._owned[key]

    def writer_of(self, hit: ElementHit) -> tuple[int, int] | None:
        """(block, thread) that wrote an element last; None if nobody did, or nobody knows."""
        writers = self.trace.last_writer.get(self.trace.arrays[hit.array].name)
        if hit.block is not None or writers is None:
            return None
        thread = int(np.ravel(writers)[hit.element])
        block_size = self.trace.config.block.size
        return None if thread < 0 else (thread // block_size, thread % block_size)

    def _in_space(self, space: str) -> tuple[int, ...]:
        """Arrays of a space; of records those fields that the launch touched."""
        found = list(enumerate(self.trace.arrays))
        whole = {info.part_of for _, info in found}
        return tuple(
            row
            for row, info in found
            if info.space == space and info.size > 0 and info.name not in whole
        )


class ElementFacts:
    """What happened to the cells of one array, and how bright their values are."""

    def __init__(
        self, facts: StageFacts, array: int, geometry: ArrayGeometry, block: int | None
    ) -> None:
        self._trace = facts.trace
        self._order = facts.order
        self._info = facts.trace.arrays[array]
        self._block = block
        self._firsts = geometry.element_of(np.arange(geometry.cells))
        self._written_round = self._rounds(geometry)
        self._touched: TouchHistory | None = None
        self._content: ContentHistory | None = None
        if facts.order is not None:
            self._touched = TouchHistory(
                facts.trace, facts.order, array, geometry.cell_of, geometry.cells, block
            )
            if has_bits(self._info.dtype):
                self._content = ContentHistory(facts.trace, facts.order, array, self._firsts, block)

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
