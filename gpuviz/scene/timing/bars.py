"""The times of runs as plain data: which bars there are, in which colour, measured or modelled."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from gpuviz.device import Device, load_devices
from gpuviz.engines.request import CpuTimes
from gpuviz.insight.figures.figure import Figure
from gpuviz.insight.figures.time import (
    CopyName,
    cold_figure,
    cpu_figure,
    kernel_figure,
    measured_figure,
    pipeline_figure,
    pipeline_whole_figure,
    queued_figure,
    whole_figure,
)
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, word
from gpuviz.model.trust import kernel_ends, whole_ends
from gpuviz.operation.inputs import Inputs
from gpuviz.scene.charts.bars import BarPart
from gpuviz.scene.numbers import seconds, sizes_text
from gpuviz.scene.timing.spent import Spent
from gpuviz.texts import enumerated, say, tr
from gpuviz.trace import Prediction, Times

Token = Literal["read", "write", "barrier", "muted"]
SPREADS = ("disturbance.spread", "cuda.wide-spread")
"""Codes of Messages that only tell of a spread, which the bars show as well."""


@dataclass(frozen=True, slots=True)
class RunTimes:
    """The times of one run. `cpu` is None until the twins have been timed.

    `prediction` is what the model says of it, also where its times were measured, and
    `modelled_for` is its device; None: the one of the table that it names.
    """

    number: int
    operation: str  # path of the kernel file
    title: str
    size: tuple[int, ...]
    device: str
    gpu: Times | None
    cpu: CpuTimes | None = None
    expects_cpu: bool = True  # not of a recording, and not of a script
    prediction: Prediction | None = None
    whole: Spent | None = None  # of a pipeline: `gpu` has its kernels alone
    modelled_for: Device | None = None
    launched: str = ""  # of a pipeline: the kernel of the launch that `prediction` is of
    config: LaunchConfig | None = None  # a pipeline sets its own
    inputs: Inputs = ()  # what was chosen of its arrays

    @property
    def is_recording(self) -> bool:
        """Whether it was launched on another day: runs of a session are counted from 1."""
        return self.number == 0

    @property
    def size_text(self) -> str:
        """ "1 000" or "64 × 64 × 64"."""
        return sizes_text(self.size)


@dataclass(frozen=True, slots=True)
class Bar:
    """One time; without `seconds`, `words` says why. `shade` 0..1 dims it in the history.

    `parts` follow each other and add up to it; `spread_s` is the interquartile range of a measured
    one, `band_s` has the ends between which 8 of 10 real times lay of a modelled one. `warning`
    says why it may be off. A `thin` one is beside the point. `figure` says where it comes from.
    """

    label: str
    short: str  # for a legend
    seconds: float | None
    words: str
    token: Token
    modelled: bool = False
    shade: float = 1.0
    parts: tuple[BarPart, ...] = ()
    spread_s: float | None = None
    warning: str = ""
    thin: bool = False
    band_s: tuple[float, float] | None = None
    figure: Figure | None = None


def bars_of(run: RunTimes) -> tuple[Bar, ...]:
    """The bars of one run: the CPU twins, the GPU's kernel without and with its copies, then what
    is measured beside them.
    """
    cpu = _cpu_bars(run) if run.expects_cpu else []
    if run.gpu is None or run.gpu.kernel_s is None:
        return tuple(cpu)
    kernel_s = run.gpu.kernel_s
    if run.whole is not None:
        return (*cpu, *_pipeline_bars(run.gpu, run.whole))
    return (*cpu, *_gpu_bars(run, run.gpu, kernel_s), *_beside_bars(run.gpu, kernel_s))


def main_bars(run: RunTimes) -> tuple[Bar, ...]:
    """Those that every run has."""
    return tuple(bar for bar in bars_of(run) if not bar.thin)


def _cpu_bars(run: RunTimes) -> list[Bar]:
    cpu = run.cpu or CpuTimes(run.number, None, None, None)
    named = (
        (tr("CPU, 1 thread"), tr("1 thread"), cpu.one_thread_s, cpu.one_thread_spread_s, 1.0),
        (
            tr("CPU, all threads"),
            tr("all threads"),
            cpu.all_threads_s,
            cpu.all_threads_spread_s,
            0.7,
        ),
        (tr("NumPy"), tr("NumPy"), cpu.numpy_s, cpu.numpy_spread_s, 0.4),
    )
    warning = _warning(cpu.disturbances)
    first = next((label for label, _, value, _, _ in named if value is not None), "")
    return [
        Bar(
            label, short, value, _cpu_words(run, value), "read", shade=shade, spread_s=spread,
            warning=warning if label == first else "",
            figure=None if value is None else cpu_figure(value),
        )
        for label, short, value, spread, shade in named
    ]  # fmt: skip


def _cpu_words(run: RunTimes, value: float | None) -> str:
    if value is not None:
        return seconds(value)
    return tr("measuring …") if run.cpu is None else tr("no time: no such twin, or over 2 s")


def _gpu_bars(run: RunTimes, times: Times, kernel_s: float) -> list[Bar]:
    kernel = Bar(
        tr("GPU, kernel"), tr("GPU kernel"), kernel_s, _kernel_words(times, kernel_s), "write",
        _is_modelled(times), spread_s=times.kernel_spread_s, warning=_warning(times.disturbances),
        band_s=kernel_ends(times), figure=_kernel_figure(run, times, kernel_s),
    )  # fmt: skip
    if times.h2d_s is None or times.d2h_s is None:
        return [kernel]
    names = tr("GPU with copies"), tr("with copies")
    whole = _with_copies(names, times, times.h2d_s, kernel_s, times.d2h_s)
    parts: dict[CopyName, float] = {"H2D": times.h2d_s, "kernel": kernel_s, "D2H": times.d2h_s}
    device = _device(run) if _is_modelled(times) else None
    return [kernel, replace(whole, figure=whole_figure(parts, device))]


def _kernel_figure(run: RunTimes, times: Times, kernel_s: float) -> Figure | None:
    if not _is_modelled(times):
        return measured_figure(kernel_s, times.samples)
    device = _device(run)
    if run.prediction is None or device is None:
        return None
    return kernel_figure(run.prediction, device)


def _device(run: RunTimes) -> Device | None:
    """That a run was modelled for."""
    if run.prediction is None or run.modelled_for is not None:
        return run.modelled_for
    return load_devices().get(run.prediction.device_id)


def _pipeline_bars(times: Times, whole: Spent) -> list[Bar]:
    """All kernels of a pipeline, and all that happens from its first copy to its last."""
    parts = (
        BarPart(tr("H2D"), whole.h2d_s, "barrier"),
        BarPart(tr("kernels"), whole.kernel_s, "write"),
        BarPart(tr("D2H"), whole.d2h_s, "barrier"),
        BarPart(tr("between devices"), whole.d2d_s, "barrier", 0.6),
        BarPart(tr("waiting"), whole.waiting_s, "muted"),
    )
    modelled, shown = _is_modelled(times), tuple(part for part in parts if part.value > 0)
    kernels, copies = _gpu_words(times, whole.kernel_s), _gpu_words(times, whole.whole_s)
    return [
        Bar(
            tr("GPU, kernels"), tr("GPU kernel"), whole.kernel_s, kernels, "write", modelled,
            band_s=kernel_ends(times), figure=pipeline_figure(whole.kernel_s),
        ),
        Bar(
            tr("GPU with copies"), tr("with copies"), whole.whole_s, copies, "barrier", modelled,
            parts=shown, figure=pipeline_whole_figure(_named_parts(whole)),
        ),
    ]  # fmt: skip


def _named_parts(whole: Spent) -> list[tuple[object, float]]:
    """Those that take any time, named as the bar names them."""
    parts: list[tuple[object, float]] = [
        (word("H2D"), whole.h2d_s),
        (word("kernels"), whole.kernel_s),
        (word("D2H"), whole.d2h_s),
        (word("between devices"), whole.d2d_s),
        (word("waiting"), whole.waiting_s),
    ]
    return [part for part in parts if part[1] > 0]


def _beside_bars(times: Times, kernel_s: float) -> list[Bar]:
    """What is measured on a real GPU only."""
    bars = []
    if times.kernel_cold_s is not None:
        label, value = tr("kernel, L2 cold"), times.kernel_cold_s
        words = tr("{time}, its arrays not in L2").format(time=seconds(value))
        bars.append(
            Bar(
                label, label, value, words, "write", _is_modelled(times), thin=True,
                figure=cold_figure(value),
            )
        )  # fmt: skip
    if times.h2d_pinned_s is not None and times.d2h_pinned_s is not None:
        names = tr("with pinned memory"), tr("pinned")
        pinned = times.h2d_pinned_s, kernel_s, times.d2h_pinned_s
        parts: dict[CopyName, float] = {"H2D": pinned[0], "kernel": kernel_s, "D2H": pinned[2]}
        bar = _with_copies(names, times, *pinned, thin=True)
        bars.append(replace(bar, figure=whole_figure(parts, None)))
    if times.launch_s is not None:
        label, value = tr("launch from Python"), times.launch_s
        words = tr("{time} of the host for each launch").format(time=seconds(value))
        bars.append(
            Bar(
                label, label, value, words, "muted", _is_modelled(times), thin=True,
                figure=queued_figure(value),
            )
        )  # fmt: skip
    return bars


def _with_copies(
    names: tuple[str, str],
    times: Times,
    h2d_s: float,
    kernel_s: float,
    d2h_s: float,
    *,
    thin: bool = False,
) -> Bar:
    """Copies and kernel, one after the other."""
    parts = (
        BarPart(tr("H2D"), h2d_s, "barrier"),
        BarPart(tr("kernel"), kernel_s, "write"),
        BarPart(tr("D2H"), d2h_s, "barrier"),
    )
    whole_s = h2d_s + kernel_s + d2h_s
    words = _gpu_words(times, whole_s)
    return Bar(
        *names, whole_s, words, "barrier", _is_modelled(times), parts=parts, thin=thin,
        band_s=whole_ends(times),
    )  # fmt: skip


def _is_modelled(times: Times) -> bool:
    return times.source == "modelled"


def _kernel_words(times: Times, kernel_s: float) -> str:
    """With how it was found, and that its arrays were in L2 where that has been told apart."""
    words = [_gpu_words(times, kernel_s)]
    words += [how] if (how := how_timed(times)) else []
    words += [tr("L2 warm")] if times.kernel_cold_s is not None else []
    return enumerated(words)


def how_timed(times: Times) -> str:
    """ "median of 21"; empty where that is not known."""
    return times.note if times.samples is None else tr("median of {n}").format(n=times.samples)


def _gpu_words(times: Times, value: float) -> str:
    text = seconds(value)
    return tr("{time} modelled").format(time=text) if _is_modelled(times) else text


def _warning(disturbances: tuple[Message, ...]) -> str:
    """What may have disturbed the times; that they spread is said where nothing explains it."""
    causes = [message for message in disturbances if message.code not in SPREADS]
    return " ".join(map(say, causes or disturbances))
