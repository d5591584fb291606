"""What the thread groups of a launch have in common: tables, blocks, and whose turn it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import SourcePlace
from gpuviz.simt.execution.collective import Collective, UndefinedTake
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.hazards.log import HazardLog
from gpuviz.simt.hazards.notes import NoteLog
from gpuviz.simt.memory.arrays import AnyArray, GlobalArray
from gpuviz.simt.memory.bitcast import part_name
from gpuviz.simt.memory.constant import ConstantMemory
from gpuviz.simt.memory.indexing import IndexResolver
from gpuviz.simt.memory.local import LocalDeclaration
from gpuviz.simt.memory.pointer_codes import PointerCodes
from gpuviz.simt.memory.records import Field, field_info
from gpuviz.simt.memory.shared import SharedLayout, SharedMemory
from gpuviz.simt.observe.observer import Observer, listeners
from gpuviz.trace.source import AccessKind, ArrayInfo, Site

NO_LIMIT = sys.maxsize


class AccessPoint(NamedTuple):
    """A place in the source where memory is read or written."""

    statement: int
    file: str
    line: int
    column: int
    vector: int = 0
    """Of a member of a float4 that is read or written as a whole: the bytes of all of it for the
    first member, which counts for all; below 0 for the others. 0: an access of its own."""

    @property
    def place(self) -> SourcePlace:
        """Where it stands in the author's file."""
        return SourcePlace(self.file, self.line, self.column)


class AtomicPoint(NamedTuple):
    """A place in the source where an atomic operation stands; `used`: whether its value is."""

    point: AccessPoint
    operation: str
    used: bool


Lanes = NDArray[np.bool_]
"""Some lanes of each block: shape (blocks or 1, lanes)."""


def unheard(place: SourcePlace, rounds: int) -> None:
    """Nobody wants to know of a loop that lasts."""


