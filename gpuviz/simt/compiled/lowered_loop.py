"""A loop that one thread runs alone, from lowered statements to LLVM's code.

The statements run once, with registers for numbers and stand-ins for frame, mask and context: what
they compute, read, write and tell becomes code. It writes down what observers want to know: steps,
accesses, assignments. It leaves off at the loop's header where those tables are full or the loop is
over, and anywhere where something out of the ordinary happens: an index out of bounds, an element
that nobody wrote, a division by 0. Then that round counts for nothing, and runs with NumPy.

Variables live in memory, as 64 bits each; what type each has is known at every place, as in the
lowering. Where ways meet with two types the wider one holds, as Numba unifies them.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gpuviz.simt.compiled.code import BOOL, DECLARATIONS, INT64, Callback, Code, Type, memory_type
from gpuviz.simt.compiled.layout import Layout, lane_value, place_of
from gpuviz.simt.compiled.registers import NotCompilable, Register
from gpuviz.simt.execution.control import Construct, ControlFrame
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.lower.nodes import (
    For,
    If,
    Jump,
    Loop,
    LoweredFunction,
    Node,
    Return,
    Simple,
    While,
)
from gpuviz.simt.lower.statements.loops import RangeItems
from gpuviz.trace.source import AccessKind

MOST_ATTEMPTS = 12  # with other types of variables; each makes one of them wider
DEEPEST = 4  # loops within each other
DEEPEST_CALLS = 8
RESULT = -1  # the slot of what a function returns

TURN, STEPS, ACCESSES, ASSIGNMENTS = range(4)  # words of the state: rounds, rows of the tables
CELLS = 4  # the first word of the variables; each has its bits and whether it is set
UNSET, SET_BEFORE, SET = range(3)

STEP, POINT, BITS = range(3)  # columns of accesses and of assignments; in what is POINT the latter
FLAT, BEFORE, UNWRITTEN, TURNS = range(3, 7)  # have their row of `assigned`; columns of accesses
ACCESS_WIDTH = TURNS + DEEPEST
ASSIGN_WIDTH = BITS + 1

POINTERS = (
    *("state", "saved", "inputs", "arrays", "limits"),
    *("steps", "accesses", "assignments", "scratch", "callback"),
)
"""What the code is given. `arrays` are pairs of addresses, see Place. Tables are column by column;
`limits`: steps after which no round begins, those that there is room for, and how long the columns
of accesses and of assignments are.
"""


class Ending(enum.IntEnum):
    """Why the code came back."""

    FULL = 0  # at the header: the tables may not hold another round
    DONE = 1  # the thread left through the header
    BROKEN = 2  # by break
    RETURNED = 3  # the thread left the function
    LEFT_OFF = 4  # within a round


@dataclass(frozen=True, slots=True)
class Entry:
    """The thread at (row, lane) of a group, about to go on with a loop; `rounds` and `items` are
    those of a for loop.
    """

    frame: Any
    row: int
    lane: int
    rounds: Any = None
    items: Any = None

    def value(self, slot: int) -> Any:
        """The thread's variable; a tuple item by item, an array as it is."""
        value = self.frame.variables[slot]
        if isinstance(value, tuple):
            return tuple(self.of_thread(item) for item in value)
        return self.of_thread(value)

    def of_thread(self, value: Any) -> Any:
        """What the thread has of a value of the group's."""
        return lane_value(value, self.row, self.lane)


Getter = Callable[[Entry], Any]

Key = tuple[int, int]
"""A variable: number of the call, 0 for the function that the loop is in; its slot."""

Types = dict[Key, Type]


@dataclass(frozen=True, slots=True)
class AccessAt:
    """A place where the code accesses memory. `stack`: what it stands in within the loop.

    Each entry has a construct, and its turn or how deep it is among the loops.
    """

    point: AccessPoint
    array: int
    kind: AccessKind
    stack: tuple[tuple[Construct, int, bool], ...]


