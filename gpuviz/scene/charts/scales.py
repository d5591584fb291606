"""From values to pixels and back, along one axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gpuviz.scene.charts.chart import Axis, Chart, ScaleName
from gpuviz.scene.charts.ticks import linear_ticks, log2_ticks, log10_ticks, name_ticks

TICKS = {
    "linear": linear_ticks,
    "log10": log10_ticks,
    "log2": log2_ticks,
    "names": name_ticks,
}
TOPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)  # times a power of ten
EVEN = ("linear", "names")  # a step is as long everywhere
MARGIN = 0.03  # of the axis, before the first and behind the last point


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` stand from pixel `start` to pixel `end`."""

    kind: ScaleName
    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value; on a logarithmic axis one of 0 or less stands at its start."""
        if value <= 0 and self.kind not in EVEN:
            return self.start
        return self.start + self._pixels_per_way * (_way(self.kind, value) - self._first)

    @cached_property
    def _first(self) -> float:
        return _way(self.kind, self.low)

    @cached_property
    def _pixels_per_way(self) -> float:
        return (self.end - self.start) / (_way(self.kind, self.high) - self._first)

    def holds(self, value: float) -> bool:
        """Whether a value lies between the ends."""
        return self.low <= value <= self.high

    def ticks(self, most: int) -> tuple[float, ...]:
        """At most so many round values."""
        return TICKS[self.kind](self.low, self.high, most)


def ends_across(chart: Chart) -> tuple[float, float]:
    """The ends of the x axis: a little beyond the outermost points."""
    values = [point.x for point in chart.points] + [gap.x for gap in chart.gaps]
    return _padded(chart.x, values)


def ends_up(chart: Chart) -> tuple[float, float]:
    """The ends of the y axis: whole decades of a logarithmic one, from 0 of a linear one."""
    axis = chart.y
    values = [value for point in chart.points for value in _reach(point.low, point.y, point.high)]
    low, high = _ends(axis, values)
    if axis.scale in EVEN:
        return min(0.0, low) if axis.low is None else low, _above(axis, high)
    power = math.log10 if axis.scale == "log10" else math.log2
    base = 10.0 if axis.scale == "log10" else 2.0
    low = base ** math.floor(power(low) + 1e-9) if axis.low is None else low
    high = base ** math.ceil(power(high) - 1e-9) if axis.high is None else high
    return (low, high) if high > low else (low, low * base)


def _above(axis: Axis, high: float) -> float:
    """The next round number, so that the highest line of the axis is above all points."""
    if axis.high is not None or high <= 0:
        return high or 1.0
    power = 10.0 ** math.floor(math.log10(high))
    return next(each * power for each in TOPS if each * power >= high * (1 - 1e-9))


def _reach(*values: float | None) -> list[float]:
    return [value for value in values if value is not None]


def _padded(axis: Axis, values: Iterable[float]) -> tuple[float, float]:
    low, high = _ends(axis, list(values))
    first, last = _way(axis.scale, low), _way(axis.scale, high)
    room = 0.5 if axis.scale == "names" else (last - first) * MARGIN or 0.5
    return _back(axis.scale, first - room), _back(axis.scale, last + room)


def _ends(axis: Axis, values: list[float]) -> tuple[float, float]:
    good = [value for value in values if axis.scale in EVEN or value > 0]
    low = axis.low if axis.low is not None else min(good, default=_usual(axis)[0])
    high = axis.high if axis.high is not None else max(good, default=max(low, _usual(axis)[1]))
    return low, max(low, high)


def _usual(axis: Axis) -> tuple[float, float]:
    """The ends without any point."""
    return (0.0, 1.0) if axis.scale in EVEN else (1.0, 10.0)


def _way(kind: ScaleName, value: float) -> float:
    """How far a value is along an axis of that kind."""
    if kind in EVEN:
        return value
    return math.log10(value) if kind == "log10" else math.log2(value)


def _back(kind: ScaleName, way: float) -> float:
    if kind in EVEN:
        return way
    return float((10.0 if kind == "log10" else 2.0) ** way)
