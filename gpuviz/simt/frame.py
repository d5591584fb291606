"""The running state of a kernel: a Context for each cohort, a Frame for each call of a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt import atomics
from gpuviz.simt.cohort import Cohort, Mask, Value, overlaid, pick
from gpuviz.simt.hazards import HazardLog
from gpuviz.simt.local_memory import LocalArray, LocalDeclaration
from gpuviz.simt.locating import Locator
from gpuviz.simt.memory import AnyArray, CommonArray, GlobalArray, SharedArray, c_strides
from gpuviz.simt.races import FenceScope, GlobalShadows, RaceWatch
from gpuviz.simt.recorder import CohortRecorder, StepIds
from gpuviz.simt.shared_memory import (
    SHARED_ALIGNMENT,
    SharedDeclaration,
    SharedLayout,
    SharedMemory,
)
from gpuviz.simt.tally import CohortTally, Tally
from gpuviz.simt.watch import Watch
from gpuviz.trace.source import AccessKind, ArrayInfo, Site

WHILE_LIMIT = 1 << 20  # rounds of one while loop after which it is taken to be endless


class AccessPoint(NamedTuple):
    """A place in the source where memory is read or written."""

    statement: int
    line: int
    column: int


class AtomicPoint(NamedTuple):
    """A place in the source where an atomic operation stands; `used`: whether its value is."""

    point: AccessPoint
    operation: str
    used: bool


Lanes = NDArray[np.bool_]
"""Some lanes of each block: shape (blocks or 1, lanes)."""


@dataclass(eq=False)
class Machine:
    """What all cohorts of one launch share."""

    tally: Tally
    hazards: HazardLog
    shadows: GlobalShadows
    arrays: list[ArrayInfo] = field(default_factory=list)
    locator: Locator = field(default_factory=Locator)
    site_rows: dict[tuple[AccessPoint, int, AccessKind], int] = field(default_factory=dict)
    shared: SharedLayout = field(default_factory=SharedLayout)
    local_rows: dict[LocalDeclaration, int] = field(default_factory=dict)
    local_bytes: int = 0
    memory_changes: int = 0  # statements that wrote, or changed something atomically
    reads: int = 0  # statements that read what another thread may change
    while_limit: int = WHILE_LIMIT
    print_line: Callable[[str], None] = print  # takes what kernels print
    statement: int = 0  # the one that runs
    watch: Watch | None = None

    def may_change(self, array: AnyArray) -> bool:
        """Whether threads may change what another one reads in an array."""
        if isinstance(array, GlobalArray):
            return array.address in self.shadows.written
        return array.space == "shared"

    def take_tables(self, other: Machine) -> None:
        """Numbers sites and arrays as another run of the same launch did."""
        self.arrays[:] = other.arrays
        self.shared = other.shared
        self.site_rows.update(other.site_rows)
        self.local_rows.update(other.local_rows)
        self.local_bytes = other.local_bytes
        for entry in other.tally.sites:
            self.tally.new_site(entry.site)

    def site_row(self, point: AccessPoint, array: AnyArray, kind: AccessKind) -> int:
        """The row of a site, made when it is met for the first time."""
        key = (point, array.row, kind)
        row = self.site_rows.get(key)
        if row is None:
            size = array.dtype.itemsize
            site = Site(
                point.statement, point.line, point.column, array.name, array.space, kind, size
            )
            row = self.site_rows[key] = self.tally.new_site(site)
        return row

    def local_row(self, declared: LocalDeclaration) -> int:
        """The row of a local array, placed in the thread's local memory when it is met first."""
        row = self.local_rows.get(declared)
        if row is None:
            start = -(-self.local_bytes // SHARED_ALIGNMENT) * SHARED_ALIGNMENT
            name, shape, dtype = declared.name, declared.shape, declared.dtype
            row = self.local_rows[declared] = len(self.arrays)
            self.arrays.append(ArrayInfo(name, "local", shape, dtype, start, initialised=False))
            self.local_bytes = start + declared.nbytes
        return row


class BlockGroup:
    """Whole blocks that run at the same time, and what their threads have in common."""

    def __init__(self, machine: Machine, cohort: Cohort) -> None:
        self.machine = machine
        self.cohort = cohort  # all threads of the blocks
        self.races = RaceWatch(cohort, machine.hazards, machine.shadows)
        self.shared = SharedMemory(machine.shared, cohort.blocks)

    def barrier(self, mask: Mask, line: int) -> None:
        """Whole blocks reach a barrier: where a thread of the block is missing, it is a hazard."""
        base, tally = self.cohort.base, self.machine.tally
        if mask.lane_count == base.lane_count:
            tally.barriers += self.cohort.blocks
            self.races.barrier(None)
            return
        lanes = np.broadcast_to(mask.lanes, (self.cohort.blocks, self.cohort.lane_count))
        missing = base.lanes & ~lanes
        here = np.any(lanes, axis=1, keepdims=True).reshape(-1)
        self.races.barrier(here)
        tally.barriers += int(np.count_nonzero(here & ~missing.any(axis=1)))
        for row in np.flatnonzero(here & missing.any(axis=1)):
            waiting, absent = (
                int(self.cohort.thread_ids[int(part[row].argmax())]) for part in (lanes, missing)
            )
            block = int(self.cohort.block_ids[row])
            self.machine.hazards.divergent_barrier(block, waiting, absent, line)


class BarrierVotes(NamedTuple):
    """Which lanes of each block came to a barrier, and which of them said yes there."""

    yes: Lanes
    came: Lanes


class Unit(Protocol):
    """What takes turns with others, where not all threads go in lockstep."""

    def begin_step(self) -> None:
        """The unit is about to take a step: the others have their turn first."""
        ...

    def begin_access(self, array: AnyArray, kind: AccessKind, line: int, flat: Value) -> None:
        """The unit is about to access elements of an array."""
        ...

    def wait_at_barrier(self, mask: Mask, line: int, says_yes: Lanes) -> BarrierVotes:
        """Comes back when the block passes the barrier."""
        ...

    def wait_for_grid(self, mask: Mask, line: int) -> None:
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


class Context:
    """One cohort at work: its memory, its counters, its record."""

    def __init__(self, group: BlockGroup, cohort: Cohort, recorder: CohortRecorder | None) -> None:
        self.machine = group.machine
        self.group = group
        self.cohort = cohort
        self.tally = CohortTally(group.machine.tally, cohort)
        self.recorder = recorder
        self._races = group.races
        self._local: dict[LocalDeclaration, LocalArray] = {}
        self.unit: Unit | None = None  # None: in lockstep with all threads of the group
        self.compares_stores = False  # whether a store of the same value is told from a change

    def begin_step(self, frame: Frame, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement."""
        if self.unit is not None:
            self.unit.begin_step()
        self.machine.statement = statement
        self.tally.step(statement, mask)
        if self.recorder is not None:
            frame.step_ids = self.recorder.step(statement, mask)

    def load(
        self, frame: Frame, point: AccessPoint, array: AnyArray, index: list[Value], mask: Mask
    ) -> Value:
        """What the active lanes read at `index`; 0 where they may not read."""
        flat, live, bad = self._locate(array, index, mask, point, writes=False)
        if self.unit is not None:
            self.unit.begin_access(array, "read", point.line, flat)
        values = array.gather(flat)
        if live is None:
            return np.zeros_like(values)
        if array.fresh is not None:
            values = self._defined(array, index, flat, live, point, values)
        if bad is not None:
            values = np.where(bad, values.dtype.type(0), values)
        self._note(frame, point, array, "read", flat, live, values)
        return values

    def store(
        self,
        frame: Frame,
        point: AccessPoint,
        array: AnyArray,
        index: list[Value],
        mask: Mask,
        values: Value,
    ) -> None:
        """The active lanes write `values`, of the array's dtype, where they may."""
        flat, live, _ = self._locate(array, index, mask, point, writes=True)
        if live is None:
            return
        if self.unit is not None:
            self.unit.begin_access(array, "write", point.line, flat)
        if not self.compares_stores or self._alters(array, flat, values, live):
            self.machine.memory_changes += 1
        array.scatter(flat, values, live)
        if isinstance(array, GlobalArray) and array.writer is not None:
            array.note_writers(flat, live, self.cohort.launch_threads)
        self._note(frame, point, array, "write", flat, live, values)

    def atomic(
        self,
        frame: Frame,
        at: AtomicPoint,
        array: CommonArray,
        index: list[Value],
        mask: Mask,
        operands: tuple[Value, ...],
    ) -> Value:
        """The active lanes change elements, one lane after the other in linear order.

        Gives the old value that each found; where it is not used it may be anything.
        """
        flat, live, _ = self._locate(array, index, mask, at.point, writes=True)
        if live is None:
            return array.dtype.type(0)
        if self.unit is not None:
            self.unit.begin_access(array, "atomic", at.point.line, flat)
        where, spots = array.spots(flat, live)
        if array.fresh is not None:
            self._begin_defined(array, index, where, spots, at.point)
        values = tuple(np.broadcast_to(operand, where.shape)[where] for operand in operands)
        old = self._change(at, array, spots, values)
        found = np.zeros(where.shape, array.dtype)
        found[where] = 0 if old is None else old
        if isinstance(array, GlobalArray) and array.writer is not None:
            wrote = where & (found == operands[0]) if at.operation == "cas" else where
            array.note_writers(flat, Mask(wrote, live.blocks), self.cohort.launch_threads)
        self._note(frame, at.point, array, "atomic", flat, live, found)
        return found

    def shared_array(self, declared: SharedDeclaration) -> SharedArray:
        """A shared array of the cohort's blocks."""
        return self.group.shared.array(declared, self.machine.arrays)

    def local_array(self, declared: LocalDeclaration) -> LocalArray:
        """The local array of every thread of the cohort."""
        if declared not in self._local:
            row = self.machine.local_row(declared)
            info = self.machine.arrays[row]
            shape = (info.size, self.cohort.blocks, self.cohort.lane_count)
            data, fresh = np.zeros(shape, info.dtype), np.ones(shape, np.bool_)
            self._local[declared] = LocalArray(
                info.name, row, data, fresh, info.shape, c_strides(info.shape), info.address
            )
        return self._local[declared]

    def barrier(self, mask: Mask, line: int, says_yes: Lanes | None = None) -> BarrierVotes:
        """The active lanes reach a barrier of their blocks, and some of them say yes there."""
        yes = mask.lanes if says_yes is None else says_yes
        if self.unit is not None:
            return self.unit.wait_at_barrier(mask, line, yes)
        self.group.barrier(mask, line)
        return BarrierVotes(yes, mask.lanes)

    def wait_for_others(self, place: SourcePlace) -> None:
        """A loop goes on in the same way until another thread changes something.

        Raises Standstill where no other thread gets its turn before.
        """
        if self.unit is None:
            raise Standstill(place)
        self.unit.wait_for_change(place)

    def grid_barrier(self, mask: Mask, line: int) -> None:
        """The active lanes reach a sync of the grid, whose blocks all run together."""
        if self.unit is not None:
            self.unit.wait_for_grid(mask, line)
            return
        missing = self.cohort.base.lanes & ~mask.lanes
        if missing.any():
            waiting, absent = map(self.cohort.first_linear, (mask.lanes, missing))
            self.machine.hazards.divergent_grid_sync(waiting, absent, line)
        self._races.grid_sync()

    def meet(self, mask: Mask, *values: Value) -> tuple[Mask, tuple[Value, ...]]:
        """The lanes of each warp that come together to here, and what each of them brings."""
        return (mask, values) if self.unit is None else self.unit.meet(mask, values)

    def syncwarp(self, mask: Mask, words: Value) -> None:
        """The active lanes meet those that `words` name, a uint32 for each warp or one for all."""
        self._races.syncwarp(self.cohort, mask, words)

    def fence(self, mask: Mask, scope: FenceScope) -> None:
        """What the active lanes wrote before is seen before what they write from now on."""
        self._races.fence(self.cohort, mask, scope)

    def _change(
        self,
        at: AtomicPoint,
        array: CommonArray,
        spots: NDArray[np.int64],
        values: tuple[Value, ...],
    ) -> Value | None:
        """Changes the elements; gives the old values where somebody will look at them."""
        cells = array.cells
        before, old = cells[spots], None
        if at.used or self.recorder is not None or at.operation == "cas":
            old = atomics.change_and_read(at.operation, cells, spots, values)
        else:
            atomics.change(at.operation, cells, spots, values)
        array.written = True
        if before.tobytes() != cells[spots].tobytes():
            self.machine.memory_changes += 1
        return old

    def _alters(self, array: AnyArray, flat: Value, values: Value, live: Mask) -> bool:
        """Whether a store puts another value into an element than it held."""
        fresh = array.unwritten(flat, live) if array.fresh is not None else None
        return fresh is not None or bool(np.any((array.gather(flat) != values) & live.lanes))

    def _begin_defined(
        self,
        array: CommonArray,
        index: list[Value],
        where: NDArray[np.bool_],
        spots: NDArray[np.int64],
        point: AccessPoint,
    ) -> None:
        """Elements that nobody wrote begin as 0; the first lane on each has read it too early."""
        assert array.fresh is not None
        fresh = array.fresh.reshape(-1)
        early = np.flatnonzero(fresh[spots])
        if len(early):
            first = early[np.unique(spots[early], return_index=True)[1]]
            lanes = np.zeros(where.shape, np.bool_)
            lanes.reshape(-1)[np.flatnonzero(where)[first]] = True
            self.machine.hazards.uninitialised(array, index, lanes, self.cohort, point.line)
            array.cells[spots[early]] = 0
            fresh[spots[early]] = False

    def _locate(
        self, array: AnyArray, index: list[Value], mask: Mask, point: AccessPoint, writes: bool
    ) -> tuple[Value, Mask | None, NDArray[np.bool_] | None]:
        """Flat elements, the lanes that may access them, those out of bounds (None: no lane)."""
        flat, bad = self.machine.locator.find(array, index, mask)
        if bad is None:
            return flat, mask, None
        self.machine.hazards.out_of_bounds(array, index, bad, self.cohort, point.line, writes)
        live = Mask(mask.lanes & ~bad, mask.blocks)
        return flat, live if live.lane_count else None, bad

    def _defined(
        self,
        array: AnyArray,
        index: list[Value],
        flat: Value,
        mask: Mask,
        point: AccessPoint,
        values: Value,
    ) -> Value:
        unwritten = array.unwritten(flat, mask)
        if unwritten is None:
            return values
        self.machine.hazards.uninitialised(array, index, unwritten, self.cohort, point.line)
        return np.where(unwritten, values.dtype.type(0), values)

    def _note(
        self,
        frame: Frame,
        point: AccessPoint,
        array: AnyArray,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
        values: Value,
    ) -> None:
        if kind != "write" and self.machine.may_change(array):
            self.machine.reads += 1
        site = self.machine.site_row(point, array, kind)
        self.tally.access(site, array, flat, mask)
        self._races.access(self.cohort, array, site, point.line, kind, flat, mask)
        if self.recorder is not None:
            self.recorder.access(frame.step_ids, site, array, flat, mask, values)
        if self.machine.watch is not None:
            self.machine.watch.note(self.cohort, array, site, flat, mask, values)


class Frame:
    """One call of a function by the lanes of `entry`: its variables, its result, who is left."""

    __slots__ = ("context", "entry", "live_count", "owners", "result", "step_ids", "variables")

    def __init__(self, context: Context, slots: int, entry: Mask) -> None:
        self.context = context
        self.entry = entry
        self.live_count = entry.lane_count  # lanes that have not returned
        self.variables: list[Any] = [None] * slots
        self.owners: list[Mask | None] = [None] * slots  # lanes that hold a value, None: nobody
        self.result: Any = None
        self.step_ids: StepIds | None = None

    def assign(self, slot: int, mask: Mask, value: Value) -> None:
        """The active lanes set a variable; the others keep what they have."""
        owner = self.owners[slot]
        if owner is None or owner is mask or mask.lane_count == self.live_count:
            self.variables[slot] = value
            self.owners[slot] = mask
        else:
            self.variables[slot] = pick(mask.lanes, value, self.variables[slot])
            if owner is not self.entry:
                self.owners[slot] = overlaid(self.entry, owner, mask)

    def leave(self, mask: Mask, value: Value) -> None:
        """The active lanes return `value` (None in a kernel)."""
        self.live_count -= mask.lane_count
        if value is not None:
            self.result = value if self.result is None else pick(mask.lanes, value, self.result)

    def check_set(self, slot: int, mask: Mask, name: str, place: SourcePlace) -> None:
        """Raises KernelFailed where an active lane reads a variable that it never set."""
        owner = self.owners[slot]
        if owner is mask or owner is self.entry:
            return
        unset = mask.lanes if owner is None else mask.lanes & ~owner.lanes
        if unset.any():
            block, thread = self.context.cohort.first_thread(unset)
            template = (
                "thread {thread} of block {block} reads {name} in line {line} before it has given"
                " it a value: set {name} on every way that leads here."
            )
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.unset", template, {**at, "name": name}), place)
