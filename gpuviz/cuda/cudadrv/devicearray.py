"""Names of `numba.cuda.cudadrv.devicearray`."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda.allocation import device_array_like, device_record, to_device
from gpuviz.cuda.arrays import DeviceArray, DeviceRecord
from gpuviz.cuda.interface import ManagedArray, MappedArray, as_device_array, is_cuda_array
from gpuviz.cuda.layouts import array_core, check_alike, errmsg_contiguous_buffer

DeviceNDArrayBase = DeviceNDArray = DeviceArray
MappedNDArray = MappedArray
ManagedNDArray = ManagedArray

__all__ = [
    "DeviceNDArray",
    "DeviceNDArrayBase",
    "DeviceRecord",
    "ManagedNDArray",
    "MappedNDArray",
    "array_core",
    "auto_device",
    "check_array_compatibility",
    "errmsg_contiguous_buffer",
    "from_array_like",
    "from_record_like",
    "is_contiguous",
    "is_cuda_ndarray",
    "require_cuda_ndarray",
    "sentry_contiguous",
    "verify_cuda_ndarray_interface",
]


def is_cuda_ndarray(obj: object) -> bool:
    """Whether an object is a device array."""
    return bool(getattr(obj, "__cuda_ndarray__", False))


def require_cuda_ndarray(obj: object) -> None:
    """Raises ValueError for what is no device array."""
    if not is_cuda_ndarray(obj):
        raise ValueError("require an cuda ndarray object")


def verify_cuda_ndarray_interface(obj: Any) -> None:
    """Raises ValueError for what is no device array, AttributeError for one that lacks something.

    It has shape and strides, which are tuples, a dtype and a size.
    """
    require_cuda_ndarray(obj)
    kinds = {"shape": tuple, "strides": tuple, "dtype": np.dtype, "size": int}
    for name, kind in kinds.items():
        if not isinstance(getattr(obj, name), kind):
            raise AttributeError(f"{name} must be of type {kind}")


def from_array_like(ary: Any, stream: object = 0, gpu_data: object = None) -> DeviceArray:
    """A device array of the same shape, type and order, with no defined contents."""
    return device_array_like(ary, stream)


def from_record_like(rec: Any, stream: object = 0, gpu_data: object = None) -> DeviceArray:
    """A record on the device of the same type, with no defined contents."""
    return device_record(rec.dtype, stream)


def auto_device(
    obj: Any, stream: object = 0, copy: bool = True, user_explicit: bool = False
) -> tuple[DeviceArray, bool]:
    """The object on the device, and whether it had to be copied there."""
    if is_cuda_array(obj):
        return as_device_array(obj), False
    return to_device(obj, stream, copy), True


def is_contiguous(ary: Any) -> bool:
    """Whether the elements lie row by row without gaps, where dimensions of one do not count."""
    step = ary.dtype.itemsize
    for count, stride in zip(reversed(ary.shape), reversed(ary.strides), strict=True):
        if count > 1 and stride != 0:
            if stride != step:
                return False
            step *= count
    return True


def sentry_contiguous(ary: Any) -> None:
    """Raises ValueError for an array with gaps."""
    core = array_core(ary)
    if not core.flags["C_CONTIGUOUS"] and not core.flags["F_CONTIGUOUS"]:
        raise ValueError(errmsg_contiguous_buffer)


def check_array_compatibility(ary1: Any, ary2: Any) -> None:
    """Raises TypeError or ValueError for two arrays that are not laid out alike."""
    check_alike(ary1, ary2)
