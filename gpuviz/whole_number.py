"""Whole numbers as people type them: one reading, for every field and every option.

Taken: 1024, 1 024 with any kind of space between groups of three digits, 1_024 likewise, 2^10 and
2**10, 1e3; a sign before it; decimal digits of every script. Nothing else: where text could mean
two numbers, as 1,024 could, or none, as 1.5, no number is made of it.
"""

from __future__ import annotations

import re

from gpuviz.messages import Message, RequestRefused

MOST_DIGITS = 500  # of a number: far more than anything in a computer counts
LONGEST_TEXT = 700  # characters of a text that may be a number: spaces between its digits too
SHOWN = 40  # characters of a wrong text in a sentence

_BETWEEN = "[ \u00a0\u2007\u2009\u202f_]"  # the spaces of all widths, and Python's own
_DIGITS = rf"\d+|\d{{1,3}}(?:{_BETWEEN}\d{{3}})+"
_NUMBER = re.compile(
    rf"(?P<sign>[+\-\u2212]?)(?P<base>{_DIGITS})"
    r"(?:(?:\^|\*\*)(?P<power>\d{1,3})|[eE]\+?(?P<ten>\d{1,3}))?"
)
_BEGINNING = re.compile(
    rf"[+\-\u2212]?(?:\d(?:{_BETWEEN}?\d)*(?:{_BETWEEN}|(?:\^|\*\*?)\d*|[eE]\+?\d*)?)?"
)


def read_whole_number(text: str) -> int | None:
    """The number that a text stands for; None where it stands for none."""
    match = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
    if match is None:
        return None
    digits = "".join(c for c in match["base"] if c.isdecimal())
    power, ten = int(match["power"] or 1), int(match["ten"] or 0)
    if len(digits) * power + ten > MOST_DIGITS:
        return None
    number: int = int(digits) ** power * 10**ten
    return -number if match["sign"] in ("-", "\u2212") else number


def whole_number(text: str) -> int:
    """The number that a text stands for. Raises RequestRefused, which says how to write one."""
    number = read_whole_number(text)
    if number is None:
        raise RequestRefused(why_no_number(text))
    return number


def why_no_number(text: str) -> Message:
    """What to say of a text that is no whole number."""
    text = text.strip()
    shown = text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
    template = "'{text}' is not a whole number: write it as 1000, 1 000, 1e3 or 2^10."
    if "," in text and read_whole_number(text.replace(",", "\u202f")) is not None:
        template = (
            "'{text}' can mean thousands or a fraction: write it without the comma, as 1000 or"
            " 1 000."
        )
    return Message("number.not-whole", template, {"text": shown})


def may_become_number(text: str) -> bool:
    """Whether a text that is being typed is the beginning of a whole number."""
    return len(text) <= LONGEST_TEXT and _BEGINNING.fullmatch(text.lstrip()) is not None