@dataclass(eq=False)
class LoopCode:
    """The text of a loop, what it takes for granted, and what its tables mean."""

    text: str = ""
    cells: dict[Key, int] = field(default_factory=dict)  # numbers of variables
    entry_types: dict[int, Type | None] = field(default_factory=dict)  # by slot; None: not set
    header_types: Types = field(default_factory=dict)
    result_type: Type | None = None  # of what the function returns within the loop
    inputs: list[tuple[Getter, Type]] = field(default_factory=list)
    arrays: dict[int, Layout] = field(default_factory=dict)  # by slot, in their order
    accesses: list[AccessAt] = field(default_factory=list)
    assigned: list[tuple[int, Type]] = field(default_factory=list)  # variables of the trace
    callbacks: list[Callback] = field(default_factory=list)
    most_accesses: int = 1  # in one step
    most_assignments: int = 1


class _AnotherAttempt(Exception):
    """A variable has a wider type at a header than was assumed."""


def loop_code(loop: Loop, entry: Entry) -> LoopCode:
    """The code of a loop, as it is for the arrays and types at an entry.

    Raises NotCompilable where it does what no code is made of.
    """
    wider: dict[tuple[int, Key], Type] = {}
    for _ in range(MOST_ATTEMPTS):
        try:
            return _Tracer(loop, entry, wider).trace()
        except _AnotherAttempt:
            continue
        except (TypeError, AttributeError, ValueError, OverflowError) as error:
            raise NotCompilable(str(error)) from error  # of a function that knows no registers
    raise NotCompilable("variables of many types")


@dataclass(eq=False)
class _Around:
    """A loop or a call around the statement that is lowered: its number, its labels, and the types
    that variables have at a loop's header and behind it, or behind a call.
    """

    slot: int  # where lanes that jump wait, which tells loops apart
    number: int
    again: str
    behind: str
    types: Types
    turn: str = ""  # where a loop's is counted


class _Mask:
    """The thread, and the condition under which it gets to a part of an expression."""

    blocks = 1
    lane_count = 1

    def __init__(self, condition: Register | None = None) -> None:
        self.condition = condition

    @property
    def lanes(self) -> Any:
        """Whether the thread is active."""
        return np.bool_(True) if self.condition is None else self.condition

    def split(self, condition: Any) -> tuple[_Mask | None, _Mask | None]:
        """The thread where `condition` holds, and where not."""
        if not isinstance(condition, Register):
            return (self, None) if condition else (None, self)
        yes: Any = condition.astype(BOOL)
        no: Any = np.logical_not(condition)
        if self.condition is not None:
            yes, no = np.logical_and(self.condition, yes), np.logical_and(self.condition, no)
        return _Mask(yes), _Mask(no)


class _Array:
    """An array that a variable stands for."""

    outside = None

    def __init__(self, number: int, layout: Layout) -> None:
        self.number = number
        self.layout = layout
        self.shape, self.strides = layout.shape, layout.strides
        self.offset, self.dtype = layout.offset, layout.dtype


class _State:
    """What is set and read of the launch while statements are lowered."""

    statement = 0


class _Variables:
    """The slots of a frame: variables, arrays, and what a statement remembers."""

    def __init__(self, frame: _Frame) -> None:
        self._frame = frame
        self.kept: dict[int, Any] = {}  # within a statement; arguments that are no numbers

    def __getitem__(self, slot: int) -> Any:
        if slot in self.kept:
            return self.kept[slot]
        return self._frame.context.read((self._frame.number, slot))

    def __setitem__(self, slot: int, value: Any) -> None:
        self.kept[slot] = value


class _Frame:
    """Stands for the frame of the function that the loop is in, or of one that it calls."""

    def __init__(self, tracer: _Tracer, number: int) -> None:
        self.context = tracer
        self.latest = tracer.code.local()  # where the row of its latest step is
        self.number = number
        self.arguments: dict[int, Any] = {}  # those that are no numbers
        self.variables = _Variables(self)

    def assign(self, slot: int, mask: _Mask, value: Any) -> None:
        """The thread sets a variable."""
        if mask.condition is not None:
            raise NotCompilable("a variable that is set within an expression")
        self.variables.kept.pop(slot, None)
        self.context.write((self.number, slot), value)

    def check_set(self, slot: int, mask: _Mask, name: str, place: Any) -> None:
        """Where the thread never set it, NumPy's way tells."""
        code = self.context.code
        with self.context.under(mask):
            word = self.context.word((self.number, slot)) + 1
            flag = code.fetch(code.element("%state", "i64", word))
            code.guard(code.value(f"icmp ne i64 {flag}, {UNSET}", BOOL))

    @property
    def step(self) -> str:
        """The row of the step that it takes."""
        return self.context.code.fetch(self.latest)

    @property
    def result(self) -> Any:
        """What the thread returned."""
        return self.context.read((self.number, RESULT))


