"""The latest touches of memory, and when they were: in which step, in which turns of loops."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.races.touches import Touch

MOST_KEPT = 1 << 26  # bytes of touches, about
TOUCH_BYTES = 1 << 10  # of a touch of no lanes, about


class Noted(NamedTuple):
    """A touch and when it was; `stands_for_all`: the first block stands for the others."""

    touch: Touch
    step: int  # of the launch
    stack: ControlStack
    stands_for_all: bool
    nbytes: int


class TouchLog:
    """The latest touches of some memory, as far as they still can race."""

    def __init__(self) -> None:
        self._all: deque[Noted] = deque()
        self._by_site: dict[int, deque[Noted]] = {}
        self._bytes = 0

    def add(
        self, touch: Touch, step: int, stack: ControlStack, stands_for_all: bool = False
    ) -> None:
        """Keeps a touch; where they are too many, the oldest are given up."""
        nbytes = touch.units.nbytes + touch.threads.nbytes + TOUCH_BYTES
        noted = Noted(touch, step, stack, stands_for_all, nbytes)
        self._all.append(noted)
        row = touch.site.row
        if row not in self._by_site:
            self._by_site[row] = deque()
        self._by_site[row].append(noted)
        self._bytes += nbytes
        while self._bytes > MOST_KEPT and len(self._all) > 1:
            oldest = self._all.popleft()
            self._by_site[oldest.touch.site.row].popleft()
            self._bytes -= oldest.nbytes

    def clear(self) -> None:
        """What was is over for all threads."""
        if self._all:
            self._all.clear()
            self._by_site.clear()
            self._bytes = 0

    def latest(
        self, site: int, unit: int, thread: int, first_unit: int = 0, first_thread: int = 0
    ) -> Noted | None:
        """The last touch of a unit by a thread at a site; None where it is not kept any more.

        `first_unit` and `first_thread` are those of the thread's block, counted from the block that
        stands for all.
        """
        for noted in reversed(self._by_site.get(site, ())):
            touch, at, who = noted.touch, unit, thread
            if noted.stands_for_all:
                at, who = unit - first_unit, thread - first_thread
            if ((touch.units == at) & (touch.threads == who)).any():
                return noted
        return None
