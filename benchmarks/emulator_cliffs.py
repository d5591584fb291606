"""Patterns at which an emulator may crawl, against a kernel at which it does not.

`python benchmarks/emulator_cliffs.py` runs each kernel of cliff_kernels.py with everything on that
a plain `gpuviz run` has on: counters, all checks, and the record of the followed blocks. It prints
CPU nanoseconds for each statement that an active lane executed, how many times vector_add's that
is, and the goal; then how many times as fast as Numba's own simulator it is, which runs the first
block of the same launch; then the CPU time of a launch, of many small ones,
and of one that is recorded and reads a few elements of a large array.
`python benchmarks/emulator_cliffs.py collatz n_body` measures those alone.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks import cliff_kernels as kernels
from benchmarks.emulator_runs import EVERYTHING, cpu_seconds
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import ExecutionOptions, execute

GOAL = 20  # times vector_add's, at most
SIMULATOR_GOAL = 100  # times as fast, at least
SIMULATE = "--simulate"  # the child's first argument: it runs a launch under the simulator
LONGEST = 120  # seconds that the simulator gets
REPEATS = 3
LAUNCHES = 10_000
LAUNCH_GOAL = 0.5e-3  # seconds of one
LARGE = 1 << 27  # bytes
LARGE_GOAL = 10e-3  # seconds
WARPS = ExecutionOptions(schedule="warps")

Arguments = Callable[[np.random.Generator], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kernel, its launch, and what it is given."""

    name: str
    kernel: Any
    blocks: Dim3
    block: Dim3
    arguments: Arguments
    apart: Arguments | None = None  # without the pattern: what that launch takes does not count
    options: ExecutionOptions = EVERYTHING


BASE = Pattern(
    "vector_add",
    kernels.vector_add,
    Dim3(256),
    Dim3(256),
    lambda chance: {
        "a": chance.random(65536, np.float32),
        "b": chance.random(65536, np.float32),
        "c": np.zeros(65536, np.float32),
    },
)
PATTERNS = (
    Pattern(
        "mandelbrot",
        kernels.mandelbrot,
        Dim3(16, 16),
        Dim3(16, 16),
        lambda chance: {"turns": np.zeros((256, 256), np.int32), "limit": 200},
    ),
    Pattern(
        "collatz",
        kernels.collatz,
        Dim3(256),
        Dim3(256),
        lambda chance: {"steps": np.zeros(65536, np.int32)},
    ),
    Pattern(
        "binary_search",
        kernels.binary_search,
        Dim3(256),
        Dim3(256),
        lambda chance: {
            "ordered": np.sort(chance.random(65536, np.float32)),
            "wanted": chance.random(65536, np.float32),
            "found": np.zeros(65536, np.int64),
        },
    ),
    Pattern(
        "n_body",
        kernels.n_body,
        Dim3(8),
        Dim3(128),
        lambda chance: {
            "x": chance.random(1024, np.float32),
            "y": chance.random(1024, np.float32),
            "force": np.zeros(1024, np.float32),
        },
    ),
    Pattern(
        "many_barriers",
        kernels.many_barriers,
        Dim3(64),
        Dim3(kernels.TILE),
        lambda chance: {"data": chance.random(64 * kernels.TILE, np.float32), "rounds": 200},
    ),
    Pattern(
        "calls_in_a_loop",
        kernels.calls_in_a_loop,
        Dim3(64),
        Dim3(256),
        lambda chance: {"states": chance.integers(1, 1 << 60, 16384), "rounds": 200},
    ),
    Pattern(
        "recursion",
        kernels.recursion,
        Dim3(64),
        Dim3(256),
        lambda chance: {"numbers": np.zeros(16384, np.int64)},
    ),
    Pattern(
        "few_bins",
        kernels.few_bins,
        Dim3(64),
        Dim3(256),
        lambda chance: {
            "values": chance.integers(0, 1 << 20, 1 << 18),
            "bins": np.zeros(4, np.int32),
        },
    ),
    Pattern(
        "bitonic_sort",
        kernels.bitonic_sort,
        Dim3(64),
        Dim3(kernels.TILE),
        lambda chance: {"data": chance.random(64 * kernels.TILE, np.float32)},
    ),
    Pattern(
        "one_thread",
        kernels.one_thread,
        Dim3(256),
        Dim3(256),
        lambda chance: {"data": chance.random(2000, np.float32), "total": np.zeros(1)},
        lambda chance: {"data": np.zeros(0, np.float32), "total": np.zeros(1)},
    ),
    Pattern(
        "one_thread_for_long",
        kernels.one_thread,
        Dim3(256),
        Dim3(256),
        lambda chance: {"data": chance.random(200_000, np.float32), "total": np.zeros(1)},
        lambda chance: {"data": np.zeros(0, np.float32), "total": np.zeros(1)},
    ),
    Pattern(
        "one_thread_a_block",
        kernels.one_thread_a_block,
        Dim3(256),
        Dim3(kernels.TILE),
        lambda chance: {
            "data": chance.random(256 * kernels.TILE, np.float32),
            "totals": np.zeros(256),
            "count": kernels.TILE,
        },
        lambda chance: {
            "data": chance.random(256 * kernels.TILE, np.float32),
            "totals": np.zeros(256),
            "count": 0,
        },
    ),
    Pattern(
        "one_lane_longer",
        kernels.one_lane_longer,
        Dim3(256),
        Dim3(256),
        lambda chance: {"turns": np.zeros(65536, np.int32), "limit": 2000},
        lambda chance: {"turns": np.zeros(65536, np.int32), "limit": 4},
    ),
    Pattern(
        "many_threads",
        kernels.matrix_add,
        Dim3(512, 512),
        Dim3(16, 16),
        lambda chance: {
            "a": np.ones((8192, 8192), np.float32),
            "b": np.ones((8192, 8192), np.float32),
            "c": np.zeros((8192, 8192), np.float32),
        },
    ),
    Pattern(
        "warps_in_turn",
        kernels.many_barriers,
        Dim3(8),
        Dim3(kernels.TILE),
        lambda chance: {"data": chance.random(8 * kernels.TILE, np.float32), "rounds": 20},
        options=WARPS,
    ),
)


