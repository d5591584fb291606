"""Functions for the types of their arguments: each is lowered once for each combination.

A function that calls itself needs its own result's type before it is lowered. It is taken from the
ways that have returned so far, and the function is lowered again until that stands still.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.messages import SourcePlace
from gpuviz.simt.capture import kinds_key
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions.optional import EVERYONE, NOBODY, OptionalArray
from gpuviz.simt.lower.flow import Flow
from gpuviz.simt.lower.nodes import LoweredFunction, Node, OptionalParameters
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.lower.statements import lowering as statements
from gpuviz.simt.lower.statements.assignments import ANY_ARRAY
from gpuviz.simt.types import (
    BOOL,
    INT64,
    NONE,
    ArrayType,
    OptionalType,
    StaticType,
    Type,
    unify,
    unlike_names,
)

if TYPE_CHECKING:
    from gpuviz.simt.lower.program import Program

MOST_PASSES = 6  # over a function that calls itself; each widens the type of its result

BodyKey = tuple[int, tuple[Type, ...], tuple[Any, ...], SourcePlace | None]
"""A function: its row, the types of its arguments, what is known of them, and `Scope.call_site`."""

LIBRARY = ("gpuviz/cuda/random.py", "numba/cuda/random.py")
"""Files whose functions students call and did not write."""


@dataclass(eq=False)
class _InProgress:
    """A function that is being lowered."""

    row: int
    body: LoweredFunction
    scope: Scope
    calls_itself: bool = False


@dataclass(eq=False)
class Specialiser:
    """Lowers the functions of a program."""

    program: Program
    _bodies: dict[BodyKey, LoweredFunction] = field(default_factory=dict)
    _in_progress: dict[BodyKey, _InProgress] = field(default_factory=dict)
    _count: int = 0  # of specialisations begun

    def device_function(
        self, scope: Scope, node: ast.Call, row: int, arguments: list[Expr]
    ) -> LoweredFunction:
        """A device function for the arguments of one call, one for each parameter."""
        compiled = self.program.functions[row].captured.get(kinds_key([a.type for a in arguments]))
        row = row if compiled is None else int(compiled.value)  # type: ignore[call-overload]
        again = any(outer.row == row for outer in self._in_progress.values())
        known = [_known(argument, again) for argument in arguments]
        kinds = [argument.type for argument in arguments]
        call_site = scope.call_site or self._outside(scope, node, row)
        in_progress = self._in_progress.get((row, tuple(kinds), tuple(known), call_site))
        if in_progress is None:
            return self.body(row, kinds, known, call_site)
        if not in_progress.calls_itself:
            in_progress.calls_itself = True
            in_progress.body.result = in_progress.body.result or self._guess(in_progress)
        return in_progress.body

    def compiled(self) -> Iterable[tuple[int, str]]:
        """Which functions there are now, for types of arguments (see kinds_key)."""
        return ((row, kinds_key(kinds)) for row, kinds, *_ in self._bodies)

    def body(
        self, row: int, kinds: list[Type], known: list[Any], call_site: SourcePlace | None = None
    ) -> LoweredFunction:
        """A function for the types of its arguments, and what is known of them."""
        key = (row, tuple(kinds), tuple(known), call_site)
        if key in self._bodies:
            return self._bodies[key]
        self._check_signature(row)
        self._count += 1
        number, body = self._count, LoweredFunction()
        optionals: set[str] = set()
        for _ in range(MOST_PASSES):
            in_progress = _InProgress(row, body, self._scope(number, row, kinds, known))
            before = frozenset(optionals)
            in_progress.scope.flow.optionals = optionals
            in_progress.scope.call_site = call_site
            self._in_progress[key] = in_progress
            body.nodes = [
                *_optional_parameters(in_progress.scope, optionals),
                *statements.block(in_progress.scope, self.program.tree(row).body),
            ]
            del self._in_progress[key]
            body.slots, guessed = len(in_progress.scope.slots), body.result
            body.result = self._result(in_progress.scope)
            if optionals > before:  # they are to be written as such
                continue
            if not in_progress.calls_itself or body.result == guessed:
                break
        if in_progress.calls_itself:
            self._check_local(number, in_progress.scope)
        self._bodies[key] = body
        return body

    def _scope(self, number: int, row: int, kinds: list[Type], known: list[Any]) -> Scope:
        names = self.program.parameters(row)
        types = dict(zip(names, kinds, strict=True))
        scope = Scope(self.program, row, Flow(types, set(names)), number)
        for name, kind, value in zip(names, kinds, known, strict=True):
            scope.slot_of(name, kind)
            if isinstance(kind, StaticType):
                scope.statics[name] = value
            elif value is not UNKNOWN and not self.program.bindings(row, name):
                scope.literals[name] = value
        return scope

    def _outside(self, scope: Scope, node: ast.Call, row: int) -> SourcePlace | None:
        """The place of a call that leads into a library, None for other calls."""
        file = Path(self.program.functions[row].file).as_posix()
        return scope.place(node) if file.endswith(LIBRARY) else None

    def _guess(self, in_progress: _InProgress) -> Type | None:
        """The result of a function that has been lowered up to a call of itself."""
        if in_progress.scope.returns:
            return self._unified(in_progress.scope, in_progress.scope.returns)
        tree = self.program.tree(in_progress.row)
        gives = any(isinstance(node, ast.Return) and node.value for node in ast.walk(tree))
        return INT64 if gives else None

    def _result(self, scope: Scope) -> Type | None:
        """What a function gives back, None where it gives nothing."""
        ways = [*scope.returns, *([NONE] if scope.flow.reachable else [])]
        given = [kind for kind in ways if kind != NONE]
        if not given:
            return None
        kind = self._unified(scope, given)
        if len(given) == len(ways):
            return kind
        may_be_none = isinstance(kind, (np.dtype, ArrayType))
        return OptionalType(kind) if may_be_none else self._unified(scope, ways)  # type: ignore[arg-type]

    def _unified(self, scope: Scope, ways: list[Type]) -> Type:
        result = ways[0]
        for kind in ways[1:]:
            wide = unify(result, kind)
            if wide is None:
                text = (
                    "{name} gives back a {one} on one way and a {other} on another: let every way"
                    " through it end with return and a value of the same kind."
                )
                tree = self.program.tree(scope.row)
                one, other = unlike_names(result, kind)
                scope.refuse(tree, "return-types", text, name=tree.name, one=one, other=other)
            result = wide
        return result

    def _check_signature(self, row: int) -> None:
        tree = self.program.tree(row)
        given = tree.args
        if self.program.functions[row].is_kernel and given.vararg:  # Numba passes over defaults
            text = "a kernel takes plain parameters only: no defaults and no *."
            Scope(self.program, row).refuse(tree, "parameters", text)
        if given.kwarg or given.kwonlyargs or given.posonlyargs:
            text = (
                "{name} takes parameters by place, with or without defaults: no **, no / and no *"
                " on its own."
            )
            Scope(self.program, row).refuse(tree, "parameters", text, name=tree.name)

    def _check_local(self, number: int, scope: Scope) -> None:
        """Each call would need arrays of its own."""
        if any(array.specialisation == number for array in self.program.local_arrays):
            tree = self.program.tree(scope.row)
            text = (
                "{name} calls itself and declares a local array: declare it in the kernel, and pass"
                " it on."
            )
            scope.refuse(tree, "recursive-local", text, name=tree.name)


def _optional_parameters(scope: Scope, optionals: set[str]) -> list[Node]:
    """What gives parameters that may be None their first value."""
    kinds = {name: kind for name, kind in scope.flow.types.items() if name in optionals}
    slots = [
        (scope.slot_of(name, kind), scope.slot_of(name, OptionalType(BOOL)), kind == NONE)
        for name, kind in kinds.items()
        if kind == NONE or isinstance(kind, np.dtype)
    ]
    arrays = [
        (scope.slot_of(name, kind), scope.slot_of(name, ANY_ARRAY), kind == NONE)
        for name, kind in kinds.items()
        if kind == NONE or isinstance(kind, ArrayType)
    ]
    nodes: list[Node] = [OptionalArrayParameters(arrays)] if arrays else []
    return [OptionalParameters(slots), *nodes] if slots else nodes


@dataclass(eq=False)
class OptionalArrayParameters:
    """No statement: parameters, by slot, that are an array or None on some way in the function."""

    slots: list[tuple[int, int, bool]]
    """Of the parameter and of the variable, and whether the parameter is None."""

    def run(self, frame: CallFrame, mask: Mask) -> Mask:
        """Sets the variables."""
        for given, slot, is_none in self.slots:
            nothing = OptionalArray(NOBODY, None)
            value = nothing if is_none else OptionalArray(EVERYONE, frame.variables[given])
            frame.assign(slot, mask, value)
        return mask


def _known(argument: Expr, again: bool) -> Any:
    """What a device function may rely on, as in Numba: functions, types and whole numbers.

    Of numbers that a function hands to itself (`again`) it may not: there would be no end to it.
    """
    if isinstance(argument.type, StaticType):
        return argument.const
    return argument.const if not again and _is_literal(argument.const) else UNKNOWN


def _is_literal(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(_is_literal(item) for item in value)
    return isinstance(value, (int, np.integer))
