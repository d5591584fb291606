"""From what threads recorded on a GPU to when and where each block ran."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.thread_records import ThreadRecords
from gpuviz.trace import Placement

_Number = TypeVar("_Number", bound=np.generic)


def recorded_placement(records: ThreadRecords, clock_hz: float) -> Placement:
    """SM, start and end of every block as recorded; seconds since the first thread's start.

    The global timer counts in coarse ticks but is common to all SMs; the clock counts cycles but is
    each SM's own. So times are clock readings, set on the common time by their median distance to
    the global timer on each SM. `clock_hz` is the SM clock to assume where a launch is too short
    for the global timer to tell it. The end is when a block's last instruction was issued: stores
    may still be under way.
    """
    groups = _records_of_each_sm(records)
    period = _seconds_per_cycle(records, groups) or 1 / clock_hz
    start, end = _common_times(records, groups, period)
    shape = (records.config.blocks, records.per_block)
    first_start = start.min()
    return Placement(
        sm=_read_only(records.field("sm").reshape(shape)[:, 0].astype(np.int32)),
        start_s=_read_only(start.reshape(shape).min(axis=1) - first_start),
        end_s=_read_only(end.reshape(shape).max(axis=1) - first_start),
        source="measured",
    )


def _records_of_each_sm(records: ThreadRecords) -> list[NDArray[np.int64]]:
    sm = records.field("sm")
    order = np.argsort(sm, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(sm[order])) + 1)


def _seconds_per_cycle(records: ThreadRecords, groups: list[NDArray[np.int64]]) -> float | None:
    """By the SM that was busy longest: there timer ticks matter least. None: not long enough."""
    spans = [(_span(records, "ns", group), _span(records, "clock", group)) for group in groups]
    nanoseconds, cycles = max(spans)
    return nanoseconds * 1e-9 / cycles if nanoseconds >= _SHORTEST_SPAN_NS and cycles > 0 else None


_SHORTEST_SPAN_NS = (
    20_000  # the global timer's tick is up to about 1 us (PTX ISA leaves it open): then 5 % off
)


def _span(records: ThreadRecords, unit: str, group: NDArray[np.int64]) -> int:
    start, end = records.field(f"start_{unit}")[group], records.field(f"end_{unit}")[group]
    return int(end.max() - start.min())


def _common_times(
    records: ThreadRecords, groups: list[NDArray[np.int64]], period: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Start and end of every record in seconds of one common time.

    Integers are subtracted first: they are too large for a float.
    """
    origin_ns = records.field("start_ns").min()
    start, end = np.empty((2, records.values.shape[1]))
    for group in groups:
        clock = records.field("start_clock")[group]
        origin_clock = clock.min()
        start[group] = (clock - origin_clock) * period
        end[group] = (records.field("end_clock")[group] - origin_clock) * period
        common = (records.field("start_ns")[group] - origin_ns) * 1e-9
        offset = np.median(common - start[group])
        start[group] += offset
        end[group] += offset
    return start, end


def _read_only(values: NDArray[_Number]) -> NDArray[_Number]:
    values.flags.writeable = False
    return values
