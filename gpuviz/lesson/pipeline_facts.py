"""How facts are read from a pipeline; None while there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.request import LaunchResult, PipelineEvent
from gpuviz.lesson.seen import ObservedState

Number = int | float
MICROSECONDS = 1e6  # in a second


def of_pipeline(
    read: Callable[[LaunchResult], Number],
) -> Callable[[ObservedState], Number | None]:
    """Reads the whole pipeline."""
    return lambda seen: None if seen.pipeline is None else read(seen.pipeline)


def copies(pipeline: LaunchResult) -> int:
    """How many copies stand around the launches."""
    return sum(event.kind != "kernel" for event in pipeline.events)


def microseconds(pipeline: LaunchResult) -> float:
    """From its first begin to its last end."""
    return pipeline.seconds * MICROSECONDS


def gpus(pipeline: LaunchResult) -> int:
    """Those that launch or copy something."""
    return len({event.device for event in pipeline.events})


def copy_share(pipeline: LaunchResult) -> float:
    """In percent of the time that all launches and copies take, whether or not side by side."""
    return _share(pipeline, lambda event: event.kind != "kernel")


def launch_share(seen: ObservedState) -> float | None:
    """The launch on the stage, in percent of the same time."""
    if seen.pipeline is None or seen.launch is None:
        return None
    row = seen.launch - 1
    return _share(seen.pipeline, lambda event: event.launch == row)


def kernel(seen: ObservedState) -> str | None:
    """The kernel of the launch on the stage."""
    return None if seen.trace is None else seen.trace.kernel


def recognised(seen: ObservedState) -> int | None:
    """The largest of the output that is shown as bars, of the first sample."""
    bars = _bars(seen)
    return None if bars is None else int(np.argmax(bars))


def sure(seen: ObservedState) -> float | None:
    """How large it is, in percent of 1."""
    bars = _bars(seen)
    return None if bars is None else round(100 * float(bars.max()), 1)


def _bars(seen: ObservedState) -> NDArray[Any] | None:
    names = [name for name, kind in seen.operation.show.items() if kind == "bars"]
    if seen.pipeline is None or not names or names[0] not in seen.pipeline.outputs:
        return None
    array = np.asarray(seen.pipeline.outputs[names[0]])
    return np.asarray(array.reshape(-1, array.shape[-1])[0])


def _share(pipeline: LaunchResult, counts: Callable[[PipelineEvent], bool]) -> float:
    lengths = [(event.end_s - event.start_s, counts(event)) for event in pipeline.events]
    whole = sum(length for length, _ in lengths)
    part = sum(length for length, counted in lengths if counted)
    return round(100 * part / whole, 1) if whole else 0.0
