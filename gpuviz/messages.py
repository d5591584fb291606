"""Every sentence that gpuviz says below the window: a code, an English template and its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

EnglishText: TypeAlias = str
"""A text that the window translates with `tr`: declared so, it is found for the translators."""

EnglishTemplate: TypeAlias = str
"""The same for the template of a Message."""

LONGEST_VALUE = 60  # characters
HUGE = 10**18  # a larger one is written in base 16: Python refuses the long ones in base 10
REASONS: tuple[EnglishTemplate, ...] = (
    "No such file or directory",
    "Permission denied",
    "Operation not permitted",
    "Is a directory",
    "Not a directory",
    "Directory not empty",
    "File exists",
    "File name too long",
    "No space left on device",
    "Disk quota exceeded",
    "Read-only file system",
    "Input/output error",
    "Too many open files",
    "Too many levels of symbolic links",
    "Invalid argument",
    "it is no ordinary file",
    "Windows has a device of that name",
    "Windows has no such names",
    "it is a folder",
    "it became shorter while it was read",
    "another gpuviz is writing it",
)
"""What an OSError says, in the C library's words and our own."""

ARTICLE = re.compile(r"\b([Aa]) \{(\w+)\}")  # before a value
COUNTED = (
    *("arguments", "arrays", "blocks", "bytes", "characters", "conflicts", "devices", "dimensions"),
    *("elements", "files", "frames", "headers", "items", "kernels", "lanes", "launches", "letters"),
    *("lines", "numbers", "parameters", "registers", "repairs", "rounds", "samples", "seconds"),
    *("sectors", "sentences", "sizes", "steps", "threads", "turns", "types", "values", "warps"),
    *("wavefronts", "waves", "words"),
)
"""What sentences count: of one each is said without its last letters."""
VERBS = {"are": "is", "were": "was", "have": "has", "stand": "stands", "belong": "belongs"}
"""What is said of what is counted, and of one."""
OF_A_COUNT = (
    rf"(?:(?: [a-z]+)?? (?P<noun>{'|'.join(COUNTED)})\b)?(?: (?P<verb>{'|'.join(VERBS)})\b)?"
)
"""What stands behind a value that is a count."""
COUNT = re.compile(rf"\{{(?P<count>\w+)\}}(?P<whole> of \{{\w+\}})?{OF_A_COUNT}")
"""A value that may be a count, with what is said of it."""


def brief(value: object) -> str:
    """A value out of a user's file as its author wrote it, cut where it does not end."""
    huge = isinstance(value, int) and abs(value) > HUGE
    return shortened(hex(value) if isinstance(value, int) and huge else repr(value))


def tidy(text: str) -> str:
    """A text in one line, with comments that can be copied in lines of their own below it."""
    lines = filter(None, (" ".join(line.split()) for line in text.splitlines()))
    return "".join(f"\n{line}" if line.startswith("// ") else f" {line}" for line in lines).strip()


def shortened(text: str) -> str:
    """A text that somebody wrote, cut where it does not end."""
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a user.

    `code` is stable, `template` is English for `str.format`. A value that is words and no name is
    a Message itself, so that it is translated too.
    """

    code: str
    template: EnglishTemplate
    values: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def text(self) -> str:
        """The sentence: in English, unless this process tells its messages by something else."""
        return _tell_by[0](self) if _tell_by else filled(self.template, self.values)

    def __str__(self) -> str:
        return self.text


_tell_by: list[Callable[[Message], str]] = []  # the one that was handed in


def tell_by(sentence: Callable[[Message], str]) -> None:
    """Have the text of every Message in this process be what this makes of it: commands that speak
    another language do so for what they print, never for what programs read.
    """
    _tell_by[:] = [sentence]


def filled(template: str, values: Mapping[str, object]) -> str:
    """`template` with its values; "a" before one that begins with a vowel becomes "an", and what is
    counted is said of one as English says it.
    """
    values = {k: one.text if isinstance(one, Message) else one for k, one in values.items()}  # once

    def article(found: re.Match[str]) -> str:
        vowel = str(values[found[2]])[:1] in tuple("aeio")  # "a uint8" is said with a y
        return f"{found[1]}{'n' if vowel else ''} {{{found[2]}}}"

    def count(found: re.Match[str]) -> str:
        return _of_one(found) if str(values.get(found["count"])) == "1" else found[0]

    return COUNT.sub(count, ARTICLE.sub(article, template)).format(**values)


def _of_one(found: re.Match[str]) -> str:
    """As it is said of 1; of "1 of 8 elements" the elements stay several."""
    noun, verb = found["noun"], found["verb"]
    end = found.end() - (len(verb) + 1 if verb else 0)
    said = found.string[found.start() : end]
    if noun and not found["whole"]:
        said = said[: -len(noun)] + singular(noun)
    return f"{said} {VERBS[verb]}" if verb else said


def singular(noun: str) -> str:
    """One of what is counted."""
    return noun[:-2] if noun == "launches" else noun[:-1]


def word(text: EnglishTemplate, **values: object) -> Message:
    """A value of a Message that is a word or a phrase: it is translated with the sentence."""
    return Message("word", text, values)


def reason_of(error: OSError) -> object:
    """Why the system refused, as a value of a Message: what is told often can be translated."""
    said = error.strerror or str(error)
    for template in REASONS:
        if said == template:
            return Message("os.reason", template)
    return said


def listed(parts: Sequence[object]) -> object:
    """Some values of a Message as one: "a, b, c"."""
    return _joined(parts, "{before}, {last}")


def both(parts: Sequence[object]) -> object:
    """Some values of a Message as one: "a and b"."""
    return _joined(parts, "{before} and {last}")


def _joined(parts: Sequence[object], template: EnglishTemplate) -> object:
    if not parts:
        return ""
    whole = parts[0]
    for part in parts[1:]:
        whole = Message("words.joined", template, {"before": whole, "last": part})
    return whole


@dataclass(frozen=True, slots=True)
class SourcePlace:
    """A place in a user's file. `line` and `column` count from 1."""

    file: str
    line: int
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class GpuvizError(Exception):
    """Something a user has to know, as one Message.

    `place` says where in their source, if anywhere.
    """

    def __init__(self, message: Message, place: SourcePlace | None = None) -> None:
        super().__init__(message, place)
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message.text}" if self.place else self.message.text


class RequestRefused(GpuvizError):
    """The request cannot be met: a bad argument, file or configuration (exit code 2)."""


class NotSupportedError(GpuvizError):
    """The kernel uses what gpuviz does not know yet, or what no kernel may use (exit code 2)."""


class KernelFailed(GpuvizError):
    """The kernel itself ended the launch: it raised, or could make no progress (exit code 1)."""
