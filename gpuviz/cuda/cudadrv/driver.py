"""Names of `numba.cuda.cudadrv.driver`: the driver itself, and memory by its address."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

from gpuviz.cuda.devices import (
    CUDA_VERSION,
    Context,
    EmulatedDevice,
    MemoryInfo,
    gpus,
    profile_start,
    profile_stop,
    profiling,
    reset,
)
from gpuviz.cuda.errors import CudaAPIError, CudaDriverError, DeadMemoryError, LinkerError
from gpuviz.cuda.pointers import MemoryPointer
from gpuviz.cuda.streams import Event, Stream, event_elapsed_time
from gpuviz.messages import Message

Device = EmulatedDevice

__all__ = [
    "Context",
    "CudaAPIError",
    "CudaDriverError",
    "DeadMemoryError",
    "Device",
    "Event",
    "LinkerError",
    "MemoryInfo",
    "MemoryPointer",
    "Stream",
    "device_ctypes_pointer",
    "device_memory_size",
    "device_memset",
    "device_pointer",
    "device_to_device",
    "device_to_host",
    "driver",
    "event_elapsed_time",
    "get_version",
    "host_memory_extents",
    "host_memory_size",
    "host_pointer",
    "host_to_device",
    "is_device_memory",
    "profile_start",
    "profile_stop",
    "profiling",
    "require_device_memory",
]


class Driver:
    """What asks for devices."""

    is_available = True
    is_initialized = True
    initialization_error = None

    def ensure_initialized(self) -> None:
        """Starts it; the emulator is always there."""

    def get_device(self, devnum: int = 0) -> EmulatedDevice:
        """A device by its number."""
        return gpus[devnum]

    def get_device_count(self) -> int:
        """How many there are."""
        return len(gpus)

    def list_devices(self) -> list[EmulatedDevice]:
        """All of them."""
        return list(gpus)

    def get_version(self) -> tuple[int, int]:
        """The version of CUDA whose limits and attributes the devices have."""
        return CUDA_VERSION

    def reset(self) -> None:
        """Closes all contexts."""
        reset()


driver = Driver()
get_version = driver.get_version


def is_device_memory(obj: object) -> bool:
    """Whether an object stands for memory of the device."""
    return bool(getattr(obj, "__cuda_memory__", False))


def require_device_memory(obj: object) -> None:
    """Raises TypeError for what is no memory of the device."""
    if not is_device_memory(obj):
        raise TypeError("Not a CUDA memory object.")


def device_pointer(obj: Any) -> int:
    """The address of device memory."""
    return _pointer(obj).handle


def device_ctypes_pointer(obj: Any) -> ctypes.c_size_t:
    """The address as C has it."""
    return ctypes.c_size_t(device_pointer(obj))


def device_memory_size(devmem: Any) -> int:
    """Bytes of device memory."""
    return _pointer(devmem).size


def host_pointer(obj: int | NDArray[Any], readonly: bool = False) -> int:
    """The address of a host array."""
    return obj if isinstance(obj, int) else byte_bounds(np.asarray(obj))[0]


def host_memory_extents(obj: NDArray[Any]) -> tuple[int, int]:
    """The addresses of a host array's first byte and of the one after its last."""
    low, high = byte_bounds(np.asarray(obj))
    return low, high


def host_memory_size(obj: NDArray[Any]) -> int:
    """Bytes of a host array from its first element to its last."""
    low, high = byte_bounds(np.asarray(obj))
    return high - low


def host_to_device(dst: Any, src: NDArray[Any], size: int, stream: object = 0) -> None:
    """Copies `size` bytes of a host array. Raises CudaAPIError where not all have room."""
    ctypes.memmove(_pointer(dst).start_of(size), _host_start(src, size), size)
    _pointer(dst).was_written()
    _pointer(dst).told("write", size, stream)


def device_to_host(dst: NDArray[Any], src: Any, size: int, stream: object = 0) -> None:
    """Copies `size` bytes into a host array. Raises CudaAPIError where not all have room."""
    ctypes.memmove(_host_start(dst, size), _pointer(src).start_of(size), size)
    _pointer(src).was_read()
    _pointer(src).told("read", size, stream, dst)


def device_to_device(dst: Any, src: Any, size: int, stream: object = 0) -> None:
    """Copies `size` bytes on the device. Raises CudaAPIError where not all have room."""
    ctypes.memmove(_pointer(dst).start_of(size), _pointer(src).start_of(size), size)
    _pointer(dst).was_written()
    _pointer(src).was_read()
    _pointer(dst).told("write", size, stream)
    _pointer(src).told("read", size, stream)


def device_memset(dst: Any, val: int, size: int, stream: object = 0) -> None:
    """Sets the first `size` bytes."""
    _pointer(dst).memset(val, size, stream)


def _host_start(obj: int | NDArray[Any], size: int) -> int:
    """The address of a host array. Raises CudaAPIError for more bytes than it has."""
    if not isinstance(obj, int) and size > host_memory_size(obj):
        template = "{count} bytes were asked for, and the host array has {size}."
        values = {"count": size, "size": host_memory_size(obj)}
        raise CudaAPIError(Message("cuda.beyond-host-memory", template, values))
    return host_pointer(obj)


def _pointer(obj: Any) -> MemoryPointer:
    require_device_memory(obj)
    found: MemoryPointer = obj if isinstance(obj, MemoryPointer) else obj.gpu_data
    return found
