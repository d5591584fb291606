"""The playback clock: which moment of a trace is shown, and how it moves."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.device import DEFAULT_DEVICE, load_devices
from gpuviz.insight.order import Instant, PlayOrder, play_order
from gpuviz.trace import Trace

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
ROUND_MS = 320  # at speed 1: slow enough to follow one round with the eye


class Playback(QObject):
    """Moves through the moments of a trace.

    At moment m the steps `order.step[:m]` have been executed and `order.step[m - 1]` is the current
    one. `round` counts the rounds that have begun; where not every block is followed, it also moves
    between moments. After the last step comes one more place, `ended`: the launch is over.
    """

    momentChanged = Signal(int)
    playingChanged = Signal(bool)
    speedChanged = Signal(float)
    traceChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._order: PlayOrder | None = None
        self._moment = self._round = 0
        self._speed = 1.0
        self._timer = QTimer(self)
        self._timer.setInterval(ROUND_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def trace(self) -> Trace | None:
        """The trace that is played."""
        return self._trace

    @property
    def order(self) -> PlayOrder | None:
        """Its order; None where there is nothing to play."""
        return self._order

    @property
    def length(self) -> int:
        """How many steps there are to play."""
        return 0 if self._order is None else len(self._order)

    @property
    def rounds(self) -> int:
        """How many rounds the launch takes."""
        return 0 if self._order is None else self._order.rounds

    @property
    def moment(self) -> int:
        """How many steps have been executed, 0..length."""
        return self._moment

    @property
    def round(self) -> int:
        """How many rounds have begun, 0..rounds, and rounds + 1 when the launch is over."""
        return self._round

    @property
    def ended(self) -> bool:
        """Whether the launch is over."""
        return self._order is not None and self._round > self.rounds

    @property
    def instant(self) -> Instant:
        """Moment, round and ended in one."""
        return Instant(self._moment, self._round, self.ended)

    @property
    def playing(self) -> bool:
        """Whether the clock runs."""
        return self._timer.isActive()

    @property
    def current_step(self) -> int | None:
        """The id of the step executed last, None before the first."""
        if self._order is None or self._moment == 0:
            return None
        return int(self._order.step[self._moment - 1])

    @property
    def speed(self) -> float:
        """How many times faster than one round every 320 ms, 0.25..16."""
        return self._speed

    @speed.setter
    def speed(self, factor: float) -> None:
        self._speed = min(max(factor, SPEEDS[0]), SPEEDS[-1])
        self._timer.setInterval(round(ROUND_MS / self._speed))
        self.speedChanged.emit(self._speed)

    def set_trace(self, trace: Trace | None) -> None:
        """Show another trace from before its first step."""
        self.pause()
        devices = load_devices()
        self._trace = trace
        self._order = None
        if trace is not None:
            device = devices.get(trace.device_id, devices[DEFAULT_DEVICE])
            self._order = play_order(trace, device)
        self._moment = self._round = 0
        self.traceChanged.emit()
        self.momentChanged.emit(0)

    def play(self) -> None:
        """Let the clock run, from the beginning if the launch is over."""
        if self._order is None or self.playing:
            return
        if self.ended:
            self.seek(0)
        self._timer.start()
        self.playingChanged.emit(True)

    def pause(self) -> None:
        """Stop the clock."""
        if not self.playing:
            return
        self._timer.stop()
        self.playingChanged.emit(False)

    def toggle(self) -> None:
        """Play if paused, pause if playing."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step(self, count: int) -> None:
        """Move by single steps; one step past the last is the end of the launch."""
        target = self._moment + count + (1 if self.ended else 0)
        if count > 0 and target > self.length and self._moment == self.length:
            self._move(self.length, self.rounds + 1)
            return
        moment = min(max(target, 0), self.length)
        self._move(moment, self._rounds_at(moment))

    def move_round(self, count: int) -> None:
        """Move by whole rounds; a round that has only begun is finished first, or taken back."""
        if self._order is None:
            return
        unfinished = self._moment < self._order.moment_of_round(self._round)
        target = self._round + count - (1 if unfinished and count > 0 else 0)
        self.seek_round(target)

    def seek(self, moment: int) -> None:
        """Go to a moment; the last one is the end of the launch."""
        moment = min(max(moment, 0), self.length)
        at_end = self._order is not None and moment == self.length
        self._move(moment, self.rounds + 1 if at_end else self._rounds_at(moment))

    def seek_round(self, rounds: int) -> None:
        """Go to where so many rounds are over; one more than there are is the end of the launch."""
        if self._order is None:
            return
        rounds = min(max(rounds, 0), self.rounds + 1)
        self._move(self._order.moment_of_round(rounds), rounds)

    def _rounds_at(self, moment: int) -> int:
        return 0 if self._order is None else self._order.rounds_at(moment)

    def _move(self, moment: int, rounds: int) -> None:
        if self._order is None or (moment, rounds) == (self._moment, self._round):
            return
        self._moment, self._round = moment, rounds
        self.momentChanged.emit(moment)

    def _tick(self) -> None:
        self.move_round(1)
        if self.ended:
            self.pause()
