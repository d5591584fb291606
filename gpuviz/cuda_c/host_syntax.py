"""What host code has in its syntax tree besides what a kernel has."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import Expression, Statement
from gpuviz.cuda_c.types import CType

STD = "std::"
"""How the names of functions begin that are said to be of the library."""


@dataclass(eq=False, slots=True)
class Launch(syntax.Node):
    """`kernel<templates><<<configuration>>>(arguments)`."""

    kernel: str
    templates: tuple[CType | Expression, ...]
    configuration: list[Expression]
    arguments: list[Expression]


@dataclass(eq=False, slots=True)
class New(syntax.Node):
    """`new T(arguments)`, `new T[count]`; `zero`: whether brackets stand behind it."""

    kind: CType
    count: Expression | None
    zero: bool
    arguments: list[Expression]


@dataclass(eq=False, slots=True)
class Unread(syntax.Node):
    """A statement that could not be read: it may change any of these names."""

    names: frozenset[str]


@dataclass(eq=False, slots=True)
class HostFunction:
    """A function of the host."""

    name: str
    parameters: list[syntax.Variable]
    body: syntax.Block
    templates: tuple[str, ...] = ()  # types, and whole numbers


def zero_at_first(variable: syntax.Variable) -> syntax.Variable:
    """A variable outside of functions, or a static one: without a first value it is 0."""
    if variable.value is not None:
        return variable
    zeros = syntax.Values([], lineno=variable.lineno, col_offset=variable.col_offset)
    return replace(variable, value=zeros)


@dataclass(eq=False, slots=True)
class ForEach(syntax.Node):
    """`for (variable : over) body`."""

    variable: syntax.Variable
    over: Expression
    body: Statement


@dataclass(eq=False, slots=True)
class Lambda(syntax.Node):
    """A function without a name; `value`: what it returns, where that is all that it does.

    `body`: None where it could not be read. `names`: those that stand in it; another function may
    change what they mean.
    """

    value: Expression | None
    names: frozenset[str]
    parameters: list[syntax.Variable]
    body: syntax.Block | None
    on_device: bool = False  # whether a kernel may get it


@dataclass(eq=False)
class HostText:
    """The functions of the host, and the variables outside of all of them."""

    functions: dict[str, list[HostFunction]] = field(default_factory=dict)
    variables: list[syntax.Variable] = field(default_factory=list)
    lambdas: dict[str, list[syntax.Block | None]] = field(default_factory=dict)
    """The bodies of lambdas, by the variables that hold them."""
