"""English sentences in another language where nothing but their text is left: what a process that
spoke English has told, in files that programs read.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import TypeAlias

from gpuviz.messages import OF_A_COUNT, VERBS, singular
from gpuviz.web.languages import Language, message_texts

FORMAT = re.compile(r"(?<!\{)\{(\w+)[:!][^{}]*\}")
"""A value with its format, which what is a text by now has no more."""
WHERE = re.compile(r"((?:[^\s:]+:\d+(?::\d+)?: )+)(.*)", re.DOTALL)
"""A place in a file before a sentence."""
WORDS = ("does", "writes", "space")
GROUPS = (r"(?:atomically )?\w+(?: it)?", r"\([^()]*\)")
"""Values that are words of gpuviz: what a thread does, and where. And a place in a block or a grid,
which is one value.
"""
GROUPS_TURNED = (r"(?:ti )?\w+(?: yllacimota)?", r"\)[^()]*\(")
"""The same from the last letter to the first."""
Words: TypeAlias = tuple[tuple[str, ...], ...]
"""Words of a template, one part after the other, each in the forms that it may have."""
BEHIND = re.compile(OF_A_COUNT)
LONGEST = 2000  # characters: sentences of gpuviz are shorter, what a script prints need not be
LEAST_SHARE = 0.4  # of the letters of a sentence that are its template's: else it is another's
LEAST_OF_PHRASE = 0.2  # the same of a phrase inside one
STOP = re.compile(r"\. ")
MOST_STOPS = 12  # inside one template: there are fewer


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template of sentences and its translation."""

    pattern: re.Pattern[str]
    turned: re.Pattern[str]  # of the sentence from its last letter to its first
    letters: int  # beside its values
    literal: str  # the longest part without a value
    translation: str

    def values(self, text: str) -> Mapping[str, str] | None:
        """The values with which the template is `text`, if it is."""
        if self.literal not in text:
            return None
        match = self.pattern.fullmatch(text)
        if match is not None:
            return match.groupdict()
        match = self.turned.fullmatch(text[::-1])  # each value ends at the last place
        return match and {name: value[::-1] for name, value in match.groupdict().items()}


@dataclass(frozen=True, slots=True)
class Escaped:
    """Words as a regular expression."""

    pattern: str


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
        told = one.values(text) if one.letters >= least * _letters(text) else None
        if told is not None:
            values = {key: _value(key, value, language) for key, value in told.items()}
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
    parts = _parts(template)
    words = [one for part in parts if not isinstance(part, str) for one in part]
    fixed = [either[0] for either in words if len(either) == 1]
    told = FORMAT.sub(r"{\1}", translation)
    forwards = [part if isinstance(part, str) else _escaped(part) for part in parts]
    turned = [part if isinstance(part, str) else _escaped(_turned(part)) for part in parts]
    return Sentence(
        pattern=_pattern(forwards, GROUPS),
        turned=_pattern(turned[::-1], GROUPS_TURNED),
        letters=_letters("".join(either[0] for either in words)),
        literal=max(fixed, key=len, default=""),
        translation=told,
    )


def _parts(template: str) -> list[str | Words]:
    """Names of values, and the words between them."""
    parts: list[str | Words] = []
    for words, name, _, _ in Formatter().parse(template):
        if words:
            parts.append(_of_either_number(words) if parts else ((words,),))
        if name is not None:
            parts.append(name)
    return parts


def _of_either_number(words: str) -> Words:
    """What stands behind a value, which may be 1."""
    found, at = BEHIND.match(words), 0
    made: list[tuple[str, ...]] = []
    for kind, one in (("noun", singular), ("verb", VERBS.__getitem__)):
        if found is not None and found[kind]:
            said = found[kind]
            made += [(words[at : found.start(kind)],), (said, one(said))]
            at = found.end(kind)
    return (*made, (words[at:],))


def _turned(words: Words) -> Words:
    return tuple(tuple(one[::-1] for one in either) for either in reversed(words))


def _escaped(words: Words) -> Escaped:
    return Escaped("".join(f"(?:{'|'.join(map(re.escape, either))})" for either in words))


def _pattern(parts: Sequence[str | Escaped], groups: tuple[str, str]) -> re.Pattern[str]:
    """A value ends at the first place where what follows it stands: else a text that a student made
    for it would keep the matcher for hours.
    """
    seen: set[str] = set()
    pattern = waiting = ""
    for number, part in enumerate(parts, start=1):
        if isinstance(part, str):
            waiting += _group(part, seen, groups)
        else:
            reached = waiting + part.pattern
            is_inside = waiting and number < len(parts)
            pattern, waiting = pattern + (f"(?>{reached})" if is_inside else reached), ""
    return re.compile(pattern + waiting, re.DOTALL)


def _group(name: str, seen: set[str], groups: tuple[str, str]) -> str:
    if name in seen:
        return f"(?P={name})"
    seen.add(name)
    done, place = groups
    return rf"(?P<{name}>{done if name in WORDS else place}|.*?)"
