"""What the timing panel is told of a launch."""

from __future__ import annotations

from gpuviz.device import load_devices
from gpuviz.trace import Trace
from gpuviz.ui.launch.choice import Shown
from gpuviz.ui.timing.bars import RunTimes


def times_of_run(shown: Shown) -> RunTimes:
    """The times of a run; those of the CPU come later."""
    choice, result = shown.choice, shown.result
    operation, trace = choice.operation, result.trace
    return RunTimes(
        result.number,
        str(operation.path),
        operation.title,
        choice.size,
        choice.device.name,
        trace.times,
        prediction=trace.prediction,
    )


def times_of_recording(trace: Trace, name: str) -> RunTimes:
    """The times in a recording of that file name; the CPU is not timed for it."""
    known = load_devices().get(trace.device_id)
    device = trace.device_id if known is None else known.name
    return RunTimes(
        0, name, trace.kernel, (), device, trace.times, expects_cpu=False,
        prediction=trace.prediction,
    )  # fmt: skip
