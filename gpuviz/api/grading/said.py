"""What students say, as it may be shown: no terminal, table or page obeys it, and it has an end."""

from __future__ import annotations

import unicodedata

MOST_BYTES = 64 << 10
"""Kept of one message, in UTF-8."""
LONGEST_NAME = 4096  # characters: no path on Linux is longer
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
KEPT = "\n\t"
NOT_SHOWN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories: controls, marks that turn the direction of writing, halves of characters, and
what no font knows. Spaces of all widths are shown.
"""
LONGEST_NOTE = 100  # bytes of what is said of a cut


def harmless(text: str) -> str:
    """The text with the replacement character for each that is not shown, cut where it is long.

    Line feeds and tabs stay.
    """
    begins = text[:MOST_BYTES].replace("\r\n", "\n")
    return _cut(begins if begins.isprintable() else "".join(map(_shown, begins)), text)


def in_one_line(text: str) -> str:
    """A text for a cell of a table: its lines one behind the other."""
    return " ".join(line.strip() for line in text.split("\n")) if "\n" in text else text


def readable_name(name: str) -> str:
    """A name of a file or a student as it can be printed: those of files on Unix are any bytes."""
    return "".join(one if one.isprintable() else REPLACEMENT for one in name[:LONGEST_NAME])


def _shown(one: str) -> str:
    if one.isprintable() or one in KEPT or unicodedata.category(one) not in NOT_SHOWN:
        return one
    return REPLACEMENT


def _cut(shown: str, whole: str) -> str:
    told = shown.encode()
    if len(whole) <= MOST_BYTES and len(told) <= MOST_BYTES:
        return shown
    kept = told[: MOST_BYTES - LONGEST_NOTE].decode(errors="ignore")
    return f"{kept}… (cut here: {len(whole) - len(kept)} characters are left out)"
