"""The clock of the pictures of a pipeline: after how many of its launches they are shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

WHOLE_MS = 12_000  # a film of any length takes about so long
SLOWEST_MS, FASTEST_MS = 400, 40  # from one launch to the next


class FilmClock(QObject):
    """Counts from 0, before the first launch, to `length`, after the last, and as many steps more
    as there is `extra` to be seen.
    """

    moved = Signal(int)
    playingChanged = Signal(bool)
    lengthChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._length = self._extra = self._position = 0
        self._playing = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.tick)

    @property
    def length(self) -> int:
        """The launches of the pipeline."""
        return self._length

    @property
    def end(self) -> int:
        """The last position."""
        return self._length + self._extra

    @property
    def position(self) -> int:
        """How many launches are over; more than there are: what is shown after them goes on."""
        return self._position

    @property
    def launches(self) -> int:
        """How many launches are over."""
        return min(self._position, self._length)

    @property
    def beyond(self) -> int:
        """Steps since the last launch."""
        return max(self._position - self._length, 0)

    @property
    def playing(self) -> bool:
        """Whether it runs."""
        return self._playing

    def set_length(self, launches: int, extra: int = 0) -> None:
        """Another film, from its end: as the pipeline left it."""
        self.pause()
        self._length, self._extra = launches, extra
        self.lengthChanged.emit()
        self._move(launches)

    def seek(self, position: int) -> None:
        """Show another moment."""
        self._move(min(max(position, 0), self.end))

    def play(self) -> None:
        """Run, from the beginning if it is at the end."""
        if self._playing or self.end == 0:
            return
        if self._position >= self._length:
            self._move(0)
        self._playing = True
        self._timer.start(self._wait_ms())
        self.playingChanged.emit(True)

    def pause(self) -> None:
        """Stand still."""
        if self._playing:
            self._playing = False
            self._timer.stop()
            self.playingChanged.emit(False)

    def toggle(self) -> None:
        """Play, or pause."""
        if self._playing:
            self.pause()
        else:
            self.play()

    def tick(self) -> None:
        """One launch further."""
        self._move(min(self._position + 1, self.end))
        if self._position == self.end:
            self.pause()
        elif self._playing:
            self._timer.start(self._wait_ms())

    def _wait_ms(self) -> int:
        if self._position >= self._length:
            return SLOWEST_MS
        return min(max(WHOLE_MS // max(self._length, 1), FASTEST_MS), SLOWEST_MS)

    def _move(self, position: int) -> None:
        if position != self._position:
            self._position = position
            self.moved.emit(position)
