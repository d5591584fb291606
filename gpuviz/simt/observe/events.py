"""What the followed warps did, kept as it comes and turned into rows in one go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.memory.arrays import AnyArray, axes_of, c_strides
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe.lone_run import LoneRun
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


class _Found(NamedTuple):
    """The busy warps of all events, the number of the event of each, and those of each event."""

    all: _Busy
    event: NDArray[np.intp]
    each: list[_Busy]


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
        found = self._busy(words)
        block, warp = self.blocks[found.all.block], found.all.warp + self.first
        statement = np.array(statements)[found.event]
        return self._ids(steps, found), block, warp, statement, found.all.words

    def accesses(self, events: list[AccessEvent], arrays: Mapping[int, AnyArray]) -> Rows:
        """Rows of step id, site, array, and for each lane element and bits."""
        steps, words, sites, keys, flats, values = _columns(events)
        found = self._busy(words)
        straight = {key for key, array in arrays.items() if _counts_in_c_order(array)}
        places = [
            flat if key in straight else _element(arrays[key], flat)
            for key, flat in zip(keys, flats, strict=True)
        ]
        elements = self._of_lanes(places, found, np.int64, np.asarray)
        elements[~_lanes(found.all.words)] = NO_ELEMENT
        site, row = np.array(sites), np.array([arrays[key].row for key in keys])
        ids, bits = self._ids(steps, found), self._of_lanes(values, found, np.uint64, to_bits)
        return ids, site[found.event], row[found.event], elements, bits

    def values(self, events: list[ValueEvent]) -> Rows:
        """Rows of step id, variable, mask, and for each lane bits."""
        steps, words, variables, values = _columns(events)
        found = self._busy(words)
        ids, bits = self._ids(steps, found), self._of_lanes(values, found, np.uint64, to_bits)
        return ids, np.array(variables)[found.event], found.all.words, bits

    def exchanges(self, events: list[ExchangeEvent]) -> Rows:
        """Rows of step id, kind, type, mask, and for each lane source, bits given and received."""
        steps, words, kinds, sources, given, received = _columns(events)
        found = self._busy(words)
        kind, types = np.array(kinds), np.array([EXCHANGE_TYPES.index(v.dtype) for v in given])
        source = self._of_lanes(sources, found, np.int8, np.asarray)
        source[~_lanes(found.all.words)] = NO_LANE
        bits = [self._of_lanes(lanes, found, np.uint64, to_bits) for lanes in (given, received)]
        head = self._ids(steps, found), kind[found.event], types[found.event]
        return *head, found.all.words, source, *bits

    def _busy(self, words: Sequence[Words]) -> _Found:
        """Events of the same lanes mostly share their array of words."""
        different = {id(lanes): lanes for lanes in words}
        known = {key: self._busy_of(lanes) for key, lanes in different.items()}
        each = [known[id(lanes)] for lanes in words]
        event = np.repeat(np.arange(len(each)), [len(busy.block) for busy in each])
        return _Found(_Busy(*map(np.concatenate, _columns(each))), event, each)

    def _busy_of(self, words: Words) -> _Busy:
        every = np.broadcast_to(words, (len(self.blocks), self.count))
        block, warp = np.nonzero(every)
        return _Busy(block, warp, every[block, warp])

    def _ids(self, steps: Sequence[int], found: _Found) -> NDArray[np.int64]:
        """The number of the step of each warp."""
        block, warp = self.blocks[found.all.block], found.all.warp + self.first
        ids: NDArray[np.int64] = warp_step(self.config, np.array(steps)[found.event], block, warp)
        return ids

    def _of_lanes(
        self,
        values: Sequence[Value],
        found: _Found,
        dtype: type[np.generic],
        change: Callable[[NDArray[Any]], NDArray[Any]],
    ) -> NDArray[Any]:
        """The busy warps' values, changed, one event after the other, shape (rows, 32)."""
        kept = np.empty((len(found.event), WARP_SIZE), dtype)
        numbers: dict[np.dtype[Any], list[int]] = {}  # events with one number for all lanes
        start = 0
        for event, (value, busy) in enumerate(zip(values, found.each, strict=True)):
            end = start + len(busy.block)
            if isinstance(value, np.generic):
                numbers.setdefault(value.dtype, []).append(event)
            else:
                kept[start:end] = change(self._of_warps(value, busy))
            start = end
        for kind, events in numbers.items():
            column, has = np.zeros(len(values), dtype), np.zeros(len(values), np.bool_)
            column[events] = change(np.array([values[event] for event in events], kind))
            has[events] = True
            rows = has[found.event]
            kept[rows] = column[found.event[rows], None]
        return kept

    def _of_warps(self, value: NDArray[Any], busy: _Busy) -> NDArray[Any]:
        """The values of some warps, one a row; where lanes are alike a row may have one of them."""
        if value.ndim < 2:
            return value
        all_warps = len(self.blocks) * self.count
        if len(busy.block) == all_warps and value.size == all_warps * WARP_SIZE:
            return value.reshape(-1, WARP_SIZE)
        block = busy.block if len(value) > 1 else 0
        if value.shape[1] == 1:
            return value[block]
        in_warps = value.reshape(len(value), self.count, WARP_SIZE)
        lanes: NDArray[Any] = in_warps[block, busy.warp]
        return lanes


