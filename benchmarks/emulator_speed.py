"""How fast the emulator is, thread by thread, against Numba's own simulator.

`python benchmarks/emulator_speed.py` runs both in one go and prints seconds per thread and their
ratio. The goal: vector_add with 2^20 threads, everything recorded, at least 200 times faster per
thread than the simulator with 2^14 threads.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import find_operation
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute

GOAL = 200  # times, per thread, of the first contest
REPEATS = 5
SIMULATE = "--simulate"  # the child's first argument: it runs a launch under the simulator


@dataclass(frozen=True, slots=True)
class Contest:
    """One operation at the size for the emulator, and at the one for the simulator."""

    operation: str
    block: tuple[int, ...]
    emulated: tuple[int, ...]
    simulated: tuple[int, ...]


CONTESTS = (
    Contest("vector_add", (256,), (1 << 20,), (1 << 14,)),
    Contest("matmul_tiled", (16, 16), (128, 128, 128), (32, 32, 32)),
)


def main() -> int:
    """Measures every contest; 1 where the first one misses the goal."""
    ratios = []
    for contest in CONTESTS:
        fast = emulate(contest.operation, contest.emulated, contest.block)
        slow = simulate(contest)
        ratios.append(slow / fast)
        sizes = f"{contest.emulated} against {contest.simulated}"
        print(
            f"{contest.operation:14}{fast * 1e9:10.0f} ns a thread emulated"
            f"{slow * 1e9:10.0f} ns simulated{ratios[-1]:10.0f} times   {sizes}"
        )
    print(f"goal: {GOAL} times for {CONTESTS[0].operation}")
    return int(ratios[0] < GOAL)


def emulate(name: str, size: tuple[int, ...], block: tuple[int, ...]) -> float:
    """Median seconds per thread of a whole launch on the emulator, reading its source included."""
    loaded, config = prepared(name, size, block)
    kernel, seconds = capture_kernel(loaded.kernel), []
    for _ in range(REPEATS):
        arguments = loaded.arguments(size, seed=1)
        started = time.perf_counter()
        execute(kernel, config, arguments)
        seconds.append(time.perf_counter() - started)
    return statistics.median(seconds) / config.threads


def simulate(contest: Contest) -> float:
    """Seconds per thread on Numba's simulator, which needs a process of its own."""
    asked = json.dumps([contest.operation, contest.simulated, contest.block])
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, __file__, SIMULATE, asked],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def simulate_here(asked: str) -> float:
    """What the child does: one launch, after a small one that wakes everything up."""
    name, size, block = json.loads(asked)
    loaded, config = prepared(name, tuple(size), tuple(block))
    seconds = 0.0
    for grid in (Dim3(1), config.grid):
        arguments = loaded.arguments(size, seed=1)
        started = time.perf_counter()
        loaded.kernel[tuple(grid), tuple(config.block)](*arguments.values())
        seconds = time.perf_counter() - started
    return seconds / config.threads


def prepared(
    name: str, size: tuple[int, ...], block: tuple[int, ...]
) -> tuple[LoadedOperation, LaunchConfig]:
    """An operation, and its launch for a size and a block."""
    loaded = load_operation(find_operation(name).path)
    shape = Dim3(*block)
    return loaded, LaunchConfig(loaded.info.grid(size, shape), shape)


if __name__ == "__main__":
    if sys.argv[1:2] == [SIMULATE]:
        print(simulate_here(sys.argv[2]))
    else:
        sys.exit(main())
