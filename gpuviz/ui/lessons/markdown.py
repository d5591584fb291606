"""The little Markdown of lessons as rich text: paragraphs, lists, code blocks, bold, code."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpuviz.lesson.words import joined
from gpuviz.texts import escaped, rich

FENCE = "```"
ITEM = re.compile(r"(?:[-*]|\d+\.)\s+(.*)")
WITHIN = re.compile(r"(?:[-*]|1\.)\s+(.*)")  # another number at the margin belongs to its sentence
GAP_PX = 7


def lesson_html(text: str) -> str:
    """The text as Qt's rich text; nothing of it can be HTML of its own."""
    return "".join(_blocks(text.splitlines()))


def _blocks(lines: list[str]) -> Iterator[str]:
    kept: list[str] = []
    code: list[str] | None = None
    for line in lines:
        if line.startswith(FENCE):
            if code is None:
                yield from _prose(kept)
                code = []
            else:
                yield _code(code)
                code = None
            kept = []
        elif code is not None:
            code.append(line)
        elif line.strip():
            kept.append(line.strip())
        else:
            yield from _prose(kept)
            kept = []
    yield from _prose(kept)
    if code:
        yield _code(code)


def _prose(lines: list[str]) -> Iterator[str]:
    """A paragraph, or the items of a list; a line that begins no item goes on with the last. A list
    within a paragraph begins with 1, as in Markdown everywhere.
    """
    if not lines:
        return
    parts: list[tuple[bool, str]] = []
    for line in lines:
        in_words = bool(parts) and not parts[-1][0]
        item = (WITHIN if in_words else ITEM).fullmatch(line)
        if item is not None:
            parts.append((True, item[1]))
        elif parts:
            parts[-1] = parts[-1][0], joined(parts[-1][1], line)
        else:
            parts.append((False, line))
    yield from (_part(is_item, words) for is_item, words in parts)


def _part(is_item: bool, words: str) -> str:
    if is_item:
        return f'<p style="margin:0 0 2px 14px; text-indent:-10px">•&nbsp;{rich(words)}</p>'
    return f'<p style="margin:0 0 {GAP_PX}px 0">{rich(words)}</p>'


def _code(lines: list[str]) -> str:
    words = escaped("\n".join(lines))
    return f'<pre style="margin:0 0 {GAP_PX}px 10px">{words}</pre>'