class _ThreadGroup:
    """Where the thread stands."""

    blocks = 1

    def __init__(self, tracer: _Tracer, config: Any) -> None:
        self._tracer = tracer
        self.config = config

    def __getattr__(self, name: str) -> Any:
        if name not in ("thread_index", "block_index", "lane_index", "global_index"):
            raise AttributeError(name)
        now = getattr(self._tracer.entry.frame.context.thread_group, name)
        if not isinstance(now, tuple):
            return self._tracer.given(
                lambda entry: getattr(entry.frame.context.thread_group, name), now.dtype
            )
        return tuple(
            self._tracer.given(
                lambda entry, axis=axis: getattr(entry.frame.context.thread_group, name)[axis],
                value.dtype,
            )
            for axis, value in enumerate(now)
        )


class _Tracer:
    """One attempt; it also stands for the context of the thread group."""

    def __init__(self, loop: Loop, entry: Entry, wider: dict[tuple[int, Key], Type]) -> None:
        context = entry.frame.context
        self.entry = entry
        self.code = Code()
        self.launch_state = _State()
        self.on_assign = (self._note_assignment,) if context.on_assign else ()
        self.thread_group = _ThreadGroup(self, context.thread_group.config)
        self._loop = loop
        self._wider = wider
        self._result = LoopCode()
        self._checks = context.launch_state.checks
        self.depth = 0  # of calls
        self._types: Types = {}  # of variables, where the code stands
        self._around: list[_Around] = []
        self._turns: list[str] = []  # where those of the loops around are counted
        self._levels: tuple[tuple[Construct, int, bool], ...] = ()
        self._numbers = 0  # of loops and calls
        self._arrays: dict[int, _Array] = {}  # by slot
        self._in_step = [0, 0]  # accesses and assignments since it began
        self._only_arrays = False  # whether a number that is read may have changed
        self._frame, self._mask = _Frame(self, 0), _Mask()

    # The whole loop

    def trace(self) -> LoopCode:
        """The loop's code."""
        code, loop, result = self.code, self._loop, self._result
        code.begin("start")
        code.put(-1, self._frame.latest)  # the header's step, of a for loop
        turn = code.element("%state", "i64", TURN)
        self._enter(loop, "again", "broken", turn)
        code.jump("header")
        code.begin("header")
        saved = len(code.lines)
        self._leave_full()
        if isinstance(loop, For):
            self._for_round(loop, *self._given_items(loop), "done")
        else:
            assert isinstance(loop, While)
            self._while_round(loop, "done")
        code.jump("header")
        for label, ending in (
            ("done", Ending.DONE),
            ("broken", Ending.BROKEN),
            ("returned", Ending.RETURNED),
            ("full", Ending.FULL),
            ("bail", Ending.LEFT_OFF),
        ):
            code.begin(label)
            code.line(f"ret i32 {int(ending)}")
        code.lines[saved:saved] = self._saving()
        result.header_types = self._around[0].types
        for key in result.cells:
            kind = self._base(key)
            if kind is not None:
                result.header_types.setdefault(key, kind)
        result.callbacks = code.callbacks
        result.text = self._module()
        return result

    def _module(self) -> str:
        parameters = ", ".join(f"ptr noalias %{name}" for name in POINTERS)
        body = "\n".join(["entry:", *self.code.locals, "br label %start", *self.code.lines])
        return f"{DECLARATIONS}\ndefine i32 @loop({parameters}) {{\n{body}\n}}\n"

    def _saving(self) -> list[str]:
        """The state as it is at the header, kept for a round that counts for nothing."""
        words = CELLS + 2 * len(self._result.cells)
        return [
            line
            for word in range(words)
            for line in (
                f"%from{word} = getelementptr i64, ptr %state, i64 {word}",
                f"%to{word} = getelementptr i64, ptr %saved, i64 {word}",
                f"%word{word} = load i64, ptr %from{word}",
                f"store i64 %word{word}, ptr %to{word}",
            )
        ]

    def _leave_full(self) -> None:
        code = self.code
        steps = code.fetch(code.element("%state", "i64", STEPS))
        most = code.fetch("%limits")
        code.branch(code.value(f"icmp ult i64 {steps}, {most}", BOOL), "round", "full")
        code.begin("round")

    def _given_items(self, loop: For) -> tuple[Any, Any]:
        """Rounds and items of the loop itself, which were found when it began."""
        items = self.entry.items
        rounds = self.given(lambda entry: entry.rounds, self.entry.rounds.dtype)
        if not isinstance(items, RangeItems):
            self._only_arrays = True
            _, items = loop.iterate(self._frame, self._mask)  # type: ignore[arg-type]
            self._only_arrays = False
            return rounds, items
        first = self.given(lambda entry: entry.items.first, items.first.dtype)
        step = self.given(lambda entry: entry.items.step, items.step.dtype)
        return rounds, RangeItems(first, step, items.kind)

    # Statements

    def _block(self, nodes: list[Node]) -> bool:
        """Statements one after the other; whether the thread gets behind them."""
        return all(self._node(node) for node in nodes)

    def _node(self, node: Node) -> bool:
        if isinstance(node, Simple):
            self.begin_step(self._frame, node.statement, self._mask)
            node.work(self._frame, self._mask)  # type: ignore[arg-type]
            return True
        if isinstance(node, If):
            return self._if(node)
        if isinstance(node, Jump):
            return self._jump(node)
        if isinstance(node, Return):
            return self._return(node)
        if isinstance(node, (For, While)):
            return self._inner_loop(node)
        raise NotCompilable(type(node).__name__)

    def _if(self, node: If) -> bool:
        code = self.code
        self.begin_step(self._frame, node.statement, self._mask)
        test = node.test(self._frame, self._mask)  # type: ignore[arg-type]
        if not isinstance(test, Register):
            side = (node.body, 1) if test else (node.orelse, 2)
            return self._side(node, *side)
        sides, before = (code.name("yes"), code.name("no")), dict(self._types)
        code.branch(test.astype(BOOL), *sides)
        ends: list[tuple[str, Types]] = []
        for label, body, turn in zip(sides, (node.body, node.orelse), (1, 2), strict=True):
            code.begin(label)
            self._types = dict(before)
            if self._side(node, body, turn):
                ends.append((code.name("end"), self._types))
                code.jump(ends[-1][0])
        self._join(ends)
        return bool(ends)

    def _side(self, node: If, body: list[Node], turn: int) -> bool:
        outer = self._levels
        self._levels = (*outer, (node.construct, turn, False))
        goes_on = self._block(body)
        self._levels = outer
        return goes_on

    def _join(self, ends: list[tuple[str, Types]]) -> None:
        """Where sides meet; `ends` are labels to be begun, and the types there."""
        if not ends:
            self.code.begin(self.code.name("nowhere"))  # behind a jump: nothing gets there
            return
        joined: Types = {}
        for key in {key for _, types in ends for key in types}:
            kinds = [types.get(key, self._base(key)) for _, types in ends]
            joined[key] = np.result_type(*(kind for kind in kinds if kind is not None))
        behind = self.code.name("join")
        for label, types in ends:
            self.code.begin(label)
            for key, kind in joined.items():
                self._widen(key, types.get(key, self._base(key)), kind)
            self.code.jump(behind)
        self.code.begin(behind)
        self._types = joined

    def _jump(self, node: Jump) -> bool:
        self.begin_step(self._frame, node.statement, self._mask)
        around = next(one for one in self._around if one.slot == node.loop)
        self._settle(around)
        self.code.jump(around.behind if node.kind == "break" else around.again)
        return False

    def _return(self, node: Return) -> bool:
        frame, code = self._frame, self.code
        self.begin_step(frame, node.statement, self._mask)
        value = None if node.value is None else node.value(frame, self._mask)  # type: ignore[arg-type]
        if value is not None:
            self.write((frame.number, RESULT), value)
        if frame.number:
            around = next(one for one in self._around if one.number == frame.number)
            self._settle(around)
            code.jump(around.behind)
            return False
        kind = self._types.get((0, RESULT))
        if kind != (self._result.result_type or kind):
            raise NotCompilable("returned numbers of several types")
        self._result.result_type = kind
        code.jump("returned")
        return False

    def call(
        self, function: LoweredFunction, mask: _Mask, values: list[Any], level: ControlFrame
    ) -> _Frame:
        """A function's statements, where it is called."""
        if self.depth == DEEPEST_CALLS:
            raise NotCompilable("calls within calls")
        outer = self._frame, self._mask, self._levels, dict(self._frame.variables.kept)
        self.depth += 1
        around = self._around_call()
        inner = _Frame(self, around.number)
        with self.under(mask):
            self._frame, self._mask = inner, _Mask()
            self._levels = (*self._levels, (level.construct, level.turn, False))
            for slot, value in enumerate(values):
                if isinstance(value, (Register, np.generic)):
                    self.write((inner.number, slot), value)
                else:
                    inner.arguments[slot] = value
            if self._block(function.nodes):
                self._settle(around)
                self.code.jump(around.behind)
            self._around.pop()
            self.code.begin(around.behind)
            self._types = around.types
        self.depth -= 1
        self._frame, self._mask, self._levels, kept = outer
        self._frame.variables.kept.update(kept)
        return inner

    # Loops

    def _inner_loop(self, node: For | While) -> bool:
        code = self.code
        header, again, done, behind = map(code.name, ("header", "again", "done", "behind"))
        if isinstance(node, For):
            self.begin_step(self._frame, node.statement, self._mask)
            rounds, items = node.iterate(self._frame, self._mask)  # type: ignore[arg-type]
        turn = code.local()
        code.put(0, turn)
        around = self._enter(node, again, behind, turn)
        code.jump(header)
        code.begin(header)
        if isinstance(node, For):
            self._for_round(node, rounds, items, done)
        else:
            self._while_round(node, done)
        code.jump(header)
        self._around.pop()
        self._turns.pop()
        code.begin(done)
        self._types = dict(around.types)
        if self._block(node.orelse):
            self._settle(around)
            code.jump(behind)
        code.begin(behind)
        self._types = around.types
        return True

    def _enter(self, loop: Loop, again: str, behind: str, turn: str) -> _Around:
        """Before a loop's header: variables get the types that they have there in all rounds."""
        if len(self._turns) == DEEPEST:
            raise NotCompilable("very deep loops")
        self._turns.append(turn)
        return self._add_around(loop.loop, again, behind, turn)

    def _around_call(self) -> _Around:
        return self._add_around(-1, "", self.code.name("called"), "")

    def _add_around(self, slot: int, again: str, behind: str, turn: str) -> _Around:
        number, self._numbers = self._numbers, self._numbers + 1
        for (of, key), kind in self._wider.items():
            if of == number and number > 0:
                self._widen(key, self._type(key), kind)
                self._types[key] = kind
        around = _Around(slot, number, again, behind, dict(self._types), turn)
        self._around.append(around)
        return around

    def _for_round(self, loop: For, rounds: Any, items: Any, done: str) -> None:
        """From the header to it, all but the jump there."""
        code, around = self.code, self._around[-1]
        turn = code.value(f"load i64, ptr {around.turn}", INT64)
        body = code.name("body")
        code.branch(self._truth(np.less(turn, rounds)), body, done)
        code.begin(body)
        code.put(code.add(turn.name, 1), around.turn)
        outer = self._levels
        self._levels = (*outer, (loop.construct, len(self._turns) - 1, True))
        self._forget()
        loop.assign(self._frame, self._mask, items(turn, self._mask))  # type: ignore[arg-type]
        self._body(loop, around)
        self._levels = outer
        self.begin_step(self._frame, loop.statement, self._mask)

    def _while_round(self, loop: While, done: str) -> None:
        code, around = self.code, self._around[-1]
        code.put(code.add(code.fetch(around.turn), 1), around.turn)
        outer = self._levels
        self._levels = (*outer, (loop.construct, len(self._turns) - 1, True))
        self.begin_step(self._frame, loop.statement, self._mask)
        test = self._truth(loop.test(self._frame, self._mask))  # type: ignore[arg-type]
        body = code.name("body")
        code.branch(test, body, done)
        code.begin(body)
        self._body(loop, around)
        self._levels = outer

    def _body(self, loop: Loop, around: _Around) -> None:
        if self._block(loop.body):
            self._settle(around)
            self.code.jump(around.again)
        self.code.begin(around.again)
        self._types = dict(around.types)

    def _settle(self, around: _Around) -> None:
        """Before a jump to a loop's header or behind it: variables have the types of there."""
        for key, kind in list(self._types.items()):
            wanted = around.types.get(key, self._base(key))
            if wanted is None:
                wanted = kind
            if np.promote_types(wanted, kind) != wanted:
                self._wider[around.number, key] = np.promote_types(wanted, kind)
                raise _AnotherAttempt
            around.types.setdefault(key, wanted)
            self._widen(key, kind, wanted)

    def _truth(self, value: Any) -> Register:
        return self.code.of_type(value, BOOL)

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
        if not isinstance(value, (Register, np.generic)) or (key[0] == 0 and key[1] in self._arrays):
            raise NotCompilable("a variable that is no number")
        number = self.code.of_type(value, value.dtype)
        place = self.code.element("%state", "i64", self.word(key))
        self.code.put(self.code.bits(number), place)
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
            return tuple(
                self.given(lambda entry, row=row: entry.value(slot)[row], item.dtype)
                for row, item in enumerate(value)
            )
        if slot not in self._arrays:
            layout = place_of(value, self.entry.row, self.entry.lane).layout
            self._result.arrays[slot] = layout
            self._arrays[slot] = _Array(len(self._arrays), layout)
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

    def branch(self, mask: Any, taken: Any) -> None:
        """One thread never goes both ways."""

    def load(self, frame: Any, point: AccessPoint, elements: Any, index: Any, mask: _Mask) -> Any:
        """The thread reads an element."""
        self._check_array(elements)
        if self._only_arrays:
            raise NotCompilable("an element that the loop may have changed since it began")
        code, kind = self.code, elements.dtype
        if mask.condition is None:
            return self._load(point, elements, index)
        kept = code.local()
        code.put(0, kept)
        with self.under(mask):
            code.put(code.bits(self._load(point, elements, index)), kept)
        return code.from_bits(code.fetch(kept), kind)

    def store(
        self, frame: Any, point: AccessPoint, elements: Any, index: Any, mask: _Mask, values: Any
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
            columns = {FLAT: flat, BITS: code.bits(value), BEFORE: before, UNWRITTEN: unwritten}
            self._note_access(point, elements, "write", columns)

    @contextmanager
    def under(self, mask: _Mask) -> Iterator[None]:
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
        if not isinstance(elements, _Array):
            raise NotCompilable("a part of an array")

    def _load(self, point: AccessPoint, elements: _Array, index: Any) -> Register:
        code = self.code
        flat = self._flat(elements, index)
        place, mark = self._places(elements, flat)
        if mark is not None and self._checks:
            code.guard(np.logical_not(code.load(mark, BOOL)))
        value = code.load(place, elements.dtype)
        self._note_access(point, elements, "read", {FLAT: flat, BITS: code.bits(value)})
        return value

    def _flat(self, elements: _Array, index: Any) -> str:
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

    def _places(self, elements: _Array, flat: str) -> tuple[str, str | None]:
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
        self, point: AccessPoint, array: _Array, kind: AccessKind, columns: dict[int, str]
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

    def _note_assignment(self, step: str, variable: int, mask: _Mask, value: Any) -> None:
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
        place = code.element("%state", "i64", counter)
        row = code.fetch(place)
        code.put(code.add(row, 1), place)
        length = code.fetch(code.element("%limits", "i64", counter))
        for column, word in columns.items():
            start = code.value(f"mul i64 {length}, {column}", INT64).name
            code.put(word, code.element(table, "i64", code.add(start, row)))
