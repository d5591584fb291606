"""A GPU for tests that have none: numba.cuda's names, a clock that only work moves, real results.

Queued work is done at once; what it takes is added to the time of the stream. `FakeGpu` says what
each kind of work takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Work = Callable[..., None]


@dataclass
class FakeGpu:
    """What a fake GPU is and does; times in seconds."""

    kernel_s: Callable[[int], float] = lambda launch: 100e-6  # by the number of the launch
    cold_s: float = 40e-6  # more, after other data went through L2
    bytes_per_second: float = 10e9  # from and to ordinary host memory; pinned: twice
    clock_hz: Callable[[int], float] = lambda reading: 1.59e9  # by the number of the reading
    free_bytes: int = 1 << 34
    blocks_per_sm: int = 16
    fails: Mapping[str, Exception] = field(default_factory=dict)  # by what is done
    now: float = 0.0  # of the GPU
    launches: int = 0
    readings: int = 0
    is_cold: bool = False
    allocated: int = 0
    selected: list[int] = field(default_factory=list)
    flushed: int = 0  # how often deallocations were carried out

    def check(self, doing: str) -> None:
        """Fails where it was told to."""
        if doing in self.fails:
            raise self.fails[doing]


class FakeArray:
    """An array on the fake GPU."""

    def __init__(self, gpu: FakeGpu, host: NDArray[Any]) -> None:
        self.gpu, self.data = gpu, host.copy()
        gpu.allocated += host.nbytes

    def __del__(self) -> None:
        self.gpu.allocated -= self.data.nbytes

    def __getitem__(self, index: tuple[slice, ...]) -> FakeArray:
        """A part of it, in the same memory."""
        part = FakeArray(self.gpu, self.data)
        self.gpu.allocated -= self.data.nbytes
        part.data = self.data[index]
        self.gpu.allocated += part.data.nbytes
        return part

    def copy_to_device(self, source: Any, stream: object = None) -> None:
        """From the host, or from another array there, which fills the L2 cache."""
        if isinstance(source, FakeArray):
            self.gpu.is_cold = True
            self.data[...] = source.data
            return
        self._move(source)
        self.data[...] = source

    def copy_to_host(self, target: Any = None, stream: object = None) -> NDArray[Any]:
        """To the host."""
        target = np.empty_like(self.data) if target is None else target
        self._move(target)
        target[...] = self.data
        return np.asarray(target)

    def _move(self, host: NDArray[Any]) -> None:
        faster = 2 if isinstance(host, Pinned) else 1
        self.gpu.now += host.nbytes / self.gpu.bytes_per_second / faster


class Pinned(np.ndarray[Any, Any]):
    """A page-locked array of the host."""


class FakeKernel:
    """A compiled kernel whose work is done by NumPy on the arrays' data."""

    def __init__(self, gpu: FakeGpu, work: Work, seconds: Callable[[], float]) -> None:
        self.gpu, self._work, self._seconds = gpu, work, seconds
        self.compiled: list[tuple[object, ...]] = []

    def __getitem__(self, configuration: tuple[object, ...]) -> Work:
        return self._launch

    def _launch(self, *arguments: Any) -> None:
        self.gpu.check("launch")
        values = [value.data if isinstance(value, FakeArray) else value for value in arguments]
        self._work(*values)
        self.gpu.now += self._seconds()

    def typeof_pyval(self, value: Any) -> object:
        """A type that can be a key."""
        return value.data.dtype.str if isinstance(value, FakeArray) else type(value).__name__

    def compile(self, types: tuple[object, ...]) -> None:
        """Notes what it was compiled for."""
        self.gpu.check("compile")
        self.compiled.append(types)

    @property
    def overloads(self) -> Any:
        """Registers and memory, whatever it was compiled for."""
        library = SimpleNamespace(get_cufunc=lambda: "function")
        needs = SimpleNamespace(
            regs_per_thread=26,
            shared_mem_per_block=0,
            local_mem_per_thread=0,
            _codelibrary=library,
        )
        return dict.fromkeys(self.compiled, needs)


class FakeEvent:
    """A moment of the GPU's time."""

    def __init__(self, gpu: FakeGpu) -> None:
        self.gpu, self.at = gpu, 0.0

    def record(self, stream: object) -> None:
        """Now."""
        self.at = self.gpu.now

    def synchronize(self) -> None:
        """All is done already."""
        self.gpu.check("synchronize")


class FakeCuda:
    """What gpuviz uses of the module numba.cuda."""

    def __init__(self, gpu: FakeGpu) -> None:
        self.gpu = gpu

    def select_device(self, number: int) -> None:
        """Notes which one."""
        self.gpu.check("select")
        self.gpu.selected.append(number)

    def stream(self) -> Any:
        """Has nothing to wait for."""
        return SimpleNamespace(synchronize=lambda: self.gpu.check("synchronize"))

    def event(self, timing: bool) -> FakeEvent:
        """An event that is not recorded."""
        return FakeEvent(self.gpu)

    def event_elapsed_time(self, start: FakeEvent, end: FakeEvent) -> float:
        """Milliseconds."""
        return 1e3 * (end.at - start.at)

    def to_device(self, array: NDArray[Any], stream: object = None) -> FakeArray:
        """A copy there."""
        self.gpu.check("allocate")
        return FakeArray(self.gpu, array)

    def device_array(self, size: int, dtype: Any, stream: object = None) -> FakeArray:
        """Zeros, in place of whatever is there."""
        return FakeArray(self.gpu, np.zeros(min(size, 64), dtype))

    def pinned_array_like(self, array: NDArray[Any]) -> NDArray[Any]:
        """Page-locked."""
        return np.empty_like(array).view(Pinned)

    @contextmanager
    def defer_cleanup(self) -> Iterator[None]:
        """Nothing is cleaned up here."""
        yield

    def current_context(self) -> Any:
        """Memory, occupancy, and what waits to be freed."""

        def clear() -> None:
            self.gpu.flushed += 1

        pending = SimpleNamespace(clear=clear)
        return SimpleNamespace(
            deallocations=pending,
            memory_manager=SimpleNamespace(deallocations=pending),
            get_memory_info=lambda: (self.gpu.free_bytes, self.gpu.free_bytes),
            get_active_blocks_per_multiprocessor=lambda *_: self.gpu.blocks_per_sm,
        )


def user_kernel(gpu: FakeGpu, work: Work) -> FakeKernel:
    """The kernel of an operation; the second launch in a row finds a warm cache."""

    def seconds() -> float:
        gpu.launches += 1
        cold = gpu.cold_s if gpu.is_cold else 0.0
        gpu.is_cold = False
        return gpu.kernel_s(gpu.launches) + cold

    return FakeKernel(gpu, work, seconds)


def holding_kernel(gpu: FakeGpu) -> FakeKernel:
    """Holds the GPU for no time: its queue is never empty."""
    return FakeKernel(gpu, lambda cycles: None, lambda: 0.0)


def clock_kernel(gpu: FakeGpu) -> FakeKernel:
    """Reads the clock over 200 us."""

    def read(readings: NDArray[np.int64]) -> None:
        gpu.readings += 1
        readings[:2] = round(gpu.clock_hz(gpu.readings) * 200e-6), 200_000

    return FakeKernel(gpu, read, lambda: 200e-6)
