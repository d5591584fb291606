"""Pointers as values: members of structures that are copied, and what functions give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from gpuviz.cuda_c.types import Pointer
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Address, Null
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import item_of, kept, make_tuple
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import BOOL, INT64, TupleType

NULL = operators.constant(-(1 << 62), INT64)
"""The element that nullptr points to: one that is outside of every array."""


def is_null(pointer: Address | Null) -> Expr:
    """Whether a pointer is nullptr, or near it."""
    if isinstance(pointer, Null):
        return operators.constant(True, BOOL)
    offset = offset_of(pointer)
    if offset.is_const:
        return operators.constant(bool(offset.const < NULL.const // 2), BOOL)
    run, limit = operators.convert(offset, INT64).run, np.int64(NULL.const // 2)
    return Expr(BOOL, lambda frame, mask: run(frame, mask) < limit, UNKNOWN, offset.pure)


def as_null(pointer: Address) -> Address:
    """nullptr, of the type of a pointer."""
    return replace(pointer, offset=NULL)


def packed(pointer: Address | Null) -> Expr:
    """A pointer as a tuple of its array and the number of its element; empty where it is null."""
    if isinstance(pointer, Null):
        return make_tuple([])
    return make_tuple([pointer.array, operators.convert(pointer.offset, INT64)])


def unpacked(scope: CScope, kind: Pointer, expr: Expr) -> Address | Null:
    """The pointer that such a tuple is: its array is to be evaluated before its offset."""
    assert isinstance(expr.type, TupleType)
    if not expr.type.items:
        return Null()
    first, again = kept(scope, expr)
    return Address(kind, item_of(first, 0), item_of(again, 1))


def offset_of(pointer: Address) -> Expr:
    """The number of its element alone, where that of its array is not asked for."""
    if pointer.array.pure:
        return pointer.offset
    return Expr(pointer.offset.type, evaluating(pointer), UNKNOWN, pure=False)


def evaluating(pointer: Address) -> Callable[[CallFrame, Mask], Value]:
    """Evaluates a pointer for what that does."""
    array, offset = pointer.array.run, pointer.offset.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        array(frame, mask)
        return offset(frame, mask)

    return run
