"""The shared memory of a block: which arrays a kernel declares in it, and where they lie.

A static array has its size in the kernel. All arrays of size 0 are dynamic: they are one and the
same memory, of as many bytes as the launch asks for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.memory.arrays import SharedArray, c_strides
from gpuviz.simt.memory.local import WIDEST_ACCESS
from gpuviz.simt.memory.unwritten_bytes import UnwrittenBytes
from gpuviz.trace.source import ArrayInfo

STATIC_SHARED_BYTES = 49152  # of a block: CUDA C++ Programming Guide 13.0, table 27 (48 KB)
SHARED_ALIGNMENT = WIDEST_ACCESS  # bytes: starts of arrays are multiples of it


class SharedDeclaration(NamedTuple):
    """A place where a shared array is declared, in one specialisation of its function."""

    line: int
    column: int
    specialisation: int
    name: str
    shape: tuple[int, ...]  # (0,): as many elements as the launch asks for
    dtype: np.dtype[Any]
    alignment: int = SHARED_ALIGNMENT  # bytes

    @property
    def is_dynamic(self) -> bool:
        """Whether the launch gives the size."""
        return self.shape == (0,)


@dataclass(eq=False)
class SharedLayout:
    """Where arrays lie in the shared memory of every block; each is placed when it is met first."""

    dynamic_bytes: int = 0
    static_bytes: int = 0
    _rows: dict[object, int] = field(default_factory=dict)

    def row(self, declared: SharedDeclaration, arrays: list[ArrayInfo]) -> int:
        """The row of an array in the trace's `arrays`."""
        key = declared.dtype if declared.is_dynamic else declared
        if key not in self._rows:
            self._rows[key] = len(arrays)
            arrays.append(
                self._dynamic(declared) if declared.is_dynamic else self._static(declared)
            )
        return self._rows[key]

    def _static(self, declared: SharedDeclaration) -> ArrayInfo:
        start = -(-self.static_bytes // declared.alignment) * declared.alignment
        info = _info(declared, declared.shape, start)
        self.static_bytes = start + info.nbytes
        if self.static_bytes > STATIC_SHARED_BYTES:
            raise _too_much(declared.name, self.static_bytes)
        return info

    def _dynamic(self, declared: SharedDeclaration) -> ArrayInfo:
        """It lies behind all static arrays that there may be."""
        count = self.dynamic_bytes // declared.dtype.itemsize
        return _info(declared, (count,), STATIC_SHARED_BYTES)


def _info(declared: SharedDeclaration, shape: tuple[int, ...], address: int) -> ArrayInfo:
    return ArrayInfo(declared.name, "shared", shape, declared.dtype, address, initialised=False)


def _too_much(name: str, needed: int) -> NotSupportedError:
    template = (
        "With {name} the shared arrays of a block take {needed} bytes, but a block may declare"
        " {limit} at most: use smaller arrays, or more blocks with less in each."
    )
    values = {"name": name, "needed": needed, "limit": STATIC_SHARED_BYTES}
    return NotSupportedError(Message("kernel.too-much-shared", template, values))


def _zeros(blocks: int, elements: int, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Shape (blocks, elements); windows on fields of records may reach beyond the last of them."""
    return np.zeros(blocks * elements + 1, dtype)[:-1].reshape(blocks, elements)


@dataclass(eq=False)
class SharedMemory:
    """What the shared arrays of some blocks hold."""

    layout: SharedLayout
    blocks: int
    _arrays: dict[int, SharedArray] = field(default_factory=dict)
    _dynamic: list[SharedArray] = field(default_factory=list)
    _bytes: NDArray[np.uint8] | None = None  # of the dynamic arrays

    def array(self, declared: SharedDeclaration, infos: list[ArrayInfo]) -> SharedArray:
        """A shared array of each block."""
        row = self.layout.row(declared, infos)
        if row not in self._arrays:
            info = infos[row]
            data = self._dynamic_memory(info) if declared.is_dynamic else None
            if data is None:  # where there are no elements, a lane out of bounds has one
                data = _zeros(self.blocks, max(info.size, 1), declared.dtype)
            fresh = np.ones((1, data.shape[1]), np.bool_)
            self._arrays[row] = SharedArray(
                info.name, row, data, fresh, info.shape, c_strides(info.shape), info.address
            )
            if declared.is_dynamic:
                self._add_dynamic(self._arrays[row])
        return self._arrays[row]

    def _dynamic_memory(self, info: ArrayInfo) -> NDArray[Any] | None:
        """The dynamic memory as elements of a type; None where they do not fill whole steps."""
        if WIDEST_ACCESS % info.dtype.itemsize:
            return None
        if self._bytes is None:
            steps = -(-max(self.layout.dynamic_bytes, 1) // WIDEST_ACCESS)
            self._bytes = _zeros(self.blocks, steps * WIDEST_ACCESS, np.dtype(np.uint8))
        return self._bytes.view(info.dtype)

    def _add_dynamic(self, array: SharedArray) -> None:
        """All dynamic arrays are one memory: what is written as one type is read as another."""
        self._dynamic.append(array)
        if len(self._dynamic) == 1:
            return
        if any(WIDEST_ACCESS % each.dtype.itemsize for each in self._dynamic):
            for each in self._dynamic:
                each.all_written = True
            return
        first = self._dynamic[0]
        if first.unwritten_bytes is None:
            first.unwritten_bytes = UnwrittenBytes.of(first)
            first.unwritten_bytes.ignore_from(self.layout.dynamic_bytes)
        first.unwritten_bytes.add(array)
