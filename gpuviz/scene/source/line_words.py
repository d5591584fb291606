"""The coloured words of one line of Python at a time: text that is being typed is seldom whole.

`listing.words_of` reads whole functions with Python's own tokenizer, which gives up where a bracket
or a quote is still open.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable
from typing import Literal, NamedTuple

from gpuviz.scene.source.listing import SourceWord, WordKind

Inside = Literal["", "'''", '"""', "/*"]
"""The quotes of the string that a line begins in; of C, the beginning of a comment."""

_PREFIX = "[bBfFrRuU]{0,2}"
_WORD = re.compile(
    rf"""
    (?P<comment>\#.*)
  | (?P<long>{_PREFIX}(?P<quotes>'''|\"\"\"))
  | (?P<string>{_PREFIX}(?:'(?:[^'\\]|\\.)*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|$)))
  | (?P<number>(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+
              |(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)[jJ]?)
  | (?P<name>[^\W\d]\w*)
    """,
    re.VERBOSE,
)
_ENDS: dict[Inside, re.Pattern[str]] = {
    "'''": re.compile(r"(?:[^\\]|\\.)*?'''"),
    '"""': re.compile(r'(?:[^\\]|\\.)*?"""'),
}


class LineWords(NamedTuple):
    """The words of a line, and the string that the next line begins in."""

    words: tuple[SourceWord, ...]
    inside: Inside


def line_words(text: str, inside: Inside = "") -> LineWords:
    """Colours one line; `inside` is what the line before it has left open."""
    words: list[SourceWord] = []
    at = 0
    while at < len(text):
        if inside:
            end = _ENDS[inside].match(text, at)
            stop = len(text) if end is None else end.end()
            words.append(SourceWord(at, stop - at, "string"))
            at, inside = stop, inside if end is None else ""
            continue
        found = _WORD.search(text, at)
        if found is None:
            break
        at = found.end()
        if found["long"]:
            inside = '"""' if found["quotes"] == '"""' else "'''"
            at, inside, word = _long_string(text, found.start(), at, inside)
            words.append(word)
        elif kind := _kind(found, text):
            words.append(SourceWord(found.start(), len(found[0]), kind))
    return LineWords(tuple(words), inside)


def code_of(
    text: str, inside: Inside = "", words_of: Callable[[str, Inside], LineWords] = line_words
) -> str:
    """A line without its comment and without what stands in strings, which become spaces."""
    letters = list(text)
    for word in words_of(text, inside).words:
        if word.kind in ("comment", "string"):
            letters[word.start : word.start + word.length] = " " * word.length
    return "".join(letters)


def _long_string(
    text: str, start: int, content: int, quotes: Inside
) -> tuple[int, Inside, SourceWord]:
    """Where a string in three quotes ends in this line, what stays open, and its word."""
    end = _ENDS[quotes].match(text, content)
    stop = len(text) if end is None else end.end()
    return stop, quotes if end is None else "", SourceWord(start, stop - start, "string")


def _kind(found: re.Match[str], text: str) -> WordKind | None:
    name = found["name"]
    if name is None:
        kinds: tuple[WordKind, ...] = ("comment", "string", "number")
        return next(kind for kind in kinds if found[kind] is not None)
    if keyword.iskeyword(name):
        return "keyword"
    before = text[: found.start()].rstrip()
    return "name" if before.endswith(("def", "@")) else None
