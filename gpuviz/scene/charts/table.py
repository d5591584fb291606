"""The numbers of a chart as a table: a head with units, a row for each x, or for each point."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from gpuviz.scene.charts.chart import Axis, Chart, Point, Series
from gpuviz.texts import clauses, tr

Table = tuple[tuple[str, ...], ...]
"""Rows of cells, the head first."""
Column = tuple[str, Callable[[float], str]]


def csv_text(table: Table) -> str:
    """A table as RFC 4180 has it: commas, and quotes where a cell has one."""
    text = io.StringIO()
    csv.writer(text).writerows(table)
    return text.getvalue()


def table_of(chart: Chart) -> Table:
    """All numbers of a chart, in full, in the units that the head names."""
    return _by_point(chart) if chart.reading == "point" else _by_x(chart)


def _by_x(chart: Chart) -> Table:
    places = {point.x for point in chart.points} | {gap.x for gap in chart.gaps}
    columns = [column for series in chart.series for column in _columns(chart, series)]
    if chart.strip is not None:
        values = dict(chart.strip.bars)
        name = _named(chart.strip.label, chart.strip.unit.symbol)
        columns.append((name, lambda x: _number(values.get(x))))
    columns.append((tr("remark"), lambda x: _remark(chart, x)))
    head = (_axis_name(chart.x), *(name for name, _ in columns))
    rows = ((_place(chart.x, x), *(cell(x) for _, cell in columns)) for x in sorted(places))
    return (head, *rows)


def _columns(chart: Chart, series: Series) -> list[Column]:
    """The values of a series, and the ends of their spread where one is known."""
    points = {point.x: point for point in series.points}
    name = _named(series.label, chart.y.unit.symbol)
    columns: list[Column] = [(name, lambda x: _number(points[x].y) if x in points else "")]
    if any(point.high is not None for point in series.points):
        columns.append((tr("{name} from").format(name=name), lambda x: _low(points.get(x))))
        columns.append((tr("{name} to").format(name=name), lambda x: _high(points.get(x))))
    return columns


def _by_point(chart: Chart) -> Table:
    head = (tr("series"), _axis_name(chart.x), _axis_name(chart.y), tr("remark"))
    rows = (
        (series.label, *_numbers(chart, point), _told(point))
        for series in chart.series
        for point in series.points
    )
    lines = (
        (line.name, _number(x), _number(y), "")
        for line in chart.boundaries
        for x, y in (line.start, line.end)
    )
    return (head, *rows, *lines)


def _remark(chart: Chart, x: float) -> str:
    told = [_told(point) for point in chart.points if point.x == x]
    told += [gap.words for gap in chart.gaps if gap.x == x]
    return clauses(dict.fromkeys(told))


def _numbers(chart: Chart, point: Point) -> tuple[str, str]:
    return ("", "") if point.instead else (_place(chart.x, point.x), _number(point.y))


def _told(point: Point) -> str:
    return clauses((point.words, point.instead, point.flaw))


def _low(point: Point | None) -> str:
    return _number(point.low if point else None)


def _high(point: Point | None) -> str:
    return _number(point.high if point else None)


def _axis_name(axis: Axis) -> str:
    return _named(axis.label, axis.unit.symbol)


def _named(name: str, symbol: str) -> str:
    return f"{name} [{symbol}]" if symbol else name


def _place(axis: Axis, x: float) -> str:
    return axis.unit.text(x) if axis.scale == "names" else _number(x)


def _number(value: float | None) -> str:
    """As Python reads it back; whole numbers without a point."""
    if value is None:
        return ""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)
