"""Text in columns, for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gpuviz.messages import Message
from gpuviz.scene.numbers import THIN_SPACE, whole
from gpuviz.texts import readable


def aligned(rows: Sequence[Sequence[str]], indent: int = 0, right: Collection[int] = ()) -> str:
    """Rows of cells as lines with columns as wide as their widest cell.

    The columns named by `right` are flush right, as numbers are read.
    """
    if not rows:
        return ""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = [str.rjust if column in right else str.ljust for column in range(len(widths))]
    return "\n".join(
        " " * indent
        + "  ".join(
            side(cell, width) for cell, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    )


def counted(number: int, noun: str) -> str:
    """A number and its noun: "1 block", "2 blocks"."""
    return f"{whole(number)} {noun}" if number == 1 else f"{whole(number)} {noun}s"


def sentence(message: Message) -> str:
    """A Message in English, whole numbers with thin spaces."""
    return message.template.format(**{n: readable(value) for n, value in message.values.items()})


def print_text(text: str) -> None:
    """Prints for a terminal, whose fonts and encodings may lack the thin space."""
    print(text.replace(THIN_SPACE, " "))
