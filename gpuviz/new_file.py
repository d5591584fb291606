"""A file that somebody named: there whole or not at all, or a sentence says why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuviz import atomic_file
from gpuviz.messages import Message, RequestRefused


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
    template = "{path} cannot be written: {reason}. Choose another folder, or make room there."
    values = {"path": str(path), "reason": error.strerror or str(error)}
    return Message("export.unwritable", template, values)
