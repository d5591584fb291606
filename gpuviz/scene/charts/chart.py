"""A chart as plain data: its axes, its points, and what is marked and said in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from gpuviz.scene.charts.units import Unit
from gpuviz.scene.stage.plot_items import Shape
from gpuviz.texts import in_turn, labelled, tr

Token = Literal["read", "write", "barrier", "accent", "finished", "text", "muted", "hazard"]
"""A colour of the Theme."""
ScaleName = Literal["linear", "log10", "log2", "names"]
"""How an axis begins: whoever reads it may switch it between linear and logarithmic. On "names"
stand 0, 1, 2 and so on, all equally far apart; the unit writes their names."""
Reading = Literal["column", "point"]
"""Whether the read-out tells of all series at one x, or of a single point."""


@dataclass(frozen=True, slots=True)
class Axis:
    """`low` and `high` are its ends; None: as far as the points go."""

    label: str
    unit: Unit
    scale: ScaleName = "linear"
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """One value. `low` and `high` are the ends of its spread or band, None where unknown.

    `words` are told beside it, `flaw` says what is wrong with the run that it comes from. `instead`
    is told in the place of its numbers, where it stands for something that no number on these axes
    says.
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    words: str = ""
    flaw: str = ""
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one kind: measured ones are solid and filled, modelled ones dashed and hollow.

    `shade` 0..1 tells series of the same colour apart, as does `shape`.
    """

    name: str
    token: Token
    points: tuple[Point, ...]
    modelled: bool
    shade: float = 1.0
    shape: Shape = "circle"
    joined: bool = True

    @property
    def label(self) -> str:
        """The name, and where its values come from."""
        source = tr("modelled") if self.modelled else tr("measured")
        return f"{self.name} ({source})"


@dataclass(frozen=True, slots=True)
class Mark:
    """A dotted upright line, and what it means."""

    x: float
    words: str


@dataclass(frozen=True, slots=True)
class Tag:
    """The name of a point, beside it."""

    x: float
    y: float
    words: str
    token: Token = "text"


@dataclass(frozen=True, slots=True)
class Boundary:
    """A straight line from one point (x, y) to another: straight on the axes as they are."""

    name: str
    start: tuple[float, float]
    end: tuple[float, float]
    token: Token = "text"


@dataclass(frozen=True, slots=True)
class Gap:
    """An x without a value, and why."""

    x: float
    words: str


@dataclass(frozen=True, slots=True)
class Strip:
    """Bars under the plot, on its x axis: (x, value) pairs; the highest bar is `top`."""

    label: str
    unit: Unit
    top: float
    bars: tuple[tuple[float, float], ...]
    token: Token = "finished"


@dataclass(frozen=True, slots=True)
class Chart:
    """A whole chart. `hint` says what to do as long as there is nothing to see."""

    title: str
    x: Axis
    y: Axis
    series: tuple[Series, ...] = ()
    marks: tuple[Mark, ...] = ()
    tags: tuple[Tag, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    gaps: tuple[Gap, ...] = ()
    strip: Strip | None = None
    notes: tuple[str, ...] = ()
    hint: str = ""
    reading: Reading = "column"

    @property
    def points(self) -> tuple[Point, ...]:
        """The points of all series."""
        return tuple(point for series in self.series for point in series.points)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to see yet."""
        return not (self.points or self.gaps)

    @property
    def sentence(self) -> str:
        """The chart in words, for a screen reader."""
        ends = (
            labelled(series.label, self._ends_of(series)) for series in self.series if series.points
        )
        marks = (mark.words for mark in self.marks)
        hint = (self.hint,) if self.is_empty else ()
        return in_turn((self.title, *ends, *marks, *self.notes, *hint))

    def _ends_of(self, series: Series) -> str:
        first, last = (self.y.unit.text(series.points[end].y) for end in (0, -1))
        return f"{first} – {last}"
