"""Files that are there whole or not at all, whatever ends the writing: every save goes this way.

What is new is written beside the file under a name of its own (`.part`), flushed to the disk and
put in its place; then the folder is flushed too. A process that is killed leaves its part behind:
`clear_parts` removes what nobody writes any more.
"""

from __future__ import annotations

import errno
import os
import platform
import re
import secrets
import shutil
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LONGEST_STEM = 40  # characters in the name of a part: those of a file may be all that it can have
ABANDONED_SECONDS = 24 * 60 * 60  # since the last change of a part whose writer cannot be asked for
NO_FLUSH = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)  # of file systems that cannot be told to
TRIES, WAIT_SECONDS = 50, 0.02  # on Windows a file cannot be replaced while somebody reads it

DEVICES = {
    *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
    *(f"{name}{number}" for name in ("COM", "LPT") for number in "123456789¹²³"),
}
FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
"""Names on Windows (learn.microsoft.com/windows/win32/fileio/naming-a-file)."""

PART = re.compile(r"\.([0-9a-f]{8})-(\d+)-[0-9a-f]{8}\.part")
"""In the name of a part: which machine, which process, and a number of its own."""

_open_parts: set[Path] = set()
"""Those that this process is writing."""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """The name of a file beside `path` to write to; it takes the place of `path` in the end.

    Behind a symbolic link the file it leads to is replaced. Raises OSError where that cannot be,
    and for what is no ordinary file.
    """
    target = Path(os.path.realpath(path))
    _check_ordinary(target)
    clear_parts(target.parent, target.stem)
    part = target.with_name(_part_name(target))
    _open_parts.add(part)
    try:
        yield part
        _flush(part)
        if target.exists():
            shutil.copymode(target, part)
        _replace(part, target)
    finally:
        part.unlink(missing_ok=True)
        _open_parts.discard(part)
    _flush_folder(target.parent)


def write_whole(path: Path, text: str) -> None:
    """Writes a text as a whole or not at all, in a folder that is made for it. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole_file(path) as part, part.open("x", encoding="utf-8", newline="") as file:
        file.write(text)


def remove_open_parts() -> None:
    """Removes what this process is writing, for one that ends without unwinding."""
    for part in tuple(_open_parts):
        with suppress(OSError):
            part.unlink(missing_ok=True)


def put_aside(path: Path) -> Path:
    """Gives a file that cannot be used another name, which no file has yet. Raises OSError.

    Of a symbolic link the file it leads to; where that is none, but a device, the link itself.
    """
    target = Path(os.path.realpath(path))
    path = target if target.is_file() else path
    names = (f"{path.name}.bad{number}" for number in ("", *(f"-{n}" for n in range(2, 100))))
    aside = next((p for n in names if not os.path.lexists(p := path.with_name(n))), None)
    aside = aside or path.with_name(f"{path.name}.bad")
    os.replace(path, aside)
    return aside


def clear_parts(folder: Path, stem: str | None = None) -> None:
    """Removes the parts of saves that were killed: of one file, or of all in a folder."""
    with suppress(OSError):
        found = [(entry, PART.search(entry.name)) for entry in os.scandir(folder)]
        for entry, match in found:
            if match is None or (stem is not None and entry.name[: match.start()] != _short(stem)):
                continue
            if _is_abandoned(Path(entry), match[1], int(match[2])):
                with suppress(OSError):
                    os.unlink(entry)


def _check_name(name: str) -> None:
    """Raises OSError for what Windows takes for a device, or for a part of another file: `a:b.png`
    is one of `a`, where nobody sees it.
    """
    if name.split(".")[0].rstrip().upper() in DEVICES:
        raise OSError(errno.EINVAL, "Windows has a device of that name", name)
    if FORBIDDEN.search(name) or name.endswith((".", " ")):
        raise OSError(errno.EINVAL, "Windows has no such names", name)


def _check_ordinary(target: Path) -> None:
    """Raises OSError for a device, a pipe or a folder: it would be replaced by a file."""
    if sys.platform == "win32":
        _check_name(target.name)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(target))


def _part_name(target: Path) -> str:
    owner = f"{_machine()}-{os.getpid()}-{secrets.token_hex(4)}"
    return f"{_short(target.stem)}.{owner}.part{target.suffix}"


def _short(stem: str) -> str:
    return stem[:LONGEST_STEM]


def _machine() -> str:
    """Which one this is: a folder may be shared with others."""
    return f"{zlib.crc32(platform.node().encode()):08x}"


def _is_abandoned(part: Path, machine: str, process: int) -> bool:
    if machine == _machine() and sys.platform != "win32":
        if process == os.getpid():
            return False  # another thread of ours
        if not _runs(process):
            return True
    return time.time() - part.stat().st_mtime > ABANDONED_SECONDS


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # somebody else's
        pass
    return True


def _flush(path: Path) -> None:
    """Has the file on the disk, not only in the memory of the system."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        _flush_descriptor(descriptor)
    finally:
        os.close(descriptor)


def _flush_folder(folder: Path) -> None:
    """Has the new name on the disk; Windows cannot be told to, and others may not be."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            _flush_descriptor(descriptor)
        finally:
            os.close(descriptor)


def _flush_descriptor(descriptor: int) -> None:
    try:
        if sys.platform == "darwin":  # fsync leaves it in the memory of the disk there
            import fcntl

            with suppress(OSError):
                fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in NO_FLUSH:
            raise


def _replace(part: Path, target: Path) -> None:
    if sys.platform != "win32":
        os.replace(part, target)
        return
    _insist(lambda: os.replace(part, target))


def _insist(step: Callable[[], object]) -> None:
    """Does what may be refused for as long as somebody reads the file."""
    for _ in range(TRIES - 1):
        try:
            step()
        except PermissionError:
            time.sleep(WAIT_SECONDS)
        else:
            return
    step()
