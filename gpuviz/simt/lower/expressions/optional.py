"""What is a number on some ways and None on others: a variable, or what a function gives back.

Its value is a pair: the lanes that have a number, and the numbers. It may also be an array on some
ways: then it is the lanes that have one, and the array.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Mergeable, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import BOOL, NONE, ArrayType, OptionalType

NO_NUMBER = (
    "thread {thread} of block {block} has None in line {line}, where {text} must be a number: ask"
    " before whether it is None, or let every way through the function give a number back."
)


NO_ARRAY = (
    "thread {thread} of block {block} has None in line {line}, where {text} must be an array: ask"
    " before whether it is None."
)
NOTHING = np.bool_(False), np.bool_(False)
"""The value of None: beside a truth value numbers of all types keep theirs."""
EVERYONE = np.bool_(True)
"""The lanes that have a number, where all have one."""
NOBODY = np.bool_(False)


class OptionalArray(Mergeable):
    """The lanes that have an array, and the array; None where no lane has one."""

    def __init__(self, there: Value, array: Any) -> None:
        self.there, self.array = there, array

    def __iter__(self) -> Iterator[Any]:
        return iter((self.there, self.array))

    def merged(self, condition: Value, other: OptionalArray) -> OptionalArray:
        """This one in the lanes where the condition holds, else the other one."""
        there = np.where(condition, self.there, other.there)
        if self.array is None or other.array is None:
            return OptionalArray(there, other.array if self.array is None else self.array)
        mine = condition & self.there
        return OptionalArray(there, pick(mine, self.array, other.array))


def as_optional(expr: Expr, kind: OptionalType) -> Expr:
    """None, or a number, as the value of a type that can be both."""
    run, item = expr.run, kind.item
    if isinstance(item, ArrayType):
        return _optional_array(expr, kind)
    if expr.type == NONE:
        return Expr(kind, lambda frame, mask: NOTHING)
    if isinstance(expr.type, np.dtype):
        number = operators.convert(expr, item).run
        return Expr(kind, lambda frame, mask: (EVERYONE, number(frame, mask)), pure=expr.pure)

    def converted(frame: CallFrame, mask: Mask) -> Value:
        there, value = run(frame, mask)
        return there, operators.cast(value, item)

    return Expr(kind, converted, pure=expr.pure)


def _optional_array(expr: Expr, kind: OptionalType) -> Expr:
    if isinstance(expr.type, OptionalType):
        return expr
    run = expr.run
    if expr.type == NONE:
        return Expr(kind, lambda frame, mask: OptionalArray(NOBODY, None))
    return Expr(kind, lambda f, m: OptionalArray(EVERYONE, run(f, m)), pure=expr.pure)


def is_none(expr: Expr, wanted: bool) -> Expr:
    """Whether it is None (`wanted`), or is not."""
    run = expr.run

    def ask(frame: CallFrame, mask: Mask) -> Value:
        there, _ = run(frame, mask)
        return ~there if wanted else there

    return Expr(BOOL, ask, pure=expr.pure)


def number_in(scope: Scope, node: ast.expr, expr: Expr) -> Expr:
    """The number, or the array, where one is needed; other expressions as they are.

    The kernel fails where an active lane has None.
    """
    if not isinstance(expr.type, OptionalType):
        return expr
    kind, run, place, text = expr.type.item, expr.run, scope.place(node), ast.unparse(node)
    template = NO_ARRAY if isinstance(kind, ArrayType) else NO_NUMBER

    def taken(frame: CallFrame, mask: Mask) -> Value:
        there, value = run(frame, mask)
        missing = mask.lanes & ~there
        if missing.any():
            block, thread = frame.context.thread_group.first_thread(missing)
            at = {"thread": str(thread), "block": str(block), "line": place.line, "text": text}
            raise KernelFailed(Message("kernel.none-as-number", template, at), place)
        return value if isinstance(kind, ArrayType) else operators.cast(value, kind)

    return Expr(kind, taken, pure=False)


def returned(frame: CallFrame, kind: OptionalType) -> Value:
    """What a call has given back: who got a number, and the numbers."""
    if isinstance(kind.item, ArrayType):
        return OptionalArray(NOBODY if frame.gave is None else frame.gave, frame.result)
    if frame.gave is None:
        return np.zeros((1, 1), np.bool_), kind.item.type(0)
    return frame.gave, operators.cast(frame.result, kind.item)
