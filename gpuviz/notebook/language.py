"""The language of what a notebook shows, as `%gpuviz --language` chose it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gpuviz.web.languages import Language, spoken

_chosen: list[Language] = []


def choose_language(language: Language) -> None:
    """What is shown from now on is in that language."""
    _chosen[:] = [language]


def chosen_language() -> Language | None:
    """None until somebody chose one."""
    return _chosen[0] if _chosen else None


@contextmanager
def in_chosen_language() -> Iterator[None]:
    """Inside of the `with` words are in the language that was chosen, else in English."""
    with spoken(chosen_language() or "en"):
        yield
