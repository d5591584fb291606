"""Arrays of pointers, `float* rows[4]`: in local or shared memory, as numbers of 8 bytes.

What the pointers of an array point into is of one space and type; that is known from the first
pointer that is put into it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.simt.c_front import expressions, memory
from gpuviz.simt.c_front.pointer_values import unpacked
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Address, Element, Nothing, Null, PointerElement, Typed
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import INT64, NONE, ArrayType, TupleType
from gpuviz.trace.source import SPACES


def read(scope: CScope, node: syntax.Node, place: PointerElement) -> Address:
    """The pointer that an element is."""
    known = place.cells.array_type
    if known is None:
        text = "{name} points to nothing here: set it on every way to this place."
        scope.refuse(node, "null-pointer", text, name=place.cells.name)
    point, find = scope.point(node), memory.finding(_cell(place))
    name = place.cells.name

    def run(frame: CallFrame, mask: Mask) -> Value:
        elements, index = find(frame, mask)
        codes = frame.context.load(frame, point, elements, index, mask)
        return frame.context.launch_state.pointers.meaning(codes, mask, name, known.dtype)

    pair = Expr(TupleType((known, INT64)), run, UNKNOWN, pure=False)
    found = unpacked(scope, place.kind, pair)
    assert isinstance(found, Address)
    return found


def set_to(scope: CScope, node: syntax.Node, place: PointerElement, value: Typed) -> Nothing:
    """`rows[i] = a;`"""
    found = expressions.converted(scope, node, value, place.kind)
    return Nothing(Expr(NONE, storing(scope, node, place, found), None, pure=False))


def storing(
    scope: CScope, node: syntax.Node, place: PointerElement, found: Typed
) -> Callable[[CallFrame, Mask], None]:
    """What puts a pointer into an element."""
    point, find = scope.point(node), memory.finding(_cell(place))
    code = _null if isinstance(found, Null) else _code(scope, node, place, found)

    def run(frame: CallFrame, mask: Mask) -> None:
        value = code(frame, mask)
        elements, index = find(frame, mask)
        frame.context.store(frame, point, elements, index, mask, value)

    return run


def _null(frame: CallFrame, mask: Mask) -> Value:
    return np.int64(0)


def _code(
    scope: CScope, node: syntax.Node, place: PointerElement, found: Typed
) -> Callable[[CallFrame, Mask], Value]:
    assert isinstance(found, Address)
    cells, kind = place.cells, found.array_type
    own = place.array.type
    assert isinstance(own, ArrayType)
    if kind.space == "local" and own.space != "local":
        text = "{name} is for all threads, and this points to memory of one: use shared memory."
        scope.refuse(node, "two-spaces", text, name=cells.name)
    if cells.array_type not in (None, kind):
        assert cells.array_type is not None
        text = (
            "{name} points to {one} memory on one way and to {other} memory on another: use two"
            " pointers."
        )
        one, other = SPACES[cells.array_type.space], SPACES[kind.space]
        scope.refuse(node, "two-spaces", text, name=cells.name, one=one, other=other)
    cells.array_type = kind
    array, offset = found.array.run, operators.convert(found.offset, INT64).run

    def run(frame: CallFrame, mask: Mask) -> Value:
        elements = array(frame, mask)
        return frame.context.launch_state.pointers.code(elements, offset(frame, mask))

    return run


def _cell(place: PointerElement) -> Element:
    return Element(INT64, place.array, place.index, place.shape)
