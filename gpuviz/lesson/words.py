"""How long the texts of a lesson are, and what must not stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpuviz.lesson.problem import Problem, problem

MOST_WORDS, MOST_BRIEF = 90, 55
HAN = re.compile(r"[\u3400-\u9fff]")
WIDE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")  # Chinese characters and their punctuation
HAN_PER_WORD = 1.8  # Chinese characters that say as much as an English word
WORD = re.compile(r"[^\W\u3400-\u9fff]+")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
TAG = re.compile(r"</?[A-Za-z][^>]*>")
LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)")


def word_count(text: str) -> int:
    """Words of a text; Chinese characters count for what they say."""
    return round(len(WORD.findall(text)) + len(HAN.findall(text)) / HAN_PER_WORD)


def check_words(line: int, what: object, text: str, most: int) -> Iterator[Problem]:
    """What is wrong with a text that begins near a line."""
    count = word_count(text)
    if count > most:
        template = "{what} has {count} words: {most} are the most that anybody reads here."
        yield problem(line, "too-long", template, what=what, count=count, most=most)
    prose = CODE.sub("", text)
    if TAG.search(prose):
        template = "{what} has HTML in it: write Markdown, and code between `backticks`."
        yield problem(line, "html", template, what=what)
    if LINK.search(prose):
        template = "{what} has a link or an image in it: a lesson shows the window itself."
        yield problem(line, "link", template, what=what)


def joined(text: str, more: str) -> str:
    """Two lines as one: a space between words, none between Chinese characters."""
    if not text or not more:
        return text + more
    gap = "" if WIDE.match(text[-1]) and WIDE.match(more[0]) else " "
    return f"{text}{gap}{more}"
