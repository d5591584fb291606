"""Unions: a thread's own memory, whose members are other types of the same bits.

All numbers in a union have one size, so that each member is an array of its own numbers there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import CType, Pointer, Scalar, Struct, dimensions
from gpuviz.simt.c_front import memory, places
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import ZERO, Address, Element
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import make_tuple
from gpuviz.simt.lower.intrinsics.array_declarations import local_array
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.memory.local import WIDEST_ACCESS
from gpuviz.simt.types import INT64


def _numbers_in(kind: CType) -> list[Scalar] | None:
    """The numbers of which a member is made; None for one with pointers or unions."""
    of, shape = dimensions(kind)
    if isinstance(of, np.dtype):
        return [of] * math.prod(shape)
    if not isinstance(of, Struct) or of.is_union:
        return None
    parts = [_numbers_in(part) for _, part in of.members]
    found = [one for part in parts for one in part or ()]
    return None if None in parts else found * math.prod(shape)


def declared(scope: CScope, node: syntax.Node, name: str, kind: Struct) -> Element:
    """A variable: numbers in local memory, as many as its longest member has."""
    members = [_numbers_in(part) for _, part in kind.members]
    known = [part for part in members if part]
    one_type = all(len(set(part)) == 1 for part in known)
    sizes = {one.itemsize for part in known for one in part}
    if len(known) < len(members) or not one_type or len(sizes) != 1:
        text = (
            "the members of the union {kind} have numbers of more than one size, or pointers: use"
            " shifts and masks, or __float_as_uint() and its like."
        )
        scope.refuse(node, "union", text, kind=kind.name)
    scope.name_hint = name
    length = max(map(len, known))
    array = local_array(scope, node, (length,), known[0][0], WIDEST_ACCESS)
    scope.name_hint = None
    return Element(kind, array, (ZERO,))


def member(scope: CScope, node: syntax.Node, union: Element, name: str) -> Element | Address:
    """A member: the same bits as numbers of its own type."""
    assert isinstance(union.kind, Struct)
    of, shape = dimensions(dict(union.kind.members)[name])
    numbers = _numbers_in(of)
    assert numbers
    other = memory.as_other(scope, node, _bits(union), Pointer(numbers[0]))
    if shape:
        return Address(Pointer(of, rows=shape[1:]), other.array, other.offset)
    assert isinstance(of, (np.dtype, Struct))
    return Element(of, other.array, (other.offset,))


def _bits(union: Element) -> Address:
    assert isinstance(union.kind, Struct)
    number = (_numbers_in(union.kind.members[0][1]) or [np.dtype("i4")])[0]
    return Address(Pointer(number), union.array, union.index[0])


def _count(union: Element) -> int:
    assert isinstance(union.kind, Struct)
    return max(len(_numbers_in(part) or ()) for _, part in union.kind.members)


def value(union: Element) -> Expr:
    """Its bits, set or not, as they are copied; nothing is counted."""
    kind: Any = _bits(union).kind.to
    run = union.array.run

    def number(row: int) -> Expr:
        def find(frame: CallFrame, mask: Mask) -> Value:
            return run(frame, mask).gather(np.int64(row))

        return Expr(kind, find, UNKNOWN, pure=False)

    return make_tuple([number(row) for row in range(_count(union))])


def writing(scope: CScope, node: syntax.Node, union: Element) -> places.Write:
    """What sets it to a copy of another one."""
    kind: Any = _bits(union).kind.to
    writes = [
        places.writing(scope, node, Element(kind, union.array, (operators.constant(row, INT64),)))
        for row in range(_count(union))
    ]

    def write(frame: CallFrame, mask: Mask, given: Value) -> None:
        for one, part in zip(writes, given, strict=True):
            one(frame, mask, part)

    return write
