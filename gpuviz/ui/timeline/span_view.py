"""What timelines have in common as widgets: they paint themselves, zoom, scroll and tell of bars.

A bar is a number: of a block, or of a launch.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_kept, painted_once
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.stage.press import Press
from gpuviz.ui.timeline.keys import ENTER, ZOOM_STEP, change_of

NOTCH = 120.0  # angle units of one notch of a wheel
SCROLL_PX = 48.0  # of one notch


class SpanView(LazyPanel):
    """Bars over time, of which a span is seen.

    The wheel zooms in time, with Shift it scrolls the rows; a drag pans, 0 shows all.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._still: QPixmap | None = None
        self._press: Press | None = None
        self._pressed: int | None = None
        self.export = ChartExport(self, self._exhibit)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTipDuration(20_000)

    @property
    def span(self) -> Span | None:
        """Which part of it is seen; None while there is nothing."""
        raise NotImplementedError

    @property
    def chosen(self) -> int | None:
        """The bar that the keyboard stands on."""
        raise NotImplementedError

    @property
    def scene(self) -> Scene:
        """All that is painted but the overlay."""
        raise NotImplementedError

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._refresh()

    def fit(self) -> None:
        """Show all of it."""
        raise NotImplementedError

    def tip_at(self, place: QPointF) -> str:
        """The tooltip at a point."""
        return "\n".join(self.lines_at(place))

    def lines_at(self, place: QPointF) -> list[str]:
        """What is said about a point; nothing beside the bars."""
        raise NotImplementedError

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._still is None:
            self._still = painted_once(self, self.scene, self._theme)
        paint_kept(self, self._still, self._theme, self._overlay())

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._arrange()

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = Press(event.position(), None)
            self._pressed = self._bar_at(event.position())

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, place = self._press, event.position()
        if press is not None:
            way = press.way_to(place)
            if press.dragged and self.span is not None:
                self._look_at(self.span.panned(way.x(), way.y()))
            return
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(arrow if self._bar_at(place) is None else hand)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, self._press = self._press, None
        if press is not None and not press.dragged and self._pressed is not None:
            self._click(self._pressed)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self.span is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._look_at(self.span.panned(0, notches_of(event) * SCROLL_PX))
        else:
            factor = ZOOM_STEP ** notches_of(event)
            self._look_at(self.span.zoomed(factor, event.position().x()))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        change, bar = change_of(event), self._bar_by(event)
        if self.span is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.key() in ENTER and self.chosen is not None:
            self._enter(self.chosen)
        elif bar is not None:
            self._go_to(bar)
        elif change is not None:
            self._look_at(change(self.span))
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """The arrow keys are the timeline's while it has the keyboard; tooltips tell of bars."""
        asked = event.type() is QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self._is_mine(event):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    @property
    def _look(self) -> TimelineLook:
        return TimelineLook(float(self.width()), float(self.height()), self._theme, measure)

    def _overlay(self) -> Scene:
        """What is painted over the scene, anew each time."""
        return Scene()

    def _bar_at(self, place: QPointF) -> int | None:
        raise NotImplementedError

    def _bar_by(self, event: QKeyEvent) -> int | None:
        """The bar to which a key leads."""
        raise NotImplementedError

    def _is_mine(self, event: QKeyEvent) -> bool:
        """Whether a key means something here, and is no shortcut of the window."""
        raise NotImplementedError

    def _click(self, bar: int) -> None:
        raise NotImplementedError

    def _enter(self, bar: int) -> None:
        raise NotImplementedError

    def _go_to(self, bar: int) -> None:
        raise NotImplementedError

    def _look_at(self, span: Span) -> None:
        raise NotImplementedError

    def _arrange(self) -> None:
        """Into the room that there is."""
        raise NotImplementedError

    def _refresh(self) -> None:
        self._still = None
        self.update()

    def _exhibit(self) -> Exhibit:
        raise NotImplementedError


def notches_of(event: QWheelEvent) -> float:
    """How far a wheel was turned, up or to the left more than 0."""
    angle = event.angleDelta()
    return (angle.y() or angle.x()) / NOTCH
