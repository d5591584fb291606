"""The members of a `.gpuviz` file: `.npy` arrays and the manifest, in a zip, without pickle."""

from __future__ import annotations

import ast
import math
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import IO, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import brief, word

MANIFEST = "manifest.json"
ARRAY_SUFFIX = ".npy"
LARGEST_FILE = 768 << 20
"""Bytes that all members together may unpack to: a small file must not fill the memory."""
LARGEST_MANIFEST = 8 << 20
MOST_VALUES = 400_000  # of the manifest; counted by what stands between them
MOST_MEMBERS = 5_000
LONGEST_HEADER = 1 << 16  # bytes
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
PACKING_LEVEL = 1
SAMPLE_BYTES = 1 << 16
WORTH_PACKING = 0.8  # a sample that shrinks less is stored as it is: packing noise is slow
PIECE = 1 << 20  # bytes that are unpacked at a time
HEADER_BYTES = 30  # of a member, at least
END_OF_DIRECTORY, END_OF_LARGE = re.compile(rb"PK\x05\x06"), b"PK\x06\x07"
END_BYTES, FARTHEST_END = 22, 22 + (1 << 16) + 20
LARGEST_DIRECTORY = 4 << 20
NPY_MAGIC = b"\x93NUMPY"
DTYPE = re.compile(r"[<>|=][?a-zA-Z][0-9]{0,9}(\[\w+\])?")
HEADER_KEYS = {"descr", "fortran_order", "shape"}


class DamagedTrace(ValueError):
    """A file is not a whole trace; its text, or Message, says what is wrong with it."""


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

    def __init__(
        self, file: zipfile.ZipFile, progress: Callable[[float], None] = lambda share: None
    ) -> None:
        members = file.infolist()
        if len(members) > MOST_MEMBERS:
            raise DamagedTrace(
                word(
                    "it has {members} members, more than {most}",
                    members=len(members),
                    most=MOST_MEMBERS,
                )
            )
        if sum(info.file_size for info in members) > LARGEST_FILE:
            raise DamagedTrace(word("it unpacks to more than {most} MiB", most=LARGEST_FILE >> 20))
        if any(info.compress_type not in PACKINGS or info.flag_bits & 1 for info in members):
            raise DamagedTrace(word("it is packed or encrypted in a way that traces never are"))
        if _overlap(members):
            raise DamagedTrace(word("its members lie in each other"))
        self._file = file
        self._progress = progress
        self._unpacked_bytes, self._all_bytes = 0, sum(info.file_size for info in members)
        self._names = set(file.namelist())
        self._arrays: dict[str, NDArray[Any]] = {}

    def manifest(self) -> bytes:
        """The text of manifest.json."""
        if MANIFEST not in self._names:
            raise DamagedTrace(word("it has no {part}", part=MANIFEST))
        if self._file.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
            raise DamagedTrace(
                word(
                    "its {part} is larger than {most} MiB",
                    part=MANIFEST,
                    most=LARGEST_MANIFEST >> 20,
                )
            )
        text = bytes(self._unpacked(MANIFEST))
        if sum(map(text.count, (b",", b"[", b"{"))) > MOST_VALUES:
            raise DamagedTrace(
                word("its {part} has more than {most} values", part=MANIFEST, most=MOST_VALUES)
            )
        return text

    def array(self, name: object) -> NDArray[Any]:
        """A read-only array; asked for twice, it is the same one."""
        if not isinstance(name, str) or name not in self._names:
            raise DamagedTrace(word("the member {name} is missing", name=brief(name)))
        if name not in self._arrays:
            with self._file.open(name) as member:
                head = member.read(LONGEST_HEADER)
            array_header(name, head, self._file.getinfo(name).file_size)
            self._arrays[name] = _parse_array(name, self._unpacked(name))
        return self._arrays[name]

    def _unpacked(self, name: str) -> memoryview:
        """A member; of one that unpacks to more than it says no more is unpacked."""
        data = bytearray(self._file.getinfo(name).file_size)
        filled = 0
        with self._file.open(name) as member:
            while piece := member.read(PIECE):
                if filled + len(piece) > len(data):
                    raise DamagedTrace(word("{name} is not as long as it says", name=name))
                data[filled : filled + len(piece)] = piece
                filled += len(piece)
                self._unpacked_bytes += len(piece)
                self._progress(self._unpacked_bytes / self._all_bytes)
        if filled != len(data):
            raise DamagedTrace(word("{name} is not as long as it says", name=name))
        return memoryview(data).toreadonly()


