"""Collects hazards: one report per kind, array and lines, with first example and count.

What is one, and which example is the first, is defined in SEMANTICS.md 5.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.messages import Message, listed, word
from gpuviz.simt.execution.collective import Collective
from gpuviz.simt.execution.thread_group import ThreadGroup, Value
from gpuviz.simt.hazards.messages import (
    BARRIER,
    DOES_NOT_COME,
    GRID_SYNC,
    MISSING_LANE,
    NO_SUCH_THREAD,
    NOT_NAMED,
    OTHER_MASK,
    OUT_OF_BOUNDS,
    OUTSIDE_A_PART,
    READS,
    UNDEFINED_VALUE,
    UNINITIALISED,
    UNINITIALISED_LOCAL,
    UNNAMED_LANE,
    WRITES,
    Words,
    report_messages,
)
from gpuviz.simt.memory.arrays import AnyArray, OneArray, index_of
from gpuviz.simt.observe.recorder import Columns
from gpuviz.simt.races.repairs import Race
from gpuviz.simt.races.reports import Encounter, RaceReport, evidence
from gpuviz.trace.source import SPACES
from gpuviz.trace.trace import Hazard, HazardKind

CHECKED: tuple[HazardKind, ...] = (
    "out-of-bounds",
    "race",
    "uninitialized",
    "barrier-divergence",
)
"""The kinds that the emulator looks for."""

BOUNDS_ONLY: tuple[HazardKind, ...] = ("out-of-bounds", "barrier-divergence")
"""The kinds that it finds anyway, where it is asked not to look."""


NOTHING_KEPT = Columns()


def unknown() -> Encounter:
    """Nobody knows how two accesses met."""
    return Encounter(None, None, together=False)


@dataclass(frozen=True, slots=True)
class _Found:
    order: tuple[int, ...]  # linear block and thread: the lowest is kept
    hazard: Hazard


@dataclass(frozen=True, slots=True)
class _ElementPlace:
    """An element: by the array's own index, and by that of the part of it that was indexed."""

    index: tuple[int, ...]
    own: tuple[int, ...]
    shape: tuple[int, ...]  # of what says best why the index is wrong
    of_a_part: bool  # whether that is a part of the array, not the array


