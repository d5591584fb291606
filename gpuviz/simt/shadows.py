"""Who accessed each unit of memory, as far as barriers alone order threads.

Each site keeps for every unit the lowest thread that accessed it, and the lowest of another class;
a class is a thread, or a block where only blocks are told apart. So it is known, for any thread,
whether another one was there, and which is the lowest. A thread is kept as a rank: it grows with
the barriers that its block has passed, and is higher for lower threads; 0 is nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace.source import AccessKind

Numbers = NDArray[np.int64]
Ranks = NDArray[Any]
Flags = NDArray[np.bool_]


class SiteAt(NamedTuple):
    """A site: its row in the trace, its line in the source, what it does."""

    row: int
    line: int
    kind: AccessKind


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
class Scale:
    """How threads become ranks, and which of them can race at all."""

    threads: int  # of the launch
    classes: Callable[[Ranks], Ranks]
    racing: Callable[[Ranks, Ranks], Flags]
    """Whether one rank can race with another, if no barrier is between them."""

    def ranks(self, touch: Touch, passed: Any) -> Ranks:
        """`passed`: barriers that the block of each thread, or of all, has passed."""
        ranks: Ranks = (passed + 1) * self.threads - touch.threads
        return ranks

    def since(self, passed: Any) -> Any:
        """The lowest rank that no barrier orders before a thread."""
        return passed * self.threads + 1

    def thread(self, ranks: Ranks) -> Numbers:
        """The threads of ranks."""
        threads: Numbers = -ranks.astype(np.int64) % self.threads
        return threads


def between_threads(threads: int) -> Scale:
    """Every thread can race with every other."""
    return Scale(threads, lambda ranks: ranks, lambda one, other: one != other)


def within_blocks(threads: int, block_size: int) -> Scale:
    """Threads can race with others of the same block, if no barrier is between them."""

    def racing(one: Ranks, other: Ranks) -> Flags:
        blocks = (-ranks % threads // block_size for ranks in (one, other))
        same: Flags = (one != other) & (next(blocks) == next(blocks))
        return same

    return Scale(threads, lambda ranks: ranks, racing)


def between_blocks(threads: int, block_size: int) -> Scale:
    """Threads can race with those of other blocks; no barrier is ever passed."""

    def block(ranks: Ranks) -> Ranks:
        blocks: Ranks = (threads - ranks) // block_size
        return blocks

    return Scale(threads, block, lambda one, other: block(one) != block(other))


@dataclass(eq=False)
class SiteShadow:
    """Who accessed each unit at one site, as ranks; `second` is None where one was alone."""

    site: SiteAt
    scale: Scale
    first: Ranks
    second: Ranks | None = None

    def add(self, units: Numbers, ranks: Ranks, since: Any) -> bool:
        """Notes an access. Whether each unit is known to belong to one thread alone."""
        before = self.first[units]
        if self.second is None and bool(np.all((before < since) | (before == ranks))):
            self.first[units] = ranks
            if np.array_equal(self.first[units], ranks):
                return True
            self.first[units] = before
        self._share(units, ranks.astype(self.first.dtype), before)
        return False

    def racing(self, touch: Touch, ranks: Ranks, since: Any) -> Clash | None:
        """The lanes that race with what was done here, each with the lowest such thread."""
        first = self.first[touch.units]
        racing = (first >= since) & self.scale.racing(ranks, first)
        if self.second is not None:
            second = self.second[touch.units]
            by_second = (second >= since) & self.scale.racing(ranks, second)
            first = np.where(racing, first, second)
            racing |= by_second
        rows = np.flatnonzero(racing)
        if not len(rows):
            return None
        return Clash(self.site, rows, self.scale.thread(first[rows]))

    def repeated(self, further: Numbers) -> SiteShadow:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        second = None if self.second is None else _repeated(self.second, further)
        first = _repeated(self.first, further)
        return SiteShadow(self.site, self.scale, first, second)

    def _share(self, units: Numbers, ranks: Ranks, before: Ranks) -> None:
        """The highest rank comes first; the highest of those that are of another class second."""
        if self.second is None:
            self.second = np.zeros_like(self.first)
        np.maximum.at(self.first, units, ranks)
        top = self.scale.classes(self.first[units])
        for candidates in (before, ranks):
            other = self.scale.classes(candidates) != top
            np.maximum.at(self.second, units[other], candidates[other])


def _repeated(ranks: Ranks, further: Numbers) -> Ranks:
    every: Ranks = np.where(ranks > 0, ranks - further[:, None], 0).reshape(-1)
    return every


@dataclass(eq=False)
class ArrayShadow:
    """Who accessed the units of a region, by site."""

    size: int
    scale: Scale
    dtype: type[np.int32] | type[np.int64]
    sites: dict[int, SiteShadow] = field(default_factory=dict)

    def note(self, touch: Touch, passed: Any) -> list[Clash]:
        """Adds an access and gives the races that it is in."""
        if touch.site.row not in self.sites:
            nobody = np.zeros(self.size, self.dtype)  # takes memory only where somebody comes
            self.sites[touch.site.row] = SiteShadow(touch.site, self.scale, nobody)
        own = self.sites[touch.site.row]
        ranks, since = self.scale.ranks(touch, passed), self.scale.since(passed)
        alone = own.add(touch.units, ranks, since)
        rivals = [site for site in self.sites.values() if may_race(touch.site.kind, site.site.kind)]
        clashes = [r.racing(touch, ranks, since) for r in rivals if not (alone and r is own)]
        return [clash for clash in clashes if clash is not None]

    def repeated(self, further: Numbers) -> ArrayShadow:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        sites = {row: site.repeated(further) for row, site in self.sites.items()}
        return ArrayShadow(self.size * len(further), self.scale, self.dtype, sites)
