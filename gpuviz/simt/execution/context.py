"""The running state: an ExecutionContext for each thread group, a CallFrame for each call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution import atomics, warp
from gpuviz.simt.execution.collective import Collective
from gpuviz.simt.execution.control import Construct, ControlFrame, ControlStack
from gpuviz.simt.execution.hot_loops import LoopCompiler
from gpuviz.simt.execution.launch_state import (
    AccessPoint,
    AtomicPoint,
    BarrierVotes,
    BlockGroup,
    Lanes,
    ScheduledUnit,
    Standstill,
)
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value, overlaid, pick
from gpuviz.simt.hazards.messages import NO_RESULT, UNSET_VARIABLE
from gpuviz.simt.memory.arrays import (
    AnyArray,
    CommonArray,
    Elements,
    GlobalArray,
    OneArray,
    SharedArray,
    c_strides,
)
from gpuviz.simt.memory.local import LocalArray, LocalDeclaration
from gpuviz.simt.memory.shared import SharedDeclaration
from gpuviz.simt.memory.views import PerLaneArray, View
from gpuviz.simt.numerics.mixed_numbers import loses_digits, mixed
from gpuviz.simt.observe.observer import Access, FenceScope, Observer, listeners
from gpuviz.trace.source import AccessKind

ShareListener = Callable[[Construct, ControlStack, float], None]
"""Takes a for loop, what it stands in, and the share of its turns that is over."""


class Reading(NamedTuple):
    """A place where a variable is read that may not be set there."""

    name: str
    place: SourcePlace
    nothing: Value | None  # 0 in its type; None: there is none, as of an array


class Function(Protocol):
    """A function that lanes can call, lowered."""

    def frame(self, context: ExecutionContext, mask: Mask, values: list[Value]) -> CallFrame:
        """A frame for a call with these arguments."""
        ...

    def run(self, frame: CallFrame, mask: Mask) -> None:
        """The body, for the lanes that called it."""
        ...


class ExecutionContext:
    """One thread group at work: its memory, where it stands, and who is told of what it does."""

    def __init__(self, group: BlockGroup, thread_group: ThreadGroup) -> None:
        self.launch_state = group.launch_state
        self.group = group
        self.thread_group = thread_group
        found = (
            observer.for_group(thread_group, group.thread_group) for observer in group.observers
        )
        observers = [observer for observer in found if observer is not None]
        self.observers = observers
        self.on_assign = listeners(observers, Observer.assign)
        self.on_exchange = listeners(observers, Observer.exchange)
        self._on_step = listeners(observers, Observer.step)
        self._on_resume = listeners(observers, Observer.resume)
        self._on_branch = listeners(observers, Observer.branch)
        self._on_access = listeners(observers, Observer.access)
        self._on_operands = listeners(observers, Observer.operands)
        self._on_syncwarp = listeners(observers, Observer.syncwarp)
        self._on_fence = listeners(observers, Observer.fence)
        self._on_finish = listeners(observers, Observer.finish)
        self._values_are_read = any(observer.reads_values for observer in observers)
        self._local: dict[LocalDeclaration, LocalArray] = {}
        self.depth = 0  # calls of device functions within each other
        self.present = thread_group.base  # lanes that have not returned from the kernel
        self.stack: ControlStack = ()  # the loops, ifs and calls that are under way
        self.unit: ScheduledUnit | None = None  # None: in lockstep with all threads of the group
        self.on_share: ShareListener | None = None  # told how far for loops are
        self.loop_compiler: LoopCompiler | None = None  # None: every statement runs by itself
        self.ended: Lanes | None = None  # threads that raised in a function that they called
        self.compares_stores = False  # whether a store of the same value is told from a change

    def begin_step(self, frame: CallFrame, statement: int, mask: Mask) -> None:
        """The active lanes begin a statement."""
        if self.unit is not None:
            self.unit.begin_step()
        launch_state = self.launch_state
        launch_state.statement = statement
        launch_state.steps += 1
        step = frame.step = launch_state.steps
        for tell in self._on_step:
            tell(step, statement, mask)

    def call(
        self, function: Function, mask: Mask, values: list[Value], level: ControlFrame
    ) -> CallFrame:
        """The active lanes take a function's steps; gives the frame, with what they returned."""
        statement, outer = self.launch_state.statement, self.stack
        self.depth += 1
        self.stack = (*outer, level)
        if self.ended is not None:
            mask = self.alive(mask) or mask
        inner = function.frame(self, mask, values)
        function.run(inner, mask)
        self.stack = outer
        self.depth -= 1
        self.launch_state.statement = statement
        return inner

    def end_threads(self, mask: Mask, note: Message, place: SourcePlace) -> None:
        """The active lanes end where they are, as by `return` in the kernel itself."""
        if self.depth:
            self.ended = mask.lanes if self.ended is None else self.ended | mask.lanes
        self.launch_state.notes.add(note, place, mask.lanes, self.thread_group)

    def alive(self, mask: Mask) -> Mask | None:
        """The lanes whose threads have not ended."""
        if self.ended is None or not (mask.lanes & self.ended).any():
            return mask
        lanes = Mask(mask.lanes & ~self.ended, mask.blocks)
        return lanes if lanes.lane_count else None

    def branch(self, mask: Mask, taken: Mask | None) -> None:
        """A header or conditional expression was evaluated; `taken` is not None where some hold."""
        if taken is not None and taken is not mask:
            for tell in self._on_branch:
                tell(mask, taken)

    def finish(self) -> None:
        """The thread group has ended, or broken off."""
        for tell in self._on_finish:
            tell()

    def load(
        self,
        frame: CallFrame,
        point: AccessPoint,
        elements: Elements,
        index: list[Value],
        mask: Mask,
    ) -> Value:
        """What the active lanes read at `index`; 0 where they may not read."""
        if self.ended is not None:
            alive = self.alive(mask)
            if alive is None:
                return elements.root.dtype.type(0)
            mask = alive
        if isinstance(elements, PerLaneArray):
            result: Value = elements.root.dtype.type(0)
            for part, lanes in elements.split(mask):
                result = pick(lanes.lanes, self.load(frame, point, part, index, lanes), result)
            return result
        flat, live, bad = self._locate(elements, index, mask, point, writes=False)
        array: AnyArray = elements.root
        if self.unit is not None and self.unit.waits_at_accesses:
            self._begin_access(frame, point, array, "read", flat, mask)
        values = array.gather(flat)
        if live is None:
            return np.zeros_like(values)
        if array.fresh is not None and self.launch_state.checks:
            values = self._defined(elements, index, flat, live, point, values)
        if bad is not None:
            values = np.where(bad, np.zeros((), values.dtype), values)
        self._note(frame, point, array, "read", flat, live, values)
        return values

    def store(
        self,
        frame: CallFrame,
        point: AccessPoint,
        elements: Elements,
        index: list[Value],
        mask: Mask,
        values: Value,
    ) -> None:
        """The active lanes write `values`, of the array's dtype, where they may."""
        if self.ended is not None:
            alive = self.alive(mask)
            if alive is None:
                return
            mask = alive
        if isinstance(elements, PerLaneArray):
            for part, lanes in elements.split(mask):
                self.store(frame, point, part, index, lanes, values)
            return
        flat, live, _ = self._locate(elements, index, mask, point, writes=True)
        if live is None:
            return
        array: AnyArray = elements.root
        if self.unit is not None and self.unit.waits_at_accesses:
            self._begin_access(frame, point, array, "write", flat, mask)
        if not self.compares_stores or self._alters(array, flat, values, live):
            self.launch_state.memory_changes += 1
        array.scatter(flat, values, live)
        if isinstance(array, GlobalArray) and array.writer is not None:
            array.note_writers(flat, live, self.thread_group.launch_threads)
        self._note(frame, point, array, "write", flat, live, values)

    def atomic(
        self,
        frame: CallFrame,
        at: AtomicPoint,
        elements: CommonArray | View | PerLaneArray,
        index: list[Value],
        mask: Mask,
        operands: tuple[Value, ...],
    ) -> Value:
        """The active lanes change elements, one lane after the other in linear order.

        Gives the old value that each found; where it is not used it may be anything.
        """
        if self.ended is not None:
            alive = self.alive(mask)
            if alive is None:
                return elements.root.dtype.type(0)
            mask = alive
        if isinstance(elements, PerLaneArray):
            found = np.zeros((), elements.root.dtype)[()]
            for part, lanes in elements.split(mask):
                old = self.atomic(frame, at, part, index, lanes, operands)
                found = pick(lanes.lanes, old, found)
            return found
        flat, live, _ = self._locate(elements, index, mask, at.point, writes=True)
        array: CommonArray = elements.root
        if live is None:
            return array.dtype.type(0)
        if self.unit is not None and self.unit.waits_at_accesses:
            self._begin_access(frame, at.point, array, "atomic", flat, mask)
        where, spots = array.spots(flat, live)
        if array.fresh is not None:
            self._begin_defined(elements, index, where, spots, at.point)
        for tell in self._on_operands:
            tell(live, operands)
        values = tuple(np.broadcast_to(operand, where.shape)[where] for operand in operands)
        old = self._change(at, array, spots, values)
        found = np.zeros(where.shape, array.dtype)
        found[where] = 0 if old is None else old
        if isinstance(array, GlobalArray) and array.writer is not None:
            wrote = where & (found == operands[0]) if at.operation == "cas" else where
            array.note_writers(flat, Mask(wrote, live.blocks), self.thread_group.launch_threads)
        self._note(frame, at.point, array, "atomic", flat, live, found)
        return found

    def check_divisor(self, divisor: Value, mask: Mask, note: Message, place: SourcePlace) -> None:
        """Notes the active lanes that divide a whole number by 0."""
        if divisor.all():
            return
        nothing = mask.lanes & (divisor == 0)
        if nothing.any():
            self.launch_state.notes.add(note, place, nothing, self.thread_group)

    def shared_array(self, declared: SharedDeclaration) -> SharedArray:
        """A shared array of the thread group's blocks."""
        return self.group.shared.array(declared, self.launch_state.arrays)

    def local_array(self, declared: LocalDeclaration) -> LocalArray:
        """The local array of every thread of the thread group."""
        if declared not in self._local:
            row = self.launch_state.local_row(declared)
            info = self.launch_state.arrays[row]
            shape = (info.size, self.thread_group.blocks, self.thread_group.lane_count)
            data, fresh = np.zeros(shape, info.dtype), np.ones(shape, np.bool_)
            self._local[declared] = LocalArray(
                info.name, row, data, fresh, info.shape, c_strides(info.shape), info.address
            )
        return self._local[declared]

    def barrier(
        self, mask: Mask, place: SourcePlace, says_yes: Lanes | None = None
    ) -> BarrierVotes:
        """The active lanes reach a barrier of their blocks, and some of them say yes there."""
        yes = mask.lanes if says_yes is None else says_yes
        if self.unit is not None:
            return self.unit.wait_at_barrier(mask, place, yes)
        self.group.barrier(mask, place)
        return BarrierVotes(yes, mask.lanes)

    def wait_for_others(self, place: SourcePlace) -> None:
        """A loop goes on in the same way until another thread changes something.

        Raises Standstill where no other thread gets its turn before.
        """
        if self.unit is None:
            raise Standstill(place)
        self.unit.wait_for_change(place)

    def grid_barrier(self, mask: Mask, place: SourcePlace) -> None:
        """The active lanes reach a sync of the grid, whose blocks all run together."""
        if self.unit is not None:
            self.unit.wait_for_grid(mask, place)
            return
        missing = self.thread_group.base.lanes & ~mask.lanes
        if missing.any():
            waiting, absent = map(self.thread_group.first_linear, (mask.lanes, missing))
            self.launch_state.hazards.divergent_grid_sync(waiting, absent, place)
        self.launch_state.grid_sync()

    def meet(self, mask: Mask, *values: Value) -> tuple[Mask, tuple[Value, ...]]:
        """The lanes of each warp that come together to here, and what each of them brings."""
        return (mask, values) if self.unit is None else self.unit.meet(mask, values)

    def meet_named(
        self, call: Collective, mask: Mask, named: Value, *values: Value
    ) -> tuple[Mask, tuple[Value, ...]]:
        """The same of a call with a mask, `named`, which is the first of the values that come back.

        A named lane that does not come is a hazard, and so is one that comes and is not named.
        """
        met, (named, *rest) = self.meet(mask, named, *values)
        threads = self.thread_group
        words = warp.in_warps(named, threads.lane_count)
        missing = warp.missing_from(words, self.present.words, met.words)
        unnamed = ~warp.names_itself(words)
        if missing.any() or unnamed.any():
            active = warp.in_warps(mask.lanes, threads.lane_count)
            for lanes, lacking in ((active & unnamed, None), (active & (missing != 0), missing)):
                if lanes.any():
                    here = None if lacking is None else met.words
                    self.launch_state.hazards.wrong_mask(call, threads, lanes, lacking, here)
        return met, (named, *rest)

    def syncwarp(self, mask: Mask, words: Value) -> None:
        """The active lanes meet those that `words` name, a uint32 for each warp or one for all."""
        for tell in self._on_syncwarp:
            tell(self.thread_group, mask, words)

    def fence(self, mask: Mask, scope: FenceScope) -> None:
        """What the active lanes wrote before is seen before what they write from now on."""
        for tell in self._on_fence:
            tell(self.thread_group, mask, scope)

    def _begin_access(
        self,
        frame: CallFrame,
        point: AccessPoint,
        array: AnyArray,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
    ) -> None:
        """Where others had their turn before the access, what is left of the step is one more."""
        assert self.unit is not None
        if self.unit.begin_access(array, kind, point, flat):
            self.launch_state.steps += 1
            step = frame.step = self.launch_state.steps
            for tell in self._on_resume:
                tell(step, point.statement, mask)

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
        if at.used or self._values_are_read or at.operation == "cas":
            old = atomics.change_and_read(at.operation, cells, spots, values)
        else:
            atomics.change(at.operation, cells, spots, values)
        array.written = True
        if before.tobytes() != cells[spots].tobytes():
            self.launch_state.memory_changes += 1
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
            self.launch_state.hazards.uninitialised(
                elements, index, lanes, self.thread_group, point.place
            )
            array.cells[spots[early]] = 0
            fresh[spots[early]] = False

    def _locate(
        self, array: OneArray, index: list[Value], mask: Mask, point: AccessPoint, writes: bool
    ) -> tuple[Value, Mask | None, NDArray[np.bool_] | None]:
        """Flat elements, the lanes that may access them, those out of bounds (None: no lane)."""
        flat, bad = self.launch_state.index_resolver.find(array, index, mask)
        if bad is None:
            return flat, mask, None
        self.launch_state.hazards.out_of_bounds(
            array, index, bad, self.thread_group, point.place, writes
        )
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
        self.launch_state.hazards.uninitialised(
            elements, index, unwritten, self.thread_group, point.place
        )
        return np.where(unwritten, np.zeros((), values.dtype), values)

    def _note(
        self,
        frame: CallFrame,
        point: AccessPoint,
        array: AnyArray,
        kind: AccessKind,
        flat: Value,
        mask: Mask,
        values: Value,
    ) -> None:
        launch_state = self.launch_state
        if kind != "write" and launch_state.may_change(array):
            launch_state.reads += 1
        site = launch_state.site_rows.get((point, array.row, kind))
        if site is None:
            site = launch_state.site_row(point, array, kind)
        if self._on_access:
            group, step, stack = self.thread_group, frame.step, self.stack
            # As Access(..) does it, in a third of the time.
            access = tuple.__new__(
                Access, (group, step, stack, site, point, kind, array, flat, mask, values)
            )
            for tell in self._on_access:
                tell(access)


