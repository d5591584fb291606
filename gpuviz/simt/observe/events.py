"""What the followed warps did, kept as it comes and turned into rows in one go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.memory.arrays import AnyArray, axes_of, c_strides
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe.observer import warp_step
from gpuviz.trace.columns import EXCHANGE_TYPES, NO_ELEMENT, NO_LANE, to_bits

Rows = tuple[NDArray[Any], ...]

Words = NDArray[np.uint32]
"""Active lanes of each warp as bits, shape (blocks or 1, warps)."""


class StepEvent(NamedTuple):
    """The warps execute a statement."""

    step: int  # of the launch
    statement: int
    words: Words


class AccessEvent(NamedTuple):
    """The warps access elements `flat` of an array."""

    step: int
    site: int
    words: Words
    values: Value
    array: AnyArray
    flat: Value


class ValueEvent(NamedTuple):
    """The warps assign a variable."""

    step: int
    variable: int
    words: Words
    values: Value


class ExchangeEvent(NamedTuple):
    """The lanes of the warps give each other values; `kind` is a row of EXCHANGE_KINDS."""

    step: int
    kind: int
    words: Words
    source: Value
    given: NDArray[Any]
    received: NDArray[Any]


Event = TypeVar("Event", StepEvent, AccessEvent, ValueEvent, ExchangeEvent)


def only(event: Event, chosen: NDArray[np.intp]) -> Event:
    """An event of some of the blocks."""
    fields = (_rows(value, chosen) for value in event)
    return type(event)(*fields)


def _rows(value: Any, chosen: NDArray[np.intp]) -> Any:
    own = isinstance(value, np.ndarray) and value.ndim == 2 and len(value) > 1
    return value[chosen] if own else value


class Warps:
    """The followed warps of a thread group."""

    def __init__(
        self, config: LaunchConfig, blocks: NDArray[np.int64], first: int, count: int
    ) -> None:
        self.config = config
        self.blocks = blocks  # [followed] linear blocks
        self.first = first  # warp within the block
        self.count = count  # warps of a block

    @property
    def shape(self) -> tuple[int, int]:
        """(blocks, warps)."""
        return len(self.blocks), self.count

    def only(self, chosen: NDArray[np.intp]) -> Warps:
        """Those of some of the blocks."""
        return Warps(self.config, self.blocks[chosen], self.first, self.count)

    def steps(self, events: list[StepEvent]) -> Rows:
        """Rows of id, block, warp, statement and mask."""
        words, busy = self._words(events)
        event, block, warp = np.nonzero(busy)
        statement = np.array([e.statement for e in events])[event]
        ids = self._ids(events, event, block, warp)
        return ids, self.blocks[block], warp + self.first, statement, words[busy]

    def accesses(self, events: list[AccessEvent]) -> Rows:
        """Rows of step id, site, array, and for each lane element and bits."""
        words, busy = self._words(events)
        event, block, warp = np.nonzero(busy)
        steps = self._ids(events, event, block, warp)
        sites, arrays = np.array([(e.site, e.array.row) for e in events]).T[:, event]
        elements = self._of_lanes([_element(e.array, e.flat) for e in events], busy, np.int64)
        elements[~_lanes(words[busy])] = NO_ELEMENT
        return steps, sites, arrays, elements, self._bits(events, busy)

    def values(self, events: list[ValueEvent]) -> Rows:
        """Rows of step id, variable, mask, and for each lane bits."""
        words, busy = self._words(events)
        event, block, warp = np.nonzero(busy)
        steps = self._ids(events, event, block, warp)
        variables = np.array([e.variable for e in events])[event]
        return steps, variables, words[busy], self._bits(events, busy)

    def exchanges(self, events: list[ExchangeEvent]) -> Rows:
        """Rows of step id, kind, type, mask, and for each lane source, bits given and received."""
        words, busy = self._words(events)
        event, block, warp = np.nonzero(busy)
        steps = self._ids(events, event, block, warp)
        kinds, types = np.array([(e.kind, EXCHANGE_TYPES.index(e.given.dtype)) for e in events]).T
        source = self._of_lanes([np.asarray(e.source) for e in events], busy, np.int8)
        source[~_lanes(words[busy])] = NO_LANE
        given, received = (
            self._of_lanes([to_bits(getattr(e, name)) for e in events], busy, np.uint64)
            for name in ("given", "received")
        )
        return steps, kinds[event], types[event], words[busy], source, given, received

    def _words(
        self, events: Sequence[StepEvent | AccessEvent | ValueEvent | ExchangeEvent]
    ) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
        """Active lanes of each event's warps, (events, blocks, warps), and where there are any."""
        words = np.empty((len(events), *self.shape), np.uint32)
        for row, event in zip(words, events, strict=True):
            row[...] = event.words
        return words, words != 0

    def _ids(
        self,
        events: Sequence[StepEvent | AccessEvent | ValueEvent | ExchangeEvent],
        event: NDArray[np.intp],
        block: NDArray[np.intp],
        warp: NDArray[np.intp],
    ) -> NDArray[np.int64]:
        """The number of the step of each warp."""
        steps = np.array([e.step for e in events])[event]
        ids: NDArray[np.int64] = warp_step(
            self.config, steps, self.blocks[block], warp + self.first
        )
        return ids

    def _bits(
        self, events: list[AccessEvent] | list[ValueEvent], busy: NDArray[np.bool_]
    ) -> NDArray[Any]:
        return self._of_lanes([to_bits(np.asarray(e.values)) for e in events], busy, np.uint64)

    def _of_lanes(
        self, values: list[NDArray[Any]], busy: NDArray[np.bool_], dtype: Any
    ) -> NDArray[Any]:
        """The busy warps' values, one event after the other, shape (rows, 32)."""
        ends = np.cumsum(np.count_nonzero(busy, axis=(1, 2)))
        kept = np.empty((int(ends[-1]), WARP_SIZE), dtype)
        start, shape = 0, (len(self.blocks), self.count * WARP_SIZE)
        for value, warps, end in zip(values, busy, ends.tolist(), strict=True):
            shape = (len(warps), self.count * WARP_SIZE)
            if end - start == warps.size:
                kept[start:end].reshape(shape)[...] = value
            else:
                lanes = np.broadcast_to(value, shape).reshape(*warps.shape, WARP_SIZE)
                kept[start:end] = lanes[warps]
            start = end
        return kept


def _lanes(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Bits as truth values, shape (rows, 32)."""
    octets = np.ascontiguousarray(words, "<u4").view(np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(-1, WARP_SIZE).view(np.bool_)


def _element(array: AnyArray, flat: Value) -> NDArray[Any]:
    """The element's number in C order; `flat` counts along the array's own strides."""
    if isinstance(array, LocalArray) or array.c_order:
        return np.asarray(flat)
    index, steps = axes_of(array, np.asarray(flat)), c_strides(array.shape)
    element = sum((axis * step for axis, step in zip(index, steps, strict=True)), np.int64(0))
    return np.asarray(element)
