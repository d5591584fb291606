"""The timeline of a pipeline as a widget: launches and copies, and which of them was chosen."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpuviz.messages import Message
from gpuviz.scene.pipeline.export import events_table
from gpuviz.scene.pipeline.look import fitted, moved
from gpuviz.scene.pipeline.scene import compose, rooms_of
from gpuviz.scene.pipeline.train import LaunchTrain
from gpuviz.scene.pipeline.words import NO_PIPELINE, event_lines
from gpuviz.scene.scene import EventHit, Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timeline.look import TimelineLook
from gpuviz.scene.timeline.span import Span
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import in_turn, tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.spans.keys import is_plain, move_of
from gpuviz.ui.spans.view import SpanView

SMALLEST = QSize(280, 110)


class TrainTimeline(SpanView):
    """Launches and copies over time. A click opens a launch, the arrow keys go from launch to
    launch, Enter opens the one they stand on.

    The wheel zooms in time, with Shift it scrolls the lanes; a drag pans, 0 shows all.
    """

    launchPicked = Signal(int)  # row in LaunchResult.launches
    launchChosen: TypedSignal[[int | None]] = signal(object)  # the row of the keyboard

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Timeline of the pipeline"), NO_PIPELINE)
        self._train: LaunchTrain | None = None
        self._opened: int | None = None

    @property
    def train(self) -> LaunchTrain | None:
        """What is shown; None while there are only words."""
        return self._train

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
        self._train, self._words = None, words
        self._opened = self._chosen = None
        self.fit()

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
        event, train = self._event_of(launch), self._train
        if event is not None and train is not None:
            times = float(train.start_s[event]), float(train.end_s[event])
            self._bring(*times, int(train.lane[event]))
        self.refresh()
        self.launchChosen.emit(launch)

    def whole(self, look: TimelineLook) -> Span | None:
        """All of the time, and as many lanes as have room."""
        if self._train is None:
            return None
        return fitted(self._train, rooms_of(self._train, look).plot)

    def part(self, seen: Span, whole: Span) -> Span:
        """The same part; its lanes are at least as high as the room allows."""
        return moved(seen, whole)

    def picture(self, span: Span, look: TimelineLook) -> Scene:
        """All of it: what is lit, too."""
        assert self._train is not None
        lit = self._event_of(self._opened), self._event_of(self._chosen)
        return compose(self._train, span, look, *lit)

    def description(self) -> str:
        """The launch that the keyboard stands on, else the whole."""
        event = self._event_of(self._chosen)
        if self._train is None or event is None:
            return self.scene.sentence
        return in_turn(event_lines(self._train, event))

    def words_of(self, hit: Hit | None) -> str:
        """About a launch or a copy; nothing beside the bars."""
        if self._train is None or not isinstance(hit, EventHit):
            return ""
        return "\n".join(event_lines(self._train, hit.event))

    def bar_of(self, hit: Hit | None) -> int | None:
        """The launch that is meant; None for a copy."""
        if self._train is None or not isinstance(hit, EventHit):
            return None
        return self._train.events[hit.event].launch

    def bar_by(self, event: QKeyEvent) -> int | None:
        """The launch before or after; the first presses lead to an end."""
        count = 0 if self._train is None else len(self._train.rows)
        if not count or not is_plain(event):
            return None
        ends = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: count - 1}
        if event.key() in ends:
            return ends[Qt.Key(event.key())]
        move = move_of(event)
        if move is None:
            return None
        way = sum(move)
        at = self._opened if self._chosen is None else self._chosen
        start = (-1 if way > 0 else count) if at is None else at
        return min(max(start + way, 0), count - 1)

    def go_to(self, bar: int) -> None:
        """Chooses a launch."""
        self.choose(bar)

    def enter(self, bar: int) -> None:
        """Has a launch opened."""
        self.launchPicked.emit(bar)

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Chooses and opens a launch."""
        super().hit_clicked(hit, held)
        launch = self.bar_of(hit)
        if launch is not None:
            self.enter(launch)

    def exhibit(self) -> Exhibit:
        """What is taken out of the window: the part that is seen, and the numbers of all bars."""
        train = self._train
        title = tr("Timeline of the pipeline") if train is None else train.title
        return Exhibit(title, self.compose, lambda: events_table(train), self._theme)

    def _event_of(self, launch: int | None) -> int | None:
        if launch is None or self._train is None:
            return None
        return self._train.event_of(launch)


def _has_same_axis(one: LaunchTrain, other: LaunchTrain) -> bool:
    """Whether what was looked at of one is there in the other."""
    same = one.title == other.title and one.lanes == other.lanes
    return same and one.duration_s == other.duration_s
