"""The dock of a warp as a widget: paints its scene, scrolls, and tells what was clicked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from gpuviz.messages import Message
from gpuviz.scene.scene import ExchangeHit, Hit, Scene, StepHit, ThreadHit
from gpuviz.scene.theme import Theme
from gpuviz.scene.warp_view.compose import WarpRooms, compose_warp, compose_words, divide
from gpuviz.scene.warp_view.geometry import StepStrip, fit_strip
from gpuviz.scene.warp_view.history_scene import cells_rect
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.texts import say, tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget, notches_of

ZOOM_PER_NOTCH = 1.25
STEPS_PER_NOTCH = 3.0
STEP_KEYS: dict[int, int] = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
LANE_KEYS: dict[int, int] = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
ZOOM_KEYS = {"+": ZOOM_PER_NOTCH, "=": ZOOM_PER_NOTCH, "-": 1 / ZOOM_PER_NOTCH}


class WarpView(SceneWidget):
    """A warp through time. A click goes to a step and chooses a lane; the wheel scrolls through
    the steps, with Ctrl it zooms, as + and - do. Up and Down choose a lane, Page Up and Page Down
    go to the warp's step before and after.
    """

    stepPicked = Signal(int)  # row in Trace.steps
    threadPicked = Signal(int, int)  # block, thread

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Warp"))
        self._picture: WarpPicture | None = None
        self._words: Message | None = None
        self._strip: StepStrip | None = None
        self._explain: Callable[[Hit], list[str]] = lambda hit: []

    @property
    def strip(self) -> StepStrip | None:
        """Which steps are seen; None while there is no warp."""
        return self._strip

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
        self._lay_out(follow=not stays)

    def show_words(self, words: Message) -> None:
        """Say why there is no warp to be shown."""
        self._picture, self._strip, self._words = None, None, words
        self.refresh()

    def compose(self, width: float, height: float) -> Scene:
        """The warp, or why there is none."""
        if self._picture is not None and self._strip is not None:
            return compose_warp(self._picture, self._rooms(), self._strip)
        if self._words is not None:
            return compose_words(self._words, width, height, self._theme, say)
        return Scene()

    def arrange(self) -> None:
        """The step that plays stays in sight."""
        self._lay_out(follow=True)

    def words_of(self, hit: Hit | None) -> str:
        """About a step, a lane or an exchange."""
        return "" if hit is None else "\n".join(self._explain(hit))

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Goes to a step, chooses a lane, shows another exchange."""
        if isinstance(hit, StepHit):
            if hit.thread is not None and self._picture is not None:
                self.threadPicked.emit(self._picture.steps.block, hit.thread)
            self.stepPicked.emit(hit.step)
        elif isinstance(hit, ExchangeHit) and self._picture is not None:
            self._picture = replace(self._picture, which=hit.number)
            self.refresh()
        elif isinstance(hit, ThreadHit):
            self.threadPicked.emit(hit.block, hit.thread)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self._strip is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._zoom(ZOOM_PER_NOTCH ** notches_of(event), event.position().x())
        else:
            seen = self._strip.cells.w / self._strip.pitch
            steps = max(STEPS_PER_NOTCH, seen / 20)
            self._move(self._strip.moved(-notches_of(event) * steps))

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

    def _zoom(self, factor: float, x: float) -> None:
        if self._strip is not None:
            self._move(self._strip.zoomed(factor, x))

    def _move(self, strip: StepStrip) -> None:
        self._strip = strip
        self.refresh()

    def _rooms(self) -> WarpRooms:
        return divide(self.width(), self.height())

    def _lay_out(self, follow: bool) -> None:
        """The steps into the room that there is; `follow`: the one that plays comes into sight."""
        picture = self._picture
        if picture is not None:
            cells = cells_rect(self._rooms().history, len(picture.steps), picture.regions.levels)
            old = self._strip
            strip = fit_strip(cells, len(picture.steps))
            if old is not None and old.cells == cells:
                strip = old
            self._strip = strip.showing(max(picture.at, 0)) if follow else strip
        self.refresh()
