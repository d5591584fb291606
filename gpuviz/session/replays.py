"""Launches that run once more, in a worker process, so that more of them is seen (DESIGN.md 7)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.request import Progress
from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.trace import Element, Touches, Trace, bare

MOST_CHOSEN = 8  # blocks that are followed because somebody has looked at them


class ReplayWorkers(Protocol):
    """What replays need of `gpuviz.worker.Workers`; cancelling a future ends what runs."""

    def follow(self, trace: Trace, blocks: tuple[int, ...], on_progress: Progress) -> Future[Trace]:
        """The launch of a trace once more, with every step of some more blocks."""

    def watch(self, trace: Trace, element: Element, on_progress: Progress) -> Future[Touches]:
        """The launch of a trace once more, for who reads and writes one element."""

    def prepare_replays(self) -> Future[None]:
        """Gets ready, so that the first replay does not wait for it."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A launch with more of its steps: `trace` is what `of` becomes."""

    of: Trace
    trace: Trace


@dataclass(frozen=True, slots=True)
class Watched:
    """Who touched one element in the launch `of`."""

    of: Trace
    element: Element
    touches: Touches


class Replays(QObject):
    """Runs launches again to follow blocks or to watch an element; of each kind the newest counts.

    The work is done in a process of its own: it waits neither for launches nor for CPU timings.
    """

    followed = Signal(object)  # Followed
    watched = Signal(object)  # Watched
    followFailed = Signal(object, object)  # Trace, GpuvizError
    watchFailed = Signal(object, object)
    progressed = Signal(float)
    busyChanged = Signal(bool)

    def __init__(self, workers: ReplayWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._prepared = self._busy = False
        self._following, self._watching = NewestJob(self), NewestJob(self)
        self._following.settled.connect(self._tell_followed)
        self._watching.settled.connect(self._tell_watched)
        for job in (self._following, self._watching):
            job.progressed.connect(self.progressed)
            job.busyChanged.connect(self._tell_busy)

    @property
    def busy(self) -> bool:
        """Whether a launch runs again."""
        return self._following.busy or self._watching.busy

    def follow(self, trace: Trace, blocks: Sequence[int]) -> None:
        """Have every step of these blocks (linear); `followed` or `followFailed` answers."""
        start = functools.partial(self._workers.follow, bare(trace), tuple(blocks))
        self._following.ask(start, trace)

    def watch(self, trace: Trace, element: Element) -> None:
        """Find who reads and writes an element; `watched` or `watchFailed` answers."""
        start = functools.partial(self._workers.watch, bare(trace), element)
        self._watching.ask(start, (trace, element))

    def prepare(self) -> None:
        """Start the process, so that the first replay does not wait for it."""
        if not self._prepared:
            self._prepared = True
            self._workers.prepare_replays()

    def cancel(self) -> None:
        """End what runs, and drop what waits."""
        if not self.busy:
            return
        self._following.cancel()
        self._watching.cancel()
        self._workers.prepare_replays()  # the process that ran has ended

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._following.close()
        self._watching.close()

    def _tell_followed(self, of: Trace, future: Future[Trace]) -> None:
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.followFailed.emit(of, error)
        else:
            self.followed.emit(Followed(of, future.result()))

    def _tell_watched(self, asked: tuple[Trace, Element], future: Future[Touches]) -> None:
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.watchFailed.emit(asked[0], error)
        else:
            self.watched.emit(Watched(*asked, future.result()))

    def _tell_busy(self) -> None:
        if self._busy != self.busy:
            self._busy = self.busy
            self.busyChanged.emit(self._busy)


def blocks_to_follow(chosen: Sequence[int], block: int) -> tuple[int, ...]:
    """The blocks to follow: those chosen before, oldest first, and now `block`; not too many."""
    before = [other for other in chosen if other != block]
    return (*before[-(MOST_CHOSEN - 1) :], block)
