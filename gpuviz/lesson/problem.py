"""What is wrong with a lesson file: a sentence and its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gpuviz.messages import EnglishTemplate, Message, listed, word

LONGEST_QUOTE = 200  # characters of a file in a sentence about it


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `line` counts from 1; 0 is the file as a whole."""

    line: int
    message: Message

    @property
    def text(self) -> str:
        """The sentence in English with its line."""
        return f"line {self.line}: {self.message.text}" if self.line else self.message.text


def problem(line: int, code: str, template: EnglishTemplate, **values: object) -> Problem:
    """A Problem by the parts of its Message."""
    return Problem(line, Message(f"lesson.{code}", template, _quoted(values)))


def _quoted(values: Mapping[str, object]) -> dict[str, object]:
    """The values, words out of a file cut where they do not end."""
    return {key: _cut(value) if isinstance(value, str) else value for key, value in values.items()}


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def unknown(
    line: int,
    code: str,
    template: EnglishTemplate,
    name: str,
    known: Iterable[str],
    **values: object,
) -> Problem:
    """A name that nothing has; what was probably meant is said where there is something near.

    `template` says what is unknown and names {name}.
    """
    names = [_cut(one) for one in known]
    name = _cut(name)
    near = difflib.get_close_matches(name, names, 1, 0.5)
    what = word(template, name=name, **_quoted(values))
    if near:
        template = "{what} Did you mean `{near}`?"
        return problem(line, f"{code}-near", template, what=what, near=near[0])
    template = "{what} Known are {known}."
    quoted = listed([f"`{one}`" for one in names])
    return problem(line, code, template, what=what, known=quoted)
