"""Calls of device functions: which argument is which, and what the calling lanes do."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NoReturn

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.capture import SIGNATURES
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import ControlFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.nested_functions import variables_around
from gpuviz.simt.lower.expressions.optional import returned
from gpuviz.simt.lower.expressions.tuples import make_tuple, nothing
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.lower.scope import UNKNOWN, Expr, FunctionRef, Lower, Run, Scope
from gpuviz.simt.types import NONE, OptionalType, Scalar, best_overload

Types = tuple[Scalar | None, ...]
"""Of the result and the parameters; None for what is no number, or is not said."""


DEEPEST = 256  # calls within calls; the stack of a thread on a GPU is smaller by default

TOO_DEEP = (
    "thread {thread} of block {block} is {depth} calls deep in {name} in line {line}: a function"
    " that calls itself must have a way to return without doing so, and come to it soon."
)
ALL_ENDED = (
    "all threads that called {name} in line {line} have ended in it, so that there is no array"
    " that it could give: gpuviz cannot go on from there."
)


def device_call(
    scope: Scope, node: ast.Call, target: FunctionRef, arguments: list[Expr], lower: Lower
) -> Expr:
    """A call of a device function; its arguments by place are lowered already."""
    given = _by_parameter(scope, node, target.row, arguments, lower)
    given += [lower(scope, name) for name in variables_around(scope, node, target.row)]
    result, *wanted = _declared_types(scope, target.row, given)
    given = [_converted(*pair) for pair in zip(given, wanted, strict=True)]
    body = scope.program.specialise(scope, node, target.row, given)
    name = scope.program.functions[target.row].name
    level = ControlFrame(scope.construct(node, "call"), 0)
    call = _calling(body, tuple(one.run for one in given), name, scope.place(node), level)
    return _converted(call, result)


def _by_parameter(
    scope: Scope, node: ast.Call, row: int, arguments: list[Expr], lower: Lower
) -> list[Expr]:
    """One argument for each parameter: by place, by name, or its default."""
    tree = scope.program.tree(row)
    names = [parameter.arg for parameter in tree.args.args]
    by_name = dict(zip(names, arguments, strict=False))
    for word in node.keywords:
        if word.arg not in names or word.arg in by_name:
            _wrong_count(scope, node, row, len(arguments) + len(node.keywords))
        by_name[word.arg] = lower(scope, word.value)
    for name, default in zip(reversed(names), reversed(tree.args.defaults), strict=False):
        if name not in by_name:
            kept = ast.copy_location(ast.Name(f"{name}=", ast.Load()), default)  # see simt/capture
            by_name[name] = lower(Scope(scope.program, row), kept)
    rest = arguments[len(names) :]
    if len(by_name) < len(names) or (rest and tree.args.vararg is None):
        _wrong_count(scope, node, row, len(arguments) + len(node.keywords))
    in_order = [by_name[name] for name in names]
    return in_order if tree.args.vararg is None else [*in_order, make_tuple(rest)]


def _wrong_count(scope: Scope, node: ast.Call, row: int, given: int) -> NoReturn:
    names = scope.program.parameters(row)
    values = {"name": scope.program.functions[row].name, "needed": len(names), "given": given}
    text = "{name} takes {needed} arguments ({names}), {given} are given."
    scope.refuse(node, "argument-count", text, names=", ".join(names), **values)


def _calling(
    body: LoweredFunction,
    arguments: tuple[Run, ...],
    name: str,
    place: SourcePlace,
    level: ControlFrame,
) -> Expr:
    """A call: the lanes that evaluate it take the function's steps, then go on."""
    kind = NONE if body.result is None else body.result

    def run(frame: CallFrame, mask: Mask) -> Value:
        values = [argument(frame, mask) for argument in arguments]
        if frame.context.depth == DEEPEST:
            raise too_deep(frame, mask, name, place)
        inner = frame.context.call(body, mask, values, level)
        if isinstance(kind, OptionalType):
            return returned(inner, kind)
        result = inner.result
        if result is None and kind != NONE:  # all threads that called it have ended in it
            result = nothing(kind)
            if result is None:
                at = {"name": name, "line": place.line}
                raise KernelFailed(Message("kernel.all-ended", ALL_ENDED, at), place)
        return operators.cast(result, kind) if isinstance(kind, np.dtype) else result

    return Expr(kind, run, None if kind == NONE else UNKNOWN, pure=False)


def too_deep(frame: CallFrame, mask: Mask, name: str, place: SourcePlace) -> KernelFailed:
    """What a call raises that is DEEPEST calls deep already."""
    block, thread = frame.context.thread_group.first_thread(mask.lanes)
    at = {"thread": str(thread), "block": str(block), "line": place.line}
    values = {**at, "name": name, "depth": DEEPEST}
    return KernelFailed(Message("kernel.too-deep-calls", TOO_DEEP, values), place)


def _declared_types(scope: Scope, row: int, arguments: Sequence[Expr]) -> Types:
    """Those of the signature that takes the arguments best; all None for a function without."""
    nothing: Types = (None,) * (len(arguments) + 1)
    captured = scope.program.functions[row].captured.get(SIGNATURES)
    if captured is None:
        return nothing
    known = [_types(names) for names in captured.value]  # type: ignore[attr-defined]
    fitting = [types for types in known if len(types) == len(nothing)]
    kinds = [one.type for one in arguments if isinstance(one.type, np.dtype)]
    numbers = [tuple(kind for kind in types[1:] if kind is not None) for types in fitting]
    if len(fitting) > 1 and all(len(row) == len(arguments) == len(kinds) for row in numbers):
        return fitting[numbers.index(best_overload(kinds, numbers))]
    return fitting[0] if fitting else nothing


def _converted(argument: Expr, kind: Scalar | None) -> Expr:
    """A number as a signature has it."""
    number = kind is not None and isinstance(argument.type, np.dtype)
    return operators.convert(argument, kind) if number and kind is not None else argument


def _types(names: Sequence[str]) -> Types:
    return tuple(np.dtype(name) if name else None for name in names)
