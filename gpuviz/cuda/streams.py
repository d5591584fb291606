"""Streams and events on the emulator, where whatever is asked for is done when the call returns.

That is one of the orders that streams allow. Events can be recorded and waited for, but no time
passes between them: the emulator has no GPU clock, and the time that it needs itself says nothing
about a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from gpuviz.messages import Message, NotSupportedError

NO_CLOCK = (
    "The emulator has no GPU clock, so there is no time between two events: leave the timing out to"
    " have the kernels checked, and measure on a machine with a GPU."
)


class Stream:
    """A queue of work that is always empty."""

    def synchronize(self) -> None:
        """Waits for the work of this stream: it is done."""

    @contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """Synchronises at the end of the `with`."""
        yield self


class Event:
    """A mark in a stream."""

    def record(self, stream: object = 0) -> None:
        """Marks the work that was asked for so far."""

    def synchronize(self) -> None:
        """Waits until the mark is reached: it is."""

    def wait(self, stream: object = 0) -> None:
        """Lets a stream wait for the mark: it is reached."""

    def query(self) -> bool:
        """Whether the mark is reached."""
        return True

    def elapsed_time(self, evtend: Event) -> NoReturn:
        """There is none: raises NotSupportedError."""
        event_elapsed_time(self, evtend)


def stream() -> Stream:
    """A new stream."""
    return Stream()


def default_stream() -> Stream:
    """The stream of launches that name none."""
    return Stream()


def event(timing: bool = True) -> Event:
    """A new event."""
    return Event()


def event_elapsed_time(evtstart: Event, evtend: Event) -> NoReturn:
    """There is no time between events here: raises NotSupportedError."""
    raise NotSupportedError(Message("cuda.no-clock", NO_CLOCK))
