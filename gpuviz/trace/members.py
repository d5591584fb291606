"""The members of a `.gpuviz` file: `.npy` arrays and the manifest, in a zip, without pickle."""

from __future__ import annotations

import ast
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MANIFEST = "manifest.json"
ARRAY_SUFFIX = ".npy"
LARGEST_FILE = 4 << 30
"""Bytes that all members together may unpack to: a small file must not fill the memory."""
LARGEST_MANIFEST = 64 << 20
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
PACKING_LEVEL = 1
SAMPLE_BYTES = 1 << 16
WORTH_PACKING = 0.9  # a sample that shrinks less is stored as it is: packing noise is slow
NPY_MAGIC = b"\x93NUMPY"
DTYPE = re.compile(r"[<>|=][?a-zA-Z][0-9]{0,9}(\[\w+\])?")
HEADER_KEYS = {"descr", "fortran_order", "shape"}


class DamagedTrace(ValueError):
    """A file is not a whole trace; the text says what is wrong with it."""


class MemberWriter:
    """Writes members under names that are unique and safe on every system.

    They carry no date: the same trace gives the same bytes.
    """

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self._file.compresslevel = PACKING_LEVEL
        self._taken: set[str] = set()

    def add_array(self, parts: Sequence[str], array: NDArray[Any]) -> str:
        """Writes an array as `parts[0]/parts[1]/....npy`; the member's name."""
        name = self._free_name("/".join(map(_safe, parts))) + ARRAY_SUFFIX
        self._file.compression = _packing(array)
        large = array.nbytes >= zipfile.ZIP64_LIMIT // 2
        with self._file.open(name, "w", force_zip64=large) as member:
            np.lib.format.write_array(member, array, _npy_version(array.dtype), allow_pickle=False)
        return name

    def add_manifest(self, text: str) -> None:
        """Writes manifest.json."""
        self._file.compression = zipfile.ZIP_DEFLATED
        with self._file.open(MANIFEST, "w") as member:
            member.write(text.encode("utf-8", "surrogatepass"))

    def _free_name(self, wanted: str) -> str:
        name, number = wanted, 1
        while name.casefold() in self._taken:  # `a` and `A` are one file on some systems
            number += 1
            name = f"{wanted}-{number}"
        self._taken.add(name.casefold())
        return name


class MemberReader:
    """Reads members; raises DamagedTrace for what this package would not have written."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        if sum(info.file_size for info in file.infolist()) > LARGEST_FILE:
            raise DamagedTrace(f"it unpacks to more than {LARGEST_FILE >> 30} GiB")
        if any(
            info.compress_type not in PACKINGS or info.flag_bits & 1 for info in file.infolist()
        ):
            raise DamagedTrace("it is packed or encrypted in a way that traces never are")
        self._file = file
        self._names = set(file.namelist())
        self._arrays: dict[str, NDArray[Any]] = {}

    def manifest(self) -> bytes:
        """The text of manifest.json."""
        if MANIFEST not in self._names:
            raise DamagedTrace(f"it has no {MANIFEST}")
        if self._file.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise DamagedTrace(f"its {MANIFEST} is larger than {LARGEST_MANIFEST >> 20} MiB")
        return self._file.read(MANIFEST)

    def array(self, name: object) -> NDArray[Any]:
        """A read-only array; asked for twice, it is the same one."""
        if not isinstance(name, str) or name not in self._names:
            raise DamagedTrace(f"the member {name!r} is missing")
        if name not in self._arrays:
            self._arrays[name] = _parse_array(name, self._file.read(name))
        return self._arrays[name]


def _safe(part: str) -> str:
    """A part of a member's name: letters, digits, _ and - only."""
    return re.sub(r"[^A-Za-z0-9_]+", "-", part)[:60] or "-"


def _npy_version(dtype: np.dtype[Any]) -> tuple[int, int] | None:
    """The oldest that will do; NumPy warns where that is the one for names of fields in Unicode."""
    return None if str(dtype).isascii() else (3, 0)


def _packing(array: NDArray[Any]) -> int:
    """Whether an array is worth packing, judged by its first bytes."""
    sample = array.flat[: SAMPLE_BYTES // max(array.itemsize, 1)].tobytes()
    small = len(zlib.compress(sample, PACKING_LEVEL)) < WORTH_PACKING * len(sample)
    return zipfile.ZIP_DEFLATED if small else zipfile.ZIP_STORED


def _parse_array(name: str, data: bytes) -> NDArray[Any]:
    """An .npy file's array. The header is checked against the data before any memory is taken."""
    header, start = _header(name, data)
    dtype, shape = parse_dtype(header["descr"]), header["shape"]
    if not isinstance(shape, tuple) or not all(type(n) is int and n >= 0 for n in shape):
        raise DamagedTrace(f"{name} has no valid shape")
    if math.prod(shape) * dtype.itemsize != len(data) - start or dtype.itemsize == 0:
        raise DamagedTrace(f"{name} is not as long as it says")
    flat = np.frombuffer(data, dtype, offset=start)
    return flat.reshape(shape, order="F" if header["fortran_order"] else "C")


def _header(name: str, data: bytes) -> tuple[dict[str, Any], int]:
    """The header of an .npy file and where its data start (NumPy Enhancement Proposal 1)."""
    if data[:6] != NPY_MAGIC or data[6:7] not in (b"\x01", b"\x02", b"\x03"):
        raise DamagedTrace(f"{name} is no .npy file")
    width = 2 if data[6] == 1 else 4
    try:
        (length,) = struct.unpack_from("<H" if width == 2 else "<I", data, 8)
        start = 8 + width + length
        header = ast.literal_eval(data[8 + width : start].decode("utf-8").strip())
    except (ValueError, SyntaxError, struct.error, MemoryError, RecursionError):
        raise DamagedTrace(f"{name} has an unreadable header") from None
    if not isinstance(header, dict) or header.keys() != HEADER_KEYS:
        raise DamagedTrace(f"{name} has an unreadable header")
    return header, start


def parse_dtype(description: object) -> np.dtype[Any]:
    """The dtype of an .npy header or of the manifest, where a list stands for each tuple.

    Raises DamagedTrace for what NumPy does not know, and for types that hold Python objects.
    """
    try:
        dtype = np.lib.format.descr_to_dtype(_description(description))
    except (TypeError, ValueError, KeyError, IndexError, OverflowError):
        raise DamagedTrace(f"{description!r:.40} is no type of NumPy") from None
    if dtype.hasobject:
        raise DamagedTrace("it has a type that holds Python objects, which a trace never does")
    return dtype


def _description(given: Any) -> Any:
    """The description as NumPy wants it: a field is a tuple, and so is a shape."""
    if isinstance(given, str) and DTYPE.fullmatch(given):
        return given
    if not isinstance(given, list):
        raise ValueError
    return [
        (tuple(name) if isinstance(name, list) else name, _description(kind), *map(tuple, shape))
        for name, kind, *shape in given
    ]
