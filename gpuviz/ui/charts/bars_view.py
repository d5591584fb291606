"""A chart of bars as a widget: the mouse and the arrow keys choose its rows."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from gpuviz.scene.charts.bars import BarChart, bar_table, row_details
from gpuviz.scene.charts.bars_picture import bars_picture
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.stage.scene import Rect, Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.charts.choosing_view import ChoosingView
from gpuviz.ui.charts.export import Exhibit

ARROWS = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class BarsView(ChoosingView):
    """Shows one chart of bars; its parts are the rows."""

    def __init__(self, chart: BarChart, theme: Theme) -> None:
        super().__init__(theme, ARROWS)
        self._chart = chart
        self._aside_px = 0.0
        self.changed()

    @property
    def chart(self) -> BarChart:
        """What is shown."""
        return self._chart

    def show_chart(self, chart: BarChart) -> None:
        """Show another chart; the chosen row stays if there is one of its number."""
        self._chart = chart
        self.changed()

    def keep_aside(self, width_px: float) -> None:
        """The title ends that much earlier: something stands there."""
        if width_px != self._aside_px:
            self._aside_px = width_px
            self.changed()

    @property
    def count(self) -> int:
        """How many rows there are."""
        return len(self._chart.rows)

    @property
    def sentence(self) -> str:
        """All rows in words."""
        return self._chart.sentence

    def part_at(self, place: QPointF) -> int | None:
        """The row at a place."""
        return bars_picture(self._chart, self.look).row_at(place.y())

    def place_of(self, row: int) -> Rect | None:
        """Where a row stands; None where there is no room for it."""
        return bars_picture(self._chart, self.look).places[row]

    def scene(self, look: Look) -> Scene:
        """The chart for a room."""
        return bars_picture(self._chart, look, self.chosen, self._aside_px).scene

    def exhibit(self) -> Exhibit:
        """The chart without what is chosen in it, and its numbers."""
        chart = self._chart

        def scene(width: float, height: float) -> Scene:
            return bars_picture(chart, self.look_of(width, height)).scene

        return Exhibit(chart.title, scene, lambda: bar_table(chart), self.theme)

    def details(self, part: int) -> str:
        """All that is known of a row."""
        return row_details(self._chart, self._chart.rows[part])
