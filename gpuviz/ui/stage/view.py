"""The stage as a widget: it paints scenes and turns the mouse into what is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_touches import ElementTouches
from gpuviz.scene.stage.camera import Camera, scale_of
from gpuviz.scene.stage.canvas import Canvas
from gpuviz.scene.stage.compose import compose_empty
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.findings import NO_FINDINGS, Findings
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.scene import (
    BlockHit,
    ColouringHit,
    ElementColouringHit,
    ElementHit,
    Hit,
    LayerHit,
    LegendHit,
    MapHit,
    Scene,
    StateHit,
    ThreadHit,
    WarpHit,
)
from gpuviz.scene.stage.viewpoint import Frame
from gpuviz.scene.theme import Theme
from gpuviz.session.playback import Playback
from gpuviz.texts import say, tr
from gpuviz.trace import Trace
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_focus
from gpuviz.ui.painter import painting
from gpuviz.ui.selection import Selection
from gpuviz.ui.stage.arrays.desk import ArrayDesk
from gpuviz.ui.stage.keys import ZOOM_STEP, Change, change_of
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.stage.picks import pick, picked
from gpuviz.ui.stage.press import Press
from gpuviz.ui.stage.still import Still
from gpuviz.ui.stage.tooltips import tooltip

PINCH = Qt.NativeGestureType.ZoomNativeGesture
NOTCH = 120.0  # angle units of one notch of a wheel
KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class StageView(QWidget):
    """The picture of one launch at the moment that `playback` shows.

    A click chooses (with Ctrl a whole warp), a double click enters a block or chooses an element's
    writer, the wheel zooms about the cursor, a drag pans; keys are in the module of that name, and
    Esc leaves.
    """

    colouringChanged = Signal(object)  # Colouring
    colouringMenuWanted = Signal(QPoint)  # on the screen

    def __init__(self, playback: Playback, selection: Selection, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._selection = selection
        self.arrays = ArrayDesk(selection, self)
        self._theme = theme
        self._canvas: Canvas | None = None
        self._colouring = Colouring.STATE
        self._scene: Scene | None = None  # composed when it is asked for
        self._still = Still()
        self._largest = 1.0  # scale
        self._findings = NO_FINDINGS
        self._press: Press | None = None
        self._ringed = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(300, 240)
        self.setAccessibleName(tr("Stage"))
        self.setToolTipDuration(20_000)  # some explain a word
        playback.momentChanged.connect(self._follow)
        selection.changed.connect(self._follow)
        self.arrays.colouringChanged.connect(self._refresh)

    @property
    def scene(self) -> Scene:
        """What is painted."""
        if self._scene is None:
            self._scene = self._composed()
            self.setAccessibleDescription(self._scene.sentence)
        return self._scene

    @property
    def theme(self) -> Theme:
        """Its colours."""
        return self._theme

    @property
    def camera(self) -> Camera | None:
        """From where the launch is seen, whatever its instant; None while there is none."""
        if self._canvas is None:
            return None
        facts, seen = self._canvas.facts, (self._canvas.layout, self._canvas.grid)
        frame = Frame(
            facts,
            *seen,
            theme=self._theme,
            measure=measure,
            say=say,
            marks=self.arrays.marks(facts),
            arrays=self.arrays.choice(facts),
            colouring=self._colouring,
            findings=self._findings,
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
        return scale_of(self.width(), self.height(), self._largest)

    def enlarge(self, factor: float) -> None:
        """Type and strokes so many times as large, as far as there is room."""
        self._largest = factor
        self._fill_room()

    @Slot(object)
    def show_trace(self, trace: Trace | None, title: str = "") -> None:
        """Show another launch; None empties the stage. A `title` says which it is of several."""
        order = self._playback.order if trace is self._playback.trace else None
        facts = None if trace is None else StageFacts(trace, order, title)
        self._canvas = None if facts is None else Canvas(facts, self._room())
        self._findings = NO_FINDINGS
        self._refresh()

    def set_touches(self, touches: ElementTouches | None) -> None:
        """Tell who touches the chosen element, as far as more is known of that now."""
        facts = self.facts
        if facts is not None and touches is not None and facts.trace is self._playback.trace:
            self.arrays.learn(facts, touches)
            self._still.forget()
            self._refresh()

    def replace_trace(self, trace: Trace) -> None:
        """Show the same launch with the steps of other blocks, from where it is looked at."""
        title = "" if self.facts is None else self.facts.title
        facts = StageFacts(trace, self._playback.order, title)
        self._look(lambda canvas: canvas.replace_facts(facts))

    def set_findings(self, findings: Findings) -> None:
        """Mark what checks found in this launch, until another choice or launch."""
        if findings is not self._findings:
            self._findings = findings
            self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._refresh()

    def fit(self) -> None:
        """Show the whole grid."""
        self._look(lambda canvas: canvas.fit())

    def set_colouring(self, colouring: Colouring) -> None:
        """Let the colours of blocks and threads mean something else."""
        self._colouring = colouring
        self.colouringChanged.emit(colouring)
        self._refresh()

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

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        _ = self.scene  # what has changed since the last paint is composed now
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self._theme.background))
            painter.scale(self.scale, self.scale)
            self._still.paint(painter, *self._room())
            self._paint_focus(painter)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        self._ringed = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)

    def _paint_focus(self, painter: QPainter) -> None:
        """A frame while the keyboard is here; not after a click, which shows where it went."""
        if self._ringed:
            painter.resetTransform()
            paint_focus(painter, self, self._theme)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        self._fill_room()

    def _fill_room(self) -> None:
        if self._canvas is not None:
            self._canvas.resize(self._room())
        self._refresh()

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = Press(event.position(), self._hit(event.position()))
            self._go_on_map(self._press.on)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, place = self._press, event.position()
        if press is None:
            self._point_out(self._hit(place))
        elif isinstance(press.on, MapHit):
            self._go_on_map(self._hit(place))
        else:
            way = press.way_to(place) / self.scale
            if press.dragged:
                self._look(lambda canvas: canvas.pan(way.x(), way.y()))

    def _go_on_map(self, hit: Hit | None) -> None:
        if isinstance(hit, MapHit):
            self._look(lambda canvas: canvas.centre(hit.across, hit.down))

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, self._press = self._press, None
        if press is not None and not press.dragged:
            whole_warp = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._choose(self._hit(event.position()), whole_warp)

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self._hit(event.position())
        if isinstance(hit, BlockHit | WarpHit | ThreadHit):
            self.enter_block(hit.block)
        elif isinstance(hit, ElementHit) and self._canvas is not None:
            self.arrays.choose_writer(self._canvas.facts, hit)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        self._zoom(ZOOM_STEP ** (event.angleDelta().y() / NOTCH), event.position())

    def _zoom(self, factor: float, position: QPointF) -> None:
        at = position / self.scale
        self._look(lambda canvas: canvas.zoom(factor, at.x(), at.y()))

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
    def event(self, event: QEvent) -> bool:  # noqa: D102
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._explain(event)
            return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is PINCH:
            self._zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def _look(self, change: Change) -> None:
        """See another part of the launch, if there is one."""
        if self._canvas is not None:
            change(self._canvas)
            self._refresh()

    def _room(self) -> tuple[float, float]:
        return self.width() / self.scale, self.height() / self.scale

    def _follow(self) -> None:
        """Another moment or choice, unless it is one of a launch that is still to be shown."""
        if self._canvas is not None and self._canvas.facts.trace is self._playback.trace:
            self._refresh()

    def _refresh(self) -> None:
        self._scene = None
        self.update()

    def _composed(self) -> Scene:
        camera = self.camera
        if camera is not None:
            return self._still.take(camera, self._playback.instant)
        empty = compose_empty(*self._room(), self._theme, say)
        self._still.show(empty)
        return empty

    def _hit(self, position: QPointF) -> Hit | None:
        at = position / self.scale
        return self.scene.hit(at.x(), at.y())

    def _choose(self, hit: Hit | None, whole_warp: bool) -> None:
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
            pick(self._selection, hit, whole_warp)

    def _point_out(self, hit: Hit | None) -> None:
        pressable = hit is not None and not isinstance(hit, StateHit | LegendHit)
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if pressable else arrow)

    def _explain(self, event: QHelpEvent) -> None:
        hit = self._hit(QPointF(event.pos()))
        if hit is None or self._canvas is None:
            QToolTip.hideText()
            return
        lines = tooltip(self._canvas.facts, hit, self._playback.instant, say)
        QToolTip.showText(event.globalPos(), plain_tip("\n".join(lines)), self)
