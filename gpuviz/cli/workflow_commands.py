"""Lines that a CI system would take for commands of the job, made plain text.

GitHub's runner obeys each line of a job's output that begins with `::`, or has `##[` in it:
https://docs.github.com/actions/reference/workflow-commands-for-github-actions. What a script prints
shall annotate nothing, hide nothing, and not switch our own commands off (`::stop-commands::`).
"""

from __future__ import annotations

import io
import re
from typing import TextIO

OLD_COMMAND = "##["
LINE = re.compile(r"[^\r\n]*[\r\n]")  # the runner ends a line at each of the two


def as_plain(line: str) -> str:
    """The line, which no runner obeys."""
    marked = f"| {line}" if line.lstrip().startswith("::") else line
    return marked.replace(OLD_COMMAND, "## [")


class WithoutCommands(io.TextIOBase):
    """Passes whole lines on to a stream, as plain text; `close` passes on the last one too."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun: list[str] = []

    def write(self, text: str) -> int:
        """Takes a part of what is printed, which may end in the middle of a line."""
        end = 0
        for found in LINE.finditer(text):
            self._stream.write(as_plain("".join([*self._begun, found[0]])))
            self._begun, end = [], found.end()
        if text[end:]:
            self._begun.append(text[end:])
        return len(text)

    def flush(self) -> None:
        """Has all whole lines arrive."""
        self._stream.flush()

    def isatty(self) -> bool:
        """As the stream is."""
        return self._stream.isatty()

    def close(self) -> None:
        """Passes on what has no end yet; the stream stays open."""
        if not self.closed:
            self._stream.write(as_plain("".join(self._begun)))
            self._stream.flush()
        super().close()
