"""What `run` says to a person: aligned lines, each with where its figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.event_table import event_table
from gpuviz.cli.json_text import plain
from gpuviz.cli.repair_rows import repair_rows
from gpuviz.cli.report import RunReport, repair_object
from gpuviz.cli.table import aligned, counted
from gpuviz.cli.time_rows import Row, time_rows
from gpuviz.device import Occupancy
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.insight.stand_out import nothing_found
from gpuviz.scene.numbers import byte_count, percent, whole
from gpuviz.texts import say
from gpuviz.trace import Counters, Trace


def run_summary(report: RunReport) -> str:
    """The whole text, sections separated by blank lines."""
    head, times, findings = _head_rows(report), time_rows(report), list(_finding_rows(report))
    if report.kernel is None:
        sections = [head, [*times, *findings]]
    else:
        counters = _counter_rows(report.kernel.counters)
        sections = [head, counters, times, _stand_out_rows(report, report.kernel), findings]
    width = max(len(label) for section in sections for label, _ in section)
    blocks = [
        aligned([(label.ljust(width), text) for label, text in section]) for section in sections
    ]
    if report.kernel is None:
        blocks.insert(1, event_table(report))
    return "\n\n".join(filter(None, blocks))


def _head_rows(report: RunReport) -> list[Row]:
    request, kernel = report.request, report.kernel
    names = zip(report.info.size_names, request.size, strict=True)
    what = ", ".join(f"{name} = {whole(value)}" for name, value in names)
    how = f"{request.engine}, {report.schedule}" if report.schedule else request.engine
    where = request.device.name if request.engine == "cuda" else f"{request.device.name}, modelled"
    return [
        ("pipeline" if kernel is None else "operation", f"{report.info.name}  {what}"),
        ("engine", how),
        ("device", where + _gpus_text(report)),
        *(_train_rows(report) if kernel is None else _launch_rows(report, kernel)),
        ("result", _result_text(report)),
    ]


def _gpus_text(report: RunReport) -> str:
    gpus = {event.device for event in report.result.events}
    return f" on {len(gpus)} GPUs" if len(gpus) > 1 else ""


def _train_rows(report: RunReport) -> list[Row]:
    result = report.result
    copies = sum(event.kind != "kernel" for event in result.events)
    launches = f"{len(result.launches)} {'launch' if len(result.launches) == 1 else 'launches'}"
    copied = f", {copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
    return [("train", launches + copied)]


def _launch_rows(report: RunReport, kernel: Trace) -> list[Row]:
    config = kernel.config
    shape = f"grid {config.grid} x block {config.block}"
    total = f"{counted(config.threads, 'thread')} in {counted(config.warps, 'warp')}"
    return [
        ("launch", f"{shape} = {total}"),
        ("occupancy", _occupancy_text(report.occupancy(kernel), kernel.registers_source)),
    ]


def _occupancy_text(found: Occupancy, registers_source: str) -> str:
    limits = " and ".join(found.limited_by)
    registers = f"{found.registers_per_thread} registers a thread"
    return (
        f"{percent(found.fraction)}: {counted(found.blocks_per_sm, 'block')} on an SM,"
        f" {found.active_warps} of {found.max_warps} warps, limited by {limits} ({registers},"
        f" {registers_source})"
    )


def _result_text(report: RunReport) -> str:
    result = report.result
    if result.failure is not None:
        return "none: the train was broken off, as the last line says"
    if result.correct is None:
        chosen = bool(report.request.inputs) and "numpy_twin" in report.info.twins
        return "not checked: " + ("a note says why" if chosen else "the file has no reference")
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


def _stand_out_rows(report: RunReport, kernel: Trace) -> list[Row]:
    """The largest loss first; no rows where nobody counted, which the counters say."""
    sentences = [found.sentence for found in report.findings]
    if not sentences and kernel.counters is not None:
        sentences = [nothing_found(kernel)]
    return [("stands out", say(sentence)) for sentence in sentences]


def _finding_rows(report: RunReport) -> Iterator[Row]:
    result, kernel = report.result, report.kernel
    for wrong in result.wrong:
        yield "wrong", wrong_message(result.trace, wrong).text
    row, told = 0, set[str]()
    for number, trace in enumerate(result.launches, 1):
        where = f"launch {number}, {trace.kernel}: " if kernel is None else ""
        for hazard in trace.hazards:
            yield "hazard", f"{where}{hazard.message.text} ({hazard.count} times)"
            if report.repairs is not None:
                found = plain(repair_object(report.repairs, row))
                yield from repair_rows(found["repair"], str(found.get("why_no_repair")), told)
            row += 1
    checked = result.launches[0].hazard_kinds_checked if result.launches else ()
    if checked and not any(trace.hazards for trace in result.launches):
        yield "hazards", f"none (checked: {', '.join(checked)})"
    notes = () if kernel is None else kernel.notes
    for message in (*result.messages, *notes, *report.cpu.messages):
        yield "note", message.text