class HazardLog:
    """The hazards of one launch, as they are found."""

    def __init__(self, config: LaunchConfig) -> None:
        self._config = config
        self._found: dict[tuple[object, ...], _Found] = {}
        self._races: dict[tuple[object, ...], RaceReport] = {}

    def hazards(self, kept: Columns = NOTHING_KEPT) -> tuple[Hazard, ...]:
        """All reports, in the order of their lines; `kept` are the steps that were recorded."""
        races = (report.hazard(self._config, kept) for report in self._races.values())
        found = (entry.hazard for entry in self._found.values())
        return tuple(sorted((*found, *races), key=_place))

    def out_of_bounds(
        self,
        array: OneArray,
        index: list[Value],
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        line: int,
        writes: bool,
    ) -> None:
        """Lanes (shape broadcasting to (blocks, lanes)) that index `array` outside its shape."""
        does = WRITES if writes else READS
        self._access("out-of-bounds", OUT_OF_BOUNDS, array, index, lanes, thread_group, line, does)

    def uninitialised(
        self,
        array: OneArray,
        index: list[Value],
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        line: int,
    ) -> None:
        """Lanes that read an element which nobody wrote."""
        words = UNINITIALISED_LOCAL if array.root.space == "local" else UNINITIALISED
        self._access("uninitialized", words, array, index, lanes, thread_group, line, READS)

    def divergent_barrier(self, block: int, waiting: int, missing: int, line: int) -> None:
        """Thread `waiting` is at the barrier of `line`, thread `missing` of its block is not."""
        first = block * self._config.block.size
        self._missed_barrier(BARRIER, first + waiting, first + missing, line)

    def divergent_grid_sync(self, waiting: int, missing: int, line: int) -> None:
        """Thread `waiting` of the launch is at the grid's sync of `line`, `missing` is not."""
        self._missed_barrier(GRID_SYNC, waiting, missing, line)

    def wrong_mask(
        self,
        call: Collective,
        thread_group: ThreadGroup,
        lanes: NDArray[np.bool_],
        missing: NDArray[np.uint32] | None,
        here: NDArray[np.uint32] | None,
    ) -> None:
        """Lanes whose mask names others that do not come with them, or, for None, not themselves.

        `lanes` and the words `missing`, of all such, are of the shape (rows, warps, 32), those who
        are at the call, `here`, (rows, warps).
        """
        shape = (thread_group.blocks, thread_group.warps, WARP_SIZE)
        every = np.broadcast_to(lanes, shape)
        row, number, lane = np.unravel_index(int(every.argmax()), shape)
        first = int(thread_group.launch_threads[row, number * WARP_SIZE])
        count = int(np.count_nonzero(every.any(axis=-1)))
        words, other = UNNAMED_LANE, None
        if missing is not None and here is not None:
            lacking = int(np.broadcast_to(missing, shape)[row, number, lane])
            absent = (lacking & -lacking).bit_length() - 1
            came = int(np.broadcast_to(here, shape[:-1])[row, number]) >> absent & 1
            words, other = OTHER_MASK if came else MISSING_LANE, first + absent
        self._missed_barrier(words, first + int(lane), other, call.place.line, count, call)

    def undefined_value(
        self, call: Collective, block: int, thread: int, lane: int, named: bool, count: int
    ) -> None:
        """A thread uses what a shuffle took from a lane that takes no part."""
        exists = thread // WARP_SIZE * WARP_SIZE + lane < self._config.block.size
        why = (DOES_NOT_COME if named else NOT_NAMED) if exists else NO_SUCH_THREAD
        block_at, thread_at = self._config.grid.index(block), self._config.block.index(thread)
        values = {
            "line": call.place.line,
            "thread": thread_at,
            "block": block_at,
            "array": call.value,
            "call": call.name,
            "lane": lane,
            "why": why,
        }
        hazard = Hazard(
            "uninitialized",
            "register",
            call.value,
            (),
            call.place.line,
            None,
            block_at,
            thread_at,
            None,
            None,
            count,
            *report_messages("hazard.undefined-value", UNDEFINED_VALUE, values),
            "read",
            file=call.place.file,
        )
        self._add((block, thread), hazard)

    def _missed_barrier(
        self,
        words: Words,
        waiting: int,
        missing: int | None,
        line: int,
        count: int = 1,
        call: Collective | None = None,
    ) -> None:
        """The threads count in the launch."""
        block, thread = self._place(waiting)
        other_block, other = (None, None) if missing is None else self._place(missing)
        names = {"thread": thread, "block": block, "other": other, "other_block": other_block}
        code = "hazard.barrier-divergence" if call is None else "hazard.wrong-mask"
        called = "" if call is None else call.name
        values: dict[str, object] = {"line": line, **names, "call": called}
        messages = report_messages(code, words, values)
        hazard = Hazard(
            "barrier-divergence",
            None,
            None,
            (),
            line,
            None,
            block,
            thread,
            other_block,
            other,
            count,
            *messages,
            file=None if call is None else call.place.file,
        )
        self._add(divmod(waiting, self._config.block.size), hazard)

    def _place(self, thread: int) -> tuple[Dim3, Dim3]:
        """blockIdx and threadIdx of a thread of the launch."""
        block, within = divmod(thread, self._config.block.size)
        return self._config.grid.index(block), self._config.block.index(within)

    def race(
        self, race: Race, one_came_first: bool, encounter: Callable[[], Encounter] = unknown
    ) -> None:
        """Two threads access one element, one of them writing, and nothing orders them.

        `meeting` is asked for only if the race is the first of those that are reported together.
        """
        order = (*divmod(race.thread, self._config.block.size), race.other)
        key = (race.array.space, race.array.name, race.line, race.other_line)
        known = self._races.get(key)
        if known is not None and known.order <= order:
            self._races[key] = known.with_more(race)
            return
        report = RaceReport(order, race, evidence(encounter(), one_came_first))
        self._races[key] = report if known is None else report.with_more(known.race)

    def order_races_as(self, other: HazardLog) -> None:
        """Tells of the accesses that race how they met in another run of the same launch."""
        for key, report in self._races.items():
            self._races[key] = report.as_in(other._races.get(key))

    def _access(
        self,
        kind: HazardKind,
        words: Words,
        elements: OneArray,
        index: list[Value],
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        line: int,
        does: Message,
    ) -> None:
        where = np.broadcast_to(lanes, (thread_group.blocks, thread_group.lane_count))
        lane = int(where.argmax())
        block = int(thread_group.block_ids[lane // thread_group.lane_count])
        thread = int(thread_group.thread_ids[lane % thread_group.lane_count])
        place = _place_in(elements, index, lambda value: _of_lane(value, where.shape, lane))
        block_at, thread_at = self._config.grid.index(block), self._config.block.index(thread)
        array: AnyArray = elements.root
        values = {
            "line": line,
            "thread": thread_at,
            "block": block_at,
            "does": does,
            "array": array.name,
            "index": ", ".join(map(str, place.index)),
            "own": ", ".join(map(str, place.own)),
            "shape": "(" + ", ".join(map(str, place.shape)) + ")",
            "range": _valid_range(place.shape),
            "space": SPACES[array.space],
        }
        code = f"hazard.{kind}"
        if kind == "out-of-bounds" and place.of_a_part:
            code, words = "hazard.outside-a-part", OUTSIDE_A_PART
        hazard = Hazard(
            kind,
            array.space,
            array.name,
            place.index,
            line,
            None,
            block_at,
            thread_at,
            None,
            None,
            int(np.count_nonzero(where)),
            *report_messages(code, words, values),
            "write" if does is WRITES else "read",
        )
        self._add((block, thread), hazard)

    def _add(self, order: tuple[int, ...], hazard: Hazard) -> None:
        key = (hazard.kind, hazard.space, hazard.array, hazard.line, hazard.other_line)
        known = self._found.get(key)
        if known is None:
            self._found[key] = _Found(order, hazard)
            return
        first = known if known.order <= order else _Found(order, hazard)
        count = known.hazard.count + hazard.count
        self._found[key] = _Found(first.order, replace(first.hazard, count=count))


def _place_in(
    elements: OneArray, index: list[Value], of_lane: Callable[[Value], int]
) -> _ElementPlace:
    """Where one lane's index points to."""
    array: AnyArray = elements.root
    own, shape = tuple(map(of_lane, index)), tuple(map(of_lane, elements.shape))
    known = elements.in_array(index)
    if known is not None:
        named = tuple(map(of_lane, known))
        inside = all(-n <= k < n for k, n in zip(named, array.shape, strict=True))
        return _ElementPlace(named, own, shape if inside else array.shape, of_a_part=inside)
    steps = map(of_lane, elements.strides)
    flat = of_lane(elements.offset) + sum(k * n for k, n in zip(own, steps, strict=True))
    return _ElementPlace(index_of(array, flat), own, shape, True)


def _of_lane(value: Value, shape: tuple[int, ...], lane: int) -> int:
    return int(np.broadcast_to(value, shape)[np.unravel_index(lane, shape)])


def _valid_range(shape: tuple[int, ...]) -> Message:
    if not all(shape):
        return Message("hazard.no-elements", "it has no elements")
    template = "valid are {ranges}"
    spans = [word("0 to {last}", last=size - 1) for size in shape]
    return Message("hazard.valid", template, {"ranges": listed(spans)})


def _place(hazard: Hazard) -> tuple[int, str, int]:
    return hazard.line, hazard.kind, hazard.other_line or 0
