"""What the followed warps did, kept as it comes and turned into rows in one go."""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.memory.arrays import AnyArray, axes_of, c_strides
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe.observer import warp_step
from gpuviz.trace.columns import EXCHANGE_TYPES, NO_ELEMENT, NO_LANE, has_bits

Rows = tuple[NDArray[Any], ...]

Words = NDArray[np.uint32]
"""Active lanes of each warp as bits, shape (blocks or 1, warps)."""

LoneWarp = tuple[int, int]
"""A warp that is a thread group of its own, by its number among those; its active lanes as bits."""

Who = TypeVar("Who", Words, LoneWarp)

# Of a row, but for its column `after`: what is followed stays what it was in older versions.
STEP_BYTES = 20
ACCESS_BYTES = 16 + WARP_SIZE * 16
VALUE_BYTES = 16 + WARP_SIZE * 8
EXCHANGE_BYTES = 14 + WARP_SIZE * 17

ALL_LANES = np.iinfo(np.uint32).max
SMALL = 4096  # lanes of arrays that are changed together: of larger ones copies cost more

# Events are plain tuples: the garbage collector leaves those alone that hold numbers and arrays.


@dataclass(eq=False)
class Events(Generic[Who]):
    """What happened, in its order, with the warps to which it did."""

    steps: list[tuple[int, Who, int]] = field(default_factory=list)
    """Step of the launch, warps, statement: the warps execute it."""
    accesses: list[tuple[int, Who, int, int, Value, Value, int]] = field(default_factory=list)
    """Step, warps, site, id() of the array, elements, values, the latest step of the launch: the
    warps access the elements."""
    values: list[tuple[int, Who, int, Value, int]] = field(default_factory=list)
    """Step, warps, variable, values, the latest step of the launch: the warps assign it."""
    exchanges: list[tuple[int, Who, int, Value, NDArray[Any], NDArray[Any]]] = field(
        default_factory=list
    )
    """Step, warps, row of EXCHANGE_KINDS, source, given, received: their lanes exchange values."""

    def nbytes(self) -> int:
        """Of the arrays that they hold, where those are more than the words."""
        kinds = (self.accesses, self.values, self.exchanges)
        arrays = (item for kind in kinds for event in kind for item in event[3:])
        return sum(item.nbytes for item in arrays if isinstance(item, np.ndarray))

    def clear(self) -> None:
        """They are rows now."""
        for kind in (self.steps, self.accesses, self.values, self.exchanges):
            kind.clear()


Event = TypeVar("Event", bound=tuple[Any, ...])


def events_of(events: Events[Words], chosen: NDArray[np.intp]) -> Events[Words]:
    """Those of some of the blocks."""
    kinds = events.steps, events.accesses, events.values, events.exchanges
    return Events(*(_only(kind, chosen) for kind in kinds))


def _only(events: list[Event], chosen: NDArray[np.intp]) -> list[Event]:
    """Events of some of the blocks. An array that many of them hold stays one."""
    cut: dict[int, Any] = {}
    for event in events:
        for value in event:
            if isinstance(value, np.ndarray) and id(value) not in cut:
                own = value.ndim == 2 and len(value) > 1
                cut[id(value)] = value.take(chosen, axis=0) if own else value
    return [tuple(cut.get(id(value), value) for value in event) for event in events]  # type: ignore[misc]


def _columns(events: Sequence[tuple[Any, ...]]) -> list[list[Any]]:
    """The first fields of all events, the second ones, and so on."""
    return [[event[field] for event in events] for field in range(len(events[0]))]


class _Busy(NamedTuple):
    """The warps with an active lane of one event."""

    block: NDArray[np.intp]  # row of the followed blocks
    warp: NDArray[np.intp]  # of the thread group's
    words: Words


class _Found(NamedTuple):
    """The rows that events become: one for each busy warp, in the order of the events."""

    block: NDArray[np.int64]  # [rows] linear
    warp: NDArray[np.int64]  # [rows] within the block
    words: Words  # [rows]
    event: NDArray[np.intp]  # [rows] which event it comes from
    each: Sequence[_Busy | None]  # by event; None: all its warps are busy


