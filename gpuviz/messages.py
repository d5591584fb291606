"""Every sentence that gpuviz says below the window: a code, an English template and its values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_VALUE = 60  # characters
HUGE = (
    10**18
)  # a whole number beyond is written in base 16: Python refuses the long ones in base 10


def brief(value: object) -> str:
    """A value out of a user's file as its author wrote it, cut where it does not end."""
    huge = isinstance(value, int) and abs(value) > HUGE
    text = hex(value) if isinstance(value, int) and huge else repr(value)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for a user.

    `code` is stable (translations hang on it), `template` is English for `str.format`.
    """

    code: str
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.values)


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
