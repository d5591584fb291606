"""The project's translations without Qt: read from the files that translators keep."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal
from xml.etree import ElementTree

from gpuviz.places import resource_dir
from gpuviz.texts import Translate, spoken_by

Language = Literal["en", "zh_CN"]
MESSAGE = "Message"
LANGUAGES: tuple[Language, ...] = ("en", "zh_CN")


@contextmanager
def spoken(language: Language) -> Iterator[None]:
    """Inside of the `with` all words that this thread makes are of a language."""
    with spoken_by(translation(language)):
        yield


def translation(language: Language) -> Translate:
    """Gives a text of a context in a language; the text itself where it has no translation."""
    texts = {} if language == "en" else _texts(language)
    return lambda context, text: texts.get((context, text), text)


@functools.cache
def message_texts(language: Language) -> Mapping[str, str]:
    """The template of each Message in a language."""
    return {text: told for (context, text), told in _texts(language).items() if context == MESSAGE}


@functools.cache
def _texts(language: Language) -> Mapping[tuple[str, str], str]:
    """What stands for each text of each context; not what has no translation yet."""
    root = ElementTree.parse(resource_dir("assets") / "i18n" / f"{language}.ts").getroot()
    return {
        (context.findtext("name", ""), message.findtext("source", "")): translation
        for context in root.iter("context")
        for message in context.iter("message")
        if (translation := message.findtext("translation"))
    }
