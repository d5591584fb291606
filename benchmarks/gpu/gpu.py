"""The seam between microbenchmarks and a GPU: real.py has a real one, fake.py an invented one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import DTypeLike, NDArray

from gpuviz.device import Device

Value = int | float | str | bool
Case = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Launch:
    """A kernel ready to be launched. `name` and `case` say which one, in the rows and to a fake."""

    name: str
    case: Case
    kernel: Any  # @cuda.jit
    grid: int | tuple[int, ...]
    block: int | tuple[int, ...]
    arguments: tuple[Any, ...] = ()
    dynamic_shared: int = 0  # bytes

    @property
    def blocks(self) -> int:
        """Of the grid."""
        return self.grid if isinstance(self.grid, int) else math.prod(self.grid)

    @property
    def threads(self) -> int:
        """Of a block."""
        return self.block if isinstance(self.block, int) else math.prod(self.block)


@dataclass(frozen=True, slots=True)
class Timed:
    """Median and interquartile range of so many samples."""

    median: float
    spread: float
    samples: int

    def each(self, count: int) -> Timed:
        """Of one of `count` equal parts."""
        return Timed(self.median / count, self.spread / count, self.samples)


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure. `parameter` is the benchmark's number in MICROBENCHMARKS."""

    parameter: int
    benchmark: str
    case: Case
    unit: str  # seconds, cycles (of the SM's clock), blocks
    median: float
    spread: float = 0.0
    samples: int = 1
    clock_mhz: float | None = None  # of the SMs, just after
    expected: float | None = None  # what gpuviz computes for it

    @classmethod
    def of(
        cls, parameter: int, launch: Launch, timed: Timed, unit: str, clock_mhz: float | None = None
    ) -> Row:
        """The row of a launch that was timed."""
        return cls(
            parameter,
            launch.name,
            launch.case,
            unit,
            timed.median,
            timed.spread,
            timed.samples,
            clock_mhz,
        )


class Gpu(Protocol):
    """One GPU. All times are medians of repeated launches, the arrays being on the GPU."""

    device: Device

    def array(self, make: Callable[[], NDArray[Any]]) -> Any:
        """What `make` gives, on the GPU."""

    def empty(self, count: int, dtype: DTypeLike) -> Any:
        """An array on the GPU that holds whatever was there."""

    def seconds(self, launch: Launch) -> Timed:
        """The GPU's time of one launch out of many, queued back to back."""

    def cold_seconds(self, launch: Launch) -> Timed:
        """The GPU's time of one launch alone, L2 holding other data."""

    def cycles(self, launch: Launch) -> Timed:
        """SM clocks from the first warp's start to the last warp's end.

        The kernel takes one argument more: int64 [warps, 2], for each warp its start and end.
        """

    def records(self, launch: Launch, shape: tuple[int, int]) -> NDArray[Any]:
        """What the kernel writes into an int64 array, given as one argument more."""

    def queueing(self, launch: Launch) -> Timed:
        """Seconds that Python needs to queue one launch."""

    def copying(self, nbytes: int, to_gpu: bool, pinned: bool) -> Timed:
        """Seconds of a copy between host and GPU, the host's memory pinned or not."""

    def copying_on_gpu(self, nbytes: int) -> Timed:
        """Seconds of a copy of so many bytes from one place on the GPU to another."""

    def library_product(self, side: int) -> Timed | None:
        """Seconds of NVIDIA's own product of two float32 matrices; None where CuPy is missing.

        In float32 throughout: without TF32.
        """

    def blocks_per_sm(self, launch: Launch) -> int:
        """The driver's own occupancy of the compiled kernel."""

    def registers(self, launch: Launch) -> int:
        """Registers of a thread, as the driver counts them."""

    def shared_bytes(self, launch: Launch) -> int:
        """Static shared memory of a block, as the driver counts it."""

    def clock_mhz(self) -> float:
        """The SMs' clock now: clock64 against globaltimer."""
