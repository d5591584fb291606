"""What `run` reports, and what `--json` says of launches, to the letter of its documented form."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gpuviz.cli.launch_object import hazard_object, launch_object, repair_object
from gpuviz.device import Occupancy
from gpuviz.engines.request import CpuTimes, LaunchRequest, LaunchResult, PipelineEvent
from gpuviz.insight.order import play_order
from gpuviz.insight.stand_out import Finding, stand_out
from gpuviz.launch import LaunchConfig
from gpuviz.model.ranking import runner_up
from gpuviz.model.trust import summed_band
from gpuviz.operation import OperationInfo
from gpuviz.operation.inputs import InputChoice
from gpuviz.repair.search import Repairs
from gpuviz.trace import Counters, Prediction, Times, Trace
from gpuviz.trace.blocks_on_sm import occupancy_of

if TYPE_CHECKING:
    from gpuviz.cli.what_if import Asked
    from gpuviz.model.what_if import WhatIf


@dataclass(frozen=True, slots=True)
class RunReport:
    """One run of a kernel or pipeline: what was asked, what came of it, how long the CPU takes."""

    info: OperationInfo
    request: LaunchRequest
    result: LaunchResult
    cpu: CpuTimes
    what_ifs: tuple[tuple[Asked, WhatIf], ...] = ()
    repairs: Repairs | None = None  # None: none was asked for

    @property
    def good(self) -> bool:
        """The result is within its tolerance (or nothing checks it), and no launch has a hazard."""
        hazards = any(trace.hazards for trace in self.result.launches)
        return self.result.correct is not False and not hazards

    @property
    def kernel(self) -> Trace | None:
        """The launch of a kernel; None of a pipeline."""
        return None if self.request.config is None else self.result.trace

    @property
    def schedule(self) -> str | None:
        """The order in which the emulator ran; of a kernel it may be another than was asked for.

        No other engine has one that is known.
        """
        if self.request.engine != "emulator":
            return None
        return self.request.schedule if self.kernel is None else self.kernel.schedule

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What stands out in the launch of a kernel; none of a pipeline."""
        if self.kernel is None:
            return ()
        return stand_out(self.kernel, play_order(self.kernel, self.request.device))

    def occupancy(self, trace: Trace) -> Occupancy:
        """Of one SM of the device, in a launch."""
        return occupancy_of(trace, self.request.device)

    def waves(self, trace: Trace) -> float | None:
        """How many times over a launch fills the device; None where it cannot hold one block."""
        places = self.occupancy(trace).blocks_per_sm * self.request.device.sm_count
        return trace.config.blocks / places if places else None

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

    @property
    def kernels_band(self) -> tuple[float, float] | None:
        """Of the modelled time of all launches together."""
        if self.result.source != "modelled":
            return None
        return summed_band([trace.prediction for trace in self.result.launches])

    def share(self, event: PipelineEvent) -> float | None:
        """0..1: of the time of all launches and copies."""
        total = self.busy_seconds
        return _seconds(event) / total if total else None

    @property
    def busy_seconds(self) -> float:
        """Of all launches and copies of a pipeline."""
        return sum(map(_seconds, self.result.events))

    @property
    def machine(self) -> str:
        """The other computer that ran it; "" for this one."""
        launches = self.result.launches
        return launches[0].machine if launches else ""

    def event_of(self, launch: int) -> PipelineEvent | None:
        """The event of a launch."""
        return next((event for event in self.result.events if event.launch == launch), None)

    def name_of(self, file: str) -> str:
        """A file as it is named from the folder of the operation, if it lies there or below."""
        path, folder = Path(file), self.info.path.parent
        return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else file


def run_object(report: RunReport) -> dict[str, object]:
    """The JSON object of `run --json`; seconds, unknown is None. That of a pipeline has more."""
    request, result, kernel = report.request, report.result, report.kernel
    found = {
        "operation": report.info.name,
        "engine": request.engine,
        **({"machine": report.machine} if report.machine else {}),
        "schedule": report.schedule,
        "device": request.device.id,
        "size": request.size,
        **_shape_object(request.config),
        "inputs": [_input_object(one) for one in request.inputs],
        "correct": result.correct,
        "max_abs_error": result.max_abs_error,
        "emulation_s": result.emulation_seconds,
        "time": _run_time_object(report),
        "cpu": cpu_object(report.cpu),
        "counters": summed(trace.counters for trace in result.launches),
        "occupancy": None if kernel is None else _kernel_occupancy_object(report, kernel),
        "model": None if kernel is None else _run_model_object(report, kernel),
        "hazards": _hazards_of_run(report),
        "stand_out": None if kernel is None else stand_out_objects(kernel, report.findings),
    }
    return found if kernel is not None else {**found, **_pipeline_object(report)}


