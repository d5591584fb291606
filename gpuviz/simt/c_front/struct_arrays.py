"""Arrays of structures that are members of a variable: an array for each member of theirs.

`Span items[16]` in a variable is `items.low[16]` and `items.high[16]` in local memory, so that an
element is a structure whose members are elements.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import ArrayOf, CType, Struct, dimensions
from gpuviz.simt.c_front import memory
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Element, StructArray, StructVariable, Whole
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import make_tuple
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.types import INT64

Part = Whole | StructArray | StructVariable | Element
MakesArray = Callable[[CScope, syntax.Node, str, ArrayOf], Whole | StructArray]


def declared(
    scope: CScope, node: syntax.Node, name: str, kind: ArrayOf, make: MakesArray
) -> StructArray:
    """The arrays of all members; `make` declares one."""
    of = dimensions(kind)[0]
    assert isinstance(of, Struct)
    members = tuple(
        make(scope, node, f"{name}.{member}", _with_elements(kind, part))
        for member, part in of.members
    )
    return StructArray(kind, members)


def _with_elements(kind: CType, part: CType) -> ArrayOf:
    """The same dimensions with other elements."""
    assert isinstance(kind, ArrayOf)
    inner = _with_elements(kind.of, part) if isinstance(kind.of, ArrayOf) else part
    return ArrayOf(inner, kind.count)


def indexed(scope: CScope, node: syntax.Node, base: StructArray, at: Expr) -> Any:
    """`base[at]`: a structure, or a row of them."""
    if at.pure:
        return _at(base, at)
    slot, run = scope.temporary(), operators.convert(at, INT64).run

    def find(frame: CallFrame, mask: Mask) -> None:
        frame.variables[slot] = run(frame, mask)

    found = _at(base, Expr(INT64, lambda frame, mask: frame.variables[slot]))
    return finding(scope, node, found, find)


def _at(base: StructArray, at: Expr) -> StructVariable | StructArray:
    members = tuple(_member_at(part, at) for part in base.members)
    if isinstance(base.kind.of, ArrayOf):
        return StructArray(base.kind.of, members)  # type: ignore[arg-type]
    assert isinstance(base.kind.of, Struct)
    return StructVariable(base.kind.of, members)


def _member_at(part: Whole | StructArray, at: Expr) -> Part:
    return _at(part, at) if isinstance(part, StructArray) else element_of(part, at)


def element_of(whole: Whole, at: Expr) -> Whole | Element:
    """An element of an array, or a row of one that has more dimensions."""
    found = replace(whole, index=(*whole.index, at))
    kind = whole.kind.of
    if isinstance(kind, ArrayOf):
        return replace(found, kind=kind)
    assert isinstance(kind, (np.dtype, Struct))
    return Element(kind, found.array, found.index, found.shape, found.constant)


def finding(
    scope: CScope, node: syntax.Node, place: Any, find: Callable[[CallFrame, Mask], None]
) -> Any:
    """A place that is found by `find` each time that it is used."""
    if isinstance(place, StructVariable):
        return replace(place, find=find)
    if not isinstance(place, (Element, Whole)):
        text = "the index of a row of structures is a plain number here: int k = i++; rows[k][j]."
        scope.refuse(node, "index", text)
    run = place.array.run

    def array(frame: CallFrame, mask: Mask) -> Value:
        find(frame, mask)
        return run(frame, mask)

    return replace(place, array=Expr(place.array.type, array, UNKNOWN, pure=False))


def frozen(
    scope: CScope, place: StructVariable
) -> tuple[StructVariable, Callable[[CallFrame, Mask], None]]:
    """A structure whose indices are what they are now, and what notes them."""
    noted: dict[int, tuple[int, Expr]] = {}
    named = _frozen(scope, replace(place, find=None), noted)
    find = place.find

    def note(frame: CallFrame, mask: Mask) -> None:
        if find is not None:
            find(frame, mask)
        for slot, axis in noted.values():
            frame.assign(slot, mask, axis.run(frame, mask))

    assert isinstance(named, StructVariable)
    return named, note


def _frozen(scope: CScope, part: Any, noted: dict[int, tuple[int, Expr]]) -> Any:
    if isinstance(part, (StructVariable, StructArray)):
        return replace(part, members=tuple(_frozen(scope, one, noted) for one in part.members))
    if not isinstance(part, (Element, Whole)):
        return part
    return replace(part, index=tuple(_noted(scope, axis, noted) for axis in part.index))


def _noted(scope: CScope, axis: Expr, noted: dict[int, tuple[int, Expr]]) -> Expr:
    if axis.is_const:
        return axis
    if id(axis) not in noted:
        noted[id(axis)] = (scope.new_slot("index"), axis)
    slot = noted[id(axis)][0]
    return Expr(axis.type, lambda frame, mask: frame.variables[slot])


def member(scope: CScope, node: syntax.Node, base: StructVariable, row: int) -> Any:
    """A member of a variable."""
    part = base.members[row]
    return part if base.find is None else finding(scope, node, part, base.find)


def in_order(array: StructArray) -> list[StructVariable]:
    """The structures one behind the other."""
    return [element_at(array, index) for index in np.ndindex(dimensions(array.kind)[1])]


def _elements_of(whole: Whole) -> list[Element]:
    return [element_at(whole, index) for index in np.ndindex(dimensions(whole.kind)[1])]


def element_at(array: Whole | StructArray, index: tuple[int, ...]) -> Any:
    """The element, or structure, at indices that are known."""
    one: Any = array
    for axis in index:
        one = _member_at(one, operators.constant(axis, INT64))
    return one


def copied(array: StructArray) -> Expr:
    """All of them as they are copied with their variable, set or not; nothing is counted."""
    return make_tuple([_copy(one) for one in in_order(array)])


def _copy(part: Any) -> Expr:
    if isinstance(part, StructVariable):
        return make_tuple([_copy(one) for one in part.members])
    if isinstance(part, StructArray):
        return copied(part)
    if isinstance(part, Whole):
        return make_tuple([_copy(one) for one in _elements_of(part)])
    assert isinstance(part, Element)
    assert isinstance(part.kind, np.dtype)
    address = memory.address_of_element(part)
    array, offset = part.array.run, address.offset.run

    def find(frame: CallFrame, mask: Mask) -> Value:
        return array(frame, mask).gather(np.int64(offset(frame, mask)))

    return Expr(part.kind, find, UNKNOWN, pure=False)
