"""Everything of one launch that the stage asks again and again, worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.colourings import Colouring, numbers
from gpuviz.insight.exchanges import ExchangeReader
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stage_warp import WarpReader, index_variables
from gpuviz.insight.thread_touches import Threads, TouchedArray, touched_arrays
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.scene.scene import ElementHit
from gpuviz.scene.stage.arrays.element_facts import ElementFacts, OneElement
from gpuviz.scene.stage.arrays.geometry import ArrayGeometry, as_table
from gpuviz.scene.stage.grid.shades import Levels
from gpuviz.scene.stage.grid.shape import GridShape
from gpuviz.trace import Trace

Kept = TypeVar("Kept")
MOST_REMEMBERED = 8
NOTHING = np.zeros(0, np.int64)


class StageFacts:
    """One trace with the order in which it is played; `order` None: there are no steps.

    `title` says which launch it is, of a pipeline's; `index` is shared with others who read it.
    """

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder | None,
        title: str = "",
        index: TraceIndex | None = None,
    ) -> None:
        self.trace = trace
        self.order = order
        self.title = title
        self.shape = GridShape.of(trace.config)
        self._index = TraceIndex(trace, order) if index is None and order is not None else index
        self.states = None if self._index is None else self._index.states
        self._levels: dict[Colouring, Levels | None] = {}
        self._owned: dict[tuple[int, int], NDArray[np.int64]] = {}
        self._elements: dict[tuple[int, ArrayGeometry, int | None], ElementFacts] = {}
        self._kept: dict[str, tuple[Hashable, Any]] = {}
        self._one: dict[ElementHit, OneElement] = {}
        self._touched: dict[Threads, tuple[TouchedArray, ...] | None] = {}

    def levels(self, colouring: Colouring) -> Levels | None:
        """Everything that the grid is coloured by; None where the trace does not know it."""
        if colouring not in self._levels:
            found = numbers(self.trace, self.order, colouring)
            threads = self.shape.threads
            self._levels[colouring] = None if found is None else Levels(colouring, found, threads)
        return self._levels[colouring]

    @cached_property
    def has_idle_threads(self) -> bool:
        """Whether a thread is known to touch no global memory in the whole launch."""
        active = self.trace.thread_active
        return active is not None and not bool(active.all())

    @property
    def reader(self) -> WarpReader | None:
        """What single warps do."""
        return None if self._index is None else self._index.warps

    @cached_property
    def exchanges(self) -> ExchangeReader:
        """What the lanes of warps give each other."""
        return ExchangeReader(self.trace)

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
            self._elements[key] = ElementFacts(self.trace, self.order, array, geometry, block)
        return self._elements[key]

    def touched(self, who: Threads) -> tuple[TouchedArray, ...] | None:
        """What some threads touch in the whole launch; None where their block was not followed."""
        if who not in self._touched:
            self._touched = {who: touched_arrays(self.trace, who)}
        return self._touched[who]

    def kept(self, part: str, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """What `make` gave for this key; of each part of the picture only the latest is kept."""
        before = self._kept.get(part)
        if before is None or before[0] != key:
            before = self._kept[part] = key, make()
        kept: Kept = before[1]
        return kept

    def one(self, hit: ElementHit) -> OneElement:
        """The first element of a cell; those that were asked for last are remembered."""
        one = self._one.pop(hit, None) or OneElement(self.trace, self.order, hit)
        self._one[hit] = one
        if len(self._one) > MOST_REMEMBERED:
            self._one.pop(next(iter(self._one)))
        return one

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
