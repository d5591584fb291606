"""The dock of a warp as a widget: paints its scene, scrolls, and tells what was clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.messages import Message
from gpuviz.scene.stage.scene import ExchangeHit, Hit, Rect, Scene, StepHit, ThreadHit
from gpuviz.scene.theme import Theme
from gpuviz.scene.warp_view.compose import Rooms, compose_warp, compose_words, divide
from gpuviz.scene.warp_view.geometry import Strip, fit_strip
from gpuviz.scene.warp_view.history_scene import cells_rect
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.texts import say, tr
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.seen import SeenView
from gpuviz.ui.stage.paint import paint

NOTCH = 120.0  # angle units of one notch of a wheel
ZOOM_PER_NOTCH = 1.25
STEPS_PER_NOTCH = 3.0
STEP_KEYS: dict[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
LANE_KEYS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
ZOOM_KEYS = {"+": ZOOM_PER_NOTCH, "=": ZOOM_PER_NOTCH, "-": 1 / ZOOM_PER_NOTCH}


class WarpView(SeenView):
    """A warp through time. A click goes to a step and chooses a lane; the wheel scrolls through
    the steps, with Ctrl it zooms, as + and - do. Up and Down choose a lane, Page Up and Page Down
    go to the warp's step before and after.
    """

    stepPicked = Signal(int)  # row in Trace.steps
    threadPicked = Signal(int, int)  # block, thread

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._picture: WarpPicture | None = None
        self._words: Message | None = None
        self._strip: Strip | None = None
        self._scene = Scene()
        self._explain: Callable[[Hit], list[str]] = lambda hit: []
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Warp"))

    @property
    def scene(self) -> Scene:
        """What is painted."""
        return self._scene

    @property
    def strip(self) -> Strip | None:
        """Which steps are seen; None while there is no warp."""
        return self._strip

    @property
    def theme(self) -> Theme:
        """The colours that it is painted in."""
        return self._theme

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self,)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Small enough for a small window."""
        return QSize(320, 120)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours; the picture comes anew."""
        self._theme = theme
        self.pictureWanted.emit()

    def set_explainer(self, explain: Callable[[Hit], list[str]]) -> None:
        """Who knows the words of tooltips."""
        self._explain = explain

    def show_warp(self, picture: WarpPicture) -> None:
        """Show a warp at an instant; the step that plays is kept in sight."""
        before = self._picture
        if before is None or before.steps is not picture.steps:
            before = self._strip = None
        stays = before is not None and before.at == picture.at
        which = before.which if before is not None and stays else 0
        self._picture, self._words = replace(picture, which=which), None
        self._arrange(follow=not stays)

    def show_words(self, words: Message) -> None:
        """Say why there is no warp to be shown."""
        self._picture, self._strip, self._words = None, None, words
        self._refresh()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.panel))
            paint(painter, self._scene)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        self._arrange(follow=True)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            self._choose(self._hit(event.position()))

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        over = self._hit(event.position()) is not None
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if over else arrow)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        angle = event.angleDelta()
        notches = (angle.y() or angle.x()) / NOTCH
        if self._strip is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(ZOOM_PER_NOTCH**notches, event.position().x())
        else:
            seen = self._strip.cells.w / self._strip.pitch
            self._move(self._strip.moved(-notches * max(STEPS_PER_NOTCH, seen / 20)))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.text() in ZOOM_KEYS and self._strip is not None:
            here = self._strip.x(max(self._picture.at, 0) if self._picture else 0)
            self._zoom(ZOOM_KEYS[event.text()], here)
        elif event.key() in STEP_KEYS:
            self._go(STEP_KEYS[event.key()])
        elif event.key() in LANE_KEYS:
            self._choose_lane(LANE_KEYS[event.key()])
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            hit = self._hit(QPointF(event.pos()))
            lines = [] if hit is None else self._explain(hit)
            QToolTip.showText(event.globalPos(), plain_tip("\n".join(lines)), self)
            return True
        return super().event(event)

    def _go(self, by: int) -> None:
        """To the step so many further on in this warp."""
        picture = self._picture
        if picture is not None:
            number = min(max(picture.at + by, 0), len(picture.steps) - 1)
            self.stepPicked.emit(int(picture.steps.ids[number]))

    def _choose_lane(self, by: int) -> None:
        """Choose the lane so many further on, lane 0 where none is chosen."""
        picture = self._picture
        if picture is not None:
            lane = 0 if picture.lane is None else picture.lane + by
            if lane >= 0 and picture.steps.exists >> lane & 1:
                self.threadPicked.emit(picture.steps.block, picture.thread(lane))

    def _choose(self, hit: Hit | None) -> None:
        if isinstance(hit, StepHit):
            if hit.thread is not None and self._picture is not None:
                self.threadPicked.emit(self._picture.steps.block, hit.thread)
            self.stepPicked.emit(hit.step)
        elif isinstance(hit, ExchangeHit) and self._picture is not None:
            self._picture = replace(self._picture, which=hit.number)
            self._refresh()
        elif isinstance(hit, ThreadHit):
            self.threadPicked.emit(hit.block, hit.thread)

    def _hit(self, position: QPointF) -> Hit | None:
        return self._scene.hit(position.x(), position.y())

    def _zoom(self, factor: float, x: float) -> None:
        if self._strip is not None:
            self._move(self._strip.zoomed(factor, x))

    def _move(self, strip: Strip) -> None:
        self._strip = strip
        self._refresh()

    def _rooms(self) -> Rooms:
        return divide(self.width(), self.height())

    def _cells(self, picture: WarpPicture) -> Rect:
        return cells_rect(self._rooms().history, len(picture.steps), picture.regions.levels)

    def _arrange(self, follow: bool) -> None:
        """Lay the steps into the room that there is."""
        picture = self._picture
        if picture is not None:
            cells, old = self._cells(picture), self._strip
            strip = fit_strip(cells, len(picture.steps))
            if old is not None and old.cells == cells:
                strip = old
            self._strip = strip.showing(max(picture.at, 0)) if follow else strip
        self._refresh()

    def _refresh(self) -> None:
        if self._picture is not None and self._strip is not None:
            self._scene = compose_warp(self._picture, self._rooms(), self._strip)
        elif self._words is not None:
            size = float(self.width()), float(self.height())
            self._scene = compose_words(self._words, *size, self._theme, say)
        self.setAccessibleDescription(self._scene.sentence)
        self.update()
