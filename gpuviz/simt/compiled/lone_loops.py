"""Runs loops in which one thread is left as machine code, some rounds at a time.

Observers are asked first whether they can take such rounds as a whole. Where one cannot, since
something has to be told access by access (a race, say), all that the rounds changed is undone, and
they run with NumPy.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.simt.compiled.code import SCRATCH, Callback
from gpuviz.simt.compiled.layout import lane_value, place_of
from gpuviz.simt.compiled.lowered_loop import (
    ACCESS_WIDTH,
    ACCESSES,
    ASSIGN_WIDTH,
    ASSIGNMENTS,
    BEFORE,
    BITS,
    CELLS,
    FLAT,
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
    loop_code,
)
from gpuviz.simt.compiled.native import CALLBACK, NativeFunction, native_function
from gpuviz.simt.compiled.registers import NotCompilable
from gpuviz.simt.execution.context import CallFrame, ExecutionContext
from gpuviz.simt.execution.control import ControlFrame, ControlStack
from gpuviz.simt.execution.hot_loops import NEVER, Went, WentTo
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.nodes import Loop
from gpuviz.simt.lower.statements.loops import RangeItems
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.observe.lone_run import AccessesAt, LoneRun

FIRST_STEPS, FEWEST_STEPS, MOST_STEPS = 1 << 11, 1 << 6, 1 << 15
"""Steps after which code comes back at the next header."""
MOST_VERSIONS = 8  # of a loop's code, for arrays of other shapes or variables of other types
WORTHWHILE = 64  # rounds: where it leaves off earlier, NumPy has its turn for longer

Words = NDArray[np.int64]


@dataclass(eq=False)
class LoneLoops:
    """Compiles the hot loops of a thread group in lockstep, and runs them."""

    context: ExecutionContext
    first_look: int
    most_steps: int = FIRST_STEPS

    def go_on(
        self, loop: Loop, frame: CallFrame, live: Mask, turn: int, rounds: Any = None, items: Any = None
    ) -> Went:
        """Goes on with the loop of which `turn` rounds have begun, for a while."""
        shape = live.blocks, live.lanes.shape[1]
        row, lane = divmod(int(np.broadcast_to(live.lanes, shape).argmax()), shape[1])
        if rounds is not None:
            rounds = np.asarray(lane_value(rounds, row, lane))[()]
        entry = Entry(frame, row, lane, rounds, _items_of(items, row, lane))
        version = _version(loop, entry)
        if version is None:
            return Went("header", turn, NEVER)
        return self._run(version, entry, live, turn)

    def _run(self, version: _Version, entry: Entry, live: Mask, turn: int) -> Went:
        part = _Part(version, entry, turn)
        ending = part.run(self.most_steps)
        run = part.as_run(live)
        commits = [observer.lone_run(run) for observer in self.context.observers]
        taken = [commit for commit in commits if commit is not None]
        if len(taken) < len(commits):
            part.undo()
            return self._smaller(turn)
        for commit in taken:
            commit()
        part.settle(live)
        if ending is not Ending.LEFT_OFF:
            self.most_steps = min(2 * self.most_steps, MOST_STEPS)
            value = part.returned if ending is Ending.RETURNED else None
            return Went(_TO[ending], part.turn, part.turn, value)
        worthwhile = part.turn - turn >= WORTHWHILE
        return Went("header", part.turn, part.turn + 1 if worthwhile else 2 * part.turn)

    def _smaller(self, turn: int) -> Went:
        """What observers cannot take at once they may take in parts; the smallest run with NumPy."""
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
    """A loop's code, what it was made for, and the memory that it writes to."""

    config: LaunchConfig
    checks: bool
    tells: bool  # whether anybody is told of assignments
    code: LoopCode
    function: NativeFunction
    callback: Any  # kept, since the code calls it
    scratch: Words
    steps: NDArray[np.int32]
    accesses: Words
    assignments: Words

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
        places = [place_of(entry.value(slot), entry.row, entry.lane) for slot in code.arrays]
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
    loop.versions.append(version)
    return version


