"""The launches and copies of a pipeline, as a table of the text of `run`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import aligned
from gpuviz.cli.time_rows import COPY_WORDS
from gpuviz.engines.request import PipelineEvent
from gpuviz.scene.numbers import byte_count, percent, seconds, whole

MOST_ROWS = 60  # of the table; more are summed by what they are
HEADINGS = ("", "", "grid", "block", "line", "GPU", "time", "share")
NUMBERS = (0, 4, 5, 6, 7)
SUM_HEADINGS = ("", "", "times", "time", "share")


def event_table(report: RunReport) -> str:
    """A line for each; launches alone where no times are known, nothing where there are none."""
    events = report.result.events
    if not events:
        return _launch_table(report)
    if len(events) <= MOST_ROWS:
        rows = [_event_cells(report, event) for event in events]
        return aligned([HEADINGS, *rows], right=NUMBERS)
    sums = sorted(_sums(report), key=lambda cells: -cells[0])
    return aligned([SUM_HEADINGS, *(cells for _, cells in sums)], right=(2, 3, 4))


def _event_cells(report: RunReport, event: PipelineEvent) -> tuple[str, ...]:
    """A line of the table: a launch with its number, or a copy."""
    time, share = seconds(event.end_s - event.start_s), percent(report.share(event) or 0.0)
    place = "" if event.line is None else str(event.line), str(event.device)
    if event.launch is None:
        what = f"{COPY_WORDS[event.kind]}: {event.name}"
        return "", what, byte_count(event.nbytes), "", *place, time, share
    config = report.result.launches[event.launch].config
    shape = str(config.grid), str(config.block)
    return str(event.launch + 1), event.name, *shape, *place, time, share


def _sums(report: RunReport) -> Iterator[tuple[float, tuple[str, ...]]]:
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


def _launch_table(report: RunReport) -> str:
    rows = [
        (str(number), trace.kernel, str(trace.config.grid), str(trace.config.block))
        for number, trace in enumerate(report.result.launches[:MOST_ROWS], 1)
    ]
    return aligned([("", "", "grid", "block"), *rows], right=(0,)) if rows else ""
