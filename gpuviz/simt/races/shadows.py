"""Who accessed each unit of memory, as far as barriers alone order threads.

Each site keeps for every unit the lowest thread that accessed it, and the lowest of another class;
a class is a thread, or a block where only blocks are told apart. So it is known, for any thread,
whether another one was there, and which is the lowest.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.races.ranks import Ranks, Scale, TouchRanks
from gpuviz.simt.races.touches import Clash, SiteAt, Touch, may_race
from gpuviz.trace.source import AccessKind

Numbers = NDArray[np.int64]

Where = slice | Numbers
"""Units, to index with."""

MOST_WAITING = 1 << 26  # bytes of touches, about
TOUCH_BYTES = 1 << 10  # of a touch of no lanes, about


@dataclass(eq=False)
class SiteShadow:
    """Who accessed each unit at one site, as ranks; `second` is None where one was alone."""

    site: SiteAt
    scale: Scale
    first: Ranks
    second: Ranks | None = None
    newest: int = 0  # the most barriers that a block had passed when it came here last

    def add(self, units: Numbers, where: Where, marks: TouchRanks) -> bool:
        """Notes an access. Whether each unit is known to belong to one thread alone."""
        ranks = marks.ranks
        before = self.first[where]
        if self.second is None and ((before < marks.since) | (before == ranks)).all():
            before = before.copy()
            self.first[where] = ranks
            if isinstance(where, slice) or np.array_equal(self.first[units], ranks):
                return True
            self.first[units] = before
        self._share(units, ranks.astype(self.first.dtype), before.copy())
        return False

    def racing(self, where: Where, marks: TouchRanks) -> Clash | None:
        """The lanes that race with what was done here, each with the lowest such thread."""
        first = self.first[where]
        racing = self.scale.racing(marks, first)
        if self.second is not None:
            second = self.second[where]
            first = np.where(racing, first, second)
            racing |= self.scale.racing(marks, second)
        if not racing.any():
            return None
        rows = np.flatnonzero(racing)
        return Clash(self.site, rows, self.scale.thread(first[rows]))

    def repeated(self, further: Numbers) -> SiteShadow:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        second = None if self.second is None else _repeated(self.second, further)
        first = _repeated(self.first, further)
        return SiteShadow(self.site, self.scale, first, second, self.newest)

    def _share(self, units: Numbers, ranks: Ranks, before: Ranks) -> None:
        """The highest rank comes first; the highest of those that are of another class second."""
        if self.second is None:
            self.second = np.zeros_like(self.first)
        np.maximum.at(self.first, units, ranks)
        top = self.scale.classes(self.first[units])
        for candidates in (before, ranks):
            other = self.scale.classes(candidates) != top
            np.maximum.at(self.second, units[other], candidates[other])


def _where(units: Numbers) -> Where:
    """The units, as a slice where they lie side by side: it is quicker."""
    count = len(units)
    if count and units[-1] - units[0] == count - 1:
        first = int(units[0])
        if count == 1 or (units[1:] - units[:-1] == 1).all():
            return slice(first, first + count)
    return units


def _repeated(ranks: Ranks, further: Numbers) -> Ranks:
    every: Ranks = np.where(ranks > 0, ranks - further[:, None], 0).reshape(-1)
    return every


@dataclass(eq=False)
class ArrayShadow:
    """Who accessed the units of a region, by site.

    Reads race with nothing until somebody writes, nor do atomics among each other: they wait, and
    most are over before that.
    """

    size: int
    scale: Scale
    dtype: type[np.int32] | type[np.int64]
    sites: dict[int, SiteShadow] = field(default_factory=dict)
    _waiting: list[tuple[Touch, int]] = field(default_factory=list)  # and barriers before them

    def note(self, touch: Touch, passed: Any) -> list[Clash]:
        """Adds an access and gives the races that it is in."""
        self._forget_ended(passed)
        kind = touch.site.kind
        if isinstance(passed, int) and self._can_wait(kind) and not self._rivals(kind, passed):
            self._wait(touch, passed)
            return []
        self._add_waiting()
        own, marks, where = (
            self._site(touch.site),
            self.scale.marks(touch, passed),
            _where(touch.units),
        )
        alone = self._add(own, touch, where, marks, passed)
        rivals = self._rivals(kind, passed)
        clashes = [r.racing(where, marks) for r in rivals if not (alone and r is own)]
        return [clash for clash in clashes if clash is not None]

    def is_raced(self, touch: Touch, passed: Any) -> bool:
        """Whether an access would be in a race; it is not added."""
        self._forget_ended(passed)
        self._add_waiting()
        marks, where = self.scale.marks(touch, passed), _where(touch.units)
        rivals = self._rivals(touch.site.kind, passed)
        return any(rival.racing(where, marks) is not None for rival in rivals)

    def repeated(self, further: Numbers) -> ArrayShadow:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        self._add_waiting()
        sites = {row: site.repeated(further) for row, site in self.sites.items()}
        return ArrayShadow(self.size * len(further), self.scale, self.dtype, sites)

    def _rivals(self, kind: AccessKind, passed: Any) -> list[SiteShadow]:
        """The sites with which an access may race, as somebody came there since the barrier."""
        oldest = _fewest(passed)
        sites = self.sites.values()
        return [s for s in sites if s.newest >= oldest and may_race(kind, s.site.kind)]

    def _site(self, site: SiteAt) -> SiteShadow:
        if site.row not in self.sites:
            nobody = np.zeros(self.size, self.dtype)  # takes memory only where somebody comes
            self.sites[site.row] = SiteShadow(site, self.scale, nobody)
        return self.sites[site.row]

    def _add(
        self, own: SiteShadow, touch: Touch, where: Where, marks: TouchRanks, passed: Any
    ) -> bool:
        newest = passed if isinstance(passed, int) else int(passed.max())
        own.newest = max(own.newest, newest)
        return own.add(touch.units, where, marks)

    def _can_wait(self, kind: AccessKind) -> bool:
        """Whether accesses of this kind do not race among each other, nor with those that wait."""
        return kind != "write" and all(touch.site.kind == kind for touch, _ in self._waiting[-1:])

    def _wait(self, touch: Touch, passed: int) -> None:
        self._waiting.append((touch, passed))
        size = touch.units.nbytes + touch.threads.nbytes + TOUCH_BYTES
        if size * len(self._waiting) > MOST_WAITING:
            self._add_waiting()

    def _forget_ended(self, passed: Any) -> None:
        """A barrier that all blocks have passed ends what waits."""
        if self._waiting and isinstance(passed, int) and self._waiting[-1][1] != passed:
            self._waiting.clear()

    def _add_waiting(self) -> None:
        """What waits is noted."""
        for touch, passed in self._waiting:
            marks, where = self.scale.marks(touch, passed), _where(touch.units)
            self._add(self._site(touch.site), touch, where, marks, passed)
        self._waiting.clear()


def _fewest(passed: Any) -> int:
    return passed if isinstance(passed, int) else int(passed.min())
