"""What the followed warps did, kept as it comes and turned into rows in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

# Events are plain tuples: the garbage collector leaves those alone that hold numbers and arrays.

StepEvent = tuple[int, Words, int]
"""Step of the launch, warps, statement: the warps execute it."""

AccessEvent = tuple[int, Words, int, int, Value, Value]
"""Step, warps, site, id() of the array, elements, values: the warps access the elements."""

ValueEvent = tuple[int, Words, int, Value]
"""Step, warps, variable, values: the warps assign it."""

ExchangeEvent = tuple[int, Words, int, Value, NDArray[Any], NDArray[Any]]
"""Step, warps, row of EXCHANGE_KINDS, source, given, received: their lanes exchange values."""

Event = TypeVar("Event", bound=tuple[Any, ...])


def only(event: Event, chosen: NDArray[np.intp]) -> Event:
    """An event of some of the blocks."""
    return tuple(_rows(value, chosen) for value in event)  # type: ignore[return-value]


def _rows(value: Any, chosen: NDArray[np.intp]) -> Any:
    own = isinstance(value, np.ndarray) and value.ndim == 2 and len(value) > 1
    return value[chosen] if own else value


def _columns(events: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """The first fields of all events, the second ones, and so on."""
    return [[event[field] for event in events] for field in range(len(events[0]))]


class _Busy(NamedTuple):
    """The warps with an active lane, of one event or of several in their order."""

    block: NDArray[np.intp]  # row of the followed blocks
    warp: NDArray[np.intp]  # of the thread group's
    words: Words


class Warps:
    """The followed warps of a thread group."""

    def __init__(
        self, config: LaunchConfig, blocks: NDArray[np.int64], first: int, count: int
    ) -> None:
        self.config = config
        self.blocks = blocks  # [followed] linear blocks
        self.first = first  # warp within the block
        self.count = count  # warps of a block

    def only(self, chosen: NDArray[np.intp]) -> Warps:
        """Those of some of the blocks."""
        return Warps(self.config, self.blocks[chosen], self.first, self.count)

    def steps(self, events: list[StepEvent]) -> Rows:
        """Rows of id, block, warp, statement and mask."""
        steps, words, statements = _columns(events)
        event, busy, _ = self._busy(words)
        block, warp = self.blocks[busy.block], busy.warp + self.first
        ids = self._ids(steps, event, busy)
        return ids, block, warp, np.array(statements)[event], busy.words

    def accesses(self, events: list[AccessEvent], arrays: Mapping[int, AnyArray]) -> Rows:
        """Rows of step id, site, array, and for each lane element and bits."""
        steps, words, sites, keys, flats, values = _columns(events)
        event, busy, each = self._busy(words)
        rows = np.array([arrays[key].row for key in keys])[event]
        places = [_element(arrays[key], flat) for key, flat in zip(keys, flats, strict=True)]
        elements = self._of_lanes(places, each, np.int64)
        elements[~_lanes(busy.words)] = NO_ELEMENT
        ids, bits = self._ids(steps, event, busy), self._bits(values, each)
        return ids, np.array(sites)[event], rows, elements, bits

    def values(self, events: list[ValueEvent]) -> Rows:
        """Rows of step id, variable, mask, and for each lane bits."""
        steps, words, variables, values = _columns(events)
        event, busy, each = self._busy(words)
        ids, bits = self._ids(steps, event, busy), self._bits(values, each)
        return ids, np.array(variables)[event], busy.words, bits

    def exchanges(self, events: list[ExchangeEvent]) -> Rows:
        """Rows of step id, kind, type, mask, and for each lane source, bits given and received."""
        steps, words, kinds, sources, given, received = _columns(events)
        event, busy, each = self._busy(words)
        types = np.array([EXCHANGE_TYPES.index(values.dtype) for values in given])
        source = self._of_lanes([np.asarray(lanes) for lanes in sources], each, np.int8)
        source[~_lanes(busy.words)] = NO_LANE
        ids, kind = self._ids(steps, event, busy), np.array(kinds)[event]
        bits = self._bits(given, each), self._bits(received, each)
        return ids, kind, types[event], busy.words, source, *bits

    def _busy(self, words: Sequence[Words]) -> tuple[NDArray[np.intp], _Busy, list[_Busy]]:
        """The number of the event of each busy warp, these warps, and those of each event.

        Events of the same lanes mostly share their array of words.
        """
        different = {id(lanes): lanes for lanes in words}
        known = {key: self._busy_of(lanes) for key, lanes in different.items()}
        each = [known[id(lanes)] for lanes in words]
        event = np.repeat(np.arange(len(each)), [len(busy.block) for busy in each])
        return event, _Busy(*map(np.concatenate, _columns(each))), each

    def _busy_of(self, words: Words) -> _Busy:
        every = np.broadcast_to(words, (len(self.blocks), self.count))
        block, warp = np.nonzero(every)
        return _Busy(block, warp, every[block, warp])

    def _ids(self, steps: Sequence[int], event: NDArray[np.intp], busy: _Busy) -> NDArray[np.int64]:
        """The number of the step of each warp."""
        block, warp = self.blocks[busy.block], busy.warp + self.first
        ids: NDArray[np.int64] = warp_step(self.config, np.array(steps)[event], block, warp)
        return ids

    def _bits(self, values: Sequence[Value], each: list[_Busy]) -> NDArray[Any]:
        return self._of_lanes([to_bits(np.asarray(lanes)) for lanes in values], each, np.uint64)

    def _of_lanes(self, values: list[NDArray[Any]], each: list[_Busy], dtype: Any) -> NDArray[Any]:
        """The busy warps' values, one event after the other, shape (rows, 32)."""
        kept = np.empty((sum(len(busy.block) for busy in each), WARP_SIZE), dtype)
        start = 0
        for value, busy in zip(values, each, strict=True):
            end = start + len(busy.block)
            kept[start:end] = self._of_warps(value, busy)
            start = end
        return kept

    def _of_warps(self, value: NDArray[Any], busy: _Busy) -> NDArray[Any]:
        """The values of some warps, one a row; where lanes are alike a row may have one of them."""
        if value.ndim < 2:
            return value
        block = busy.block if len(value) > 1 else 0
        if value.shape[1] == 1:
            return value[block]
        in_warps = value.reshape(len(value), self.count, WARP_SIZE)
        lanes: NDArray[Any] = in_warps[block, busy.warp]
        return lanes


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
