"""Lowered expressions with their types in C: numbers, pointers, arrays, structures and places."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gpuviz.cuda_c.types import ArrayOf, CType, Pointer, Scalar, Struct
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run
from gpuviz.simt.types import INT64, ArrayType

if TYPE_CHECKING:
    from gpuviz.cuda_c.syntax import Lambda
    from gpuviz.simt.c_front.scope import CScope

CLOSURE = Struct("lambda", ())
"""The type of lambdas, where somebody asks."""
ZERO = operators.constant(0, INT64)


@dataclass(frozen=True, slots=True)
class Number:
    """A number."""

    kind: Scalar
    expr: Expr


def elements_in(kind: CType, array: ArrayType) -> int:
    """How many elements of an array of plain numbers a structure of such numbers is; else 1."""
    if not isinstance(kind, Struct) or array.dtype.names is not None or not kind.members:
        return 1
    alike = all(part == array.dtype for _, part in kind.members)
    return len(kind.members) if alike else 1


@dataclass(frozen=True, slots=True)
class Address:
    """A pointer: an array, and the number of the element that it points to."""

    kind: Pointer
    array: Expr  # of one dimension
    offset: Expr
    cells: PointerCells | None = None  # where pointers lie there

    @property
    def array_type(self) -> ArrayType:
        """Of what it points into."""
        assert isinstance(self.array.type, ArrayType)
        return self.array.type

    @property
    def stride(self) -> int:
        """Elements of the array from what it points to up to the next: 4 of a float4* to floats."""
        rows = [row for row in self.kind.rows if isinstance(row, int)]
        return math.prod(rows) * elements_in(self.kind.to, self.array_type)


PointerTo = Callable[[Sequence[Expr]], Address]
"""The pointer to an element, by its index."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A declared array, or a row of one: `index` are the indices that are given."""

    kind: ArrayOf
    array: Expr
    shape: tuple[int, ...]  # of all of the array; 0: the launch knows
    index: tuple[Expr, ...] = ()
    constant: bool = False
    cells: PointerCells | None = None  # of an array of pointers
    apart: PointerTo | None = field(default=None, compare=False)  # as of an Element


@dataclass(frozen=True, slots=True)
class Structure:
    """The members of a structure as a tuple."""

    kind: Struct
    expr: Expr


@dataclass(frozen=True, slots=True)
class Group:
    """A cooperative group that a thread is in: the block, the grid, a tile of `width` lanes, or
    lanes of a warp that met (coalesced).
    """

    kind: Struct
    what: Literal["block", "grid", "tile", "coalesced"]
    width: int = 0
    parent: int = 0  # the width of the tile that a tile is a part of; 0: of the block
    members: Variable | None = None  # of a coalesced one a bit for each lane
    run: Run | None = field(default=None, compare=False)  # gives the members where it is met


@dataclass(frozen=True, slots=True)
class Words:
    """A literal text."""

    value: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a void function gives: `expr` calls it."""

    expr: Expr


@dataclass(frozen=True, slots=True)
class Null:
    """nullptr."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A number that has a name; `row` is the variable's in the trace."""

    kind: Scalar
    name: str
    slot: int
    row: int
    constant: bool = False
    sure: bool = True  # whether it has a value from its declaration on
    known: Any = UNKNOWN  # its only value, where the source tells it


@dataclass(slots=True, eq=False)
class PointerVariable:
    """A pointer that has a name. What it points into is known where it is read."""

    kind: Pointer
    name: str
    key: str  # under which its slots are
    array_type: ArrayType | None = None
    sure: bool = True  # whether it has a value from its declaration on


@dataclass(slots=True, eq=False)
class PointerCells:
    """An array of pointers. What they point into is known where the first one is put there."""

    name: str
    array_type: ArrayType | None = None


@dataclass(frozen=True, slots=True)
class PointerElement:
    """An element of an array of pointers."""

    kind: Pointer
    cells: PointerCells
    array: Expr  # of numbers that stand for pointers, see simt.memory.pointer_codes
    index: tuple[Expr, ...]
    shape: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StructVariable:
    """A structure that has a name: each member has a place of its own."""

    kind: Struct
    members: tuple[Place | Whole, ...]
    find: Callable[..., None] | None = field(default=None, compare=False)
    """Of an element whose index does something: what finds it, before it is read or set."""


@dataclass(frozen=True, slots=True)
class StructArray:
    """An array of structures in a variable, or a row of one: an array for each member of theirs."""

    kind: ArrayOf
    members: tuple[Whole | StructArray, ...]


@dataclass(frozen=True, slots=True)
class Element:
    """An element of an array: a number or a structure."""

    kind: Scalar | Struct
    array: Expr
    index: tuple[Expr, ...]
    shape: tuple[int, ...] = ()  # of the array where it has several dimensions
    constant: bool = False
    whole: Element | None = None  # of a structure in a structure the outermost one
    first_byte: int = 0  # where it begins in that
    apart: PointerTo | None = field(default=None, compare=False)
    """Of a field, whose elements lie apart, what gives a pointer among the bytes of the records."""


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A lambda, with what its names meant where it stands (see closures.py).

    `run` makes its copies and gives the frame that it stands in.
    """

    node: Lambda
    scope: CScope  # in which it stands
    names: tuple[dict[str, Any], ...]
    run: Run
    kind: Struct = CLOSURE


Place = Variable | PointerVariable | StructVariable | Element | PointerElement | Whole | StructArray
Typed = (
    Number | Address | Whole | Structure | Words | Nothing | Null | Group | Closure | StructArray
)


def kind_of(typed: Typed | Place) -> CType | None:
    """The type in C; None for a text and for nothing."""
    return getattr(typed, "kind", None)


def number(expr: Expr) -> Number:
    """An expression that gives a number."""
    assert isinstance(expr.type, np.dtype)
    return Number(expr.type, expr)