def _hazards_of_run(report: RunReport) -> list[dict[str, object]]:
    hazards = [hazard for trace in report.result.launches for hazard in trace.hazards]
    found = [hazard_object(hazard.with_files(report.name_of)) for hazard in hazards]
    if report.repairs is None:
        return found
    return [{**one, **repair_object(report.repairs, row)} for row, one in enumerate(found)]


def _input_object(choice: InputChoice) -> dict[str, object]:
    """What was chosen of one array; `name` is null where it was chosen for all."""
    file = None if choice.file is None else str(choice.file)
    return {
        "name": choice.name,
        "dtype": choice.dtype,
        "values": choice.values,
        "file": file,
        "layout": choice.layout,
    }


def _shape_object(config: LaunchConfig | None) -> dict[str, object]:
    if config is None:
        return dict.fromkeys(("grid", "block", "threads", "warps"))
    return {
        "grid": config.grid,
        "block": config.block,
        "threads": config.threads,
        "warps": config.warps,
    }


def _run_time_object(report: RunReport) -> dict[str, object] | None:
    """Of a pipeline the sums over its launches and copies."""
    if report.kernel is not None:
        return time_object(report.kernel.times, report.kernel.prediction)
    if not report.result.events:
        return None
    h2d_s, kernel_s, d2h_s = (report.seconds_of(kind) for kind in ("h2d", "kernel", "d2h"))
    times = Times(report.result.source, h2d_s, kernel_s, d2h_s, band=report.kernels_band)
    found = time_object(times, None)
    total = {
        "d2d_s": report.seconds_of("d2d"),
        "total_s": report.result.seconds,
        "launching_s": report.result.launching_s,
        "as_graph_s": report.result.as_graph_s,
    }
    return None if found is None else {**found, **total}


def _kernel_occupancy_object(report: RunReport, kernel: Trace) -> dict[str, object]:
    return {
        **occupancy_object(report.occupancy(kernel)),
        "registers_source": kernel.registers_source,
        "waves": report.waves(kernel),
    }


def _run_model_object(report: RunReport, kernel: Trace) -> dict[str, object] | None:
    found = model_object(kernel.prediction)
    answers = [answer for _, answer in report.what_ifs]
    return None if found is None else {**found, "what_if": [_what_if(one) for one in answers]}


def _what_if(answer: WhatIf) -> dict[str, object]:
    from gpuviz.cli.what_if import what_if_object

    held = answer.occupancy
    return what_if_object(answer, None if held is None else occupancy_object(held))


def _pipeline_object(report: RunReport) -> dict[str, object]:
    result = report.result
    return {
        "launches": [_launch_of_pipeline(report, row) for row in range(len(result.launches))],
        "events": [_event_object(report, event) for event in result.events],
        "frames": _frames_object(report),
        "failure": None if result.failure is None else str(result.failure),
        "messages": result.messages,
    }


def _launch_of_pipeline(report: RunReport, row: int) -> dict[str, object]:
    trace, event = report.result.launches[row], report.event_of(row)
    times = {
        "time_s": None if event is None else _seconds(event),
        "share": None if event is None else report.share(event),
    }
    found = launch_object(trace.with_files(report.name_of), times)
    return {**found, "device": None if event is None else event.device}


def _event_object(report: RunReport, event: PipelineEvent) -> dict[str, object]:
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


def _frames_object(report: RunReport) -> dict[str, object] | None:
    count, deadline_ms = report.info.frame_count(report.request.size), report.info.deadline_ms
    if count is None:
        return None
    deadline_s = None if deadline_ms is None else deadline_ms / 1000
    return {"count": count, "each_s": report.frame_seconds, "deadline_s": deadline_s}


