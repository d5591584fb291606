"""Races between launches, and between a launch and what the host copies: work on two streams that
nothing orders, on the same elements, one of them writing.
"""

from __future__ import annotations

import math
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.typing import NDArray

from gpuviz.cuda.stream_order import StreamOrder, Work
from gpuviz.cuda_c.names import said_of_c
from gpuviz.launch import Dim3
from gpuviz.messages import Message, SourcePlace, word
from gpuviz.simt.hazards.log import HazardLog
from gpuviz.simt.hazards.messages import (
    BETWEEN_LAUNCHES,
    FIRST_DOES,
    OTHER_COPY,
    OTHER_LAUNCH,
    READS,
    report_messages,
)
from gpuviz.simt.memory.arrays import Layout, index_of
from gpuviz.simt.observe.touched_elements import (
    NOT_TOUCHED,
    THREAD_BITS,
    TouchedCells,
    toucher_of,
)
from gpuviz.trace.source import AccessKind
from gpuviz.trace.trace import Hazard, Trace

KEPT_BYTES = 512_000_000
"""Of what is kept of launches and copies that later ones may race with."""
KINDS: tuple[AccessKind, ...] = ("write", "atomic", "read")  # what is told of first
Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class DeviceWork:
    """A launch, or a copy of the host, and what it touched in device memory.

    `stream` is what the stream is called; of a launch `trace` is what was kept and `number` its
    place among the script's launches, from 1, and `tell` takes a race that a later copy ends; of a
    copy `place` is where the host asks for it. `name_of` gives a file the name that its author
    knows it by.
    """

    work: Work
    stream: Message
    touched: tuple[TouchedCells, ...]
    owners: tuple[weakref.ref[NDArray[Any]], ...]
    place: SourcePlace | None = None
    trace: Trace | None = None
    number: int | None = None
    tell: Callable[[Hazard], None] | None = None
    name_of: Callable[[str], str] = str

    def site(self, row: int) -> SourcePlace | None:
        """Where one of its accesses stands."""
        if self.trace is None:
            return self.place
        site = self.trace.sites[row]
        function = self.trace.functions[self.trace.statements[site.statement].function]
        return SourcePlace(function.file, site.line)

    def thread(self, number: int) -> tuple[Dim3, Dim3] | None:
        """Block and thread of a thread of the launch; a copy has none."""
        if self.trace is None:
            return None
        config = self.trace.config
        block, within = divmod(number, config.block.size)
        return config.grid.index(block), config.block.index(within)

    @property
    def nbytes(self) -> int:
        """Of what is kept of it."""
        return sum(cells.cells.nbytes for cells in self.touched)


class _Key(NamedTuple):
    """What races that are reported together have in common."""

    array: str
    place: SourcePlace | None
    other_place: SourcePlace | None


@dataclass(frozen=True, slots=True)
class _Race:
    """The race of a launch at its first element, with the number of all elements."""

    piece: DeviceWork
    cells: TouchedCells
    cell: int  # its row in `cells`
    other: DeviceWork
    other_cells: TouchedCells
    other_cell: int
    count: int

    @property
    def order(self) -> tuple[int, int]:
        """The lowest element counts; there the latest launch."""
        return self.cells.first + self.cell * self.cells.step, -(self.other.number or 0)

    def hazard(self) -> Hazard:
        """What is reported."""
        piece, other = self.piece, self.other
        assert piece.trace is not None
        row, thread = toucher_of(int(self.cells.cells[self.cell]))
        other_row, its_thread = toucher_of(int(self.other_cells.cells[self.other_cell]))
        place, its_place = piece.site(row), other.site(other_row)
        at, its = piece.thread(thread), other.thread(its_thread)
        assert place is not None
        assert at is not None
        places = [one for one in (place, its_place) if one is not None]
        log = HazardLog(piece.trace.config, piece.trace.functions[0].file, piece.name_of)
        named = log.line_names([one.file for one in places])
        index = index_of(self.cells.array, self.cell)
        stream, its_stream = piece.stream, other.stream
        if stream == its_stream:  # the same variable held one after the other
            stream, its_stream = map(_numbered, (piece, other))
        values: dict[str, object] = {
            "line": named(place.file, place.line),
            "thread": at[1],
            "block": at[0],
            "does": FIRST_DOES.get(self.cells.kind, READS),
            "array": self.cells.array.name,
            "index": ", ".join(map(str, index)),
            "stream": stream,
            "other": _other(
                self, None if its_place is None else named(its_place.file, its_place.line)
            ),
            "other_stream": its_stream,
        }
        messages = report_messages("hazard.between-launches", BETWEEN_LAUNCHES, values)
        if piece.trace.functions[0].language == "cuda-c":
            messages = said_of_c(messages[0]), said_of_c(messages[1]), said_of_c(messages[2])
        return Hazard(
            "race",
            "global",
            self.cells.array.name,
            index,
            place.line,
            None if its_place is None else its_place.line,
            at[0],
            at[1],
            None if its is None else its[0],
            None if its is None else its[1],
            self.count,
            *messages,
            self.cells.kind,
            self.other_cells.kind,
            file=place.file,
            other_file=None if its_place is None else its_place.file,
            other_launch=other.number,
        )


