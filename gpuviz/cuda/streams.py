"""Streams and events on the emulator, where whatever is asked for is done when the call returns.

That is one of the orders that streams allow. The time between two events is the wall time that the
emulator itself took: it says nothing about a GPU, and the recording notes so.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from gpuviz.cuda.errors import CudaAPIError
from gpuviz.cuda.recording import current_gpu, current_train, host_watch
from gpuviz.messages import Message

EMULATOR_TIME = (
    "The script takes the time between two events: here that is the time of the emulator, not of a"
    " GPU. Measure on a machine with a GPU."
)


_numbers = itertools.count(1)


class Stream:
    """A queue of work that is always empty.

    `number` tells it from others of the GPU `gpu`; 0 is the default stream.
    """

    handle = 0

    def __init__(self, number: int | None = None) -> None:
        self.number = next(_numbers) if number is None else number
        self.gpu = current_gpu()

    def synchronize(self) -> None:
        """Waits for the work of this stream: it is done."""
        host_watch().synchronised()
        train = current_train()
        if train is not None:
            train.waited(self.gpu, self.number)

    @contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """Synchronises at the end of the `with`."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], object], arg: Any = None) -> None:
        """Calls `callback(stream, 0, arg)` when all work so far is done: at once."""
        callback(self, 0, arg)

    def async_done(self, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Future[Stream]:
        """Something to await until all work so far is done."""
        future: asyncio.Future[Stream] = (loop or asyncio.get_running_loop()).create_future()
        future.set_result(self)
        return future

    def __int__(self) -> int:
        return self.handle

    def __bool__(self) -> bool:
        return True


class Event:
    """A mark in a stream."""

    def __init__(self) -> None:
        self._seconds: float | None = None
        self._number = next(_numbers)

    def record(self, stream: object = 0) -> None:
        """Marks the work that was asked for so far."""
        self._seconds = time.perf_counter()
        train = current_train()
        if train is not None:
            train.marked(self._number, current_gpu(), number_of(stream))

    def synchronize(self) -> None:
        """Waits until the mark is reached: it is."""
        host_watch().synchronised()
        train = current_train()
        if train is not None:
            train.waited_for_mark(self._number, current_gpu(), None)

    def wait(self, stream: object = 0) -> None:
        """Lets a stream wait for the mark: it is reached."""
        train = current_train()
        if train is not None:
            train.waited_for_mark(self._number, current_gpu(), number_of(stream))

    def query(self) -> bool:
        """Whether the mark is reached."""
        return True

    def elapsed_time(self, evtend: Event) -> float:
        """Milliseconds of wall time from this mark to another.

        Raises CudaAPIError where one of them was not recorded.
        """
        if self._seconds is None or evtend._seconds is None:
            template = "there is no time between two events of which one was never recorded."
            raise CudaAPIError(Message("event.not-recorded", template))
        host_watch().note(Message("note.emulator-time", EMULATOR_TIME))
        return 1000 * (evtend._seconds - self._seconds)


def number_of(stream: object) -> int:
    """Which stream is meant where one is named; 0: the default stream."""
    return stream.number if isinstance(stream, Stream) else 0


def stream() -> Stream:
    """A new stream."""
    return Stream()


def default_stream() -> Stream:
    """The stream of launches that name none."""
    return Stream(0)


def external_stream(ptr: int) -> Stream:
    """A stream of another library: on the emulator it is one like the others."""
    return Stream()


def event(timing: bool = True) -> Event:
    """A new event."""
    return Event()


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Milliseconds of wall time between two events."""
    return evtstart.elapsed_time(evtend)


def synchronize() -> None:
    """Waits for all launches on the GPU in use; on the emulator they are done when they return."""
    host_watch().synchronised()
    train = current_train()
    if train is not None:
        train.waited(current_gpu())
