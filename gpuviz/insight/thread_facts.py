"""What one thread does at an instant: its indices, variables, the elements it touches, its warp."""

from __future__ import annotations

import ast
import functools
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.block_place import BlockPlace, block_place
from gpuviz.insight.calls import assignment_steps
from gpuviz.insight.formula import (
    Formula,
    ThreadPlace,
    assignment_formulas,
    condition_formula,
    index_formulas,
    statements_of,
)
from gpuviz.insight.hazard_moments import NamedThread
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import WarpAccess, WarpNow, WarpReader
from gpuviz.insight.states import (
    ThreadState,
    block_states,
)
from gpuviz.insight.thread_totals import Total, thread_totals
from gpuviz.insight.traffic import site_text
from gpuviz.launch import WARP_SIZE, Dim3
from gpuviz.trace import NO_ELEMENT, Hazard, Statement, Trace, from_bits, has_bits
from gpuviz.trace.source import AccessKind

NOT_KEPT = "..."  # the value of a record, or of a number wider than 8 bytes


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A variable of the thread and what it holds."""

    name: str
    value: object


@dataclass(frozen=True, slots=True)
class Touched:
    """An element that the thread reads or writes in this step, "a[999]", and its value."""

    kind: AccessKind
    text: str
    value: object


@dataclass(frozen=True, slots=True)
class ThreadFacts:
    """One thread at an instant. `now` is its warp, None for a block whose steps were not kept."""

    block_idx: Dim3
    thread_idx: Dim3
    warp: int
    lane: int
    state: ThreadState
    now: WarpNow | None
    indices: tuple[Formula, ...]
    this_step: tuple[Formula, ...] = ()
    condition: Formula | None = None
    variables: tuple[NamedValue, ...] = ()
    touched: tuple[Touched, ...] = ()
    hazards: tuple[Hazard, ...] = ()  # that name this thread and have happened
    number: int = 0  # in the launch: block * block size + thread
    place: BlockPlace | None = None  # of its block
    totals: tuple[Total, ...] = ()  # of the whole launch

    @property
    def statement(self) -> Statement | None:
        """The statement that the warp executed last."""
        return self.now.statement if self.now else None


class ThreadReader:
    """Answers what any thread does, for one trace and one order."""

    def __init__(
        self,
        trace: Trace,
        order: PlayOrder,
        warps: WarpReader,
        hazards: tuple[NamedThread, ...],
    ) -> None:
        self._trace = trace
        self._order = order
        self._reader = warps
        self._named = hazards
        self._totals = functools.lru_cache(maxsize=8)(functools.partial(thread_totals, trace))
        self._rows_of_warp = functools.lru_cache(maxsize=8)(self._find_rows)
        self._assigned = assignment_steps(trace)
        self._function_of = np.array([v.function for v in trace.variables], np.int64)

    def at(self, block: int, thread: int, instant: Instant) -> ThreadFacts:
        """The thread `thread` of block `block` (linear numbers) at `instant`."""
        warp, lane = divmod(thread, WARP_SIZE)
        now = self._reader.now(block, warp, instant)
        place = self._place(block, thread)
        function = now.statement.function if now and now.statement else 0
        variables = self._values(block, thread, 0, now.step if now else None)
        known = _static_values(self._trace, 0) | variables
        hazards = self._hazards_of(block, thread, instant)
        facts = ThreadFacts(
            place.block_idx,
            place.thread_idx,
            warp,
            lane,
            ThreadState.HAZARD if hazards else self._state(now, block, thread, instant),
            now,
            index_formulas(self._trace.functions[0].text, place, known),
            hazards=hazards,
            number=block * self._trace.config.block.size + thread,
            place=block_place(self._trace, self._order, block),
            totals=self._totals(block, thread),
        )
        if function != 0:
            variables |= self._values(block, thread, function, now.step if now else None)
        facts = replace(facts, variables=tuple(NamedValue(*item) for item in variables.items()))
        return self._with_step(facts, place, block, thread)

    def _state(self, now: WarpNow | None, block: int, thread: int, instant: Instant) -> ThreadState:
        state = _state(now, thread % WARP_SIZE, self._order, block, instant)
        active = self._trace.thread_active
        is_idle = active is not None and not active[block, thread]
        return ThreadState.IDLE if is_idle and state is ThreadState.FINISHED else state

    def _hazards_of(self, block: int, thread: int, instant: Instant) -> tuple[Hazard, ...]:
        return tuple(
            item.hazard
            for item in self._named
            if (item.block, item.thread) == (block, thread) and instant.steps >= item.since
        )

    def _with_step(
        self, facts: ThreadFacts, place: ThreadPlace, block: int, thread: int
    ) -> ThreadFacts:
        now, statement = facts.now, facts.statement
        if now is None or now.step is None or statement is None or not now.active[facts.lane]:
            return facts
        touched = tuple(_touched(a, facts.lane) for a in _of_lane(now, facts.lane))
        facts = replace(facts, touched=touched)
        node = _node(self._trace, statement)
        if node is None:
            return facts
        known = _static_values(self._trace, statement.function)
        known |= self._values(block, thread, statement.function, now.step - 1)
        known |= _elements(self._trace, now, facts.lane, writes=False)
        results = self._values(block, thread, statement.function, now.step)
        results |= _elements(self._trace, now, facts.lane, writes=True)
        return replace(
            facts,
            this_step=_told(assignment_formulas(node, place, known), results, facts, place),
            condition=condition_formula(node, place, known),
        )

    def _place(self, block: int, thread: int) -> ThreadPlace:
        config = self._trace.config
        captured = self._trace.functions[0].captured
        symbols = {k: str(v.value) for k, v in captured.items() if v.kind == "symbol"}
        indices = config.grid.index(block), config.block.index(thread)
        return ThreadPlace(config.grid, config.block, *indices, symbols)

    def _values(
        self, block: int, thread: int, function: int, last_step: int | None
    ) -> dict[str, object]:
        """The variables of one function as the thread has them after a step."""
        table = self._trace.values
        if table is None or last_step is None:
            return {}
        warp, lane = divmod(thread, WARP_SIZE)
        rows = self._rows_of_warp(block, warp)
        mine = (table.mask[rows] >> np.uint32(lane)) & 1 > 0
        mine &= self._function_of[table.variable[rows]] == function
        rows = rows[mine & (self._assigned[rows] <= last_step)][::-1]
        found: dict[str, object] = {}
        for variable, at in zip(*np.unique(table.variable[rows], return_index=True), strict=True):
            info = self._trace.variables[variable]
            if has_bits(info.dtype):
                bits = table.bits[rows[at], lane : lane + 1]
                found[info.name] = from_bits(bits, info.dtype)[0]
        return found

    def _find_rows(self, block: int, warp: int) -> NDArray[np.intp]:
        table, steps = self._trace.values, self._trace.steps
        if table is None or steps is None:
            return np.zeros(0, np.intp)
        mine = (steps.block[table.step] == block) & (steps.warp[table.step] == warp)
        rows = np.flatnonzero(mine)
        return rows[np.argsort(self._assigned[rows], kind="stable")]


def _told(
    formulas: tuple[Formula, ...],
    results: dict[str, object],
    facts: ThreadFacts,
    place: ThreadPlace,
) -> tuple[Formula, ...]:
    """The formulas of a step with the values that it really gave, those of the indices left out."""
    indices = {formula.target for formula in facts.indices}
    return tuple(
        replace(formula, value=results.get(formula.target, formula.value))
        for formula in formulas
        if formula.target not in indices and formula.symbolic not in place.known
    )


def _state(
    now: WarpNow | None, lane: int, order: PlayOrder, block: int, instant: Instant
) -> ThreadState:
    if now is None:
        return ThreadState(int(block_states(order, instant)[block]))
    under_way = now.state in (ThreadState.RUNNING, ThreadState.AT_BARRIER, ThreadState.READY)
    return ThreadState.MASKED_OFF if under_way and not now.active[lane] else now.state


def _static_values(trace: Trace, function: int) -> dict[str, object]:
    """What a function's names hold in the whole launch: constants, scalars, the sizes of arrays."""
    captured = trace.functions[function].captured
    known = {name: item.value for name, item in captured.items() if item.kind == "constant"}
    if function == 0:
        known |= trace.scalars
        for array in trace.arrays:
            if array.space == "global":
                known[f"{array.name}.size"] = array.size
                known |= {f"{array.name}.shape[{axis}]": n for axis, n in enumerate(array.shape)}
    return known


