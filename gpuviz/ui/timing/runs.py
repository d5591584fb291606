"""What the timing panel is told of a launch."""

from __future__ import annotations

from gpuviz.trace import Trace
from gpuviz.ui.launch.choice import Shown
from gpuviz.ui.timing.bars import RunTimes


def times_of_run(shown: Shown) -> RunTimes:
    """The times of a run; those of the CPU come later."""
    choice, result = shown.choice, shown.result
    operation = choice.operation
    device, times = choice.device.name, result.trace.times
    return RunTimes(result.number, str(operation.path), operation.title, choice.size, device, times)


def times_of_recording(trace: Trace, name: str) -> RunTimes:
    """The times in a recording of that file name; the CPU is not timed for it."""
    return RunTimes(0, name, trace.kernel, (), trace.device_id, trace.times, expects_cpu=False)
