"""What races, thread by thread: sets of accesses that are known to be over, in plain Python.

A program is a list of events. Each thread knows a set of accesses: its own, and what barriers,
syncwarps and fences with atomics have told it. `play` tells the same events to a RaceDetector.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup
from gpuviz.simt.hazards.log import HazardLog
from gpuviz.simt.memory.arrays import CommonArray, GlobalArray, SharedArray
from gpuviz.simt.observe import observer
from gpuviz.simt.races.clash_finders import LaunchAccesses
from gpuviz.simt.races.detector import RaceDetector
from gpuviz.simt.races.regions import regions
from gpuviz.trace import Hazard
from gpuviz.trace.source import AccessKind

FILE = "kernel.py"
SIZE = 4  # elements of an array
WARP = 32


class Site(NamedTuple):
    """A line of the program that accesses one of its arrays."""

    line: int
    kind: AccessKind
    space: Literal["global", "shared"]


NOWHERE = Site(0, "read", "global")


@dataclass(frozen=True)
class Event:
    """Something that some threads do; those of an access are listed with their elements."""

    what: Literal["access", "barrier", "syncwarp", "fence", "grid_sync"]
    threads: tuple[int, ...] = ()  # of the launch, rising
    elements: tuple[int, ...] = ()
    site: Site = NOWHERE
    word: int = 0
    scope: observer.FenceScope = "device"


class Pair(NamedTuple):
    """A report: the lines and the lowest pair of threads."""

    line: int
    other_line: int
    thread: int
    other: int


class Access(NamedTuple):
    """One access of one thread."""

    site: Site
    thread: int
    place: tuple[object, ...]


@dataclass
class Oracle:
    """Plays events with sets."""

    block_size: int
    threads: int
    pairs: set[Pair] = field(default_factory=set)
    _number: int = 0
    _done: list[tuple[int, Access]] = field(default_factory=list)
    _known: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    _fenced: dict[tuple[str, int], set[int]] = field(default_factory=dict)
    _released: dict[object, set[int]] = field(default_factory=lambda: defaultdict(set))

    def play(self, event: Event) -> None:
        """One event."""
        if event.what == "access":
            together = [self._access(event, row) for row in range(len(event.threads))]
            for number, access in together:
                if access.site.kind == "atomic":
                    self._exchange(number, access)
        elif event.what == "fence":
            for thread in event.threads:
                scopes = ("block",) if event.scope == "block" else ("block", "grid")
                for scope in scopes:
                    self._fenced[scope, thread] = set(self._known[thread])
        else:
            for group in self._groups(event):
                union = set().union(*(self._known[thread] for thread in group))
                for thread in group:
                    self._known[thread] = set(union)
                if event.what != "grid_sync":
                    self._share_fences(group)

    def lowest(self) -> set[Pair]:
        """The lowest pair of each two lines."""
        lowest: dict[tuple[int, int], Pair] = {}
        for pair in sorted(self.pairs):
            lowest.setdefault(pair[:2], pair)
        return set(lowest.values())

    def _share_fences(self, group: list[int]) -> None:
        """What was visible behind the fence of one, all who meet it may pass on."""
        for scope in ("block", "grid"):
            fenced = [self._fenced[scope, t] for t in group if (scope, t) in self._fenced]
            for thread in group if fenced else []:
                self._fenced[scope, thread] = set().union(*fenced)

    def _groups(self, event: Event) -> list[list[int]]:
        if event.what == "grid_sync":
            return [list(range(self.threads))]
        groups = defaultdict(list)
        for thread in event.threads:
            block, lane = divmod(thread, self.block_size)
            if event.what == "barrier":
                groups[block, 0].append(thread)
            elif event.word >> lane % WARP & 1:
                groups[block, lane // WARP].append(thread)
        return list(groups.values())

    def _access(self, event: Event, row: int) -> tuple[int, Access]:
        site, thread = event.site, event.threads[row]
        block = thread // self.block_size if site.space == "shared" else -1
        access = Access(site, thread, (site.space, block, event.elements[row]))
        for number, other in self._done:
            if number not in self._known[thread] and _conflict(access, other):
                self.pairs.add(_named(access, other))
        self._number += 1
        self._done.append((self._number, access))
        self._known[thread].add(self._number)
        return self._number, access

    def _exchange(self, number: int, access: Access) -> None:
        thread, block = access.thread, access.thread // self.block_size
        for scope, word in (("block", (access.place, block)), ("grid", access.place)):
            if (scope, thread) in self._fenced:
                self._released[word] |= self._fenced[scope, thread] | {number}
            self._known[thread] |= self._released[word]


def _conflict(one: Access, other: Access) -> bool:
    kinds = {one.site.kind, other.site.kind}
    if one.thread == other.thread or one.place != other.place:
        return False
    return kinds not in ({"read"}, {"atomic"})


def _named(one: Access, other: Access) -> Pair:
    """What writes comes first, then the lower line, then the lower thread."""
    first, second = sorted(
        (one, other), key=lambda a: (a.site.kind == "read", a.site.line, a.thread)
    )
    return Pair(first.site.line, second.site.line, first.thread, second.thread)


@dataclass
class Played:
    """Tells events to a RaceDetector, each statement of all blocks at once or warp by warp."""

    blocks: int
    block_size: int
    finer: bool
    together: bool
    _arrays: dict[str, CommonArray] = field(init=False)
    _rows: dict[Site, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.config = LaunchConfig(Dim3(self.blocks), Dim3(self.block_size))
        lanes = self.config.warps_per_block * WARP
        self.group = ThreadGroup(self.config, np.arange(self.blocks), 0, lanes)
        whole = GlobalArray("x", 0, np.zeros(SIZE), (SIZE,), (1,), 256)
        data = np.zeros((self.blocks, SIZE))
        shared = SharedArray("s", 1, data, np.zeros(data.shape, np.bool_), (SIZE,), (1,), 0)
        self._arrays = {"global": whole, "shared": shared}
        records = LaunchAccesses(self.config, regions([whole], {256}), True, self.finer)
        self.hazards = HazardLog(self.config, FILE)
        self.launch = RaceDetector(self.hazards, records)
        self.watch = self.launch.for_blocks(self.group)

    def play(self, event: Event) -> None:
        """One event."""
        lanes = np.zeros((self.blocks, self.group.lane_count), np.bool_)
        elements = np.zeros(lanes.shape, np.int64)
        rows, at = np.divmod(np.array(event.threads, np.int64), self.block_size)
        lanes[rows, at] = True
        if event.elements:
            elements[rows, at] = event.elements
        if event.what == "grid_sync":
            self.launch.grid_sync()
        elif event.what == "barrier":
            here = np.logical_or.reduce(lanes, axis=1)
            self.watch.barrier(None if here.all() else here, int(here.sum()))
        else:
            for thread_group, part in self._groups(lanes):
                self._do(event, thread_group, lanes[part], elements[part])

    def reports(self) -> set[Pair]:
        """What was reported."""
        return {self._pair(hazard) for hazard in self.hazards.hazards()}

    def _groups(self, lanes: NDArray[np.bool_]) -> list[tuple[ThreadGroup, tuple[slice, slice]]]:
        if self.together:
            return [(self.group, (slice(None), slice(None)))]
        found = []
        for row in range(self.blocks):
            for first in range(0, self.group.lane_count, WARP):
                part = slice(row, row + 1), slice(first, first + WARP)
                if lanes[part].any():
                    found.append((ThreadGroup(self.config, np.array([row]), first, WARP), part))
        return found

    def _do(
        self,
        event: Event,
        thread_group: ThreadGroup,
        lanes: NDArray[np.bool_],
        elements: NDArray[np.int64],
    ) -> None:
        if (lanes == lanes[0]).all() and (elements == elements[0]).all():
            lanes, elements = lanes[:1], elements[:1]
        mask = Mask(lanes, thread_group.blocks)
        if event.what == "syncwarp":
            self.watch.syncwarp(thread_group, mask, np.uint32(event.word))
        elif event.what == "fence":
            self.watch.fence(thread_group, mask, event.scope)
        else:
            row = self._rows.setdefault(event.site, len(self._rows))
            line, kind, space = event.site
            array = self._arrays[space]
            values = np.zeros(elements.shape)
            array, values = self._arrays[space], np.zeros(elements.shape)
            point = AccessPoint(0, FILE, line, 1)
            self.watch.access(
                observer.Access(
                    thread_group, 0, (), row, point, kind, array, elements, mask, values
                )
            )

    def _pair(self, hazard: Hazard) -> Pair:
        assert hazard.other_line is not None
        first, second = (
            self._thread(block, thread)
            for block, thread in (
                (hazard.block, hazard.thread),
                (hazard.other_block, hazard.other_thread),
            )
        )
        return Pair(hazard.line, hazard.other_line, first, second)

    def _thread(self, block: Dim3 | None, thread: Dim3 | None) -> int:
        assert block is not None
        assert thread is not None
        return block.x * self.block_size + thread.x
