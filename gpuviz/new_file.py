"""A file that somebody named: there whole or not at all, or a sentence says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuviz import atomic_file
from gpuviz.messages import Message, RequestRefused, reason_of

HELD_BY_OTHERS = (5, 32)
"""ERROR_ACCESS_DENIED, of a file in its folder that was found writable, and ERROR_SHARING_VIOLATION
(learn.microsoft.com/windows/win32/debug/system-error-codes): Windows replaces no open file.
"""


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """The name of a file beside `path` to write to; it takes the place of `path` in the end.

    Raises RequestRefused where it cannot be written.
    """
    try:
        with atomic_file.whole_file(path) as part:
            yield part
    except OSError as error:
        raise RequestRefused(_unwritable(path, error)) from None


def _unwritable(path: Path, error: OSError) -> Message:
    if getattr(error, "winerror", None) in HELD_BY_OTHERS:
        template = (
            "{path} cannot be written: another program has it open. Close it there, or choose"
            " another name."
        )
        return Message("export.held", template, {"path": str(path)})
    template = "{path} cannot be written: {reason}. Choose another folder, or make room there."
    values = {"path": str(path), "reason": reason_of(error)}
    return Message("export.unwritable", template, values)
