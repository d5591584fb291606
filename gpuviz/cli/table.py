"""Text in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.ui.numbers import THIN_SPACE, whole


def aligned(rows: Sequence[Sequence[str]], indent: int = 0) -> str:
    """Rows of cells as lines with columns as wide as their widest cell."""
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(" " * indent + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def counted(number: int, noun: str) -> str:
    """A number and its noun: "1 block", "2 blocks"."""
    return f"{whole(number)} {noun}" if number == 1 else f"{whole(number)} {noun}s"


def print_text(text: str) -> None:
    """Prints for a terminal, whose fonts and encodings may lack the thin space."""
    print(text.replace(THIN_SPACE, " "))
