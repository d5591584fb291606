"""The bytes of an array as elements of another type: `a.view(dtype)`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from gpuviz.simt.execution.thread_group import Value
from gpuviz.simt.memory.arrays import AnyArray, GlobalArray, SharedArray
from gpuviz.simt.memory.local import LocalArray
from gpuviz.simt.memory.unwritten_bytes import UnwrittenBytes
from gpuviz.simt.memory.views import View, ViewAxis


def part_name(dtype: np.dtype[Any]) -> str:
    """How an array calls its bytes as elements of a type."""
    return f"view({dtype})"


def bitcast(view: View, dtype: np.dtype[Any], row: int) -> View:
    """A view's bytes as elements of `dtype`; the last axis shrinks or grows as their size asks.

    `row` is that of the array of such elements in the trace's arrays.
    """
    whole: AnyArray = view.array
    made = _array(whole, dtype, row)
    made.row = row
    if isinstance(made, LocalArray) or isinstance(whole, LocalArray):
        return View(made, view.offset, view.axes, view.fixed, view.outside)
    scale, offset = whole.unit // made.unit, view.offset * (whole.unit // made.unit)
    axes = [axis._replace(stride=axis.stride * scale) for axis in view.axes]
    if whole.dtype.itemsize == dtype.itemsize:
        return View(made, offset, tuple(axes), view.fixed, view.outside)
    count = axes[-1].size * whole.dtype.itemsize // dtype.itemsize
    axes[-1] = ViewAxis(count, dtype.itemsize // made.unit, axes[-1].dimension)
    return View(made, offset, tuple(axes), None, view.outside)


def divides(view: View, dtype: np.dtype[Any]) -> Value:
    """Whether the last axis lies side by side and is a whole number of the new elements, by lane.

    It need not where old and new elements have the same size.
    """
    size = view.array.dtype.itemsize
    if size == dtype.itemsize:
        return np.bool_(True)
    if not view.axes or isinstance(view.array, LocalArray):
        return np.bool_(False)
    last = view.axes[-1]
    dense = (np.asarray(last.stride) * view.array.unit == size) | (np.asarray(last.size) <= 1)
    return dense & (np.asarray(last.size) * size % dtype.itemsize == 0)


def is_aligned(view: View, dtype: np.dtype[Any]) -> Value:
    """Whether the first element lies where a GPU can read one of that type, by lane."""
    if isinstance(view.array, LocalArray):
        return np.bool_(True)
    return (view.array.address + view.offset * view.array.unit) % dtype.alignment == 0


def _array(whole: AnyArray, dtype: np.dtype[Any], row: int) -> AnyArray:
    """All bytes of an array's memory as elements of another type; made when it is met first.

    What is written as one type may be read as another: shared memory is marked byte by byte from
    now on, and in global memory nothing counts as unwritten any more.
    """
    known: AnyArray | None = whole.parts.get(part_name(dtype))
    if known is not None:
        return known
    if isinstance(whole, LocalArray):
        local = whole.parts[part_name(dtype)] = _of_local(whole, dtype, row)
        return local
    if isinstance(whole, SharedArray):
        shared = whole.parts[part_name(dtype)] = _of_shared(whole, dtype, row)
        return shared
    made = whole.parts[part_name(dtype)] = _of_global(whole, dtype, row)
    return made


def _of_local(whole: LocalArray, dtype: np.dtype[Any], row: int) -> LocalArray:
    return LocalArray(
        whole.name,
        row,
        whole.data.view(dtype),
        whole.fresh,
        whole.shape,
        whole.strides,
        whole.address,
        whole.offset,
    )


def _of_shared(whole: SharedArray, dtype: np.dtype[Any], row: int) -> SharedArray:
    unit = math.gcd(whole.unit, dtype.itemsize)
    places = whole.data.shape[1] * whole.unit // unit
    first = _bytes(whole.data.reshape(-1), whole.unit)[: dtype.itemsize].view(dtype)
    shape, steps = (len(whole.data), places), (whole.data.strides[0], unit)
    declared = whole.whole or whole
    made = SharedArray(
        whole.name,
        row,
        as_strided(first, shape, steps),
        np.ones((1, places), np.bool_),
        (places * unit // dtype.itemsize,),
        (dtype.itemsize // unit,),
        whole.address,
        step=unit,
        whole=declared,
    )
    if declared.unwritten_bytes is None:
        declared.unwritten_bytes = UnwrittenBytes.of(declared)
    declared.unwritten_bytes.add(made)
    return made


def _of_global(whole: GlobalArray, dtype: np.dtype[Any], row: int) -> GlobalArray:
    if whole.fresh is not None:
        whole.fresh[...] = False
    whole.fresh = whole.writer = None
    unit, memory = math.gcd(whole.unit, dtype.itemsize), _bytes(whole.data, whole.unit)
    places = max((len(memory) - dtype.itemsize) // unit + 1, 0)
    first = memory[: dtype.itemsize].view(dtype) if places else np.zeros(0, dtype)
    return GlobalArray(
        whole.name,
        row,
        as_strided(first, (places,), (unit,)),
        (len(memory) // dtype.itemsize,),
        (dtype.itemsize // unit,),
        whole.address,
        space=whole.space,
        step=unit,
        whole=whole.whole or whole,
    )


def _bytes(data: NDArray[Any], unit: int) -> NDArray[np.uint8]:
    """The bytes from the first element of a row to the last, which lie `unit` bytes apart."""
    if not len(data):
        return np.zeros(0, np.uint8)
    count = (len(data) - 1) * unit + data.itemsize
    return as_strided(data[:1].view(np.uint8), (count,), (1,))
