"""The figures of time: the kernel's, what limits it, the copies, operations for each byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from gpuviz.device import Device
from gpuviz.insight.figures.figure import Figure, operations
from gpuviz.messages import EnglishTemplate, Message, listed, word
from gpuviz.model.calibration import load_calibration
from gpuviz.model.ranking import RunnerUp
from gpuviz.model.transfer import copy_rate_gbs
from gpuviz.model.words import NAMES, limiter_words, runner_up_words
from gpuviz.trace import Prediction
from gpuviz.units import byte_count, figures, percent, seconds

CopyName = Literal["H2D", "D2H", "kernel"]
COPY_NAMES: Mapping[CopyName, EnglishTemplate] = {
    "H2D": "H2D",
    "kernel": "kernel",
    "D2H": "D2H",
}

MOST_DEMANDS = 4  # of the resources that are named beside a time
COPY_CHANGE = Message(
    "figure.copy-change",
    "Fewer bytes, or none at all: what stays on the device between launches need not be copied"
    " again. Page-locked memory is copied faster.",
)


def kernel_figure(prediction: Prediction, device: Device) -> Figure:
    """The modelled time of a kernel: its start, and what its blocks need of each resource."""
    needs = [
        word("{resource} {time}", resource=word(NAMES[need.resource]), time=seconds(need.seconds))
        for need in prediction.demands[:MOST_DEMANDS]
    ]
    template = (
        "{start} until the first block starts + {rest} for the blocks = {whole}. Alone they would"
        " need: {needs}; what does not overlap makes it longer."
    )
    values = {
        "start": seconds(prediction.launch_s),
        "rest": seconds(prediction.kernel_s - prediction.launch_s),
        "whole": seconds(prediction.kernel_s),
        "needs": listed(needs),
    }
    change = limiter_words(prediction, device)
    return Figure(Message("figure.kernel", template, values), change, can_be_tried=True)


def measured_figure(kernel_s: float, samples: int | None) -> Figure:
    """The measured time of a kernel."""
    template = "{time} between two events on the GPU, one before the kernel and one after it."
    if samples is not None and samples > 1:
        template = (
            "{time}: the median of {samples} launches, each between two events on the GPU, one"
            " before the kernel and one after it."
        )
    change = Message(
        "figure.measured-change",
        "What limits the kernel, which the model says beside it: a clock does not tell.",
    )
    values = {"time": seconds(kernel_s), "samples": samples}
    return Figure(Message("figure.measured", template, values), change, can_be_tried=True)


def cold_figure(cold_s: float) -> Figure:
    """A kernel that finds none of its arrays in the L2 cache."""
    template = (
        "{time}: the median of several launches, before each of which the L2 cache was filled with"
        " other data."
    )
    change = Message(
        "figure.cold-change",
        "Fewer bytes: they all come from DRAM. The kernel that ran before may leave them in L2.",
    )
    return Figure(Message("figure.cold", template, {"time": seconds(cold_s)}), change)


def queued_figure(launch_s: float) -> Figure:
    """What the host does for one launch."""
    template = (
        "{time} on the clock of this computer from the call in Python until it goes on: the median"
        " of several calls. The kernel runs meanwhile, and later."
    )
    change = Message(
        "figure.queued-change",
        "Fewer launches that do more each: a short kernel may take less than what begins it.",
    )
    return Figure(Message("figure.queued", template, {"time": seconds(launch_s)}), change)


def limiter_figure(prediction: Prediction, device: Device) -> Figure:
    """What limits a launch: the resource that needs the longest."""
    whole = prediction.kernel_s or 1.0
    needs = [
        word(
            "{resource} {time} ({share})",
            resource=word(NAMES[need.resource]),
            time=seconds(need.seconds),
            share=percent(min(need.seconds / whole, 1.0)),
        )
        for need in prediction.demands[:MOST_DEMANDS]
    ]
    template = "The longest of what each resource needs of {whole}: {needs}."
    values = {"whole": seconds(prediction.kernel_s), "needs": listed(needs)}
    formula = Message("figure.limiter", template, values)
    return Figure(formula, limiter_words(prediction, device), can_be_tried=True)


def runner_up_figure(prediction: Prediction, second: RunnerUp) -> Figure:
    """What would limit a launch next."""
    template = "{busy} / {whole} = {share} of the kernel's time."
    values = {
        "busy": seconds(second.seconds),
        "whole": seconds(prediction.kernel_s),
        "share": percent(second.share),
    }
    change = runner_up_words(prediction)
    assert change is not None
    return Figure(Message("figure.runner-up", template, values), change, can_be_tried=True)


def whole_figure(parts: Mapping[CopyName, float], device: Device | None) -> Figure:
    """Copies and kernel one after the other, seconds by name; `device`: that which is modelled, so
    that each copy is told as its start and its bytes at the rate that is reached.
    """
    added = [
        word("{part} {time}", part=word(COPY_NAMES[name]), time=seconds(taken))
        for name, taken in parts.items()
    ]
    values: dict[str, object] = {
        "parts": sums(added),
        "whole": seconds(sum(parts.values())),
    }
    constants = load_calibration()
    rate = None if device is None else copy_rate_gbs(device, constants)
    if device is None or rate is None:
        return Figure(Message("figure.whole", "{parts} = {whole}.", values), COPY_CHANGE)
    template = (
        "{parts} = {whole}. A copy takes {start} to begin with and its bytes / {rate} GB/s over"
        " PCIe."
    )
    values |= {"start": seconds(constants.copy_seconds), "rate": figures(rate)}
    return Figure(Message("figure.whole-modelled", template, values), COPY_CHANGE)


def sums(parts: Sequence[object]) -> object:
    """Some values of a Message as one: "a + b"."""
    whole = parts[0]
    for part in parts[1:]:
        whole = Message("words.sum", "{before} + {last}", {"before": whole, "last": part})
    return whole


def pipeline_figure(kernel_s: float) -> Figure:
    """All kernels of a pipeline."""
    template = "The times of all its launches, added up: {time}."
    change = Message(
        "figure.pipeline-change",
        "The launches that take longest: the panel Pipeline has each of them over time.",
    )
    return Figure(Message("figure.pipeline", template, {"time": seconds(kernel_s)}), change)


def pipeline_whole_figure(parts: Sequence[tuple[object, float]]) -> Figure:
    """All of a pipeline, from its first copy to its last: what each part of it takes, by name."""
    template = (
        "{parts} = {whole}. While a kernel runs, a copy that runs at the same time adds nothing."
    )
    added = [word("{part} {time}", part=name, time=seconds(taken)) for name, taken in parts]
    values = {"parts": sums(added), "whole": seconds(sum(taken for _, taken in parts))}
    return Figure(Message("figure.pipeline-whole", template, values), COPY_CHANGE)


def share_figure(taken_s: float, all_s: float) -> Figure:
    """One launch of a pipeline, of all its launches and copies."""
    template = "{time} / {whole} that all launches and copies take together = {share}."
    values = {"time": seconds(taken_s), "whole": seconds(all_s), "share": percent(taken_s / all_s)}
    change = Message(
        "figure.share-change",
        "A faster kernel. The launches with the largest shares are where most is to be won.",
    )
    return Figure(Message("figure.share", template, values), change)


def cpu_figure(taken_s: float) -> Figure:
    """A CPU twin."""
    template = (
        "{time} on the clock of this computer: the median of several calls with the same inputs,"
        " compiling left out."
    )
    change = Message(
        "figure.cpu-change",
        "The size, this computer, and what else it does meanwhile; no device of the launch does.",
    )
    return Figure(Message("figure.cpu", template, {"time": seconds(taken_s)}), change)


def intensity_figure(prediction: Prediction, peak_per_byte: float) -> Figure:
    """Floating-point operations for each byte of DRAM; `peak_per_byte`: from where on arithmetic
    limits.
    """
    template = (
        "{flops} / {bytes} through DRAM = {each} for each byte; from"
        " {ridge} on arithmetic would limit it, not memory."
    )
    values = {
        "flops": operations(round(prediction.flops)),
        "bytes": byte_count(prediction.dram_bytes),
        "each": figures(prediction.flops / prediction.dram_bytes),
        "ridge": figures(peak_per_byte),
    }
    return _of_kernel("intensity", template, values)


def rate_figure(prediction: Prediction, kernel_s: float) -> Figure:
    """Floating-point operations a second."""
    template = "{flops} / {time} = {rate} GFLOP/s."
    values = {
        "flops": operations(round(prediction.flops)),
        "time": seconds(kernel_s),
        "rate": figures(prediction.flops / kernel_s / 1e9, 3),
    }
    return _of_kernel("rate", template, values)


def _of_kernel(name: str, template: EnglishTemplate, values: dict[str, object]) -> Figure:
    change = Message(
        "figure.reuse",
        "Using each byte more often: a tile in shared memory, or values kept in variables.",
    )
    return Figure(Message(f"figure.{name}", template, values), change)
