"""The blocks of a timeline as rows, for a spreadsheet."""

from __future__ import annotations

from gpuviz.scene.charts.table import Table
from gpuviz.scene.timeline.look import ShownTimeline

HEAD = ("block", "x", "y", "z", "SM", "place", "start [s]", "end [s]", "wave", "source")


def table_of(shown: ShownTimeline | None) -> Table:
    """A row for each block, in linear order."""
    if shown is None:
        return (HEAD,)
    timeline, grid = shown.timeline, shown.trace.config.grid
    columns = (timeline.sms[timeline.row], timeline.place, timeline.start_s, timeline.end_s)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return (
        HEAD,
        *(
            (
                str(block),
                *map(str, grid.index(block)),
                str(sm),
                str(place),
                repr(start),
                repr(end),
                str(timeline.wave(block) + 1),
                timeline.source,
            )
            for block, (sm, place, start, end) in enumerate(rows)
        ),
    )
