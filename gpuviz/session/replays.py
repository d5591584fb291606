"""Launches that run once more, in a worker process, so that more of them is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.trace import Element, Touches, Trace, bare

if TYPE_CHECKING:
    from gpuviz.worker.jobs import JobRunner

MOST_CHOSEN = 8  # blocks that are followed because somebody has looked at them


@dataclass(frozen=True, slots=True)
class FollowedTrace:
    """A launch with more of its steps: `trace` is what `of` becomes."""

    of: Trace
    trace: Trace


@dataclass(frozen=True, slots=True)
class WatchedElement:
    """Who touched one element in the launch `of`."""

    of: Trace
    element: Element
    touches: Touches


class Replays(QObject):
    """Runs launches again to follow blocks or to watch an element; of each kind the newest counts.

    The work is done in a process of its own: it waits neither for launches nor for CPU timings.
    """

    followed: TypedSignal[[FollowedTrace]] = signal(object)
    watched: TypedSignal[[WatchedElement]] = signal(object)
    followFailed: TypedSignal[[Trace, GpuvizError]] = signal(object, object)
    watchFailed: TypedSignal[[Trace, GpuvizError]] = signal(object, object)
    progressed = Signal(float)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._prepared = self._busy = False
        self._following: NewestJob[Trace, Trace] = NewestJob(runner, self)
        self._following.answered.connect(self._tell_followed)
        self._following.failed.connect(self.followFailed)
        self._watching: NewestJob[_Asked, Touches] = NewestJob(runner, self)
        self._watching.answered.connect(self._tell_watched)
        self._watching.failed.connect(self._tell_not_watched)
        for job in (self._following, self._watching):
            job.progressed.connect(self.progressed)
            job.busyChanged.connect(self._tell_busy)

    @property
    def busy(self) -> bool:
        """Whether a launch runs again."""
        return self._following.busy or self._watching.busy

    def follow(self, trace: Trace, blocks: Sequence[int]) -> None:
        """Have every step of these blocks (linear); `followed` or `followFailed` answers."""
        from gpuviz.worker.jobs import FollowBlocks

        self._following.ask(FollowBlocks(bare(trace), tuple(blocks)), trace)

    def watch(self, trace: Trace, element: Element) -> None:
        """Find who reads and writes an element; `watched` or `watchFailed` answers."""
        from gpuviz.worker.jobs import WatchElement

        self._watching.ask(WatchElement(bare(trace), element), _Asked(trace, element))

    def prepare(self) -> None:
        """Start the process, so that the first replay does not wait for it."""
        from gpuviz.worker.jobs import PrepareReplays

        if not self._prepared:
            self._prepared = True
            self._runner.submit(PrepareReplays())

    def cancel(self) -> None:
        """End what runs, and drop what waits."""
        from gpuviz.worker.jobs import PrepareReplays

        if not self.busy:
            return
        self._following.cancel()
        self._watching.cancel()
        self._runner.submit(PrepareReplays())  # the process that ran has ended

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._following.close()
        self._watching.close()

    def _tell_followed(self, of: Trace, trace: Trace) -> None:
        self.followed.emit(FollowedTrace(of, trace))

    def _tell_watched(self, asked: _Asked, touches: Touches) -> None:
        self.watched.emit(WatchedElement(asked.of, asked.element, touches))

    def _tell_not_watched(self, asked: _Asked, error: GpuvizError) -> None:
        self.watchFailed.emit(asked.of, error)

    def _tell_busy(self) -> None:
        if self._busy != self.busy:
            self._busy = self.busy
            self.busyChanged.emit(self._busy)


class _Asked(NamedTuple):
    of: Trace
    element: Element


def blocks_to_follow(chosen: Sequence[int], block: int) -> tuple[int, ...]:
    """The blocks to follow: those chosen before, oldest first, and now `block`; not too many."""
    before = [other for other in chosen if other != block]
    return (*before[-(MOST_CHOSEN - 1) :], block)
