"""Device arrays on the emulator: host memory that behaves as if it had to be copied."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray


class DeviceArray:
    """An array in device memory. Only `copy_to_host` shows the host what is in it."""

    def __init__(self, data: NDArray[Any]) -> None:
        self.data = data

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.data.dtype

    @property
    def size(self) -> int:
        return self.data.size

    @property
    def ndim(self) -> int:
        return self.data.ndim

    @property
    def nbytes(self) -> int:
        return self.data.nbytes

    def __len__(self) -> int:
        return len(self.data)

    def copy_to_host(self, ary: NDArray[Any] | None = None, stream: object = 0) -> NDArray[Any]:
        """The contents as a host array, or copied into `ary`."""
        if ary is None:
            return self.data.copy()
        np.copyto(ary, self.data)
        return ary

    def copy_to_device(self, ary: ArrayLike | DeviceArray, stream: object = 0) -> None:
        """Overwrites the contents with those of a host or device array."""
        np.copyto(self.data, ary.data if isinstance(ary, DeviceArray) else np.asarray(ary))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return self.data.astype(dtype or self.dtype)


def to_device(
    obj: ArrayLike | DeviceArray, stream: object = 0, copy: bool = True, to: DeviceArray | None = None
) -> DeviceArray:
    """Copies a host array to the device."""
    if isinstance(obj, DeviceArray):
        return obj
    if to is not None:
        to.copy_to_device(obj)
        return to
    return DeviceArray(np.array(obj, order="K"))


def device_array(
    shape: int | tuple[int, ...], dtype: DTypeLike = np.float64, strides: object = None, order: str = "C"
) -> DeviceArray:
    """An array in device memory with no defined contents."""
    return DeviceArray(np.zeros(shape, dtype, order="F" if order == "F" else "C"))


def device_array_like(ary: NDArray[Any] | DeviceArray, stream: object = 0) -> DeviceArray:
    """A device array of the same shape and type, with no defined contents."""
    return device_array(ary.shape, ary.dtype)


def pinned_array(shape: int | tuple[int, ...], dtype: DTypeLike = np.float64) -> NDArray[Any]:
    """A host array; on the emulator all host memory is alike."""
    return np.zeros(shape, dtype)


def pinned_array_like(ary: NDArray[Any]) -> NDArray[Any]:
    """A pinned host array of the same shape and type."""
    return np.zeros_like(ary)
