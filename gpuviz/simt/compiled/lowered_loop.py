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

from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.simt.compiled.code import BOOL, DECLARATIONS, INT64
from gpuviz.simt.compiled.loop_code import (
    CELLS,
    DEEPEST,
    POINTERS,
    RESULT,
    STEPS,
    TURN,
    UNSET,
    Ending,
    Entry,
    LoopCode,
    Types,
)
from gpuviz.simt.compiled.registers import NotCompilable, Register
from gpuviz.simt.compiled.stand_ins import ThreadFrame, ThreadMask
from gpuviz.simt.compiled.thread_context import ThreadContext, Wider
from gpuviz.simt.execution.control import ControlFrame
from gpuviz.simt.lower.nodes import (
    CountedWhile,
    For,
    If,
    Jump,
    Loop,
    LoweredFunction,
    Node,
    Return,
    Silent,
    Simple,
    While,
)
from gpuviz.simt.lower.statements.loops import RangeItems

MOST_ATTEMPTS = 12  # with other types of variables; each makes one of them wider
DEEPEST_CALLS = 8
NO_LOOP = -1  # the slot of a call among what is around a statement


class _AnotherAttempt(Exception):
    """A variable has a wider type at a header than was assumed."""


def loop_code(loop: Loop, entry: Entry) -> LoopCode:
    """The code of a loop, as it is for the arrays and types at an entry.

    Raises NotCompilable where it does what no code is made of.
    """
    wider: Wider = {}
    for _ in range(MOST_ATTEMPTS):
        try:
            return _LoopTracer(loop, entry, wider).trace()
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


class _LoopTracer(ThreadContext):
    """One attempt to make code of a loop: its statements, the ways between them, its calls."""

    def __init__(self, loop: Loop, entry: Entry, wider: Wider) -> None:
        super().__init__(entry, wider)
        self._loop = loop
        self._around: list[_Around] = []
        self._numbers = 0  # of loops and calls

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
        if isinstance(node, Silent):
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
        self, function: LoweredFunction, mask: ThreadMask, values: list[Any], level: ControlFrame
    ) -> ThreadFrame:
        """A function's statements, where it is called."""
        if self.depth == DEEPEST_CALLS:
            raise NotCompilable("calls within calls")
        outer = self._frame, self._mask, self._levels, dict(self._frame.variables.kept)
        self.depth += 1
        around = self._add_around(NO_LOOP, "", self.code.name("called"), "")
        inner = ThreadFrame(self, around.number)
        with self.under(mask):
            start = len(self.code.lines)
            self._frame, self._mask = inner, ThreadMask()
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
            self.code.lines[start:start] = self._unsetting(inner)
        self.depth -= 1
        self._frame, self._mask, self._levels, kept = outer
        self._frame.variables.kept.update(kept)
        return inner

    def _unsetting(self, frame: ThreadFrame) -> list[str]:
        """A new call: no variable has a value, of those where it matters."""
        lines = []
        for slot in sorted(frame.checked):
            name = "%" + self.code.name("unset")
            word = self.word((frame.number, slot)) + 1
            lines += [
                f"{name} = getelementptr i64, ptr %state, i64 {word}",
                f"store i64 {UNSET}, ptr {name}",
            ]
        return lines

    # Loops

    def _inner_loop(self, node: For | While) -> bool:
        code = self.code
        header, again, done, behind = map(code.name, ("header", "again", "done", "behind"))
        if isinstance(node, For):
            self.begin_step(self._frame, node.statement, self._mask)
            rounds, items = node.iterate(self._frame, self._mask)  # type: ignore[arg-type]
        if isinstance(node, CountedWhile):
            self.begin_step(self._frame, node.statement, self._mask)
            node.begin(self._frame, self._mask)  # type: ignore[arg-type]
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
        turn: Any = code.value(f"load i64, ptr {around.turn}", INT64)
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
        if not isinstance(loop, CountedWhile):
            self.begin_step(self._frame, loop.statement, self._mask)
        test = self._truth(loop.test(self._frame, self._mask))  # type: ignore[arg-type]
        body = code.name("body")
        code.branch(test, body, done)
        code.begin(body)
        self._body(loop, around)
        self._levels = outer
        if isinstance(loop, CountedWhile):
            self.begin_step(self._frame, loop.statement, self._mask)
            loop.after(self._frame, self._mask)  # type: ignore[arg-type]
            self._settle(around)

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
