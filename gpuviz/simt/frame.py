"""The running state of a kernel: a Context for each cohort, a Frame for each call of a function."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt import atomics
from gpuviz.simt.cohort import Cohort, Mask, Value, overlaid, pick
from gpuviz.simt.local_memory import LocalArray, LocalDeclaration
from gpuviz.simt.machine import (
    AccessPoint,
    AtomicPoint,
    BarrierVotes,
    BlockGroup,
    Lanes,
    Standstill,
    Unit,
)
from gpuviz.simt.memory import (
    AnyArray,
    CommonArray,
    Elements,
    GlobalArray,
    OneArray,
    SharedArray,
    c_strides,
)
from gpuviz.simt.races.occasions import Nest, Occasion
from gpuviz.simt.races.watch import FenceScope
from gpuviz.simt.recorder import CohortRecorder, StepIds
from gpuviz.simt.shared_memory import (
    SharedDeclaration,
)
from gpuviz.simt.tally import CohortTally
from gpuviz.simt.views import Choice, View
from gpuviz.trace.source import AccessKind


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
        self.depth = 0  # calls of device functions within each other
        self.nest: Nest = ()  # the loops and calls that are under way
        self.unit: Unit | None = None  # None: in lockstep with all threads of the group
        self.compares_stores = False  # whether a store of the same value is told from a change

    def begin_step(self, frame: Frame, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement."""
        if self.unit is not None:
            self.unit.begin_step()
        self.machine.statement = statement
        if self.machine.checks:
            self.tally.step(statement, mask)
        if self.recorder is not None:
            frame.step_ids = self.recorder.step(statement, mask)

    def load(
        self, frame: Frame, point: AccessPoint, elements: Elements, index: list[Value], mask: Mask
    ) -> Value:
        """What the active lanes read at `index`; 0 where they may not read."""
        if isinstance(elements, Choice):
            result: Value = elements.root.dtype.type(0)
            for part, lanes in elements.split(mask):
                result = pick(lanes.lanes, self.load(frame, point, part, index, lanes), result)
            return result
        flat, live, bad = self._locate(elements, index, mask, point, writes=False)
        array: AnyArray = elements.root
        if self.unit is not None:
            self._begin_access(frame, point, array, "read", flat, mask)
        values = array.gather(flat)
        if live is None:
            return np.zeros_like(values)
        if array.fresh is not None and self.machine.checks:
            values = self._defined(elements, index, flat, live, point, values)
        if bad is not None:
            values = np.where(bad, np.zeros((), values.dtype), values)
        self._note(frame, point, array, "read", flat, live, values)
        return values

    def store(
        self,
        frame: Frame,
        point: AccessPoint,
        elements: Elements,
        index: list[Value],
        mask: Mask,
        values: Value,
    ) -> None:
        """The active lanes write `values`, of the array's dtype, where they may."""
        if isinstance(elements, Choice):
            for part, lanes in elements.split(mask):
                self.store(frame, point, part, index, lanes, values)
            return
        flat, live, _ = self._locate(elements, index, mask, point, writes=True)
        if live is None:
            return
        array: AnyArray = elements.root
        if self.unit is not None:
            self._begin_access(frame, point, array, "write", flat, mask)
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
        elements: CommonArray | View | Choice,
        index: list[Value],
        mask: Mask,
        operands: tuple[Value, ...],
    ) -> Value:
        """The active lanes change elements, one lane after the other in linear order.

        Gives the old value that each found; where it is not used it may be anything.
        """
        if isinstance(elements, Choice):
            found = np.zeros((), elements.root.dtype)[()]
            for part, lanes in elements.split(mask):
                old = self.atomic(frame, at, part, index, lanes, operands)
                found = pick(lanes.lanes, old, found)
            return found
        flat, live, _ = self._locate(elements, index, mask, at.point, writes=True)
        array: CommonArray = elements.root
        if live is None:
            return array.dtype.type(0)
        if self.unit is not None:
            self._begin_access(frame, at.point, array, "atomic", flat, mask)
        where, spots = array.spots(flat, live)
        if array.fresh is not None:
            self._begin_defined(elements, index, where, spots, at.point)
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

    def _begin_access(
        self,
        frame: Frame,
        point: AccessPoint,
        array: AnyArray,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
    ) -> None:
        """Where others had their turn before the access, what is left of the step is one more."""
        assert self.unit is not None
        others_went = self.unit.begin_access(array, kind, point.line, flat)
        if others_went and self.recorder is not None:
            frame.step_ids = self.recorder.step(point.statement, mask)

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
        elements: CommonArray | View,
        index: list[Value],
        where: NDArray[np.bool_],
        spots: NDArray[np.int64],
        point: AccessPoint,
    ) -> None:
        """Elements that nobody wrote begin as 0; the first lane on each has read it too early."""
        array: CommonArray = elements.root
        fresh = array.fresh_cells
        early = np.flatnonzero(fresh[spots])
        if len(early):
            first = early[np.unique(spots[early], return_index=True)[1]]
            lanes = np.zeros(where.shape, np.bool_)
            lanes.reshape(-1)[np.flatnonzero(where)[first]] = True
            self.machine.hazards.uninitialised(elements, index, lanes, self.cohort, point.line)
            array.cells[spots[early]] = 0
            fresh[spots[early]] = False

    def _locate(
        self, array: OneArray, index: list[Value], mask: Mask, point: AccessPoint, writes: bool
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
        elements: OneArray,
        index: list[Value],
        flat: Value,
        mask: Mask,
        point: AccessPoint,
        values: Value,
    ) -> Value:
        unwritten = elements.root.unwritten(flat, mask)
        if unwritten is None:
            return values
        self.machine.hazards.uninitialised(elements, index, unwritten, self.cohort, point.line)
        return np.where(unwritten, np.zeros((), values.dtype), values)

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
        if self.machine.checks:
            self.tally.access(site, array, flat, mask)
            occasion = Occasion(self.nest, self.recorder, frame.step_ids)
            self._races.access(self.cohort, array, site, point.line, kind, flat, mask, occasion)
        if self.recorder is not None:
            self.recorder.access(frame.step_ids, site, array, flat, mask, values)
        if self.machine.watch is not None:
            self.machine.watch.note(self.cohort, array, site, flat, mask, values)


class Frame:
    """One call of a function by the lanes of `entry`: its variables, its result, who is left."""

    __slots__ = (
        "context",
        "entry",
        "gave",
        "live_count",
        "owners",
        "result",
        "step_ids",
        "variables",
    )

    def __init__(self, context: Context, slots: int, entry: Mask) -> None:
        self.context = context
        self.entry = entry
        self.live_count = entry.lane_count  # lanes that have not returned
        self.variables: list[Any] = [None] * slots
        self.owners: list[Mask | None] = [None] * slots  # lanes that hold a value, None: nobody
        self.result: Any = None
        self.gave: Lanes | None = None  # lanes that returned something else than None
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
            self.gave = mask.lanes if self.gave is None else self.gave | mask.lanes
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
