"""What the threads of some blocks tell each other, and those of other blocks, by atomics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.races.fences import Fences
from gpuviz.simt.races.histories import Pairs
from gpuviz.simt.races.ordering import NEVER, Clock, LaunchOrder, Memory, Word, joined
from gpuviz.simt.races.places import Places
from gpuviz.simt.races.touches import Touch

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


class ReleaseAcquire:
    """What each thread has acquired, and what it may pass on."""

    def __init__(self, places: Places, order: LaunchOrder) -> None:
        self._places = places
        self._order = order
        self._clocks: list[Clock] = [{}]
        self._clock = np.zeros(places.by_block.size, np.int64)  # row in _clocks
        self._in_block: Fences | None = None  # fences of any scope
        self._in_grid: Fences | None = None  # those that reach threads of other blocks

    @property
    def matters(self) -> bool:
        """Whether atomics can tell anything so far."""
        return self._in_block is not None or bool(self._order.words)

    def meet(self, groups: Sequence[Numbers]) -> None:
        """The places in each group learn what the others in it have acquired."""
        for fences in (self._in_block, self._in_grid):
            if fences is not None:
                fences.meet(groups)
        for places in groups if len(self._clocks) > 1 else ():
            rows = np.unique(self._clock[places])
            if len(rows) > 1:
                self._clock[places] = self._row(joined(self._clocks[row] for row in rows))

    def fence(
        self, places: Numbers, to_grid: bool, time: int, block_met: Times, warp_met: Times | None
    ) -> None:
        """Threads have passed a fence, knowing what their block did until `block_met` [n]."""
        if self._in_block is None or self._in_grid is None:
            self._in_block = Fences(self._places, self._clocks)
            self._in_grid = Fences(self._places, self._clocks)
        for fences in (self._in_block, self._in_grid) if to_grid else (self._in_block,):
            fences.passed(places, time, self._clock[places], block_met, warp_met)

    def atomics(self, memory: Memory, touch: Touch, times: Times) -> None:
        """One lane after the other releases what it may pass on, and acquires."""
        places = self._places.of_threads(touch.threads)
        telling = self._may_pass_on(places)
        for unit in self._units_to_hear(memory, touch.units, telling):
            lanes = np.flatnonzero(touch.units == unit)
            for part in np.split(lanes, np.flatnonzero(telling[lanes])):
                if len(part):
                    self._tell(memory, unit, places[part], int(times[part[0]]))

    def known(self, memory: Memory, touch: Touch, pairs: Pairs) -> Flags:
        """Which of the other accesses the lanes know to be over by what they have acquired."""
        known = np.zeros(len(pairs.rows), np.bool_)
        places = self._places.of_threads(touch.threads[pairs.rows])
        clocks = self._clock[places]
        for row in np.unique(clocks[clocks > 0]).tolist():
            some = np.flatnonzero(clocks == row)
            known[some] = self._released(self._clocks[row], pairs.part(some))
        if pairs.atomic:
            for row in np.flatnonzero(~known & (clocks > 0)).tolist():
                words = self._words(memory, int(touch.units[pairs.rows[row]]), int(places[row]))
                clock, other = self._clocks[clocks[row]], int(pairs.others[row])
                time = int(pairs.times[row])
                known[row] = any(self._changed_before(w, clock, other, time) for w in words)
        return known

    def _released(self, clock: Clock, pairs: Pairs) -> Flags:
        """What was released, by the others or for their blocks, before a clock acquired it."""
        known = np.zeros(len(pairs.others), np.bool_)
        blocks = self._places.launch_threads + pairs.others // self._places.block_size
        subjects, times = np.concatenate((pairs.others, blocks)), np.tile(pairs.times, 2)
        for word, before in clock.items():
            told = self._order.releases[word].earliest(subjects, times) < before
            known |= told.reshape(2, -1).any(axis=0)
        return known

    def _changed_before(self, word: Word, clock: Clock, other: int, time: int) -> bool:
        """Whether a thread changed the word itself, a fence behind it, before the clock did."""
        row = self._order.words.get(word)
        if row is None or time >= clock.get(row, 0):
            return False
        return self._order.releases[row].began.get(other, NEVER) <= time

    def _may_pass_on(self, places: Numbers) -> Flags:
        if self._in_block is None:
            return np.zeros(len(places), np.bool_)
        return self._in_block.may_pass_on(places)

    def _units_to_hear(self, memory: Memory, units: Numbers, telling: Flags) -> list[int]:
        """Those at which somebody has released something, or is about to."""
        told = self._order.units.get(memory, set()).union(units[telling].tolist())
        return sorted(told.intersection(units.tolist()))

    def _tell(self, memory: Memory, unit: int, places: Numbers, time: int) -> None:
        """The first of some threads releases at a word; all of them acquire."""
        for word, fences in self._outlets(memory, unit, int(places[0])):
            self._release(word, fences, int(places[0]), time)
        if memory.space == "global":
            self._acquire(Word(memory, unit), places)
        for row in set((places // self._places.lanes).tolist()):
            inner = Word(memory, unit, self._places.block(row * self._places.lanes))
            if inner in self._order.words:
                self._acquire(inner, places[places // self._places.lanes == row])

    def _outlets(self, memory: Memory, unit: int, place: int) -> Iterator[tuple[Word, Fences]]:
        """Where a thread releases what, for threads of all blocks and for those of its own."""
        if self._in_block is None or self._in_grid is None:
            return
        if memory.space == "global":
            yield Word(memory, unit), self._in_grid
        if memory.space == "shared" or not self._in_grid.as_late_as(self._in_block, place):
            yield Word(memory, unit, self._places.block(place)), self._in_block

    def _release(self, word: Word, fences: Fences, place: int, time: int) -> None:
        version = fences.version(place)
        if version is None:
            return
        releases = self._order.releases[self._order.row(word)]
        releases.newest = time
        thread = self._places.thread(place)
        if releases.versions.get(thread) == version:
            return
        releases.versions[thread] = version
        releases.began.setdefault(thread, time)
        visible = fences.visible(place)
        for subject, until in visible.until.items():
            releases.add(subject, until, time)
        releases.pass_on(visible.clock, time)

    def _acquire(self, word: Word, places: Numbers) -> None:
        """What was released at a word until now is known to some threads."""
        word_row = self._order.words.get(word)
        if word_row is None:
            return
        releases, rows = self._order.releases[word_row], self._clock[places]
        before = releases.newest + 1
        for row in set(rows.tolist()):
            known = self._clocks[row]
            if known.get(word_row, 0) < before:
                clock = joined((known, releases.clock(before), {word_row: before}))
                self._clock[places[rows == row]] = self._row(clock)

    def _row(self, clock: Clock) -> int:
        self._clocks.append(clock)
        return len(self._clocks) - 1

    def _words(self, memory: Memory, unit: int, place: int) -> tuple[Word, ...]:
        """What a thread can tell at: its own block, and the whole grid."""
        inner = Word(memory, unit, self._places.block(place))
        return (inner,) if memory.space == "shared" else (inner, Word(memory, unit))
