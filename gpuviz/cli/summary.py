"""What `run` says to a person: aligned lines, each with where its figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import aligned, counted, sentence
from gpuviz.device import Device
from gpuviz.engines.request import CpuTimes
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.model.words import limiter_words
from gpuviz.trace import Counters, Prediction, Times, Trace
from gpuviz.ui.numbers import byte_count, figures, percent, seconds, whole

Row = tuple[str, str]


def run_summary(report: RunReport) -> str:
    """The whole text, sections separated by blank lines."""
    sections = (
        _launch_rows(report),
        _counter_rows(report.result.trace.counters),
        _time_rows(report),
        _finding_rows(report),
    )
    rows = [*sections[0], *sections[1], *sections[2], *sections[3]]
    width = max(len(label) for label, _ in rows)
    blocks = (
        aligned([(label.ljust(width), text) for label, text in section])
        for section in sections
        if section
    )
    return "\n\n".join(blocks)


def _launch_rows(report: RunReport) -> list[Row]:
    request, config = report.request, report.request.config
    names = zip(report.info.size_names, request.size, strict=True)
    what = ", ".join(f"{name} = {whole(value)}" for name, value in names)
    where = request.device.name if request.engine == "cuda" else f"{request.device.name}, modelled"
    how = f"{request.engine}, {report.schedule}" if report.schedule else request.engine
    shape = f"grid {config.grid} x block {config.block}"
    total = f"{counted(config.threads, 'thread')} in {counted(config.warps, 'warp')}"
    return [
        ("operation", f"{report.info.name}  {what}"),
        ("engine", how),
        ("device", where),
        ("launch", f"{shape} = {total}"),
        ("occupancy", _occupancy_text(report)),
        ("result", _result_text(report)),
    ]


def _occupancy_text(report: RunReport) -> str:
    found = report.occupancy
    limits = " and ".join(found.limited_by)
    registers = f"{found.registers_per_thread} registers a thread"
    return (
        f"{percent(found.fraction)}: {counted(found.blocks_per_sm, 'block')} on an SM,"
        f" {found.active_warps} of {found.max_warps} warps, limited by {limits} ({registers},"
        f" {report.result.trace.registers_source})"
    )


def _result_text(report: RunReport) -> str:
    result = report.result
    if result.correct is None:
        return "not checked: the file has no reference"
    error = result.max_abs_error
    text = "unknown" if error is None else f"{error:.3g}"
    return f"{'correct' if result.correct else 'WRONG'}, largest difference {text}"


def _counter_rows(counters: Counters | None) -> list[Row]:
    if counters is None:
        return [("counters", "none: this engine does not count")]
    c = counters
    steps = f"{counted(c.warp_steps, 'warp step')}, {counted(c.lane_steps, 'lane step')}"
    rows = [
        ("threads", f"{whole(c.active_threads)} active, {whole(c.idle_threads)} idle"),
        ("steps", steps + _efficiency(c)),
        ("branches", f"{whole(c.divergent_branches)} divergent"),
        ("loads", _global_text(c.global_load_requests, c.global_load_sectors, c.global_load_lines)),
        (
            "stores",
            _global_text(c.global_store_requests, c.global_store_sectors, c.global_store_lines),
        ),
    ]
    return rows + list(_optional_counter_rows(counters))


def _optional_counter_rows(c: Counters) -> Iterator[Row]:
    """Counters of what many kernels do not do."""
    if c.atomic_requests:
        operations = counted(c.atomic_operations, "operation")
        yield "atomics", f"{counted(c.atomic_requests, 'request')}, {operations}"
    if c.shared_load_requests or c.shared_store_requests:
        requests = c.shared_load_requests + c.shared_store_requests
        wavefronts = c.shared_load_wavefronts + c.shared_store_wavefronts
        conflicts = counted(c.bank_conflicts, "bank conflict")
        parts = counted(requests, "request"), counted(wavefronts, "wavefront"), conflicts
        yield "shared memory", ", ".join(parts)
    if c.barriers:
        yield "barriers", f"{counted(c.barriers, 'barrier')} passed, summed over the blocks"


def _efficiency(counters: Counters) -> str:
    if not counters.warp_steps:
        return ""
    return f" ({percent(counters.lane_steps / (32 * counters.warp_steps))} of the lanes busy)"


def _global_text(requests: int, sectors: int, lines: int) -> str:
    moved = byte_count(32 * sectors)
    return (
        f"{counted(requests, 'request')}, {counted(sectors, 'sector')} of 32 B ({moved}),"
        f" {counted(lines, 'line')} of 128 B"
    )


def _time_rows(report: RunReport) -> list[Row]:
    trace, device = report.result.trace, report.request.device
    rows = [*_device_time_rows(trace, device), *_cpu_time_rows(report.cpu)]
    if report.result.emulation_seconds is not None:
        rows.append(("emulation", f"{seconds(report.result.emulation_seconds)}  measured"))
    return [*rows, *_model_rows(trace, device)]


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
    label = ", ".join(_trust_words(times, trace.prediction, device))
    note = f", {times.note}" if times.note else ""  # of the kernel's samples
    parts = (
        ("GPU kernel", times.kernel_s, _apart(times.kernel_spread_s) + note),
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
            yield name, f"{seconds(value)}  {label}{more}"
    for message in times.disturbances:
        yield "disturbed", sentence(message)


def _trust_words(times: Times, prediction: Prediction | None, device: Device) -> Iterator[str]:
    """Where a time comes from, and how far it is to be trusted."""
    yield times.source
    if times.source == "modelled":
        yield _band_text(times)
        if prediction is not None and not prediction.calibrated:
            yield f"uncalibrated for the {device.name}"


def _band_text(times: Times) -> str:
    if times.band is None:
        return "not validated"
    return f"real time {figures(times.band[0])} to {figures(times.band[1])} times this"


def _model_rows(trace: Trace, device: Device) -> Iterator[Row]:
    prediction = trace.prediction
    if prediction is None:
        return
    if trace.times is not None and trace.times.source == "measured":
        yield "modelled", "what limits the kernel, its waves, and what that takes for granted:"
    places = f"{device.sm_count} SMs with places for {counted(prediction.blocks_per_sm, 'block')}"
    empty = f"{percent(prediction.tail)} of the places empty over the kernel's time"
    yield "limited by", limiter_words(prediction, device).text
    yield "waves", f"{figures(prediction.waves)}: {places} each, {empty}"
    yield from (("assumed", message.text) for message in prediction.assumptions)


def _finding_rows(report: RunReport) -> list[Row]:
    trace = report.result.trace
    messages = (*report.result.messages, *trace.notes, *report.cpu.messages)
    wrong = [("wrong", wrong_message(trace, found).text) for found in report.result.wrong]
    rows = [("hazard", f"{h.message.text} ({h.count} times)") for h in trace.hazards]
    if not rows and trace.hazard_kinds_checked:
        rows = [("hazards", "none (checked: " + ", ".join(trace.hazard_kinds_checked) + ")")]
    return wrong + rows + [("note", message.text) for message in messages]
