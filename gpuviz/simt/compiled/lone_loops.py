"""Runs loops in which one thread is left as machine code, some rounds at a time.

Observers are asked first whether they can take such rounds as a whole. Where one cannot, since
something has to be told access by access (a race, say), all that the rounds changed is undone, and
they run with NumPy.
"""

from __future__ import annotations

import ctypes
import functools
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.simt.compiled.code import SCRATCH, Callback
from gpuviz.simt.compiled.layout import lane_value, place_of
from gpuviz.simt.compiled.loop_code import (
    ACCESS_WIDTH,
    ACCESSES,
    ASSIGN_WIDTH,
    ASSIGNMENTS,
    BEFORE,
    BITS,
    CELLS,
    CHANGED,
    FLAT,
    LATEST,
    POINT,
    POINTERS,
    RESULT,
    SET,
    SET_BEFORE,
    STEP,
    STEPS,
    TURN,
    TURNS,
    UNSET,
    UNWRITTEN,
    AccessAt,
    Ending,
    Entry,
    Key,
    LoopCode,
)
from gpuviz.simt.compiled.lowered_loop import loop_code
from gpuviz.simt.compiled.native import CALLBACK, NativeFunction, native_function
from gpuviz.simt.compiled.registers import NotCompilable
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import ControlFrame, ControlStack
from gpuviz.simt.execution.hot_loops import NEVER, Went, WentTo
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.nodes import Loop
from gpuviz.simt.lower.statements.loops import RangeItems
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe.lone_run import AccessesAt, LoneRun
from gpuviz.simt.observe.observer import Observer

log = logging.getLogger(__name__)

FIRST_STEPS, FEWEST_STEPS, MOST_STEPS = 1 << 11, 1 << 6, 1 << 15
"""Steps after which code comes back at the next header."""
MOST_VERSIONS = 8  # of a loop's code, for arrays of other shapes or variables of other types
LOOK_ROUNDS = 16
WORTHWHILE = 64  # rounds: where it leaves off earlier, NumPy has its turn for longer

Words = NDArray[np.int64]


