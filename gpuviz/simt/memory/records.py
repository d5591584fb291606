"""Fields of records: each is an array of its own that lies in the memory of the array of records.

The real and the imaginary parts of complex numbers are such fields, too. A field counts its
elements in steps of `unit` bytes, the largest that reaches every one of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from gpuviz.simt.memory.arrays import (
    AnyArray,
    CommonArray,
    GlobalArray,
    OneArray,
    SharedArray,
    c_strides,
)
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.memory.views import View, ViewAxis
from gpuviz.simt.types import is_number_type, is_text
from gpuviz.trace.source import ArrayInfo

PARTS = ("real", "imag")


class Field(NamedTuple):
    """Where a field lies in its record, and what is in it."""

    name: str
    dtype: np.dtype[Any]  # of one number or inner record
    shape: tuple[int, ...]  # () for a single one
    offset: int  # bytes


def fields_of(dtype: np.dtype[Any]) -> Iterator[Field]:
    """The fields of a record."""
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        yield Field(name, kind.base, kind.shape, offset)


def field_named(dtype: np.dtype[Any], name: str) -> Field | None:
    """A field of a record, or a part of a complex number; None where there is no such one."""
    if dtype.kind == "c" and name in PARTS:
        part = np.empty(0, dtype).real.dtype
        return Field(name, part, (), part.itemsize * PARTS.index(name))
    return next((field for field in fields_of(dtype) if field.name == name), None)


def is_known(dtype: np.dtype[Any]) -> bool:
    """Whether kernels know a type of elements: numbers, texts, and records of them."""
    if dtype.names:
        return all(is_known(part.dtype) for part in fields_of(dtype))
    return is_number_type(dtype) or is_text(dtype)


def begins_aligned(field: Field) -> bool:
    """Whether a field begins in its record where Numba takes it: at a multiple of its size.

    Where the record itself begins does not matter: Numba reads and writes fields byte by byte.
    """
    return field.dtype.names is not None or field.offset % field.dtype.alignment == 0


def lie_aligned(array: CommonArray) -> bool:
    """Whether every element of an array lies at a multiple of its size, as atomics need it."""
    size = array.dtype.alignment
    return array.unit % size == 0 == array.address % size


def field_info(array: AnyArray, field: Field, whole: ArrayInfo) -> ArrayInfo:
    """The row of a field in the trace's arrays; `whole` is that of the records."""
    name, shape = f"{whole.name}.{field.name}", (*array.shape, *field.shape)
    address = whole.address + field.offset
    owner = whole.part_of or whole.name
    steps = whole.strides or tuple(n * whole.dtype.itemsize for n in c_strides(whole.shape))
    steps = (*steps, *(n * field.dtype.itemsize for n in c_strides(field.shape)))
    return ArrayInfo(
        name, whole.space, shape, field.dtype, address, whole.initialised, owner, steps
    )


def field_array(array: AnyArray, field: Field, row: int) -> AnyArray:
    """The array of a field, with its row in the trace's arrays; made when it is met first."""
    known: AnyArray | None = array.parts.get(field.name)
    if known is not None:
        known.row = row  # another run of the launch may number its arrays otherwise
        return known
    if isinstance(array, LocalArray):
        made = array.parts[field.name] = _of_local(array, field, row)
        return made
    if isinstance(array, SharedArray):
        shared = array.parts[field.name] = _of_shared(array, field, row)
        return shared
    part = array.parts[field.name] = _of_global(array, field, row)
    return part


def field_elements(elements: OneArray, field: Field, row: int) -> OneArray:
    """A field of an array, or of what a view shows of one."""
    if not isinstance(elements, View):
        return field_array(elements, field, row)
    whole = elements.array
    part = field_array(whole, field, row)
    scale = _scale(whole, part)
    outer = (axis._replace(stride=axis.stride * scale) for axis in elements.axes)
    sides = zip(field.shape, part.strides[len(whole.shape) :], strict=True)
    inner = (ViewAxis(size, stride, len(whole.shape) + k) for k, (size, stride) in enumerate(sides))
    offset, axes = elements.offset * scale, (*outer, *inner)
    return View(part, offset, axes, elements.fixed, elements.outside)


def _scale(whole: AnyArray, part: AnyArray) -> int:
    """Places of a field for each place of the records."""
    if isinstance(whole, LocalArray) or isinstance(part, LocalArray):
        return len(part.data) // len(whole.data)
    return whole.unit // part.unit


def _of_local(array: LocalArray, field: Field, row: int) -> LocalArray:
    """Nobody else sees a local array: its fields lie where it suits."""
    count = math.prod(field.shape)
    cells = (len(array.data) * count, *array.data.shape[1:])
    strides = (*(step * count for step in array.strides), *c_strides(field.shape))
    return LocalArray(
        array.name,
        row,
        np.zeros(cells, field.dtype),
        np.ones(cells, np.bool_),
        (*array.shape, *field.shape),
        strides,
        array.address + field.offset,
        array.offset * count,
    )


def _of_shared(array: SharedArray, field: Field, row: int) -> SharedArray:
    unit, strides = _steps(array, field)
    first = _first_of_each(array.data, field)
    places = array.data.shape[1] * array.unit // unit
    data = as_strided(first, (len(first), places), (array.data.strides[0], unit))
    part = SharedArray(
        array.name,
        row,
        data,
        np.full(data.shape, bool(array.fresh.any()) and not array.all_written),
        (*array.shape, *field.shape),
        strides,
        array.address + field.offset,
        array.offset * array.unit // unit,
        step=unit,
        whole=array.whole or array,
    )
    if array.unwritten_bytes is not None:
        array.unwritten_bytes.add_new(part)
    return part


def _of_global(array: GlobalArray, field: Field, row: int) -> GlobalArray:
    unit, strides = _steps(array, field)
    fresh = None if array.fresh is None else np.repeat(array.fresh, array.unit // unit)
    return GlobalArray(
        array.name,
        row,
        _window(array, field, unit),
        (*array.shape, *field.shape),
        strides,
        array.address + field.offset,
        array.offset * array.unit // unit,
        fresh=fresh,
        step=unit,
        space=array.space,
        whole=array.whole or array,
    )


def _steps(array: GlobalArray | SharedArray, field: Field) -> tuple[int, tuple[int, ...]]:
    """Bytes from one place to the next, and places from one element to the next by dimension."""
    unit = math.gcd(array.unit, field.dtype.itemsize)
    outer = (step * (array.unit // unit) for step in array.strides)
    inner = (step * (field.dtype.itemsize // unit) for step in c_strides(field.shape))
    return unit, (*outer, *inner)


def _window(array: GlobalArray, field: Field, unit: int) -> NDArray[Any]:
    """All places of the field, `unit` bytes apart: some lie between its elements."""
    first = _first_of_each(array.data, field)
    if not len(first):
        return first
    room = (len(first) - 1) * array.unit + array.dtype.itemsize - field.offset
    return as_strided(first, ((room - field.dtype.itemsize) // unit + 1,), (unit,))


def _first_of_each(data: NDArray[Any], field: Field) -> NDArray[Any]:
    """The field's first element in every record."""
    part: NDArray[Any] = getattr(data, field.name) if data.dtype.kind == "c" else data[field.name]
    for _ in field.shape:
        part = part[..., 0]
    return part
