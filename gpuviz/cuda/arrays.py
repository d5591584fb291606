"""Device arrays on the emulator: host memory that behaves as if it had to be copied."""

from __future__ import annotations

import copy
import ctypes
import importlib
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from gpuviz.cuda.device_work import Touched, copied, waits_for_copy
from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.layouts import check_alike, errmsg_contiguous_buffer, has_gaps
from gpuviz.cuda.pointers import MemoryPointer
from gpuviz.cuda.recording import current_gpu, current_train, host_watch
from gpuviz.cuda.streams import Stream, number_of
from gpuviz.cuda.train import AskedKind


class DeviceArray:
    """An array in device memory. Only copies show the host what is in it.

    `fresh` has the shape of `data` and is true where nobody wrote yet; None: all was written.
    `memory` is what all views of the same memory share. Copies that name no stream happen in
    `stream`.
    """

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    def __init__(
        self,
        data: NDArray[Any],
        fresh: NDArray[np.bool_] | None = None,
        memory: HostMemory | None = None,
        stream: object = 0,
    ) -> None:
        self.data = data
        self.fresh = fresh
        self.memory = memory or HostMemory(current_gpu())
        self.stream = stream
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
        """Bytes of memory from its first element to its last, with the gaps between them."""
        return self.gpu_data.size

    @property
    def gpu_data(self) -> MemoryPointer:
        """Its memory."""
        return MemoryPointer(self)

    @property
    def device_ctypes_pointer(self) -> ctypes.c_size_t:
        """Its address."""
        return self.gpu_data.device_ctypes_pointer

    def as_cuda_arg(self) -> MemoryPointer:
        """Its memory, as CUDA's driver takes it."""
        return self.gpu_data

    @property
    def _numba_type_(self) -> Any:
        """Numba's type of it, which `numba.typeof` asks for; Numba is imported then."""
        support = importlib.import_module("numba.np.numpy_support")
        element = support.from_dtype(self.dtype)
        if self.ndim == 0 and self.dtype.names is not None:
            return element
        layout = "C" if self.is_c_contiguous() else "F" if self.is_f_contiguous() else "A"
        if self.size and 0 in self.strides:
            layout = "A"
        return importlib.import_module("numba.core.types").Array(element, self.ndim, layout)

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
            "data": (self.data.__array_interface__["data"][0] if self.size else 0, False),
            "typestr": self.dtype.str,
            "descr": self.data.__array_interface__["descr"],
            "stream": int(self.stream) if isinstance(self.stream, Stream) else None,
            "version": 3,
        }

    @property
    def T(self) -> DeviceArray:
        """The same memory with the dimensions in reverse order."""
        return self.transpose()

    def transpose(self, axes: Any = None) -> DeviceArray:
        """The dimensions in another order: of a matrix a copy in rows, as Numba makes it.

        Raises ValueError for `axes` that are none, NotImplementedError for three and more of them.
        """
        turned = self.data.transpose(axes)
        if self.ndim < 2 or (axes is not None and tuple(axes) == tuple(range(self.ndim))):
            return self
        if self.ndim > 2:
            raise NotImplementedError("transposing a non-2D DeviceNDArray isn't supported")
        fresh = None if self.fresh is None else self.fresh.T.copy()
        made = DeviceArray(turned.copy(), fresh, HostMemory(self.memory.gpu), self.stream)
        made._copied_in(made.data, self, 0)
        self.memory.written = None
        return made

    def squeeze(self, axis: Any = None, stream: object = 0) -> DeviceArray:
        """The same memory without dimensions of one element."""
        view = self._view(self.data.squeeze(axis), lambda part: part.squeeze(axis))
        return view.bind(stream or self.stream)

    def view(self, dtype: DTypeLike) -> DeviceArray:
        """The same bytes as elements of another type.

        Where those have another size, all of them count as written from now on. Raises ValueError
        where the elements do not lie without gaps, or the bytes are no whole elements.
        """
        if np.dtype(dtype).itemsize != self.dtype.itemsize and not self.is_c_contiguous():
            raise ValueError(
                "To change to a dtype of a different size, the array must be C-contiguous"
            )
        data = self.data.view(dtype)
        if self.fresh is None or data.shape == self.data.shape:
            return DeviceArray(data, self.fresh, self.memory, self.stream)
        self.fresh[...] = False
        return DeviceArray(data, None, self.memory, self.stream)

    def split(self, section: int, stream: object = 0) -> Iterator[DeviceArray]:
        """Parts of `section` elements one after the other; the last may be shorter.

        Raises ValueError for more than one dimension, and for elements with gaps between them.
        """
        if self.ndim != 1:
            raise ValueError("only support 1d array")
        if self.strides[0] != self.dtype.itemsize:
            raise ValueError("only support unit stride")
        for first in range(0, self.size, section):
            yield self[first : first + section].bind(stream or self.stream)

    def bind(self, stream: object = 0) -> DeviceArray:
        """The same memory; copies that name no stream happen in this one."""
        bound = copy.copy(self)
        bound.stream = stream
        _alive.add(bound)
        return bound

    def is_c_contiguous(self) -> bool:
        """Whether the elements lie row by row without gaps."""
        return bool(self.data.flags.c_contiguous)

    def is_f_contiguous(self) -> bool:
        """Whether the elements lie column by column without gaps."""
        return bool(self.data.flags.f_contiguous)

    def copy_to_host(self, ary: Any = None, stream: object = 0) -> NDArray[Any]:
        """The contents as a host array, or copied into `ary`, an array or a record.

        Raises TypeError or ValueError, as Numba does, for an `ary` that is not laid out alike, and
        NotImplementedError for an array that runs backwards.
        """
        if any(stride < 0 for stride in self.strides):
            raise NotImplementedError(
                f"D->H copy not implemented for negative strides: {self.strides}"
            )
        self._seen()
        if ary is not None:
            check_alike(self.data, ary)
            if isinstance(ary, np.void):
                _fill_record(ary, self.data)
            else:
                np.copyto(ary.squeeze(), self.data.squeeze())
        self._copied_out(self.data, ary, stream)
        return self.data.copy(order="K") if ary is None else ary

    def copy_to_device(self, ary: ArrayLike | DeviceArray, stream: object = 0) -> None:
        """Overwrites the contents with those of a host or device array laid out alike."""
        source = ary.data if isinstance(ary, DeviceArray) else np.asarray(ary)
        if has_gaps(self.data) or (isinstance(ary, DeviceArray) and has_gaps(source)):
            raise ValueError(errmsg_contiguous_buffer)
        if isinstance(ary, DeviceArray):
            ary.memory.written = None
        if self.fresh is not None:
            self.fresh[...] = False
        if source.size:
            source = np.asarray(source, order="C" if self.is_c_contiguous() else "F")
            check_alike(self.data, source)
            np.copyto(self.data.squeeze(), source.squeeze())
        self._copied_in(self.data, ary, stream)

    def reshape(self, *shape: Any, order: Any = "C") -> DeviceArray:
        """The same memory in another shape."""
        new = _same_memory(self.data, self.data.reshape(*shape, order=order))
        return self._view(new, lambda part: part.reshape(*shape, order=order))

    def ravel(self, order: Any = "C") -> DeviceArray:
        """The same memory in one dimension."""
        new = _same_memory(self.data, self.data.ravel(order))
        return self._view(new, lambda part: part.ravel(order))

    def getitem(self, item: Any, stream: object = 0) -> Any:
        """The same as array[item], in a stream."""
        return self.bind(stream or self.stream)[item]

    def setitem(self, key: Any, value: Any, stream: object = 0) -> None:
        """The same as array[key] = value, in a stream."""
        self.bind(stream or self.stream)[key] = value

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: Any) -> Any:
        _check_index(index)
        found = self.data[index]
        if isinstance(found, np.void):  # a record stays on the device
            index = (*index, ...) if isinstance(index, tuple) else (index, ...)
            found = self.data[index]
        if not isinstance(found, np.ndarray) or (found.ndim == 0 and found.dtype.names is None):
            self._seen()
            self._copied_out(self._part(index), None, 0)
            return found[()]
        field = isinstance(index, str)
        return self._view(found, lambda part: part if field else part[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        _check_index(index)
        self.data[index] = value.data if isinstance(value, DeviceArray) else value
        if self.fresh is not None:
            same = self.fresh.shape == self.data.shape and not isinstance(index, str)
            self.fresh[index if same else ...] = False
        self._copied_in(self._part(index), value, 0)

    def _part(self, index: Any) -> NDArray[Any]:
        """What an index chooses, of no dimension where it is one element."""
        parts = index if isinstance(index, tuple) else (index,)
        part: NDArray[Any] = self.data[index if isinstance(index, str) else (*parts, ...)]
        return part

    def _seen(self) -> None:
        """The host waits for all work, and looks at the contents."""
        self.memory.written = None
        host_watch().synchronised()

    def came_from(self, host: object, stream: object) -> None:
        """Writes down that it was made as a copy of a host array, if anybody wants to know."""
        number = number_of(stream)
        copied([Touched(self.data, "write")], self.memory.gpu, number, waits=not stream)
        train = current_train()
        if train is not None:
            gpu = self.memory.gpu
            self.memory.name = train.copied("h2d", self.nbytes, gpu, (host,), number)
            train.moved("h2d", host, self.data)

    def _copied_out(self, part: NDArray[Any], host: object, stream: object) -> None:
        """Tells of a copy to the host, and writes it down if anybody wants to know."""
        stream = stream or self.stream
        waits, number = waits_for_copy(host, stream), number_of(stream)
        copied([Touched(part, "read")], self.memory.gpu, number, waits, host=host)
        train = current_train()
        if train is not None:
            train.copied("d2h", part.nbytes, self.memory.gpu, (host, self), number)
            train.moved("d2h", host, self.data)

    def _copied_in(self, part: NDArray[Any], source: object, stream: object) -> None:
        """Tells of a copy from the host, or from another device array, and writes it down."""
        stream = stream or self.stream
        number, touched = number_of(stream), [Touched(part, "write")]
        if isinstance(source, DeviceArray) and source.memory.gpu == self.memory.gpu:
            touched.append(Touched(source.data, "read"))
        copied(touched, self.memory.gpu, number, waits=not stream)
        train = current_train()
        if train is None:
            return
        other = source.memory.gpu if isinstance(source, DeviceArray) else None
        kind: AskedKind = "h2d" if other is None else "d2d"
        arrays = (source, self) if other is None else (self, source)
        train.copied(kind, part.nbytes, self.memory.gpu, arrays, number, other)
        if kind == "h2d":
            train.moved("h2d", source, self.data)

    def _view(
        self, data: NDArray[Any], same: Callable[[NDArray[np.bool_]], NDArray[np.bool_]]
    ) -> DeviceArray:
        """Other eyes on the same memory; `same` looks at the flags of it alike."""
        kind = DeviceRecord if data.ndim == 0 and data.dtype.names else DeviceArray
        fresh = None if self.fresh is None else same(self.fresh)
        return kind(data, fresh, self.memory, self.stream)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        if copy is False:
            raise ValueError("a device array becomes one of the host by a copy alone")
        return self.copy_to_host().astype(dtype or self.dtype, copy=False)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        known = [known for known in dir(type(self)) if not known.startswith("_")]
        raise UnknownAttribute(not_known(f"device array.{name}", known))

    def __repr__(self) -> str:
        return f"<device array, shape {self.shape}, {self.dtype}>"


class DeviceRecord(DeviceArray):
    """A record in device memory."""


_alive: weakref.WeakSet[DeviceArray] = weakref.WeakSet()


def living() -> list[DeviceArray]:
    """All device arrays that somebody still holds."""
    return list(_alive)


def undefined(data: NDArray[Any], stream: object = 0) -> DeviceArray:
    """Device memory with all bits set: NaN or -1.

    Zeros would make a kernel look right that relies on them.
    """
    if data.dtype.kind == "b":
        data.fill(True)
    elif data.size:
        data.ravel(order="K").view(np.uint8).fill(0xFF)
    return DeviceArray(data, np.ones_like(data, dtype=np.bool_, subok=False), stream=stream)


def _check_index(index: object) -> None:
    """Raises TypeError for what Numba does not take: device arrays have numbers and slices only."""
    for part in index if isinstance(index, tuple) else (index,):
        if part is None or part is ... or isinstance(part, (list, bool, np.bool_, np.ndarray)):
            words = "a device array is indexed by whole numbers and slices, not by"
            raise TypeError(f"{words} {type(part).__name__}")


def _fill_record(record: np.void, contents: NDArray[Any]) -> None:
    """A record of the host gets the contents of one of the device."""
    for name in contents.dtype.names or ():
        record[name] = contents[name]


def _same_memory(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
    if old.size and not np.may_share_memory(old, new):
        raise NotImplementedError("this would need a copy on the device, which Numba does not make")
    return new
