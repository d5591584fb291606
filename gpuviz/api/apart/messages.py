"""What the process that grades and a student's process tell each other, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from gpuviz.api.apart.values import Kept, Parcel
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, SourcePlace
from gpuviz.trace.source import AccessKind, FunctionSource
from gpuviz.trace.trace import Hazard, Trace

MODULE = "submission"
"""The name under which the teacher's file imports what was handed in."""
MOST_WORDS = 1 << 16
"""Characters of one sentence of a student."""

RefusalKind = Literal["refused", "not supported", "failed", "broken"]
"""Why a launch did not come to its end: `failed` is the kernel's fault, `broken` ours."""


def cut(text: str) -> str:
    """A student's sentence, as far as it travels."""
    return text if len(text) <= MOST_WORDS else f"{text[:MOST_WORDS]}…"


def plain(message: Message) -> Message:
    """A message whose values are texts."""
    return replace(message, values={key: str(one) for key, one in message.values.items()})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a student's process is asked for.

    `what`: "load", where `seconds` are left; "get" and "set" of an attribute `name` of what is kept
    under `number`, "call" of it (with a `name`: of that attribute), "kernel" what is to be known of
    a kernel, "capture" it for the arguments, "compiled" that it was, as `functions` says. With
    `probe` a copy of the process is kept as it was before the call; "probe" has that make the same
    call.
    """

    what: str
    number: int = 0
    name: str = ""
    arguments: Parcel = field(default_factory=Parcel)
    names: tuple[str, ...] = ()
    functions: tuple[tuple[int, str], ...] = ()
    probe: bool = False
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of it: a value, and what arguments hold now, by the rows in which they were sent;
    or what was raised.
    """

    values: Parcel = field(default_factory=Parcel)
    changed: Parcel = field(default_factory=Parcel)
    raised: Raised | None = None
    words: tuple[str, ...] = ()
    functions: tuple[FunctionSource, ...] = ()
    exceptions: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True)
class Raised:
    """An exception: the names of its class and of the built-in ones that it is, and its words.

    `message` and `place` are those of one of gpuviz's own.
    """

    name: str
    bases: tuple[str, ...]
    words: str
    number: int = -1
    message: Message | None = None
    place: SourcePlace | None = None
    cannot_travel: bool = False


@dataclass(frozen=True, slots=True)
class LaunchAsked:
    """A launch of the student's host code: `arguments` are a dictionary and the flags of those that
    nobody wrote yet. `functions` come once, and go by their `kernel` then.
    """

    kernel: int
    functions: tuple[FunctionSource, ...]
    config: LaunchConfig
    arguments: Parcel
    touched_bytes: int = 0
    thread_memory: bool = False


@dataclass(frozen=True, slots=True)
class Touched:
    """Elements that a launch touched: `simt.observe.touched_elements.TouchedCells`."""

    kind: AccessKind
    offset: int  # from the first byte of the argument
    step: int
    size: int
    cells: Any
    name: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    element_offset: int
    parameter: str


@dataclass(frozen=True, slots=True)
class Launched:
    """What came of a launch: `row` among all, what it wrote, and what is known of it; or why it did
    not come to its end.
    """

    row: int = -1
    written: Parcel = field(default_factory=Parcel)
    trace: Trace | None = None
    compiled: tuple[tuple[int, str], ...] = ()
    touched: tuple[Touched, ...] | None = None
    left_out: bool = False
    refusal: RefusalKind | None = None
    message: Message | None = None
    place: SourcePlace | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What a student's process tells without being asked: a race that was found later (`row` of the
    launch), "listed twice", or "probes": its launches do not count.
    """

    what: str
    row: int = -1
    hazard: Hazard | None = None


@dataclass(frozen=True, slots=True)
class FromStudent:
    """Anything that comes by a connection that a student's process has opened; `probed` is what
    came of a call that was made once more.
    """

    launch: LaunchAsked | None = None
    told: Told | None = None
    probed: Answered | None = None