def _compiled(loop: Loop, entry: Entry) -> _Version:
    code = loop_code(loop, entry)
    context, room = entry.frame.context, 2 * MOST_STEPS + 1
    scratch = np.zeros(SCRATCH, np.int64)
    return _Version(
        context.thread_group.config,
        context.launch_state.checks,
        bool(context.on_assign),
        code,
        native_function(code.text, "loop", len(POINTERS)),
        CALLBACK(_caller(code.callbacks, scratch)),
        scratch,
        np.empty(room, np.int32),
        np.empty((room * code.most_accesses, ACCESS_WIDTH), np.int64),
        np.empty((room * code.most_assignments, ASSIGN_WIDTH), np.int64),
    )


def _caller(callbacks: list[Callback], scratch: Words) -> Callable[[int], None]:
    """Applies one of NumPy's functions to the numbers whose bits are in the scratch memory."""

    def call(number: int) -> None:
        function, takes, gives = callbacks[number]
        values = [
            word.view(np.uint8)[: kind.itemsize].view(kind)[0]
            for word, kind in zip(scratch[:, None], takes, strict=False)
        ]
        scratch[0] = _bits(np.asarray(function(*values), gives)[()])

    return call


class _Part:
    """Some rounds of a loop: the state of its variables, and what it wrote down."""

    def __init__(self, version: _Version, entry: Entry, turn: int) -> None:
        self._version, self._entry = version, entry
        code = version.code
        self._places = [place_of(entry.value(slot), entry.row, entry.lane) for slot in code.arrays]
        self._state = np.zeros(CELLS + 2 * len(code.cells), np.int64)
        self._state[TURN] = turn
        for slot in code.entry_types:
            self._state[CELLS + 2 * code.cells[0, slot] :][:2] = self._entry_words(slot)
        self._first_step = entry.frame.context.launch_state.steps + 1

    @property
    def turn(self) -> int:
        """Rounds of the loop that have begun."""
        return int(self._state[TURN])

    def run(self, most_steps: int) -> Ending:
        """Runs until the tables are as full as that, or the code leaves the loop, or off."""
        version, code = self._version, self._version.code
        saved = self._state.copy()
        inputs = [_bits(self._entry.of_thread(getter(self._entry))) for getter, _ in code.inputs]
        memory = {
            "state": self._state,
            "saved": saved,
            "inputs": np.array([*inputs, 0], np.int64),
            "arrays": np.array([*((p.data, p.fresh) for p in self._places), (0, 0)], np.int64),
            "limits": np.array([most_steps, 2 * most_steps], np.int64),
            "steps": version.steps,
            "accesses": version.accesses,
            "assignments": version.assignments,
            "scratch": version.scratch,
        }
        pointers = [memory[name].ctypes.data for name in POINTERS[:-1]]
        callback = ctypes.cast(version.callback, ctypes.c_void_p)
        ending = Ending(version.function.call(*pointers, callback))
        if ending is Ending.LEFT_OFF:
            self._put_back(int(saved[ACCESSES]))
            self._state = saved
        return ending

    def as_run(self, live: Mask) -> LoneRun:
        """What observers are told."""
        context, version = self._entry.frame.context, self._version
        accesses = version.accesses[: self._state[ACCESSES]]
        assignments = version.assignments[: self._state[ASSIGNMENTS]]
        return LoneRun(
            context.thread_group,
            live,
            self._entry.row,
            self._entry.lane,
            self._first_step,
            version.steps[: self._state[STEPS]].copy(),
            tuple(self._accesses_at(accesses)),
            self._first_step + accesses[:, STEP],
            self._first_step + assignments[:, 0],
            tuple(self._assigned(assignments)),
        )

    def undo(self) -> None:
        """Memory is as it was before."""
        self._put_back(0)

    def settle(self, live: Mask) -> None:
        """The launch, the frame and the arrays are as after these rounds."""
        frame, code = self._entry.frame, self._version.code
        launch_state = frame.context.launch_state
        launch_state.steps += int(self._state[STEPS])
        frame.step = launch_state.steps
        self._note_memory()
        for slot in code.entry_types:
            if self._word((0, slot), 1) == SET:
                frame.assign(slot, live, self._number((0, slot), code.header_types[0, slot]))

    @property
    def returned(self) -> Any:
        """What the thread returned, if it did."""
        kind = self._version.code.result_type
        return None if kind is None else self._number((0, RESULT), kind)

    def _word(self, key: Key, further: int = 0) -> np.int64:
        word: np.int64 = self._state[CELLS + 2 * self._version.code.cells[key] + further]
        return word

    def _number(self, key: Key, kind: np.dtype[Any]) -> Any:
        return _numbers(self._word(key)[None], kind)[0]

    def _note_memory(self) -> None:
        launch_state = self._entry.frame.context.launch_state
        thread = self._entry.frame.context.thread_group.launch_threads[self._entry.row, self._entry.lane]
        rows = self._version.accesses[: self._state[ACCESSES]]
        for number, at in enumerate(self._version.code.accesses):
            root = self._places[at.array].root
            chosen = rows[rows[:, POINT] == number]
            if at.kind == "read":
                launch_state.reads += len(chosen) * launch_state.may_change(root)
                continue
            changed = (chosen[:, BITS] != chosen[:, BEFORE]) | (chosen[:, UNWRITTEN] != 0)
            launch_state.memory_changes += int(np.count_nonzero(changed))
            if len(chosen) and not isinstance(root, LocalArray):
                root.written = True
            if isinstance(root, GlobalArray) and root.writer is not None:
                root.writer[chosen[:, FLAT]] = thread

    def _entry_words(self, slot: int) -> tuple[int, int]:
        """The bits of a variable as the code has it, and whether it is set."""
        entry, code = self._entry, self._version.code
        owner = entry.frame.owners[slot]
        is_set = owner is not None and bool(entry.of_thread(owner.lanes))
        if code.entry_types[slot] is None:
            return 0, UNSET
        return _bits(entry.value(slot).astype(code.header_types[0, slot])), SET_BEFORE if is_set else UNSET

    def _put_back(self, first: int) -> None:
        """What stores overwrote, from the first row on that counts for nothing, the last first."""
        rows = self._version.accesses[first : self._state[ACCESSES]][::-1]
        for point, flat, before, unwritten in rows[:, (POINT, FLAT, BEFORE, UNWRITTEN)].tolist():
            at = self._version.code.accesses[point]
            if at.kind == "write":
                self._places[at.array].put_back(flat, before, unwritten)

    def _accesses_at(self, table: Words) -> Iterator[AccessesAt]:
        """The rows of each place where there are any, in the order of their first ones."""
        context = self._entry.frame.context
        found = []
        for number, at in enumerate(self._version.code.accesses):
            rows = np.flatnonzero(table[:, POINT] == number)
            if len(rows):
                found.append((rows, at))
        for rows, at in sorted(found, key=lambda one: int(one[0][0])):
            root, chosen = self._places[at.array].root, table[rows]
            site = context.launch_state.site_row(at.point, root, at.kind)
            values = _numbers(chosen[:, BITS], root.dtype)
            stack = functools.partial(_stack, context.stack, at, chosen[:, TURNS:])
            yield AccessesAt(
                site, at.point.line, at.kind, root, rows, chosen[:, FLAT], values, stack
            )

    def _assigned(self, table: Words) -> Iterator[tuple[int, Words, NDArray[Any]]]:
        for number, (variable, kind) in enumerate(self._version.code.assigned):
            rows = np.flatnonzero(table[:, 1] == number)
            if len(rows):
                yield variable, rows, _numbers(table[rows, 2], kind)


def _stack(outer: ControlStack, at: AccessAt, turns: Words, row: int) -> ControlStack:
    """What an access stood in."""
    inner = (
        ControlFrame(construct, int(turns[row, turn]) if is_loop else turn)
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
