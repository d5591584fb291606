"""Who accessed each unit of memory, as far as barriers alone order threads.

Each site keeps for every unit the lowest thread that accessed it, and the lowest of another class;
a class is a thread, or a block where only blocks are told apart. So it is known, for any thread,
whether another one was there, and which is the lowest. A thread is kept as a rank: it grows with
the barriers that its block has passed, and is higher for lower threads; 0 is nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.memory import CommonArray
from gpuviz.trace.source import AccessKind

Numbers = NDArray[np.int64]
Ranks = NDArray[Any]
Flags = NDArray[np.bool_]

MOST_WAITING = 1 << 24  # bytes of reads, about
TOUCH_BYTES = 1 << 10  # of a touch of no lanes, about


class SiteAt(NamedTuple):
    """A site: its row in the trace, its line in the source, what it does to which array."""

    row: int
    line: int
    kind: AccessKind
    array: CommonArray

    @property
    def order(self) -> tuple[bool, int, str]:
        """What a report names first: what writes, then the lower line."""
        return self.kind == "read", self.line, self.kind


@dataclass(frozen=True, slots=True)
class Touch:
    """One execution of a site by its active lanes, in linear order of the threads."""

    site: SiteAt
    units: Numbers  # [n]
    threads: Numbers  # [n] of the launch


@dataclass(frozen=True, slots=True)
class Clash:
    """Lanes of a touch that race with what others did at a site, one entry for each pair."""

    site: SiteAt
    rows: Numbers  # [n] of the touch
    others: Numbers  # [n] threads of the launch


def may_race(one: AccessKind, other: AccessKind) -> bool:
    """At least one writes, not both atomic."""
    return one != other if "atomic" in (one, other) else "write" in (one, other)


@dataclass(frozen=True, slots=True)
class Marks:
    """The ranks of the threads of a touch, and between which other ranks their blocks' lie."""

    ranks: Ranks  # [n]
    since: Any  # the lowest that no barrier orders before a thread, [n] or for all
    low: Any  # of the lowest and the highest thread of its block
    high: Any


