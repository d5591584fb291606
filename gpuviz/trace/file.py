"""`.gpuviz` files: a zip of `manifest.json` and `.npy` members that any NumPy reads; no pickle.

`manifest.json` is {"gpuviz_trace": 1, "trace": {...}}: the fields of `Trace` by name, tables as
lists of objects, and an array as {"npy": "steps/block.npy"}, the member that holds it (`plain` has
the other forms).

    with zipfile.ZipFile("launch.gpuviz") as file:
        trace = json.loads(file.read("manifest.json"))["trace"]
        blocks = numpy.load(file.open(trace["steps"]["block"]["npy"]))

Reading runs no code of the file: names, numbers and arrays are all it can hold. A field that this
gpuviz does not know is passed over; a file of a newer version is refused.
"""

from __future__ import annotations

import json
import os
import struct
import typing
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from gpuviz.atomic_file import whole_file
from gpuviz.messages import Message, RequestRefused, reason_of, word
from gpuviz.ordinary_file import RECORDING
from gpuviz.trace.members import (
    LARGEST_FILE,
    MANIFEST,
    DamagedTrace,
    MemberReader,
    MemberWriter,
    check_directory,
)
from gpuviz.trace.plain import from_plain, to_plain
from gpuviz.trace.trace import Trace
from gpuviz.trace.validate import validate

FORMAT_VERSION = 1
SUFFIX = RECORDING

UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    ValueError,  # JSON's and Unicode's errors too
    OverflowError,
    RuntimeError,  # features of zip that Python lacks
)
"""What zipfile, zlib and json raise for files that are damaged or no traces."""


def save_trace(trace: Trace, path: Path) -> None:
    """Writes a trace; the file is there whole or not at all.

    Raises RequestRefused where it cannot be written.
    """
    try:
        with whole_file(path) as part, part.open("xb") as file:
            _write(trace, file)
    except OSError as error:
        template = "The trace cannot be written to {path}: {reason}. Choose another file."
        values = {"path": str(path), "reason": reason_of(error)}
        raise RequestRefused(Message("trace.unwritable", template, values)) from None


def load_trace(path: Path, progress: Callable[[float], None] = lambda share: None) -> Trace:
    """Reads a trace; its arrays are read-only. `progress` hears the share done, 0..1.

    Raises RequestRefused for what is no trace, cut off, of a newer version, contradicts itself, or
    holds more than a recording may (`members`, `budget`).
    """
    with _refusing(path), _members(path, progress) as members:
        trace = typing.cast(Trace, from_plain(Trace, _manifest(members), members))
        validate(trace)
        return trace


def check_recording(path: Path) -> None:
    """Raises RequestRefused for what is no trace at all, or of a newer version."""
    with _refusing(path), _members(path) as members:
        _manifest(members)


@contextmanager
def _members(
    path: Path, progress: Callable[[float], None] = lambda share: None
) -> Iterator[MemberReader]:
    if os.path.exists(path) and not path.is_file() and not path.is_dir():
        raise DamagedTrace(word("it is no ordinary file"))  # a pipe or a device may never end
    with path.open("rb") as stream:
        check_directory(stream)
        with zipfile.ZipFile(stream) as file:
            yield MemberReader(file, progress)


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Turns what is wrong with a file into the sentence that refuses it."""
    try:
        yield
    except OSError as error:
        raise _refused(path, reason_of(error)) from None
    except MemoryError:
        raise _refused(path, word("it needs more memory than this machine has left")) from None
    except DamagedTrace as error:
        raise _refused(path, error.args[0]) from None
    except RecursionError:
        raise _refused(path, word("what it holds is nested too deeply")) from None
    except UNREADABLE as error:
        template = "it is cut off, damaged or no trace ({error})"
        raise _refused(path, word(template, error=_cut(str(error)))) from None


def _manifest(members: MemberReader) -> Any:
    """The fields of the trace, as plain JSON."""
    manifest = json.loads(members.manifest())
    version = manifest.get("gpuviz_trace") if isinstance(manifest, dict) else None
    if type(version) is not int or "trace" not in manifest:
        raise DamagedTrace(word("its {part} is not that of a trace", part=MANIFEST))
    if version > FORMAT_VERSION:
        template = "it has the format {version}, made by a newer gpuviz: update gpuviz"
        raise DamagedTrace(word(template, version=version))
    return manifest["trace"]


def _write(trace: Trace, stream: IO[bytes]) -> None:
    with zipfile.ZipFile(stream, "w") as file:
        members = MemberWriter(file)
        manifest = {"gpuviz_trace": FORMAT_VERSION, "trace": to_plain(trace, (), members)}
        members.add_manifest(json.dumps(manifest, allow_nan=False, ensure_ascii=False, indent=1))
        size = sum(info.file_size for info in file.infolist())
        if size > LARGEST_FILE:
            raise _too_large(size)


def _too_large(size: int) -> RequestRefused:
    template = (
        "This launch takes {size} MiB, more than the {most} MiB that a recording may have: choose a"
        " smaller size."
    )
    values = {"size": size >> 20, "most": LARGEST_FILE >> 20}
    return RequestRefused(Message("trace.too-large", template, values))


def _cut(text: str) -> str:
    return " ".join(text.split())[:300]


def _refused(path: Path, reason: object) -> RequestRefused:
    template = "{path} cannot be opened: {reason}."
    values = {"path": str(path), "reason": _on_one_line(reason)}
    return RequestRefused(Message("trace.unreadable", template, values))


def _on_one_line(reason: object) -> object:
    """A reason whose values may be any text of a file."""
    if isinstance(reason, Message):
        values = {name: _on_one_line(value) for name, value in reason.values.items()}
        return replace(reason, values=values)
    return _cut(reason) if isinstance(reason, str) else reason
