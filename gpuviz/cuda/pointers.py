"""Device memory by its address: what `gpu_data` of a device array gives."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.array_utils import byte_bounds

from gpuviz.cuda.device_work import Touched, copied, waits_for_copy
from gpuviz.cuda.errors import CudaAPIError
from gpuviz.cuda.streams import number_of
from gpuviz.messages import Message
from gpuviz.trace.source import AccessKind

if TYPE_CHECKING:
    from gpuviz.cuda.arrays import DeviceArray


class MemoryPointer:
    """`size` bytes of a device array's memory, from the byte `first` on."""

    __cuda_memory__ = True
    is_managed = False

    def __init__(self, array: DeviceArray, first: int = 0, size: int | None = None) -> None:
        self._low, self._high = byte_bounds(array.data) if array.size else (0, 0)
        self._array = array  # keeps the memory alive
        self.handle = self._low + first
        self.size = self._high - self.handle if size is None else size

    @property
    def device_pointer(self) -> int:
        """The address."""
        return self.handle

    @property
    def device_pointer_value(self) -> int | None:
        """The address; None where there is no memory."""
        return self.handle or None

    @property
    def device_ctypes_pointer(self) -> ctypes.c_size_t:
        """The address as C has it."""
        return ctypes.c_size_t(self.handle)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MemoryPointer):
            return NotImplemented
        return (self.handle, self.size) == (other.handle, other.size)

    def __hash__(self) -> int:
        return hash((self.handle, self.size))

    def __int__(self) -> int:
        return self.handle

    @property
    def owner(self) -> MemoryPointer:
        """Who keeps the memory alive."""
        return self

    def own(self) -> MemoryPointer:
        """One more who keeps it alive."""
        return self

    def free(self) -> None:
        """Gives the memory back: that happens by itself when nobody uses it."""

    def view(self, start: int, stop: int | None = None) -> MemoryPointer:
        """The bytes from `start` to `stop`. Raises RuntimeError where there are none."""
        size = (self.size if stop is None else stop) - start
        if size < 0:
            raise RuntimeError("size cannot be negative")
        if size and not self.handle:
            raise RuntimeError("non-empty slice into empty slice")
        return MemoryPointer(self._array, start + self.handle - self._low, size)

    def memset(self, byte: int, count: int | None = None, stream: object = 0) -> None:
        """Sets the first `count` bytes, or all of them; the array counts as written.

        Raises CudaAPIError for more bytes than there are.
        """
        count = self.size if count is None else count
        ctypes.memset(self.start_of(count), byte, count)
        self.was_written()
        self.told("write", count, stream)

    def told(self, kind: AccessKind, count: int, stream: object, host: object = None) -> None:
        """A copy reads or writes its first bytes, to or from `host` if that is an array."""
        memory: Any = (ctypes.c_uint8 * count).from_address(self.handle)
        memory.owner = self._array  # keeps it alive
        part = np.ndarray(count, np.uint8, memory)
        waits = not stream or (kind == "read" and waits_for_copy(host, stream))
        copied([Touched(part, kind)], self._array.memory.gpu, number_of(stream), waits)

    def start_of(self, count: int) -> int:
        """The address of `count` bytes. Raises CudaAPIError where not all of them are there."""
        if count < 0 or self.handle < self._low or self.handle + count > self._high:
            template = "{count} bytes were asked for, and the device array has {size}."
            values = {"count": count, "size": max(self._high - self.handle, 0)}
            raise CudaAPIError(Message("cuda.beyond-memory", template, values))
        return self.handle

    def was_written(self) -> None:
        """Somebody wrote into it by its address: which elements cannot be told."""
        if self._array.fresh is not None:
            self._array.fresh[...] = False

    def was_read(self) -> None:
        """The host looked at it."""
        self._array.memory.written = None
