"""One launch on its way through a schedule, and its memory, to begin once more."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.launch import LaunchConfig
from gpuviz.messages import SourcePlace
from gpuviz.simt.execution.launch_state import NO_LIMIT, LaunchState, unheard
from gpuviz.simt.hazards.log import HazardLog
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.lower.program import Program
from gpuviz.simt.memory.arguments import BoundArguments
from gpuviz.simt.memory.arrays import GlobalArray
from gpuviz.simt.observe.element_watch import ElementWatch
from gpuviz.simt.observe.recorder import FOLLOW_ALL_BYTES, Recorder
from gpuviz.simt.observe.tally import Tally
from gpuviz.simt.observe.touched_elements import TouchedElements
from gpuviz.simt.races.clash_finders import LaunchAccesses
from gpuviz.simt.races.detector import RaceDetector
from gpuviz.simt.races.regions import regions
from gpuviz.trace.touches import Element

CHUNK_LANES = 1 << 16  # lanes that run together: arrays of that size stay in the CPU's cache
SNAPSHOT_BYTES = 256_000_000

HOT_STEPS = 1 << 10  # NumPy takes about as long as compiling

Progress = Callable[[float], None]


def nobody_cares(functions: tuple[tuple[int, str], ...]) -> None:
    """Nobody wants to know which functions run."""


@dataclass(frozen=True, slots=True)
class ExecutionOptions:
    """How to run and what to keep."""

    schedule: str = "lockstep"
    seed: int = 0
    follow: tuple[int, ...] = ()
    record: bool = True
    checks: bool = True  # without, nothing is counted and of all hazards only bounds are kept
    snapshot_bytes: int = SNAPSHOT_BYTES
    device_id: str = ""
    device: Device | None = None  # of that id; None: the one of the table
    progress: Progress | None = None
    chunk_lanes: int = CHUNK_LANES
    while_limit: int = NO_LIMIT
    hot_steps: int = HOT_STEPS  # of a loop of one thread, before it is compiled; 0: it never is
    in_loop: Callable[[SourcePlace, int], None] = unheard  # told once a second of a loop that lasts
    follow_all_bytes: int = FOLLOW_ALL_BYTES
    compiled: Callable[[tuple[tuple[int, str], ...]], None] = nobody_cares
    """Told before the launch which functions run, by row, for which types (see Program)."""
    print_line: Callable[[str], None] = print  # takes each line that the kernel prints
    thread_memory: bool = False  # whether kernels may make arrays, as with Numba's CUDA_ENABLE_NRT
    name_of: Callable[[str], str] = str  # gives a file the name that its author knows it by
    watch: Element | None = None  # whose readers and writers are wanted
    touched_bytes: int = 0  # to keep which elements the launch touches; 0: nobody wants to know
    fresh: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By array argument, of its shape and layout: where nobody wrote yet; updated in place."""


@dataclass(eq=False)
class Run:
    """What one run through all threads of a launch finds out; None: what nobody asked for."""

    launch_state: LaunchState
    printed: list[str] = field(default_factory=list)
    tally: Tally | None = None
    recorder: Recorder | None = None
    watch: ElementWatch | None = None
    touched: TouchedElements | None = None


@dataclass(eq=False)
class Launch:
    """A kernel with its arguments, and what the latest run of it came to."""

    program: Program
    body: LoweredFunction
    bound: BoundArguments
    config: LaunchConfig
    options: ExecutionOptions
    run: Run = field(init=False)

    def __post_init__(self) -> None:
        self.begin()

    @property
    def launch_state(self) -> LaunchState:
        """What all thread groups of the run share."""
        return self.run.launch_state

    @functools.cached_property
    def written(self) -> frozenset[int]:
        """The addresses of the arrays that the kernel may write."""
        return self.bound.addresses(self.program.may_write)

    def begin(self) -> None:
        """A new run: nothing is counted, found, recorded or printed yet."""
        program, config, options = self.program, self.config, self.options
        finest = math.gcd(*program.bitcast_sizes)
        watched = regions(self.bound.arrays.values(), self.written, finest)
        hazards = HazardLog(config, program.functions[0].file, options.name_of)
        launch_state = LaunchState(hazards, written=watched.keys(), arrays=list(self.bound.infos))
        launch_state.shared.dynamic_bytes = config.dynamic_shared_bytes
        launch_state.while_limit, launch_state.in_loop = options.while_limit, options.in_loop
        launch_state.checks = options.checks
        launch_state.device_arrays = {n: self.bound.arrays[n] for n in program.device_arrays}
        self.run = Run(launch_state)
        launch_state.print_line = self.run.printed.append
        if options.checks:
            tables = launch_state.sites, launch_state.vectors
            self.run.tally = Tally(config, len(program.statements), *tables)
            launch_state.observers.append(self.run.tally)
        if options.checks and config.threads > 1:
            records = LaunchAccesses(
                config, watched, program.has_barriers, program.has_finer_order, finest
            )
            launch_state.observers.append(RaceDetector(launch_state.hazards, records))
        if options.record:
            self.run.recorder = Recorder(config, options.follow, options.follow_all_bytes)
            launch_state.observers.append(self.run.recorder)
        if options.watch is not None:
            self.run.watch = ElementWatch(options.watch)
            launch_state.observers.append(self.run.watch)
        if options.touched_bytes:
            self.run.touched = TouchedElements(options.touched_bytes)
            launch_state.observers.append(self.run.touched)

    def memory(self) -> MemorySnapshot:
        """What the arrays that the kernel may write hold now."""
        written = self.written
        arrays = [a for a in self.bound.arrays.values() if a.address in written]
        return MemorySnapshot([array for array in arrays if array.data.flags.writeable])


class MemorySnapshot:
    """Copies of arrays, to be put back."""

    def __init__(self, arrays: list[GlobalArray]) -> None:
        for array in arrays:
            array.settle()
        self._kept = [
            (a, a.data.copy(), _copy(a.fresh), _copy(a.writer), a.was_written) for a in arrays
        ]

    def put_back(self) -> None:
        """The arrays are as they were."""
        for array, data, fresh, writer, written in self._kept:
            array.data[...] = data
            array.written = written
            array.parts.clear()  # of records: made again from what they were
            if array.fresh is not None and fresh is not None:
                array.fresh[...] = fresh
            if array.writer is not None and writer is not None:
                array.writer[...] = writer

    def same_data(self, other: MemorySnapshot) -> bool:
        """Whether the same arrays held the same, bit for bit."""
        pairs = zip(self._kept, other._kept, strict=True)
        return all(mine[1].tobytes() == theirs[1].tobytes() for mine, theirs in pairs)


def _copy(array: NDArray[Any] | None) -> NDArray[Any] | None:
    return None if array is None else array.copy()
