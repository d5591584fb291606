"""The words of the window, each explained in one sentence, and which of them a text has: all
tooltips take their explanations from the one file of a language.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from typing import NamedTuple

from gpuviz.places import resource_dir
from gpuviz.texts import escaped
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.languages import Language, spoken_language

MOST = 4  # words that one tooltip explains


class Term(NamedTuple):
    """A word as it is written in a language, and its sentence."""

    word: str
    sentence: str


def glossary() -> Mapping[str, Term]:
    """The terms of the window's language by their English words, as one meets them."""
    return glossary_of(spoken_language())


@functools.cache
def glossary_of(language: Language) -> Mapping[str, Term]:
    """The terms of a language by their English words, in the order in which one meets them.

    In the file of another language than English a word stands for [its translation, sentence].
    """
    path = resource_dir("assets") / "glossary" / f"{language}.toml"
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    if language == "en":
        return {word: Term(word, sentence) for word, sentence in found.items()}
    return {word: Term(*translated) for word, translated in found.items()}


def matching(words: str) -> tuple[str, ...]:
    """The English words of the terms that have some words in their name or, after those, in
    their sentence.
    """
    wanted, terms = words.strip().casefold(), glossary()
    named = [key for key, term in terms.items() if wanted in f"{key} {term.word}".casefold()]
    told = [key for key, term in terms.items() if wanted in term.sentence.casefold()]
    return tuple(dict.fromkeys((*named, *told)))


def explain(word: str) -> str:
    """The sentence for an English word. Raises KeyError for one that is not in the glossary."""
    return glossary()[word].sentence


def heading(word: str) -> str:
    """An English word as it stands in the glossary: "线程束 (warp)"."""
    written = glossary()[word].word
    return written if written == word else f"{written} ({word})"


def words_in(text: str) -> tuple[str, ...]:
    """The terms in a text by their English words, also in the plural, in the order of the text; of
    "shared memory" and "memory" only the longer.
    """
    return _words_in(text, spoken_language())


@functools.lru_cache(1024)
def places_in(text: str, language: Language) -> tuple[tuple[int, int, str], ...]:
    """Where in a text each of its terms stands first, and its English word: (from, to, word)."""
    found: dict[str, tuple[int, int, str]] = {}
    for match in _pattern(language).finditer(text):
        word = _entries(language)[(match["latin"] or match.group()).casefold()]
        found.setdefault(word, (*match.span(), word))
    return tuple(found.values())


def explained(*texts: str) -> str:
    """What the words in some texts mean, as rich text, a line for each word; empty without any."""
    words = dict.fromkeys(word for text in texts for word in words_in(text))
    lines = [
        f"<b>{escaped(heading(word))}</b>: {escaped(explain(word))}" for word in list(words)[:MOST]
    ]
    return "<br>".join(lines)


def with_words(own: str, *texts: str) -> str:
    """A tooltip's own sentence, and under it what the words in some texts mean."""
    meaning = explained(*texts)
    if not meaning:
        return plain_tip(own)
    own = escaped(own).replace("\n", "<br>")
    return f"{own}<br>{meaning}" if own else meaning


@functools.lru_cache(1024)
def _words_in(text: str, language: Language) -> tuple[str, ...]:
    return tuple(word for _, _, word in places_in(text, language))


@functools.cache
def _entries(language: Language) -> Mapping[str, str]:
    """What may stand in a text, and the English word that it means."""
    terms = glossary_of(language)
    english = {word.casefold(): word for word in terms}
    return english | {term.word.casefold(): word for word, term in terms.items()}


@functools.cache
def _pattern(language: Language) -> re.Pattern[str]:
    """Words of Latin letters stand alone, others, as in Chinese, anywhere."""
    longest_first = sorted(_entries(language), key=len, reverse=True)
    latin = "|".join(re.escape(word) for word in longest_first if word.isascii())
    others = [re.escape(word) for word in longest_first if not word.isascii()]
    alone = rf"(?<![a-z0-9_-])(?P<latin>{latin})(?:e?s)?(?![a-z0-9_-])"
    return re.compile("|".join([*others, alone]), re.IGNORECASE)