class EventRows(ABC, Generic[Who]):
    """Turns events into rows. `Who` is how an event names the warps that took part in it."""

    def __init__(self, config: LaunchConfig, warps: int) -> None:
        self.config = config
        self._lanes = warps * WARP_SIZE  # of the arrays that events hold, where lanes differ

    def steps(self, events: Sequence[tuple[int, Who, int]]) -> Rows:
        """Rows of id, block, warp, statement and mask."""
        steps, who, statements = _columns(events)
        found = self._found(who)
        statement = np.array(statements)[found.event]
        return self._ids(steps, found), found.block, found.warp, statement, found.words

    def accesses(
        self,
        events: Sequence[tuple[int, Who, int, int, Value, Value, int]],
        arrays: Mapping[int, AnyArray],
    ) -> Rows:
        """Rows of step id, site, array, for each lane element and bits, and a later step's id."""
        steps, who, sites, keys, flats, values, latest = _columns(events)
        found = self._found(who)
        odd = {key for key in set(keys) if not counts_in_c_order(arrays[key])}
        if odd:
            pairs = zip(keys, flats, strict=True)
            flats = [element_of(arrays[key], flat) if key in odd else flat for key, flat in pairs]
        elements = self._of_lanes(flats, found, np.int64, np.asarray)
        if np.any(found.words != ALL_LANES):
            elements[~_lanes(found.words)] = NO_ELEMENT
        site, row = np.array(sites), np.array([arrays[key].row for key in keys])
        ids, bits = self._ids(steps, found), self._of_lanes(values, found, np.uint64, _unsigned)
        after = self._ids(latest, found)
        return ids, site[found.event], row[found.event], elements, bits, after

    def values(self, events: Sequence[tuple[int, Who, int, Value, int]]) -> Rows:
        """Rows of step id, variable, mask, for each lane bits, and a later step's id."""
        steps, who, variables, values, latest = _columns(events)
        found = self._found(who)
        ids, bits = self._ids(steps, found), self._of_lanes(values, found, np.uint64, _unsigned)
        variable, after = np.array(variables)[found.event], self._ids(latest, found)
        return ids, variable, found.words, bits, after

    def exchanges(
        self, events: Sequence[tuple[int, Who, int, Value, NDArray[Any], NDArray[Any]]]
    ) -> Rows:
        """Rows of step id, kind, type, mask, and for each lane source, bits given and received."""
        bits: list[NDArray[Any]]
        steps, who, kinds, sources, given, received = _columns(events)
        found = self._found(who)
        kind, types = np.array(kinds), np.array([EXCHANGE_TYPES.index(v.dtype) for v in given])
        source = self._of_lanes(sources, found, np.int8, np.asarray)
        source[~_lanes(found.words)] = NO_LANE
        bits = [self._of_lanes(lanes, found, np.uint64, _unsigned) for lanes in (given, received)]
        ids = self._ids(steps, found)
        return ids, kind[found.event], types[found.event], found.words, source, *bits

    @abstractmethod
    def _found(self, who: Sequence[Who]) -> _Found:
        """The busy warps of events."""

    def _ids(self, steps: Sequence[int], found: _Found) -> NDArray[np.int64]:
        """The number of the step of each warp."""
        of_event = np.array(steps)[found.event]
        ids: NDArray[np.int64] = warp_step(self.config, of_event, found.block, found.warp)
        return ids

    def _of_lanes(
        self,
        values: Sequence[Value],
        found: _Found,
        dtype: type[np.generic],
        change: Callable[[NDArray[Any]], NDArray[Any]],
    ) -> NDArray[Any]:
        """The busy warps' values, changed, one event after the other, shape (rows, 32).

        Small arrays of the same kind are changed together.
        """
        numbers: dict[np.dtype[Any], list[int]] = {}  # events with one number for all lanes
        together: dict[np.dtype[Any], list[int]] = {}  # with one for each lane of all warps
        alone: list[int] = []
        is_small = self._lanes <= SMALL
        for event, (value, busy) in enumerate(zip(values, found.each, strict=True)):
            if isinstance(value, np.generic):
                numbers.setdefault(value.dtype, []).append(event)
            elif is_small and busy is None and value.size == self._lanes and value.ndim == 2:
                together.setdefault(value.dtype, []).append(event)
            else:
                alone.append(event)
        if len(together) == 1 and not numbers and not alone:
            return change(_in_warps(values)).astype(dtype, copy=False)
        kept = np.empty((len(found.event), WARP_SIZE), dtype)
        for kind, events in numbers.items():
            column = np.zeros(len(values), dtype)
            column[events] = change(np.array([values[event] for event in events], kind))
            rows = _rows_of(events, found, len(values))
            kept[rows] = column[found.event[rows], None]
        for events in together.values():
            rows = _rows_of(events, found, len(values))
            kept[rows] = change(_in_warps([values[event] for event in events]))
        if alone:
            bounds = np.searchsorted(found.event, np.arange(len(values) + 1)).tolist()
            for event in alone:
                lanes = self._of_warps(values[event], found.each[event])
                kept[bounds[event] : bounds[event + 1]] = change(lanes)
        return kept

    def _of_warps(self, value: NDArray[Any], busy: _Busy | None) -> NDArray[Any]:
        """The values of the busy warps, one a row; where lanes are alike a row may have one."""
        if value.ndim < 2:
            return value
        if busy is None and value.size == self._lanes:
            return value.reshape(-1, WARP_SIZE)
        return self._of_some(value, busy)

    @abstractmethod
    def _of_some(self, value: NDArray[Any], busy: _Busy | None) -> NDArray[Any]:
        """The same, where some warps are not busy, or some lanes are alike."""