class Scale:
    """Every thread can race with every other, if no barrier is between them."""

    def __init__(self, threads: int, block_size: int) -> None:
        self.threads = threads  # of the launch
        self.block_size = block_size

    def marks(self, touch: Touch, passed: Any) -> Marks:
        """`passed`: barriers that the block of each thread, or of all, has passed."""
        return Marks((passed + 1) * self.threads - touch.threads, self._since(passed), 0, 0)

    def classes(self, ranks: Ranks) -> Ranks:
        """What must differ for two ranks to be kept side by side."""
        return ranks

    def racing(self, marks: Marks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        racing: Flags = (found >= marks.since) & (found != marks.ranks)
        return racing

    def thread(self, ranks: Ranks) -> Numbers:
        """The threads of ranks."""
        threads: Numbers = -ranks.astype(np.int64) % self.threads
        return threads

    def _since(self, passed: Any) -> Any:
        return passed * self.threads + 1


class BlockScale(Scale):
    """Threads are told apart by their blocks, too."""

    def marks(self, touch: Touch, passed: Any) -> Marks:
        """`passed`: barriers that the block of each thread, or of all, has passed."""
        highest = (passed + 1) * self.threads
        high = highest - touch.threads // self.block_size * self.block_size
        ranks = highest - touch.threads
        return Marks(ranks, self._since(passed), high - self.block_size + 1, high)


class WithinBlocks(BlockScale):
    """Threads can race with others of the same block, if no barrier is between them."""

    def racing(self, marks: Marks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        same_block = (found >= marks.low) & (found <= marks.high)
        racing: Flags = same_block & (found != marks.ranks)
        return racing


class BetweenBlocks(BlockScale):
    """Threads can race with those of other blocks; no barrier is ever passed."""

    def classes(self, ranks: Ranks) -> Ranks:
        """The blocks of ranks."""
        blocks: Ranks = (self.threads - ranks) // self.block_size
        return blocks

    def racing(self, marks: Marks, found: Ranks) -> Flags:
        """Where the threads of a touch can race with what was found."""
        racing: Flags = ((found < marks.low) & (found > 0)) | (found > marks.high)
        return racing


@dataclass(eq=False)
class SiteShadow:
    """Who accessed each unit at one site, as ranks; `second` is None where one was alone."""

    site: SiteAt
    scale: Scale
    first: Ranks
    second: Ranks | None = None
    newest: int = 0  # the most barriers that a block had passed when it came here last

    def add(self, units: Numbers, marks: Marks) -> bool:
        """Notes an access. Whether each unit is known to belong to one thread alone."""
        where, ranks = _slice_of(units), marks.ranks
        before = self.first[where]
        if self.second is None and bool(np.all((before < marks.since) | (before == ranks))):
            before = before.copy()
            self.first[where] = ranks
            if isinstance(where, slice) or np.array_equal(self.first[units], ranks):
                return True
            self.first[units] = before
        self._share(units, ranks.astype(self.first.dtype), before.copy())
        return False

    def racing(self, units: Numbers, marks: Marks) -> Clash | None:
        """The lanes that race with what was done here, each with the lowest such thread."""
        where = _slice_of(units)
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


def _slice_of(units: Numbers) -> Any:
    """Units that lie side by side as a slice: it is quicker."""
    if len(units) and units[-1] - units[0] == len(units) - 1 and np.all(np.diff(units) == 1):
        return slice(int(units[0]), int(units[-1]) + 1)
    return units


def _repeated(ranks: Ranks, further: Numbers) -> Ranks:
    every: Ranks = np.where(ranks > 0, ranks - further[:, None], 0).reshape(-1)
    return every


@dataclass(eq=False)
class ArrayShadow:
    """Who accessed the units of a region, by site.

    Reads race with nothing until somebody writes: they wait, and most are over before that.
    """

    size: int
    scale: Scale
    dtype: type[np.int32] | type[np.int64]
    sites: dict[int, SiteShadow] = field(default_factory=dict)
    _waiting: list[tuple[Touch, int]] = field(default_factory=list)  # reads, barriers before them

    def note(self, touch: Touch, passed: Any) -> list[Clash]:
        """Adds an access and gives the races that it is in."""
        self._forget_ended(passed)
        rivals = self._rivals(touch.site.kind, passed)
        if touch.site.kind == "read" and not rivals and isinstance(passed, int):
            self._wait(touch, passed)
            return []
        self._add_waiting()
        own, marks = self._site(touch.site), self.scale.marks(touch, passed)
        alone = self._add(own, touch, marks, passed)
        rivals = self._rivals(touch.site.kind, passed)
        clashes = [r.racing(touch.units, marks) for r in rivals if not (alone and r is own)]
        return [clash for clash in clashes if clash is not None]

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

    def _add(self, own: SiteShadow, touch: Touch, marks: Marks, passed: Any) -> bool:
        own.newest = max(own.newest, int(np.max(passed)))
        return own.add(touch.units, marks)

    def _wait(self, touch: Touch, passed: int) -> None:
        self._waiting.append((touch, passed))
        size = touch.units.nbytes + touch.threads.nbytes + TOUCH_BYTES
        if size * len(self._waiting) > MOST_WAITING:
            self._add_waiting()

    def _forget_ended(self, passed: Any) -> None:
        """A barrier that all blocks have passed ends the reads that wait."""
        if self._waiting and isinstance(passed, int) and self._waiting[-1][1] != passed:
            self._waiting.clear()

    def _add_waiting(self) -> None:
        """The reads that wait are noted."""
        for touch, passed in self._waiting:
            self._add(self._site(touch.site), touch, self.scale.marks(touch, passed), passed)
        self._waiting.clear()


def _fewest(passed: Any) -> int:
    return passed if isinstance(passed, int) else int(passed.min())
