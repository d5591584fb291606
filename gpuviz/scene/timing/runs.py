"""What the timing panel is told of a launch."""

from __future__ import annotations

from gpuviz.engines.request import LaunchResult
from gpuviz.model.trust import summed_band
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.timing.bars import RunTimes
from gpuviz.scene.timing.spent import spent
from gpuviz.texts import tr
from gpuviz.trace import Times, Trace
from gpuviz.trace.whose_device import device_name


def times_of_run(shown: ShownLaunch) -> RunTimes:
    """The times of a run; those of the CPU come later."""
    if shown.of_pipeline:
        return _times_of_pipeline(shown, shown.result)
    choice, operation, trace = shown.choice, shown.choice.operation, shown.trace
    return RunTimes(
        shown.result.number,
        str(operation.path),
        operation.title,
        choice.size,
        _where(choice.device.name, trace),
        trace.times,
        prediction=trace.prediction,
        modelled_for=trace.device,
        config=choice.config,
        inputs=choice.inputs,
    )


def _where(device: str, trace: Trace) -> str:
    """The device, with the other computer that emulated it; a real one is named with its own."""
    if not trace.machine or trace.engine == "cuda":
        return device
    return tr("{device}, emulated on {machine}").format(device=device, machine=trace.machine)


def _times_of_pipeline(shown: ShownLaunch, result: LaunchResult) -> RunTimes:
    """Of the whole; what is predicted is so of the launch on the stage."""
    operation, whole = shown.choice.operation, spent(result.events)
    broke = result.failure is not None
    gpu = None if broke or not result.events else _kernels(result, whole.kernel_s)
    return RunTimes(
        result.number,
        str(operation.path),
        operation.title,
        shown.choice.size,
        _where(shown.choice.device.name, shown.trace),
        gpu,
        prediction=shown.trace.prediction,
        modelled_for=shown.trace.device,
        expects_cpu=not operation.is_script,
        whole=None if gpu is None else whole,
        launched=shown.trace.kernel,
    )


def _kernels(result: LaunchResult, kernel_s: float) -> Times:
    is_modelled = result.source == "modelled"
    predictions = [trace.prediction for trace in result.launches] if is_modelled else []
    return Times(result.source, kernel_s=kernel_s, band=summed_band(predictions))


def times_of_recording(trace: Trace, name: str) -> RunTimes:
    """The times in a recording of that file name; the CPU is not timed for it."""
    device = _where(device_name(trace), trace)
    return RunTimes(
        0, name, trace.kernel, (), device, trace.times, expects_cpu=False,
        prediction=trace.prediction, modelled_for=trace.device, config=trace.config,
    )  # fmt: skip
