"""Device memory as other libraries see it, by `__cuda_array_interface__`."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

from gpuviz.cuda.arrays import DeviceArray, living
from gpuviz.cuda.errors import BadType
from gpuviz.messages import Message


class MappedArray(np.ndarray[Any, Any]):
    """Host memory that kernels see without a copy: mapped or managed."""

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where it lies, for other libraries."""
        return DeviceArray(np.asarray(self)).__cuda_array_interface__

    def copy_to_host(self, ary: NDArray[Any] | None = None, stream: object = 0) -> NDArray[Any]:
        """The contents as another host array, or copied into `ary`."""
        return DeviceArray(np.asarray(self)).copy_to_host(ary)


def is_cuda_array(obj: object) -> bool:
    """Whether kernels take an object as memory of the device."""
    return isinstance(obj, DeviceArray) or hasattr(obj, "__cuda_array_interface__")


def as_device_array(obj: Any) -> DeviceArray:
    """The device array that an object is, or that its `__cuda_array_interface__` describes.

    What it is part of counts as written from now on.
    Raises BadType for memory that is not the emulator's: it lies on a GPU.
    """
    if isinstance(obj, DeviceArray):
        return obj
    if isinstance(obj, MappedArray):
        return DeviceArray(np.asarray(obj))
    if not is_cuda_array(obj):
        template = "{what} has no __cuda_array_interface__: make a device array of it, to_device."
        raise BadType(Message("cuda.no-interface", template, {"what": type(obj).__name__}))
    return _described(obj.__cuda_array_interface__)


def _described(interface: dict[str, Any]) -> DeviceArray:
    dtype, first = np.dtype(interface["typestr"]), interface["data"][0]
    if dtype.kind == "V" and interface.get("descr"):
        dtype = np.dtype(interface["descr"])
    owner = next((array for array in living() if _holds(array, first)), None)
    if owner is None:
        template = (
            "the array lies in memory that is not the emulator's: copy it to the host before."
        )
        raise BadType(Message("cuda.foreign-memory", template))
    if owner.fresh is not None:
        owner.fresh[...] = False
    memory = (ctypes.c_uint8 * (byte_bounds(owner.data)[1] - first)).from_address(first)
    memory.owner = owner  # keeps it alive
    shape, strides = interface["shape"], interface.get("strides")
    return DeviceArray(np.ndarray(shape, dtype, memory, 0, strides), None, owner.memory)


def _holds(array: DeviceArray, address: int) -> bool:
    low, high = byte_bounds(array.data)
    return low <= address < max(high, low + 1)


def bytes_in_use(gpu: int = 0) -> int:
    """Bytes of a GPU's memory, what several arrays share counted once."""
    here = (array for array in living() if array.memory.gpu == gpu)
    return sum({id(array.memory): array.nbytes for array in here}.values())
