"""What is known while a function is lowered: its names, and the tables of the program."""

from __future__ import annotations

import ast
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from gpuviz.messages import EnglishTemplate, Message, NotSupportedError, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import Construct, ConstructKind
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.flow import Flow
from gpuviz.simt.lower.operation_counts import unit_of
from gpuviz.simt.types import NUMBERS, StaticType, Type, storage
from gpuviz.trace.source import Captured

if TYPE_CHECKING:
    from gpuviz.simt.lower.program import Program

Run = Callable[[CallFrame, Mask], Value]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that means something to CUDA, NumPy, math or Python: "cuda.grid", "numpy.float32"."""

    name: str


@dataclass(frozen=True, slots=True)
class FunctionRef:
    """A device function: its row in the program."""

    row: int


class _Unknown:
    """There is no constant."""


UNKNOWN = _Unknown()


@dataclass(frozen=True, slots=True)
class Expr:
    """A lowered expression: its type, how to evaluate it, and its value if that is known already.

    `pure` expressions touch no memory and count nothing, so evaluating them for too many lanes, or
    twice, does no harm.
    """

    type: Type
    run: Run
    const: Any = UNKNOWN
    pure: bool = True

    @property
    def is_const(self) -> bool:
        """Whether the value is known while the source is read."""
        return self.const is not UNKNOWN


@dataclass(frozen=True, slots=True)
class Method:
    """A method of a value: `z.conjugate`."""

    owner: Expr
    lower: Callable[[Scope, ast.Call, list[Expr]], Expr]
    words: tuple[str, ...] = ()  # the names of its arguments, where they have some


@dataclass(slots=True)
class LoopScope:
    """A loop being lowered: where its lanes wait that jump, and the states at those jumps."""

    slot: int
    breaks: list[Flow] = field(default_factory=list)
    continues: list[Flow] = field(default_factory=list)


@dataclass(eq=False)
class Scope:
    """One function being lowered for one combination of argument types."""

    program: Program
    row: int
    flow: Flow = field(default_factory=Flow)
    number: int = 0  # of the specialisation: each has shared arrays of its own
    slots: dict[tuple[str, Hashable], int] = field(default_factory=dict)  # by name and storage
    statics: dict[str, Any] = field(default_factory=dict)  # what names of a StaticType stand for
    literals: dict[str, Any] = field(default_factory=dict)  # names whose only value is known
    call_site: SourcePlace | None = None  # in a library: the student's call of it
    statement: int = 0  # row of the statement being lowered
    loops: list[LoopScope] = field(default_factory=list)  # around the statement, innermost last
    returns: list[Type] = field(default_factory=list)
    name_hint: str | None = None  # the name that the value is assigned to
    discarded: ast.expr | None = None  # the call that is a statement: nobody uses its value
    calls_itself: bool = False  # and each call of it has local arrays of its own

    def slot_of(self, name: str, kind: Type) -> int:
        """Where a variable lives in the frame that holds a value of a type: of each array type
        elsewhere.
        """
        return self.slots.setdefault((name, storage(kind)), len(self.slots))

    def temporary(self) -> int:
        """A slot of its own, for what the statement has to remember."""
        return self.slots.setdefault((f".{len(self.slots)}", NUMBERS), len(self.slots))

    def captured(self, name: str) -> Captured | None:
        """What a name from outside, dotted or not, stood for when the function was captured."""
        return self.program.functions[self.row].captured.get(name)

    def counted(
        self, node: ast.expr | ast.stmt, result: Expr, special: bool = False, times: int = 1
    ) -> Expr:
        """Notes that the statement does an operation at a node, and gives its result."""
        unit = unit_of(result.type, special)
        if unit is not None and not result.is_const:
            self.program.operations.note(self.statement, node, unit, times)
        return result

    def point(self, node: ast.AST) -> AccessPoint:
        """The place of an access."""
        place = self.call_site or self.place(node)
        return AccessPoint(self.statement, place.file, place.line, place.column)

    def place(self, node: ast.AST) -> SourcePlace:
        """Where a node stands in the author's file."""
        return self.program.place(self.row, node)

    def construct(self, node: ast.expr | ast.stmt, kind: ConstructKind) -> Construct:
        """A loop, an if or a call, as what is around the accesses in it."""
        place = self.call_site or self.place(node)
        lines = 0 if self.call_site else (node.end_lineno or node.lineno) - node.lineno
        last_line = place.line + lines
        return Construct(kind, self.statement, place.file, place.line, last_line, place.column)

    def refuse(
        self, node: ast.AST, code: str, template: EnglishTemplate, **values: object
    ) -> NoReturn:
        """Raises NotSupportedError at a node."""
        raise NotSupportedError(Message(f"kernel.{code}", template, values), self.place(node))


def static(what: str, const: object) -> Expr:
    """An expression that exists only while the source is read; it has no value at run time."""
    return Expr(StaticType(what), lambda frame, mask: None, const)


Lower = Callable[[Scope, ast.expr], Expr]
"""What lowers an expression; it is handed down to what the expression is made of."""