def main(names: Sequence[str]) -> int:
    """Measures every pattern, or those that are named; 1 where a goal is missed."""
    base = _nanoseconds(BASE)
    print(f"{BASE.name:19}{base:9.1f} ns a statement and lane")
    chosen = [pattern for pattern in PATTERNS if not names or pattern.name in names]
    missed = [pattern.name for pattern in chosen if not _is_near(pattern, base)]
    if not names or "launches" in names:
        missed += [] if _launches_quickly() else ["launches"]
    if not names or "large_array" in names:
        missed += [] if _leaves_alone() else ["large_array"]
    print("every goal is met" if not missed else f"missed: {', '.join(missed)}")
    return int(bool(missed))


def _is_near(pattern: Pattern, base: float) -> bool:
    found = _nanoseconds(pattern)
    times = found / base
    faster = _simulated_nanoseconds(pattern) / found
    print(
        f"{pattern.name:19}{found:9.1f} ns a statement and lane{times:9.1f} times, goal {GOAL};"
        f"{faster:9.1f} times as fast as the simulator, goal {SIMULATOR_GOAL}"
    )
    return times <= GOAL and faster >= SIMULATOR_GOAL


def _simulated_nanoseconds(pattern: Pattern) -> float:
    """Of the simulator's CPU time, for each statement that a lane of the first block executed.

    At least, where the simulator is stopped: it has run the launch at most twice by then.
    """
    executed = _first_block(pattern)
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, __file__, SIMULATE, pattern.name]
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return LONGEST / 2 * 1e9 / executed
    return float(done.stdout) * 1e9 / executed


def _first_block(pattern: Pattern) -> int:
    """The statements that its active lanes execute."""
    arguments = pattern.arguments(np.random.default_rng(1))
    functions, config = capture_kernel(pattern.kernel), LaunchConfig(Dim3(1), pattern.block)
    counters = execute(functions, config, arguments, pattern.options).trace.counters
    assert counters is not None
    return counters.lane_steps


def simulate_here(name: str) -> float:
    """What the child does: seconds of the first block, after a launch that wakes everything up."""
    pattern = next(pattern for pattern in PATTERNS if pattern.name == name)
    seconds = 0.0
    for _ in range(2):
        arguments = pattern.arguments(np.random.default_rng(1))
        started = time.process_time()
        pattern.kernel[(1, 1, 1), tuple(pattern.block)](*arguments.values())
        seconds = time.process_time() - started
    return seconds


def _nanoseconds(pattern: Pattern) -> float:
    """Of the CPU, for each statement that an active lane executed."""
    seconds, executed = _measured(pattern, pattern.arguments)
    if pattern.apart is not None:
        less, fewer = _measured(pattern, pattern.apart)
        seconds, executed = seconds - less, executed - fewer
    return seconds * 1e9 / executed


def _measured(pattern: Pattern, arguments: Arguments) -> tuple[float, int]:
    """The least CPU seconds of a few runs, and the statements that active lanes executed."""
    functions = capture_kernel(pattern.kernel)
    config = LaunchConfig(pattern.blocks, pattern.block)

    def run(given: dict[str, Any]) -> None:
        counters = execute(functions, config, given, pattern.options).trace.counters
        assert counters is not None
        executed.append(counters.lane_steps)

    executed: list[int] = []
    seconds = [cpu_seconds(arguments(np.random.default_rng(1)), run) for _ in range(REPEATS)]
    return min(seconds), executed[0]


def _launches_quickly() -> bool:
    """Whether a launch of one block of 32 threads costs as little as it may."""
    kernel, data = Kernel(kernels.tiny.py_func), np.zeros(32, np.float32)
    started = time.process_time()
    for _ in range(LAUNCHES):
        kernel[1, 32](data)
    seconds = (time.process_time() - started) / LAUNCHES
    print(
        f"{'launches':19}{seconds * 1e3:9.3f} ms each, of {LAUNCHES}, goal {LAUNCH_GOAL * 1e3:.1f}"
    )
    return seconds <= LAUNCH_GOAL


def _leaves_alone() -> bool:
    """Whether what a launch costs does not depend on how large an array is that it only reads."""
    functions, config = capture_kernel(kernels.some_of), LaunchConfig(Dim3(1), Dim3(32))
    data = np.ones(LARGE, np.uint8)

    def run(given: dict[str, Any]) -> None:
        execute(functions, config, given, EVERYTHING)

    found = [cpu_seconds({"data": data, "out": np.zeros(32)}, run) for _ in range(5)]
    seconds = statistics.median(found)
    print(f"{'large_array':19}{seconds * 1e3:9.3f} ms, goal {LARGE_GOAL * 1e3:.1f}")
    return seconds <= LARGE_GOAL


if __name__ == "__main__":
    if sys.argv[1:2] == [SIMULATE]:
        print(simulate_here(sys.argv[2]))
    else:
        sys.exit(main(sys.argv[1:]))
