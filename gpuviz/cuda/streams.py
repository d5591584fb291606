"""Streams and events on the emulator, where whatever is asked for is done when the call returns.

That is one of the orders that streams allow. The time between two events is the wall time that the
emulator itself took: it says nothing about a GPU, and the recording notes so.
"""

from __future__ import annotations

import itertools
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from gpuviz.cuda.blame import line_of_user, users_name
from gpuviz.cuda.errors import INVALID_HANDLE, CudaAPIError
from gpuviz.cuda.recording import current_gpu, current_train, host_watch, launch_races
from gpuviz.cuda.settings import numbas_setting
from gpuviz.cuda.stream_order import StreamKey
from gpuviz.messages import Message, word

if TYPE_CHECKING:
    import asyncio

EMULATOR_TIME = (
    "The script takes the time between two events: here that is the time of the emulator, not of a"
    " GPU. Measure on a machine with a GPU."
)

DEFAULT, LEGACY, PER_THREAD = 0, 1, 2
"""What CUDA's driver calls the streams that are always there (CU_STREAM_LEGACY, ...)."""
NAMES = {
    DEFAULT: "<Default CUDA stream>",
    LEGACY: "<Legacy default CUDA stream>",
    PER_THREAD: "<Per-thread default CUDA stream>",
}

PER_THREAD_SETTING = "CUDA_PER_THREAD_DEFAULT_STREAM"

_numbers = itertools.count(1)


class Stream:
    """A queue of work that is always empty.

    `number` tells it from others of the GPU `gpu`; 0 is the default stream. `handle` is the address
    that other libraries know it by; `external`: it was made of such an address.
    """

    def __init__(
        self, number: int | None = None, handle: int | None = None, external: bool = False
    ) -> None:
        self.number = next(_numbers) if number is None else number
        self.gpu = current_gpu()
        self.handle = id(self) if handle is None else handle
        self.external = external
        self.line = line_of_user()
        _living.setdefault(self.handle, self)
        _by_number.setdefault(self.number, self)

    def synchronize(self) -> None:
        """Waits for the work of this stream: it is done."""
        self._waited_for()
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
        """Calls `callback(stream, 0, arg)` when all work so far is done: at once.

        What it raises is a warning, as Numba has it: the driver calls it, not the script.
        """
        self._waited_for()  # what it tells the host may be waited for
        try:
            callback(self, 0, arg)
        except Exception as error:
            warnings.warn(f"Exception in stream callback: {error}", stacklevel=2)

    def async_done(self, loop: asyncio.AbstractEventLoop | None = None) -> asyncio.Future[Stream]:
        """Something to await until all work so far is done."""
        import asyncio  # which most scripts do not need

        self._waited_for()  # who asks for it will await it
        future: asyncio.Future[Stream] = (loop or asyncio.get_running_loop()).create_future()
        future.set_result(self)
        return future

    def _waited_for(self) -> None:
        launch_races().order.host_waits(StreamKey(self.gpu, number_of(self)))

    def __int__(self) -> int:
        return self.handle

    def __bool__(self) -> bool:
        return True

    def __cuda_stream__(self) -> tuple[int, int]:
        """Version and address, for other libraries."""
        return 0, self.handle

    def __repr__(self) -> str:
        kind = "External CUDA stream" if self.external else "CUDA stream"
        return NAMES.get(self.handle, f"<{kind} {self.handle}>")


_living: WeakValueDictionary[int, Stream] = WeakValueDictionary()
_by_number: WeakValueDictionary[int, Stream] = WeakValueDictionary()


