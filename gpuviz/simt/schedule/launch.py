"""One launch on its way through a schedule, and its memory, to begin once more."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import LaunchConfig
from gpuviz.simt.binding import BoundArguments
from gpuviz.simt.element_watch import ElementWatch
from gpuviz.simt.hazards import HazardLog
from gpuviz.simt.lower.nodes import Body
from gpuviz.simt.lower.program import Program
from gpuviz.simt.machine import WHILE_LIMIT, Machine
from gpuviz.simt.memory import GlobalArray
from gpuviz.simt.races.books import LaunchRecords
from gpuviz.simt.races.regions import regions
from gpuviz.simt.recorder import FOLLOW_ALL_BYTES, Recorder
from gpuviz.simt.tally import Tally
from gpuviz.trace.touches import Element

CHUNK_LANES = 1 << 16  # lanes that run together: arrays of that size stay in the CPU's cache
SNAPSHOT_BYTES = 256_000_000

Progress = Callable[[float], None]


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
    progress: Progress | None = None
    chunk_lanes: int = CHUNK_LANES
    while_limit: int = WHILE_LIMIT
    follow_all_bytes: int = FOLLOW_ALL_BYTES
    print_line: Callable[[str], None] = print  # takes each line that the kernel prints
    thread_memory: bool = False  # whether kernels may make arrays, as with Numba's CUDA_ENABLE_NRT
    watch: Element | None = None  # whose readers and writers are wanted
    fresh: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)
    """By array argument, of its shape and layout: where nobody wrote yet; updated in place."""


@dataclass(eq=False)
class Launch:
    """A kernel with its arguments, and what one run through all of its threads finds out."""

    program: Program
    body: Body
    bound: BoundArguments
    config: LaunchConfig
    options: ExecutionOptions
    machine: Machine = field(init=False)
    recorder: Recorder | None = None
    printed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.begin()

    @functools.cached_property
    def written(self) -> frozenset[int]:
        """The addresses of the arrays that the kernel may write."""
        return self.bound.addresses(self.program.may_write())

    def begin(self) -> None:
        """A new run: nothing is counted, found, recorded or printed yet."""
        program, config, options = self.program, self.config, self.options
        tally = Tally(config, len(program.statements))
        finest = math.gcd(*program.recasts)
        watched = regions(self.bound.arrays.values(), self.written, finest)
        records = LaunchRecords(
            config, watched, program.has_barriers, program.has_finer_order, finest
        )
        self.machine = Machine(tally, HazardLog(config), records, list(self.bound.infos))
        self.machine.shared.dynamic_bytes = config.dynamic_shared_bytes
        self.machine.while_limit = options.while_limit
        self.machine.watch = None if options.watch is None else ElementWatch(options.watch)
        self.machine.checks = options.checks
        self.printed = []
        self.machine.print_line = self.printed.append
        self.recorder = None
        if options.record:
            self.recorder = Recorder(config.blocks, options.follow, options.follow_all_bytes)

    def memory(self) -> Memory:
        """What the arrays that the kernel may write hold now."""
        written = self.written
        arrays = [a for a in self.bound.arrays.values() if a.address in written]
        return Memory([array for array in arrays if array.data.flags.writeable])


class Memory:
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

    def same_data(self, other: Memory) -> bool:
        """Whether the same arrays held the same, bit for bit."""
        pairs = zip(self._kept, other._kept, strict=True)
        return all(mine[1].tobytes() == theirs[1].tobytes() for mine, theirs in pairs)


def _copy(array: NDArray[Any] | None) -> NDArray[Any] | None:
    return None if array is None else array.copy()
