"""Collects hazards: one report per kind, array and places, with first example and count.

What is one, and which example is the first, is defined in semantics.md 5.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig
from gpuviz.messages import Message, SourcePlace, listed, word
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
    LineNames,
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
NO_MORE: Mapping[str, object] = MappingProxyType({})  # values of a sentence


def unknown() -> Encounter:
    """Nobody knows how two accesses met."""
    return Encounter(None, None, together=False)


@dataclass(frozen=True, slots=True)
class _Found:
    order: tuple[int, ...]  # linear block and thread: the lowest is kept
    hazard: Hazard


@dataclass(frozen=True, slots=True)
class _Element:
    """An element: by the array's own index, and by that of the part of it that was indexed."""

    index: tuple[int, ...]
    own: tuple[int, ...]
    shape: tuple[int, ...]  # of what says best why the index is wrong
    of_a_part: bool  # whether that is a part of the array, not the array


class HazardLog:
    """The hazards of one launch, as they are found.

    `file` is that of its kernel, `name_of` gives a file the name that its author knows it by.
    """

    def __init__(
        self, config: LaunchConfig, file: str, name_of: Callable[[str], str] = str
    ) -> None:
        self._config = config
        self._file = file
        self._name_of = name_of
        self._found: dict[tuple[object, ...], _Found] = {}
        self._races: dict[tuple[object, ...], RaceReport] = {}

    def hazards(self, kept: Columns = NOTHING_KEPT) -> tuple[Hazard, ...]:
        """All reports, those of the kernel's file first, in the order of their lines; `kept` are
        the steps that were recorded.
        """
        races = (
            report.hazard(self._config, self.line_names, kept) for report in self._races.values()
        )
        found = (entry.hazard for entry in self._found.values())
        return tuple(sorted((*found, *races), key=self._order))

    def line_names(self, files: Collection[str]) -> LineNames:
        """How a sentence names lines of these files: with the file, if one is not the kernel's."""
        if all(file == self._file for file in files):
            return lambda file, line: line
        return lambda file, line: word("{line} of {file}", line=line, file=self._short(file))

    def out_of_bounds(
        self,
        array: OneArray,
        index: list[Value],
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        place: SourcePlace,
        writes: bool,
    ) -> None:
        """Lanes (shape broadcasting to (blocks, lanes)) that index `array` outside its shape."""
        does = WRITES if writes else READS
        self._access("out-of-bounds", OUT_OF_BOUNDS, array, index, lanes, thread_group, place, does)

    def uninitialised(
        self,
        array: OneArray,
        index: list[Value],
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        place: SourcePlace,
    ) -> None:
        """Lanes that read an element which nobody wrote."""
        words = UNINITIALISED_LOCAL if array.root.space == "local" else UNINITIALISED
        self._access("uninitialized", words, array, index, lanes, thread_group, place, READS)

    def unset(
        self,
        words: Words,
        name: str,
        lanes: NDArray[np.bool_],
        thread_group: ThreadGroup,
        place: SourcePlace,
    ) -> None:
        """Lanes that use what a register holds before anything was put into it."""
        where = np.broadcast_to(lanes, (thread_group.blocks, thread_group.lane_count))
        thread, count = thread_group.first_linear(where), int(np.count_nonzero(where))
        self._of_register("hazard.unset", words, name, thread, count, place)

    def divergent_barrier(self, block: int, waiting: int, missing: int, place: SourcePlace) -> None:
        """Thread `waiting` is at the barrier at `place`, thread `missing` of its block is not."""
        first = block * self._config.block.size
        self._missed_barrier(BARRIER, first + waiting, first + missing, place)

    def divergent_grid_sync(self, waiting: int, missing: int, place: SourcePlace) -> None:
        """Thread `waiting` of the launch is at the grid's sync at `place`, `missing` is not."""
        self._missed_barrier(GRID_SYNC, waiting, missing, place)

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
        self._missed_barrier(words, first + int(lane), other, call.place, count, call.name)

    def undefined_value(
        self, call: Collective, block: int, thread: int, lane: int, named: bool, count: int
    ) -> None:
        """A thread uses what a shuffle took from a lane that takes no part."""
        exists = thread // WARP_SIZE * WARP_SIZE + lane < self._config.block.size
        why = (DOES_NOT_COME if named else NOT_NAMED) if exists else NO_SUCH_THREAD
        linear, more = block * self._config.block.size + thread, {"lane": lane, "why": why}
        self._of_register(
            "hazard.undefined-value",
            UNDEFINED_VALUE,
            call.value,
            linear,
            count,
            call.place,
            {"call": call.name, **more},
        )

    def _of_register(
        self,
        code: str,
        words: Words,
        name: str,
        linear: int,
        count: int,
        place: SourcePlace,
        more: Mapping[str, object] = NO_MORE,
    ) -> None:
        """Threads, `linear` of the launch the first, use a register that holds no known value."""
        block, thread = self._thread(linear)
        line = self.line_names([place.file])(place.file, place.line)
        values = {"line": line, "thread": thread, "block": block, "array": name, **more}
        hazard = Hazard(
            "uninitialized",
            "register",
            name,
            (),
            place.line,
            None,
            block,
            thread,
            None,
            None,
            count,
            *report_messages(code, words, values),
            "read",
            file=place.file,
        )
        self._add(divmod(linear, self._config.block.size), hazard)

    def _missed_barrier(
        self,
        words: Words,
        waiting: int,
        missing: int | None,
        place: SourcePlace,
        count: int = 1,
        call: str = "",
    ) -> None:
        """The threads count in the launch; `call` is what the lanes of a warp do together."""
        block, thread = self._thread(waiting)
        other_block, other = (None, None) if missing is None else self._thread(missing)
        names = {"thread": thread, "block": block, "other": other, "other_block": other_block}
        line = self.line_names([place.file])(place.file, place.line)
        code = "hazard.wrong-mask" if call else "hazard.barrier-divergence"
        messages = report_messages(code, words, {"line": line, **names, "call": call})
        hazard = Hazard(
            "barrier-divergence",
            None,
            None,
            (),
            place.line,
            None,
            block,
            thread,
            other_block,
            other,
            count,
            *messages,
            file=place.file,
        )
        self._add(divmod(waiting, self._config.block.size), hazard)

    def _thread(self, thread: int) -> tuple[Dim3, Dim3]:
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
        key = (race.array.space, race.array.name, *race.lines)
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
        place: SourcePlace,
        does: Message,
    ) -> None:
        where = np.broadcast_to(lanes, (thread_group.blocks, thread_group.lane_count))
        lane = int(where.argmax())
        block = int(thread_group.block_ids[lane // thread_group.lane_count])
        thread = int(thread_group.thread_ids[lane % thread_group.lane_count])
        element = _element(elements, index, lambda value: _of_lane(value, where.shape, lane))
        block_at, thread_at = self._config.grid.index(block), self._config.block.index(thread)
        array: AnyArray = elements.root
        line = self.line_names([place.file])(place.file, place.line)
        values = {
            "line": line,
            "thread": thread_at,
            "block": block_at,
            "does": does,
            "array": array.name,
            "index": ", ".join(map(str, element.index)),
            "own": ", ".join(map(str, element.own)),
            "shape": "(" + ", ".join(map(str, element.shape)) + ")",
            "range": _valid_range(element.shape),
            "space": SPACES[array.space],
        }
        code = f"hazard.{kind}"
        if kind == "out-of-bounds" and element.of_a_part:
            code, words = "hazard.outside-a-part", OUTSIDE_A_PART
        hazard = Hazard(
            kind,
            array.space,
            array.name,
            element.index,
            place.line,
            None,
            block_at,
            thread_at,
            None,
            None,
            int(np.count_nonzero(where)),
            *report_messages(code, words, values),
            "write" if does is WRITES else "read",
            file=place.file,
        )
        self._add((block, thread), hazard)

    def _add(self, order: tuple[int, ...], hazard: Hazard) -> None:
        key = (hazard.kind, hazard.space, hazard.array, hazard.file, hazard.line)
        known = self._found.get(key)
        if known is None:
            self._found[key] = _Found(order, hazard)
            return
        first = known if known.order <= order else _Found(order, hazard)
        count = known.hazard.count + hazard.count
        self._found[key] = _Found(first.order, replace(first.hazard, count=count))

    def _short(self, file: str) -> str:
        """Its path from the kernel's folder; of a file elsewhere its name and folder are enough."""
        path, kernel = (PurePath(self._name_of(one)) for one in (file, self._file))
        below = path.is_relative_to(kernel.parent)
        short = path.relative_to(kernel.parent) if below else PurePath(*path.parts[-2:])
        return short.as_posix().strip("<>")  # a cell of a notebook is "<In [3]>"

    def _order(self, hazard: Hazard) -> tuple[object, ...]:
        elsewhere = "" if hazard.file == self._file else hazard.file
        other = hazard.other_line or 0, hazard.other_file or ""
        return elsewhere, hazard.line, hazard.kind, *other


def _element(elements: OneArray, index: list[Value], of_lane: Callable[[Value], int]) -> _Element:
    """Where one lane's index points to."""
    array: AnyArray = elements.root
    own, shape = tuple(map(of_lane, index)), tuple(map(of_lane, elements.shape))
    known = elements.in_array(index)
    if known is not None:
        named = tuple(map(of_lane, known))
        inside = all(-n <= k < n for k, n in zip(named, array.shape, strict=True))
        return _Element(named, own, shape if inside else array.shape, of_a_part=inside)
    steps = map(of_lane, elements.strides)
    flat = of_lane(elements.offset) + sum(k * n for k, n in zip(own, steps, strict=True))
    return _Element(index_of(array, flat), own, shape, True)


def _of_lane(value: Value, shape: tuple[int, ...], lane: int) -> int:
    return int(np.broadcast_to(value, shape)[np.unravel_index(lane, shape)])


def _valid_range(shape: tuple[int, ...]) -> Message:
    if not all(shape):
        return Message("hazard.no-elements", "it has no elements")
    template = "valid are {ranges}"
    spans = [word("0 to {last}", last=size - 1) for size in shape]
    return Message("hazard.valid", template, {"ranges": listed(spans)})