@dataclass(eq=False)
class LaunchState:
    """What all thread groups of one launch share."""

    hazards: HazardLog
    notes: NoteLog = field(default_factory=NoteLog)
    written: Set[int] = frozenset()  # addresses of the arrays that the launch may write
    arrays: list[ArrayInfo] = field(default_factory=list)
    sites: list[Site] = field(default_factory=list)
    observers: list[Observer] = field(default_factory=list)
    index_resolver: IndexResolver = field(default_factory=IndexResolver)
    site_rows: dict[tuple[AccessPoint, int, AccessKind], int] = field(default_factory=dict)
    shared: SharedLayout = field(default_factory=SharedLayout)
    constants: ConstantMemory = field(default_factory=ConstantMemory)
    device_arrays: dict[str, GlobalArray] = field(default_factory=dict)  # known from outside
    local_rows: dict[LocalDeclaration, int] = field(default_factory=dict)
    field_rows: dict[tuple[int, str], int] = field(default_factory=dict)
    pointers: PointerCodes = field(default_factory=PointerCodes)
    vectors: dict[int, int] = field(default_factory=dict)  # AccessPoint.vector, by site
    local_bytes: int = 0
    memory_changes: int = 0  # statements that wrote, or changed something atomically
    steps: int = 0  # that thread groups have begun
    reads: int = 0  # statements that read what another thread may change
    checks: bool = True  # whether reads of what nobody wrote are looked for
    while_limit: int = NO_LIMIT  # rounds of one while loop after which it is taken to be endless
    in_loop: Callable[[SourcePlace, int], None] = unheard  # takes where a loop lasts, its rounds
    print_line: Callable[[str], None] = print  # takes what kernels print
    statement: int = 0  # the one that runs
    undefined_calls: set[Collective] = field(default_factory=set)
    """In which lanes took a value from one that takes no part."""
    replace_undefined: Callable[[UndefinedTake], Value] | None = None
    """Gives what lanes take instead; None: they take their own value."""

    def may_change(self, array: AnyArray) -> bool:
        """Whether threads may change what another one reads in an array."""
        if isinstance(array, GlobalArray):
            return array.space == "global" and (array.whole or array).address in self.written
        return array.space == "shared"

    def take_tables(self, other: LaunchState) -> None:
        """Numbers sites and arrays as another run of the same launch did."""
        self.arrays[:] = other.arrays
        self.shared = other.shared
        self.constants = other.constants
        self.site_rows.update(other.site_rows)
        self.local_rows.update(other.local_rows)
        self.field_rows.update(other.field_rows)
        self.vectors.update(other.vectors)
        self.local_bytes = other.local_bytes
        self.sites[:] = other.sites

    def grid_sync(self) -> None:
        """All threads of the launch have met."""
        for observer in self.observers:
            observer.grid_sync()

    def site_row(self, point: AccessPoint, array: AnyArray, kind: AccessKind) -> int:
        """The row of a site, made when it is met for the first time."""
        key = (point, array.row, kind)
        row = self.site_rows.get(key)
        if row is None:
            size = max(array.dtype.itemsize, point.vector)
            if point.vector:
                self.vectors[len(self.sites)] = point.vector
            site = Site(
                point.statement, point.line, point.column, array.name, array.space, kind, size
            )
            row = self.site_rows[key] = len(self.sites)
            self.sites.append(site)
        return row

    def field_row(self, array: AnyArray, field: Field) -> int:
        """The row of a field of an array of records; parts of complex numbers have none."""
        if array.dtype.names is None:
            return array.row
        key = array.row, field.name
        if key not in self.field_rows:
            self.field_rows[key] = len(self.arrays)
            self.arrays.append(field_info(array, field, self.arrays[array.row]))
        return self.field_rows[key]

    def bitcast_row(self, array: AnyArray, dtype: np.dtype[Any]) -> int:
        """The row of the bytes of an array as elements of another type."""
        key = array.row, part_name(dtype)
        if key not in self.field_rows:
            self.field_rows[key] = len(self.arrays)
            whole = self.arrays[array.row]
            name, owner = f"{whole.name}.{key[1]}", whole.part_of or whole.name
            shape = (whole.nbytes // dtype.itemsize,)
            self.arrays.append(
                ArrayInfo(name, whole.space, shape, dtype, array.address, part_of=owner)
            )
        return self.field_rows[key]

    def local_row(self, declared: LocalDeclaration) -> int:
        """The row of a local array, placed in the thread's local memory when it is met first."""
        row = self.local_rows.get(declared)
        if row is None:
            start = -(-self.local_bytes // declared.alignment) * declared.alignment
            name, shape, dtype = declared.name, declared.shape, declared.dtype
            row = self.local_rows[declared] = len(self.arrays)
            self.arrays.append(ArrayInfo(name, "local", shape, dtype, start, initialised=False))
            self.local_bytes = start + declared.nbytes
        return row


class BlockGroup:
    """Whole blocks that run at the same time, and what their threads have in common."""

    def __init__(self, launch_state: LaunchState, thread_group: ThreadGroup) -> None:
        self.launch_state = launch_state
        self.thread_group = thread_group  # all threads of the blocks
        self.observers = [observer.for_blocks(thread_group) for observer in launch_state.observers]
        self._on_barrier = listeners(self.observers, Observer.barrier)
        self.shared = SharedMemory(launch_state.shared, thread_group.blocks)

    def barrier(self, mask: Mask, place: SourcePlace) -> None:
        """Whole blocks reach a barrier: where a thread of the block is missing, it is a hazard."""
        threads = self.thread_group
        base = threads.base
        if mask.lane_count == base.lane_count:
            for tell in self._on_barrier:
                tell(None, threads.blocks)
            return
        lanes = np.broadcast_to(mask.lanes, (threads.blocks, threads.lane_count))
        missing = base.lanes & ~lanes
        here = np.any(lanes, axis=1, keepdims=True).reshape(-1)
        complete = int(np.count_nonzero(here & ~missing.any(axis=1)))
        for tell in self._on_barrier:
            tell(here, complete)
        for row in np.flatnonzero(here & missing.any(axis=1)):
            waiting, absent = (
                int(threads.thread_ids[int(part[row].argmax())]) for part in (lanes, missing)
            )
            block = int(threads.block_ids[row])
            self.launch_state.hazards.divergent_barrier(block, waiting, absent, place)


class BarrierVotes(NamedTuple):
    """Which lanes of each block came to a barrier, and which of them said yes there."""

    yes: Lanes
    came: Lanes


class ScheduledUnit(Protocol):
    """What takes turns with others, where not all threads go in lockstep."""

    @property
    def waits_at_accesses(self) -> bool:
        """Whether others may have their turn within a statement: see begin_access."""
        ...

    @property
    def begin_step(self) -> Callable[[], object]:
        """To be called before a step: the others have their turn first."""
        ...

    def begin_access(
        self, array: AnyArray, kind: AccessKind, point: AccessPoint, flat: Value
    ) -> bool:
        """The unit is about to access elements of an array; whether others had their turn first."""
        ...

    def wait_at_barrier(self, mask: Mask, place: SourcePlace, says_yes: Lanes) -> BarrierVotes:
        """Comes back when the block passes the barrier."""
        ...

    def wait_for_grid(self, mask: Mask, place: SourcePlace) -> None:
        """Comes back when all blocks have met."""
        ...

    def meet(self, mask: Mask, values: tuple[Value, ...]) -> tuple[Mask, tuple[Value, ...]]:
        """Comes back with the lanes of the warp that met, and the values of all of them."""
        ...

    def wait_for_change(self, place: SourcePlace) -> None:
        """The unit's loop at `place` does the same until another thread changes memory."""
        ...


class Standstill(Exception):
    """Threads in lockstep wait for others that will never get their turn."""

    def __init__(self, place: SourcePlace) -> None:
        super().__init__(place)
        self.place = place
