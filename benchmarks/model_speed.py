"""Whether modelling a launch takes less time than emulating it.

`python benchmarks/model_speed.py` prints for some operations from 2^10 to 2^20 threads how long the
emulation of a launch takes, how long the model takes that is fed with it (what the launch asks of
the device, and the whole prediction with its timeline), and their ratios to the emulation.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.emulator_runs import EVERYTHING, Prepared, median_seconds, prepared
from gpuviz.device import find_device
from gpuviz.model.predict import predict
from gpuviz.model.work import launch_work
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute

RATIO_GOAL = 1.0  # of the emulation's time, at most
DEVICE = find_device("t4")
POWERS = range(10, 21, 2)  # of two: threads
OPERATIONS = ("vector_add", "matmul_tiled", "sum_shared", "histogram", "transpose_tiled")
DIMENSIONS = {"matmul_tiled": 3, "transpose_tiled": 2}  # of the sizes that are not lengths


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long each part takes."""

    emulation: float
    work: float
    prediction: float  # that of the work included


def main() -> int:
    """Measures everything; 1 where the model takes longer than the emulation."""
    missed = [name for name in OPERATIONS if not all(_is_fast(name, size) for size in _sizes(name))]
    print("every goal is met" if not missed else f"missed: {', '.join(missed)}")
    return int(bool(missed))


def _sizes(name: str) -> Iterator[tuple[int, ...]]:
    """One thread an element; matrices are square."""
    for power in POWERS:
        side = math.isqrt(1 << power)
        yield (side,) * DIMENSIONS[name] if name in DIMENSIONS else (1 << power,)


def _is_fast(name: str, size: tuple[int, ...]) -> bool:
    seconds = _measured(prepared(name, size))
    ratio = seconds.prediction / seconds.emulation
    print(
        f"{name:14}{size!s:20}{seconds.emulation * 1e3:9.2f} ms emulated"
        f"{seconds.work * 1e3:8.2f} ms its work {seconds.prediction * 1e3:8.2f} ms predicted"
        f"   {seconds.work / seconds.emulation:5.2f} {ratio:5.2f} times the emulation"
    )
    return ratio <= RATIO_GOAL


def _measured(launch: Prepared) -> Seconds:
    kernel = capture_kernel(launch.loaded.kernel)
    arguments = launch.loaded.arguments(launch.size, seed=1)
    trace = execute(kernel, launch.config, arguments, EVERYTHING).trace
    return Seconds(
        median_seconds(launch, lambda given: execute(kernel, launch.config, given, EVERYTHING)),
        median_seconds(launch, lambda given: launch_work(trace, DEVICE)),
        median_seconds(launch, lambda given: predict(trace, DEVICE, 0.0, 0.0)),
    )


if __name__ == "__main__":
    sys.exit(main())
