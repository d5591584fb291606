"""What names mean in a kernel: every function, value, method and attribute is declared once.

A declaration stands above what lowers it, in one of the modules of `intrinsics`, and has the
canonical name that gpuviz.simt.source.symbols gives to the object:

    @intrinsic("cuda.popc", unit="arithmetic")
    def popc(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr: ...

So whatever a kernel calls is found by one look-up.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeVar

import numpy as np

from gpuviz.simt.lower.scope import Expr, Lower, Scope
from gpuviz.simt.types import Type

if TYPE_CHECKING:
    from gpuviz.simt.lower.nodes import Node
    from gpuviz.simt.lower.statements.loops import Iteration

UnitClass = Literal["arithmetic", "special"]
"""What computes a function: the units of its result's type, or, where that is a float, those for
special functions."""

Lowering = Callable[[Scope, ast.Call, list[Expr]], Expr]
"""Of a call; the last are its arguments."""
Expansion = Callable[[Scope, ast.Call, Lower], Expr | None]
"""Of a call that lowers its own arguments; None where it does not know this form of the call."""
StatementLowering = Callable[[Scope, ast.Call], "Node | None"]
IterationLowering = Callable[[Scope, ast.Call], "Iteration"]
AttributeLowering = Callable[[Scope, ast.Attribute, Expr], Expr]
MethodLowering = tuple[Lowering, tuple[str, ...]]

_PLAIN = "fabs abs min max fmin fmax floor ceil trunc fma copysign"
PLAIN_FUNCTIONS = frozenset(name + suffix for name in _PLAIN.split() for suffix in ("", "f"))
"""Functions of floats that take no more than an addition."""


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """A function that takes the values of its arguments by position, or by the names `words`."""

    lower: Lowering
    unit: UnitClass | None
    words: tuple[str, ...] = ()

    def call(self, scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        """The call; what units of an SM do for it is counted."""
        result = self.lower(scope, node, arguments)
        if self.unit is None:
            return result
        is_float = isinstance(result.type, np.dtype) and result.type.kind in "fc"
        return scope.counted(node, result, special=self.unit == "special" and is_float)


@dataclass(frozen=True, slots=True)
class SpecialForm:
    """A function that is told how the call is written, before its arguments are lowered."""

    expand: Expansion


_callees: dict[str, Intrinsic | SpecialForm] = {}
_values: dict[str, Expr] = {}
_statements: dict[str, StatementLowering] = {}
_iterations: dict[str, IterationLowering] = {}
_attributes: dict[type, dict[str, AttributeLowering]] = {}
_methods: dict[type, dict[str, MethodLowering]] = {}

Declared = TypeVar("Declared")


def intrinsic(
    *names: str, unit: UnitClass | None = None, words: tuple[str, ...] = ()
) -> Callable[[Lowering], Lowering]:
    """Declares the function of these canonical names; without `unit` its calls are not counted.

    `words` are the names of its arguments, where Numba lets one use them.
    """

    def declare(lower: Lowering) -> Lowering:
        _declare(_callees, names, Intrinsic(lower, unit, words))
        return lower

    return declare


def intrinsics(table: Mapping[str, Lowering], unit: UnitClass | None = None) -> None:
    """Declares functions that are made alike, by canonical name."""
    for name, lower in table.items():
        intrinsic(name, unit=unit)(lower)


def special_form(*names: str) -> Callable[[Expansion], Expansion]:
    """Declares a function that lowers its own arguments."""

    def declare(expand: Expansion) -> Expansion:
        _declare(_callees, names, SpecialForm(expand))
        return expand

    return declare


def statement_form(*names: str) -> Callable[[StatementLowering], StatementLowering]:
    """Declares what a call means that is a statement of its own; None: what it means elsewhere."""
    return lambda lower: _declare(_statements, names, lower)


def iteration_form(*names: str) -> Callable[[IterationLowering], IterationLowering]:
    """Declares what a call means that a for loop runs over."""
    return lambda lower: _declare(_iterations, names, lower)


def declare_value(name: str, expr: Expr) -> None:
    """Declares a name of a module that stands for a number."""
    _declare(_values, (name,), expr)


def attribute(receiver: type, *names: str) -> Callable[[AttributeLowering], AttributeLowering]:
    """Declares what values of a type have; the receiver of a number is np.dtype."""
    return lambda lower: _declare(_attributes.setdefault(receiver, {}), names, lower)


def method(receiver: type, name: str, *words: str) -> Callable[[Lowering], Lowering]:
    """Declares a method of values of a type: the first of its arguments is the value.

    What follows has the names `words` where there are some, and None is given for what is left out.
    """

    def declare(lower: Lowering) -> Lowering:
        _declare(_methods.setdefault(receiver, {}), (name,), (lower, words))
        return lower

    return declare


def callee_named(name: str) -> Intrinsic | SpecialForm | None:
    """What a call of a canonical name calls, None for names that kernels cannot call."""
    return _callees.get(name)


def value_named(name: str) -> Expr | None:
    """The number that a canonical name stands for."""
    return _values.get(name)


def declared_names() -> frozenset[str]:
    """The canonical names of all functions and values that kernels can use."""
    return frozenset((*_callees, *_values, *_statements, *_iterations))


def statement_named(name: str) -> StatementLowering | None:
    """What a call of a canonical name means as a statement of its own."""
    return _statements.get(name)


def iteration_named(name: str) -> IterationLowering | None:
    """What a for loop does that runs over a call of a canonical name."""
    return _iterations.get(name)


def attribute_of(kind: Type, name: str) -> AttributeLowering | None:
    """An attribute of values of a type."""
    return _attributes.get(_receiver(kind), {}).get(name)


def method_of(kind: Type, name: str) -> MethodLowering | None:
    """A method of values of a type, and the names of its arguments."""
    return _methods.get(_receiver(kind), {}).get(name)


def members_of(receiver: type) -> Iterable[str]:
    """The names of the attributes and methods of a receiver."""
    return *_attributes.get(receiver, {}), *_methods.get(receiver, {})


def unit_of_function(name: str) -> UnitClass:
    """The unit of a function of numbers, by its name without the module's."""
    return "arithmetic" if name in PLAIN_FUNCTIONS else "special"


def _receiver(kind: Type) -> type:
    return np.dtype if isinstance(kind, np.dtype) else type(kind)


def _declare(table: dict[str, Declared], names: tuple[str, ...], declared: Declared) -> Declared:
    for name in names:
        assert name not in table, f"{name} is declared twice"
        table[name] = declared
    return declared
