"""A chart of lying bars as a plot: the mouse and the arrow keys choose its rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from gpuviz.scene.charts.bars import BarChart, BarRow, bar_table, part_words, row_details
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.ends import Ends, way
from gpuviz.scene.charts.table import Table
from gpuviz.scene.scene import Item, Label, Panel, Rect, Scene
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.axes import NameAxis, ValueAxis
from gpuviz.ui.charts.choosing_view import ChoosingView
from gpuviz.ui.charts.items import LINE_PX, BarsItem, LineItem, SceneItem, lines_of, wide
from gpuviz.ui.charts.plot_view import EDGE_PX, ROOMY_PX, TITLE_PX, UNDER, Switch, X
from gpuviz.ui.stage.paint import measure

ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down)
WORDS_PX = BASE_PX - 1  # size of the words beside bars
SIGN = "⚠"  # of a warning, at its bar and before its words
HIGHEST_ROW, LEAST_ROW, EASY_ROW = 34.0, 14.0, 18.0
FEW_ROWS = 5.0  # fewer are no thicker than so many, where there is room
THICKEST, THIN, THICKNESS = 22.0, 9.0, 0.74  # pixels, and share of a row
SHORTEST_PX = 10.0  # of a bar: less does not show whether it is solid or hatched
CAP = 0.2  # half of the end of a spread, in rows
AXIS_PX = 20.0
WIDEST_NAMES = 0.4  # of the width
MOST_WARNINGS = 2  # lines
ROOM_BELOW = 0.15  # of a decade, before the shortest bar of a logarithmic axis


class BarsView(ChoosingView):
    """Shows one chart of bars; its parts are the rows."""

    main_axis = X
    named_px = ROOMY_PX

    def __init__(self, chart: BarChart, theme: Theme) -> None:
        left = NameAxis("left", theme, WORDS_PX)
        super().__init__(theme, left, ValueAxis("bottom", theme), ARROWS)
        self._chart = chart
        self._shown: tuple[int, ...] = ()  # the rows that have room, from top to bottom
        self.box.invertY()
        self.box.setMouseEnabled(x=True, y=False)
        self._under_all = SceneItem(self.grid, self._under, 2 * UNDER)
        self._over_all = SceneItem(self.box, self._over, 10)
        self.refresh()

    @property
    def chart(self) -> BarChart:
        """What is shown."""
        return self._chart

    def show_chart(self, chart: BarChart) -> None:
        """Show another chart; the chosen row stays if there is one of its number."""
        self._chart, self._shown = chart, ()  # an empty chart is not filled
        self.refresh()

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._chart.rows)

    @property
    def heading(self) -> str:
        """The title of the chart."""
        return self._chart.title

    @property
    def empty_words(self) -> str:
        """What to do where there is no row."""
        return "" if self._chart.rows else self._chart.hint or " "

    @property
    def axis_names(self) -> tuple[str, str]:
        """What the bars measure."""
        return self._chart.axis, ""

    @property
    def switches(self) -> tuple[Switch | None, Switch | None]:
        """The bars begin at 0 until somebody wants them logarithmic."""
        return Switch(self._chart.axis or tr("time"), False), None

    @property
    def sentence(self) -> str:
        """All rows in words."""
        return self._chart.sentence

    @property
    def note_lines(self) -> tuple[LineItem, ...]:
        """The warnings, each once, then the notes."""
        color = self.theme.words.warning
        said = dict.fromkeys(row.warning for row in self._chart.rows if row.warning)
        warnings = (LineItem(f"{SIGN} {words}", color) for words in said)
        return (*warnings, *(LineItem(note, self.theme.muted) for note in self._chart.notes))

    def table(self) -> Table:
        """A row for each part."""
        return bar_table(self._chart)

    def twin(self) -> BarsView:
        """The same bars."""
        return BarsView(self._chart, self.theme)

    def details(self, part: int) -> str:
        """All that is known of a row."""
        return row_details(self._chart, self._chart.rows[part])

    def part_at(self, place: QPointF) -> int | None:
        """The row at a pixel, also left of the bars."""
        rows = (row for row in self._shown if (rect := self.place_of(row)) is not None
                and rect.y <= place.y() < rect.bottom)  # fmt: skip
        return next(rows, None)

    def place_of(self, row: int) -> Rect | None:
        """The pixels of a row; None where there is no room for it."""
        if row not in self._shown:
            return None
        middle, high = self._row_pixels(row)
        return Rect(0, self.room.y + middle - high / 2, self.width(), high)

    def arrange(self) -> None:
        """With as many rows as have room."""
        if self._chart.rows and self._fitting() != self._shown:
            self.refresh()
        else:
            super().arrange()

    def fill(self) -> None:
        """The bars from part to part, their spreads, the names of the rows."""
        rows, self._shown = self._chart.rows, self._fitting()
        labels = [rows[number].label for number in self._shown]
        marked = [place for place, number in enumerate(self._shown) if rows[number].marked]
        self.left.show_names(labels, marked)
        widest = max(measure(label, WORDS_PX) for label in labels) + 3 * SPACE_PX
        self.left.setWidth(min(widest, WIDEST_NAMES * self.width()))
        self.bottom.show_unit(self._chart.unit, self.is_logarithmic[X])
        for place, number in enumerate(self._shown):
            self._add_row(rows[number], place)

    def home(self) -> tuple[Ends, Ends]:
        """Every bar with its words behind it, and all rows."""
        low, width = self._low, max(self.box.width(), 1.0)
        reach = [1.0] if self._low == 0 else [self._low + 1]
        for row in self._with_bars():
            words = measure(row.words, WORDS_PX) + 4 * SPACE_PX
            words += measure(SIGN, WORDS_PX) + 2 * SPACE_PX if row.warning else 0.0
            room = max(width - words, 0.15 * width)
            reach.append((self._way(_end(row)) - low) * width / room + low)
        high = max(reach[1:], default=reach[0])
        high_px = self.box.height()
        count = max(len(self._shown), min(FEW_ROWS, high_px / EASY_ROW), high_px / HIGHEST_ROW)
        return (low, high if high > low else low + 1), (-0.5, count - 0.5)

    @property
    def has_room_for_axis(self) -> bool:
        """Rows come first: each bar has its value beside it."""
        rows = len(self._chart.rows)
        lines = len(self.notes.lines) + (self.height() >= ROOMY_PX)
        return bool(self.height() - TITLE_PX - LINE_PX * lines - EASY_ROW * rows >= AXIS_PX)

    def fitting_notes(self, inner: float) -> list[LineItem]:
        """Notes give way to the rows, first to brief ones; long warnings end in dots."""
        warnings = [note for note in self.note_lines if note.text.startswith(SIGN)]
        notes = [note.text for note in self.note_lines[len(warnings) :]]
        lines = self._note_lines(notes, inner)
        told = [line for note in warnings for line in lines_of(note.text, note.color, inner)]
        free = self.height() - TITLE_PX - EASY_ROW * self.count - LINE_PX * len(lines)
        most = min(MOST_WARNINGS, max(1, int(free // LINE_PX)))
        if len(told) > most:
            rest = " ".join(line.text for line in told[most - 1 :])
            told = [*told[: most - 1], LineItem(rest, told[0].color)]
        needed = LEAST_ROW * sum(not row.thin for row in self._chart.rows)
        room = max(0, int((self.height() - TITLE_PX - needed) // LINE_PX))
        if len(told) + len(lines) > room and self._chart.brief_notes:
            lines = self._note_lines(self._chart.brief_notes, inner)
        return _cut([*told, *lines], room)

    def _note_lines(self, notes: Iterable[str], inner: float) -> list[LineItem]:
        color = self.theme.muted
        return [line for note in notes for line in lines_of(note, color, inner)]

    @property
    def _low(self) -> float:
        """Where the bars begin: at 0, or at a power of ten below the shortest."""
        if not self.is_logarithmic[X]:
            return 0.0
        values = [row.value for row in self._chart.rows if row.value]
        return math.floor(math.log10(min(values)) - ROOM_BELOW) if values else 0.0

    def _way(self, value: float) -> float:
        """Where a value is on the axis; one of 0 at its beginning."""
        logarithmic = self.is_logarithmic[X]
        low = self._low
        return max(way(value, logarithmic), low) if value > 0 or not logarithmic else low

    def _with_bars(self) -> Iterator[BarRow]:
        """The rows that are shown and have a bar."""
        rows = (self._chart.rows[number] for number in self._shown)
        return (row for row in rows if row.value)

    def _fitting(self) -> tuple[int, ...]:
        """The rows that have room; the thin ones go first, from the last on."""
        free = self.height() - TITLE_PX - LINE_PX * len(self.fitting_notes(self._inner))
        most, rows = max(1, int(free // LEAST_ROW)), list(range(self.count))
        for number in reversed(rows[:]):
            if len(rows) > most and self._chart.rows[number].thin:
                rows.remove(number)
        return tuple(rows)

    @property
    def _inner(self) -> float:
        return float(self.width() - 2 * EDGE_PX)

    def _add_row(self, row: BarRow, place: int) -> None:
        """The parts one behind the other: each ends where the axis has the sum so far."""
        begin, total = self._low, 0.0
        thick = THIN if row.thin else THICKEST
        for part in row.parts:
            total += part.value
            end = self._way(total)
            rect = np.array([(begin, place - THICKNESS / 2, end - begin, THICKNESS)])
            is_last = part is row.parts[-1]
            color = area_color(self.theme, part.token, part.shade)
            shortest = SHORTEST_PX if is_last and len(row.parts) == 1 else 0.0
            self.add(BarsItem(rect, color, row.modelled, False, thick, shortest))
            begin = end
        if row.ends is not None and row.value:
            low, high = map(self._way, row.ends)
            middle = self._way(row.value)
            bar = pg.ErrorBarItem(
                x=np.array([middle]), y=np.array([float(place)]), left=np.array([middle - low]),
                right=np.array([high - middle]), beam=2 * CAP, pen=pg.mkPen(self.theme.text),
            )  # fmt: skip
            self.add(bar)

    def _row_pixels(self, row: int) -> tuple[float, float]:
        """The middle of a row and its height, in pixels of the plot."""
        (low, high) = self.view_range[1]
        each = self.box.height() / max(high - low, 1e-9)
        return (self._shown.index(row) - low) * each, each

    def _under(self) -> Scene:
        """What tells a chosen row and a marked one from the others, over all of the width."""
        items: list[Item] = []
        for number in self._shown:
            place = self.place_of(number)
            if place is not None and number == self.chosen:
                items.append(Panel(place, self.theme.raised, radius=3))
            if place is not None and self._chart.rows[number].marked:
                bar = Rect(0, place.y + 2, 3, place.h - 4)
                items.append(Panel(bar, self.theme.accent, radius=1))
        return Scene(tuple(items))

    def labels(self) -> list[Label]:
        """The names of parts in their bars, and words behind each bar, in pixels of the plot."""
        labels: list[Label] = []
        for number in self._shown:
            row, (middle, high) = self._chart.rows[number], self._row_pixels(number)
            labels += self._part_names(row, middle, high)
            labels += self._words_behind(row, middle - high / 2, high)
        return labels

    def _over(self) -> Scene:
        return Scene(tuple(self.labels()))

    def _part_names(self, row: BarRow, middle: float, high: float) -> Iterator[Label]:
        """In the middle of a part, where there is room for it."""
        begin, total = self._pixel(0.0), 0.0
        for part in row.parts:
            total += part.value
            end, room = self._pixel(total), wide(part.name) + 3 * SPACE_PX
            if part.name and end - begin >= room and high >= LEAST_ROW:
                left = (begin + end - room) / 2 + 1.5 * SPACE_PX
                place = Rect(left, middle - 6.5, wide(part.name) + 1, 13)
                yield Label(place, part.name, self.theme.text, back=self.theme.panel)
            begin = end

    def _words_behind(self, row: BarRow, top: float, high: float) -> Iterator[Label]:
        """The value, a sign where something may be wrong with it, its parts if there is room."""
        left, right = self._pixel(0.0) + 2 * SPACE_PX, self.box.width()
        if row.value:
            shortest = self._pixel(0.0) + SHORTEST_PX
            left = max(shortest, self._pixel(_end(row))) + 3 * SPACE_PX
        color = self.theme.text if row.parts else self.theme.muted
        pairs = [(row.words, color, WORDS_PX)]
        if row.warning:
            pairs.append((SIGN, self.theme.words.warning, WORDS_PX))
        parts = part_words(self._chart, row)
        needed = sum(measure(text, size) + 2 * SPACE_PX for text, _, size in pairs)
        if parts and left + needed + wide(parts) <= right:
            pairs.append((parts, self.theme.muted, SMALL_PX))
        for text, color, size in pairs:
            yield Label(Rect(left, top, max(0.0, right - left), high), text, color, size)
            left += measure(text, size) + 2 * SPACE_PX

    def _pixel(self, value: float) -> float:
        """Where a value is, in pixels of the plot from its left."""
        return float(self.box.mapFromView(QPointF(self._way(value), 0.0)).x())


def _cut(lines: list[LineItem], count: int) -> list[LineItem]:
    """The first ones; where there are more the last one ends in dots."""
    kept = lines[:count]
    if kept and len(kept) < len(lines):
        kept[-1] = LineItem(f"{kept[-1].text} …", kept[-1].color)
    return kept


def _end(row: BarRow) -> float:
    """The value up to which a bar, its spread and its band reach."""
    return max(row.value or 0.0, row.ends[1] if row.ends is not None else 0.0)
