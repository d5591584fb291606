"""What is shown of a pipeline's result: lanes with their events, launches with their shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.request import EventKind, LaunchResult, PipelineEvent
from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo
from gpuviz.scene.launch.opening import failed_launch
from gpuviz.texts import title_of

KINDS: tuple[EventKind, ...] = ("h2d", "kernel", "d2h", "d2d")
MOST_DEADLINES = 200  # marks


@dataclass(frozen=True, slots=True)
class Lane:
    """One line of the timeline: one kind of work of one device."""

    device: int
    kind: EventKind


@dataclass(frozen=True, slots=True)
class LaunchRow:
    """One launch. `share` is of the time that all launches and copies take together."""

    number: int  # row in LaunchResult.launches
    kernel: str
    grid: str
    block: str
    seconds: float | None
    share: float | None
    hazards: int
    failed: bool
    is_whole: bool
    device: int


@dataclass(frozen=True, slots=True)
class FrameStream:
    """The frames that a pipeline works on, and the time that each has."""

    frames: int
    deadline_s: float | None


@dataclass(frozen=True, slots=True, eq=False)
class LaunchTrain:
    """A pipeline's result with what never changes about it. Columns are by event."""

    title: str
    device: str
    result: LaunchResult
    rows: tuple[LaunchRow, ...]
    lanes: tuple[Lane, ...]
    lane: NDArray[np.int64]
    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]
    stream: FrameStream | None = None

    @property
    def events(self) -> tuple[PipelineEvent, ...]:
        """All bars, in the order in which the host asked for them."""
        return self.result.events

    @property
    def duration_s(self) -> float:
        """Of the timeline; never 0."""
        return self.result.seconds or 1e-9

    @property
    def modelled(self) -> bool:
        """Whether the times are the model's."""
        return self.result.source == "modelled"

    @property
    def several_devices(self) -> bool:
        """Whether lanes need the number of their device."""
        return len({lane.device for lane in self.lanes}) > 1

    @property
    def failure(self) -> GpuvizError | None:
        """Why it broke off."""
        return self.result.failure

    @property
    def deadlines_s(self) -> tuple[float, ...]:
        """When each frame has to be ready, those that lie on the timeline."""
        if self.stream is None or self.stream.deadline_s is None:
            return ()
        count = min(self.stream.frames, int(self.duration_s / self.stream.deadline_s + 1e-9))
        return tuple(self.stream.deadline_s * (n + 1) for n in range(min(count, MOST_DEADLINES)))

    def event_of(self, launch: int) -> int | None:
        """The event of a launch; None where it never got that far."""
        found = (n for n, event in enumerate(self.events) if event.launch == launch)
        return next(found, None)

    @property
    def longest(self) -> LaunchRow | None:
        """The launch that takes the longest; the first where nothing is known of times."""
        return max(self.rows, key=lambda row: row.seconds or 0.0, default=None)


def train_of(
    operation: OperationInfo, size: Sequence[int], device: str, result: LaunchResult
) -> LaunchTrain:
    """A result as it is shown; `device` is the name of what ran or was modelled."""
    events = result.events
    lanes = _lanes(events)
    places = {lane: n for n, lane in enumerate(lanes)}
    return LaunchTrain(
        title_of(operation),
        device,
        result,
        _rows(result),
        lanes,
        np.array([places[Lane(e.device, e.kind)] for e in events], np.int64),
        np.array([e.start_s for e in events], np.float64),
        np.array([e.end_s for e in events], np.float64),
        _stream(operation, size),
    )


def _rows(result: LaunchResult) -> tuple[LaunchRow, ...]:
    busy = sum(event.end_s - event.start_s for event in result.events)
    by_launch = {event.launch: event for event in result.events if event.launch is not None}
    failed = failed_launch(result)
    rows = []
    for number, trace in enumerate(result.launches):
        event = by_launch.get(number)
        seconds = None if event is None else event.end_s - event.start_s
        share = None if seconds is None or busy <= 0 else seconds / busy
        rows.append(
            LaunchRow(
                number,
                trace.kernel,
                _shape(tuple(trace.config.grid)),
                _shape(tuple(trace.config.block)),
                seconds,
                share,
                sum(hazard.count for hazard in trace.hazards),
                number == failed,
                number in result.whole,
                0 if event is None else event.device,
            )
        )
    return tuple(rows)


def _lanes(events: Sequence[PipelineEvent]) -> tuple[Lane, ...]:
    """Copies in, kernels, copies out of each device, as far as there are any."""
    used = {(event.device, event.kind) for event in events}
    devices = sorted({device for device, _ in used})
    return tuple(Lane(d, kind) for d in devices for kind in KINDS if (d, kind) in used)


def _shape(axes: tuple[int, ...]) -> str:
    """ "4 × 8" for (4, 8, 1)."""
    while len(axes) > 1 and axes[-1] == 1:
        axes = axes[:-1]
    return " × ".join(map(str, axes))


def _stream(operation: OperationInfo, size: Sequence[int]) -> FrameStream | None:
    frames = operation.frame_count(size)
    if frames is None:
        return None
    deadline = operation.deadline_ms
    usable = deadline is not None and math.isfinite(deadline) and deadline > 0
    return FrameStream(frames, 1e-3 * deadline if deadline is not None and usable else None)
