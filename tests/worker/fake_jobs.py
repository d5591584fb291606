"""Jobs for the tests of the worker: good ones, and every kind of bad one."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.request import Progress
from gpuviz.messages import KernelFailed, Message, NotSupportedError, RequestRefused, SourcePlace
from gpuviz.worker.jobs import Job, Limit

TOO_SLOW = Message("test.slow", "It was too slow.")


@dataclass(frozen=True, slots=True)
class Call(Job[Any]):
    """Calls a function, which travels by its name."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()

    def run(self, progress: Progress) -> Any:
        return self.function(*self.arguments)


@dataclass(frozen=True, slots=True)
class ReportingCall(Call):
    """The same; the function's keyword `progress` tells how far it is."""

    def run(self, progress: Progress) -> Any:
        return self.function(*self.arguments, progress=progress)


@dataclass(frozen=True, slots=True)
class HurriedCall(Call):
    """A call that may take a hundredth of a second."""

    limit = Limit(0.01, TOO_SLOW)


@dataclass(frozen=True, slots=True)
class PatientCall(Call):
    """A call that may take a minute."""

    limit = Limit(60.0, TOO_SLOW)


def call(function: Callable[..., Any], *arguments: Any) -> Call:
    """The job that calls a function."""
    return Call(function, arguments)


def reporting(function: Callable[..., Any], *arguments: Any) -> ReportingCall:
    """The job that calls a function which tells how far it is."""
    return ReportingCall(function, arguments)


def echo(value: Any) -> Any:
    """Gives back what it got."""
    return value


def write_and_sum(array: NDArray[np.float64]) -> float:
    """Writes to its argument: the caller's array must not change."""
    array[0] += 1.0
    return float(array.sum())


def strided(count: int) -> NDArray[np.int64]:
    """An array that is not contiguous."""
    return np.arange(2 * count)[::2]


def frozen_mapping() -> MappingProxyType[str, NDArray[np.float64]]:
    """A read-only mapping, as traces hold them."""
    return MappingProxyType({"a": np.ones(3)})


def process_id() -> int:
    """The worker's number."""
    return os.getpid()


def variables(names: tuple[str, ...]) -> tuple[str | None, ...]:
    """What the worker's environment says."""
    return tuple(os.environ.get(name) for name in names)


def say(text: str) -> None:
    """Prints to standard output."""
    print(text, flush=True)


def say_and_leave(text: str) -> None:
    """Prints a line, and what has no end of a line yet; then it is gone."""
    print(text)
    print(text, end="")


def count_up(steps: int, *, progress: Callable[[float], None]) -> int:
    """Reports each step."""
    for step in range(steps):
        progress((step + 1) / steps)
    return steps


def never_ends(*, progress: Callable[[float], None]) -> None:
    """Says that it has begun, then runs for ever."""
    progress(0.0)
    while True:
        pass


def loop_for_ever() -> None:
    """Runs for ever and says nothing."""
    while True:
        pass


def says_and_loops(*, progress: Callable[[float], None]) -> None:
    """Prints a line, then runs for ever."""
    print(" - before the loop")
    progress(0.0)
    while True:
        pass


def waits_for_ever(*, progress: Callable[[float], None]) -> None:
    """Says that it has begun, then waits for ever."""
    progress(0.0)
    threading.Event().wait()


def leave(exit_code: int) -> None:
    """Ends the process."""
    os._exit(exit_code)


def signal_itself(number: int) -> None:
    """Ends the process by a signal."""
    os.kill(os.getpid(), number)
    threading.Event().wait()


def leave_by_exit() -> None:
    """Ends as a script does that has had enough."""
    sys.exit(3)


def refuse(kind: str) -> None:
    """Raises what gpuviz knows."""
    kinds = {
        "refused": RequestRefused,
        "not supported": NotSupportedError,
        "kernel failed": KernelFailed,
    }
    raise kinds[kind](
        Message("test.code", "{what} is wrong", {"what": "this"}), SourcePlace("k.py", 7, 3)
    )


def refuse_with_what_cannot_travel() -> None:
    """Raises a message with a value that pickle refuses."""
    raise RequestRefused(Message("test.code", "{what}", {"what": threading.Lock()}))


def make_a_mistake() -> None:
    """Raises what gpuviz does not foresee."""
    raise ZeroDivisionError("one over nothing")


def run_out_of_memory() -> None:
    """Raises as NumPy does for an array that is too large."""
    np.empty(1 << 55)


def unpicklable() -> object:
    """A result that cannot travel."""
    return threading.Lock()


def lose_the_gpu(code: str) -> None:
    """Raises what a kernel does that broke this process's access to the GPU."""
    raise KernelFailed(Message(code, "The GPU stopped it."))
