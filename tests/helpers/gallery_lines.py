"""Lines of the gallery's files, named by their words: texts above them may grow."""

from __future__ import annotations

from gpuviz.operation import find_operation


def line_of(operation: str, words: str) -> int:
    """The number, from 1, of the first line of an operation's file that has these words."""
    lines = find_operation(operation).path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, start=1) if words in line)
