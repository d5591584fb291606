"""What is wrong with a lesson file: a sentence and its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from gpuviz.messages import EnglishTemplate, Message, listed, word


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
    return Problem(line, Message(f"lesson.{code}", template, values))


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
    names = list(known)
    near = difflib.get_close_matches(name, names, 1, 0.5)
    what = word(template, name=name, **values)
    if near:
        template = "{what} Did you mean `{near}`?"
        return problem(line, f"{code}-near", template, what=what, near=near[0])
    template = "{what} Known are {known}."
    quoted = listed([f"`{one}`" for one in names])
    return problem(line, code, template, what=what, known=quoted)
