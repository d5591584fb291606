"""Memory on the emulated device: what `numba.cuda` offers to reserve, pin, map and copy it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gpuviz.cuda.arrays import DeviceArray, DeviceRecord, undefined
from gpuviz.cuda.device_work import pin, unpin
from gpuviz.cuda.interface import (
    ManagedArray,
    MappedArray,
    SharedArray,
    as_device_array,
    host_view,
    is_cuda_array,
)
from gpuviz.cuda.layouts import copy_of, errmsg_contiguous_buffer, has_gaps
from gpuviz.cuda.recording import current_train
from gpuviz.cuda.watched_array import PinnedArray
from gpuviz.messages import Message, NotSupportedError

Shape = int | tuple[int, ...]


def to_device(
    obj: ArrayLike | DeviceArray,
    stream: object = 0,
    copy: bool = True,
    to: DeviceArray | None = None,
) -> DeviceArray:
    """Copies a host array to the device. Raises ValueError, as Numba does, for one with gaps."""
    if to is not None:
        if copy:
            to.copy_to_device(obj, stream)
        return to
    if is_cuda_array(obj):
        return as_device_array(obj)
    host = np.asarray(obj)
    if has_gaps(host):
        raise ValueError(errmsg_contiguous_buffer)
    if not copy:
        return undefined(np.empty_like(host), stream)
    kind = DeviceRecord if isinstance(obj, np.void) else DeviceArray
    array = kind(copy_of(host), stream=stream)
    array.came_from(obj, stream)
    return array


def as_cuda_array(obj: Any, sync: bool = True) -> DeviceArray:
    """The device array that an object's `__cuda_array_interface__` describes."""
    return as_device_array(obj, sync)


def from_cuda_array_interface(
    desc: dict[str, Any], owner: object = None, sync: bool = True
) -> DeviceArray:
    """The device array that such a description stands for."""
    return as_device_array(_Described(desc), sync)


def device_array(
    shape: Shape,
    dtype: DTypeLike = np.float64,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
    stream: object = 0,
) -> DeviceArray:
    """An array in device memory with no defined contents."""
    return undefined(_empty(shape, dtype, strides, order), stream)


def device_array_like(ary: Any, stream: object = 0) -> DeviceArray:
    """A device array of the same shape, type and order, with no defined contents."""
    return undefined(np.empty_like(host_view(ary), subok=False), stream)


def device_record(dtype: DTypeLike, stream: object = 0) -> DeviceRecord:
    """A record in device memory with no defined contents."""
    array = undefined(np.empty((), dtype), stream)
    return DeviceRecord(array.data, array.fresh, array.memory, stream)


def pinned_array(
    shape: Shape,
    dtype: DTypeLike = np.float64,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
) -> NDArray[Any]:
    """A page-locked host array; on the emulator it is like any other."""
    return _pinned(_zeros(shape, dtype, strides, order).view(PinnedArray))


def pinned_array_like(ary: NDArray[Any]) -> NDArray[Any]:
    """A pinned host array of the same shape and type."""
    return _pinned(np.zeros_like(host_view(ary), subok=False).view(PinnedArray))


def mapped_array(
    shape: Shape,
    dtype: DTypeLike = np.float64,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
    stream: object = 0,
    portable: bool = False,
    wc: bool = False,
) -> NDArray[Any]:
    """A host array that kernels see without a copy."""
    return _shared(_zeros(shape, dtype, strides, order).view(MappedArray).bind(stream))


def mapped_array_like(
    ary: NDArray[Any], stream: object = 0, portable: bool = False, wc: bool = False
) -> NDArray[Any]:
    """A mapped host array of the same shape and type."""
    return _shared(np.zeros_like(host_view(ary), subok=False).view(MappedArray).bind(stream))


def managed_array(
    shape: Shape,
    dtype: DTypeLike = np.float64,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
    stream: object = 0,
    attach_global: bool = True,
) -> NDArray[Any]:
    """An array that host and device share."""
    return _shared(_zeros(shape, dtype, strides, order).view(ManagedArray).bind(stream))


@contextmanager
def pinned(*arylist: NDArray[Any]) -> Iterator[None]:
    """Inside the `with`, the host arrays are pinned; on the emulator that changes no result."""
    train = current_train()
    before = [] if train is None else list(train.pinned)
    for array in arylist:
        _pinned(array)
    try:
        yield
    finally:
        for array in arylist:
            unpin(array)
        if train is not None:
            train.pinned[:] = before


@contextmanager
def mapped(*arylist: NDArray[Any], stream: object = 0) -> Iterator[Any]:
    """Inside the `with`, kernels see the host arrays without a copy."""
    arrays = [_shared(array.view(MappedArray).bind(stream)).on_device for array in arylist]
    yield arrays[0] if len(arrays) == 1 else arrays


class _Described:
    def __init__(self, interface: dict[str, Any]) -> None:
        self.__cuda_array_interface__ = interface


def _pinned(array: NDArray[Any]) -> NDArray[Any]:
    """The array, page-locked, and written down as such if anybody wants to know."""
    pin(array)
    train = current_train()
    if train is not None:
        train.pinned.append(array)
    return array


def _shared(array: SharedArray) -> SharedArray:
    """The array; that there is memory of this kind is written down if anybody wants to know."""
    pin(array)
    train = current_train()
    if train is not None:
        train.shares = True
    return array


def _zeros(
    shape: Shape, dtype: DTypeLike, strides: tuple[int, ...] | None, order: str
) -> NDArray[Any]:
    array = _empty(shape, dtype, strides, order)
    array[...] = np.zeros((), array.dtype)
    return array


def _empty(
    shape: Shape, dtype: DTypeLike, strides: tuple[int, ...] | None, order: str
) -> NDArray[Any]:
    """New memory; elements that `strides` leaves out are there as well."""
    kind = as_dtype(dtype)
    dense = np.empty(shape, kind, order="F" if order == "F" else "C")
    if strides is None or tuple(strides) == dense.strides:
        return dense
    if len(strides) != dense.ndim or any(stride < 0 for stride in strides):
        template = "strides {strides} do not fit an array of {ndim} dimensions: leave them out."
        values = {"strides": tuple(strides), "ndim": dense.ndim}
        raise NotSupportedError(Message("cuda.strides", template, values))
    last = sum((n - 1) * stride for n, stride in zip(dense.shape, strides, strict=True))
    memory = np.zeros(last + kind.itemsize if dense.size else 0, np.uint8)
    return np.ndarray(dense.shape, kind, memory.data, 0, strides)


def as_dtype(dtype: Any) -> np.dtype[Any]:
    """A NumPy type from what NumPy or Numba call one."""
    if type(dtype).__module__.startswith("numba."):
        dtype = getattr(dtype, "dtype", None) or str(dtype)
    kind: np.dtype[Any] = np.dtype(dtype)
    return kind
