"""How fast the emulator is, thread by thread, against Numba's own simulator.

`python benchmarks/emulator_speed.py` runs both in one go, with everything on that a plain
`gpuviz run` has on: counters, all checks, and the record of the followed blocks. It prints CPU
seconds per thread, their ratio and its goal, then how many memory accesses a second are checked.
The simulator starts an operating-system thread for each thread, so it gets sizes that it can bear.
`emulator_floor.py` compares with compiled loops, `emulator_memory.py` measures the memory.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass

from benchmarks.emulator_runs import CHECKS_ONLY, EVERYTHING, emulated_seconds, prepared
from gpuviz.launch import Dim3

SIMULATE = "--simulate"  # the child's first argument: it runs a launch under the simulator
ACCESSES_GOAL = 50e6  # a second


@dataclass(frozen=True, slots=True)
class Contest:
    """One operation at the size for the emulator, and at the one for the simulator."""

    operation: str
    block: tuple[int, ...]
    emulated: tuple[int, ...]
    simulated: tuple[int, ...]
    goal: int  # times as fast, per thread


CONTESTS = (
    Contest("matmul_tiled", (16, 16), (128, 128, 128), (64, 64, 64), 500),
    Contest("sum_shared", (256,), (65536,), (4096,), 500),
    Contest("vector_add", (256,), (65536,), (16384,), 300),
    Contest("histogram", (256,), (65536,), (16384,), 300),
)


@dataclass(frozen=True, slots=True)
class Counted:
    """An operation, and how often each of its threads reads or writes an element."""

    operation: str
    size: tuple[int, ...]
    accesses: int


COUNTED = (
    Counted("vector_add", (1 << 20,), 3),
    Counted("matmul_tiled", (512, 512, 512), 4 * 512 // 16 + 2 * 512 + 1),
)


def main() -> int:
    """Measures everything; 1 where a goal is missed."""
    missed = [contest.operation for contest in CONTESTS if not _wins(contest)]
    missed += [counted.operation for counted in COUNTED if not _is_quick(counted)]
    print("every goal is met" if not missed else f"missed: {', '.join(missed)}")
    return int(bool(missed))


def _wins(contest: Contest) -> bool:
    launch = prepared(contest.operation, contest.emulated, contest.block)
    fast = emulated_seconds(launch, EVERYTHING) / launch.config.threads
    slow = simulate(contest)
    print(
        f"{contest.operation:13}{fast * 1e9:7.0f} ns a thread at {contest.emulated}"
        f"{slow * 1e9:10.0f} ns simulated at {contest.simulated}"
        f"{slow / fast:7.0f} times, goal {contest.goal}"
    )
    return slow / fast >= contest.goal


def _is_quick(counted: Counted) -> bool:
    launch = prepared(counted.operation, counted.size)
    accesses = counted.accesses * launch.config.threads
    rate = accesses / emulated_seconds(launch, CHECKS_ONLY)
    print(
        f"{counted.operation:13}{rate / 1e6:7.0f} million checked accesses a second"
        f" at {counted.size}, goal {ACCESSES_GOAL / 1e6:.0f}"
    )
    return rate >= ACCESSES_GOAL


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
    launch = prepared(name, tuple(size), tuple(block))
    seconds = 0.0
    for grid in (Dim3(1), launch.config.grid):
        arguments = launch.loaded.arguments(launch.size, seed=1)
        started = time.process_time()
        launch.loaded.kernel[tuple(grid), tuple(block)](*arguments.values())
        seconds = time.process_time() - started
    return seconds / launch.config.threads


if __name__ == "__main__":
    if sys.argv[1:2] == [SIMULATE]:
        print(simulate_here(sys.argv[2]))
    else:
        sys.exit(main())