class Event:
    """A mark in a stream; `timing`: whether it notes its time."""

    def __init__(self, timing: bool = True) -> None:
        self.timing = timing
        self._seconds: float | None = None
        self._number = next(_numbers)

    @property
    def handle(self) -> int:
        """The address that other libraries know it by."""
        return id(self)

    def record(self, stream: object = 0) -> None:
        """Marks the work that was asked for so far."""
        self._seconds = time.perf_counter()
        launch_races().order.marked(self._number, key_of(stream))
        train = current_train()
        if train is not None:
            train.marked(self._number, current_gpu(), number_of(stream))

    def synchronize(self) -> None:
        """Waits until the mark is reached: it is."""
        launch_races().order.host_waits_for_mark(self._number)
        host_watch().synchronised()
        train = current_train()
        if train is not None:
            train.waited_for_mark(self._number, current_gpu(), None)

    def wait(self, stream: object = 0) -> None:
        """Lets a stream wait for the mark: it is reached."""
        launch_races().order.waits_for_mark(self._number, key_of(stream))
        train = current_train()
        if train is not None:
            train.waited_for_mark(self._number, current_gpu(), number_of(stream))

    def query(self) -> bool:
        """Whether the mark is reached: the host knows it from now on."""
        launch_races().order.host_waits_for_mark(self._number)
        return True

    def elapsed_time(self, evtend: Event) -> float:
        """Milliseconds of wall time from this mark to another.

        Raises CudaAPIError where one of them was not recorded, or takes no times.
        """
        if not (self.timing and evtend.timing):
            template = (
                "there is no time between two events of which one takes none: leave out"
                " timing=False."
            )
            raise CudaAPIError(Message("event.without-timing", template), INVALID_HANDLE)
        if self._seconds is None or evtend._seconds is None:
            template = "there is no time between two events of which one was never recorded."
            raise CudaAPIError(Message("event.not-recorded", template), INVALID_HANDLE)
        host_watch().note(Message("note.emulator-time", EMULATOR_TIME))
        return 1000 * (evtend._seconds - self._seconds)


def number_of(stream: object) -> int:
    """Which stream is meant where one is named; 0: the default stream.

    With NUMBA_CUDA_PER_THREAD_DEFAULT_STREAM that of launches that name none is the thread's own.
    """
    if isinstance(stream, Stream) and stream.handle != DEFAULT:
        return stream.number
    return per_thread_default_stream().number if numbas_setting(PER_THREAD_SETTING) else 0


def key_of(stream: object) -> StreamKey:
    """The stream that is meant, on the GPU in use."""
    return StreamKey(current_gpu(), number_of(stream))


def called(number: int) -> Message:
    """What a sentence calls a stream: after the script's variable, else by where it was made."""
    stream = _by_number.get(number)
    if number == 0:
        return word("the default stream")
    if stream is None:
        return word("stream {number}", number=number)
    if stream.handle == PER_THREAD:
        return word("the default stream of the thread")
    name = users_name(stream)
    if name is not None:
        return word("the stream {name}", name=name)
    return word("stream {number} (made in line {line})", number=number, line=stream.line)


def stream() -> Stream:
    """A new stream."""
    return Stream()


def default_stream() -> Stream:
    """The stream of launches that name none."""
    return Stream(0, DEFAULT)


def legacy_default_stream() -> Stream:
    """The stream of launches that name none, in which others wait for it, and it for them."""
    return Stream(0, LEGACY)


def per_thread_default_stream() -> Stream:
    """The stream that is this thread's own, on the GPU in use."""
    numbers = _of_threads.numbers
    return Stream(numbers.setdefault(current_gpu(), next(_numbers)), PER_THREAD)


class _OfThreads(threading.local):
    """The number of each thread's own stream, by GPU."""

    def __init__(self) -> None:
        self.numbers: dict[int, int] = {}


_of_threads = _OfThreads()


def external_stream(ptr: int) -> Stream:
    """A stream by its address: one of ours is that stream, another one is a stream of its own.

    Raises TypeError for what is no address.
    """
    if not isinstance(ptr, int):
        raise TypeError("ptr for external stream must be an int")
    if ptr == PER_THREAD:
        return per_thread_default_stream()
    if ptr in (DEFAULT, LEGACY):
        return Stream(0, ptr)
    known = _living.get(ptr)
    return Stream(None if known is None else known.number, ptr, external=True)


def event(timing: bool = True) -> Event:
    """A new event."""
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Milliseconds of wall time between two events."""
    return evtstart.elapsed_time(evtend)


def synchronize() -> None:
    """Waits for all launches on the GPU in use; on the emulator they are done when they return."""
    launch_races().order.host_waits_for_all(current_gpu())
    host_watch().synchronised()
    train = current_train()
    if train is not None:
        train.waited(current_gpu())
