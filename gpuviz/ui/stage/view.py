"""The stage as a widget: it paints scenes and turns the mouse into what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)

from gpuviz.insight.colourings import Colouring
from gpuviz.scene.scene import (
    BlockHit,
    ColouringHit,
    ElementColouringHit,
    ElementHit,
    Hit,
    LayerHit,
    LegendHit,
    MapHit,
    Scene,
    SiteHit,
    StateHit,
    ThreadHit,
    WarpHit,
)
from gpuviz.scene.sizes import BASE_PX
from gpuviz.scene.stage.empty import compose_empty, scale_of
from gpuviz.scene.theme import Theme
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import say, tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import NOTCH, SceneWidget
from gpuviz.ui.stage.arrays.controller import ArrayController
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.stage.picks import pick, picked

if TYPE_CHECKING:
    from gpuviz.insight.element_touches import ElementTouches
    from gpuviz.insight.order import Instant
    from gpuviz.scene.stage.camera import Camera
    from gpuviz.scene.stage.canvas import Canvas
    from gpuviz.scene.stage.facts import StageFacts
    from gpuviz.scene.stage.findings import Findings
    from gpuviz.scene.stage.grid.geometry import GridGeometry
    from gpuviz.trace import Trace

ZOOM_STEP = 1.25  # of one press, or of one notch of a wheel
VEIL = 0.5  # how much of a picture is hidden that is of the launch before
PAN_STEP = 80.0  # pixels of one press
PINCH = Qt.NativeGestureType.ZoomNativeGesture
KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
Change = Callable[["Canvas"], None]


def _fit(canvas: Canvas) -> None:
    canvas.fit()


def _zoom(factor: float, canvas: Canvas) -> None:
    canvas.zoom_middle(factor)


def _pan(right: float, down: float, canvas: Canvas) -> None:
    canvas.pan(right, down)


def _leaf(by: int, canvas: Canvas) -> None:
    canvas.leaf(by)


WITH_ALT: dict[int, Change] = {
    Qt.Key.Key_Left: partial(_pan, PAN_STEP, 0.0),
    Qt.Key.Key_Right: partial(_pan, -PAN_STEP, 0.0),
    Qt.Key.Key_Up: partial(_pan, 0.0, PAN_STEP),
    Qt.Key.Key_Down: partial(_pan, 0.0, -PAN_STEP),
}
PLAIN: dict[int, Change] = {
    Qt.Key.Key_0: _fit,
    Qt.Key.Key_Plus: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Equal: partial(_zoom, ZOOM_STEP),
    Qt.Key.Key_Minus: partial(_zoom, 1 / ZOOM_STEP),
    Qt.Key.Key_PageDown: partial(_leaf, 1),
    Qt.Key.Key_PageUp: partial(_leaf, -1),
}


def change_of(event: QKeyEvent) -> Change | None:
    """What a key does; None for one that the canvas does not know."""
    alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
    return (WITH_ALT if alt else PLAIN).get(event.key())


class StageView(SceneWidget):
    """The picture of one launch at the moment that `playback` shows.

    A click chooses (with Ctrl a whole warp), a double click enters a block or chooses an element's
    writer, the wheel zooms about the cursor, a drag pans, Esc leaves. Of the picture only the grid
    is painted anew while it moves: what stands around it is kept. What makes that picture is
    imported with the first launch: a window opens sooner without.
    """

    colouringChanged = Signal(Colouring)
    colouringMenuWanted = Signal(QPoint)  # on the screen
    looked: TypedSignal[[Change]] = signal(object)  # another part of the launch is seen

    def __init__(self, playback: Playback, selection: Selection, theme: Theme) -> None:
        super().__init__(theme, tr("Stage"))
        self._playback = playback
        self._selection = selection
        self.arrays = ArrayController(selection, self)
        self._canvas: Canvas | None = None
        self._colouring = Colouring.STATE
        self._around = self._grid = self._whole = Scene()
        self._depends_on: tuple[object, ...] = ()  # as far as what is around is concerned
        self._letter_px = 0  # of all letters at least, in a hall
        self._findings: Findings | None = None
        self._came_by_key = False
        self._is_behind = False
        self.setMinimumSize(300, 240)
        playback.momentChanged.connect(self._follow)
        selection.changed.connect(self._follow)
        self.arrays.colouringChanged.connect(self.refresh)

    @property
    def scene(self) -> Scene:
        """All that is painted."""
        self._composed()
        return self._whole

    @property
    def background(self) -> str:
        """The window's own, not that of a panel."""
        return self._theme.background

    @property
    def camera(self) -> Camera | None:
        """From where the launch is seen, whatever its instant; None while there is none."""
        if self._canvas is None:
            return None
        from gpuviz.scene.stage.camera import Camera
        from gpuviz.scene.stage.findings import NO_FINDINGS
        from gpuviz.scene.stage.viewpoint import StageFrame

        facts, seen = self._canvas.facts, (self._canvas.layout, self._canvas.grid)
        frame = StageFrame(
            facts,
            *seen,
            theme=self._theme,
            measure=measure,
            say=say,
            marks=self.arrays.marks(facts),
            arrays=self.arrays.choice(facts),
            colouring=self._colouring,
            findings=self._findings or NO_FINDINGS,
        )
        return Camera(frame, *picked(self._selection, facts.trace))

    @property
    def colouring(self) -> Colouring:
        """What the colours of blocks and threads mean."""
        return self._colouring

    @property
    def facts(self) -> StageFacts | None:
        """What is known of the launch that is shown."""
        return None if self._canvas is None else self._canvas.facts

    @property
    def grid(self) -> GridGeometry | None:
        """Where blocks and threads are; None while there is no launch."""
        return None if self._canvas is None else self._canvas.grid

    @property
    def scale(self) -> float:
        """Pixels of the widget per pixel of the scene: below 1 where the stage is very small."""
        if self._letter_px:
            return self._letter_px / BASE_PX
        return scale_of(self.width(), self.height())

    def enlarge(self, letter_px: int) -> None:
        """Have no letter smaller than so many pixels of the widget, and strokes to match; 0: as it
        comes.
        """
        self._letter_px = letter_px
        self.arrange()

    @Slot(object)
    def show_trace(self, trace: Trace | None, title: str = "") -> None:
        """Show another launch; None empties the stage. A `title` says which it is of several."""
        index = self._playback.index if trace is self._playback.trace else None
        order = None if index is None else index.order
        self._canvas = self._findings = None
        if trace is None:
            self._around, self._depends_on = Scene(), ()
            self._grid = self._whole = self._around
            self.let_go()
        else:
            from gpuviz.scene.stage.canvas import Canvas
            from gpuviz.scene.stage.facts import StageFacts

            facts = StageFacts(trace, order, title, index)
            self._canvas = Canvas(facts, self.room, self._least_px)
        self.refresh()

    def set_touches(self, touches: ElementTouches | None) -> None:
        """Tell who touches the chosen element, as far as more is known of that now."""
        facts = self.facts
        if facts is not None and touches is not None and facts.trace is self._playback.trace:
            self.arrays.learn(facts, touches)
            self._depends_on = ()
            self.refresh()

    def replace_trace(self, trace: Trace) -> None:
        """Show the same launch with the steps of other blocks, from where it is looked at."""
        from gpuviz.scene.stage.facts import StageFacts

        title = "" if self.facts is None else self.facts.title
        facts = StageFacts(trace, self._playback.order, title, self._playback.index)
        self._look(lambda canvas: canvas.replace_facts(facts))

    @property
    def is_behind(self) -> bool:
        """Whether the picture is of another launch than the one that was asked for."""
        return self._is_behind

    def set_behind(self, is_behind: bool) -> None:
        """Dim the picture while it is of the launch before; a line above says why."""
        if is_behind != self._is_behind:
            self._is_behind = is_behind
            self.update()

    def set_findings(self, findings: Findings) -> None:
        """Mark what checks found in this launch, until another choice or launch."""
        if findings is not self._findings:
            self._findings = findings
            self.refresh()

    def look_as(self, change: Change) -> None:
        """See the part of the launch that another stage has gone to."""
        if self._canvas is not None:
            change(self._canvas)
            self.refresh()

    def fit(self) -> None:
        """Show the whole grid."""
        self._look(lambda canvas: canvas.fit())

    def set_colouring(self, colouring: Colouring) -> None:
        """Let the colours of blocks and threads mean something else."""
        self._colouring = colouring
        self.colouringChanged.emit(colouring)
        self.refresh()

    def enter_block(self, block: int) -> None:
        """Choose a block and zoom in until it fills the canvas."""
        if self._canvas is not None and self._selection.block != block:
            self._selection.select_block(block)
        self._look(lambda canvas: canvas.enter(block))

    def leave(self) -> None:
        """One level up: from a thread or a warp to its block, from a block to the whole grid."""
        if self._selection.warp is not None and self._selection.block is not None:
            self._selection.select_block(self._selection.block)
            return
        self._selection.clear()
        self.fit()

    def compose(self, width: float, height: float) -> Scene:
        """What stands around the grid; as before while nothing that it depends on has changed."""
        camera = self.camera
        if camera is None:
            coming = self._playback.coming
            self._around = compose_empty(width, height, self._theme, say, coming)
            self._depends_on = ()
            self._grid, self._whole = Scene(), self._around
            return self._around
        from gpuviz.scene.stage.compose import around, found, joined, on_grid

        instant = self._playback.instant
        view, depends_on = camera.look(instant), _all_but_grid(camera, instant)
        if depends_on != self._depends_on:
            self._around, self._depends_on = around(view), depends_on
        grid, above = on_grid(view), found(view)
        self._grid, self._whole = joined(grid, above), joined(grid, self._around, above)
        return self._around

    def overlay(self) -> Scene:
        """The grid, and what checks have found."""
        return self._grid

    def arrange(self) -> None:
        """Into the room that there is."""
        if self._canvas is not None:
            self._canvas.resize(self.room, self._least_px)
        self.refresh()

    def words_of(self, hit: Hit | None) -> str:
        """About a part of the launch, or of the legend."""
        if hit is None or self._canvas is None:
            return ""
        from gpuviz.ui.stage.tooltips import tooltip

        return "\n".join(tooltip(self._canvas.facts, hit, self._playback.instant, say))

    def is_pressable(self, hit: Hit) -> bool:
        """All but what explains colours."""
        return not isinstance(hit, StateHit | LegendHit)

    def explains(self, hit: Hit | None) -> bool:
        """Also a word in the note of an access: the rest of the note leads to Memory."""
        return isinstance(hit, SiteHit) or super().explains(hit)

    def hit_pressed(self, hit: Hit) -> None:
        """The map is gone to at once."""
        self._go_on_map(hit)

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Chooses it; of a thread, with Ctrl, its whole warp."""
        if isinstance(hit, ElementHit):
            self.arrays.choose(hit)
        elif isinstance(hit, ColouringHit):
            self.colouringMenuWanted.emit(
                self.mapToGlobal(QPointF(hit.x, hit.y) * self.scale).toPoint()
            )
        elif isinstance(hit, ElementColouringHit):
            self.arrays.pull_down(self, QCursor.pos())
        elif isinstance(hit, LayerHit):
            self._look(lambda canvas: canvas.leaf(hit.by))
        else:
            pick(self._selection, hit, bool(held & Qt.KeyboardModifier.ControlModifier))

    def hit_dragged(self, hit: Hit | None, way: QPointF, place: QPointF) -> None:
        """Pans; from the map on, goes where the mouse is on it."""
        if isinstance(hit, MapHit):
            self._go_on_map(self.hit_at(place))
        else:
            self._look(lambda canvas: canvas.pan(way.x(), way.y()))

    @property
    def ring(self) -> QRect:
        """Not after a click, which shows where it went."""
        return super().ring if self._came_by_key else QRect()

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        self._came_by_key = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self.hit_at(event.position())
        if isinstance(hit, BlockHit | WarpHit | ThreadHit):
            self.enter_block(hit.block)
        elif isinstance(hit, ElementHit) and self._canvas is not None:
            self.arrays.choose_writer(self._canvas.facts, hit)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        self._zoom(ZOOM_STEP ** (event.angleDelta().y() / NOTCH), event.position())

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        change = change_of(event)
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif change is not None:
            self._look(change)
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Two fingers zoom."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is PINCH:
            self._zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    @qt_override
    def _paint_picture(self, painter: QPainter, scene: Scene) -> None:
        super()._paint_picture(painter, scene)
        if self._is_behind:
            veil = QColor(self.background)
            veil.setAlphaF(VEIL)
            painter.fillRect(QRectF(0, 0, *self.room), veil)

    @property
    def _least_px(self) -> int:
        """Of letters, in pixels of the scene."""
        return BASE_PX if self._letter_px else 0

    def _zoom(self, factor: float, position: QPointF) -> None:
        at = self.on_scene(position)
        self._look(lambda canvas: canvas.zoom(factor, at.x(), at.y()))

    def _go_on_map(self, hit: Hit | None) -> None:
        if isinstance(hit, MapHit):
            self._look(lambda canvas: canvas.centre(hit.across, hit.down))

    def _look(self, change: Change) -> None:
        """See another part of the launch, if there is one."""
        self.look_as(change)
        self.looked.emit(change)

    def _follow(self) -> None:
        """Another moment or choice, unless it is one of a launch that is still to be shown."""
        drawn = None if self._canvas is None else self._canvas.facts.trace
        if drawn is self._playback.trace:
            self.refresh()


def _all_but_grid(camera: Camera, instant: Instant) -> tuple[object, ...]:
    """All that a picture depends on, but for where the grid is and what lights up on it."""
    frame = camera.frame
    seen = frame.facts, frame.layout, frame.theme, frame.arrays, frame.colouring, frame.findings
    return (*seen, camera.block, camera.thread, camera.warp, instant)
