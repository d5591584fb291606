"""Text in columns, for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from gpuviz.messages import EnglishTemplate, Message
from gpuviz.texts import say
from gpuviz.units import THIN_SPACE


def aligned(rows: Sequence[Sequence[str]], indent: int = 0, right: Collection[int] = ()) -> str:
    """Rows of cells as lines with columns as wide as their widest cell.

    The columns named by `right` are flush right, as numbers are read.
    """
    if not rows:
        return ""
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    sides = [flush_right if column in right else padded for column in range(len(widths))]
    return "\n".join(
        " " * indent
        + "  ".join(
            side(cell, width) for cell, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    )


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes: a Chinese character takes two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(one) in ("W", "F") for one in text)


def padded(text: str, width: int) -> str:
    """A text with blanks behind it, up to so many columns."""
    return text + " " * (width - columns_of(text))


def flush_right(text: str, width: int) -> str:
    """A text with blanks before it."""
    return " " * (width - columns_of(text)) + text


def counted(number: int, one: EnglishTemplate, many: EnglishTemplate) -> str:
    """ "1 block" or "{n} blocks", in the language of the command."""
    return say(Message("counted", one if number == 1 else many, {"n": number}))


def sentence(message: Message) -> str:
    """A Message, whole numbers with thin spaces."""
    return say(message)


def print_text(text: str, end: str = "\n") -> None:
    """Prints for a terminal, whose fonts and encodings may lack the thin space."""
    print(text.replace(THIN_SPACE, " "), end=end)
