"""The picture of an access as a widget: as high as it has to be, the mouse points lanes out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QScrollArea, QToolTip, QWidget

from gpuviz.scene.memory_view.look import Look, Picture
from gpuviz.scene.memory_view.picture import access_picture, hot_lanes, place_text
from gpuviz.scene.stage.scene import Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import paint

EMPTY = Picture(Scene(), 0)
NARROWEST = 380  # pixels: less does not show 32 lanes with their numbers


class AccessCanvas(QWidget):
    """Paints one access; a click tells what was under it."""

    hitPicked = Signal(object)
    copyWanted = Signal()

    def __init__(self, theme: Theme, area: QScrollArea) -> None:
        super().__init__()
        self._theme, self._area = theme, area
        self._look: Look | None = None
        self._picture = EMPTY
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTipDuration(20_000)
        area.viewport().installEventFilter(self)
        area.verticalScrollBar().valueChanged.connect(self.update)
        self.setMinimumWidth(NARROWEST)

    @property
    def picture(self) -> Picture:
        """What is painted."""
        return self._picture

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        if self._look is not None:
            self._show(replace(self._look, theme=theme))
        self.update()

    def show_look(self, look: Look | None) -> None:
        """Show another access, or none."""
        self._show(look)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The picture is made for the room that is seen, which changes without this widget."""
        if event.type() is QEvent.Type.Resize and self._look is not None:
            self._show(self._look)
        return False

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the picture."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyWanted.emit()
        else:
            super().keyPressEvent(event)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.panel))
            paint(painter, self._picture.scene)
            self._paint_head(painter)
            self._paint_focus(painter)

    def _paint_head(self, painter: QPainter) -> None:
        """The top of the picture again, where the rest of it is scrolled under it."""
        if self._scrolled and self._picture.head:
            painter.translate(0, self._scrolled)
            painter.setClipRect(0, 0, self.width(), int(self._picture.head))
            painter.fillRect(self.rect(), QColor(self._theme.panel))
            paint(painter, self._picture.scene)

    def _paint_focus(self, painter: QPainter) -> None:
        if self.hasFocus():
            seen = self.visibleRegion().boundingRect().adjusted(0, 0, -1, -1)
            painter.resetTransform()
            painter.setClipping(False)
            painter.setPen(QColor(self._theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(seen)

    @property
    def _scrolled(self) -> int:
        """Pixels of the picture above what is seen of it."""
        return self._area.verticalScrollBar().value()

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self._hit(event.position())
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(arrow if hit is None else hand)
        self._point_out(hit)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self._hit(event.position())
        if hit is not None and event.button() is Qt.MouseButton.LeftButton:
            self.hitPicked.emit(hit)

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self._point_out(None)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """The tooltip says what a lane does, or who wants an element."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(
                event.globalPos(), plain_tip(self.text_at(QPointF(event.pos()))), self
            )
            return True
        return super().event(event)

    def text_at(self, position: QPointF) -> str:
        """What is said about a point; empty beside everything."""
        return "" if self._look is None else place_text(self._look, self._hit(position))

    def _hit(self, position: QPointF) -> Hit | None:
        x, y = position.x(), position.y()
        above = y - self._scrolled
        return self._picture.scene.hit(x, above if above < self._picture.head else y)

    def _point_out(self, hit: Hit | None) -> None:
        if self._look is not None:
            lanes = hot_lanes(self._look, hit)
            if lanes != self._look.hot:
                self._show(replace(self._look, hot=lanes))

    def _show(self, look: Look | None) -> None:
        if look is None:
            self._look, self._picture = None, EMPTY
        else:
            width, height = self._room()
            self._look = replace(look, width=width, height=height)
            self._picture = access_picture(self._look)
        self._take_room()
        self.update()

    def _room(self) -> tuple[float, float]:
        """Pixels across and down that are seen at once."""
        room = self._area.viewport()
        return float(max(room.width(), NARROWEST)), float(room.height())

    def _take_room(self) -> None:
        """As high as the picture, at once: what was scrolled before may be higher than this."""
        high = int(self._picture.height)
        self.setMinimumHeight(high)
        self.resize(self.width(), max(high, self._area.viewport().height()))