@dataclass(eq=False)
class LoneLoops:
    """Compiles the hot loops of a thread group in lockstep, and runs them.

    Compiling takes about as long as NumPy does for `hot_steps`.
    """

    hot_steps: int
    most_steps: int = FIRST_STEPS

    @property
    def first_look(self) -> int:
        """Rounds after which it is worth while to look whether a loop is hot."""
        return min(LOOK_ROUNDS, self.hot_steps)

    def go_on(
        self,
        loop: Loop,
        frame: CallFrame,
        live: Mask,
        turn: int,
        rounds: Any = None,
        items: Any = None,
    ) -> Went:
        """Goes on with the loop of which `turn` rounds have begun, for a while."""
        if not loop.versions and frame.context.launch_state.steps - loop.began < self.hot_steps:
            return Went("header", turn, turn + self.first_look)
        shape = live.blocks, live.lanes.shape[1]
        row, lane = divmod(int(np.broadcast_to(live.lanes, shape).argmax()), shape[1])
        if rounds is not None:
            rounds = np.asarray(lane_value(rounds, row, lane))[()]
        entry = Entry(frame, row, lane, rounds, _items_of(items, row, lane))
        version = _version(loop, entry)
        if version is None:
            return Went("header", turn, NEVER)
        return self._run(_Part(version, entry, turn), live, turn)

    def _run(self, part: _Part, live: Mask, turn: int) -> Went:
        ending = part.run(self.most_steps)
        run = part.as_run(live)
        commits = [observer.lone_run(run) for observer in part.observers]
        taken = [commit for commit in commits if commit is not None]
        if len(taken) < len(commits):
            part.undo()
            return self._smaller(turn)
        for commit in taken:
            commit()
        part.settle()
        if ending is not Ending.RETURNED:
            part.assign(live)
        if ending is not Ending.LEFT_OFF:
            self.most_steps = min(2 * self.most_steps, MOST_STEPS)
            value = part.returned if ending is Ending.RETURNED else None
            return Went(_TO[ending], part.turn, part.turn, value)
        worthwhile = part.turn - turn >= WORTHWHILE
        return Went("header", part.turn, part.turn + 1 if worthwhile else 2 * part.turn)

    def _smaller(self, turn: int) -> Went:
        """What observers cannot take at once they may take in parts; the least runs with NumPy."""
        if self.most_steps > FEWEST_STEPS:
            self.most_steps = max(self.most_steps // 8, FEWEST_STEPS)
            return Went("header", turn, turn)
        return Went("header", turn, turn + WORTHWHILE)


_TO: dict[Ending, WentTo] = {
    Ending.FULL: "header",
    Ending.DONE: "done",
    Ending.BROKEN: "broken",
    Ending.RETURNED: "returned",
}


@dataclass(eq=False)
class _Version:
    """A loop's code, and what it was made for."""

    config: LaunchConfig
    checks: bool
    tells: bool  # whether anybody is told of assignments
    code: LoopCode
    function: NativeFunction

    def fits(self, entry: Entry) -> bool:
        """Whether the code is right for the arrays and types of another entry."""
        context, code = entry.frame.context, self.code
        if self.config != context.thread_group.config:
            return False
        if (self.checks, self.tells) != (context.launch_state.checks, bool(context.on_assign)):
            return False
        if any(_dtype(entry.value(slot)) != kind for slot, kind in code.entry_types.items()):
            return False
        if any(_dtype(entry.of_thread(getter(entry))) != kind for getter, kind in code.inputs):
            return False
        try:
            places = [place_of(entry.value(slot), entry.row, entry.lane) for slot in code.arrays]
        except NotCompilable:
            return False
        return [place.layout for place in places] == list(code.arrays.values())


def _version(loop: Loop, entry: Entry) -> _Version | None:
    """Code for a loop as it is entered here; None where there is none, or too much already."""
    for version in loop.versions:
        if version.fits(entry):
            return version  # type: ignore[no-any-return]
    if loop.is_interpreted or len(loop.versions) >= MOST_VERSIONS:
        return None
    try:
        version = _compiled(loop, entry)
    except NotCompilable:
        loop.is_interpreted = True
        return None
    except RuntimeError:  # of LLVM
        log.exception("a loop could not be compiled")
        loop.is_interpreted = True
        return None
    loop.versions.append(version)
    return version


def _compiled(loop: Loop, entry: Entry) -> _Version:
    code = loop_code(loop, entry)
    context = entry.frame.context
    return _Version(
        context.thread_group.config,
        context.launch_state.checks,
        bool(context.on_assign),
        code,
        native_function(code.text, "loop", len(POINTERS)),
    )


class _Part:
    """Some rounds of a loop: the state of its variables, and what it wrote down."""

    def __init__(self, version: _Version, entry: Entry, turn: int) -> None:
        self._code, self._function, self._entry = version.code, version.function, entry
        self._launch_state = entry.frame.context.launch_state
        code = version.code
        self._places = [place_of(entry.value(slot), entry.row, entry.lane) for slot in code.arrays]
        self._state = np.zeros(CELLS + 2 * len(code.cells), np.int64)
        self._state[TURN] = turn
        for slot in code.entry_types:
            self._state[CELLS + 2 * code.cells[0, slot] :][:2] = self._entry_words(slot)
        self._first_step = self._launch_state.steps + 1

    @property
    def observers(self) -> list[Observer]:
        """Who is told of the thread."""
        observers: list[Observer] = self._entry.frame.context.observers
        return observers

    @property
    def turn(self) -> int:
        """Rounds of the loop that have begun."""
        return int(self._state[TURN])

    def run(self, most_steps: int) -> Ending:
        """Runs until the tables are as full as that, or the code leaves the loop, or off."""
        code, entry, room = self._code, self._entry, 2 * most_steps + 1
        longest, most_assignments = room * code.most_accesses, room * code.most_assignments
        saved, scratch = self._state.copy(), np.zeros(SCRATCH, np.int64)
        steps = np.empty(room, np.int32)
        accesses = np.empty((ACCESS_WIDTH, longest), np.int64)
        assignments = np.empty((ASSIGN_WIDTH, most_assignments), np.int64)
        inputs = [_bits(entry.of_thread(getter(entry))) for getter, _ in code.inputs]
        memory = (
            self._state,
            saved,
            np.array([*inputs, 0], np.int64),
            np.array([*((p.data, p.fresh) for p in self._places), (0, 0)], np.int64),
            np.array([most_steps, 2 * most_steps, longest, most_assignments], np.int64),
            steps,
            accesses,
            assignments,
            scratch,
        )
        callback = CALLBACK(_caller(code.callbacks, scratch))
        pointers = [array.ctypes.data for array in memory]
        ending = Ending(self._function.call(*pointers, ctypes.cast(callback, ctypes.c_void_p)))
        if ending is Ending.LEFT_OFF:
            first, last = int(saved[ACCESSES]), int(self._state[ACCESSES])
            self._put_back(accesses[:, first:last])
            self._state = saved
        self._steps = steps[: self._state[STEPS]]
        self._accesses = accesses[:, : self._state[ACCESSES]]
        self._assignments = assignments[:, : self._state[ASSIGNMENTS]]
        return ending

    def as_run(self, live: Mask) -> LoneRun:
        """What observers are told."""
        context = self._entry.frame.context
        return LoneRun(
            context.thread_group,
            live,
            self._entry.row,
            self._entry.lane,
            self._first_step,
            self._steps,
            tuple(self._accesses_at(context.stack)),
            self._first_step + self._accesses[STEP],
            self._first_step + self._accesses[LATEST],
            self._first_step + self._assignments[STEP],
            self._first_step + self._assignments[LATEST],
            tuple(self._assigned()),
        )

    def undo(self) -> None:
        """Memory is as it was before."""
        self._put_back(self._accesses)

    def settle(self) -> None:
        """The launch and the arrays are as after these rounds."""
        self._launch_state.steps += len(self._steps)
        self._entry.frame.step = self._launch_state.steps
        self._note_memory()

    def assign(self, live: Mask) -> None:
        """The variables are as at the loop's header, or behind it."""
        frame, code = self._entry.frame, self._code
        for slot in code.entry_types:
            if self._word((0, slot), 1) == SET:
                frame.assign(slot, live, self._number((0, slot), code.header_types[0, slot]))

    @property
    def returned(self) -> Any:
        """What the thread returned, if it did."""
        kind = self._code.result_type
        return None if kind is None else self._number((0, RESULT), kind)

    def _word(self, key: Key, further: int = 0) -> np.int64:
        word: np.int64 = self._state[CELLS + 2 * self._code.cells[key] + further]
        return word

    def _number(self, key: Key, kind: np.dtype[Any]) -> Any:
        return _numbers(np.array([self._word(key)]), kind)[0]

    def _note_memory(self) -> None:
        launch_state, entry = self._launch_state, self._entry
        thread = entry.frame.context.thread_group.launch_threads[entry.row, entry.lane]
        for at, rows in self._by_point:
            root = self._places[at.array].root
            if at.kind != "write":
                launch_state.reads += len(rows) * launch_state.may_change(root)
            if at.kind == "read":
                continue
            changes = np.count_nonzero(self._accesses[CHANGED][rows])
            launch_state.memory_changes += int(changes)
            if not isinstance(root, LocalArray):
                root.written = True
            if isinstance(root, GlobalArray) and root.writer is not None:
                root.writer[self._accesses[FLAT][rows]] = thread

    @functools.cached_property
    def _by_point(self) -> list[tuple[AccessAt, Words]]:
        """The rows of each place where there are any, in the order of their first ones."""
        points = self._accesses[POINT]
        rows = [np.flatnonzero(points == number) for number in range(len(self._code.accesses))]
        found = [pair for pair in zip(self._code.accesses, rows, strict=True) if len(pair[1])]
        return sorted(found, key=lambda pair: int(pair[1][0]))

    def _entry_words(self, slot: int) -> tuple[int, int]:
        """The bits of a variable as the code has it, and whether it is set."""
        entry, code = self._entry, self._code
        owner = entry.frame.owners[slot]
        is_set = owner is not None and bool(entry.of_thread(owner.lanes))
        if code.entry_types[slot] is None:
            return 0, UNSET
        bits = _bits(entry.value(slot).astype(code.header_types[0, slot]))
        return bits, SET_BEFORE if is_set else UNSET

    def _put_back(self, table: Words) -> None:
        """What stores overwrote, in the columns of accesses that are to count for nothing."""
        for number, place in enumerate(self._places):
            stores = [at.array == number and at.kind != "read" for at in self._code.accesses]
            rows = np.flatnonzero(np.array(stores, np.bool_)[table[POINT]])
            flat, first = np.unique(table[FLAT][rows], return_index=True)
            place.put_back(flat, table[BEFORE][rows[first]], table[UNWRITTEN][rows[first]])

    def _accesses_at(self, outer: ControlStack) -> Iterator[AccessesAt]:
        for at, rows in self._by_point:
            root = self._places[at.array].root
            site = self._launch_state.site_row(at.point, root, at.kind)
            values = _numbers(self._accesses[BITS][rows], root.dtype)
            stack = functools.partial(_stack, outer, at, self._accesses[TURNS:], rows)
            flat = self._accesses[FLAT][rows]
            yield AccessesAt(site, at.point, at.kind, root, rows, flat, values, stack)

    def _assigned(self) -> Iterator[tuple[int, Words, NDArray[Any]]]:
        for number, (variable, kind) in enumerate(self._code.assigned):
            rows = np.flatnonzero(self._assignments[POINT] == number)
            if len(rows):
                yield variable, rows, _numbers(self._assignments[BITS][rows], kind)


def _caller(callbacks: list[Callback], scratch: Words) -> Callable[[int], None]:
    """Applies one of NumPy's functions to the numbers whose bits are in the scratch memory."""

    def call(number: int) -> None:
        function, takes, gives = callbacks[number]
        values = [_numbers(scratch[k : k + 1], kind)[0] for k, kind in enumerate(takes)]
        scratch[0] = _bits(np.asarray(function(*values), gives)[()])

    return call


def _stack(
    outer: ControlStack, at: AccessAt, turns: Words, rows: Words, number: int
) -> ControlStack:
    """What an access stood in."""
    row = rows[number]
    inner = (
        ControlFrame(construct, int(turns[turn, row]) if is_loop else turn)
        for construct, turn, is_loop in at.stack
    )
    return (*outer, *inner)


def _items_of(items: Any, row: int, lane: int) -> Any:
    if not isinstance(items, RangeItems):
        return items
    first, step = (lane_value(value, row, lane) for value in (items.first, items.step))
    return RangeItems(first, step, items.kind)


def _dtype(value: Any) -> np.dtype[Any] | None:
    return value.dtype if isinstance(value, np.generic) else None


def _bits(number: Any) -> int:
    """A number's bits; those above its own are 0."""
    return int(number.view(f"u{number.itemsize}").astype(np.uint64).view(np.int64))


def _numbers(bits: Words, kind: np.dtype[Any]) -> NDArray[Any]:
    """Numbers of a type from their bits."""
    return bits.astype(f"u{kind.itemsize}").view(kind)