def _node(trace: Trace, statement: Statement) -> ast.stmt | None:
    function = trace.functions[statement.function]
    line = statement.line - function.first_line + 1
    for node in statements_of(function.text):
        if node.lineno == line and type(node).__name__ == statement.kind:
            return node
    return None


def _of_lane(now: WarpNow, lane: int) -> list[WarpAccess]:
    return [access for access in now.accesses if access.element[lane] != NO_ELEMENT]


def _value(access: WarpAccess, lane: int) -> object:
    if not has_bits(access.info.dtype):
        return NOT_KEPT
    value: object = from_bits(access.bits[lane : lane + 1], access.info.dtype)[0]
    return value


def _touched(access: WarpAccess, lane: int) -> Touched:
    index = np.unravel_index(int(access.element[lane]), access.info.shape)
    text = f"{access.info.name}[{', '.join(str(int(n)) for n in index)}]"
    return Touched(access.site.kind, text, _value(access, lane))


def _elements(trace: Trace, now: WarpNow, lane: int, *, writes: bool) -> dict[str, object]:
    """The elements read, or written, in this step by their source text "a[i]"."""
    return {
        site_text(trace, access.site): _value(access, lane)
        for access in _of_lane(now, lane)
        if (access.site.kind == "write") == writes and has_bits(access.info.dtype)
    }