def _seconds(event: PipelineEvent) -> float:
    return event.end_s - event.start_s


def summed(counters: Iterable[Counters | None]) -> Counters | None:
    """The sums over launches; None where one of them was not counted, or there is none."""
    rows = list(counters)
    known = [row for row in rows if row is not None]
    if not known or len(known) < len(rows):
        return None
    names = [field.name for field in dataclasses.fields(Counters)]
    return Counters(**{name: sum(getattr(row, name) for row in known) for name in names})


def time_object(times: Times | None, prediction: Prediction | None) -> dict[str, object] | None:
    """Seconds on the device, and what the model says limits them; None when nothing is known."""
    if times is None:
        return None
    return {
        "source": times.source,
        "h2d_s": times.h2d_s,
        "kernel_s": times.kernel_s,
        "d2h_s": times.d2h_s,
        "compile_s": times.compile_s,
        **_measured_beside(times),
        "band": times.band,
        "copies_band": times.copies_band,
        "validation": prediction.validation if prediction else None,
        "limiter": prediction.limiter if prediction else None,
        "calibrated": prediction.calibrated if prediction else None,
    }


def _measured_beside(times: Times) -> dict[str, object]:
    """What is known besides of a measured launch; all None where it is modelled."""
    return {
        "launch_s": times.launch_s,
        "kernel_cold_s": times.kernel_cold_s,
        "h2d_pinned_s": times.h2d_pinned_s,
        "d2h_pinned_s": times.d2h_pinned_s,
        "kernel_spread_s": times.kernel_spread_s,
        "h2d_spread_s": times.h2d_spread_s,
        "d2h_spread_s": times.d2h_spread_s,
        "samples": times.samples,
        "disturbances": times.disturbances,
    }


def stand_out_objects(trace: Trace, findings: tuple[Finding, ...]) -> list[dict[str, object]]:
    """What stands out, the largest loss first; `moment` counts the steps that are played before."""
    return [
        {
            "kind": found.kind,
            "sentence": found.sentence,
            "value": found.value,
            "unit": found.unit,
            "line": found.line,
            "block": None if found.block is None else trace.config.grid.index(found.block),
            "warp": found.warp,
            "array": found.array,
            "moment": found.to.moment,
        }
        for found in findings
    ]


def model_object(prediction: Prediction | None) -> dict[str, object] | None:
    """What the model says of a launch; None without one, as where nobody counts."""
    if prediction is None:
        return None
    return {
        "limiter": prediction.limiter,
        "runner_up": runner_up_object(prediction),
        "waves": prediction.waves,
        "tail": prediction.tail,
        "blocks_per_sm": prediction.blocks_per_sm,
        "flops": prediction.flops,
        "dram_bytes": prediction.dram_bytes,
        "l2_bytes": prediction.l2_bytes,
        "l1_bytes": prediction.l1_bytes,
        "demands": {demand.resource: demand.seconds for demand in prediction.demands},
        "assumptions": prediction.assumptions,
        "in_c": prediction.in_c,
    }


def runner_up_object(prediction: Prediction) -> dict[str, object] | None:
    """What would limit a launch next; `share` is of the kernel's time."""
    second = runner_up(prediction)
    if second is None:
        return None
    return {"resource": second.resource, "seconds": second.seconds, "share": second.share}


def cpu_object(times: CpuTimes) -> dict[str, object]:
    """Seconds on this machine's CPU, interquartile ranges, and why some of them are missing."""
    return {
        "one_thread_s": times.one_thread_s,
        "all_threads_s": times.all_threads_s,
        "numpy_s": times.numpy_s,
        "one_thread_spread_s": times.one_thread_spread_s,
        "all_threads_spread_s": times.all_threads_spread_s,
        "numpy_spread_s": times.numpy_spread_s,
        "disturbances": times.disturbances,
        "messages": times.messages,
    }


def occupancy_object(found: Occupancy) -> dict[str, object]:
    """Of one SM."""
    return {
        "blocks_per_sm": found.blocks_per_sm,
        "active_warps": found.active_warps,
        "max_warps": found.max_warps,
        "fraction": found.fraction,
        "limited_by": found.limited_by,
        "registers": found.registers_per_thread,
    }