def _numbered(piece: DeviceWork) -> Message:
    return word("stream {number}", number=piece.work.stream.number)


def _other(race: _Race, line: object) -> Message:
    kind, other = race.other_cells.kind, race.other
    if other.trace is None:
        return word(OTHER_COPY[kind], line=line)
    return word(OTHER_LAUNCH[kind], number=other.number, kernel=other.trace.kernel, line=line)


@dataclass(frozen=True, eq=False, slots=True)
class PendingWrite:
    """Memory of the host that a piece of work writes; `kernel` is "" for a copy."""

    work: Work
    cells: TouchedCells
    owner: weakref.ref[NDArray[Any]]
    kernel: str


@dataclass(eq=False, slots=True)
class LaunchRaces:
    """Keeps what launches and copies touched as long as something that comes may race with it."""

    order: StreamOrder = field(default_factory=StreamOrder)
    launches: int = 0  # so far
    _lock: threading.Lock = field(default_factory=threading.Lock)
    pending: list[PendingWrite] = field(default_factory=list)
    _kept: list[DeviceWork] = field(default_factory=list)

    def took_place(self, piece: DeviceWork) -> tuple[list[tuple[DeviceWork, Hazard]], bool]:
        """What a launch or a copy did: the races that it ends, with the launch that has each, and
        whether all of it is kept.
        """
        with self._lock:
            self._forget()
            races: dict[tuple[int, _Key], _Race] = {}
            for other in self._kept:
                if not piece.work.is_behind(other.work.stream, other.work.number):
                    for race in _races_of(piece, other):
                        _add(races, race)
            self._keep(piece)
            return [(race.piece, race.hazard()) for race in races.values()], self._makes_room()

    def writer_of(self, part: NDArray[Any]) -> PendingWrite | None:
        """What may still write into memory of the host; None: the host has waited for all."""
        self.pending = [
            one
            for one in self.pending
            if not self.order.is_over(one.work.stream, one.work.number) and one.owner() is not None
        ]
        cells = all_of(part, "read") if self.pending else None
        if cells is None:
            return None
        return next((one for one in self.pending if len(meeting(cells, one.cells)[0])), None)

    def _forget(self) -> None:
        """Whatever all that comes is behind, and what touched memory that is freed."""
        self._kept = [
            piece
            for piece in self._kept
            if not self.order.is_over(piece.work.stream, piece.work.number)
            and any(owner() is not None for owner in piece.owners)
        ]

    def _keep(self, piece: DeviceWork) -> None:
        """Of what the same stream did before, that is dropped which touched nothing more."""
        self._kept = [left for one in self._kept if (left := _without(one, piece)).touched]
        if piece.touched:
            self._kept.append(piece)

    def _makes_room(self) -> bool:
        """Drops the oldest until the rest may be kept; whether nothing had to be dropped."""
        fits = True
        while sum(piece.nbytes for piece in self._kept) > KEPT_BYTES:
            del self._kept[0]
            fits = False
        return fits


def _add(races: dict[tuple[int, _Key], _Race], race: _Race) -> None:
    number = race.piece.number
    assert number is not None
    row, other_row = (
        toucher_of(int(cells.cells[cell])).site
        for cells, cell in ((race.cells, race.cell), (race.other_cells, race.other_cell))
    )
    key = _Key(race.cells.array.name, race.piece.site(row), race.other.site(other_row))
    known = races.get((number, key))
    if known is not None:
        first = min(known, race, key=lambda one: one.order)
        race = replace(first, count=known.count + race.count)
    races[number, key] = race


