"""A chart as a widget: the mouse and the arrow keys read its points."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from gpuviz.scene.charts.chart import Chart
from gpuviz.scene.charts.frame import Look
from gpuviz.scene.charts.picture import Picture, chart_picture, sentence_of
from gpuviz.scene.charts.read_out import (
    Place,
    ReadOut,
    nearest,
    places_of,
    read_out_of,
    read_out_scene,
)
from gpuviz.scene.charts.table import table_of
from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_kept, painted_once
from gpuviz.ui.stage.paint import measure

SMALLEST = QSize(260, 118)
NEAR_PX = 14.0
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChartView(QWidget):
    """Shows one chart. Its notes are left to whoever holds it; exported pictures have them.

    Left, Right, Home and End move the read-out, Esc ends it, Enter or a double click picks its
    place.
    """

    picked = Signal(object)  # ReadOut
    readOutChanged = Signal(object)  # ReadOut or None

    def __init__(self, chart: Chart, theme: Theme) -> None:
        super().__init__()
        self._chart, self._theme = chart, theme
        self._picture: Picture | None = None
        self._places: tuple[Place, ...] = ()
        self._read: int | None = None  # row in _places
        self._still: QPixmap | None = None
        self.export = ChartExport(self, self._exhibit)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(SMALLEST)
        self._describe()

    @property
    def chart(self) -> Chart:
        """What is shown."""
        return self._chart

    @property
    def picture(self) -> Picture:
        """Where everything stands."""
        if self._picture is None:
            shown = replace(self._chart, notes=())
            self._picture = chart_picture(shown, self._look)
            self._places = places_of(shown, self._picture)
            if self._read is not None:
                self._read = min(self._read, len(self._places) - 1) if self._places else None
        return self._picture

    @property
    def read_out(self) -> ReadOut | None:
        """What is told about the place that is pointed out; None without one."""
        if self._read is None or not self.picture or not self._places:
            return None
        return read_out_of(self._chart, self._places[self._read])

    def show_chart(self, chart: Chart) -> None:
        """Show another chart, or the same with more in it."""
        if chart != self._chart:
            self._chart = chart
            self._forget()
            self._describe()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._forget()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        over, read_out = Scene(), self.read_out
        if read_out is not None:
            over = read_out_scene(read_out, self._chart, self.picture, self._look)
        paint_kept(self, self._painted(), self._theme, over)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._forget()

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._read_at(event.position())

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._read_at(event.position())
        self._pick()

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self._read_row(None)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves the read-out."""
        row = self._row_of_key(event.key())
        if row is not None:
            self._read_row(row)
        elif event.key() == Qt.Key.Key_Escape and self._read is not None:
            self._read_row(None)
        elif event.key() in ENTER and self._read is not None:
            self._pick()
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """The arrow keys are the read-out's while the chart has the keyboard, as is Esc there.

        Over the plot the read-out takes the place of a tooltip.
        """
        if isinstance(event, QHelpEvent) and self._holds(event.pos().x(), event.pos().y()):
            return True
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ends = event.key() == Qt.Key.Key_Escape and self._read is not None
            if ends or self._row_of_key(event.key()) is not None:
                event.accept()
                return True
        return super().event(event)

    @property
    def _look(self) -> Look:
        return Look(float(self.width()), float(self.height()), self._theme, measure)

    def _exhibit(self) -> Exhibit:
        return Exhibit(self._chart.title, self._scene, lambda: table_of(self._chart), self._theme)

    def _scene(self, width: float, height: float) -> Scene:
        return chart_picture(self._chart, Look(width, height, self._theme, measure)).scene

    def _row_of_key(self, key: int) -> int | None:
        """The place that a key leads to."""
        if not self.picture or not self._places:
            return None
        last = len(self._places) - 1
        before, after = (last, 0) if self._read is None else (self._read - 1, self._read + 1)
        rows = {
            Qt.Key.Key_Left: max(before, 0),
            Qt.Key.Key_Right: min(after, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return rows.get(Qt.Key(key))

    def _read_at(self, position: QPointF) -> None:
        x, y = position.x(), position.y()
        inside = self._holds(x, y)
        self._read_row(nearest(self._places, self._chart, x, y) if inside else None)

    def _holds(self, x: float, y: float) -> bool:
        """Whether a pixel is in the plot, or near enough for its points to be read."""
        frame = self.picture.frame
        if frame is None:
            return False
        bottom = (frame.strip or frame.plot).bottom
        across = frame.plot.x - NEAR_PX <= x <= frame.plot.right + NEAR_PX
        return across and frame.plot.y - NEAR_PX <= y <= bottom + NEAR_PX

    def _read_row(self, row: int | None) -> None:
        if row != self._read:
            self._read = row
            self._describe()
            self.readOutChanged.emit(self.read_out)
            self.update()

    def _pick(self) -> None:
        read_out = self.read_out
        if read_out is not None:
            self.picked.emit(read_out)

    def _forget(self) -> None:
        self._picture = self._still = None
        self.update()

    def _describe(self) -> None:
        """For a screen reader: the place that is read, else the whole chart."""
        self.setAccessibleName(self._chart.title or tr("Chart"))
        read_out = self.read_out
        words = sentence_of(self._chart) if read_out is None else read_out.text
        self.setAccessibleDescription(words)

    def _painted(self) -> QPixmap:
        """All but the read-out: painted once."""
        if self._still is None:
            self._still = painted_once(self, self.picture.scene, self._theme)
        return self._still
