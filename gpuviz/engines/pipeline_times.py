"""When each launch and copy of a pipeline runs on GPUs that are not here: the model of its order.

The host asks for one thing after the other. Work in one stream is done in the order in which it was
asked for; the default stream waits for all other streams of its GPU, and they for it. A GPU runs
one kernel at a time, and beside it at most one copy to it, one from it. Several GPUs work side by
side. Nothing begins before it was asked for:

- a launch, a copy from device to device, and a copy in a stream whose host array is page-locked
  (cuda.pinned) cost the host the time that the calibration has for queueing a launch
  (`launch_seconds`), and it goes on;
- any other copy, cuda.synchronize(), stream.synchronize() and event.synchronize() hold the host
  until they are done.

Between launches the host's own Python takes no time here. A kernel takes what its prediction says,
as if nothing of its arrays were left in L2 by the launch before; a copy what `model.transfer` says
of ordinary or page-locked memory. A copy between two GPUs goes once over PCIe; on one GPU each byte
is read and written at the rate of its memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gpuviz.cuda.train import Asked
from gpuviz.device import Device
from gpuviz.engines.request import EventKind, PipelineEvent
from gpuviz.model.calibration import Calibration, load_calibration
from gpuviz.model.dram import dram_rate
from gpuviz.model.graphs import launching_seconds, seconds_in_graph
from gpuviz.model.transfer import copy_seconds
from gpuviz.trace import Prediction

EVENT_KINDS: dict[str, EventKind] = {"h2d": "h2d", "kernel": "kernel", "d2h": "d2h", "d2d": "d2d"}


def modelled_events(
    asked: Sequence[Asked], kernel_seconds: Sequence[float], device: Device
) -> tuple[PipelineEvent, ...]:
    """The launches and copies with their times; `kernel_seconds` by row of the launches."""
    return _events(asked, kernel_seconds, device, load_calibration())


def seconds_as_graph(
    asked: Sequence[Asked], predictions: Sequence[Prediction | None], device: Device
) -> float | None:
    """What all of it would take as one CUDA graph; `predictions` by row of the launches.

    Copies stay as they are, and all wait for each other as they do on the streams. None where a
    launch is not modelled, or there are not two.
    """
    known = [one for one in predictions if one is not None]
    if launching_seconds(predictions) is None:
        return None
    constants = load_calibration()
    each = min(constants.launch_seconds, constants.graph_launch_seconds)
    kernels = [seconds_in_graph(one, constants) for one in known]
    events = _events(asked, kernels, device, replace(constants, launch_seconds=each))
    return max((event.end_s for event in events), default=None)


def _events(
    asked: Sequence[Asked],
    kernel_seconds: Sequence[float],
    device: Device,
    calibration: Calibration,
) -> tuple[PipelineEvent, ...]:
    clock = _Clock(device, calibration)
    events = [
        clock.event(one, EVENT_KINDS[one.kind], kernel_seconds)
        for one in asked
        if one.kind in EVENT_KINDS or clock.wait(one)
    ]
    begin = min((event.start_s for event in events), default=0.0)
    return tuple(
        replace(event, start_s=event.start_s - begin, end_s=event.end_s - begin) for event in events
    )


@dataclass(slots=True)
class _Clock:
    """How far host, streams and GPUs are, in seconds."""

    device: Device
    calibration: Calibration
    host: float = 0.0
    streams: defaultdict[tuple[int, int], float] = field(default_factory=lambda: defaultdict(float))
    units: defaultdict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))
    marks: dict[int | None, float] = field(default_factory=dict)

    def event(self, one: Asked, kind: EventKind, kernel_seconds: Sequence[float]) -> PipelineEvent:
        """Does what was asked for."""
        row = one.launch if kind == "kernel" else None
        seconds = self._copy_seconds(one) if row is None else kernel_seconds[row]
        unit = one.device, "kernel" if kind == "d2d" else kind
        start = max(self.host, self._ready(one.device, one.stream), self.units[unit])
        end = start + seconds
        self.units[unit] = self.streams[one.device, one.stream or 0] = end
        self.host = end if one.waits else self.host + self.calibration.launch_seconds
        return PipelineEvent(kind, one.name, one.nbytes, row, one.device, one.line, start, end)

    def wait(self, one: Asked) -> bool:
        """Waits, or marks; nothing of it is seen."""
        if one.kind == "mark":
            self.marks[one.mark] = self._ready(one.device, one.stream)
        elif one.kind == "wait" and one.stream is None:
            self.host = max(self.host, self._ready(one.device, 0))
        elif one.kind == "wait":
            self.host = max(self.host, self.streams[one.device, one.stream or 0])
        elif one.waits:
            self.host = max(self.host, self.marks.get(one.mark, 0.0))
        else:
            key = one.device, one.stream or 0
            self.streams[key] = max(self.streams[key], self.marks.get(one.mark, 0.0))
        return False

    def _ready(self, device: int, stream: int | None) -> float:
        """When all is done that stands before new work in a stream."""
        if stream:
            return max(self.streams[device, stream], self.streams[device, 0])
        ends = (end for (gpu, _), end in self.streams.items() if gpu == device)
        return max(ends, default=0.0)

    def _copy_seconds(self, one: Asked) -> float:
        if one.kind == "d2d" and one.source == one.device:
            rate = dram_rate(self.device, self.calibration)
            return self.calibration.launch_seconds + 2 * one.nbytes / rate
        return copy_seconds(self.device, one.nbytes, self.calibration, pinned=one.pinned)
