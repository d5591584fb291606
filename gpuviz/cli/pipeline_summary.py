"""What `run` says of a pipeline to a person: a table of its launches and copies, and the whole."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from gpuviz.cli.pipeline_report import PipelineReport
from gpuviz.cli.table import aligned
from gpuviz.cli.time_rows import Row, cpu_time_rows
from gpuviz.engines.pipeline_request import PipelineEvent
from gpuviz.scene.numbers import byte_count, percent, seconds, whole
from gpuviz.trace import Trace

MOST_ROWS = 60  # of the table; more are summed by what they are
COPY_WORDS = {"h2d": "copy to GPU", "d2h": "copy back", "d2d": "copy on GPU"}
HEADINGS = ("", "", "grid", "block", "line", "GPU", "time", "share")
NUMBERS = (0, 4, 5, 6, 7)
SUM_HEADINGS = ("", "", "times", "time", "share")


def pipeline_summary(report: PipelineReport) -> str:
    """The whole text, sections separated by blank lines."""
    above, below = _head_rows(report), [*_time_rows(report), *_finding_rows(report)]
    width = max(len(label) for label, _ in [*above, *below])
    blocks = [aligned([(label.ljust(width), text) for label, text in above])]
    if report.result.events:
        blocks.append(_table(report))
    elif report.result.launches:
        blocks.append(_launch_table(report))
    blocks.append(aligned([(label.ljust(width), text) for label, text in below]))
    return "\n\n".join(filter(None, blocks))


def _head_rows(report: PipelineReport) -> list[Row]:
    request, result = report.request, report.result
    names = zip(report.info.size_names, request.size, strict=True)
    what = ", ".join(f"{name} = {whole(value)}" for name, value in names)
    gpus = {event.device for event in result.events}
    on = f" on {len(gpus)} GPUs" if len(gpus) > 1 else ""
    copies = sum(event.kind != "kernel" for event in result.events)
    launches = f"{len(result.launches)} {'launch' if len(result.launches) == 1 else 'launches'}"
    copied = f", {copies} {'copy' if copies == 1 else 'copies'}" if copies else ""
    return [
        ("pipeline", f"{report.info.name}  {what}"),
        ("engine", f"{request.engine}, {report.schedule}" if report.schedule else request.engine),
        ("device", f"{request.device.name}, modelled{on}"),
        ("train", launches + copied),
        ("result", _result_text(report)),
    ]


def _result_text(report: PipelineReport) -> str:
    result = report.result
    if result.failure is not None:
        return "none: the train was broken off, as the last line says"
    if result.correct is None:
        return "not checked: the file has no reference"
    error = result.max_abs_error
    text = "unknown" if error is None else f"{error:.3g}"
    return f"{'correct' if result.correct else 'WRONG'}, largest difference {text}"


def _table(report: PipelineReport) -> str:
    events = report.result.events
    if len(events) <= MOST_ROWS:
        rows = [_event_cells(report, event) for event in events]
        return aligned([HEADINGS, *rows], right=NUMBERS)
    sums = sorted(_sums(report), key=lambda cells: -cells[0])
    return aligned([SUM_HEADINGS, *(cells for _, cells in sums)], right=(2, 3, 4))


def _event_cells(report: PipelineReport, event: PipelineEvent) -> tuple[str, ...]:
    """A line of the table: a launch with its number, or a copy."""
    time, share = seconds(event.end_s - event.start_s), percent(report.share(event) or 0.0)
    place = "" if event.line is None else str(event.line), str(event.device)
    if event.launch is None:
        what = f"{COPY_WORDS[event.kind]}: {event.name}"
        return "", what, byte_count(event.nbytes), "", *place, time, share
    config = report.result.launches[event.launch].config
    shape = str(config.grid), str(config.block)
    return str(event.launch + 1), event.name, *shape, *place, time, share


def _sums(report: PipelineReport) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Each kernel and each array that is copied, with its seconds, for a table that ends."""
    key = _what
    for what, group in groupby(sorted(report.result.events, key=key), key=key):
        events = list(group)
        took = sum(event.end_s - event.start_s for event in events)
        share = sum(report.share(event) or 0.0 for event in events)
        kind, name = what
        words = COPY_WORDS.get(kind, "launch")
        yield took, (words, name, whole(len(events)), seconds(took), percent(share))


def _what(event: PipelineEvent) -> tuple[str, str]:
    return event.kind, event.name


def _launch_table(report: PipelineReport) -> str:
    """Where no times are known."""
    rows = [
        (str(number), trace.kernel, str(trace.config.grid), str(trace.config.block))
        for number, trace in enumerate(report.result.launches[:MOST_ROWS], 1)
    ]
    return aligned([("", "", "grid", "block"), *rows], right=(0,))


def _time_rows(report: PipelineReport) -> Iterator[Row]:
    result = report.result
    if result.events:
        trust = f"{result.source}, not validated" if result.source == "modelled" else result.source
        for label, kind in (("GPU kernels", "kernel"), *((w, k) for k, w in COPY_WORDS.items())):
            took = report.seconds_of(kind)
            if took:
                yield label, f"{seconds(took)}  {trust}, one after the other"
        yield "the whole", f"{seconds(result.seconds)}  {trust}"
    yield from _frame_rows(report)
    yield from cpu_time_rows(report.cpu)
    if result.emulation_seconds is not None:
        yield "emulation", f"{seconds(result.emulation_seconds)}  measured"


def _frame_rows(report: PipelineReport) -> Iterator[Row]:
    each, deadline_ms = report.frame_seconds, report.info.deadline_ms
    if each is None:
        return
    text = f"{seconds(each)}  of {whole(report.info.frame_count(report.request.size) or 0)}"
    if deadline_ms is not None:
        kept = "in time for" if each <= deadline_ms / 1000 else "TOO LATE for"
        text += f", {kept} its deadline of {deadline_ms:g} ms"
    yield "each frame", text


def _finding_rows(report: PipelineReport) -> Iterator[Row]:
    result = report.result
    for number, trace in enumerate(result.launches, 1):
        for hazard in trace.hazards:
            text = f"launch {number}, {trace.kernel}: {hazard.message.text} ({hazard.count} times)"
            yield "hazard", text
    if result.launches and not any(trace.hazards for trace in result.launches):
        checked = _checked(result.launches[0])
        if checked:
            yield "hazards", f"none (checked: {checked})"
    for message in (*result.messages, *report.cpu.messages):
        yield "note", message.text


def _checked(trace: Trace) -> str:
    return ", ".join(trace.hazard_kinds_checked)
