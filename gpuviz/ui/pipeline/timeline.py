"""The timeline of a pipeline as a widget: launches and copies, and which of them was chosen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpuviz.messages import Message
from gpuviz.scene.charts.table import Table
from gpuviz.scene.pipeline.export import events_table
from gpuviz.scene.pipeline.look import fitted, moved
from gpuviz.scene.pipeline.scene import compose, event_at, rooms_of
from gpuviz.scene.pipeline.train import Train
from gpuviz.scene.pipeline.words import NO_PIPELINE, event_lines
from gpuviz.scene.stage.scene import Label, Rect, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import Look
from gpuviz.scene.timeline.span import Span
from gpuviz.texts import say, tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.timeline.keys import change_of
from gpuviz.ui.timeline.span_view import SpanView

SMALLEST = QSize(280, 110)
WAYS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}


class TrainTimeline(SpanView):
    """Launches and copies over time. A click opens a launch, the arrow keys go from launch to
    launch, Enter opens the one they stand on.

    The wheel zooms in time, with Shift it scrolls the lanes; a drag pans, 0 shows all.
    """

    launchPicked = Signal(int)  # row in PipelineResult.launches
    launchChosen = Signal(object)  # the row that the keyboard stands on, or None

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._train: Train | None = None
        self._words: Message = NO_PIPELINE
        self._span: Span | None = None
        self._fits = True
        self._opened: int | None = None
        self._chosen: int | None = None  # launch
        self.setAccessibleName(tr("Timeline of the pipeline"))

    @property
    def train(self) -> Train | None:
        """What is shown; None while there are only words."""
        return self._train

    @property
    def span(self) -> Span | None:
        """Which part of it is seen."""
        return self._span

    @property
    def chosen(self) -> int | None:
        """The launch that the keyboard stands on."""
        return self._chosen

    @property
    def opened(self) -> int | None:
        """The launch that is on the stage."""
        return self._opened

    @property
    def scene(self) -> Scene:
        """All that is painted."""
        return self._scene(self._look, self._span)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Small enough for a small window."""
        return SMALLEST

    def show_train(self, train: Train) -> None:
        """Show another result, all of it; of the same pipeline the part that was looked at."""
        before, self._train = self._train, train
        if before is None or not _has_same_axis(before, train):
            self._fits = True
        self._chosen = None
        self._arrange()

    def show_words(self, words: Message) -> None:
        """Say why there is nothing to see."""
        self._train, self._words, self._span, self._fits = None, words, None, True
        self._opened = self._chosen = None
        self._refresh()

    def light(self, launch: int | None) -> None:
        """Light the launch that is on the stage."""
        if launch != self._opened:
            self._opened = launch
            self._refresh()

    def choose(self, launch: int | None) -> None:
        """Move to a launch, and bring it into sight."""
        if launch == self._chosen:
            return
        self._chosen = launch
        self._bring(launch)
        self._refresh()
        self.launchChosen.emit(launch)

    def fit(self) -> None:
        """Show all of it."""
        self._fits = True
        self._arrange()

    def lines_at(self, place: QPointF) -> list[str]:
        """What is said about a point; nothing beside the bars."""
        event = self._event_at(place)
        return [] if event is None or self._train is None else event_lines(self._train, event)

    def _scene(self, look: Look, span: Span | None) -> Scene:
        train = self._train
        if train is None or span is None:
            words = say(self._words)
            room = Rect(0, 0, look.width, look.height)
            return Scene((Label(room, words, look.theme.muted, align="center"),), (), words)
        return compose(
            train, span, look, self._event_of(self._opened), self._event_of(self._chosen)
        )

    def _event_of(self, launch: int | None) -> int | None:
        if launch is None or self._train is None:
            return None
        return self._train.event_of(launch)

    def _event_at(self, place: QPointF) -> int | None:
        if self._train is None or self._span is None:
            return None
        return event_at(self._train, self._span, place.x(), place.y())

    def _bar_at(self, place: QPointF) -> int | None:
        event = self._event_at(place)
        return None if event is None or self._train is None else self._train.events[event].launch

    def _bar_by(self, event: QKeyEvent) -> int | None:
        """The launch to which a key leads; the first presses lead to an end."""
        plain = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
        count = 0 if self._train is None else len(self._train.rows)
        if not count or event.modifiers() not in plain:
            return None
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: count - 1}
        if event.key() in ends:
            return ends[Qt.Key(event.key())]
        way = WAYS.get(event.key())
        if way is None:
            return None
        at = self._opened if self._chosen is None else self._chosen
        start = (-1 if way > 0 else count) if at is None else at
        return min(max(start + way, 0), count - 1)

    def _is_mine(self, event: QKeyEvent) -> bool:
        leads = self._bar_by(event) is not None or change_of(event) is not None
        return self._train is not None and leads

    def _click(self, bar: int) -> None:
        self.choose(bar)
        self.launchPicked.emit(bar)

    def _enter(self, bar: int) -> None:
        self.launchPicked.emit(bar)

    def _go_to(self, bar: int) -> None:
        self.choose(bar)

    def _bring(self, launch: int | None) -> None:
        event, train = self._event_of(launch), self._train
        if event is not None and train is not None and self._span is not None:
            times = float(train.start_s[event]), float(train.end_s[event])
            self._look_at(self._span.showing(*times, int(train.lane[event])))

    def _look_at(self, span: Span) -> None:
        if span != self._span:
            self._span, self._fits = span, False
            self._refresh()

    def _arrange(self) -> None:
        if self._train is not None:
            self._span = self._span_in(self._train, self._look)
        self._refresh()

    def _span_in(self, train: Train, look: Look) -> Span:
        plot = rooms_of(train, look).plot
        if self._fits or self._span is None:
            return fitted(train, plot)
        return moved(self._span, plot, len(train.lanes))

    def _refresh(self) -> None:
        super()._refresh()
        self.setAccessibleDescription(self._described())

    def _described(self) -> str:
        event = self._event_of(self._chosen)
        if self._train is None or event is None:
            return say(self._words) if self._train is None else ""
        return ". ".join(event_lines(self._train, event))

    def _exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all bars."""
        train = self._train

        def scene(width: float, height: float) -> Scene:
            look = Look(width, height, self._theme, measure)
            return self._scene(look, None if train is None else self._span_in(train, look))

        def table() -> Table:
            return events_table(train)

        title = tr("Timeline of the pipeline") if train is None else train.title
        return Exhibit(title, scene, table, self._theme)


def _has_same_axis(one: Train, other: Train) -> bool:
    """Whether what was looked at of one is there in the other."""
    same = one.title == other.title and one.lanes == other.lanes
    return same and one.duration_s == other.duration_s
