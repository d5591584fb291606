"""The launches and copies of a pipeline, as a table of the text of `run`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from gpuviz.cli.report import RunReport
from gpuviz.cli.table import aligned
from gpuviz.cli.time_rows import copy_words
from gpuviz.engines.request import PipelineEvent
from gpuviz.scene.numbers import byte_count, percent, seconds, whole
from gpuviz.texts import tr

MOST_ROWS = 60  # of the table; more are summed by what they are
NUMBERS = (0, 4, 5, 6, 7)


def event_table(report: RunReport) -> str:
    """A line for each; launches alone where no times are known, nothing where there are none."""
    events = report.result.events
    if not events:
        return _launch_table(report)
    if len(events) <= MOST_ROWS:
        rows = [_event_cells(report, event) for event in events]
        places = tr("grid"), tr("block"), tr("line"), "GPU"
        return aligned([("", "", *places, tr("time"), tr("share")), *rows], right=NUMBERS)
    sums = sorted(_sums(report), key=lambda cells: -cells[0])
    headings = ("", "", tr("times"), tr("time"), tr("share"))
    return aligned([headings, *(cells for _, cells in sums)], right=(2, 3, 4))


def _event_cells(report: RunReport, event: PipelineEvent) -> tuple[str, ...]:
    """A line of the table: a launch with its number, or a copy."""
    time, share = seconds(event.end_s - event.start_s), percent(report.share(event) or 0.0)
    place = "" if event.line is None else str(event.line), str(event.device)
    if event.launch is None:
        what = tr("{what}: {name}").format(what=copy_words(event.kind), name=event.name)
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
        words = copy_words(kind) or tr("launch")
        yield took, (words, name, whole(len(events)), seconds(took), percent(share))


def _what(event: PipelineEvent) -> tuple[str, str]:
    return event.kind, event.name


def _launch_table(report: RunReport) -> str:
    rows = [
        (str(number), trace.kernel, str(trace.config.grid), str(trace.config.block))
        for number, trace in enumerate(report.result.launches[:MOST_ROWS], 1)
    ]
    headings = ("", "", tr("grid"), tr("block"))
    return aligned([headings, *rows], right=(0,)) if rows else ""
