"""What `run` says to a person: aligned lines, each with where its figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import aligned, counted
from gpuviz.cli.time_rows import Row, time_rows
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.scene.numbers import byte_count, percent, whole
from gpuviz.trace import Counters


def run_summary(report: RunReport) -> str:
    """The whole text, sections separated by blank lines."""
    sections = (
        _launch_rows(report),
        _counter_rows(report.result.trace.counters),
        time_rows(report),
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


def _finding_rows(report: RunReport) -> list[Row]:
    trace = report.result.trace
    messages = (*report.result.messages, *trace.notes, *report.cpu.messages)
    wrong = [("wrong", wrong_message(trace, found).text) for found in report.result.wrong]
    rows = [("hazard", f"{h.message.text} ({h.count} times)") for h in trace.hazards]
    if not rows and trace.hazard_kinds_checked:
        rows = [("hazards", "none (checked: " + ", ".join(trace.hazard_kinds_checked) + ")")]
    return wrong + rows + [("note", message.text) for message in messages]
