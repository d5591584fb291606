"""A trace as a file that the user named."""

from __future__ import annotations

from pathlib import Path

from gpuviz.messages import Message, RequestRefused
from gpuviz.trace import Trace


def write_trace(trace: Trace, path: Path) -> None:
    """Saves a trace; raises RequestRefused where the file cannot be written."""
    from gpuviz.trace.file import save_trace

    try:
        save_trace(trace, path)
    except OSError as error:
        template = "The trace cannot be written to {path} ({reason}): choose another file."
        values = {"path": path, "reason": error.strerror}
        raise RequestRefused(Message("cli.cannot-write", template, values)) from None