class Warps(EventRows[Words]):
    """The followed warps of a thread group; its events hold arrays of all of them."""

    def __init__(
        self, config: LaunchConfig, blocks: NDArray[np.int64], first: int, count: int
    ) -> None:
        super().__init__(config, len(blocks) * count)
        self.blocks = blocks  # [followed] linear blocks
        self.first = first  # warp within the block
        self.count = count  # warps of a block

    def only(self, chosen: NDArray[np.intp]) -> Warps:
        """Those of some of the blocks."""
        return Warps(self.config, self.blocks[chosen], self.first, self.count)

    def _found(self, who: Sequence[Words]) -> _Found:
        """Events of the same lanes mostly share their array of words."""
        different = {id(lanes): lanes for lanes in who}
        known = {key: self._busy(lanes) for key, lanes in different.items()}
        counts = {key: len(busy.block) for key, busy in known.items()}
        if len(known) == 1:
            (busy,) = known.values()
            columns: list[NDArray[Any]] = [np.tile(column, len(who)) for column in busy]
        else:
            each = (known[id(lanes)] for lanes in who)
            columns = [np.concatenate(column) for column in zip(*each, strict=True)]
        block, warp, words = columns
        event = np.repeat(np.arange(len(who)), [counts[id(lanes)] for lanes in who])
        whole = len(self.blocks) * self.count
        parts = {key: None if counts[key] == whole else busy for key, busy in known.items()}
        of_events = [parts[id(lanes)] for lanes in who]
        return _Found(self.blocks[block], warp + self.first, words, event, of_events)

    def _busy(self, words: Words) -> _Busy:
        every = np.broadcast_to(words, (len(self.blocks), self.count))
        block, warp = np.nonzero(every)
        return _Busy(block, warp, every[block, warp])

    @functools.cached_property
    def _all_busy(self) -> _Busy:
        return self._busy(np.ones((1, 1), np.uint32))

    def _of_some(self, value: NDArray[Any], busy: _Busy | None) -> NDArray[Any]:
        busy = busy or self._all_busy
        block = busy.block if len(value) > 1 else 0
        if value.shape[1] == 1:
            return value[block]
        in_warps = value.reshape(len(value), self.count, WARP_SIZE)
        lanes: NDArray[Any] = in_warps[block, busy.warp]
        return lanes


class LoneWarps(EventRows[LoneWarp]):
    """Warps that are thread groups of their own; each event is of one of them."""

    def __init__(self, config: LaunchConfig) -> None:
        super().__init__(config, 1)
        self.blocks: list[int] = []  # linear block of each
        self.warps: list[int] = []  # within the block

    def add(self, block: int, warp: int) -> int:
        """One more; gives its number."""
        self.blocks.append(block)
        self.warps.append(warp)
        return len(self.blocks) - 1

    def _found(self, who: Sequence[LoneWarp]) -> _Found:
        numbers, words = np.array(who, np.int64).T
        block, warp = np.array(self.blocks)[numbers], np.array(self.warps)[numbers]
        nothing = [None] * len(who)
        return _Found(block, warp, words.astype(np.uint32), np.arange(len(who)), nothing)

    def _of_some(self, value: NDArray[Any], busy: _Busy | None) -> NDArray[Any]:
        return value


def rows_of(
    events: Events[Who], maker: EventRows[Who], arrays: Mapping[int, AnyArray]
) -> tuple[Rows | None, Rows | None, Rows | None, Rows | None]:
    """Rows of steps, accesses, values and exchanges; None where nothing of a kind happened."""
    return (
        maker.steps(events.steps) if events.steps else None,
        maker.accesses(events.accesses, arrays) if events.accesses else None,
        maker.values(events.values) if events.values else None,
        maker.exchanges(events.exchanges) if events.exchanges else None,
    )


def _in_warps(values: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """A new array of all of them, a warp a row."""
    return np.concatenate(values).reshape(-1, WARP_SIZE)


def _unsigned(values: NDArray[Any]) -> NDArray[Any]:
    """What `to_bits` makes of values, before it makes them wider."""
    if not has_bits(values.dtype):
        return np.zeros(values.shape, np.uint8)
    return np.ascontiguousarray(values).view(f"u{values.dtype.itemsize}")


def _rows_of(events: list[int], found: _Found, count: int) -> NDArray[np.bool_]:
    """Which rows come from some of so many events."""
    chosen = np.zeros(count, np.bool_)
    chosen[events] = True
    return chosen[found.event]


def _lanes(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Bits as truth values, shape (rows, 32)."""
    octets = np.ascontiguousarray(words, "<u4").view(np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(-1, WARP_SIZE).view(np.bool_)


def counts_in_c_order(array: AnyArray) -> bool:
    """Whether the number of an element in the array's memory is its number in C order."""
    return isinstance(array, LocalArray) or array.c_order


def element_of(array: AnyArray, flat: Value) -> NDArray[Any]:
    """The element's number in C order; `flat` counts along the array's own strides."""
    index, steps = axes_of(array, np.asarray(flat)), c_strides(array.shape)
    element = sum((axis * step for axis, step in zip(index, steps, strict=True)), np.int64(0))
    return np.asarray(element)
