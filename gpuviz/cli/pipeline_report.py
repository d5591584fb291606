"""What `run --json` says of a pipeline: the keys of a kernel's, and its launches and events."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from gpuviz.cli.report import cpu_object, hazard_object, time_object
from gpuviz.engines.pipeline_request import PipelineEvent, PipelineRequest, PipelineResult
from gpuviz.engines.request import CpuTimes
from gpuviz.operation import OperationInfo
from gpuviz.trace import Counters, Times, Trace


@dataclass(frozen=True, slots=True)
class PipelineReport:
    """One run of a pipeline: what was asked, what came of it, and how long the CPU takes."""

    info: OperationInfo
    request: PipelineRequest
    result: PipelineResult
    cpu: CpuTimes

    @property
    def good(self) -> bool:
        """The result is right (or nothing checks it), and no launch has a hazard."""
        hazards = any(trace.hazards for trace in self.result.launches)
        return self.result.correct is not False and not hazards

    @property
    def schedule(self) -> str | None:
        """The order in which the emulator ran; None where it did not."""
        return self.request.schedule if self.request.engine == "emulator" else None

    @property
    def frame_seconds(self) -> float | None:
        """Of one frame of the stream; None where there is none, or nothing is known."""
        frames = self.info.frame_count(self.request.size)
        return self.result.seconds / frames if frames and self.result.events else None

    def seconds_of(self, kind: str) -> float | None:
        """All launches, or all copies of a kind, one after the other; None where none is known."""
        if not self.result.events:
            return None
        return sum(_seconds(event) for event in self.result.events if event.kind == kind)

    def share(self, event: PipelineEvent) -> float | None:
        """0..1: of the time of all launches and copies."""
        total = sum(map(_seconds, self.result.events))
        return _seconds(event) / total if total else None

    def event_of(self, launch: int) -> PipelineEvent | None:
        """The event of a launch."""
        return next((event for event in self.result.events if event.launch == launch), None)

    def file_of(self, trace: Trace) -> str:
        """Where a kernel stands: by its name alone in the folder of the pipeline."""
        path = Path(trace.functions[0].file)
        return path.name if path.parent == self.info.path.parent else str(path)


def summed(counters: Iterable[Counters | None]) -> Counters | None:
    """The sums over launches; None where one of them was not counted, or there is none."""
    rows = list(counters)
    known = [row for row in rows if row is not None]
    if not known or len(known) < len(rows):
        return None
    names = [field.name for field in dataclasses.fields(Counters)]
    return Counters(**{name: sum(getattr(row, name) for row in known) for name in names})


def pipeline_object(report: PipelineReport) -> dict[str, object]:
    """The JSON object of `run --json`; seconds, unknown is None."""
    request, result = report.request, report.result
    nothing = dict.fromkeys(("grid", "block", "threads", "warps"))
    return {
        "operation": report.info.name,
        "engine": request.engine,
        "schedule": report.schedule,
        "device": request.device.id,
        "size": request.size,
        **nothing,
        "correct": result.correct,
        "max_abs_error": result.max_abs_error,
        "emulation_s": result.emulation_seconds,
        "time": _time_object(report),
        "cpu": cpu_object(report.cpu),
        "counters": summed(trace.counters for trace in result.launches),
        "occupancy": None,
        "model": None,
        "hazards": [hazard_object(h) for trace in result.launches for h in trace.hazards],
        "launches": [_launch_object(report, row) for row in range(len(result.launches))],
        "events": [_event_object(report, event) for event in result.events],
        "frames": _frames_object(report),
        "failure": None if result.failure is None else str(result.failure),
        "messages": result.messages,
    }


def _time_object(report: PipelineReport) -> dict[str, object] | None:
    if not report.result.events:
        return None
    h2d_s, kernel_s, d2h_s = (report.seconds_of(kind) for kind in ("h2d", "kernel", "d2h"))
    found = time_object(Times(report.result.source, h2d_s, kernel_s, d2h_s), None)
    total = {"d2d_s": report.seconds_of("d2d"), "total_s": report.result.seconds}
    return None if found is None else {**found, **total}


def _launch_object(report: PipelineReport, row: int) -> dict[str, object]:
    trace, event = report.result.launches[row], report.event_of(row)
    return {
        "kernel": trace.kernel,
        "file": report.file_of(trace),
        "line": trace.functions[0].first_line,
        "grid": trace.config.grid,
        "block": trace.config.block,
        "time_s": None if event is None else _seconds(event),
        "share": None if event is None else report.share(event),
        "counters": trace.counters,
        "hazards": [hazard_object(hazard) for hazard in trace.hazards],
        "device": None if event is None else event.device,
    }


def _event_object(report: PipelineReport, event: PipelineEvent) -> dict[str, object]:
    return {
        "kind": event.kind,
        "name": event.name,
        "bytes": event.nbytes,
        "launch": event.launch,
        "device": event.device,
        "line": event.line,
        "start_s": event.start_s,
        "end_s": event.end_s,
        "share": report.share(event),
    }


def _frames_object(report: PipelineReport) -> dict[str, object] | None:
    count, deadline_ms = report.info.frame_count(report.request.size), report.info.deadline_ms
    if count is None:
        return None
    deadline_s = None if deadline_ms is None else deadline_ms / 1000
    return {"count": count, "each_s": report.frame_seconds, "deadline_s": deadline_s}


def _seconds(event: PipelineEvent) -> float:
    return event.end_s - event.start_s
