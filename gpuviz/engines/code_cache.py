"""Compiled code, kept on the disk by what it was made of: the same is compiled and read once.

A file holds what two compilers' programs print, as JSON packed by gzip, whose sum tells whether it
is whole. What is damaged, or of another form, is as if it were not there: the code is made again.
Nothing of a file is executed. Where nothing can be written, all is made each time.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpuviz.atomic_file import whole_file
from gpuviz.places import cache_dir

FORM = 1  # of the files
SUFFIX = ".code.gz"
MOST_BYTES = 32 << 20  # of all files: some thousand kernels
LARGEST_BYTES = 8 << 20  # of one file when it is unpacked: 2,000 lines of SASS have 0.3 MB

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KernelSpace:
    """What a kernel takes: registers of a thread, bytes of a block and of a thread."""

    registers: int
    shared_bytes: int
    local_bytes: int


@dataclass(frozen=True, slots=True)
class CompiledCode:
    """What compiling gives: PTX, the listing of the machine code, and by kernel what it takes."""

    ptx: str
    listing: str
    kernels: Mapping[str, KernelSpace]


def digest_of(parts: Iterable[str]) -> str:
    """A name for what code is made of; no part can run into the next one."""
    found = hashlib.sha256(f"form {FORM}".encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        found.update(f"\0{len(data)}\0".encode() + data)
    return found.hexdigest()


def code_folder() -> Path | None:
    """Where code is kept; None where there is no place for it."""
    try:
        return cache_dir() / "code"
    except RuntimeError:
        return None


def kept_code(digest: str, make: Callable[[], CompiledCode], folder: Path | None) -> CompiledCode:
    """What is kept under a digest, or what `make` gives, which is kept from now on."""
    if folder is None:
        return make()
    file = folder / f"{digest}{SUFFIX}"
    found = _read(file)
    if found is None:
        found = make()
        _write(file, found)
    return found


def _read(file: Path) -> CompiledCode | None:
    try:
        with gzip.open(file) as packed:
            data = packed.read(LARGEST_BYTES + 1)
        if len(data) > LARGEST_BYTES:
            return None
        code = _code(json.loads(data))
        os.utime(file)  # it was needed now: what was not for longest goes first
    except FileNotFoundError:
        return None
    except (
        OSError,
        EOFError,
        ValueError,
        TypeError,
        KeyError,
        zlib.error,
        RecursionError,
    ) as error:
        log.info("%s is made again (%s)", file, error)
        return None
    return code


def _code(told: Any) -> CompiledCode:
    """Raises TypeError and the like for what is none."""
    texts, needs = (told["ptx"], told["listing"]), told["kernels"].items()
    kernels = {
        name: KernelSpace(one["registers"], one["shared_bytes"], one["local_bytes"])
        for name, one in needs
    }
    numbers = [number for one in kernels.values() for number in asdict(one).values()]
    if not all(isinstance(text, str) for text in texts) or not kernels:
        raise TypeError("it is no code")
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise TypeError("a kernel takes no such number")
    return CompiledCode(*texts, kernels)


def _write(file: Path, code: CompiledCode) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as part:
            part.write_bytes(gzip.compress(json.dumps(asdict(code)).encode(), 6))
        _make_room(file.parent)
    except OSError as error:  # a disk that is full or not ours: it was made, and is used
        log.info("%s is not kept (%s)", file, error)


def _make_room(folder: Path) -> None:
    """Removes what was not needed for longest, until the rest is as large as may be."""
    files = []
    for file in folder.glob(f"*{SUFFIX}"):
        with suppress(OSError):
            told = file.stat()
            files.append((told.st_mtime_ns, told.st_size, file))
    left = sum(size for _, size, _ in files)
    for _, size, file in sorted(files):
        if left <= MOST_BYTES:
            return
        with suppress(OSError):
            file.unlink()
        left -= size
