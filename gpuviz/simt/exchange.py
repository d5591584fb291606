"""What the threads of some blocks tell each other, and those of other blocks, by atomics."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.cohort import Cohort
from gpuviz.simt.fences import Fences
from gpuviz.simt.histories import Pairs
from gpuviz.simt.ordering import Clock, LaunchOrder, Memory, Word, joined
from gpuviz.simt.shadows import Touch

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


class Exchange:
    """What each thread has acquired, and what it knew at its fences.

    A thread's place is the row of its block in the group * lanes + lane.
    """

    def __init__(self, group: Cohort, order: LaunchOrder) -> None:
        self._group = group
        self._order = order
        self._clocks: list[Clock] = [{}]
        self._clock = np.zeros(group.blocks * group.lane_count, np.int64)  # row in _clocks
        self._in_block: Fences | None = None  # fences of any scope
        self._in_grid: Fences | None = None  # those that reach threads of other blocks

    @property
    def matters(self) -> bool:
        """Whether atomics can tell anything so far."""
        return self._in_block is not None or bool(self._order.words)

    def meet(self, groups: Iterable[Numbers]) -> None:
        """The places in each group learn what the others in it have acquired."""
        if len(self._clocks) == 1:
            return
        for places in groups:
            rows = np.unique(self._clock[places])
            if len(rows) > 1:
                self._clock[places] = self._row(joined(self._clocks[row] for row in rows))

    def fence(
        self, places: Numbers, to_grid: bool, time: int, block_met: Times, warp_met: Times | None
    ) -> None:
        """Threads have passed a fence, knowing what their block did until `block_met` [n]."""
        if self._in_block is None or self._in_grid is None:
            self._in_block, self._in_grid = (Fences(len(self._clock)) for _ in range(2))
        for fences in (self._in_block, self._in_grid) if to_grid else (self._in_block,):
            fences.passed(places, time, self._clock[places], block_met, warp_met)

    def atomics(self, memory: Memory, touch: Touch, times: Times) -> None:
        """One lane after the other releases what it knew at its fence, and acquires."""
        places = self._places(touch.threads)
        for row in self._telling(memory, touch.units, places).tolist():
            place, time = int(places[row]), int(times[row])
            for word in _words(memory, int(touch.units[row]), self._block(place)):
                self._release(word, place, time)
                self._acquire(word, place, time)

    def known(self, memory: Memory, touch: Touch, pairs: Pairs) -> Flags:
        """Which of the other accesses the lanes know to be over by what they have acquired."""
        known = np.zeros(len(pairs.rows), np.bool_)
        places = self._places(touch.threads[pairs.rows])
        clocks = self._clock[places]
        for row in np.unique(clocks[clocks > 0]).tolist():
            some = np.flatnonzero(clocks == row)
            known[some] = self._released(self._clocks[row], pairs.part(some))
        if pairs.atomic:
            for row in np.flatnonzero(~known & (clocks > 0)).tolist():
                block = self._block(int(places[row]))
                words = _words(memory, int(touch.units[pairs.rows[row]]), block)
                clock, pair = self._clocks[clocks[row]], pairs.part(np.array([row]))
                known[row] = any(self._changed_before(word, clock, pair) for word in words)
        return known

    def _released(self, clock: Clock, pairs: Pairs) -> Flags:
        """What was released, by the others or for their blocks, before a clock acquired it."""
        threads, size = self._group.config.threads, self._group.config.block.size
        known = np.zeros(len(pairs.others), np.bool_)
        for word, before in clock.items():
            for subjects in (pairs.others, threads + pairs.others // size):
                known |= self._order.releases[word].earliest(subjects, pairs.times) < before
        return known

    def _changed_before(self, word: Word, clock: Clock, pair: Pairs) -> bool:
        """Whether the other changed the word itself, a fence behind it, before the clock did."""
        row = self._order.words.get(word)
        if row is None or int(pair.times[0]) >= clock.get(row, 0):
            return False
        began = self._order.releases[row].earliest(pair.others, np.zeros(1, np.int64))
        return bool(began[0] <= pair.times[0])

    def _telling(self, memory: Memory, units: Numbers, places: Numbers) -> Numbers:
        """The lanes at words at which somebody has released something, or is about to."""
        words = [word.unit for word in self._order.words if word.memory == memory]
        if self._in_block is not None:
            words += units[self._in_block.time[places] > 0].tolist()
        return np.flatnonzero(np.isin(units, words))

    def _release(self, word: Word, place: int, time: int) -> None:
        fences = self._in_grid if word.block is None else self._in_block
        if fences is None or not fences.time[place]:
            return
        releases = self._order.releases[self._order.row(word)]
        releases.newest = time
        fence, thread = int(fences.time[place]), self._thread(place)
        if releases.fences.get(thread) == fence:
            return
        releases.fences[thread] = fence
        releases.add(thread, fence, time)
        block = self._group.config.threads + self._block(place)
        releases.add(block, fences.block_met(place), time)
        for lane, until in fences.lanes_met(place):
            releases.add(self._thread(lane), until, time)
        releases.pass_on(self._clocks[fences.clock[place]], time)

    def _acquire(self, word: Word, place: int, time: int) -> None:
        row = self._order.words.get(word)
        known = self._clocks[self._clock[place]]
        if row is not None and self._order.releases[row].newest > known.get(row, 0):
            told = self._order.releases[row].clock(time)
            self._clock[place] = self._row(joined((known, told, {row: time})))

    def _row(self, clock: Clock) -> int:
        self._clocks.append(clock)
        return len(self._clocks) - 1

    def _block(self, place: int) -> int:
        return int(self._group.block_ids[place // self._group.lane_count])

    def _thread(self, place: int) -> int:
        return self._block(place) * self._group.config.block.size + place % self._group.lane_count

    def _places(self, threads: Numbers) -> Numbers:
        blocks, lanes = np.divmod(threads, self._group.config.block.size)
        rows = np.searchsorted(self._group.block_ids, blocks)
        places: Numbers = rows * self._group.lane_count + lanes
        return places


def _words(memory: Memory, unit: int, block: int) -> tuple[Word, ...]:
    """What a thread of a block can tell at: its own block, and the whole grid."""
    inner = Word(memory, unit, block)
    return (inner,) if memory.space == "shared" else (inner, Word(memory, unit))
