"""Functions, methods and attributes of which a script has told Numba: by their arguments."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

import numpy as np

from gpuviz.messages import listed, word
from gpuviz.simt.lower.expressions.device_calls import device_call
from gpuviz.simt.lower.scope import Expr, FunctionRef, Lower, Method, Scope, static
from gpuviz.simt.source.overloads import LEFT_OUT, key_of
from gpuviz.simt.source.symbols import OVERLOADED
from gpuviz.simt.types import ArrayType, TupleType, Type, type_name
from gpuviz.trace.source import Captured


@dataclass(frozen=True, slots=True)
class OverloadRef:
    """A function that is another one for other arguments (see simt/source/symbols)."""

    name: str
    words: str


def chosen(
    scope: Scope, node: ast.Call, target: OverloadRef, given: list[Expr], lower: Lower
) -> FunctionRef:
    """The function that stands for a call. Raises NotSupportedError where there is none."""
    words = target.words.split()
    matters = [wanted[-1:] if wanted[-1:] in ("!", "?") else "" for wanted in words]
    by_name = {wanted.arg: lower(scope, wanted.value).type for wanted in node.keywords}
    kinds = [_kind(argument.type) for argument in given]
    for wanted in words[len(given) :]:
        known = by_name.get(wanted.rstrip("!?"))
        kinds.append(LEFT_OUT if known is None else _kind(known))
    key = ", ".join(map(key_of, kinds, matters))
    found = scope.captured(f"{target.name}({key})") if len(kinds) == len(words) else None
    if found is None:
        text = (
            "{name} is told to Numba with @overload, but not for {kinds}; gpuviz asks for numbers,"
            " arrays of int32, int64, float32 and float64, None, and tuples of int64 and float64."
        )
        names = listed([type_name(argument.type) for argument in given]) or word("nothing")
        scope.refuse(node, "overload", text, name=ast.unparse(node.func), kinds=names)
    return _function(found)


def added_member(scope: Scope, node: ast.Attribute, base: Expr, lower: Lower) -> Expr | None:
    """A method or an attribute that a script has added to a type; None where it has not."""
    attribute, method = (scope.captured(f".{node.attr}{end}") for end in ("", "()"))
    if attribute is not None:
        call = ast.copy_location(ast.Call(node, [], []), node)
        return _called(scope, call, f".{node.attr}", attribute, [base], lower)
    if method is None:
        return None
    found, key = method, f".{node.attr}()"
    return static(
        ast.unparse(node),
        Method(base, lambda at, call, given: _called(at, call, key, found, given, lower)),
    )


def _called(
    scope: Scope, node: ast.Call, key: str, found: Captured, given: list[Expr], lower: Lower
) -> Expr:
    symbol = str(found.value)
    if symbol.startswith(OVERLOADED):
        target = OverloadRef(key, symbol.removeprefix(OVERLOADED))
        return device_call(scope, node, chosen(scope, node, target, given, lower), given, lower)
    if found.kind == "function":
        return device_call(scope, node, _function(found), given, lower)
    text = (
        "{name} is added to Numba's types for a compiler, in a way that gpuviz cannot follow: write"
        " what it does as a device function."
    )
    scope.refuse(node, "overload", text, name=ast.unparse(node.func))


def _function(found: Captured) -> FunctionRef:
    row: Any = found.value
    return FunctionRef(int(row))


def _kind(kind: Type) -> str:
    if isinstance(kind, ArrayType) and not kind.dtype.names:
        return f"{kind.dtype.name}[{kind.ndim}]"
    if isinstance(kind, TupleType) and len(set(kind.items)) == 1:
        return f"{len(kind.items)} x {_kind(kind.items[0])}"
    return kind.name if isinstance(kind, np.dtype) else str(type_name(kind))
