"""The timeline of a launch as a file for ui.perfetto.dev; needs no Qt."""

from __future__ import annotations

from pathlib import Path

from gpuviz.new_file import whole_file
from gpuviz.trace import Trace
from gpuviz.trace.perfetto import perfetto_lines


def save_timeline(trace: Trace, path: Path) -> None:
    """Writes the file line by line; it is there whole or not at all.

    Raises RequestRefused where it cannot be written, or the trace has no timeline.
    """
    lines = perfetto_lines(trace)
    with whole_file(path) as part, part.open("w", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{line}\n" for line in lines)
