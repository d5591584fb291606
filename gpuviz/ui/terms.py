"""The words of the window, each explained in one sentence, and which of them a text has: all
tooltips take their explanations from the one file of a language.
"""

from __future__ import annotations

import functools
import html
import re
import tomllib
from collections.abc import Mapping

from gpuviz.places import resource_dir

LANGUAGE = "en"
MOST = 4  # words that one tooltip explains


@functools.cache
def glossary(language: str = LANGUAGE) -> Mapping[str, str]:
    """The sentence for each word, in the order in which one meets them."""
    path = resource_dir("assets") / "glossary" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def matching(words: str) -> tuple[str, ...]:
    """The entries that have some words in their name or, after those, in their sentence."""
    wanted = words.strip().casefold()
    named = [word for word in glossary() if wanted in word.casefold()]
    told = [word for word, text in glossary().items() if wanted in text.casefold()]
    return tuple(dict.fromkeys((*named, *told)))


def explain(word: str) -> str:
    """The sentence for a word. Raises KeyError for one that is not in the glossary."""
    return glossary()[word]


@functools.lru_cache(1024)
def words_in(text: str) -> tuple[str, ...]:
    """The words of the glossary in a text, also in the plural, in the order of the text; of
    "shared memory" and "memory" only the longer.
    """
    found = (match.group(1).casefold() for match in _pattern().finditer(text))
    entries = {word.casefold(): word for word in glossary()}
    return tuple(dict.fromkeys(entries[word] for word in found))


def explained(*texts: str) -> str:
    """What the words in some texts mean, as rich text, a line for each word; empty without any."""
    words = dict.fromkeys(word for text in texts for word in words_in(text))
    lines = [f"<b>{word}</b>: {html.escape(explain(word))}" for word in list(words)[:MOST]]
    return "<br>".join(lines)


def with_words(tip: str, *texts: str) -> str:
    """A tooltip's own sentence, and under it what the words in some texts mean."""
    own = html.escape(tip, quote=False)
    return "<br>".join(part for part in (own, explained(*texts)) if part)


@functools.cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(glossary(), key=len, reverse=True)
    words = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w-])({words})(?:e?s)?(?![\w-])", re.IGNORECASE)
