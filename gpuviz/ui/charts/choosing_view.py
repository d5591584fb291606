"""What charts have in common whose parts are chosen with the mouse and the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.scene.charts.frame import Look
from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.labels import plain_tip, rich_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_focus
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import measure, paint

SMALLEST = QSize(260, 118)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChoosingView(QWidget):
    """A chart of numbered parts: a click and the arrow keys choose one, Esc none.

    A double click or Enter picks it. The tooltip says all that is known of the part under the
    mouse. `arrows` are the keys to the part before and to the one after.
    """

    chosenChanged = Signal(object)  # the number of a part, or None
    picked = Signal(int)  # the number of a part

    def __init__(self, theme: Theme, arrows: tuple[Qt.Key, Qt.Key]) -> None:
        super().__init__()
        self._theme, self._arrows = theme, arrows
        self._chosen: int | None = None
        self.export = ChartExport(self, self.exhibit)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(SMALLEST)

    @property
    def count(self) -> int:
        """How many parts there are."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """The chart in words, for a screen reader."""
        raise NotImplementedError

    def part_at(self, place: QPointF) -> int | None:
        """The number of the part at a place."""
        raise NotImplementedError

    def scene(self, look: Look) -> Scene:
        """The picture for a room."""
        raise NotImplementedError

    def exhibit(self) -> Exhibit:
        """What is exported."""
        raise NotImplementedError

    def details(self, part: int) -> str:
        """All that is known of a part, in lines."""
        raise NotImplementedError

    @property
    def chosen(self) -> int | None:
        """The number of the chosen part."""
        return self._chosen

    @property
    def look(self) -> Look:
        """The room that there is."""
        return self.look_of(self.width(), self.height())

    def look_of(self, width: float, height: float) -> Look:
        """A room in the colours of the window."""
        return Look(width, height, self._theme, measure)

    @property
    def theme(self) -> Theme:
        """The colours of the window."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.changed()

    def choose(self, part: int | None) -> None:
        """Choose a part, or none; one that is not there is none."""
        if part is not None and part >= self.count:
            part = None
        if part != self._chosen:
            self._chosen = part
            self.changed()
            self.chosenChanged.emit(part)

    def changed(self) -> None:
        """Something else is to be seen, and to be read to whom cannot see it."""
        if self._chosen is not None and self._chosen >= self.count:
            self._chosen = None
        self.setAccessibleName(self.sentence)
        self.setAccessibleDescription("" if self._chosen is None else self.details(self._chosen))
        self.update()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            paint(painter, self.scene(self.look))
            paint_focus(painter, self, self._theme)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.update()

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses the part under the mouse; beside all of them none."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.choose(self.part_at(event.position()))

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Picks the part under the mouse."""
        part = self.part_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and part is not None:
            self.choose(part)
            self.picked.emit(part)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Chooses another part, or picks it."""
        part = self._part_of_key(event.key())
        if part is not None:
            self.choose(part)
        elif event.key() == Qt.Key.Key_Escape and self._chosen is not None:
            self.choose(None)
        elif event.key() in ENTER and self._chosen is not None:
            self.picked.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Keys that choose are the chart's while it has the keyboard; its parts have tooltips."""
        kind = event.type()
        if kind is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ends = event.key() == Qt.Key.Key_Escape and self._chosen is not None
            if ends or self._part_of_key(event.key()) is not None:
                event.accept()
                return True
        if kind is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            part = self.part_at(event.pos().toPointF())
            words = self.toolTip() if part is None else plain_tip(self.details(part))
            QToolTip.showText(event.globalPos(), rich_tip(words), self)
            return True
        return super().event(event)

    def _part_of_key(self, key: int) -> int | None:
        """The part that a key leads to; without a chosen one the arrows begin at an end."""
        if not self.count:
            return None
        last = self.count - 1
        before, after = (last, 0) if self._chosen is None else (self._chosen - 1, self._chosen + 1)
        parts = {
            self._arrows[0]: max(before, 0),
            self._arrows[1]: min(after, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return parts.get(Qt.Key(key))
