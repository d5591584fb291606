"""Device arrays on the emulator: host memory that behaves as if it had to be copied."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gpuviz.cuda.errors import BadType, UnknownAttribute, not_known
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.recording import current_gpu, current_train, host_watch
from gpuviz.cuda.streams import number_of
from gpuviz.cuda.train import AskedKind
from gpuviz.messages import Message


class DeviceArray:
    """An array in device memory. Only copies show the host what is in it.

    `fresh` has the shape of `data` and is true where nobody wrote yet; None: all was written.
    `memory` is what all views of the same memory share.
    """

    def __init__(
        self,
        data: NDArray[Any],
        fresh: NDArray[np.bool_] | None = None,
        memory: HostMemory | None = None,
    ) -> None:
        self.data = data
        self.fresh = fresh
        self.memory = memory or HostMemory(current_gpu())
        _alive.add(self)

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
    def alloc_size(self) -> int:
        """Bytes that are reserved for it."""
        return self.data.nbytes

    @property
    def flags(self) -> dict[str, bool]:
        """How it lies in memory, by NumPy's names."""
        contiguous = self.data.flags
        return {"C_CONTIGUOUS": contiguous.c_contiguous, "F_CONTIGUOUS": contiguous.f_contiguous}

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where it lies, for other libraries: on the emulator in the host's memory."""
        dense = self.is_c_contiguous()
        return {
            "shape": self.shape,
            "strides": None if dense else self.strides,
            "data": (self.data.__array_interface__["data"][0], False),
            "typestr": self.dtype.str,
            "descr": self.data.__array_interface__["descr"],
            "stream": None,
            "version": 3,
        }

    @property
    def T(self) -> DeviceArray:
        """The same memory with the dimensions in reverse order."""
        return self.transpose()

    def transpose(self, axes: Any = None) -> DeviceArray:
        """The same memory with the dimensions in another order."""
        return self._view(self.data.transpose(axes), lambda part: part.transpose(axes))

    def squeeze(self, axis: Any = None, stream: object = 0) -> DeviceArray:
        """The same memory without dimensions of one element."""
        return self._view(self.data.squeeze(axis), lambda part: part.squeeze(axis))

    def view(self, dtype: DTypeLike) -> DeviceArray:
        """The same bytes as elements of another type.

        Where those have another size, all of them count as written from now on.
        """
        data = self.data.view(dtype)
        if self.fresh is None or data.shape == self.data.shape:
            return DeviceArray(data, self.fresh, self.memory)
        self.fresh[...] = False
        return DeviceArray(data, None, self.memory)

    def split(self, section: int, stream: object = 0) -> Iterator[DeviceArray]:
        """Parts of `section` elements one after the other; the last may be shorter."""
        if self.ndim != 1:
            template = "only a device array of one dimension can be split, this one has {ndim}."
            raise BadType(Message("cuda.split", template, {"ndim": self.ndim}))
        return (self[first : first + section] for first in range(0, self.size, section))

    def bind(self, stream: object = 0) -> DeviceArray:
        """The array for work in a stream: on the emulator it is the same."""
        return self

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
        self._seen()
        if ary is not None:
            _check_alike(self.data, ary)
            np.copyto(ary.squeeze(), self.data.squeeze())
        self._copied_out(self.nbytes, ary, stream)
        return self.data.copy(order="K") if ary is None else ary

    def copy_to_device(self, ary: ArrayLike | DeviceArray, stream: object = 0) -> None:
        """Overwrites the contents with those of a host or device array laid out alike."""
        source = ary.data if isinstance(ary, DeviceArray) else np.asarray(ary)
        if isinstance(ary, DeviceArray):
            ary.memory.written = None
        if self.fresh is not None:
            self.fresh[...] = False
        if source.size:
            source = np.asarray(source, order="C" if self.is_c_contiguous() else "F")
            _check_alike(self.data, source)
            np.copyto(self.data.squeeze(), source.squeeze())
        self._copied_in(source.nbytes, ary, stream)

    def reshape(self, *shape: Any, order: Any = "C") -> DeviceArray:
        """The same memory in another shape."""
        new = _same_memory(self.data, self.data.reshape(*shape, order=order))
        return self._view(new, lambda part: part.reshape(*shape, order=order))

    def ravel(self, order: Any = "C") -> DeviceArray:
        """The same memory in one dimension."""
        new = _same_memory(self.data, self.data.ravel(order))
        return self._view(new, lambda part: part.ravel(order))

    def getitem(self, item: Any, stream: object = 0) -> Any:
        """The same as array[item]."""
        return self[item]

    def setitem(self, key: Any, value: Any, stream: object = 0) -> None:
        """The same as array[key] = value."""
        self[key] = value

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: Any) -> Any:
        found = self.data[index]
        if isinstance(found, np.void):  # a record stays on the device
            index = (*index, ...) if isinstance(index, tuple) else (index, ...)
            found = self.data[index]
        if not isinstance(found, np.ndarray) or (found.ndim == 0 and found.dtype.names is None):
            self._seen()
            self._copied_out(self.dtype.itemsize, None, 0)
            return found[()]
        field = isinstance(index, str)
        return self._view(found, lambda part: part if field else part[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self.data[index] = value.data if isinstance(value, DeviceArray) else value
        if self.fresh is not None:
            self.fresh[... if isinstance(index, str) else index] = False
        self._copied_in(self.data[index].nbytes, value, 0)

    def _seen(self) -> None:
        """The host waits for all work, and looks at the contents."""
        self.memory.written = None
        host_watch().synchronised()

    def came_from(self, host: object, stream: object) -> None:
        """Writes down that it was made as a copy of a host array, if anybody wants to know."""
        train = current_train()
        if train is not None:
            numbers = self.memory.gpu, number_of(stream)
            self.memory.name = train.copied("h2d", self.nbytes, numbers[0], (host,), numbers[1])

    def _copied_out(self, nbytes: int, host: object, stream: object) -> None:
        """Writes down a copy to the host, if anybody wants to know."""
        train = current_train()
        if train is not None:
            train.copied("d2h", nbytes, self.memory.gpu, (host, self), number_of(stream))

    def _copied_in(self, nbytes: int, source: object, stream: object) -> None:
        """Writes down a copy from the host, or from another device array."""
        train = current_train()
        if train is None:
            return
        other = source.memory.gpu if isinstance(source, DeviceArray) else None
        kind: AskedKind = "h2d" if other is None else "d2d"
        arrays = (source, self) if other is None else (self, source)
        train.copied(kind, nbytes, self.memory.gpu, arrays, number_of(stream), other)

    def _view(
        self, data: NDArray[Any], same: Callable[[NDArray[np.bool_]], NDArray[np.bool_]]
    ) -> DeviceArray:
        """Other eyes on the same memory; `same` looks at the flags of it alike."""
        return DeviceArray(data, None if self.fresh is None else same(self.fresh), self.memory)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        self._seen()
        self._copied_out(self.nbytes, None, 0)
        return self.data.astype(dtype or self.dtype)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = [known for known in dir(type(self)) if not known.startswith("_")]
        raise UnknownAttribute(not_known(f"device array.{name}", known))

    def __repr__(self) -> str:
        return f"<device array, shape {self.shape}, {self.dtype}>"


_alive: weakref.WeakSet[DeviceArray] = weakref.WeakSet()


def living() -> list[DeviceArray]:
    """All device arrays that somebody still holds."""
    return list(_alive)


def undefined(data: NDArray[Any]) -> DeviceArray:
    """Device memory with all bits set: NaN or -1.

    Zeros would make a kernel look right that relies on them.
    """
    if data.dtype.kind == "b":
        data.fill(True)
    elif data.size:
        data.ravel(order="K").view(np.uint8).fill(0xFF)
    return DeviceArray(data, np.ones_like(data, dtype=np.bool_, subok=False))


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
