"""What a fence and an atomic operation tell the threads of a launch about each other.

Time counts the events that order: barriers, syncwarps, fences, atomic operations. A thread that has
passed a fence and then changes a word atomically releases what it knew at the fence; a thread that
changes the same word later acquires it, and with it all that was known to the first.
A clock says, for each word, when its thread has changed it last: it knows the earlier releases.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

NEVER = np.iinfo(np.int64).max

Clock = dict[int, int]
"""By word: the time before which its releases are known."""

Times = NDArray[np.int64]
Numbers = NDArray[np.int64]


class Memory(NamedTuple):
    """Some of a launch's memory, or of each block's shared memory, by its first byte."""

    space: Literal["global", "shared"]
    start: int


class Word(NamedTuple):
    """Memory that is changed atomically."""

    memory: Memory
    unit: int
    block: int | None = None  # whose threads alone take part; None: those of all blocks


def joined(clocks: Iterable[Clock]) -> Clock:
    """What several clocks know together."""
    every: Clock = {}
    for clock in clocks:
        for word, time in clock.items():
            if time > every.get(word, 0):
                every[word] = time
    return every


@dataclass(frozen=True, slots=True)
class _Table:
    keys: Numbers  # subject * span + until, sorted
    first: Times  # when that much, or more of the same subject, was told first
    span: int


@dataclass(eq=False)
class Releases:
    """What was released at one word: about a thread or a block (`subject`), known until when."""

    subjects: list[int] = field(default_factory=list)
    untils: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)  # of the release, never falling
    clocks: list[tuple[int, Clock]] = field(default_factory=list)  # time of release, all so far
    versions: dict[int, tuple[int, int]] = field(default_factory=dict)  # released by each thread
    began: dict[int, int] = field(default_factory=dict)  # when each thread released first
    newest: int = 0  # when it was last changed by a thread that has passed a fence
    _table: _Table | None = None

    def add(self, subject: int, until: int, time: int) -> None:
        """At `time` it is told what `subject` had done before `until`."""
        self.subjects.append(subject)
        self.untils.append(until)
        self.times.append(time)
        self._table = None

    def pass_on(self, clock: Clock, time: int) -> None:
        """At `time` it is told what a clock knows."""
        before = self.clocks[-1][1] if self.clocks else {}
        if any(known > before.get(word, 0) for word, known in clock.items()):
            self.clocks.append((time, joined((before, clock))))

    def clock(self, before: int) -> Clock:
        """What was passed on before a time."""
        return next((clock for time, clock in reversed(self.clocks) if time < before), {})

    def earliest(self, subjects: Numbers, times: Times) -> Times:
        """When it was first told what the subjects [n] had done at `times` [n]; else NEVER."""
        found = np.full(len(subjects), NEVER)
        if self.subjects:
            table = self._sorted()
            sought = subjects * table.span + np.minimum(times, table.span - 1)
            rows = np.searchsorted(table.keys, sought, "right")
            rows = np.minimum(rows, len(table.keys) - 1)
            known = (table.keys[rows] > sought) & (table.keys[rows] // table.span == subjects)
            found[known] = table.first[rows[known]]
        return found

    def _sorted(self) -> _Table:
        if self._table is None:
            columns = (np.array(c, np.int64) for c in (self.subjects, self.untils, self.times))
            subjects, untils, times = columns
            span = int(times[-1]) + 1  # no until is higher than the time of its release
            keys = subjects * span + untils
            order = np.argsort(keys)
            subjects = subjects[order] * span
            first = np.minimum.accumulate((subjects + times[order])[::-1])[::-1] - subjects
            self._table = _Table(keys[order], first, span)
        return self._table


@dataclass(eq=False)
class LaunchOrder:
    """The time of a launch, and what was released at its words."""

    now: int = 0
    met: int = 0  # when all threads of the launch have met last
    releases: list[Releases] = field(default_factory=list)
    words: dict[Word, int] = field(default_factory=dict)
    units: dict[Memory, set[int]] = field(default_factory=dict)  # of the words

    def tick(self, events: int = 1) -> int:
        """Events that order have happened; gives the time of the first of them."""
        self.now += events
        return self.now - events + 1

    def row(self, word: Word) -> int:
        """The row of a word in `releases`."""
        if word not in self.words:
            self.words[word] = len(self.releases)
            self.units.setdefault(word.memory, set()).add(word.unit)
            self.releases.append(Releases())
        return self.words[word]

    def grid_sync(self) -> None:
        """All threads of the launch have met: what they did until now is over for all."""
        self.met = self.tick()
        self.words.clear()
        self.units.clear()
