"""Who accessed each unit of memory, and when: exact, for kernels that order threads by more than
barriers.

A site keeps each thread that accessed a unit with the last time at which it did. Most units belong
to one thread: those are kept side by side; where there are more, all but the first are kept in a
sorted table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.races.touches import Clash, SiteAt, Touch, may_race

PAIRS = 1 << 18  # that are looked at together
ENOUGH = 1 << 15  # pairs: where so many were looked at and some race, the rest is left alone

Numbers = NDArray[np.int64]
Times = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Lanes of a touch, and accesses of other threads to the same units."""

    rows: Numbers  # [n] of the touch
    others: Numbers  # [n] threads
    times: Times  # [n]
    atomic: bool  # whether the others' accesses are

    def part(self, some: Numbers) -> Pairs:
        """Some of the pairs."""
        return Pairs(self.rows[some], self.others[some], self.times[some], self.atomic)


Ordered = Callable[[Touch, Pairs], Flags]
"""Which of the other accesses were over, for certain, before the lanes came to theirs."""


@dataclass(eq=False)
class SiteHistory:
    """The accesses of one site to the units of a region."""

    site: SiteAt
    threads: int  # of the launch
    first: NDArray[np.int64]  # [size] thread + 1 that came first, 0 for nobody
    when: Times  # [size] when that thread came last
    keys: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    """unit * threads + thread of those that came after the first, sorted."""
    times: Times = field(default_factory=lambda: np.zeros(0, np.int64))

    def add(self, touch: Touch, times: Times) -> None:
        """Notes an access; times [n]."""
        units, names = touch.units, touch.threads + 1
        first = self.first[units]
        self.first[units[::-1]] = np.where(first == 0, names, first)[::-1]
        alone = self.first[units] == names
        self.when[units[alone]] = times[alone]
        if not alone.all():
            self._insert((units * self.threads + touch.threads)[~alone], times[~alone])

    def pairs(self, touch: Touch) -> Iterator[Pairs]:
        """Each lane with each other thread that accessed its unit here, some at a time."""
        first = self.first[touch.units]
        atomic = self.site.kind == "atomic"
        rows = np.flatnonzero((first > 0) & (first != touch.threads + 1))
        if len(rows):
            yield Pairs(rows, first[rows] - 1, self.when[touch.units[rows]], atomic)
        if len(self.keys):
            yield from self._further_pairs(touch, np.flatnonzero(first > 0), atomic)

    def repeated(self, further: Numbers) -> SiteHistory:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        first = np.where(self.first > 0, self.first + further[:, None], 0).reshape(-1)
        size, blocks = len(self.first), np.arange(len(further))[:, None]
        keys = (self.keys + blocks * size * self.threads + further[:, None]).reshape(-1)
        when, times = (np.tile(times, len(further)) for times in (self.when, self.times))
        return SiteHistory(self.site, self.threads, first, when, keys, times)

    def _insert(self, keys: Numbers, times: Times) -> None:
        order = np.argsort(keys)
        keys, times = keys[order], times[order]
        places = np.searchsorted(self.keys, keys)
        known = np.zeros(len(keys), np.bool_)
        inside = places < len(self.keys)
        known[inside] = self.keys[places[inside]] == keys[inside]
        self.times[places[known]] = times[known]
        self.keys = np.insert(self.keys, places[~known], keys[~known])
        self.times = np.insert(self.times, places[~known], times[~known])

    def _further_pairs(self, touch: Touch, rows: Numbers, atomic: bool) -> Iterator[Pairs]:
        lowest = touch.units[rows] * self.threads
        start, end = (np.searchsorted(self.keys, lowest + k) for k in (0, self.threads))
        before = np.cumsum(end - start)
        for part in np.split(np.arange(len(rows)), _cuts(before)):
            counts = (end - start)[part]
            inner = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
            entries = np.repeat(start[part], counts) + inner
            lanes, others = np.repeat(rows[part], counts), self.keys[entries] % self.threads
            differ = others != touch.threads[lanes]
            yield Pairs(lanes[differ], others[differ], self.times[entries[differ]], atomic)


def _cuts(before: Numbers) -> Numbers:
    """Where to cut rows with so many pairs up to each into parts of about PAIRS pairs."""
    parts = before // PAIRS
    return np.flatnonzero(np.diff(parts)) + 1


@dataclass(eq=False)
class ArrayHistory:
    """The accesses to the units of a region, by site."""

    size: int
    threads: int
    sites: dict[int, SiteHistory] = field(default_factory=dict)

    def note(self, touch: Touch, times: Times, ordered: Ordered) -> list[Clash]:
        """Adds an access and gives the races that it is in."""
        row = touch.site.row
        if row not in self.sites:
            nobody, never = (np.zeros(self.size, np.int64) for _ in range(2))
            self.sites[row] = SiteHistory(touch.site, self.threads, nobody, never)
        self.sites[row].add(touch, times)
        return [
            clash
            for site in self.sites.values()
            if may_race(touch.site.kind, site.site.kind)
            for clash in _clashes(touch, site, ordered)
        ]

    def repeated(self, further: Numbers) -> ArrayHistory:
        """The same for blocks, side by side, whose threads have numbers higher by `further`."""
        sites = {row: site.repeated(further) for row, site in self.sites.items()}
        return ArrayHistory(self.size * len(further), self.threads, sites)


def _clashes(touch: Touch, site: SiteHistory, ordered: Ordered) -> Iterator[Clash]:
    looked_at, found = 0, False
    for pairs in site.pairs(touch):
        if found and looked_at > ENOUGH:
            return
        racing = ~ordered(touch, pairs)
        looked_at += len(racing)
        if racing.any():
            found = True
            yield Clash(site.site, pairs.rows[racing], pairs.others[racing])