def check_directory(stream: IO[bytes]) -> None:
    """Raises DamagedTrace where a zip's directory is larger than that of any trace.

    It is looked for as `zipfile` does, which would read all of it (APPNOTE.TXT 6.3.10, 4.3.16).
    """
    length = stream.seek(0, os.SEEK_END)
    stream.seek(max(length - FARTHEST_END, 0))
    tail = stream.read(FARTHEST_END)
    stream.seek(0)
    for found in re.finditer(END_OF_DIRECTORY, tail):
        if len(tail) - found.start() < END_BYTES:
            continue
        (size,) = struct.unpack_from("<I", tail, found.start() + 12)
        if size > LARGEST_DIRECTORY or tail[found.start() - 20 :].startswith(END_OF_LARGE):
            raise DamagedTrace(word("its directory is larger than that of any trace"))


def _overlap(members: Sequence[zipfile.ZipInfo]) -> bool:
    """Whether two members are made of the same bytes."""
    ordered = sorted(members, key=lambda info: info.header_offset)
    ends = (info.header_offset + HEADER_BYTES + info.compress_size for info in ordered)
    return any(end > after.header_offset for end, after in zip(ends, ordered[1:], strict=False))


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


def _parse_array(name: str, data: memoryview) -> NDArray[Any]:
    """An .npy file's array."""
    dtype, shape, order, start = array_header(name, bytes(data[:LONGEST_HEADER]), len(data))
    return np.frombuffer(data, dtype, offset=start).reshape(shape, order=order)


def array_header(
    name: str, head: bytes, length: int
) -> tuple[np.dtype[Any], tuple[int, ...], Literal["C", "F"], int]:
    """Type, shape, order and begin of an .npy file's data, held against the file's length."""
    header, start = _header(name, head)
    dtype, shape = parse_dtype(header["descr"]), header["shape"]
    if not isinstance(shape, tuple) or not all(type(n) is int and n >= 0 for n in shape):
        raise DamagedTrace(word("{name} has no valid shape", name=name))
    if math.prod(shape) * dtype.itemsize != length - start or dtype.itemsize == 0:
        raise DamagedTrace(word("{name} is not as long as it says", name=name))
    return dtype, shape, "F" if header["fortran_order"] else "C", start


def _header(name: str, data: bytes) -> tuple[dict[str, Any], int]:
    """The header of an .npy file and where its data start (NumPy Enhancement Proposal 1)."""
    if data[:6] != NPY_MAGIC or data[6:7] not in (b"\x01", b"\x02", b"\x03"):
        raise DamagedTrace(word("{name} is no .npy file", name=name))
    width = 2 if data[6] == 1 else 4
    try:
        (length,) = struct.unpack_from("<H" if width == 2 else "<I", data, 8)
        start = 8 + width + length
        if length > LONGEST_HEADER:
            raise ValueError
        header = ast.literal_eval(data[8 + width : start].decode("utf-8").strip())
    except (ValueError, SyntaxError, struct.error, MemoryError, RecursionError):
        raise DamagedTrace(word("{name} has an unreadable header", name=name)) from None
    if not isinstance(header, dict) or header.keys() != HEADER_KEYS:
        raise DamagedTrace(word("{name} has an unreadable header", name=name))
    return header, start


def parse_dtype(description: object) -> np.dtype[Any]:
    """The dtype of an .npy header or of the manifest, where a list stands for each tuple.

    Raises DamagedTrace for what NumPy does not know, and for types that hold Python objects.
    """
    try:
        dtype = np.lib.format.descr_to_dtype(_description(description))
    except (TypeError, ValueError, KeyError, IndexError, OverflowError):
        raise DamagedTrace(
            word("{value} is no type of NumPy", value=f"{description!r:.40}")
        ) from None
    if dtype.hasobject:
        raise DamagedTrace(word("it has a type that holds Python objects"))
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
