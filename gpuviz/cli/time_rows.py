"""How long a launch takes, as rows of the text of `run`: each time with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import counted, sentence
from gpuviz.device import Device
from gpuviz.engines.request import CpuTimes
from gpuviz.model.graphs import NUMBA_MAKES_NONE
from gpuviz.model.in_c import c_words
from gpuviz.model.ranking import runner_up
from gpuviz.model.trust import ends, kernel_ends, trust
from gpuviz.model.words import limiter_words, runner_up_name
from gpuviz.scene.numbers import figures, percent, seconds, whole
from gpuviz.texts import tr
from gpuviz.trace import Trace

Row = tuple[str, str]
COPIES = ("h2d", "d2h", "d2d")


def copy_words(kind: str) -> str | None:
    """What a copy is called; None for what is none."""
    words = {"h2d": tr("copy to GPU"), "d2h": tr("copy back"), "d2d": tr("copy on GPU")}
    return words.get(kind)


def known_by(source: str) -> str:
    """Whether a time was measured or modelled."""
    words = {"measured": tr("measured"), "modelled": tr("modelled")}
    return words.get(source, source)


def time_rows(report: RunReport) -> list[Row]:
    """Times of the GPU and of the CPU, and what the model says of a kernel."""
    kernel, device = report.kernel, report.request.device
    rows = list(_train_rows(report) if kernel is None else _device_time_rows(kernel, device))
    rows += _cpu_time_rows(report.cpu)
    if report.result.emulation_seconds is not None:
        took = seconds(report.result.emulation_seconds)
        rows.append((tr("emulation"), f"{took}  {known_by('measured')}"))
    rows += () if kernel is None else _model_rows(kernel, device)
    if report.what_ifs:
        from gpuviz.cli.what_if import what_if_rows

        rows = [*rows, *what_if_rows(report.what_ifs)]
    return rows


def _train_rows(report: RunReport) -> Iterator[Row]:
    """The launches and copies of a pipeline."""
    result = report.result
    if result.events:
        source = known_by(result.source)
        for kind in ("kernel", *COPIES):
            took = report.seconds_of(kind)
            if took:
                real = _real(ends(took, report.kernels_band)) if kind == "kernel" else ""
                words = tr("{time}  {source}{real}, one after the other")
                text = words.format(time=seconds(took), source=source, real=real)
                yield copy_words(kind) or tr("GPU kernels"), text
        yield tr("the whole"), f"{seconds(result.seconds)}  {source}"
        yield from _graph_rows(report)
    yield from _frame_rows(report)


def _graph_rows(report: RunReport) -> Iterator[Row]:
    """What launching takes, and what a CUDA graph would leave of it."""
    launching_s, as_graph_s = report.result.launching_s, report.result.as_graph_s
    if launching_s is None or as_graph_s is None:
        return
    share = percent(launching_s / report.busy_seconds if report.busy_seconds else 0.0)
    words = tr("{time}  modelled, {share} of all launches and copies")
    yield tr("launching"), words.format(time=seconds(launching_s), share=share)
    words = tr("{time}  modelled, {why}")
    yield tr("as CUDA graph"), words.format(time=seconds(as_graph_s), why=tr(NUMBA_MAKES_NONE))


def _frame_rows(report: RunReport) -> Iterator[Row]:
    each, deadline_ms = report.frame_seconds, report.info.deadline_ms
    if each is None:
        return
    count = whole(report.info.frame_count(report.request.size) or 0)
    text = tr("{time}  of {count}").format(time=seconds(each), count=count)
    if deadline_ms is not None:
        kept = (
            tr(", in time for its deadline of {ms} ms")
            if each <= deadline_ms / 1000
            else tr(", TOO LATE for its deadline of {ms} ms")
        )
        text += kept.format(ms=f"{deadline_ms:g}")
    yield tr("each frame"), text


def _cpu_time_rows(cpu: CpuTimes) -> Iterator[Row]:
    """The median of each way, how far its samples lie apart, and what disturbed them."""
    for label, median, spread in (
        (tr("CPU one thread"), cpu.one_thread_s, cpu.one_thread_spread_s),
        (tr("CPU all threads"), cpu.all_threads_s, cpu.all_threads_spread_s),
        ("NumPy", cpu.numpy_s, cpu.numpy_spread_s),
    ):
        if median is not None:
            yield label, f"{seconds(median)}  {known_by('measured')}{_apart(spread)}"
    for message in cpu.disturbances:
        yield tr("disturbed"), sentence(message)


def _apart(spread_s: float | None) -> str:
    return "" if spread_s is None else tr(", spread {time}").format(time=seconds(spread_s))


def _device_time_rows(trace: Trace, device: Device) -> Iterator[Row]:
    times = trace.times
    if times is None:
        return
    note = f", {times.note}" if times.note else ""  # of the kernel's samples
    parts = (
        (
            tr("GPU kernel"),
            times.kernel_s,
            _real(kernel_ends(times)) + _apart(times.kernel_spread_s) + note,
        ),
        (tr("with a cold L2"), times.kernel_cold_s, ""),
        (tr("copy to GPU"), times.h2d_s, _apart(times.h2d_spread_s)),
        (tr("from pinned memory"), times.h2d_pinned_s, ""),
        (tr("copy back"), times.d2h_s, _apart(times.d2h_spread_s)),
        (tr("to pinned memory"), times.d2h_pinned_s, ""),
        (tr("queueing in Python"), times.launch_s, ""),
        (tr("compilation"), times.compile_s, ""),
    )
    for name, value, more in parts:
        if value is not None:
            yield name, f"{seconds(value)}  {known_by(times.source)}{more}"
    for message in times.disturbances:
        yield tr("disturbed"), sentence(message)


def _real(between: tuple[float, float] | None) -> str:
    """Where a real GPU's time is to be expected; nothing beside a measured one."""
    if between is None:
        return ""
    low, high = map(seconds, between)
    return tr(", real ones {low} to {high}").format(low=low, high=high)


def _model_rows(trace: Trace, device: Device) -> Iterator[Row]:
    prediction = trace.prediction
    if prediction is None:
        return
    if trace.times is not None and trace.times.source == "measured":
        words = tr("what limits the kernel, its waves, and what that takes for granted:")
        yield tr("modelled"), words
    if trace.times is None or trace.times.source == "modelled":
        yield tr("how sure"), trust(prediction, device.name).text
    yield tr("limited by"), limiter_words(prediction, device).text
    second = runner_up(prediction)
    if second is not None:
        words = tr("{name}: {part} of {whole}")
        yield (
            tr("then by"),
            words.format(
                name=runner_up_name(second).text,
                part=seconds(second.seconds),
                whole=seconds(prediction.kernel_s),
            ),
        )
    in_c = c_words(prediction)
    if in_c is not None:
        yield tr("in CUDA C"), in_c.text
    waves = tr(
        "{waves}: {sms} SMs with places for {blocks} each, {empty} of the places empty over the"
        " kernel's time"
    ).format(
        waves=figures(prediction.waves),
        sms=device.sm_count,
        blocks=counted(prediction.blocks_per_sm, "1 block", "{n} blocks"),
        empty=percent(prediction.tail),
    )
    yield tr("waves"), waves
    yield from ((tr("assumed"), message.text) for message in prediction.assumptions)
