"""What is known while a function is lowered: its names, their types here and now, and the tables of the program."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.cohort import Mask, Value
from gpuviz.simt.frame import AccessPoint, Frame
from gpuviz.simt.types import StaticType, Type

if TYPE_CHECKING:
    from gpuviz.simt.lower.program import Program

Run = Callable[[Frame, Mask], Value]


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
    """A lowered expression: its type, how to evaluate it, and its value if that is known while reading the source.

    `pure` expressions touch no memory, so evaluating them for too many lanes does no harm.
    """

    type: Type
    run: Run
    const: Any = UNKNOWN
    pure: bool = True

    @property
    def is_const(self) -> bool:
        return self.const is not UNKNOWN


@dataclass(eq=False)
class Scope:
    """One function being lowered for one combination of argument types."""

    program: Program
    row: int
    slots: dict[str, int] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)  # of variables, where the lowering stands
    extra_slots: int = 0
    statement: int = 0  # row of the statement being lowered
    prelude: list[Any] = field(default_factory=list)  # calls to make before the statement itself
    returns: list[Type] = field(default_factory=list)
    name_hint: str | None = None  # the name that the value is assigned to
    points: dict[tuple[int, str], AccessPoint] = field(default_factory=dict)

    def slot(self, name: str) -> int:
        """Where a variable lives in the frame."""
        return self.slots.setdefault(name, len(self.slots))

    def temporary(self) -> int:
        """A slot of its own for the result of a call."""
        self.extra_slots += 1
        return self.slot(f".{self.extra_slots}")

    def point(self, node: ast.expr, what: str = "") -> AccessPoint:
        """The place of an access; the same object for the same node."""
        key = (id(node), what)
        if key not in self.points:
            place = self.place(node)
            self.points[key] = AccessPoint(self.statement, place.line, place.column)
        return self.points[key]

    def place(self, node: ast.AST) -> SourcePlace:
        """Where a node stands in the author's file."""
        source = self.program.functions[self.row]
        line = getattr(node, "lineno", 1) + source.first_line - 1
        return SourcePlace(source.file, line, getattr(node, "col_offset", 0) + 1)

    def refuse(self, node: ast.AST, code: str, template: str, **values: object) -> NoReturn:
        """Raises NotSupportedError at a node."""
        raise NotSupportedError(Message(f"kernel.{code}", template, values), self.place(node))


def static(what: str, const: object) -> Expr:
    """An expression that exists only while the source is read."""

    def run(frame: Frame, mask: Mask) -> Value:
        raise AssertionError(f"{what} has no value while the kernel runs")

    return Expr(StaticType(what), run, const)
