"""A file that is there whole or not at all, whatever ends the writing."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gpuviz.messages import Message, RequestRefused


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """The name of a file beside `path` to write to; it takes the place of `path` in the end.

    Raises RequestRefused where it cannot be written.
    """
    part = path.with_name(f"{path.stem}.{secrets.token_hex(4)}.part{path.suffix}")
    try:
        try:
            yield part
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise RequestRefused(_unwritable(path, error)) from None


def _unwritable(path: Path, error: OSError) -> Message:
    template = "{path} cannot be written: {reason}. Choose another folder, or make room there."
    values = {"path": str(path), "reason": error.strerror or str(error)}
    return Message("export.unwritable", template, values)
