"""How long a launch takes, as rows of the text of `run`: each time with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import counted, sentence
from gpuviz.cli.what_if import what_if_rows
from gpuviz.device import Device
from gpuviz.engines.request import CpuTimes
from gpuviz.model.graphs import NUMBA_MAKES_NONE
from gpuviz.model.in_c import c_words
from gpuviz.model.ranking import runner_up
from gpuviz.model.trust import ends, kernel_ends, trust
from gpuviz.model.words import limiter_words, runner_up_name
from gpuviz.scene.numbers import figures, percent, seconds, whole
from gpuviz.trace import Trace

Row = tuple[str, str]
COPY_WORDS = {"h2d": "copy to GPU", "d2h": "copy back", "d2d": "copy on GPU"}


def time_rows(report: RunReport) -> list[Row]:
    """Times of the GPU and of the CPU, and what the model says of a kernel."""
    kernel, device = report.kernel, report.request.device
    rows = list(_train_rows(report) if kernel is None else _device_time_rows(kernel, device))
    rows += _cpu_time_rows(report.cpu)
    if report.result.emulation_seconds is not None:
        rows.append(("emulation", f"{seconds(report.result.emulation_seconds)}  measured"))
    rows += () if kernel is None else _model_rows(kernel, device)
    return [*rows, *what_if_rows(report.what_ifs)]


def _train_rows(report: RunReport) -> Iterator[Row]:
    """The launches and copies of a pipeline."""
    result = report.result
    if result.events:
        for label, kind in (("GPU kernels", "kernel"), *((w, k) for k, w in COPY_WORDS.items())):
            took = report.seconds_of(kind)
            if took:
                real = _real(ends(took, report.kernels_band)) if kind == "kernel" else ""
                yield label, f"{seconds(took)}  {result.source}{real}, one after the other"
        yield "the whole", f"{seconds(result.seconds)}  {result.source}"
        yield from _graph_rows(report)
    yield from _frame_rows(report)


def _graph_rows(report: RunReport) -> Iterator[Row]:
    """What launching takes, and what a CUDA graph would leave of it."""
    launching_s, as_graph_s = report.result.launching_s, report.result.as_graph_s
    if launching_s is None or as_graph_s is None:
        return
    share = percent(launching_s / report.busy_seconds if report.busy_seconds else 0.0)
    yield "launching", f"{seconds(launching_s)}  modelled, {share} of all launches and copies"
    yield "as CUDA graph", f"{seconds(as_graph_s)}  modelled, {NUMBA_MAKES_NONE}"


def _frame_rows(report: RunReport) -> Iterator[Row]:
    each, deadline_ms = report.frame_seconds, report.info.deadline_ms
    if each is None:
        return
    text = f"{seconds(each)}  of {whole(report.info.frame_count(report.request.size) or 0)}"
    if deadline_ms is not None:
        kept = "in time for" if each <= deadline_ms / 1000 else "TOO LATE for"
        text += f", {kept} its deadline of {deadline_ms:g} ms"
    yield "each frame", text


def _cpu_time_rows(cpu: CpuTimes) -> Iterator[Row]:
    """The median of each way, how far its samples lie apart, and what disturbed them."""
    for label, median, spread in (
        ("CPU one thread", cpu.one_thread_s, cpu.one_thread_spread_s),
        ("CPU all threads", cpu.all_threads_s, cpu.all_threads_spread_s),
        ("NumPy", cpu.numpy_s, cpu.numpy_spread_s),
    ):
        if median is not None:
            yield label, f"{seconds(median)}  measured{_apart(spread)}"
    for message in cpu.disturbances:
        yield "disturbed", sentence(message)


def _apart(spread_s: float | None) -> str:
    return "" if spread_s is None else f", spread {seconds(spread_s)}"


def _device_time_rows(trace: Trace, device: Device) -> Iterator[Row]:
    times = trace.times
    if times is None:
        return
    note = f", {times.note}" if times.note else ""  # of the kernel's samples
    parts = (
        (
            "GPU kernel",
            times.kernel_s,
            _real(kernel_ends(times)) + _apart(times.kernel_spread_s) + note,
        ),
        ("with a cold L2", times.kernel_cold_s, ""),
        ("copy to GPU", times.h2d_s, _apart(times.h2d_spread_s)),
        ("from pinned memory", times.h2d_pinned_s, ""),
        ("copy back", times.d2h_s, _apart(times.d2h_spread_s)),
        ("to pinned memory", times.d2h_pinned_s, ""),
        ("queueing in Python", times.launch_s, ""),
        ("compilation", times.compile_s, ""),
    )
    for name, value, more in parts:
        if value is not None:
            yield name, f"{seconds(value)}  {times.source}{more}"
    for message in times.disturbances:
        yield "disturbed", sentence(message)


def _real(between: tuple[float, float] | None) -> str:
    """Where a real GPU's time is to be expected; nothing beside a measured one."""
    return "" if between is None else f", real ones {' to '.join(map(seconds, between))}"


def _model_rows(trace: Trace, device: Device) -> Iterator[Row]:
    prediction = trace.prediction
    if prediction is None:
        return
    if trace.times is not None and trace.times.source == "measured":
        yield "modelled", "what limits the kernel, its waves, and what that takes for granted:"
    places = f"{device.sm_count} SMs with places for {counted(prediction.blocks_per_sm, 'block')}"
    empty = f"{percent(prediction.tail)} of the places empty over the kernel's time"
    if trace.times is None or trace.times.source == "modelled":
        yield "how sure", trust(prediction, device.name).text
    yield "limited by", limiter_words(prediction, device).text
    second = runner_up(prediction)
    if second is not None:
        times = f"{seconds(second.seconds)} of {seconds(prediction.kernel_s)}"
        yield "then by", f"{runner_up_name(second).text}: {times}"
    in_c = c_words(prediction)
    if in_c is not None:
        yield "in CUDA C", in_c.text
    yield "waves", f"{figures(prediction.waves)}: {places} each, {empty}"
    yield from (("assumed", message.text) for message in prediction.assumptions)
