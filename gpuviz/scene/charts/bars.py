"""A chart of lying bars as plain data: rows with their parts, spreads and words."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.figures.figure import Figure
from gpuviz.scene.charts.chart import Token
from gpuviz.scene.charts.table import Table
from gpuviz.scene.charts.units import Unit
from gpuviz.texts import clauses, enumerated, in_turn, labelled, tr


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of a bar, which begins where the part before ends; `name` is empty for a whole one."""

    name: str
    value: float
    token: Token
    shade: float = 1.0


@dataclass(frozen=True, slots=True)
class BarRow:
    """One row. Without parts there is no bar, and `words` say why.

    `spread` is how far a measured value varies, from a quarter of the samples to three quarters;
    `band` has the ends between which 8 of 10 real values of a modelled one lay. `warning` says why
    the value may be off. A `thin` row is beside the point: it goes first where room is short.
    `more` is told when the row is pointed out, `figure` to whoever asks where its value comes from.
    """

    label: str
    parts: tuple[BarPart, ...]
    words: str
    modelled: bool
    spread: float | None = None
    warning: str = ""
    thin: bool = False
    marked: bool = False
    more: tuple[str, ...] = ()
    band: tuple[float, float] | None = None
    figure: Figure | None = None

    @property
    def ends(self) -> tuple[float, float] | None:
        """Of its spread or its band."""
        if self.band is not None or not self.spread or not self.value:
            return self.band
        return self.value - self.spread / 2, self.value + self.spread / 2

    @property
    def value(self) -> float | None:
        """The length of the whole bar."""
        return sum(part.value for part in self.parts) if self.parts else None


@dataclass(frozen=True, slots=True)
class BarChart:
    """A whole chart. `axis` names what the bars measure; `hint` says what to do as long as there is
    nothing to see; `brief_notes` stand in place of `notes` where these have no room.
    """

    title: str
    unit: Unit
    rows: tuple[BarRow, ...] = ()
    notes: tuple[str, ...] = ()
    hint: str = ""
    axis: str = ""
    brief_notes: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The chart in words, for a screen reader."""
        rows = enumerated([row_words(row) for row in self.rows]) if self.rows else self.hint
        return in_turn((labelled(self.title, rows), *self.notes))


def row_words(row: BarRow) -> str:
    """A row in words."""
    return labelled(row.label, " · ".join(filter(None, (row.words, row.warning))))


def part_words(chart: BarChart, row: BarRow) -> str:
    """The parts of a row that have names, with their values."""
    named = (part for part in row.parts if part.name)
    return " · ".join(f"{part.name} {chart.unit.text(part.value)}" for part in named)


def row_details(chart: BarChart, row: BarRow) -> str:
    """All that is known of a row, a line each."""
    lines = [row.label, row.words, part_words(chart, row)]
    if row.spread is not None:
        spread = chart.unit.text(row.spread)
        lines.append(tr("spread: {spread} (interquartile range)").format(spread=spread))
    if row.band is not None:
        low, high = map(chart.unit.text, row.band)
        lines.append(tr("8 of 10 real ones: {low} to {high}").format(low=low, high=high))
    return "\n".join(filter(None, (*lines, row.warning, *row.more)))


def bar_table(chart: BarChart) -> Table:
    """All numbers of a chart, in full: a row for each part, or for a bar without."""
    head = (tr("bar"), tr("part"), tr("value [{unit}]").format(unit=chart.unit.symbol))
    more = (
        tr("interquartile range [{unit}]").format(unit=chart.unit.symbol),
        tr("8 of 10 real ones from [{unit}]").format(unit=chart.unit.symbol),
        tr("to [{unit}]").format(unit=chart.unit.symbol),
        tr("source"),
    )
    rows = []
    for row in chart.rows:
        source = tr("modelled") if row.modelled else tr("measured")
        for part in row.parts:
            spread = "" if row.spread is None else repr(row.spread)
            ends = ("", "") if row.band is None else map(repr, row.band)
            cells = (row.label, part.name, repr(part.value), spread, *ends, source)
            rows.append((*cells, clauses((row.warning, *row.more))))
    return ((*head, *more, tr("remark")), *rows)
