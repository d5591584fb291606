"""English sentences in another language where nothing but their text is left: what a process that
spoke English has told, in files that programs read.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter

from gpuviz.web.languages import Language, message_texts

FORMAT = re.compile(r"(?<!\{)\{(\w+)[:!][^{}]*\}")
"""A value with its format, which what is a text by now has no more."""
WHERE = re.compile(r"((?:[^\s:]+:\d+(?::\d+)?: )+)(.*)", re.DOTALL)
"""A place in a file before a sentence."""
WORDS = ("does", "writes", "space")
DONE = r"(?:atomically )?\w+(?: it)?"
"""Values that are words of gpuviz: what a thread does, and where."""
LONGEST = 2000  # characters: sentences of gpuviz are shorter, what a script prints need not be
LEAST_SHARE = 0.4  # of the letters of a sentence that are its template's: else it is another's
LEAST_OF_PHRASE = 0.2  # the same of a phrase inside one
STOP = re.compile(r"\. ")
MOST_STOPS = 12  # inside one template: there are fewer


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template of sentences and its translation."""

    pattern: re.Pattern[str]
    letters: int  # beside its values
    literal: str  # the longest part without a value
    translation: str


def retold(text: str, language: Language) -> str:
    """A sentence of gpuviz in another language; anything else as it is."""
    if language == "en" or len(text) > LONGEST:
        return text
    placed = WHERE.fullmatch(text)
    if placed is not None:
        return placed[1] + retold(placed[2], language)
    return _retold(text, language, LEAST_SHARE)


def _retold(text: str, language: Language, least: float) -> str:
    for end in _ends(text):
        found = next(_translations(text[:end].rstrip(), language, least), None)
        if found is not None:
            return found + _retold(text[end:], language, least)
    return text


def _ends(text: str) -> Iterator[int]:
    """Where a template's words may end, which can be several sentences: the last place first."""
    yield len(text)
    stops = itertools.islice(STOP.finditer(text.rstrip()), MOST_STOPS)
    yield from (match.end() for match in reversed(list(stops)))


def _translations(text: str, language: Language, least: float) -> Iterator[str]:
    for one in _sentences(language):
        match = one.pattern.fullmatch(text) if one.literal in text else None
        if match is not None and one.letters >= least * _letters(text):
            values = {key: _value(key, told, language) for key, told in match.groupdict().items()}
            yield one.translation.format(**values)


def _value(name: str, text: str, language: Language) -> str:
    """A phrase in a sentence; one word can be a name of the student's."""
    if name in WORDS:
        return message_texts(language).get(text, text)
    return _retold(text, language, LEAST_OF_PHRASE) if " " in text else text


@functools.cache
def _sentences(language: Language) -> tuple[Sentence, ...]:
    """Those with most words of their own first."""
    found = (_sentence(*one) for one in message_texts(language).items())
    return tuple(sorted((one for one in found if one.letters), key=lambda one: -one.letters))


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def _sentence(template: str, translation: str) -> Sentence:
    parts = [(words, name) for words, name, _, _ in Formatter().parse(template)]
    letters = _letters("".join(words for words, _ in parts))
    literal = max((words for words, _ in parts), key=len, default="")
    told = FORMAT.sub(r"{\1}", translation)
    return Sentence(re.compile(_pattern(parts), re.DOTALL), letters, literal, told)


def _pattern(parts: list[tuple[str, str | None]]) -> str:
    """What stands before each value, and its name. A value ends at the first place where what
    follows it stands: else a text that a student made for it would keep the matcher for hours.
    """
    seen: set[str] = set()
    pattern = waiting = ""
    for number, (words, name) in enumerate(parts, start=1):
        if words:
            reached = waiting + re.escape(words)
            is_inside = waiting and number < len(parts)
            pattern, waiting = pattern + (f"(?>{reached})" if is_inside else reached), ""
        waiting += _group(name, seen)
    return pattern + waiting


def _group(name: str | None, seen: set[str]) -> str:
    if name is None:
        return ""
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    known = DONE if name in WORDS else r"\([^()]*\)"  # a place in a block or grid is one value
    return rf"(?P<{name}>{known}|.*?)"
