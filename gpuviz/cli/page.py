"""A page of Markdown as plain lines for a terminal: no marks but those of code, wrapped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

NARROWEST, WIDEST = 40, 88  # columns: longer lines are hard to come back from
FENCE, INDENT = "```", "    "
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)]) ")
FIRST_ITEM = re.compile(r"\s*(?:[-*+]|1[.)]) ")  # with 64. no list begins within a paragraph
STRONG = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*(?:(?<=[。，；：？！）]\*\*) )?", re.DOTALL)
"""The space that Markdown needs behind stars after a full-width mark goes with them."""
STRESSED = re.compile(r"(?<![A-Za-z0-9*])\*(\S(?:[^*]*?\S)?)\*(?!\*)")
CODE = re.compile(r"(`[^`]+`)")
PIECE = re.compile(r"\s+|[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+")
CLOSING = frozenset("，。、；：？！）」』”’》】…")
"""With none of these a line begins."""


def page_text(markdown: str, columns: int) -> str:
    """The paragraphs wrapped to so many columns of a terminal; lists and blocks of code keep their
    lines.
    """
    width = min(max(columns, NARROWEST), WIDEST)
    return "\n\n".join("\n".join(_lines(block, width)) for block in _blocks(markdown))


def _blocks(markdown: str) -> Iterator[str]:
    """Paragraphs; a block of code with its fences is one."""
    kept: list[str] = []
    for block in re.split(r"\n[ \t]*\n", markdown.strip("\n")):
        kept.append(block)
        if sum(part.count(FENCE) for part in kept) % 2 == 0:
            yield "\n\n".join(kept)
            kept = []
    if kept:
        yield "\n\n".join(kept)


def _lines(block: str, width: int) -> Iterator[str]:
    lines = block.splitlines()
    if block.startswith(FENCE):
        yield from (INDENT + line for line in lines if not line.startswith(FENCE))
    elif block.startswith((INDENT, "|")):
        yield from lines
    else:
        for part in _parts(lines):
            yield from _wrapped(_plain(part), width)


def _parts(lines: list[str]) -> list[str]:
    """Each item of a list by itself, anything else in one."""
    parts: list[str] = []
    in_list = bool(lines) and ITEM.match(lines[0]) is not None
    for line in lines:
        in_list = in_list or FIRST_ITEM.match(line) is not None
        if not parts or (in_list and ITEM.match(line)):
            parts.append(line.strip())
        else:
            parts[-1] += "\n" + line.strip()
    return parts


def _plain(text: str) -> str:
    """Without the marks of headings and stress; what stands in code stays as it is."""
    pieces = CODE.split(re.sub(r"^#+ ", "", text))
    marked = "\0".join(pieces[::2])  # stress may reach over code
    words = STRESSED.sub(r"\1", STRONG.sub(r"\1", marked)).split("\0")
    return "".join(
        piece if number % 2 else words[number // 2] for number, piece in enumerate(pieces)
    )


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Lines end at spaces, and before and after Chinese characters, which take two columns."""
    line = list[str]()
    for piece in PIECE.findall(" ".join(text.split())):
        if line and _columns("".join(line) + piece.rstrip()) > width:
            kept = _kept(line, piece)
            yield "".join(line[:kept]).rstrip()
            line = line[kept:]
        if line or not piece.isspace():
            line.append(piece)
    yield "".join(line).rstrip()


def _kept(line: list[str], piece: str) -> int:
    """How many pieces of a line stay on it where another one does not fit."""
    kept = len(line)
    while kept > 1 and piece[0] in CLOSING:
        kept -= 1
        piece = line[kept]
    return kept


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
