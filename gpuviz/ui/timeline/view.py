"""The timeline of the SMs as a widget: blocks over time, and the instant that plays."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from gpuviz.insight.timeline_moves import Now, next_on_sm, next_sm
from gpuviz.messages import Message
from gpuviz.scene.scene import BlockHit, HeadHit, Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import ShownTimeline, TimelineLook
from gpuviz.scene.timeline.overlay import compose_overlay
from gpuviz.scene.timeline.scene import compose, rooms_of
from gpuviz.scene.timeline.span import Span, fitted
from gpuviz.scene.timeline.table import table_of
from gpuviz.scene.timeline.words import NO_LAUNCH, block_lines
from gpuviz.texts import tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import notches_of
from gpuviz.ui.spans.keys import ZOOM_STEP, move_of
from gpuviz.ui.spans.view import SpanView
from gpuviz.ui.terms import explained

SMALLEST = QSize(320, 110)


class TimelineView(SpanView):
    """Blocks over time. A click chooses a block, a double click or Enter enters it on the stage.

    The wheel zooms in time, with Ctrl it makes rows higher, with Shift it scrolls them; a drag
    pans, 0 shows all. The arrow keys go from block to block.
    """

    blockPicked = Signal(int)
    blockEntered = Signal(int)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("SM timeline"), NO_LAUNCH)
        self._shown: ShownTimeline | None = None
        self._now: Now | None = None

    @property
    def shown(self) -> ShownTimeline | None:
        """The timeline; None while there is none."""
        return self._shown

    @property
    def now(self) -> Now | None:
        """The instant that plays."""
        return self._now

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
        self._shown = shown
        self.fit()

    def show_words(self, words: Message) -> None:
        """Say why there is no timeline."""
        self._shown, self._words = None, words
        self.fit()

    def light(self, block: int | None) -> None:
        """Light a block and bring it into sight; None: no block is chosen."""
        if block == self._chosen:
            return
        self._chosen = block
        self.update()
        if block is not None and self._shown is not None:
            timeline = self._shown.timeline
            times = float(timeline.start_s[block]), float(timeline.end_s[block])
            self._bring(*times, int(timeline.row[block]))

    def set_now(self, now: Now | None) -> None:
        """Move the cursor to the instant that plays."""
        if now != self._now:
            self._now = now
            self.update()

    def whole(self, look: TimelineLook) -> Span | None:
        """All of the time, and as many SMs as have a block."""
        if self._shown is None:
            return None
        plot, timeline = rooms_of(self._shown, look).plot, self._shown.timeline
        return fitted(plot, len(timeline.sms), self._shown.used_rows, timeline.duration_s)

    def picture(self, span: Span, look: TimelineLook) -> Scene:
        """All but the chosen block and the cursor."""
        assert self._shown is not None
        return compose(self._shown, span, look)

    def overlay(self) -> Scene:
        """The chosen block and the cursor."""
        if self._shown is None or self._span is None:
            return Scene()
        look = self.look(*self.room)
        rooms = rooms_of(self._shown, look)
        return compose_overlay(self._shown, self._span, rooms, look, self._chosen, self._now)

    def words_of(self, hit: Hit | None) -> str:
        """About a block."""
        if self._shown is None or not isinstance(hit, BlockHit):
            return ""
        return "\n".join(block_lines(self._shown.trace, self._shown.timeline, hit.block))

    def tip_of(self, hit: Hit | None) -> str:
        """Above the rows, what the words that stand there mean."""
        if self._shown is None or not isinstance(hit, HeadHit):
            return super().tip_of(hit)
        marks = "wave tail" if self._shown.timeline.waves > 1 else ""
        return explained(self._shown.title, self._shown.verdict, marks)

    def bar_of(self, hit: Hit | None) -> int | None:
        """The block that is meant."""
        return hit.block if isinstance(hit, BlockHit) else None

    def bar_by(self, event: QKeyEvent) -> int | None:
        """The next block on the SM, or on another; the first where none is chosen."""
        move, shown = move_of(event), self._shown
        if move is None or shown is None:
            return None
        if self._chosen is None:
            return 0
        on_sm, sms = move
        if sms:
            return next_sm(shown.timeline, self._chosen, sms)
        return next_on_sm(shown.timeline, self._chosen, on_sm)

    def go_to(self, bar: int) -> None:
        """Chooses a block."""
        self.blockPicked.emit(bar)

    def enter(self, bar: int) -> None:
        """Enters a block on the stage."""
        self.blockEntered.emit(bar)

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        block = self.bar_of(self.hit_at(event.position()))
        if block is not None:
            self.enter(block)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if held and self._span is not None:
            factor = ZOOM_STEP ** notches_of(event)
            self.look_at(self._span.with_rows(factor, event.position().y()))
        else:
            super().wheelEvent(event)

    def exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all blocks."""
        shown = self._shown
        title = shown.title if shown else tr("SM timeline")
        return Exhibit(title, self.compose, lambda: table_of(shown), self._theme)
