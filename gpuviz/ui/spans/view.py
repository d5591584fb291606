"""What timelines have in common as widgets: which part of them is seen, and what moves it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent

from gpuviz.messages import Message
from gpuviz.scene.scene import Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import TimelineLook, compose_words
from gpuviz.scene.timeline.span import Span
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget, notches_of
from gpuviz.ui.spans.keys import SCROLL_PX, ZOOM_STEP, change_of
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.tables import ENTER


class SpanView(SceneWidget):
    """Bars over time, of which a span is seen: all of it, until somebody moves it.

    The wheel zooms in time, with Shift it scrolls the rows; a drag pans, 0 shows all. The arrow
    keys go from bar to bar. A bar is a number: of a block, or of a launch.
    """

    def __init__(self, theme: Theme, name: str, words: Message) -> None:
        super().__init__(theme, name)
        self._words = words
        self._span: Span | None = None
        self._fits = True
        self._chosen: int | None = None
        self.export = self.offer_export()

    @property
    def span(self) -> Span | None:
        """Which part of it is seen; None while there are only words."""
        return self._span

    @property
    def chosen(self) -> int | None:
        """The bar that the keyboard stands on."""
        return self._chosen

    def whole(self, look: TimelineLook) -> Span | None:
        """All of it in a room; None while there are only words."""
        raise NotImplementedError

    def part(self, seen: Span, whole: Span) -> Span:
        """What was seen in one room, in the room of `whole`."""
        return replace(seen, plot=whole.plot).panned(0, 0)

    def picture(self, span: Span, look: TimelineLook) -> Scene:
        """What is painted of a span."""
        raise NotImplementedError

    def bar_of(self, hit: Hit | None) -> int | None:
        """The bar that a click there means."""
        raise NotImplementedError

    def bar_by(self, event: QKeyEvent) -> int | None:
        """The bar to which a key leads."""
        raise NotImplementedError

    def go_to(self, bar: int) -> None:
        """A key or a click leads to a bar."""
        raise NotImplementedError

    def enter(self, bar: int) -> None:
        """A bar is to be opened."""
        raise NotImplementedError

    def fit(self) -> None:
        """Show all of it."""
        self._fits = True
        self.arrange()

    def look_at(self, span: Span) -> None:
        """See another part."""
        if span != self._span:
            self._span, self._fits = span, False
            self.refresh()

    def look(self, width: float, height: float) -> TimelineLook:
        """So many pixels of room, in its colours."""
        return TimelineLook(width, height, self._theme, measure)

    def compose(self, width: float, height: float) -> Scene:
        """The part that is seen, or why there is nothing to see."""
        look = self.look(width, height)
        span = self._span_in(look)
        return compose_words(self._words, look) if span is None else self.picture(span, look)

    def arrange(self) -> None:
        """The part that is seen, into the room that there is."""
        self._span = self._span_in(self.look(*self.room))
        self.refresh()

    def is_pressable(self, hit: Hit) -> bool:
        """Bars are."""
        return self.bar_of(hit) is not None

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Goes to a bar."""
        bar = self.bar_of(hit)
        if bar is not None:
            self.go_to(bar)

    def hit_dragged(self, hit: Hit | None, way: QPointF, place: QPointF) -> None:
        """Pans, wherever it began."""
        if self._span is not None:
            self.look_at(self._span.panned(way.x(), way.y()))

    def takes_key(self, event: QKeyEvent) -> bool:
        """Those that lead to a bar or to another part."""
        leads = self.bar_by(event) is not None or change_of(event) is not None
        return self._span is not None and leads

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self._span is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.look_at(self._span.panned(0, notches_of(event) * SCROLL_PX))
        else:
            factor = ZOOM_STEP ** notches_of(event)
            self.look_at(self._span.zoomed(factor, event.position().x()))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        change, bar = change_of(event), self.bar_by(event)
        if self._span is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.key() in ENTER and self._chosen is not None:
            self.enter(self._chosen)
        elif bar is not None:
            self.go_to(bar)
        elif change is not None:
            self.look_at(change(self._span))
        else:
            super().keyPressEvent(event)

    def _bring(self, start_s: float, end_s: float, row: int) -> None:
        """Move, if need be, until a bar is seen."""
        if self._span is not None:
            self.look_at(self._span.showing(start_s, end_s, row))

    def _span_in(self, look: TimelineLook) -> Span | None:
        """What is seen, laid out for a room."""
        whole = self.whole(look)
        if whole is None or self._fits or self._span is None:
            return whole
        return self.part(self._span, whole)
