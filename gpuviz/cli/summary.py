"""What `run` says to a person: aligned lines, each with where its figures come from."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.cli.colour import BAD, GOOD, coloured
from gpuviz.cli.event_table import event_table
from gpuviz.cli.json_text import plain
from gpuviz.cli.launch_object import repair_object
from gpuviz.cli.repair_rows import repair_rows
from gpuviz.cli.report import RunReport
from gpuviz.cli.table import aligned, columns_of, counted, padded
from gpuviz.cli.time_rows import Row, time_rows
from gpuviz.cli.words import kind_text, limits_text, source_text
from gpuviz.device import Occupancy
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.insight.stand_out import nothing_found
from gpuviz.scene.numbers import byte_count, percent, whole
from gpuviz.texts import enumerated, say, tr
from gpuviz.trace import Counters, Trace


def run_summary(report: RunReport) -> str:
    """The whole text, sections separated by blank lines."""
    head, times, findings = _head_rows(report), time_rows(report), list(_finding_rows(report))
    if report.kernel is None:
        sections = [head, [*times, *findings]]
    else:
        counters = _counter_rows(report.kernel.counters)
        sections = [head, counters, times, _stand_out_rows(report, report.kernel), findings]
    width = max(columns_of(label) for section in sections for label, _ in section)
    blocks = [
        aligned([(padded(label, width), text) for label, text in section]) for section in sections
    ]
    if report.kernel is None:
        blocks.insert(1, event_table(report))
    return "\n\n".join(filter(None, blocks))


def _head_rows(report: RunReport) -> list[Row]:
    request, kernel = report.request, report.kernel
    names = zip(report.info.size_names, request.size, strict=True)
    what = ", ".join(f"{name} = {whole(value)}" for name, value in names)
    how = f"{request.engine}, {report.schedule}" if report.schedule else request.engine
    where = request.device.name
    if request.engine != "cuda":
        where = tr("{device}, modelled").format(device=where)
    return [
        (tr("pipeline") if kernel is None else tr("operation"), f"{report.info.name}  {what}"),
        (tr("engine"), how),
        *(((tr("machine"), machine),) if (machine := report.machine) else ()),
        (tr("device"), where + _gpus_text(report)),
        *(_train_rows(report) if kernel is None else _launch_rows(report, kernel)),
        (tr("result"), _result_text(report)),
    ]


def _gpus_text(report: RunReport) -> str:
    gpus = {event.device for event in report.result.events}
    return tr(" on {count} GPUs").format(count=len(gpus)) if len(gpus) > 1 else ""


def _train_rows(report: RunReport) -> list[Row]:
    result = report.result
    copies = sum(event.kind != "kernel" for event in result.events)
    parts = [counted(len(result.launches), "1 launch", "{n} launches")]
    parts += [counted(copies, "1 copy", "{n} copies")] if copies else []
    return [(tr("train"), enumerated(parts))]


def _launch_rows(report: RunReport, kernel: Trace) -> list[Row]:
    config = kernel.config
    what = tr("grid {grid} x block {block} = {threads} in {warps}").format(
        grid=config.grid,
        block=config.block,
        threads=counted(config.threads, "1 thread", "{n} threads"),
        warps=counted(config.warps, "1 warp", "{n} warps"),
    )
    return [
        (tr("launch"), what),
        (tr("occupancy"), _occupancy_text(report.occupancy(kernel), kernel.registers_source)),
    ]


def _occupancy_text(found: Occupancy, registers_source: str) -> str:
    return tr(
        "{share}: {blocks} on an SM, {active} of {most} warps, limited by {limits}"
        " ({registers} registers a thread, {source})"
    ).format(
        share=percent(found.fraction),
        blocks=counted(found.blocks_per_sm, "1 block", "{n} blocks"),
        active=found.active_warps,
        most=found.max_warps,
        limits=limits_text(found.limited_by),
        registers=found.registers_per_thread,
        source=source_text(registers_source),
    )


def _result_text(report: RunReport) -> str:
    result = report.result
    if result.failure is not None:
        return tr("none: the train was broken off, as the last line says")
    if result.correct is None:
        chosen = bool(report.request.inputs) and "numpy_twin" in report.info.twins
        if chosen:
            return tr("not checked: a note says why")
        return tr("not checked: the file has no reference")
    error = result.max_abs_error
    text = tr("unknown") if error is None else f"{error:.3g}"
    verdict = coloured(tr("correct"), GOOD) if result.correct else coloured(tr("WRONG"), BAD)
    return tr("{verdict}, largest difference {error}").format(verdict=verdict, error=text)


def _counter_rows(counters: Counters | None) -> list[Row]:
    if counters is None:
        return [(tr("counters"), tr("none: this engine does not count"))]
    c = counters
    steps = (
        counted(c.warp_steps, "1 warp step", "{n} warp steps"),
        counted(c.lane_steps, "1 lane step", "{n} lane steps"),
    )
    threads = tr("{active} active, {idle} idle").format(
        active=whole(c.active_threads), idle=whole(c.idle_threads)
    )
    rows = [
        (tr("threads"), threads),
        (tr("steps"), enumerated(steps) + _efficiency(c)),
        (tr("branches"), tr("{count} divergent").format(count=whole(c.divergent_branches))),
        (
            tr("loads"),
            _global_text(c.global_load_requests, c.global_load_sectors, c.global_load_lines),
        ),
        (
            tr("stores"),
            _global_text(c.global_store_requests, c.global_store_sectors, c.global_store_lines),
        ),
    ]
    return rows + list(_optional_counter_rows(counters))


def _optional_counter_rows(c: Counters) -> Iterator[Row]:
    """Counters of what many kernels do not do."""
    if c.atomic_requests:
        operations = counted(c.atomic_operations, "1 operation", "{n} operations")
        requests = counted(c.atomic_requests, "1 request", "{n} requests")
        yield tr("atomics"), enumerated((requests, operations))
    if c.shared_load_requests or c.shared_store_requests:
        asked = c.shared_load_requests + c.shared_store_requests
        served = c.shared_load_wavefronts + c.shared_store_wavefronts
        conflicts = counted(c.bank_conflicts, "1 bank conflict", "{n} bank conflicts")
        requests = counted(asked, "1 request", "{n} requests")
        wavefronts = counted(served, "1 wavefront", "{n} wavefronts")
        yield tr("shared memory"), enumerated((requests, wavefronts, conflicts))
    if c.barriers:
        passed = counted(c.barriers, "1 barrier", "{n} barriers")
        words = tr("{barriers} passed, summed over the blocks").format(barriers=passed)
        yield tr("barriers"), words


def _efficiency(counters: Counters) -> str:
    if not counters.warp_steps:
        return ""
    busy = percent(counters.lane_steps / (32 * counters.warp_steps))
    return tr(" ({share} of the lanes busy)").format(share=busy)


def _global_text(requests: int, sectors: int, lines: int) -> str:
    return tr("{requests}, {sectors} of 32 B ({moved}), {lines} of 128 B").format(
        requests=counted(requests, "1 request", "{n} requests"),
        sectors=counted(sectors, "1 sector", "{n} sectors"),
        moved=byte_count(32 * sectors),
        lines=counted(lines, "1 line", "{n} lines"),
    )


def _stand_out_rows(report: RunReport, kernel: Trace) -> list[Row]:
    """The largest loss first; no rows where nobody counted, which the counters say."""
    sentences = [found.sentence for found in report.findings]
    if not sentences and kernel.counters is not None:
        sentences = [nothing_found(kernel)]
    return [(tr("stands out"), say(sentence)) for sentence in sentences]


def _finding_rows(report: RunReport) -> Iterator[Row]:
    result, kernel = report.result, report.kernel
    for wrong in result.wrong:
        yield tr("wrong"), wrong_message(result.trace, wrong).text
    row, told = 0, set[str]()
    for number, trace in enumerate(result.launches, 1):
        where = ""
        if kernel is None:
            where = tr("launch {number}, {kernel}: ").format(number=number, kernel=trace.kernel)
        for hazard in trace.hazards:
            times = tr(" ({count} times)").format(count=hazard.count)
            yield tr("hazard"), f"{where}{hazard.message.text}{times}"
            if report.repairs is not None:
                found = plain(repair_object(report.repairs, row))
                yield from repair_rows(found["repair"], str(found.get("why_no_repair")), told)
            row += 1
    checked = result.launches[0].hazard_kinds_checked if result.launches else ()
    if checked and not any(trace.hazards for trace in result.launches):
        kinds = enumerated([kind_text(kind) for kind in checked])
        words = tr("{none} (checked: {kinds})")
        yield tr("hazards"), words.format(none=coloured(tr("none"), GOOD), kinds=kinds)
    notes = () if kernel is None else kernel.notes
    for message in (*result.messages, *notes, *report.cpu.messages):
        yield tr("note"), message.text
