"""What the threads of some blocks tell each other, and those of other blocks, by atomics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gpuviz.simt.fences import Fences
from gpuviz.simt.histories import Pairs
from gpuviz.simt.ordering import NEVER, Clock, LaunchOrder, Memory, Word, joined
from gpuviz.simt.places import Places
from gpuviz.simt.shadows import Touch

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Times = NDArray[np.int64]


class Exchange:
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
        for row in self._telling(memory, touch.units, places).tolist():
            place, time = int(places[row]), int(times[row])
            for word in self._words(memory, int(touch.units[row]), place):
                self._release(word, place, time)
                self._acquire(word, place, time)

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
        for word, before in clock.items():
            for subjects in (pairs.others, blocks):
                known |= self._order.releases[word].earliest(subjects, pairs.times) < before
        return known

    def _changed_before(self, word: Word, clock: Clock, other: int, time: int) -> bool:
        """Whether a thread changed the word itself, a fence behind it, before the clock did."""
        row = self._order.words.get(word)
        if row is None or time >= clock.get(row, 0):
            return False
        return self._order.releases[row].began.get(other, NEVER) <= time

    def _telling(self, memory: Memory, units: Numbers, places: Numbers) -> Numbers:
        """The lanes at words at which somebody has released something, or is about to."""
        words = [word.unit for word in self._order.words if word.memory == memory]
        if self._in_block is not None:
            words += units[self._in_block.may_pass_on(places)].tolist()
        return np.flatnonzero(np.isin(units, words))

    def _release(self, word: Word, place: int, time: int) -> None:
        fences = self._in_grid if word.block is None else self._in_block
        if fences is None or not fences.may_pass_on(np.array([place]))[0]:
            return
        releases = self._order.releases[self._order.row(word)]
        releases.newest = time
        thread, version = self._places.thread(place), fences.version(place)
        if releases.versions.get(thread) == version:
            return
        releases.versions[thread] = version
        releases.began.setdefault(thread, time)
        visible = fences.visible(place)
        for subject, until in visible.until.items():
            releases.add(subject, until, time)
        releases.pass_on(visible.clock, time)

    def _acquire(self, word: Word, place: int, time: int) -> None:
        row = self._order.words.get(word)
        known = self._clocks[self._clock[place]]
        if row is not None and self._order.releases[row].newest > known.get(row, 0):
            told = self._order.releases[row].clock(time)
            self._clock[place] = self._row(joined((known, told, {row: time})))

    def _row(self, clock: Clock) -> int:
        self._clocks.append(clock)
        return len(self._clocks) - 1

    def _words(self, memory: Memory, unit: int, place: int) -> tuple[Word, ...]:
        """What a thread can tell at: its own block, and the whole grid."""
        inner = Word(memory, unit, self._places.block(place))
        return (inner,) if memory.space == "shared" else (inner, Word(memory, unit))
