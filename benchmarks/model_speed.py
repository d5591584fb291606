"""Whether modelling a launch takes less time than emulating it.

`python benchmarks/model_speed.py` prints for some operations from 2^10 to 2^20 threads how long the
emulation of a launch takes, how long the model takes that is fed with it (what the launch asks of
the device, and the whole prediction with its timeline), their ratios to the emulation, and how long
it takes to say what if: the launch in blocks of half the size, or with more registers where its
blocks cannot be changed.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.emulator_runs import EVERYTHING, Prepared, median_seconds, prepared
from gpuviz.device import find_device
from gpuviz.launch import Dim3
from gpuviz.model.predict import predict
from gpuviz.model.regrouped import regrouping_refusal
from gpuviz.model.what_if import Change, what_if
from gpuviz.model.work import launch_work
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute
from gpuviz.trace import Trace

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
    what_if: float  # the launch as it is being known


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
        f"{seconds.what_if * 1e3:8.2f} ms what if"
    )
    return ratio <= RATIO_GOAL


def _measured(launch: Prepared) -> Seconds:
    kernel = capture_kernel(launch.loaded.kernel)
    arguments = launch.loaded.arguments(launch.size, seed=1)
    trace = execute(kernel, launch.config, arguments, EVERYTHING).trace
    known = predict(trace, DEVICE, 0.0, 0.0).prediction
    change = _change(trace)
    return Seconds(
        median_seconds(launch, lambda given: execute(kernel, launch.config, given, EVERYTHING)),
        median_seconds(launch, lambda given: launch_work(trace, DEVICE)),
        median_seconds(launch, lambda given: predict(trace, DEVICE, 0.0, 0.0)),
        median_seconds(launch, lambda given: what_if(trace, DEVICE, change, as_it_is=known)),
    )


def _change(trace: Trace) -> Change:
    block = trace.config.block
    halved = Dim3(block.x // 2, block.y, block.z) if block.y == 1 else block
    if regrouping_refusal(trace, halved) is None:
        return Change(block=halved)
    return Change(registers=64)


if __name__ == "__main__":
    sys.exit(main())
