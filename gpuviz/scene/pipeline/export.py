"""The events of a pipeline as a table of numbers."""

from __future__ import annotations

from gpuviz.scene.charts.table import Table
from gpuviz.scene.pipeline.train import LaunchTrain

HEAD = (
    "event", "kind", "name", "launch", "device", "bytes", "start [s]", "end [s]", "grid", "block",
    "hazards", "line", "source",
)  # fmt: skip


def events_table(train: LaunchTrain | None) -> Table:
    """A row for each launch and each copy, in the order in which the host asked for them."""
    if train is None:
        return (HEAD,)
    return (HEAD, *(_row(train, number) for number in range(len(train.events))))


def _row(train: LaunchTrain, number: int) -> tuple[str, ...]:
    event = train.events[number]
    row = None if event.launch is None else train.rows[event.launch]
    return (
        str(number + 1),
        event.kind,
        event.name,
        "" if row is None else str(row.number + 1),
        str(event.device),
        str(event.nbytes),
        repr(event.start_s),
        repr(event.end_s),
        "" if row is None else row.grid,
        "" if row is None else row.block,
        "" if row is None else str(row.hazards),
        "" if event.line is None else str(event.line),
        train.result.source,
    )
