"""What the emulator's benchmarks share: launches of gallery operations, timed.

Times are CPU seconds of this process, so that what else the machine does matters little.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import ExecutionOptions, execute

EVERYTHING = ExecutionOptions()  # counters, all checks, and the record that `gpuviz run` keeps
CHECKS_ONLY = ExecutionOptions(record=False)
BARE = ExecutionOptions(record=False, checks=False)
REPEATS = 5


@dataclass(frozen=True, slots=True)
class Prepared:
    """A gallery operation at one size."""

    loaded: LoadedOperation
    config: LaunchConfig
    size: tuple[int, ...]


def prepared(name: str, size: tuple[int, ...], block: tuple[int, ...] = ()) -> Prepared:
    """An operation, and its launch for a size and a block (its own where none is given)."""
    loaded = load_operation(find_operation(name).path)
    shape = Dim3(*block) if block else loaded.info.default_block
    return Prepared(loaded, LaunchConfig(loaded.info.grid(size, shape), shape), size)


def emulated_seconds(launch: Prepared, options: ExecutionOptions) -> float:
    """Median seconds of a whole launch, reading its source included."""
    return median_seconds(launch, _emulating(launch, options))


def emulated_in_turn(launch: Prepared, *ways: ExecutionOptions) -> list[float]:
    """Median seconds of a launch in each way; the ways take turns, so that all see one machine."""
    runs = [_emulating(launch, way) for way in ways]
    seconds: list[list[float]] = [[] for _ in ways]
    for _ in range(REPEATS):
        for found, run in zip(seconds, runs, strict=True):
            found.append(_seconds(launch, run))
    return [statistics.median(found) for found in seconds]


def _emulating(launch: Prepared, options: ExecutionOptions) -> Callable[[dict[str, Any]], object]:
    """What emulates a launch on given arguments."""
    kernel = capture_kernel(launch.loaded.kernel)
    return lambda given: execute(kernel, launch.config, given, options)


def median_seconds(launch: Prepared, run: Callable[[dict[str, Any]], object]) -> float:
    """Median seconds of some runs, each on arguments of its own."""
    return statistics.median(_seconds(launch, run) for _ in range(REPEATS))


def _seconds(launch: Prepared, run: Callable[[dict[str, Any]], object]) -> float:
    return cpu_seconds(dict(launch.loaded.arguments(launch.size, seed=1)), run)


def cpu_seconds(arguments: dict[str, Any], run: Callable[[dict[str, Any]], object]) -> float:
    """Of this process, for one run."""
    started = time.process_time()
    run(arguments)
    return time.process_time() - started
