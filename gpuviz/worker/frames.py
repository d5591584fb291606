"""What a foreign process sends: frames of bytes that hold numbers, names and arrays, and no code.

The first byte of a frame says what it is; no frame is longer than LONGEST_FRAME:

    r  a share, 0..1, as a float64: the progress of the job
    l  a line and a number of rounds, as uint64: of a loop that lasts
    c  a chunk: the next bytes of the value
    v  the end of a value, with the length of its JSON; the arrays' bytes come after that in the
       chunks, each at its offset

    {"value": ..., "arrays": [{"dtype": "<f4", "shape": [4], "order": "C", "at": 0}, ...]}

`value` is `gpuviz.trace.plain`. No file has a part in it: a name could stand for another file, a
device or a pipe, and a file that is cut off while it is mapped ends the process that reads it.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.request import LongLoop, Progress
from gpuviz.trace.members import LARGEST_FILE, LARGEST_MANIFEST, DamagedTrace, parse_dtype
from gpuviz.trace.plain import from_plain, to_plain

LONGEST_FRAME = 1 << 20
CHUNK_BYTES = LONGEST_FRAME - 1
ALIGNMENT = 64  # bytes, of the arrays of a value
SHARE, LENGTH, LOOP = struct.Struct("<d"), struct.Struct("<Q"), struct.Struct("<QQ")


class ByteWire(Protocol):
    """The receiving end of a `multiprocessing.connection`, whatever the platform calls it."""

    @property
    def closed(self) -> bool:
        """Whether this end is closed."""

    def recv_bytes(self, maxlength: int | None = None) -> bytes:
        """Waits for a frame. Raises EOFError at the end, OSError for one that is too long."""


class Garbage(Exception):
    """What came was never sent by gpuviz: the process that sent it is to be ended."""


def progress_frame(told: float | LongLoop) -> bytes:
    """The frame that reports a share, or a loop that lasts."""
    return b"l" + LOOP.pack(*told) if isinstance(told, LongLoop) else b"r" + SHARE.pack(told)


def frames_of(value: object) -> Iterator[bytes]:
    """The frames of a value: dataclasses of numbers, names, arrays and the like."""
    arrays = _Writer()
    plain = to_plain(value, (), arrays)
    text = json.dumps({"value": plain, "arrays": arrays.headers}, allow_nan=False)
    manifest = text.encode("utf-8", "surrogatepass")
    yield from _chunks(memoryview(manifest + bytes(-len(manifest) % ALIGNMENT)))
    for content in arrays.contents:
        yield from _chunks(content)
        yield from _chunks(memoryview(bytes(-len(content) % ALIGNMENT)))
    yield b"v" + LENGTH.pack(len(manifest))


def as_bytes(value: object) -> bytes:
    """A whole value at once: the chunks, and at the end the length of its JSON."""
    *chunks, end = frames_of(value)
    return b"".join([*(chunk[1:] for chunk in chunks), end[1:]])


def of_bytes(content: bytes, kind: type) -> object:
    """The value of the dataclass `kind` that `as_bytes` wrote. Raises Garbage and DamagedTrace."""
    if not LENGTH.size <= len(content) <= LARGEST_FILE:
        raise Garbage
    (length,) = LENGTH.unpack(content[-LENGTH.size :])
    return _parsed(bytearray(content[: -LENGTH.size]), length, kind)


def receive(connection: ByteWire, kind: type, on_progress: Progress) -> object:
    """Waits for a value of the dataclass `kind`, and tells the progress that comes before it.

    Raises EOFError where the other side is gone, and Garbage.
    """
    content = bytearray()
    while True:
        what, words = _frame(connection)
        if what == b"c" and len(content) + len(words) <= LARGEST_FILE:
            content += words
        elif what == b"r" and len(words) == SHARE.size:
            (share,) = SHARE.unpack(words)
            if not 0.0 <= share <= 1.0:
                raise Garbage
            on_progress(share)
        elif what == b"l" and len(words) == LOOP.size:
            on_progress(LongLoop(*LOOP.unpack(words)))
        elif what == b"v" and len(words) == LENGTH.size:
            return _parsed(content, LENGTH.unpack(words)[0], kind)
        else:
            raise Garbage


def _frame(connection: ByteWire) -> tuple[bytes, memoryview]:
    try:
        frame = memoryview(connection.recv_bytes(LONGEST_FRAME))
    except EOFError:
        raise
    except OSError as error:  # of more than LONGEST_FRAME, or less than nothing
        if connection.closed or error.errno is None:
            raise Garbage from None
        raise EOFError from None
    return bytes(frame[:1]), frame[1:]


def _parsed(content: bytearray, length: int, kind: type) -> object:
    if length > min(len(content), LARGEST_MANIFEST):
        raise Garbage
    try:
        manifest = json.loads(content[:length].decode("utf-8", "surrogatepass"))
        start = length + -length % ALIGNMENT
        arrays = _Reader(manifest["arrays"], memoryview(content).toreadonly()[start:])
        return from_plain(kind, manifest["value"], arrays)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise Garbage(str(error)) from None


def _chunks(content: memoryview) -> Iterator[bytes]:
    for begin in range(0, len(content), CHUNK_BYTES):
        yield b"c" + content[begin : begin + CHUNK_BYTES]


class _Writer:
    """Collects the arrays of a value: see `gpuviz.trace.plain`."""

    def __init__(self) -> None:
        self.headers: list[dict[str, Any]] = []
        self.contents: list[memoryview] = []
        self._end = 0

    def add_array(self, parts: Sequence[str], array: NDArray[Any]) -> str:
        """Keeps an array; its number is its name."""
        order = "F" if array.flags.f_contiguous and not array.flags.c_contiguous else "C"
        content = array.reshape(-1, order="F" if order == "F" else "C")
        dtype = np.lib.format.dtype_to_descr(array.dtype)
        header = {"dtype": dtype, "shape": array.shape, "order": order, "at": self._end}
        self.headers.append(header)
        self.contents.append(np.ascontiguousarray(content).view(np.uint8).data)
        self._end += array.nbytes + -array.nbytes % ALIGNMENT
        return str(len(self.headers) - 1)


class _Reader:
    """The arrays of a value, read-only; raises DamagedTrace for those that are not there."""

    def __init__(self, headers: object, content: memoryview) -> None:
        if not isinstance(headers, list):
            raise DamagedTrace("its arrays are no list")
        self._content = content
        self._headers = {str(number): header for number, header in enumerate(headers)}

    def array(self, name: object) -> NDArray[Any]:
        """The array of that name."""
        header = self._headers.get(name) if isinstance(name, str) else None
        if not isinstance(header, dict):
            raise DamagedTrace(f"the array {name!r:.20} is missing")
        dtype, shape, begin = parse_dtype(header["dtype"]), header["shape"], header["at"]
        whole = (begin, *shape) if isinstance(shape, list) else (None,)
        if not all(type(n) is int and 0 <= n <= LARGEST_FILE for n in whole) or not dtype.itemsize:
            raise DamagedTrace(f"the array {name} has no valid shape")
        size = math.prod(shape)
        if begin + size * dtype.itemsize > len(self._content):
            raise DamagedTrace(f"the array {name} is not as long as it says")
        flat = np.frombuffer(self._content, dtype, size, begin) if size else np.empty(0, dtype)
        array: NDArray[Any] = flat.reshape(shape, order="F" if header["order"] == "F" else "C")
        array.flags.writeable = False
        return array
