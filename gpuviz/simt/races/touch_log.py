"""The latest touches of memory, and when they were: in which step, in which turns of loops."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.races.touches import Numbers, Touch

MOST_KEPT = 1 << 26  # bytes of touches, about
TOUCH_BYTES = 1 << 10  # of a touch of no lanes, about


class Moment(NamedTuple):
    """When a touch was."""

    step: int  # of the launch
    stack: ControlStack


class Noted(NamedTuple):
    """A touch and when it was; `stands_for_all`: the first block stands for the others."""

    touch: Touch
    step: int  # of the launch
    stack: ControlStack
    stands_for_all: bool
    nbytes: int


@dataclass(eq=False)
class NotedRun:
    """Touches of one thread, one after the other, as it ran alone.

    A touch may be of several units; all have as many. Nothing is known of the first ones any more.
    """

    thread: int
    sites: Numbers  # [touches] rows in the trace
    units: Numbers  # [touches, units]
    steps: Numbers  # [touches] of the launch
    stack: Callable[[int], ControlStack]  # of a touch
    stands_for_all: bool
    forgotten: int = 0

    @property
    def nbytes(self) -> int:
        """Of each touch."""
        return 16 * int(self.units.shape[1]) + TOUCH_BYTES

    @property
    def left(self) -> int:
        """Touches of which something is known."""
        return len(self.sites) - self.forgotten


class TouchLog:
    """The latest touches of some memory, as far as they still can race."""

    def __init__(self) -> None:
        self._all: deque[Noted | NotedRun] = deque()
        self._by_site: dict[int, deque[Noted | NotedRun]] = {}
        self._bytes = 0

    def add(
        self, touch: Touch, step: int, stack: ControlStack, stands_for_all: bool = False
    ) -> None:
        """Keeps a touch; where they are too many, the oldest are given up."""
        nbytes = touch.units.nbytes + touch.threads.nbytes + TOUCH_BYTES
        noted = Noted(touch, step, stack, stands_for_all, nbytes)
        self._all.append(noted)
        self._at(touch.site.row).append(noted)
        self._bytes += nbytes
        self._forget_oldest()

    def add_run(self, run: NotedRun) -> None:
        """Keeps touches of one thread."""
        self._all.append(run)
        for site in np.unique(run.sites).tolist():
            self._at(site).append(run)
        self._bytes += run.nbytes * run.left
        self._forget_oldest()

    def clear(self) -> None:
        """What was is over for all threads."""
        if self._all:
            self._all.clear()
            self._by_site.clear()
            self._bytes = 0

    def latest(
        self, site: int, unit: int, thread: int, first_unit: int = 0, first_thread: int = 0
    ) -> Noted | Moment | None:
        """The last touch of a unit by a thread at a site; None where it is not kept any more.

        `first_unit` and `first_thread` are those of the thread's block, counted from the block that
        stands for all.
        """
        for noted in reversed(self._by_site.get(site, ())):
            at, who = unit, thread
            if noted.stands_for_all:
                at, who = unit - first_unit, thread - first_thread
            if isinstance(noted, NotedRun):
                found = _latest_of(noted, site, at, who)
                if found is not None:
                    return found
            elif ((noted.touch.units == at) & (noted.touch.threads == who)).any():
                return noted
        return None

    def _at(self, site: int) -> deque[Noted | NotedRun]:
        return self._by_site.setdefault(site, deque())

    def _forget_oldest(self) -> None:
        while self._bytes > MOST_KEPT:
            oldest = self._all[0]
            if isinstance(oldest, NotedRun):
                few = min(oldest.left, -(-(self._bytes - MOST_KEPT) // oldest.nbytes))
                oldest.forgotten += few
                self._bytes -= few * oldest.nbytes
                if oldest.left:
                    return
                sites = np.unique(oldest.sites).tolist()
            elif len(self._all) == 1:
                return
            else:
                self._bytes -= oldest.nbytes
                sites = [oldest.touch.site.row]
            self._all.popleft()
            for site in sites:
                self._by_site[site].popleft()


def _latest_of(run: NotedRun, site: int, unit: int, thread: int) -> Moment | None:
    if thread != run.thread:
        return None
    there = (run.sites == site) & (run.units == unit).any(axis=1)
    there[: run.forgotten] = False
    touches = np.flatnonzero(there)
    if not len(touches):
        return None
    last = int(touches[-1])
    return Moment(int(run.steps[last]), run.stack(last))
