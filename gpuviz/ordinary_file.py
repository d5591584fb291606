"""Reads files of other people: no pipes or devices, which have no end, and never too much."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

RECORDING, ANSWERS, CUDA_C_SUFFIX = ".gpuviz", ".gpuviz-answers", ".cu"
"""Endings of names: what a launch did, what a student answered, and kernels in C."""

BYTE_ORDER_MARK = "\ufeff"  # in front of a text in UTF-8, where an editor of Windows writes one


def ending(path: Path) -> str:
    """What kind of file a name tells, in small letters: ".py" also of `KERNEL.PY`."""
    return path.suffix.lower()


def read_ordinary(path: Path, most_bytes: int) -> bytes:
    """All that is in a file.

    Raises OSError for what is no ordinary file, cannot be read, or is larger than `most_bytes`.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    with path.open("rb") as file:
        data = file.read(most_bytes + 1)
    if len(data) > most_bytes:
        raise OSError(errno.EFBIG, f"it is larger than {most_bytes >> 10} KiB", str(path))
    return data


def text_style(path: Path, most_bytes: int) -> tuple[str, str]:
    """The mark of UTF-8 that a text begins with, or nothing, and how its lines end.

    Of a file that cannot be read, as most texts are: without a mark, and "\\n".
    """
    try:
        data = read_ordinary(path, most_bytes)
    except OSError:
        return "", "\n"
    mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK.encode()) else ""
    return mark, "\r\n" if b"\r\n" in data else "\n"
