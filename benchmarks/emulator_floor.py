"""How far the emulator is from compiled loops, and what its counters and checks cost.

`python benchmarks/emulator_floor.py` prints for each gallery operation, from one run:
- the floor: the same work as loops compiled for one CPU thread by Numba (the operation's
  one_thread), and how many times as long the emulator takes with everything on that a plain
  `gpuviz run` has on;
- how many times as long it takes with counters and all checks, and with the record as well, as
  without any.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from benchmarks.emulator_runs import (
    BARE,
    CHECKS_ONLY,
    EVERYTHING,
    Prepared,
    emulated_in_turn,
    median_seconds,
    prepared,
)

FLOOR_GOAL = {"matmul_tiled": 400}  # times the floor, at most
CHECKS_GOAL = 3  # times the run without them, at most


@dataclass(frozen=True, slots=True)
class Size:
    """An operation, and how large it is measured."""

    operation: str
    size: tuple[int, ...]


SIZES = (
    Size("vector_add", (1 << 20,)),
    Size("saxpy", (1 << 20,)),
    Size("sigmoid", (1 << 20,)),
    Size("matrix_add", (1024, 1024)),
    Size("copy_strided", (1 << 20, 2)),
    Size("transpose_naive", (1024, 1024)),
    Size("transpose_tiled", (1024, 1024)),
    Size("transpose_padded", (1024, 1024)),
    Size("histogram", (1 << 20,)),
    Size("sum_atomic", (1 << 20,)),
    Size("sum_shared", (1 << 20,)),
    Size("sum_shuffle", (1 << 20,)),
    Size("neural_layer", (256, 512, 256)),
    Size("matmul_naive", (512, 512, 512)),
    Size("matmul_tiled", (512, 512, 512)),
)


def main() -> int:
    """Measures everything; 1 where a goal is missed."""
    missed = [size.operation for size in SIZES if not _is_near(size)]
    print("every goal is met" if not missed else f"missed: {', '.join(missed)}")
    return int(bool(missed))


def _is_near(size: Size) -> bool:
    launch = prepared(size.operation, size.size)
    floor = _floor_seconds(launch)
    bare, checked, full = emulated_in_turn(launch, BARE, CHECKS_ONLY, EVERYTHING)
    print(
        f"{size.operation:17}{full * 1e3:8.1f} ms emulated {floor * 1e3:8.3f} ms compiled"
        f"{full / floor:7.0f} times   checks {checked / bare:5.2f} times the run without,"
        f" with the record {full / bare:5.2f}   {size.size}"
    )
    near = full / floor <= FLOOR_GOAL.get(size.operation, np.inf)
    return near and checked / bare <= CHECKS_GOAL


def _floor_seconds(launch: Prepared) -> float:
    """Median seconds of the compiled loops, after a call that has compiled them."""
    loops = launch.loaded.twin("one_thread")
    assert loops is not None
    loops(*launch.loaded.arguments(launch.size, seed=1).values())
    return median_seconds(launch, lambda given: loops(*given.values()))


if __name__ == "__main__":
    sys.exit(main())
