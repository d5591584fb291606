"""Device memory as other libraries see it, by `__cuda_array_interface__`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

from gpuviz.cuda.arrays import DeviceArray, living
from gpuviz.cuda.errors import BadType
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.pointers import MemoryPointer
from gpuviz.cuda.recording import current_gpu
from gpuviz.cuda.settings import numbas_setting
from gpuviz.cuda.streams import external_stream
from gpuviz.cuda.watched_array import WatchedArray
from gpuviz.messages import Message


class SharedArray(WatchedArray):
    """Host memory that kernels see without a copy; `stream` is the one of copies that name none."""

    __cuda_memory__ = True
    __cuda_ndarray__ = True
    stream: object = 0

    @property
    def on_device(self) -> DeviceArray:
        """The same memory as kernels see it; the host needs no copy to look at it."""
        memory = HostMemory(current_gpu(), for_kernels=True, of_host=True)
        return DeviceArray(np.asarray(self), None, memory, self.stream)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where it lies, for other libraries."""
        return self.on_device.__cuda_array_interface__

    @property
    def gpu_data(self) -> MemoryPointer:
        """Its memory."""
        return self.on_device.gpu_data

    @property
    def alloc_size(self) -> int:
        """Bytes of memory from its first element to its last."""
        return self.on_device.alloc_size

    @property
    def device_ctypes_pointer(self) -> ctypes.c_size_t:
        """Its address."""
        return self.on_device.device_ctypes_pointer

    def as_cuda_arg(self) -> MemoryPointer:
        """Its memory, as CUDA's driver takes it."""
        return self.gpu_data

    def copy_to_host(self, ary: NDArray[Any] | None = None, stream: object = 0) -> NDArray[Any]:
        """The contents as another host array, or copied into `ary`."""
        return self.on_device.copy_to_host(ary, stream)

    def copy_to_device(self, ary: Any, stream: object = 0) -> None:
        """Overwrites the contents with those of a host or device array laid out alike."""
        self.on_device.copy_to_device(ary, stream)

    def split(self, section: int, stream: object = 0) -> Iterator[DeviceArray]:
        """Parts of `section` elements one after the other, as device arrays."""
        return self.on_device.split(section, stream)

    def bind(self, stream: object = 0) -> SharedArray:
        """The same memory; copies that name no stream happen in this one."""
        bound = self.view()
        bound.stream = stream
        return bound


class MappedArray(SharedArray):
    """Page-locked memory of the host that is mapped into the device's."""


class ManagedArray(SharedArray):
    """Memory that moves to whoever uses it, host or device."""


def is_cuda_array(obj: object) -> bool:
    """Whether kernels take an object as memory of the device."""
    return isinstance(obj, DeviceArray) or hasattr(obj, "__cuda_array_interface__")


def host_view(array: Any) -> NDArray[Any]:
    """An array of the host or of the device, as NumPy has it; nothing is copied."""
    return as_device_array(array).data if is_cuda_array(array) else np.asarray(array)


def as_device_array(obj: Any, sync: bool = True) -> DeviceArray:
    """The device array that an object is, or that its `__cuda_array_interface__` describes.

    What it is part of counts as written from now on. Where the description names a stream it is
    that of copies, and its work is waited for, unless `sync` or Numba's settings forbid it.
    Raises BadType for memory that is not the emulator's: it lies on a GPU; NotImplementedError for
    an array with a mask.
    """
    if isinstance(obj, DeviceArray):
        return obj
    if isinstance(obj, SharedArray):
        return obj.on_device
    if not is_cuda_array(obj):
        template = "{what} has no __cuda_array_interface__: make a device array of it, to_device."
        raise BadType(Message("cuda.no-interface", template, {"what": type(obj).__name__}))
    interface = obj.__cuda_array_interface__
    array, handle = _described(interface), interface.get("stream")
    if handle is None:
        return array
    stream = external_stream(handle)
    if sync and numbas_setting("CUDA_ARRAY_INTERFACE_SYNC"):
        stream.synchronize()
    return array.bind(stream)


def _described(interface: dict[str, Any]) -> DeviceArray:
    if interface.get("mask") is not None:
        raise NotImplementedError("Masked arrays are not supported")
    dtype, first = np.dtype(interface["typestr"]), interface["data"][0]
    if dtype.kind == "V" and interface.get("descr"):
        dtype = np.dtype(interface["descr"])
    shape, strides = interface["shape"], interface.get("strides")
    if not first:  # no memory at all
        return DeviceArray(np.empty(shape, dtype))
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
    return DeviceArray(np.ndarray(shape, dtype, memory, 0, strides), None, owner.memory)


def _holds(array: DeviceArray, address: int) -> bool:
    low, high = byte_bounds(array.data)
    return low <= address < max(high, low + 1)


def bytes_in_use(gpu: int = 0) -> int:
    """Bytes of a GPU's memory, what several arrays share counted once."""
    sizes: dict[int, int] = {}
    for array in living():
        if array.memory.gpu == gpu:
            sizes[id(array.memory)] = max(array.nbytes, sizes.get(id(array.memory), 0))
    return sum(sizes.values())
