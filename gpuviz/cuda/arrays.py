"""Device arrays on the emulator: host memory that behaves as if it had to be copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.messages import Message, NotSupportedError

Shape = int | tuple[int, ...]


class DeviceArray:
    """An array in device memory. Only copies show the host what is in it.

    `fresh` has the shape of `data` and is true where nobody wrote yet; None: all was written.
    """

    def __init__(self, data: NDArray[Any], fresh: NDArray[np.bool_] | None = None) -> None:
        self.data = data
        self.fresh = fresh

    @property
    def shape(self) -> tuple[int, ...]:
        """Elements along each dimension."""
        return self.data.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """Bytes from an element to the next along each dimension."""
        return self.data.strides

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of an element."""
        return self.data.dtype

    @property
    def size(self) -> int:
        """Elements."""
        return self.data.size

    @property
    def ndim(self) -> int:
        """Dimensions."""
        return self.data.ndim

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.data.nbytes

    @property
    def T(self) -> DeviceArray:
        """The same memory with the dimensions in reverse order."""
        return self._view(self.data.T, lambda part: part.T)

    def is_c_contiguous(self) -> bool:
        """Whether the elements lie row by row without gaps."""
        return bool(self.data.flags.c_contiguous)

    def is_f_contiguous(self) -> bool:
        """Whether the elements lie column by column without gaps."""
        return bool(self.data.flags.f_contiguous)

    def copy_to_host(self, ary: NDArray[Any] | None = None, stream: object = 0) -> NDArray[Any]:
        """The contents as a host array, or copied into `ary`.

        Raises TypeError or ValueError, as Numba does, for an `ary` that is not laid out alike.
        """
        if ary is None:
            return self.data.copy(order="K")
        _check_alike(self.data, ary)
        np.copyto(ary.squeeze(), self.data.squeeze())
        return ary

    def copy_to_device(self, ary: ArrayLike | DeviceArray, stream: object = 0) -> None:
        """Overwrites the contents with those of a host or device array laid out alike."""
        source = ary.data if isinstance(ary, DeviceArray) else np.asarray(ary)
        if self.fresh is not None:
            self.fresh[...] = False
        if source.size:
            source = np.asarray(source, order="C" if self.is_c_contiguous() else "F")
            _check_alike(self.data, source)
            np.copyto(self.data.squeeze(), source.squeeze())

    def reshape(self, *shape: Any, order: Any = "C") -> DeviceArray:
        """The same memory in another shape."""
        new = _same_memory(self.data, self.data.reshape(*shape, order=order))
        return self._view(new, lambda part: part.reshape(*shape, order=order))

    def ravel(self, order: Any = "C") -> DeviceArray:
        """The same memory in one dimension."""
        new = _same_memory(self.data, self.data.ravel(order))
        return self._view(new, lambda part: part.ravel(order))

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: Any) -> Any:
        found = self.data[index]
        if not isinstance(found, np.ndarray):
            return found
        return self._view(found, lambda part: part[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self.data[index] = value.data if isinstance(value, DeviceArray) else value
        if self.fresh is not None:
            self.fresh[index] = False

    def _view(
        self, data: NDArray[Any], same: Callable[[NDArray[np.bool_]], NDArray[np.bool_]]
    ) -> DeviceArray:
        """Other eyes on the same memory; `same` looks at the flags of it alike."""
        return DeviceArray(data, None if self.fresh is None else same(self.fresh))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return self.data.astype(dtype or self.dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = [known for known in dir(type(self)) if not known.startswith("_")]
        raise UnknownAttribute(not_known(f"device array.{name}", known))

    def __repr__(self) -> str:
        return f"<device array, shape {self.shape}, {self.dtype}>"


def to_device(
    obj: ArrayLike | DeviceArray,
    stream: object = 0,
    copy: bool = True,
    to: DeviceArray | None = None,
) -> DeviceArray:
    """Copies a host array to the device. Raises ValueError, as Numba does, for one with gaps."""
    if to is not None:
        to.copy_to_device(obj)
        return to
    if isinstance(obj, DeviceArray):
        return obj
    host = np.asarray(obj)
    if not (host.flags.c_contiguous or host.flags.f_contiguous):
        raise ValueError("the array is a view with gaps: copy np.ascontiguousarray(...) of it")
    return DeviceArray(host.copy(order="K")) if copy else _undefined(np.empty_like(host))


def device_array(
    shape: Shape,
    dtype: DTypeLike = np.float64,
    strides: tuple[int, ...] | None = None,
    order: str = "C",
    stream: object = 0,
) -> DeviceArray:
    """An array in device memory with no defined contents."""
    data = np.empty(shape, dtype, order="F" if order == "F" else "C")
    if strides is not None and tuple(strides) != data.strides:
        template = "cuda.device_array with strides is not known to gpuviz yet: leave them out."
        raise NotSupportedError(Message("cuda.strides", template))
    return _undefined(data)


def device_array_like(ary: NDArray[Any] | DeviceArray, stream: object = 0) -> DeviceArray:
    """A device array of the same shape, type and order, with no defined contents."""
    source = ary.data if isinstance(ary, DeviceArray) else np.asarray(ary)
    return _undefined(np.empty_like(source))


def pinned_array(
    shape: Shape, dtype: DTypeLike = np.float64, strides: object = None, order: str = "C"
) -> NDArray[Any]:
    """A host array; on the emulator all host memory is alike."""
    return np.zeros(shape, dtype, order="F" if order == "F" else "C")


def pinned_array_like(ary: NDArray[Any]) -> NDArray[Any]:
    """A pinned host array of the same shape and type."""
    return np.zeros_like(ary)


def _undefined(data: NDArray[Any]) -> DeviceArray:
    """All bits set: NaN or -1. Zeros would make a kernel look right that relies on them."""
    if data.dtype.kind == "b":
        data.fill(True)
    elif data.size:
        data.ravel(order="K").view(np.uint8).fill(0xFF)
    return DeviceArray(data, np.ones_like(data, dtype=np.bool_))


def _same_memory(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
    if old.size and not np.may_share_memory(old, new):
        raise NotImplementedError("this would need a copy on the device, which Numba does not make")
    return new


def _check_alike(device: NDArray[Any], other: NDArray[Any]) -> None:
    """A copy between host and device moves bytes: type, shape and order must be the same."""
    one, two = device.squeeze(), other.squeeze()
    if one.dtype != two.dtype:
        raise TypeError(f"one array has the type {one.dtype}, the other {two.dtype}")
    if one.shape != two.shape:
        raise ValueError(f"one array has the shape {device.shape}, the other {other.shape}")
    if one.size and one.strides != two.strides:
        raise ValueError("one array lies in memory by rows, the other by columns")
