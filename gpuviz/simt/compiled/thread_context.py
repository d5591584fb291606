"""Stands for the context of a thread group: what statements ask of it becomes code."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from gpuviz.simt.compiled.code import BOOL, INT64, Code, Type, memory_type
from gpuviz.simt.compiled.layout import place_of
from gpuviz.simt.compiled.loop_code import (
    ACCESSES,
    ASSIGNMENTS,
    BEFORE,
    BITS,
    CELLS,
    CHANGED,
    FLAT,
    LATEST,
    POINT,
    RESULT,
    SET,
    STEP,
    STEPS,
    TURNS,
    UNWRITTEN,
    AccessAt,
    Entry,
    Getter,
    Key,
    LoopCode,
    Types,
)
from gpuviz.simt.compiled.registers import NotCompilable, Register
from gpuviz.simt.compiled.stand_ins import (
    OneThread,
    StateOfLaunch,
    ThreadArray,
    ThreadFrame,
    ThreadMask,
)
from gpuviz.simt.execution import atomics
from gpuviz.simt.execution.control import Construct
from gpuviz.simt.execution.launch_state import AccessPoint, AtomicPoint
from gpuviz.trace.source import AccessKind

Wider = dict[tuple[int, Key], Type]
"""Types that variables need at the headers of loops, by number of the loop, that they lack there
without.
"""


def _item(slot: int, row: int, entry: Entry) -> Any:
    return entry.value(slot)[row]


class ThreadContext:
    """The thread's variables and memory, and the tables in which it writes down what it does."""

    def __init__(self, entry: Entry, wider: Wider) -> None:
        context = entry.frame.context
        self.entry = entry
        self.code = Code()
        self.launch_state = StateOfLaunch()
        self.on_assign = (self._note_assignment,) if context.on_assign else ()
        self.thread_group = OneThread(self, context.thread_group.config)
        self.depth = 0  # of calls
        self._wider = wider
        self._result = LoopCode()
        self._checks = context.launch_state.checks
        self._types: Types = {}  # of variables, where the code stands
        self._turns: list[str] = []  # where those of the loops around are counted
        self._levels: tuple[tuple[Construct, int, bool], ...] = ()  # see AccessAt.stack
        self._arrays: dict[int, ThreadArray] = {}  # by slot
        self._in_step = [0, 0]  # accesses and assignments since it began
        self._only_arrays = False  # whether a number that is read may have changed
        self._frame, self._mask = ThreadFrame(self, 0), ThreadMask()

    # Variables

    def word(self, key: Key) -> int:
        """The word of the state that has a variable's bits."""
        result = self._result
        if key not in result.cells:
            result.cells[key] = len(result.cells)
            number, slot = key
            if number == 0 and slot != RESULT:
                value = self.entry.value(slot)
                is_number = isinstance(value, np.generic)
                result.entry_types[slot] = value.dtype if is_number else None
        return CELLS + 2 * result.cells[key]

    def read(self, key: Key) -> Any:
        """A variable, an array, or a tuple of numbers that stays as it is."""
        number, slot = key
        if number == 0 and key not in self._result.cells:
            value = self.entry.value(slot)
            if not isinstance(value, np.generic):
                return self._constant(slot, value)
        if self._only_arrays:
            raise NotCompilable("a number that the loop may have changed since it began")
        place = self.code.element("%state", "i64", self.word(key))
        kind = self._type(key)
        if kind is None:
            raise NotCompilable("a variable that has no value yet")
        return self.code.from_bits(self.code.fetch(place), kind)

    def write(self, key: Key, value: Any) -> None:
        """The thread sets a variable."""
        number, slot = key
        stands_for_array = number == 0 and slot in self._arrays
        if not isinstance(value, (Register, np.generic)) or stands_for_array:
            raise NotCompilable("a variable that is no number")
        register = self.code.of_type(value, value.dtype)
        place = self.code.element("%state", "i64", self.word(key))
        self.code.put(self.code.bits(register), place)
        self.code.put(SET, self.code.element("%state", "i64", self.word(key) + 1))
        self._types[key] = value.dtype

    def given(self, getter: Getter, kind: Type) -> Register:
        """A number that the thread has when it enters the loop."""
        inputs = self._result.inputs
        inputs.append((getter, kind))
        place = self.code.element("%inputs", "i64", len(inputs) - 1)
        return self.code.from_bits(self.code.fetch(place), kind)

    def _constant(self, slot: int, value: Any) -> Any:
        """What a name stands for that is no number."""
        if isinstance(value, tuple) and all(isinstance(item, np.generic) for item in value):
            getters = [functools.partial(_item, slot, row) for row in range(len(value))]
            return tuple(map(self.given, getters, (item.dtype for item in value)))
        if slot not in self._arrays:
            layout = place_of(value, self.entry.row, self.entry.lane).layout
            self._result.arrays[slot] = layout
            self._arrays[slot] = ThreadArray(len(self._arrays), layout)
        return self._arrays[slot]

    def _base(self, key: Key) -> Type | None:
        """A variable's type at the outermost header, if nothing has set it since."""
        self.word(key)
        number, slot = key
        at_entry = self._result.entry_types.get(slot) if number == 0 else None
        return self._wider.get((0, key), at_entry)

    def _type(self, key: Key) -> Type | None:
        return self._types.get(key, self._base(key))

    def _widen(self, key: Key, kind: Type | None, wanted: Type) -> None:
        if kind is None or kind == wanted:
            return
        place = self.code.element("%state", "i64", self.word(key))
        number = self.code.cast(self.code.from_bits(self.code.fetch(place), kind), wanted)
        self.code.put(self.code.bits(number), place)

    # What lowered statements ask of the context

    def begin_step(self, frame: Any, statement: int, mask: Any) -> None:
        """The thread begins a statement."""
        code = self.code
        self._forget()
        self._in_step = [0, 0]
        counter = code.element("%state", "i64", STEPS)
        steps = code.fetch(counter)
        room = code.fetch(code.element("%limits", "i64", 1))
        code.guard(code.value(f"icmp ult i64 {steps}, {room}", BOOL))
        code.line(f"store i32 {statement}, ptr {code.element('%steps', 'i32', steps)}")
        code.put(code.add(steps, 1), counter)
        code.put(steps, self._frame.latest)

    def _forget(self) -> None:
        """What a statement remembers is not known to the next one."""
        self._frame.variables.kept = dict(self._frame.arguments)

    def check_divisor(self, divisor: Any, mask: ThreadMask, note: Any, place: Any) -> None:
        """Where a whole number is divided by 0, NumPy's way tells."""
        with self.under(mask):
            self.code.guard(divisor != divisor.dtype.type(0))

    def branch(self, mask: Any, taken: Any) -> None:
        """One thread never goes both ways."""

    def load(
        self, frame: Any, point: AccessPoint, elements: Any, index: Any, mask: ThreadMask
    ) -> Any:
        """The thread reads an element."""
        if self._only_arrays:
            raise NotCompilable("an element that the loop may have changed since it began")
        return self._found(elements, mask, lambda: self._load(point, elements, index))

    def atomic(
        self,
        frame: Any,
        at: AtomicPoint,
        elements: Any,
        index: Any,
        mask: ThreadMask,
        operands: tuple[Any, ...],
    ) -> Any:
        """The thread changes an element; gives the old value."""
        return self._found(elements, mask, lambda: self._change(at, elements, index, operands))

    def store(
        self,
        frame: Any,
        point: AccessPoint,
        elements: Any,
        index: Any,
        mask: ThreadMask,
        values: Any,
    ) -> None:
        """The thread writes an element."""
        self._check_array(elements)
        code = self.code
        with self.under(mask):
            flat = self._flat(elements, index)
            place, mark = self._places(elements, flat)
            before = code.bits(code.load(place, elements.dtype))
            value, unwritten = code.of_type(values, elements.dtype), "0"
            if mark is not None:
                unwritten = code.bits(code.load(mark, BOOL))
                code.line(f"store i8 0, ptr {mark}")
            code.store(value, place)
            bits = code.bits(value)
            changed = code.value(f"or i64 {self._differ(bits, before)}, {unwritten}", INT64).name
            columns = {FLAT: flat, BITS: bits, BEFORE: before, UNWRITTEN: unwritten}
            columns[CHANGED] = changed
            self._note_access(point, elements, "write", columns)

    @contextmanager
    def under(self, mask: ThreadMask) -> Iterator[None]:
        """Code for the thread where it is active."""
        if mask.condition is None:
            yield
            return
        some, rest = self.code.name("some"), self.code.name("rest")
        self.code.branch(mask.condition, some, rest)
        self.code.begin(some)
        yield
        self.code.jump(rest)
        self.code.begin(rest)

    def _check_array(self, elements: Any) -> None:
        if not isinstance(elements, ThreadArray):
            raise NotCompilable("a part of an array")

    def _load(self, point: AccessPoint, elements: ThreadArray, index: Any) -> Register:
        code = self.code
        flat = self._flat(elements, index)
        place, mark = self._places(elements, flat)
        if mark is not None and self._checks:
            code.guard(np.logical_not(code.load(mark, BOOL)))
        value = code.load(place, elements.dtype)
        self._note_access(point, elements, "read", {FLAT: flat, BITS: code.bits(value)})
        return value

    def _change(
        self, at: AtomicPoint, elements: ThreadArray, index: Any, operands: tuple[Any, ...]
    ) -> Register:
        code = self.code
        flat = self._flat(elements, index)
        place, mark = self._places(elements, flat)
        if mark is not None:
            code.guard(np.logical_not(code.load(mark, BOOL)))
        old = code.load(place, elements.dtype)
        value = code.of_type(atomics.changed(at.operation, old, *operands), elements.dtype)
        code.store(value, place)
        before = code.bits(old)
        columns = {FLAT: flat, BITS: before, BEFORE: before, UNWRITTEN: "0"}
        columns[CHANGED] = self._differ(code.bits(value), before)
        self._note_access(at.point, elements, "atomic", columns)
        return old

    def _found(self, elements: Any, mask: ThreadMask, access: Callable[[], Register]) -> Register:
        """What an access gives; 0 where the thread is not active."""
        self._check_array(elements)
        if mask.condition is None:
            return access()
        code = self.code
        kept = code.local()
        code.put(0, kept)
        with self.under(mask):
            code.put(code.bits(access()), kept)
        return code.from_bits(code.fetch(kept), elements.dtype)

    def _differ(self, bits: str, others: str) -> str:
        """1 or 0."""
        return self.code.bits(self.code.value(f"icmp ne i64 {bits}, {others}", BOOL))

    def _flat(self, elements: ThreadArray, index: Any) -> str:
        """The element of an index, where that is inside."""
        code, flat = self.code, str(elements.offset)
        for axis, size, stride in zip(index, elements.shape, elements.strides, strict=True):
            number = code.of_type(axis, axis.dtype)
            signed = number.dtype.kind == "i"
            where = code.cast(number, INT64).name
            if signed:
                below = code.value(f"icmp slt i64 {where}, 0", BOOL).name
                wrapped = code.add(where, size)
                where = code.value(f"select i1 {below}, i64 {wrapped}, i64 {where}", INT64).name
            code.guard(code.value(f"icmp ult i64 {where}, {size}", BOOL))
            flat = code.add(flat, code.value(f"mul i64 {where}, {stride}", INT64).name)
        return flat

    def _places(self, elements: ThreadArray, flat: str) -> tuple[str, str | None]:
        """Where an element lies, and the mark of whether nobody wrote it."""
        code, layout = self.code, elements.layout
        at = code.value(f"mul i64 {flat}, {layout.scale}", INT64).name if layout.scale > 1 else flat
        place = code.element(self._address(2 * elements.number), memory_type(layout.dtype), at)
        if not layout.tells_unwritten:
            return place, None
        return place, code.element(self._address(2 * elements.number + 1), "i8", at)

    def _address(self, word: int) -> str:
        place = self.code.element("%arrays", "ptr", word)
        return self.code.value(f"load ptr, ptr {place}", INT64).name

    def _note_access(
        self, point: AccessPoint, array: ThreadArray, kind: AccessKind, columns: dict[int, str]
    ) -> None:
        """One more row, with these columns and those that all have."""
        code, result = self.code, self._result
        number = len(result.accesses)
        result.accesses.append(AccessAt(point, array.number, kind, self._levels))
        self._in_step[0] += 1
        result.most_accesses = max(result.most_accesses, self._in_step[0])
        columns |= {STEP: self._frame.step, POINT: str(number)}
        columns |= {TURNS + depth: code.fetch(turn) for depth, turn in enumerate(self._turns)}
        self._add_row("%accesses", ACCESSES, columns)

    def _note_assignment(self, step: str, variable: int, mask: ThreadMask, value: Any) -> None:
        code, result = self.code, self._result
        number = code.of_type(value, value.dtype)
        key = (variable, number.dtype)
        if key not in result.assigned:
            result.assigned.append(key)
        self._in_step[1] += 1
        result.most_assignments = max(result.most_assignments, self._in_step[1])
        columns = {STEP: step, POINT: str(result.assigned.index(key)), BITS: code.bits(number)}
        self._add_row("%assignments", ASSIGNMENTS, columns)

    def _add_row(self, table: str, counter: int, columns: dict[int, str]) -> None:
        code = self.code
        taken = code.fetch(code.element("%state", "i64", STEPS))
        columns |= {LATEST: code.add(taken, -1)}
        place = code.element("%state", "i64", counter)
        row = code.fetch(place)
        code.put(code.add(row, 1), place)
        length = code.fetch(code.element("%limits", "i64", counter))
        for column, word in columns.items():
            start = code.value(f"mul i64 {length}, {column}", INT64).name
            code.put(word, code.element(table, "i64", code.add(start, row)))
