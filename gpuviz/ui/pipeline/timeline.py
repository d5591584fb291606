"""The timeline of a pipeline as a widget: launches and copies, and which of them was chosen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent

from gpuviz.messages import Message
from gpuviz.scene.charts.table import Table
from gpuviz.scene.pipeline.export import events_table
from gpuviz.scene.pipeline.look import fitted, moved
from gpuviz.scene.pipeline.scene import compose, rooms_of
from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.pipeline.words import NO_PIPELINE, event_lines
from gpuviz.scene.stage.scene import EventHit, Hit, Label, Rect, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.texts import say, tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget, notches_of
from gpuviz.ui.stage.paint import measure
from gpuviz.ui.timeline.keys import ENTER, ZOOM_STEP, change_of

SMALLEST = QSize(280, 110)
SCROLL_PX = 48.0  # of one notch
WAYS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
}
PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class TrainTimeline(SceneWidget):
    """Launches and copies over time. A click opens a launch, the arrow keys go from launch to
    launch, Enter opens the one they stand on.

    The wheel zooms in time, with Shift it scrolls the lanes; a drag pans, 0 shows all.
    """

    launchPicked = Signal(int)  # row in Result.launches
    launchChosen = Signal(object)  # the row that the keyboard stands on, or None

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Timeline of the pipeline"))
        self._train: LaunchTrain | None = None
        self._words: Message = NO_PIPELINE
        self._span: Span | None = None
        self._fits = True
        self._opened: int | None = None
        self._chosen: int | None = None  # launch
        self.export = self.offer_export()

    @property
    def train(self) -> LaunchTrain | None:
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

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Small enough for a small window."""
        return SMALLEST

    def show_train(self, train: LaunchTrain) -> None:
        """Show another result, all of it; of the same pipeline the part that was looked at."""
        before, self._train = self._train, train
        if before is None or not _has_same_axis(before, train):
            self._fits = True
        self._chosen = None
        self.arrange()

    def show_words(self, words: Message) -> None:
        """Say why there is nothing to see."""
        self._train, self._words, self._span, self._fits = None, words, None, True
        self._opened = self._chosen = None
        self.refresh()

    def light(self, launch: int | None) -> None:
        """Light the launch that is on the stage."""
        if launch != self._opened:
            self._opened = launch
            self.refresh()

    def choose(self, launch: int | None) -> None:
        """Move to a launch, and bring it into sight."""
        if launch == self._chosen:
            return
        self._chosen = launch
        self._bring(launch)
        self.refresh()
        self.launchChosen.emit(launch)

    def fit(self) -> None:
        """Show all of it."""
        self._fits = True
        self.arrange()

    def compose(self, width: float, height: float) -> Scene:
        """The part that is seen, or why there is nothing to see."""
        train, look = self._train, TimelineLook(width, height, self._theme, measure)
        if train is None:
            words, room = say(self._words), Rect(0, 0, width, height)
            return Scene((Label(room, words, self._theme.muted, align="center"),), (), words)
        lit = self._event_of(self._opened), self._event_of(self._chosen)
        return compose(train, self._span_in(train, look), look, *lit)

    def description(self) -> str:
        """The launch that the keyboard stands on, else the whole."""
        event = self._event_of(self._chosen)
        if self._train is None or event is None:
            return self.scene.sentence
        return ". ".join(event_lines(self._train, event))

    def arrange(self) -> None:
        """The part that is seen, into the room that there is."""
        if self._train is not None:
            look = TimelineLook(*self.room, self._theme, measure)
            self._span = self._span_in(self._train, look)
        self.refresh()

    def words_of(self, hit: Hit | None) -> str:
        """About a launch or a copy; nothing beside the bars."""
        if self._train is None or not isinstance(hit, EventHit):
            return ""
        return "\n".join(event_lines(self._train, hit.event))

    def is_pressable(self, hit: Hit) -> bool:
        """Launches are, copies are not."""
        return self._launch_of(hit) is not None

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Chooses and opens a launch."""
        launch = self._launch_of(hit)
        if launch is not None:
            self.choose(launch)
            self.launchPicked.emit(launch)

    def hit_dragged(self, hit: Hit | None, way: QPointF, place: QPointF) -> None:
        """Pans, wherever it began."""
        if self._span is not None:
            self._look_at(self._span.panned(way.x(), way.y()))

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self._span is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._look_at(self._span.panned(0, notches_of(event) * SCROLL_PX))
        else:
            factor = ZOOM_STEP ** notches_of(event)
            self._look_at(self._span.zoomed(factor, event.position().x()))

    def takes_key(self, event: QKeyEvent) -> bool:
        """Those that lead to a launch or to another part."""
        leads = self._launch_by(event) is not None or change_of(event) is not None
        return self._train is not None and leads

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        change, launch = change_of(event), self._launch_by(event)
        if self._span is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_0:
            self.fit()
        elif event.key() in ENTER and self._chosen is not None:
            self.launchPicked.emit(self._chosen)
        elif launch is not None:
            self.choose(launch)
        elif change is not None:
            self._look_at(change(self._span))
        else:
            super().keyPressEvent(event)

    def exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all bars."""
        train = self._train

        def table() -> Table:
            return events_table(train)

        title = tr("Timeline of the pipeline") if train is None else train.title
        return Exhibit(title, self.compose, table, self._theme)

    def _event_of(self, launch: int | None) -> int | None:
        if launch is None or self._train is None:
            return None
        return self._train.event_of(launch)

    def _launch_of(self, hit: Hit) -> int | None:
        if self._train is None or not isinstance(hit, EventHit):
            return None
        return self._train.events[hit.event].launch

    def _launch_by(self, event: QKeyEvent) -> int | None:
        """The launch to which a key leads; the first presses lead to an end."""
        count = 0 if self._train is None else len(self._train.rows)
        if not count or event.modifiers() not in PLAIN:
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

    def _bring(self, launch: int | None) -> None:
        event, train = self._event_of(launch), self._train
        if event is not None and train is not None and self._span is not None:
            times = float(train.start_s[event]), float(train.end_s[event])
            self._look_at(self._span.showing(*times, int(train.lane[event])))

    def _look_at(self, span: Span) -> None:
        if span != self._span:
            self._span, self._fits = span, False
            self.refresh()

    def _span_in(self, train: LaunchTrain, look: TimelineLook) -> Span:
        """What is seen, laid out for a room."""
        plot = rooms_of(train, look).plot
        if self._fits or self._span is None:
            return fitted(train, plot)
        return moved(self._span, plot, len(train.lanes))


def _has_same_axis(one: LaunchTrain, other: LaunchTrain) -> bool:
    """Whether what was looked at of one is there in the other."""
    same = one.title == other.title and one.lanes == other.lanes
    return same and one.duration_s == other.duration_s
