"""Where in the course of a kernel an access happens: in which turns of loops, and in which step."""

from __future__ import annotations

from collections import deque
from typing import Literal, NamedTuple

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.races.touches import Touch
from gpuviz.simt.recorder import CohortRecorder, StepIds

MOST_KEPT = 1 << 26  # bytes of touches, about
TOUCH_BYTES = 1 << 10  # of a touch of no lanes, about


Surrounding = Literal["loop", "if", "call"]


class Around(NamedTuple):
    """A loop, an if, or a call of a device function, in the source."""

    kind: Surrounding
    statement: int  # row in the trace
    line: int
    last_line: int
    column: int


class Level(NamedTuple):
    """A loop, an if or a call that is under way."""

    around: Around
    turn: int  # of the loop, from 1; of an if 1, its else 2; of a call 0


Nest = tuple[Level, ...]
"""What is under way, the outermost first."""


class Occasion(NamedTuple):
    """When some lanes come to an access."""

    nest: Nest = ()
    recorder: CohortRecorder | None = None
    step: StepIds | None = None

    def step_of(self, thread: int, block_size: int) -> int | None:
        """The id of the step in which a thread of the launch does it; None: nobody records it."""
        if self.recorder is None or self.step is None:
            return None
        block, within = divmod(thread, block_size)
        return self.recorder.id_of(self.step, block, within // WARP_SIZE)


class Noted(NamedTuple):
    """A touch and when it was; `stands_for_all`: the first block stands for the others."""

    touch: Touch
    occasion: Occasion
    stands_for_all: bool
    nbytes: int


class TouchLog:
    """The latest touches of some memory, as far as they still can race."""

    def __init__(self) -> None:
        self._all: deque[Noted] = deque()
        self._by_site: dict[int, deque[Noted]] = {}
        self._bytes = 0

    def add(self, touch: Touch, occasion: Occasion, stands_for_all: bool = False) -> None:
        """Keeps a touch; where they are too many, the oldest are given up."""
        nbytes = touch.units.nbytes + touch.threads.nbytes + TOUCH_BYTES
        noted = Noted(touch, occasion, stands_for_all, nbytes)
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