def _races_of(later: DeviceWork, earlier: DeviceWork) -> Iterator[_Race]:
    """The races of two pieces of work, told of a launch: of the later one, if that is one."""
    piece, other = (later, earlier) if later.trace is not None else (earlier, later)
    if piece.trace is None:  # two copies: no launch could have it
        return
    known: dict[str, list[Numbers]] = {}
    for cells in _by_kind(piece.touched):
        for its in _by_kind(other.touched):
            if "write" not in (cells.kind, its.kind) and cells.kind == its.kind:
                continue  # two reads, or two atomic operations
            mine, theirs = meeting(cells, its)
            told = known.setdefault(cells.parameter, [])
            addresses = cells.first + mine * cells.step
            new = ~np.isin(addresses, np.concatenate(told)) if told else np.ones(len(mine), bool)
            told.append(addresses)
            mine, theirs = mine[new], theirs[new]
            sites = [_sites(*pair) for pair in ((cells, mine), (its, theirs))]
            _, first, counts = np.unique(
                np.stack(sites, axis=1), axis=0, return_index=True, return_counts=True
            )
            for row, count in zip(first, counts, strict=True):
                yield _Race(piece, cells, int(mine[row]), other, its, int(theirs[row]), int(count))


def _by_kind(touched: Iterable[TouchedCells]) -> list[TouchedCells]:
    return sorted(touched, key=lambda cells: KINDS.index(cells.kind))


def _sites(cells: TouchedCells, rows: Numbers) -> Numbers:
    found: Numbers = cells.cells[rows].astype(np.int64) >> THREAD_BITS
    return found


def meeting(one: TouchedCells, other: TouchedCells) -> tuple[Numbers, Numbers]:
    """The places of both that share a byte, in the order of their addresses."""
    shift = other.first - one.first
    if one.end <= other.first or other.end <= one.first:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    alike = (one.step, one.size) == (other.step, other.size)
    if alike and one.size <= one.step and shift % one.step == 0:
        before = shift // one.step
        low, high = max(0, before), min(len(one.cells), before + len(other.cells))
        theirs = other.cells[low - before : high - before]
        found = np.flatnonzero((one.cells[low:high] >= 0) & (theirs >= 0)) + low
        return found, found - before
    (mine, rows), (its, its_rows) = _bytes(one, other), _bytes(other, one)
    _, at, its_at = np.intersect1d(mine, its, return_indices=True)
    places, first = np.unique(rows[at], return_index=True)
    return places, its_rows[its_at[first]]


def _bytes(cells: TouchedCells, other: TouchedCells) -> tuple[Numbers, Numbers]:
    """Addresses of touched bytes where the other has some, and the place that each is of."""
    places = np.flatnonzero(cells.cells >= 0)
    starts = cells.first + places * cells.step
    near = (starts < other.end) & (starts + cells.size > other.first)
    starts, places = starts[near], places[near]
    addresses = (starts[:, None] + np.arange(cells.size)).reshape(-1)
    return addresses, np.repeat(places, cells.size)


def _without(known: DeviceWork, new: DeviceWork) -> DeviceWork:
    """What is left of a piece behind a later one of the same stream that touched the same."""
    if known.work.stream != new.work.stream:
        return known
    left = tuple(one for one in known.touched if not any(_covers(new, one) for new in new.touched))
    return known if len(left) == len(known.touched) else replace(known, touched=left)


def _covers(new: TouchedCells, old: TouchedCells) -> bool:
    """Whether whatever races with the old one races with the new one, too."""
    same = (new.kind, new.first, new.step, new.size) == (old.kind, old.first, old.step, old.size)
    if not same or len(new.cells) != len(old.cells):
        return False
    return bool(((new.cells >= 0) | (old.cells < 0)).all())


def owner_of(array: NDArray[Any]) -> NDArray[Any]:
    """The array whose memory an array looks at, as long as which lives the memory is not freed."""
    while True:
        base: Any = array.base
        base = base.owner.data if hasattr(base, "owner") else base
        if not isinstance(base, np.ndarray):
            return array
        array = base


def all_of(array: NDArray[Any], kind: AccessKind) -> TouchedCells | None:
    """All elements of an array, as a copy reads or writes them; None where there are none."""
    if not array.nbytes:
        return None
    first, end = byte_bounds(array)
    step = math.gcd(array.itemsize, *(abs(stride) for stride in array.strides))
    count = (end - first - array.itemsize) // step + 1
    cells: NDArray[np.int8] = np.broadcast_to(np.int8(0), count)
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        cells = np.full(count, NOT_TOUCHED, np.int8)
        sides = zip(array.shape, array.strides, strict=True)
        offsets = [np.arange(size) * abs(stride) // step for size, stride in sides]
        cells[sum(np.ix_(*offsets)) if len(offsets) > 1 else offsets[0]] = 0
    return TouchedCells(kind, first, step, array.itemsize, cells, Layout("", (), (), 0))
