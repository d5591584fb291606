"""memcpy and memset of a thread: element by element, where the number of bytes is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import Pointer, Struct, memory_dtype, name_of
from gpuviz.simt.c_front import arguments, expressions, memory, places
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Address, Element, Nothing, Typed, Whole
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import Expr
from gpuviz.simt.types import INT64, NONE

MOST = 4096  # elements


def copied(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """memcpy(to, from, bytes): the elements that `to` points to, read and written."""
    arguments.check_count(scope, node, 3)
    to, source = (_address(scope, node, one) for one in given[:2])
    count = _count(scope, node, to)
    source = memory.as_other(scope, node, source, Pointer(to.kind.to, source.kind.constant))
    row = scope.temporary()
    read = expressions.expr_of(scope, node, expressions.value_of(scope, node, _at(source, row))).run
    return _for_each(scope, node, to, count, row, read)


def filled(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """memset(to, byte, bytes)."""
    arguments.check_count(scope, node, 3)
    to = _address(scope, node, given[0])
    count = _count(scope, node, to)
    byte = expressions.number_in(scope, node.arguments[1], given[1]).expr
    kind, row = to.kind.to, scope.temporary()
    if byte.is_const and isinstance(kind, (np.dtype, Struct)):
        dtype = memory_dtype(kind)
        assert dtype is not None
        value = np.full(dtype.itemsize, int(byte.const) & 255, np.uint8).view(dtype)[0].item()
        return _for_each(scope, node, to, count, row, lambda frame, mask: _numbers(value, kind))
    if isinstance(kind, np.dtype) and kind.itemsize == 1:
        return _for_each(scope, node, to, count, row, operators.convert(byte, kind).run)
    text = "memset of {kind} needs a byte that is known before the kernel runs: use a loop."
    scope.refuse(node, "memset", text, kind=name_of(kind))


def _numbers(value: Any, kind: Any) -> Any:
    """A number, or the members of a structure, as the emulator holds them."""
    if isinstance(kind, np.dtype):
        return kind.type(value)
    return tuple(_numbers(one, part) for one, (_, part) in zip(value, kind.members, strict=True))


def _address(scope: CScope, node: syntax.Call, given: Typed) -> Address:
    found = memory.decayed(given) if isinstance(given, Whole) else given
    is_known = isinstance(found, Address) and memory_dtype(found.kind.to) is not None
    if isinstance(found, Address) and is_known and not found.kind.rows:
        return found
    if isinstance(found, Address) and is_known:
        return Address(Pointer(found.kind.to, found.kind.constant), found.array, found.offset)
    text = "memcpy and memset take pointers to numbers or structures, and this is {kind}."
    scope.refuse(node, "no-pointer", text, kind=expressions.said(given))


def _count(scope: CScope, node: syntax.Call, to: Address) -> int:
    """How many elements so many bytes are."""
    nbytes = expressions.constant_in(scope, node.arguments[2])
    dtype = memory_dtype(to.kind.to)
    assert dtype is not None
    if nbytes is None or nbytes % dtype.itemsize or not 0 <= nbytes <= MOST * dtype.itemsize:
        text = (
            "the bytes of memcpy and memset have to be known before the kernel runs, and whole"
            " elements, {most} at most: use a loop over the elements."
        )
        scope.refuse(node, "bytes", text, most=MOST)
    return nbytes // dtype.itemsize


def _at(address: Address, row: int) -> Element:
    """The element whose number is in a slot."""
    kind: Any = address.kind.to
    step = memory.times(Expr(INT64, lambda frame, mask: frame.variables[row]), address.stride)
    offset = memory.added(address.offset, step)
    return Element(kind, address.array, (offset,), constant=address.kind.constant)


def _for_each(
    scope: CScope, node: syntax.Call, to: Address, count: int, row: int, value: Any
) -> Nothing:
    write = places.writing(scope, node, _at(to, row))

    def run(frame: CallFrame, mask: Mask) -> Value:
        for one in range(count):
            frame.variables[row] = np.int64(one)
            write(frame, mask, value(frame, mask))
        return None

    return Nothing(Expr(NONE, run, None, pure=False))
