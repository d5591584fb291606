"""Elements that are read and written: an index is one of C's, below 0 it is out of bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c.types import ArrayOf, CType, Pointer, Struct, dimensions, memory_dtype, name_of
from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.c_front.scope import CScope, Placed
from gpuviz.simt.c_front.typed import ZERO, Address, Element, Whole, elements_in
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators, records
from gpuviz.simt.lower.scope import UNKNOWN, Expr
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.bitcast import bitcast
from gpuviz.simt.memory.reshaping import reshaped, size_of
from gpuviz.simt.memory.views import View, mapped
from gpuviz.simt.types import INT64, ArrayType, Scalar, TupleType

Located = tuple[Elements, list[Value]]


def guarded(elements: Elements, index: Sequence[Value]) -> Elements:
    """The array for an index of C: what is below 0 does not count from the end."""
    below: Value = None
    for axis in index:
        if axis.dtype.kind == "i":
            negative = axis < 0
            if negative.any():
                below = negative if below is None else below | negative
    if below is None:
        return elements

    def outside(view: View) -> View:
        known = below if view.outside is None else view.outside | below
        return replace(view, outside=known)

    return mapped(elements, outside)


def finding(element: Element) -> Callable[[CallFrame, Mask], Located]:
    """What finds the array and index of an element while the kernel runs."""
    array, runs = element.array.run, [axis.run for axis in element.index]

    def find(frame: CallFrame, mask: Mask) -> Located:
        elements = array(frame, mask)
        index = [run(frame, mask) for run in runs]
        return guarded(elements, index), index

    return find


VECTOR_BYTES = (2, 4, 8, 16)


def vector_marks(kind: Struct) -> list[int]:
    """AccessPoint.vector for each member of a structure that is read or written as a whole.

    float4 and its like are one access of all their bytes (CUDA C++ Programming Guide, Size and
    Alignment Requirement: 1, 2, 4, 8 or 16 bytes that lie on a multiple of that).
    """
    dtype = memory_dtype(kind)
    size = 0 if dtype is None else dtype.itemsize
    if kind.alignment != size or size not in VECTOR_BYTES or len(kind.members) == 1:
        return [0] * len(kind.members)
    return [size] + [-1] * (len(kind.members) - 1)


def point_of(scope: CScope, node: Placed, vector: int) -> AccessPoint:
    """The place of an access, also of a member that is accessed with others."""
    point = scope.point(node)
    return point._replace(vector=vector) if vector else point


def loaded(scope: CScope, node: Placed, element: Element, vector: int = 0) -> Expr:
    """The number that an element holds."""
    assert isinstance(element.kind, np.dtype)
    point, array = point_of(scope, node, vector), element.array.run
    if len(element.index) == 1:
        at = element.index[0].run

        def load_one(frame: CallFrame, mask: Mask) -> Value:
            elements, place = array(frame, mask), at(frame, mask)
            index = [place]
            if place.dtype.kind == "i" and (place < 0).any():
                elements = guarded(elements, index)
            return frame.context.load(frame, point, elements, index, mask)

        return Expr(element.kind, load_one, UNKNOWN, pure=False)
    runs = [axis.run for axis in element.index]

    def load(frame: CallFrame, mask: Mask) -> Value:
        elements = array(frame, mask)
        index = [run(frame, mask) for run in runs]
        return frame.context.load(frame, point, guarded(elements, index), index, mask)

    return Expr(element.kind, load, UNKNOWN, pure=False)


def member(scope: CScope, node: Placed, element: Element, name: str) -> Element:
    """A member of a structure that is an element."""
    assert isinstance(element.kind, Struct)
    assert isinstance(element.array.type, ArrayType)
    kind = dict(element.kind.members)[name]
    assert isinstance(kind, (np.dtype, Struct))
    if element.array.type.dtype.names is None:  # its members follow each other as numbers
        row = operators.constant(element.kind.member(name), INT64)
        return replace(element, kind=kind, index=(added(element.index[0], row),))
    array = records.field_of(scope, node, element.array, name)  # type: ignore[arg-type]
    first = element.first_byte + _first_byte(element.kind, name)
    found = replace(
        element, kind=kind, array=array, whole=element.whole or element, first_byte=first
    )
    if _space(element) == "local":
        return replace(found, apart=None)
    bytes_of = _pointing(scope, node, element, kind, first, name)
    return replace(found, apart=lambda index: bytes_of())


def _first_byte(kind: Struct, name: str) -> int:
    """Where a member begins in its structure."""
    dtype = memory_dtype(kind)
    fields: Mapping[str, Any] = (dtype.fields if dtype is not None else None) or {}
    return int(fields[name][1]) if name in fields else 0


def member_array(scope: CScope, node: Placed, element: Element, name: str) -> Whole:
    """A member that is an array, of a structure that is an element: a row of the field."""
    assert isinstance(element.kind, Struct)
    of_array = dict(element.kind.members)[name]
    kind, shape = dimensions(of_array)
    whole, dtype = memory_dtype(element.kind), memory_dtype(kind)
    if whole is None or dtype is None or not isinstance(kind, (np.dtype, Struct)):
        text = "{name} is an array of {kind}, which is not known in a structure."
        scope.refuse(node, "member-type", text, name=name, kind=name_of(kind))
    assert isinstance(of_array, ArrayOf)
    array = records.field_of(scope, node, element.array, name)  # type: ignore[arg-type]
    sides = (*(element.shape or (0,) * len(element.index)), *shape)
    begin = element.first_byte + _first_byte(element.kind, name)
    outer, bytes_of = len(element.index), _pointing(scope, node, element, kind, begin, name)

    def pointer(index: Sequence[Expr]) -> Address:
        address, inner = bytes_of(), index[outer:]
        inner = (*inner, *(ZERO,) * (len(shape) - len(inner)))
        rows = shape[len(index) - outer + 1 :]
        to_row = replace(address.kind, rows=rows)
        return replace(address, kind=to_row, offset=added(address.offset, _offset(inner, shape)))

    is_local = _space(element) == "local"
    return Whole(
        of_array, array, sides, element.index, element.constant, apart=None if is_local else pointer
    )


def _space(element: Element) -> str:
    assert isinstance(element.array.type, ArrayType)
    return element.array.type.space


def _pointing(
    scope: CScope, node: Placed, element: Element, kind: Scalar | Struct, first: int, name: str
) -> Callable[[], Address]:
    """What gives a pointer to what begins `first` bytes from where the outermost structure does.

    It points into the bytes of that as elements of a type; it refuses where their size is none of
    the structure's.
    """
    outermost = element.whole or element
    whole, dtype = memory_dtype(outermost.kind), memory_dtype(kind)
    assert whole is not None
    assert dtype is not None
    size = dtype.itemsize

    def pointer() -> Address:
        if whole.itemsize % size or first % size:
            text = (
                "a pointer or reference into {name} is not known, for it lies in structures whose"
                " size is no multiple of its elements': use indices, or copy the element."
            )
            scope.refuse(node, "apart", text, name=name)
        to = Pointer(kind, element.constant)
        address = as_other(scope, node, address_of_element(outermost), to)
        return replace(
            address, offset=added(address.offset, operators.constant(first // size, INT64))
        )

    return pointer


def in_order(address: Address | Whole, kind: CType) -> list[Element]:
    """All elements of a member that is an array, one behind the other."""
    of, shape = dimensions(kind)
    assert isinstance(of, (np.dtype, Struct))
    if isinstance(address, Whole):
        found = [
            (*address.index, *(operators.constant(axis, INT64) for axis in index))
            for index in np.ndindex(shape)
        ]
        return [
            Element(of, address.array, index, address.shape, address.constant, apart=address.apart)
            for index in found
        ]
    rows = [operators.constant(row, INT64) for row in range(math.prod(shape))]
    return [
        Element(of, address.array, (added(address.offset, row),), constant=address.kind.constant)
        for row in rows
    ]


def copied(whole: Whole) -> Expr:
    """The elements of a variable's member that is an array, as they are copied with the variable.

    That is no read: elements that are not set yet are copied, too, and nothing is counted.
    """
    of, shape = dimensions(whole.kind)
    array, count = whole.array.run, math.prod(shape)
    assert isinstance(of, np.dtype)

    def find(frame: CallFrame, mask: Mask) -> Value:
        local = array(frame, mask)
        return tuple(local.gather(np.int64(row)) for row in range(count))

    return Expr(TupleType((of,) * count), find, UNKNOWN, pure=False)


def flat(array: Expr) -> Expr:
    """All elements of an array one behind the other."""
    assert isinstance(array.type, ArrayType)
    if array.type.ndim == 1:
        return array
    run = array.run

    def all_elements(frame: CallFrame, mask: Mask) -> Value:
        elements = run(frame, mask)
        return reshaped(elements, [size_of(elements.shape)])

    return Expr(replace(array.type, ndim=1), all_elements, UNKNOWN, array.pure)


def added(left: Expr, right: Expr) -> Expr:
    """The sum of two numbers of elements."""
    if left.is_const and left.const == 0:
        return right
    if right.is_const and right.const == 0:
        return left
    one, other = (operators.convert(side, INT64).run for side in (left, right))
    return Expr(INT64, lambda f, m: one(f, m) + other(f, m), UNKNOWN, left.pure and right.pure)


def negated(number: Expr) -> Expr:
    """The same number of elements the other way."""
    run = operators.convert(number, INT64).run
    return Expr(INT64, lambda f, m: -run(f, m), UNKNOWN, number.pure)


def times(number: Expr, factor: int) -> Expr:
    """So many elements, so many times."""
    if number.is_const and number.const == 0:
        return ZERO
    run, by = operators.convert(number, INT64).run, np.int64(factor)
    return Expr(INT64, lambda f, m: run(f, m) * by, UNKNOWN, number.pure)


def address_of_element(element: Element) -> Address:
    """`&a[i]`."""
    if element.apart is not None:
        return element.apart(element.index)
    return Address(
        Pointer(element.kind, element.constant),
        flat(element.array),
        _offset(element.index, element.shape),
    )


def decayed(whole: Whole) -> Address:
    """An array, or a row of one, as a pointer to its first element."""
    if whole.apart is not None:
        return whole.apart(whole.index)
    kind = whole.kind.of
    rows = (*whole.index, *(ZERO,) * (len(whole.shape) - len(whole.index)))
    while not isinstance(kind, (np.dtype, Struct, Pointer)):
        kind = kind.of  # type: ignore[union-attr, assignment]
    pointer = Pointer(kind, whole.constant, whole.shape[len(whole.index) + 1 :])
    return Address(pointer, flat(whole.array), _offset(rows, whole.shape), whole.cells)


def _offset(index: Sequence[Expr], shape: Sequence[int]) -> Expr:
    if len(index) == 1:
        return index[0]
    total, stride = ZERO, 1
    for axis, size in reversed(list(zip(index, shape, strict=True))):
        total = added(times(axis, stride), total) if stride > 1 else added(axis, total)
        stride *= size
    return total


def found_once(
    scope: CScope, element: Element
) -> tuple[Element, Callable[[CallFrame, Mask], None] | None]:
    """An element whose members are all read or written, and what finds it before that.

    Its index may do something, as in `all[n++]`, and that is done once. None: there is no need.
    """
    if element.array.pure and all(axis.pure for axis in element.index):
        return element, None
    outer = () if element.whole is None else (element.whole.array,)
    exprs = (element.array, *element.index, *outer)
    slots = [scope.temporary() for _ in exprs]
    runs = [one.run for one in exprs]

    def find(frame: CallFrame, mask: Mask) -> None:
        for slot, run in zip(slots, runs, strict=True):
            frame.variables[slot] = run(frame, mask)

    array, *index = (
        Expr(one.type, lambda frame, mask, slot=slot: frame.variables[slot])  # type: ignore[misc]
        for one, slot in zip(exprs, slots, strict=True)
    )
    if element.whole is None:
        return replace(element, array=array, index=tuple(index)), find
    *index, of_whole = index
    whole = replace(element.whole, array=of_whole, index=tuple(index))
    return replace(element, array=array, index=tuple(index), whole=whole), find


def aligned(scope: CScope, node: Placed, element: Element) -> Element:
    """The element, found once; the launch fails where a GPU could not read it at once."""
    assert isinstance(element.kind, Struct)
    assert isinstance(element.array.type, ArrayType)
    stride = elements_in(element.kind, element.array.type)
    if stride == 1 or vector_marks(element.kind)[0] == 0 or element.array.type.space == "local":
        return element
    run = operators.convert(element.index[0], INT64).run
    place, size = scope.place(node), element.array.type.dtype.itemsize * stride

    def find(frame: CallFrame, mask: Mask) -> Value:
        at = run(frame, mask)
        refuse_misaligned(frame, mask, at % stride == 0, size, place)
        return at

    return replace(element, index=(Expr(INT64, find, UNKNOWN, pure=False),))


def refuse_misaligned(
    frame: CallFrame, mask: Mask, holds: Value, size: int, place: SourcePlace
) -> None:
    """Raises KernelFailed for a lane whose address is no multiple of what it reads or writes."""
    wrong = mask.lanes & ~np.asarray(holds)
    if not wrong.any():
        return
    block, thread = frame.context.thread_group.first_thread(wrong)
    template = (
        "line {line}: thread {thread} of block {block} reads or writes {size} bytes at once at an"
        " address that is no multiple of {size}: a GPU ends the program there (misaligned address)."
        " Begin at another element."
    )
    values = {"line": place.line, "thread": str(thread), "block": str(block), "size": size}
    raise KernelFailed(Message("cuda-c.misaligned", template, values), place)


def as_other(scope: CScope, node: Placed, address: Address, kind: Pointer) -> Address:
    """The bytes that a pointer points to as elements of another type."""
    dtype = memory_dtype(kind.to)
    given = address.array_type.dtype
    assert dtype is not None
    if dtype == given or elements_in(kind.to, address.array_type) > 1:
        return replace(address, kind=kind)
    if address.array_type.space == "local" and dtype.itemsize != given.itemsize:
        text = (
            "a local array can be read only as numbers of its own size, or as vectors of its own"
            " numbers: {have} is not {want}."
        )
        values = {"have": name_of(address.kind), "want": name_of(kind)}
        scope.refuse(node, "local-bytes", text, **values)
    scope.program.bitcast_sizes |= {_unit(dtype), _unit(given)}
    run, one, other = address.array.run, given.itemsize, dtype.itemsize
    target: Scalar = dtype

    def find(frame: CallFrame, mask: Mask) -> Value:
        row = frame.context.launch_state.bitcast_row
        return mapped(run(frame, mask), lambda view: bitcast(view, target, row(view.array, target)))

    offset = times(address.offset, one)
    if other > 1 and not (offset.is_const and offset.const == 0):
        offset = _in_units(offset, other, scope.place(node))
    array = Expr(replace(address.array_type, dtype=dtype), find, UNKNOWN, pure=False)
    return Address(kind, array, offset)


def _in_units(offset: Expr, size: int, place: SourcePlace) -> Expr:
    """A number of bytes as one of elements."""
    inner, by = offset.run, np.int64(size)

    def find(frame: CallFrame, mask: Mask) -> Value:
        at = inner(frame, mask)
        refuse_misaligned(frame, mask, at % by == 0, size, place)
        return at // by

    return Expr(INT64, find, UNKNOWN, pure=False)


def _unit(dtype: Scalar) -> int:
    return dtype.itemsize
