"""The syntax tree of a function in CUDA C.

Nodes tell their place as those of Python's ast do: lines count from 1, columns from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from gpuviz.cuda_c.types import CType, Scalar, Struct


@dataclass(eq=False, slots=True, kw_only=True)
class Node:
    """Something with a place in the text."""

    lineno: int
    col_offset: int
    end_lineno: int = 0
    end_col_offset: int = 0


def at(node: Node, make: Any, *parts: Any) -> Any:
    """A node at the place of another one."""
    return make(
        *parts, lineno=node.lineno, col_offset=node.col_offset,
        end_lineno=node.end_lineno, end_col_offset=node.end_col_offset,
    )  # fmt: skip


@dataclass(eq=False, slots=True)
class Number(Node):
    """A literal number."""

    value: Any
    kind: Scalar


@dataclass(eq=False, slots=True)
class Text(Node):
    """A literal text."""

    value: str


@dataclass(eq=False, slots=True)
class Name(Node):
    """A name."""

    id: str


@dataclass(eq=False, slots=True)
class Unary(Node):
    """`-x`, `!x`, `~x`, `+x`, `*p`, `&x`, `++x`, `--x`."""

    mark: str
    operand: Expression


@dataclass(eq=False, slots=True)
class Postfix(Node):
    """`x++`, `x--`."""

    mark: str
    operand: Expression


@dataclass(eq=False, slots=True)
class Binary(Node):
    """`left mark right`; also `&&`, `||` and the comma."""

    mark: str
    left: Expression
    right: Expression


@dataclass(eq=False, slots=True)
class Assignment(Node):
    """`target = value`; with a mark such as "+" it is `target += value`."""

    mark: str
    target: Expression
    value: Expression


@dataclass(eq=False, slots=True)
class Conditional(Node):
    """`test ? yes : no`."""

    test: Expression
    yes: Expression
    no: Expression


@dataclass(eq=False, slots=True)
class Call(Node):
    """`name<templates>(arguments)`, of a plain name or a member."""

    called: Expression
    templates: tuple[CType | Expression, ...]
    arguments: list[Expression]


@dataclass(eq=False, slots=True)
class Index(Node):
    """`base[index]`."""

    base: Expression
    index: Expression


@dataclass(eq=False, slots=True)
class Member(Node):
    """`base.name`, `base->name`."""

    base: Expression
    name: str
    through: bool


@dataclass(eq=False, slots=True)
class Cast(Node):
    """`(kind)operand`; `bits`: reinterpret_cast."""

    kind: CType
    operand: Expression
    bits: bool = False


@dataclass(eq=False, slots=True)
class SizeOf(Node):
    """sizeof of a type, or of an expression's."""

    of: CType | Expression


@dataclass(eq=False, slots=True)
class Values(Node):
    """`{a, b}`, or `T{a, b}` with a type."""

    items: list[Expression]
    kind: CType | None = None


@dataclass(eq=False, slots=True)
class Capture(Node):
    """A name that a lambda takes from around it; `value`: of `[n = 2 * m]`."""

    name: str
    by_reference: bool
    value: Expression | None


@dataclass(eq=False, slots=True)
class Lambda(Node):
    """`[default, captures](parameters) -> result { body }`; `default` is "=", "&" or ""."""

    default: str
    captures: list[Capture]
    parameters: list[Variable]
    result: CType
    body: Block
    changes: bool  # whether it is mutable: it may change its copies


@dataclass(eq=False, slots=True)
class Designated(Node):
    """`.name = value` in braces."""

    name: str
    value: Expression


Expression = (
    Number
    | Text
    | Name
    | Unary
    | Postfix
    | Binary
    | Assignment
    | Conditional
    | Call
    | Index
    | Member
    | Cast
    | SizeOf
    | Values
    | Designated
    | Lambda
)


def in_members_order(kind: Struct, items: list[Expression]) -> list[Expression]:
    """Values in braces in the order of the members; of `.name = value` those between are `{}`.

    Raises KeyError for a name that is no member's.
    """
    if not any(isinstance(item, Designated) for item in items):
        return items
    found: list[Expression] = []
    for item in items:
        row = kind.member(item.name) if isinstance(item, Designated) else len(found)
        if row is None:
            raise KeyError(getattr(item, "name", ""))
        place: Any = {"lineno": item.lineno, "col_offset": item.col_offset}
        while len(found) <= row:
            found.append(Values([], **place))
        found[row] = item.value if isinstance(item, Designated) else item
    return found


@dataclass(eq=False, slots=True)
class Variable(Node):
    """A name that is declared."""

    name: str
    kind: CType
    value: Expression | None = None
    parts: tuple[str, ...] = ()  # of `auto [a, b]` the names of its members or elements


@dataclass(eq=False, slots=True)
class Declaration(Node):
    """`kind a, b = 1;`; `place` is "shared", "constant", "static" or ""; `outside` says extern."""

    variables: list[Variable]
    place: str = ""
    outside: bool = False


@dataclass(eq=False, slots=True)
class Evaluation(Node):
    """An expression as a statement."""

    value: Expression


@dataclass(eq=False, slots=True)
class Block(Node):
    """`{ .. }`; an empty statement is a block without any."""

    body: list[Statement] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class If(Node):
    """`if (test) body else other`; `constant`: if constexpr."""

    test: Expression
    body: Statement
    other: Statement | None
    begin: Statement | None = None
    constant: bool = False


@dataclass(eq=False, slots=True)
class While(Node):
    """`while (test) body`."""

    test: Expression
    body: Statement


@dataclass(eq=False, slots=True)
class DoWhile(Node):
    """`do body while (test);`."""

    body: Statement
    test: Expression


@dataclass(eq=False, slots=True)
class For(Node):
    """`for (begin; test; step) body`."""

    begin: Statement | None
    test: Expression | None
    step: Expression | None
    body: Statement


@dataclass(eq=False, slots=True)
class Switch(Node):
    """`switch (value) { .. }`: for each run of labels its values and statements; None: default."""

    value: Expression
    cases: list[tuple[list[Expression | None], list[Statement]]]


@dataclass(eq=False, slots=True)
class Return(Node):
    """`return value;`."""

    value: Expression | None


@dataclass(eq=False, slots=True)
class Jump(Node):
    """`break;` or `continue;`."""

    kind: str


@dataclass(eq=False, slots=True)
class StaticAssert(Node):
    """`static_assert(test, "said");`, which holds, or the program is none."""

    test: Expression
    said: str


Statement = (
    Declaration
    | Evaluation
    | Block
    | If
    | While
    | DoWhile
    | For
    | Switch
    | Return
    | Jump
    | StaticAssert
)


@dataclass(eq=False, slots=True)
class Function(Node):
    """A function that is read for some template arguments."""

    name: str
    result: CType
    parameters: list[Variable]
    body: Block
