"""The timeline of the SMs as a widget: blocks over time, and the instant that plays."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from gpuviz.insight.timeline_moves import Now
from gpuviz.messages import Message
from gpuviz.scene.stage.scene import BlockHit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import ShownTimeline, TimelineLook
from gpuviz.scene.timeline.sight import Sight
from gpuviz.scene.timeline.span import Span
from gpuviz.scene.timeline.table import table_of
from gpuviz.scene.timeline.words import block_lines
from gpuviz.texts import tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.terms import explained
from gpuviz.ui.timeline.keys import ZOOM_STEP, change_of, move_of
from gpuviz.ui.timeline.span_view import SpanView, notches_of

SMALLEST = QSize(320, 110)


class TimelineView(SpanView):
    """Blocks over time. A click chooses a block, a double click or Enter enters it on the stage.

    The wheel zooms in time, with Ctrl it makes rows higher, with Shift it scrolls them; a drag
    pans, 0 shows all. The arrow keys go from block to block.
    """

    blockPicked = Signal(int)
    blockEntered = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._sight = Sight()
        self._scene: Scene | None = None
        self.setAccessibleName(tr("SM timeline"))

    @property
    def shown(self) -> ShownTimeline | None:
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

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Small enough for a small window."""
        return SMALLEST

    def show_timeline(self, shown: ShownTimeline) -> None:
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

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        block = self._bar_at(event.position())
        if block is not None:
            self.blockEntered.emit(block)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if held and self.span is not None:
            factor = ZOOM_STEP ** notches_of(event)
            self._look_at(self.span.with_rows(factor, event.position().y()))
        else:
            super().wheelEvent(event)

    def tip_at(self, place: QPointF) -> str:
        """The tooltip: of a block, or above the rows of the words that stand there."""
        if self.shown is not None and self.span is not None and place.y() < self.span.plot.y:
            marks = "wave tail" if self.shown.timeline.waves > 1 else ""
            return explained(self.shown.title, self.shown.verdict, marks)
        return super().tip_at(place)

    def lines_at(self, place: QPointF) -> list[str]:
        """What is said about a point; nothing beside the bars."""
        block = self._bar_at(place)
        if block is None or self.shown is None:
            return []
        return block_lines(self.shown.trace, self.shown.timeline, block)

    def _overlay(self) -> Scene:
        return self._sight.overlay(self._look)

    def _bar_at(self, place: QPointF) -> int | None:
        found = self.scene.hit(place.x(), place.y())
        return found.block if isinstance(found, BlockHit) else None

    def _bar_by(self, event: QKeyEvent) -> int | None:
        move = move_of(event)
        return None if move is None else self._sight.neighbour(*move)

    def _is_mine(self, event: QKeyEvent) -> bool:
        return self.shown is not None and bool(move_of(event) or change_of(event))

    def _click(self, bar: int) -> None:
        self.blockPicked.emit(bar)

    def _enter(self, bar: int) -> None:
        self.blockEntered.emit(bar)

    def _go_to(self, bar: int) -> None:
        self.blockPicked.emit(bar)

    def _look_at(self, span: Span) -> None:
        if self._sight.look_at(span):
            self._refresh()

    def _arrange(self) -> None:
        self._sight.arrange(self._look)
        self._refresh()

    def _refresh(self) -> None:
        self._scene = None
        super()._refresh()

    def _exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all blocks."""
        shown, sight = self.shown, self._sight

        def scene(width: float, height: float) -> Scene:
            look = TimelineLook(width, height, self._theme, measure)
            return sight.scene(look, sight.span_in(look))

        title = shown.title if shown else tr("SM timeline")
        return Exhibit(title, scene, lambda: table_of(shown), self._theme)
