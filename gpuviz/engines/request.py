"""What is asked of an engine and what it answers: frozen data that travels between processes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from gpuviz.device import Device
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message

if TYPE_CHECKING:
    from gpuviz.engines.compiled_kernel import CompiledKernel
    from gpuviz.engines.wrong_elements import WrongElements
    from gpuviz.trace import Trace

EngineName = Literal["emulator", "cuda", "numba-simulator"]
ScheduleName = Literal["lockstep", "warps", "adversarial"]


@dataclass(frozen=True, slots=True)
class LaunchRequest:
    """Run one operation once.

    `number` grows with each request of a session; stale answers are dropped by it.
    """

    number: int
    operation: Path  # the kernel file
    size: tuple[int, ...]
    config: LaunchConfig
    engine: EngineName
    device: Device
    schedule: ScheduleName = "lockstep"
    seed: int = 0
    follow: tuple[int, ...] = ()  # linear blocks to follow besides the first and the last
    gpu: int = 0  # of the engine cuda: which GPU of this machine, in the driver's order
    compiled: CompiledKernel | None = None  # for the device; None: what it tells is assumed


@dataclass(frozen=True, slots=True)
class LaunchResult:
    """What came of a LaunchRequest. Modelled or measured times are in `trace.times`."""

    number: int
    trace: Trace
    correct: bool | None  # None: the file checks nothing
    max_abs_error: float | None
    emulation_seconds: float | None  # wall time of execution alone on a CPU engine; None on cuda
    messages: tuple[Message, ...] = ()
    wrong: tuple[WrongElements, ...] = ()  # by output that differs from the reference


@dataclass(frozen=True, slots=True)
class CpuTimingRequest:
    """Time the CPU twins of an operation on the same inputs as a launch."""

    number: int
    operation: Path
    size: tuple[int, ...]
    seed: int = 0
    budget_seconds: float = 2.0  # for each twin; one that needs longer gives None


@dataclass(frozen=True, slots=True)
class CpuTimes:
    """Median wall seconds of each CPU twin, compilation left out, and their interquartile ranges.

    None: no such twin, over its budget, or wrong.
    """

    number: int
    one_thread_s: float | None
    all_threads_s: float | None
    numpy_s: float | None
    messages: tuple[Message, ...] = ()
    one_thread_spread_s: float | None = None
    all_threads_spread_s: float | None = None
    numpy_spread_s: float | None = None
    disturbances: tuple[Message, ...] = ()  # why the figures may be off: load, a wide spread


CONTEXT_LOST = "cuda.context-lost"
GPU_LOST = "cuda.gpu-lost"
"""Codes of failures after which a process cannot use the GPU any more: it has to be replaced."""

TWINS_TOO_LONG = "worker.twins-too-long"
"""Code of a CPU timing that had to be stopped: at a larger size it is not going to end either."""

Progress = Callable[[float], None]
"""Told the share that is done, 0..1."""


class Engine(Protocol):
    """An engine runs in a worker process. Cancelling it means ending that process.

    Raises RequestRefused, NotSupportedError or KernelFailed; anything else is a bug.
    """

    def run(self, request: LaunchRequest, progress: Progress) -> LaunchResult:
        """Executes the launch, tells `progress` how far it is, and answers with the same number."""
        ...
