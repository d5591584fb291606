"""The stage as a widget: it paints scenes and turns the mouse into what is chosen."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt, Slot
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

from gpuviz.session.playback import Playback
from gpuviz.trace import Trace
from gpuviz.ui.selection import Selection
from gpuviz.ui.stage import grid_moves
from gpuviz.ui.stage.array_desk import ArrayDesk
from gpuviz.ui.stage.camera import Camera, scale_of
from gpuviz.ui.stage.compose import compose_empty
from gpuviz.ui.stage.facts import StageFacts
from gpuviz.ui.stage.findings import NO_FINDINGS, Findings
from gpuviz.ui.stage.grid_fit import fit_grid
from gpuviz.ui.stage.grid_geometry import GridGeometry
from gpuviz.ui.stage.layout import Layout, divide
from gpuviz.ui.stage.marks import NO_MARKS, Marks
from gpuviz.ui.stage.paint import measure, paint
from gpuviz.ui.stage.scene import (
    BlockHit,
    ElementColouringHit,
    ElementHit,
    GridHit,
    Hit,
    Scene,
    SiteHit,
    StateHit,
    ThreadHit,
    WarpHit,
)
from gpuviz.ui.stage.tooltips import tooltip
from gpuviz.ui.stage.viewpoint import Frame
from gpuviz.ui.texts import say, tr
from gpuviz.ui.theme import Theme

PINCH = Qt.NativeGestureType.ZoomNativeGesture
NOTCH = 120.0  # angle units of one notch of a wheel
ZOOM_PER_NOTCH = 1.25
ZOOM_KEYS = {"+": ZOOM_PER_NOTCH, "=": ZOOM_PER_NOTCH, "-": 1 / ZOOM_PER_NOTCH}
KEYBOARD_REASONS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
DRAG_FROM = 4.0  # pixels: less is a click


class StageView(QWidget):
    """The picture of one launch at the moment that `playback` shows.

    A click chooses, a double click enters a block or chooses an element's writer, the wheel zooms
    about the cursor (the keys + and - about the middle), a drag pans, Esc leaves, 0 fits.
    """

    def __init__(self, playback: Playback, selection: Selection, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._selection = selection
        self.arrays = ArrayDesk(selection, self)
        self._theme = theme
        self._facts: StageFacts | None = None
        self._layout: Layout | None = None
        self._grid: GridGeometry | None = None
        self._scene = Scene()
        self._marks, self._findings = NO_MARKS, NO_FINDINGS
        self._pressed: QPointF | None = None
        self._dragged = False
        self._ringed = False
        self._entered: int | None = None  # the block that fills the canvas
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
        return self._scene

    @property
    def theme(self) -> Theme:
        """Its colours."""
        return self._theme

    @property
    def camera(self) -> Camera | None:
        """From where the launch is seen, whatever its instant; None while there is none."""
        if self._facts is None or self._layout is None or self._grid is None:
            return None
        facts = self._facts
        marks = self._marks if len(self._marks) else self.arrays.marks(facts)
        chosen = marks, self.arrays.choice(facts)
        frame = Frame(facts, self._layout, self._grid, self._theme, measure, say, *chosen)
        frame = replace(frame, findings=self._findings)
        return Camera(frame, *self._chosen(facts))

    @property
    def facts(self) -> StageFacts | None:
        """What is known of the launch that is shown."""
        return self._facts

    @property
    def grid(self) -> GridGeometry | None:
        """Where blocks and threads are; None while there is no launch."""
        return self._grid

    @property
    def scale(self) -> float:
        """Pixels of the widget per pixel of the scene: below 1 where the stage is very small."""
        return scale_of(self.width(), self.height())

    @Slot(object)
    def show_trace(self, trace: Trace | None) -> None:
        """Show another launch; None empties the stage."""
        order = self._playback.order if trace is self._playback.trace else None
        self._facts = None if trace is None else StageFacts(trace, order)
        self._entered = None
        self._marks, self._findings = NO_MARKS, NO_FINDINGS
        self._arrange()

    @property
    def marks(self) -> Marks:
        """The threads that are lit up."""
        return self._marks

    def set_marks(self, marks: Marks) -> None:
        """Light up some threads of this launch, until another choice or launch."""
        self._marks = marks
        self._refresh()

    def replace_trace(self, trace: Trace) -> None:
        """Show the same launch with the steps of other blocks, from where it is looked at."""
        self._facts = StageFacts(trace, self._playback.order)
        self._refresh()

    def set_findings(self, findings: Findings) -> None:
        """Mark what checks found in this launch, until another choice or launch."""
        self._findings = findings
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._refresh()

    def fit(self) -> None:
        """Show the whole grid."""
        self._entered = None
        self._arrange()

    def enter_block(self, block: int) -> None:
        """Choose a block and zoom in until it fills the canvas."""
        if self._facts is not None:
            self._entered = block
            if self._selection.block != block:
                self._selection.select_block(block)
            self._arrange()

    def leave(self) -> None:
        """One level up: from a thread to its block, from a block to the whole grid."""
        if self._selection.thread is not None and self._selection.block is not None:
            self._selection.select_block(self._selection.block)
            return
        self._selection.clear()
        self.fit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), QColor(self._theme.background))
            painter.scale(self.scale, self.scale)
            paint(painter, self._scene)
            self._paint_focus(painter)
        finally:
            painter.end()  # an active painter that outlives its event ends the program

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        self._ringed = event.reason() in KEYBOARD_REASONS
        super().focusInEvent(event)

    def _paint_focus(self, painter: QPainter) -> None:
        """A frame while the keyboard is here; not after a click, which shows where it went."""
        if self.hasFocus() and self._ringed:
            painter.resetTransform()
            painter.setPen(QColor(self._theme.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if self._pressed is None or self._grid is None:
            self._point_out(self._hit(event.position()))
            return
        moved = event.position() - self._pressed
        if not self._dragged and moved.manhattanLength() < DRAG_FROM:
            return
        self._dragged = True
        self._pressed = event.position()
        right, down = moved.x() / self.scale, moved.y() / self.scale
        self._grid = grid_moves.moved(self._grid, right, down)
        self._refresh()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        clicked = self._pressed is not None and not self._dragged
        self._pressed = None
        if clicked:
            self._choose(self._hit(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self._hit(event.position())
        if isinstance(hit, BlockHit | ThreadHit):
            self.enter_block(hit.block)
        elif isinstance(hit, ElementHit) and self._facts is not None:
            self.arrays.choose_writer(self._facts, hit)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        self._zoom(ZOOM_PER_NOTCH ** (event.angleDelta().y() / NOTCH), event.position())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.text() in ZOOM_KEYS:
            self._zoom_middle(ZOOM_KEYS[event.text()])
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:  # noqa: D102
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            self._explain(event)
            return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() is PINCH:
            self._zoom(1 + event.value(), event.position())
            return True
        return super().event(event)

    def _arrange(self) -> None:
        """Divide the stage anew: another launch or another size."""
        if self._facts is None:
            self._layout = self._grid = None
        else:
            entered = self._entered
            self._layout = divide(self._facts, *self._room(), entered is not None)
            fitting = fit_grid(self._facts.shape, self._layout.grid)
            self._grid = fitting if entered is None else grid_moves.entered(fitting, entered)
        self._refresh()

    def _room(self) -> tuple[float, float]:
        return self.width() / self.scale, self.height() / self.scale

    def _follow(self) -> None:
        """Another moment or choice, unless it is one of a launch that is still to be shown."""
        if self._facts is not None and self._facts.trace is self._playback.trace:
            self._refresh()

    def _refresh(self) -> None:
        self._scene = self._composed()
        self.setAccessibleDescription(self._scene.sentence)
        self.update()

    def _composed(self) -> Scene:
        camera = self.camera
        if camera is None:
            return compose_empty(*self._room(), self._theme, say)
        return camera.scene(self._playback.instant)

    def _chosen(self, facts: StageFacts) -> tuple[int | None, int | None, int | None]:
        """The chosen block, thread and warp, as far as this launch has them."""
        chosen, config = self._selection, facts.trace.config
        if chosen.block is None or chosen.block >= config.blocks:
            return None, None, None
        thread, warp = chosen.thread, chosen.warp
        return (
            chosen.block,
            thread if thread is not None and thread < config.block.size else None,
            warp if warp is not None and warp < config.warps_per_block else None,
        )

    def _zoom_middle(self, factor: float) -> None:
        if self._layout is not None:
            view = self._layout.grid
            self._zoom(factor, QPointF(view.x + view.w / 2, view.y + view.h / 2) * self.scale)

    def _zoom(self, factor: float, position: QPointF) -> None:
        at = position / self.scale
        if self._grid is None or self._layout is None or self._facts is None:
            return
        if not self._layout.grid.contains(at.x(), at.y()):
            return
        self._entered = None
        zoomed = grid_moves.zoomed(replace(self._grid, alone=None), factor, at.x(), at.y())
        fitting = fit_grid(self._facts.shape, self._layout.grid)
        self._grid = fitting if zoomed.cell <= fitting.cell else zoomed
        self._refresh()

    def _hit(self, position: QPointF) -> Hit | None:
        at = position / self.scale
        return self._scene.hit(at.x(), at.y())

    def _choose(self, hit: Hit | None) -> None:
        if isinstance(hit, GridHit):
            self._selection.clear()
        elif isinstance(hit, BlockHit):
            self._selection.select_block(hit.block)
        elif isinstance(hit, WarpHit):
            self._selection.select_warp(hit.block, hit.warp)
        elif isinstance(hit, ThreadHit):
            self._selection.select_thread(hit.block, hit.thread)
        elif isinstance(hit, ElementHit):
            self.arrays.choose(hit)
        elif isinstance(hit, SiteHit):
            self._selection.select_site(hit.site)
        elif isinstance(hit, ElementColouringHit):
            self.arrays.pull_down(self, QCursor.pos())

    def _point_out(self, hit: Hit | None) -> None:
        pressable = hit is not None and not isinstance(hit, StateHit)
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if pressable else arrow)

    def _explain(self, event: QHelpEvent) -> None:
        hit, facts = self._hit(QPointF(event.pos())), self._facts
        if hit is None or facts is None:
            QToolTip.hideText()
            return
        lines = tooltip(facts, hit, self._playback.instant, say)
        QToolTip.showText(event.globalPos(), "\n".join(lines), self)
