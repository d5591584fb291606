"""How far the axes of a chart reach when all of it is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable

from gpuviz.scene.charts.chart import Axis, Chart

TOPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)  # times a power of ten
MARGIN = 0.03  # of the axis, before the first and behind the last point
USUAL = 1.0, 10.0  # the ends of an axis without any point
NEARLY = 1e-9  # relative: ends that arithmetic has moved a little
Ends = tuple[float, float]


def way(value: float, logarithmic: bool) -> float:
    """How far a value is along an axis: on a logarithmic one its power of ten."""
    return math.log10(value) if logarithmic else value


def ends_across(chart: Chart, logarithmic: bool) -> Ends:
    """The ends of the x axis, as `way` has them: a little beyond the outermost points."""
    values = [point.x for point in chart.points] + [gap.x for gap in chart.gaps]
    low, high = _ends(chart.x, values, logarithmic)
    first, last = way(low, logarithmic), way(high, logarithmic)
    room = 0.5 if chart.x.scale == "names" else (last - first) * MARGIN or 0.5
    return first - room, last + room


def ends_up(chart: Chart, logarithmic: bool) -> Ends:
    """The ends of the y axis: whole decades of a logarithmic one, from 0 of a linear one."""
    axis, reach = chart.y, [(point.low, point.y, point.high) for point in chart.points]
    values = [value for values in reach for value in values if value is not None]
    low, high = _ends(axis, values, logarithmic)
    if logarithmic:
        low, high = decades(low, high)
        first = low if axis.low is None else math.log10(axis.low)
        last = high if axis.high is None else math.log10(axis.high)
        return first, max(last, first + 0.5)
    return min(0.0, low), high if axis.high is not None else round_top(high)


def decades(low: float, high: float) -> Ends:
    """The powers of ten that hold two values."""
    first, last = math.floor(math.log10(low) + NEARLY), math.ceil(math.log10(high) - NEARLY)
    return first, max(last, first + 1)


def round_top(high: float) -> float:
    """The next round number: the highest line of an axis is above all points."""
    if high <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(high))
    return next(each * power for each in TOPS if each * power >= high * (1 - NEARLY))


def _ends(axis: Axis, values: Iterable[float], logarithmic: bool) -> Ends:
    """The least and the largest value; on a logarithmic axis of those above 0."""
    good = [value for value in values if value > 0 or not logarithmic]
    given = [end for end in (axis.low, axis.high) if end is not None]
    found = good or [end for end in given if end > 0 or not logarithmic] or USUAL
    low = min(found) if axis.low is None or (logarithmic and axis.low <= 0) else axis.low
    high = max(found) if axis.high is None else axis.high
    return low, max(low, high)
