"""What keys do to lines of source: deeper, less deep, a comment or none."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.scene.source.line_words import Inside
from gpuviz.scene.source.typed_language import PYTHON, TypedLanguage

INDENT = 4  # spaces of a level (PEP 8)


def depth(line: str) -> int:
    """How many spaces a line begins with."""
    return len(line) - len(line.lstrip(" "))


def next_depth(before: str, inside: Inside = "", language: TypedLanguage = PYTHON) -> int:
    """The spaces of a line that begins behind `before`: as many, a level more where one opens."""
    return depth(before) + (INDENT if language.goes_deeper(before, inside) else 0)


def spaces_to_remove(before: str) -> int:
    """How many spaces a Backspace takes behind `before`: in an indentation, back to a level."""
    if not before or before.strip(" "):
        return 1
    return (len(before) - 1) % INDENT + 1


def spaces_to_insert(column: int) -> int:
    """How many spaces a Tab writes at a column: up to the next level."""
    return INDENT - column % INDENT


def deeper(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines a level deeper; empty ones stay empty."""
    return tuple(" " * INDENT + line if line.strip() else line for line in lines)


def less_deep(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines a level less deep, as far as they can."""
    return tuple(line[min(depth(line), INDENT) :] for line in lines)


def commented(lines: Sequence[str], language: TypedLanguage = PYTHON) -> tuple[str, ...]:
    """The lines as comments, or without their marks where all are comments already."""
    mark = language.mark
    written = [line for line in lines if line.strip()]
    if written and all(line.lstrip(" ").startswith(mark.rstrip()) for line in written):
        return tuple(_without_mark(line, mark) for line in lines)
    at = min(map(depth, written), default=0)
    return tuple(f"{line[:at]}{mark}{line[at:]}" if line.strip() else line for line in lines)


def _without_mark(line: str, mark: str) -> str:
    at = depth(line)
    shown = mark if line[at:].startswith(mark) else mark.rstrip()
    return line[:at] + line[at:].removeprefix(shown)