class CallFrame:
    """One call of a function by the lanes of `entry`: its variables, its result, who is left."""

    __slots__ = (
        "context",
        "entry",
        "gave",
        "live_count",
        "owners",
        "result",
        "step",
        "variables",
    )

    def __init__(self, context: ExecutionContext, slots: int, entry: Mask) -> None:
        self.context = context
        self.entry = entry
        self.live_count = entry.lane_count  # lanes that have not returned
        self.variables: list[Any] = [None] * slots
        self.owners: list[Mask | None] = [None] * slots  # lanes that hold a value, None: nobody
        self.result: Any = None
        self.gave: Lanes | None = None  # lanes that returned something else than None
        self.step = 0  # of the launch: the one that its lanes take

    def assign(self, slot: int, mask: Mask, value: Value) -> None:
        """The active lanes set a variable; the others keep what they have."""
        owner = self.owners[slot]
        if owner is None or owner is mask or mask.lane_count == self.live_count:
            self.variables[slot] = value
            self.owners[slot] = mask
        else:
            self.variables[slot] = _merged(mask, value, self.variables[slot])
            if owner is not self.entry:
                self.owners[slot] = overlaid(self.entry, owner, mask)

    def forget(self, slot: int, mask: Mask) -> None:
        """The active lanes declare a variable anew, without a value."""
        owner = self.owners[slot]
        if owner is not None:
            left = Mask(owner.lanes & ~mask.lanes, owner.blocks)
            self.owners[slot] = left if left.lane_count else None

    def leave(self, mask: Mask, value: Value) -> None:
        """The active lanes return `value` (None in a kernel)."""
        self.live_count -= mask.lane_count
        context = self.context
        if not context.depth:
            context.present = Mask(context.present.lanes & ~mask.lanes, mask.blocks)
        if value is not None:
            self.gave = mask.lanes if self.gave is None else self.gave | mask.lanes
            self.result = value if self.result is None else mask.merged(value, self.result)

    def check_returned(
        self, mask: Mask, name: str, place: SourcePlace, unset: Value | None
    ) -> None:
        """Lanes of a call that came to no return have no result: where it is used, it is a hazard.

        It is `unset` then, 0 in its type.
        """
        lacking = mask.lanes if self.gave is None else mask.lanes & ~self.gave
        context = self.context
        if not lacking.any():
            return
        if context.launch_state.checks:
            hazards = context.launch_state.hazards
            hazards.unset(NO_RESULT, name, lacking, context.thread_group, place)
        if unset is not None:
            self.result = unset if self.gave is None else pick(lacking, unset, self.result)

    def check_set(self, slot: int, mask: Mask, read: Reading) -> None:
        """Where an active lane reads a variable that it never set, it is a hazard, and reads 0.

        Raises KernelFailed for what cannot be 0, such as an array.
        """
        owner = self.owners[slot]
        if owner is mask or owner is self.entry:
            return
        unset = mask.lanes if owner is None else mask.lanes & ~owner.lanes
        if not unset.any():
            return
        context, place = self.context, read.place
        if read.nothing is None:
            block, thread = context.thread_group.first_thread(unset)
            template = (
                "thread {thread} of block {block} reads {name} in line {line} before it has given"
                " it a value: set {name} on every way that leads here."
            )
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.unset", template, {**at, "name": read.name}), place)
        if context.launch_state.checks:
            hazards = context.launch_state.hazards
            hazards.unset(UNSET_VARIABLE, read.name, unset, context.thread_group, place)
        held = self.variables[slot]
        self.variables[slot] = (
            read.nothing if owner is None else _merged(Mask(unset, mask.blocks), read.nothing, held)
        )


def _merged(mask: Mask, value: Value, others: Value) -> Value:
    """The value in the active lanes, in all others what they hold."""
    if loses_digits(value, others):
        return mixed(mask.lanes, value, others)
    return mask.merged(value, others)
