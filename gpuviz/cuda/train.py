"""What a host asks of its GPUs, in order: launches, copies, waiting. Written down on request."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.reel import Reel

AskedKind = Literal["h2d", "kernel", "d2h", "d2d", "wait", "mark", "wait-mark"]
NAMELESS = "array"


@dataclass(eq=False, slots=True)
class Asked:
    """One thing that the host asked for.

    `stream` 0 is the default stream. `waits`: whether the host goes on only when it is done. A
    "wait" is for a stream, or for all of a GPU where `stream` is None. Events are marks: a "mark"
    stands where one was recorded, and a "wait-mark" lets a stream, or the host where `waits`, wait
    for it.
    """

    kind: AskedKind
    device: int
    stream: int | None = 0
    waits: bool = False
    name: str = ""
    nbytes: int = 0
    line: int | None = None  # of the file that is watched
    launch: int | None = None  # row of the recording's launches
    source: int | None = None  # of a d2d copy: the GPU that it comes from
    mark: int | None = None
    pinned: bool = False  # a copy from or to page-locked memory of the host


@dataclass(eq=False, slots=True)
class Train:
    """What is asked for while a recording is open; lines and names are those of the file `file`.

    `begun` is the launch that was asked for last, `broke` the error that ended it, if any.
    `pinned` are the host's page-locked arrays, `reel` hears where arrays lie, if somebody asks.
    """

    file: str
    asked: list[Asked] = field(default_factory=list)
    begun: Asked | None = None
    broke: BaseException | None = None
    pinned: list[NDArray[Any]] = field(default_factory=list)
    reel: Reel | None = None
    launches: int = 0  # that have ended
    shares: bool = False  # whether the host made memory that it shares with a GPU
    host_line: int | None = None  # of a host that is no Python: where it is

    def copied(
        self,
        kind: AskedKind,
        nbytes: int,
        device: int,
        arrays: tuple[object, ...],
        stream: int = 0,
        source: int | None = None,
    ) -> str:
        """A copy; it is called after the first of `arrays` that has a name in the file.

        Gives that name.
        """
        frame = self._frame()
        name = next(filter(None, (_name_of(frame, array) for array in arrays)), NAMELESS)
        pinned = any(_is_part(part, whole) for part in arrays for whole in self.pinned)
        one = Asked(kind, device, stream, name=name, nbytes=nbytes, source=source, pinned=pinned)
        one.waits = kind != "d2d" and (stream == 0 or not pinned)
        one.line = self.host_line if frame is None else frame.f_lineno
        self.asked.append(one)
        return name

    def begins(self, kernel: str, device: int, stream: int) -> None:
        """A launch is asked for."""
        frame = self._frame()
        line = self.host_line if frame is None else frame.f_lineno
        self.begun = Asked("kernel", device, stream, name=kernel, line=line)

    def ran(self, row: int) -> None:
        """The launch that was asked for last ran: it is in this row of the recording."""
        if self.begun is not None:
            self.begun.launch = row
            self.asked.append(self.begun)
            self.launches += 1

    def moved(self, kind: Literal["h2d", "d2h"], host: object, device: NDArray[Any]) -> None:
        """Which elements a copy between host and device was of."""
        if self.reel is not None:
            self.reel.copied(kind, self.launches, host, device)

    def waited(self, device: int, stream: int | None = None) -> None:
        """The host waited for a stream, or for all of a GPU."""
        self.asked.append(Asked("wait", device, stream, waits=True))

    def marked(self, mark: int, device: int, stream: int) -> None:
        """An event was recorded in a stream."""
        self.asked.append(Asked("mark", device, stream, mark=mark))

    def waited_for_mark(self, mark: int, device: int, stream: int | None) -> None:
        """A stream, or the host where it is None, waited for an event."""
        waits = stream is None
        self.asked.append(Asked("wait-mark", device, stream, waits=waits, mark=mark))

    def _frame(self) -> FrameType | None:
        """The innermost call of a function of the file."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return frame


def _name_of(frame: FrameType | None, array: object) -> str | None:
    """What the file calls an array, or what it is a part of: the outermost call's names first."""
    calls = [list(call.f_locals.items()) for call in reversed(list(_calls(frame)))]
    names = [pair for call in calls for pair in call]
    for name, value in names:
        if value is array and array is not None:
            return name
    if not isinstance(array, np.ndarray):
        return getattr(getattr(array, "memory", None), "name", None)
    return next((name for name, value in names if _is_part(array, value)), None)


def _calls(frame: FrameType | None) -> Iterator[FrameType]:
    """The call itself, then those of the same file that it was called from."""
    file = None if frame is None else frame.f_code.co_filename
    while frame is not None:
        if frame.f_code.co_filename == file:
            yield frame
        frame = frame.f_back


def _is_part(part: object, whole: object) -> bool:
    if not isinstance(part, np.ndarray) or not isinstance(whole, np.ndarray):
        return False
    return np.may_share_memory(part, whole)