def rows_of_lone_run(run: LoneRun) -> tuple[Rows | None, Rows | None, Rows | None]:
    """Rows of steps, accesses and values of one thread; None where there are none."""
    group = run.thread_group
    block = int(group.block_ids[run.row])
    warp, lane = divmod(group.first_lane + run.lane, WARP_SIZE)
    word = np.uint32(1 << lane)

    def ids(steps: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = warp_step(group.config, steps, block, warp)
        return numbers

    steps, count = run.steps, len(run.access_steps)
    of_steps = (ids(steps), *(np.full(len(steps), n) for n in (block, warp)), run.statements)
    site, row = np.empty(count, np.int64), np.empty(count, np.int64)
    element, bits = np.full((count, WARP_SIZE), NO_ELEMENT), np.empty((count, 1), np.uint64)
    for at in run.accesses:
        straight = _counts_in_c_order(at.array)
        site[at.rows], row[at.rows] = at.site, at.array.row
        element[at.rows, lane] = at.flat if straight else _element(at.array, at.flat)
        bits[at.rows, 0] = to_bits(at.values)
    variable = np.empty(len(run.assigned_steps), np.int64)
    values = np.empty((len(variable), 1), np.uint64)
    for number, rows, assigned in run.assigned:
        variable[rows], values[rows, 0] = number, to_bits(assigned)
    words = np.full(len(variable), word)
    return (
        (*of_steps, np.full(len(steps), word)) if len(steps) else None,
        (ids(run.access_steps), site, row, element, _of_all(bits)) if count else None,
        (ids(run.assigned_steps), variable, words, _of_all(values)) if len(variable) else None,
    )


def _of_all(column: NDArray[Any]) -> NDArray[Any]:
    """One number of a row for all lanes."""
    return np.broadcast_to(column, (len(column), WARP_SIZE))


def _lanes(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Bits as truth values, shape (rows, 32)."""
    octets = np.ascontiguousarray(words, "<u4").view(np.uint8)
    return np.unpackbits(octets, bitorder="little").reshape(-1, WARP_SIZE).view(np.bool_)


def _counts_in_c_order(array: AnyArray) -> bool:
    """Whether the number of an element in the array's memory is its number in C order."""
    return isinstance(array, LocalArray) or array.c_order


def _element(array: AnyArray, flat: Value) -> NDArray[Any]:
    """The element's number in C order; `flat` counts along the array's own strides."""
    index, steps = axes_of(array, np.asarray(flat)), c_strides(array.shape)
    element = sum((axis * step for axis, step in zip(index, steps, strict=True)), np.int64(0))
    return np.asarray(element)
