"""What `run --json` says, to the letter of its documented form."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.device import Occupancy
from gpuviz.engines.request import CpuTimes, LaunchRequest, LaunchResult
from gpuviz.operation import OperationInfo
from gpuviz.trace import Hazard, Prediction, Times
from gpuviz.trace.blocks_on_sm import occupancy_of


@dataclass(frozen=True, slots=True)
class RunReport:
    """One launch: what was asked, what came of it, and how long the CPU takes."""

    info: OperationInfo
    request: LaunchRequest
    result: LaunchResult
    cpu: CpuTimes

    @property
    def good(self) -> bool:
        """The result is within its tolerance (or nothing checks it), and there is no hazard."""
        return self.result.correct is not False and not self.result.trace.hazards

    @property
    def schedule(self) -> str | None:
        """The order in which the emulator ran, which may be another one than was asked for.

        No other engine has one that is known.
        """
        return self.result.trace.schedule if self.request.engine == "emulator" else None

    @property
    def occupancy(self) -> Occupancy:
        """Of one SM of the device."""
        return occupancy_of(self.result.trace, self.request.device)

    @property
    def waves(self) -> float | None:
        """How many times over the blocks fill the device; None where it cannot hold one."""
        places = self.occupancy.blocks_per_sm * self.request.device.sm_count
        return self.request.config.blocks / places if places else None


def run_object(report: RunReport) -> dict[str, object]:
    """The JSON object of `run --json`; seconds, unknown is None."""
    request, result = report.request, report.result
    config, trace = request.config, result.trace
    return {
        "operation": report.info.name,
        "engine": request.engine,
        "schedule": report.schedule,
        "device": request.device.id,
        "size": request.size,
        "grid": config.grid,
        "block": config.block,
        "threads": config.threads,
        "warps": config.warps,
        "correct": result.correct,
        "max_abs_error": result.max_abs_error,
        "emulation_s": result.emulation_seconds,
        "time": time_object(trace.times, trace.prediction),
        "cpu": cpu_object(report.cpu),
        "counters": trace.counters,
        "occupancy": {
            **occupancy_object(report.occupancy),
            "registers_source": trace.registers_source,
            "waves": report.waves,
        },
        "model": model_object(trace.prediction),
        "hazards": [hazard_object(hazard) for hazard in trace.hazards],
    }


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


def model_object(prediction: Prediction | None) -> dict[str, object] | None:
    """What the model says of a launch; None without one, as where nobody counts."""
    if prediction is None:
        return None
    return {
        "limiter": prediction.limiter,
        "waves": prediction.waves,
        "tail": prediction.tail,
        "blocks_per_sm": prediction.blocks_per_sm,
        "flops": prediction.flops,
        "dram_bytes": prediction.dram_bytes,
        "l2_bytes": prediction.l2_bytes,
        "l1_bytes": prediction.l1_bytes,
        "demands": {demand.resource: demand.seconds for demand in prediction.demands},
        "assumptions": prediction.assumptions,
    }


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


def hazard_object(hazard: Hazard) -> dict[str, object]:
    """One hazard; other_block and other_thread are None where only one thread is involved.

    What follows the message is known of races only: the turns of the loops around the accesses, the
    outermost first, their steps in the recording, which was executed first, and the lines between
    which a barrier is missing.
    """
    return {
        "kind": hazard.kind,
        "space": hazard.space,
        "array": hazard.array,
        "index": hazard.index,
        "line": hazard.line,
        "other_line": hazard.other_line,
        "block": hazard.block,
        "thread": hazard.thread,
        "other_block": hazard.other_block,
        "other_thread": hazard.other_thread,
        "count": hazard.count,
        "message": hazard.message,
        "turns": hazard.turns,
        "other_turns": hazard.other_turns,
        "step": hazard.step,
        "other_step": hazard.other_step,
        "first": hazard.first,
        "barrier": hazard.barrier,
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
