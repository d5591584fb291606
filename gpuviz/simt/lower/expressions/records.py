"""Records in kernels: `a[i].x`, `a.x[i]`, `a["x"][i]`, and whole records that are copied.

A record is an array of records of which no axis is left; so is a field of it of the field's own
array. So nothing is read before a number is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.memory import slicing
from gpuviz.simt.memory.arrays import Elements
from gpuviz.simt.memory.records import Field, begins_aligned, field_elements, field_named, fields_of
from gpuviz.simt.memory.views import PerLaneArray
from gpuviz.simt.types import ArrayType, Scalar, Type


def is_record(kind: object) -> bool:
    """Whether it is one record: all its indices are given."""
    return isinstance(kind, ArrayType) and kind.ndim == 0 and kind.dtype.names is not None


def has_field(kind: object, name: str) -> bool:
    """Whether an array or a record has a field of that name."""
    return isinstance(kind, ArrayType) and field_named(kind.dtype, name) is not None


def field_of(scope: Scope, node: ast.expr, base: Expr, name: str) -> Expr:
    """A field: an array, a record, or the place of one number (no index is left)."""
    kind, run = base.type, base.run
    assert isinstance(kind, ArrayType)
    field = field_named(kind.dtype, name)
    assert field is not None
    if not begins_aligned(field):
        text = (
            "{text}: the field {name} begins at byte {offset} of its record, which is no multiple"
            " of {size}, and Numba refuses that: make the type with np.dtype([...], align=True)."
        )
        values = {"offset": field.offset, "size": field.dtype.alignment}
        scope.refuse(node, "unaligned", text, name=name, text=ast.unparse(node), **values)

    def find(frame: CallFrame, mask: Mask) -> Value:
        return _field(frame, run(frame, mask), field)

    part = replace(kind, dtype=field.dtype, ndim=kind.ndim + len(field.shape))
    return Expr(part, find, UNKNOWN, pure=False)


def nth_field(scope: Scope, node: ast.Subscript, kind: Type, lower: Lower) -> str:
    """The name of the field that a record's `r[0]` stands for."""
    assert isinstance(kind, ArrayType)
    names, index = kind.dtype.names or (), lower(scope, node.slice).const
    if not isinstance(index, (int, np.integer)) or not -len(names) <= index < len(names):
        text = "{text}: the fields of this record are {names}; write {owner}.{first}."
        owner = ast.unparse(node.value)
        values = {"text": ast.unparse(node), "names": ", ".join(names), "owner": owner}
        scope.refuse(node, "field", text, first=names[0], **values)
    return names[int(index)]


def loaded(scope: Scope, node: ast.expr, field: Expr) -> Expr:
    """The number that a field of a record holds; an array or a record is not read yet."""
    kind = field.type
    assert isinstance(kind, ArrayType)
    if kind.ndim or kind.dtype.names:
        return field
    place, point = field.run, scope.point(node)

    def load(frame: CallFrame, mask: Mask) -> Value:
        return frame.context.load(frame, point, place(frame, mask), [], mask)

    return Expr(kind.dtype, load, UNKNOWN, pure=False)


def copied(
    frame: CallFrame, mask: Mask, point: AccessPoint, target: Elements, source: Elements
) -> None:
    """Copies a record into another one, number by number: all are read before one is written."""
    read = [
        frame.context.load(frame, point, array, index, mask)
        for array, index in _numbers(frame, source)
    ]
    for (array, index), value in zip(_numbers(frame, target), read, strict=True):
        stored = value.astype(array.root.dtype, copy=False)
        frame.context.store(frame, point, array, index, mask, stored)


def same_record(one: Scalar, other: Scalar) -> bool:
    """Whether one record can be copied into another: the same fields in the same places."""
    if one.names is None or one.names != other.names:
        return False
    return all(
        (mine.shape, mine.offset) == (theirs.shape, theirs.offset)
        and (mine.dtype == theirs.dtype or same_record(mine.dtype, theirs.dtype))
        for mine, theirs in zip(fields_of(one), fields_of(other), strict=True)
    )


def _numbers(frame: CallFrame, elements: Elements) -> Iterator[tuple[Elements, list[Value]]]:
    """The numbers of a record, with their indices: fields in order, elements in C order."""
    for field in fields_of(elements.root.dtype):
        part = _field(frame, elements, field)
        for rest in np.ndindex(field.shape):
            index = [np.int64(axis) for axis in rest]
            if field.dtype.names is None:
                yield part, index
            else:
                yield from _numbers(frame, slicing.part(part, index))


def _field(frame: CallFrame, elements: Elements, field: Field) -> Elements:
    if isinstance(elements, PerLaneArray):
        parts = ((lanes, _field(frame, part, field)) for lanes, part in elements.parts)
        return PerLaneArray(tuple(parts))
    row = frame.context.launch_state.field_row(elements.root, field)
    return field_elements(elements, field, row)
