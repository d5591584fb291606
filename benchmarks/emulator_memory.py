"""How much memory the largest launches take, above their arrays.

`python benchmarks/emulator_memory.py` runs each in a process of its own, counters and checks on,
and prints the largest resident memory (ru_maxrss) while it ran, less what the process held when
its arrays were made; the copies that a trace keeps are part of it. Goal: at most 2 GiB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

from benchmarks.emulator_runs import EVERYTHING, prepared
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute

CHILD = "--child"
GOAL_BYTES = 2 << 30
LAUNCHES = (("vector_add", (1 << 26,)), ("matmul_tiled", (1024, 1024, 1024)))
TO_BYTES = 1 if sys.platform == "darwin" else 1024  # getrusage(2) of macOS and of Linux


def main() -> int:
    """Runs every launch; 1 where one takes too much."""
    return max(_measure(name, size) for name, size in LAUNCHES)


def _measure(name: str, size: tuple[int, ...]) -> int:
    asked = json.dumps([name, size])
    done = subprocess.run(
        [sys.executable, __file__, CHILD, asked], capture_output=True, text=True, check=True
    )
    above, arrays, seconds, threads = json.loads(done.stdout)
    print(
        f"{name:13}{size}: {threads} threads in {seconds:.1f} s, {above / 2**20:.0f} MiB above"
        f" {arrays / 2**20:.0f} MiB of arrays, goal {GOAL_BYTES / 2**20:.0f} MiB"
    )
    return int(above > GOAL_BYTES)


def _run_here(asked: str) -> tuple[int, int, float, int]:
    """Bytes above the arrays, bytes of the arrays, seconds, threads."""
    name, size = json.loads(asked)
    launch = prepared(name, tuple(size))
    kernel = capture_kernel(launch.loaded.kernel)
    arguments = launch.loaded.arguments(launch.size, seed=1)
    before = _peak_bytes()
    started = time.perf_counter()
    execute(kernel, launch.config, arguments, EVERYTHING)
    seconds = time.perf_counter() - started
    arrays = sum(getattr(value, "nbytes", 0) for value in arguments.values())
    return _peak_bytes() - before, arrays, seconds, launch.config.threads


def _peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * TO_BYTES


if __name__ == "__main__":
    if sys.argv[1:2] == [CHILD]:
        print(json.dumps(_run_here(sys.argv[2])))
    else:
        sys.exit(main())
