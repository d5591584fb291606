"""The timeline as a widget: it paints itself, zooms, scrolls, and tells what was chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.insight.timeline_moves import Now
from gpuviz.messages import Message
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.painted import paint_focus, painted_once
from gpuviz.ui.seen import SeenView
from gpuviz.ui.stage.paint import measure, paint
from gpuviz.ui.stage.press import Press
from gpuviz.ui.stage.scene import BlockHit, Scene
from gpuviz.ui.terms import explained
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.timeline.keys import ENTER, ZOOM_STEP, change_of, move_of
from gpuviz.ui.timeline.look import Look, Shown
from gpuviz.ui.timeline.sight import Sight
from gpuviz.ui.timeline.span import Span
from gpuviz.ui.timeline.table import table_of
from gpuviz.ui.timeline.words import block_lines

NOTCH = 120.0  # angle units of one notch of a wheel
SMALLEST = QSize(320, 110)
SCROLL_PX = 48.0  # of one notch


class TimelineView(SeenView):
    """Blocks over time. A click chooses a block, a double click or Enter enters it on the stage.

    The wheel zooms in time, with Ctrl it makes rows higher, with Shift it scrolls them; a drag
    pans, 0 shows all. The arrow keys go from block to block.
    """

    blockPicked = Signal(int)
    blockEntered = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sight = Sight()
        self._scene: Scene | None = None
        self._still: QPixmap | None = None
        self._press: Press | None = None
        self.export = ChartExport(self, self._exhibit)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setToolTipDuration(20_000)
        self.setAccessibleName(tr("SM timeline"))

    @property
    def shown(self) -> Shown | None:
        """The timeline; None while there is none."""
        return self._sight.shown

    @property
    def span(self) -> Span | None:
        """Which part of it is seen."""
        return self._sight.span

    @property
    def chosen(self) -> int | None:
        """The block that is lit."""
        return self._sight.chosen

    @property
    def now(self) -> Now | None:
        """The instant that plays."""
        return self._sight.now

    @property
    def scene(self) -> Scene:
        """All that is painted but the chosen block and the cursor."""
        if self._scene is None:
            self._scene = self._sight.scene(self._look, self.span)
            self.setAccessibleDescription(self._scene.sentence)
        return self._scene

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self,)

    def minimumSizeHint(self) -> QSize:
        """Small enough for a small window."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._refresh()

    def show_timeline(self, shown: Shown) -> None:
        """Show a launch, all of it."""
        self._sight.show(shown)
        self._arrange()

    def show_words(self, words: Message) -> None:
        """Say why there is no timeline."""
        self._sight.show(None, words)
        self._refresh()

    def light(self, block: int | None) -> None:
        """Light a block and bring it into sight; None: no block is chosen."""
        if block == self._sight.chosen:
            return
        self._sight.chosen = block
        self.update()
        if block is not None and self._sight.bring(block):
            self._refresh()

    def set_now(self, now: Now | None) -> None:
        """Move the cursor to the instant that plays."""
        if now != self._sight.now:
            self._sight.now = now
            self.update()

    def fit(self) -> None:
        """Show all of the time, and as many SMs as have a block."""
        self._sight.fit()
        self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        still = self._painted()
        painter = QPainter(self)
        try:
            painter.drawPixmap(0, 0, still)
            paint(painter, self._sight.overlay(self._look))
            paint_focus(painter, self, self._theme)
        finally:
            painter.end()  # an active painter that outlives its event ends the program

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            self._press = Press(event.position(), self._hit(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, place = self._press, event.position()
        if press is not None:
            way = press.way_to(place)
            if press.dragged and self.span is not None:
                self._look_at(self.span.panned(way.x(), way.y()))
            return
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(arrow if self._hit(place) is None else hand)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, self._press = self._press, None
        if press is not None and not press.dragged and isinstance(press.on, BlockHit):
            self.blockPicked.emit(press.on.block)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        hit = self._hit(event.position())
        if hit is not None:
            self.blockEntered.emit(hit.block)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        angle, place = event.angleDelta(), event.position()
        notches = (angle.y() or angle.x()) / NOTCH
        if self.span is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._look_at(self.span.with_rows(ZOOM_STEP**notches, place.y()))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._look_at(self.span.panned(0, notches * SCROLL_PX))
        else:
            self._look_at(self.span.zoomed(ZOOM_STEP**notches, place.x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        change, move = change_of(event), move_of(event)
        block = None if move is None else self._sight.neighbour(*move)
        if self.span is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.key() in ENTER and self.chosen is not None:
            self.blockEntered.emit(self.chosen)
        elif block is not None:
            self.blockPicked.emit(block)
        elif change is not None:
            self._look_at(change(self.span))
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """The arrow keys are the timeline's while it has the keyboard; tooltips tell of blocks."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            mine = move_of(event) or change_of(event)
            if mine and self.shown is not None:
                event.accept()
                return True
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tip_at(self, position: QPointF) -> str:
        """The tooltip: of a block, or above the rows of the words that stand there."""
        if self.shown is not None and self.span is not None and position.y() < self.span.plot.y:
            marks = "wave tail" if self.shown.timeline.waves > 1 else ""
            return explained(self.shown.title, self.shown.verdict, marks)
        return "\n".join(self.lines_at(position))

    def lines_at(self, position: QPointF) -> list[str]:
        """What is said about a point; nothing beside the bars."""
        hit = self._hit(position)
        if hit is None or self.shown is None:
            return []
        return block_lines(self.shown.trace, self.shown.timeline, hit.block)

    @property
    def _look(self) -> Look:
        return Look(float(self.width()), float(self.height()), self._theme, measure)

    def _hit(self, position: QPointF) -> BlockHit | None:
        found = self.scene.hit(position.x(), position.y())
        return found if isinstance(found, BlockHit) else None

    def _look_at(self, span: Span) -> None:
        if self._sight.look_at(span):
            self._refresh()

    def _arrange(self) -> None:
        self._sight.arrange(self._look)
        self._refresh()

    def _refresh(self) -> None:
        self._scene = self._still = None
        self.update()

    def _painted(self) -> QPixmap:
        """All but the overlay: painted once."""
        if self._still is None:
            self._still = painted_once(self, self.scene, self._theme)
        return self._still

    def _exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all blocks."""
        shown, sight = self.shown, self._sight

        def scene(width: float, height: float) -> Scene:
            look = Look(width, height, self._theme, measure)
            return sight.scene(look, sight.span_in(look))

        title = shown.title if shown else tr("SM timeline")
        return Exhibit(title, scene, lambda: table_of(shown), self._theme)
