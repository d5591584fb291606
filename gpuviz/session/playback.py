"""The playback clock: which moment of a trace is shown, and how it moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from gpuviz.insight.moment_rows import Moments
from gpuviz.insight.order import Instant, PlayOrder, order_of
from gpuviz.insight.same_instant import same_instant
from gpuviz.messages import Message
from gpuviz.trace import Trace

if TYPE_CHECKING:
    from gpuviz.insight.moments import MomentFinder
    from gpuviz.insight.tempo import Tempo
    from gpuviz.insight.trace_index import TraceIndex

Pace = Literal["rounds", "steps", "turns", "blocks"]

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 64.0, 256.0, 1024.0)
TICK_MS = 20  # at least: what is faster moves several rounds a tick
STEP_S = 0.35  # at speed 1: a step on the way to a moment
WAY_S = 6.0  # all of them, where they are many


class Playback(QObject):
    """Moves through the moments of a trace.

    At moment m the steps `order.step[:m]` have been executed and `order.step[m - 1]` is the current
    one. `round` counts the rounds that have begun; where not every block is followed, it also moves
    between moments. After the last step comes one more place, `ended`: the launch is over.
    """

    momentChanged = Signal(int)
    playingChanged = Signal(bool)
    speedChanged = Signal(float)
    paceChanged = Signal(str)
    traceChanged = Signal()
    breakpointsChanged = Signal()
    stopped = Signal(int)  # the row of `stops` at which playing came to a breakpoint

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._order: PlayOrder | None = None
        self._moment = self._round = 0
        self._speed = 1.0
        self._pace: Pace = "rounds"
        self._reverse = self._posed = False
        self._index: TraceIndex | None = None
        self._breakpoints: frozenset[int] = frozenset()
        self._stops: Moments | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tick)
        self._playing = False
        self._coming: Message | None = None
        self._until: int | None = None  # the moment to which it plays step by step
        self._step_s = STEP_S  # on the way there

    @property
    def trace(self) -> Trace | None:
        """The trace that is played."""
        return self._trace

    @property
    def coming(self) -> Message | None:
        """What is said of the launch that is under way while there is nothing to play."""
        return self._coming if self._trace is None else None

    def expect(self, coming: Message | None) -> None:
        """A launch is under way; None: no more."""
        if coming != self._coming:
            self._coming = coming
            if self._trace is None:
                self.traceChanged.emit()
                self.momentChanged.emit(0)

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
        return self._playing

    @property
    def current_step(self) -> int | None:
        """The id of the step executed last, None before the first."""
        if self._order is None or self._moment == 0:
            return None
        return int(self._order.step[self._moment - 1])

    @property
    def speed(self) -> float:
        """How many times faster than the tempo of the launch, 0.1..1024."""
        return self._speed

    @speed.setter
    def speed(self, factor: float) -> None:
        self._speed = min(max(factor, SPEEDS[0]), SPEEDS[-1])
        if self._playing:
            self._timer.start(self._wait_ms())
        self.speedChanged.emit(self._speed)

    @property
    def pace(self) -> Pace:
        """What moves at a time: a round of all warps, one step of one warp, a turn of a loop, or
        all until a block begins or ends.
        """
        return self._pace

    @pace.setter
    def pace(self, pace: Pace) -> None:
        self._pace = pace
        self.paceChanged.emit(pace)

    @property
    def reverse(self) -> bool:
        """Whether the clock runs backwards, or did when it ran last."""
        return self._reverse

    @property
    def posed(self) -> bool:
        """Whether the moment was set for a first look, and nobody has moved since."""
        return self._posed

    @property
    def index(self) -> TraceIndex | None:
        """What is read off the trace again and again; None where there is nothing to play."""
        if self._index is None and self._trace is not None and self._order is not None:
            from gpuviz.insight.trace_index import TraceIndex

            self._index = TraceIndex(self._trace, self._order)
        return self._index

    @property
    def finder(self) -> MomentFinder | None:
        """The moments of the trace that matter; None where there is nothing to play."""
        return None if self.index is None else self.index.moments

    @property
    def breakpoints(self) -> frozenset[int]:
        """The lines at which playing stops."""
        return self._breakpoints

    @property
    def stops(self) -> Moments | None:
        """The moments of the breakpoints; None where there is nothing to play."""
        if self._stops is None and self.finder is not None:
            self._stops = self.finder.of_lines(self._breakpoints)
        return self._stops

    def set_breakpoints(self, lines: Iterable[int]) -> None:
        """Stop at other lines."""
        self._breakpoints, self._stops = frozenset(lines), None
        self.breakpointsChanged.emit()

    def set_trace(self, trace: Trace | None) -> None:
        """Show another trace from before its first step."""
        self.pause()
        self._trace, self._coming = trace, None
        self._index = self._stops = None
        self._order = None if trace is None else order_of(trace)
        self._moment = self._round = 0
        self._posed = False
        self.traceChanged.emit()
        self.momentChanged.emit(0)

    def replace_trace(self, again: Trace) -> None:
        """Show the same launch with the steps of other blocks, at the same moment; it plays on."""
        trace, order, order_again = self._trace, self._order, order_of(again)
        if trace is None or order is None or order_again is None:
            self.set_trace(again)
            return
        there = same_instant(trace, order, self.instant, again, order_again)
        self._trace, self._order = again, order_again
        self._index = self._stops = None
        self._moment, self._round = there.steps, there.rounds
        self.traceChanged.emit()
        self.momentChanged.emit(self._moment)

    def play(self) -> None:
        """Let the clock run, from the beginning if the launch is over."""
        self._run(reverse=False)

    def play_until(self, moment: int) -> None:
        """Let the clock run step by step to a later moment, and stop there."""
        self.pause()
        if moment > self._moment:
            self._until, self._posed = min(moment, self.length), False
            self._step_s = min(STEP_S, WAY_S / (self._until - self._moment))
            self._run(reverse=False)

    def play_back(self) -> None:
        """Let the clock run backwards, from the end if it stands at the beginning."""
        self._run(reverse=True)

    def pause(self) -> None:
        """Stop the clock."""
        if not self.playing:
            return
        self._playing, self._until = False, None
        self._timer.stop()
        self.playingChanged.emit(False)

    def toggle(self) -> None:
        """Play if paused, pause if playing."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def toggle_back(self) -> None:
        """Play backwards if paused, pause if playing."""
        if self.playing:
            self.pause()
        else:
            self.play_back()

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

    def seek_step(self, moment: int) -> None:
        """Go to a moment as steps reach it: after the last step the launch is not over yet."""
        moment = min(max(moment, 0), self.length)
        self._move(moment, self._rounds_at(moment))

    def pose(self, moment: int) -> None:
        """Show a moment as a first look: to play from here is to play from the start."""
        self.seek_step(moment)
        self._posed = True

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
        self._posed = False
        self._moment, self._round = moment, rounds
        self.momentChanged.emit(moment)

    def _run(self, reverse: bool) -> None:
        if self._order is None or self.playing:
            return
        self._reverse = reverse
        if reverse and self._moment == 0:
            self.seek(self.length)
        elif not reverse and (self.ended or self._posed):
            self.seek(0)
        self._playing = True
        self._timer.start(self._wait_ms())
        self.playingChanged.emit(True)

    @property
    def tempo(self) -> Tempo | None:
        """How long each place is shown at speed 1; None where there is nothing to play."""
        if self.index is None:
            return None
        if self._pace == "turns" and len(self.index.by_turns.rounds) > 2:
            return self.index.by_turns
        return self.index.by_blocks if self._pace == "blocks" else self.index.by_rounds

    def _wait_ms(self) -> int:
        """How long the place where it stands is shown."""
        return max(round(1000 * self._stay_s() / self._speed), TICK_MS)

    def _stay_s(self) -> float:
        """At speed 1. By steps all steps of a round share its time."""
        if self._until is not None:
            return self._step_s
        if self.tempo is None:
            return 0.0
        stay = float(self.tempo.seconds[self.tempo.place_of(self._round)])
        return stay / self._steps_in_round() if self._pace == "steps" else stay

    def _steps_in_round(self) -> int:
        """Of the one that has begun; 1 where none has."""
        if self._order is None:
            return 1
        first, last = (self._order.moment_of_round(self._round - back) for back in (1, 0))
        return max(last - first, 1)

    def _advance(self, waited_s: float) -> None:
        """As far as so many seconds at speed 1 lead."""
        way = -1 if self._reverse else 1
        steps = max(int(waited_s / max(self._stay_s(), TICK_MS / 1e6)), 1)
        if self._until is not None:
            self.step(min(steps, max(self._until - self._moment, 0)))
        elif self._pace == "steps":
            self.step(way * steps)
        elif self.tempo is not None:
            go = self.tempo.before if self._reverse else self.tempo.after
            self.seek_round(go(self._round, waited_s))

    def _tick(self) -> None:
        """One move of the clock, no further than to the next breakpoint."""
        before = self._moment
        self._advance(self._timer.interval() * self._speed / 1000)
        stop = self._stop_since(before)
        if stop is not None and self.stops is not None:
            self.seek_step(int(self.stops.moment[stop]))
        there = self._until is not None and self._moment >= self._until
        if there or stop is not None or (self._round == 0 if self._reverse else self.ended):
            self.pause()
        elif self.playing:  # whoever listens may have paused
            self._timer.start(self._wait_ms())
        if stop is not None:
            self.stopped.emit(stop)

    def _stop_since(self, before: int) -> int | None:
        """The first breakpoint that was come to on the way from a moment: its row of `stops`."""
        if not self._breakpoints or self.stops is None:
            return None
        row = self.stops.before(before) if self._reverse else self.stops.after(before)
        if row is None:
            return None
        stop = int(self.stops.moment[row])
        return row if (stop >= self._moment if self._reverse else stop <= self._moment) else None
