"""Objects between two processes: pickled, with every large array as a file to be mapped."""

from __future__ import annotations

import copyreg
import io
import itertools
import mmap
import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

FILE_BYTES = 1 << 20  # arrays from this size on travel as files
_file_numbers = itertools.count()


@dataclass(frozen=True, slots=True)
class Packed:
    """A pickle (protocol 5) and its arrays' contents: bytes, or the file of a large one."""

    pickled: bytes
    buffers: tuple[bytes | Path, ...]


def pack(value: object, folder: Path) -> Packed:
    """Pickles `value`; contents of arrays of FILE_BYTES or more go to new files in `folder`.

    Raises what pickle raises for a value that cannot travel, and OSError for a full disk.
    """
    buffers: list[bytes | Path] = []
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, 5, buffer_callback=lambda b: buffers.append(_store(b, folder)))
    pickler.dispatch_table = DISPATCH
    pickler.dump(value)
    return Packed(stream.getvalue(), tuple(buffers))


def unpack(packed: Packed, *, writable: bool = False) -> Any:
    """The inverse of `pack`. Takes the files over: each vanishes as soon as nothing maps it.

    Arrays are read-only, or private copies (pages are copied when first written) where `writable`.
    """
    buffers = [_load(buffer, writable) for buffer in packed.buffers]
    return pickle.loads(packed.pickled, buffers=buffers)


def _reduce_mapping(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return _read_only, (dict(mapping),)


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)


def _reduce_array(array: NDArray[Any]) -> Any:
    # Only contiguous arrays hand their buffer to pickle; others would be copied into it.
    contiguous = array.flags.c_contiguous or array.flags.f_contiguous
    return (array if contiguous else np.ascontiguousarray(array)).__reduce_ex__(5)


DISPATCH: dict[type, Callable[[Any], Any]] = {
    **copyreg.dispatch_table,
    MappingProxyType: _reduce_mapping,
    np.ndarray: _reduce_array,
}


def _store(buffer: pickle.PickleBuffer, folder: Path) -> bytes | Path:
    with buffer.raw() as raw:
        if raw.nbytes < FILE_BYTES:
            return raw.tobytes()
        path = folder / f"{os.getpid()}-{next(_file_numbers)}.raw"
        path.write_bytes(raw)
        return path


def _load(buffer: bytes | Path, writable: bool) -> bytes | bytearray | mmap.mmap:
    if isinstance(buffer, bytes):
        return bytearray(buffer) if writable else buffer
    access = mmap.ACCESS_COPY if writable else mmap.ACCESS_READ
    descriptor = _open_vanishing(buffer)
    try:
        return mmap.mmap(descriptor, 0, access=access)
    finally:
        os.close(descriptor)


def _open_vanishing(path: Path) -> int:
    """Opens a file that the system deletes when its last user is gone; a map keeps using it."""
    if os.name == "nt":  # Windows deletes no open file, but knows this flag
        flags: int = getattr(os, "O_TEMPORARY") | getattr(os, "O_BINARY")  # noqa: B009 - absent elsewhere
        return os.open(path, os.O_RDONLY | flags)
    descriptor = os.open(path, os.O_RDONLY)
    path.unlink()
    return descriptor
