"""What one warp does at an instant: its step, its active lanes, its accesses and the sectors they
move.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.states import ThreadState, WarpHistory
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import (
    NO_ELEMENT,
    Accesses,
    ArrayInfo,
    Site,
    Statement,
    Trace,
    from_bits,
    has_bits,
)

SECTOR_BYTES = (
    32  # the unit in which global memory moves (CUDA C++ Best Practices Guide 13.0, 10.2.1)
)
LANES = np.arange(WARP_SIZE, dtype=np.uint32)
INDEX_PAIRS = (("row", "col"), ("i", "j"), ("y", "x"))
INDEX_NAMES = ("i", "idx", "index", "gid", "tid", "n", "x")


@dataclass(frozen=True, slots=True)
class WarpAccess:
    """One site executed once by a warp."""

    site: Site
    site_row: int  # row in Trace.sites
    array: int  # row in Trace.arrays
    info: ArrayInfo
    element: NDArray[np.int64]  # [32] flat element, NO_ELEMENT where the lane is not active
    bits: NDArray[np.uint64]  # [32]

    @classmethod
    def of_row(cls, trace: Trace, table: Accesses, row: int) -> WarpAccess:
        """The access in a row of the trace's table."""
        site, array = int(table.site[row]), int(table.array[row])
        where = trace.sites[site], site, array, trace.arrays[array]
        return cls(*where, table.element[row], table.bits[row])

    @property
    def active(self) -> NDArray[np.bool_]:
        """[32] the lanes that took part."""
        taking_part: NDArray[np.bool_] = self.element != NO_ELEMENT
        return taking_part

    @property
    def sectors(self) -> int:
        """Distinct 32-byte sectors that the active lanes touch."""
        first = self.info.addresses(self.element[self.active])
        last = first + self.site.itemsize - 1
        return len(np.unique(np.r_[first // SECTOR_BYTES, last // SECTOR_BYTES]))

    @property
    def needed_bytes(self) -> int:
        """Bytes of the distinct elements that the lanes asked for."""
        return len(np.unique(self.element[self.active])) * self.site.itemsize


@dataclass(frozen=True, slots=True)
class MaskedLanes:
    """Lanes that do not take part in a step, and the line at which they last did (None: never)."""

    lanes: NDArray[np.int64]
    line: int | None
    returned: bool = False  # they have left the kernel in that line


@dataclass(frozen=True, slots=True)
class WarpNow:
    """A warp at an instant; `step` and `statement`: executed last, None before the first."""

    block: int
    warp: int
    state: ThreadState
    step: int | None
    statement: Statement | None
    mask: int
    exists: NDArray[np.bool_]  # [32] lanes that are threads: a block's last warp may have fewer
    accesses: tuple[WarpAccess, ...]
    masked: tuple[MaskedLanes, ...]
    plays: bool = False  # its latest step is the one that is played
    fresh: bool = False  # its latest step belongs to the round that is under way

    @property
    def active(self) -> NDArray[np.bool_]:
        """[32] lanes active in the latest step."""
        return (np.uint32(self.mask) >> LANES) & 1 > 0


@dataclass(frozen=True, slots=True)
class LaneValues:
    """One variable in the 32 lanes of a warp; `known` says in which it has been assigned."""

    name: str
    value: NDArray[np.generic]  # [32]
    known: NDArray[np.bool_]  # [32]


class WarpReader:
    """Answers what a followed warp does, for one trace and one order."""

    def __init__(self, trace: Trace, order: PlayOrder, history: WarpHistory) -> None:
        self._trace = trace
        self._order = order
        self._history = history
        self._played = np.argsort(order.accessed, kind="stable")
        self._index_variables = index_variables(trace)

    def now(self, block: int, warp: int, instant: Instant) -> WarpNow | None:
        """The warp at `instant`; None for a block whose steps were not kept."""
        if not self._history.is_followed(block) or self._trace.steps is None:
            return None
        row = int(self._history.rows(np.array([block]))[0]) + warp
        state = ThreadState(int(self._history.states(instant)[row]))
        exists = LANES + warp * WARP_SIZE < self._trace.config.block.size
        ids = self._history.steps_of(block, warp, instant.steps)
        if len(ids) == 0:
            return WarpNow(block, warp, state, None, None, 0, exists, (), ())
        step = int(ids[-1])
        return WarpNow(
            block,
            warp,
            state,
            step,
            self._trace.statements[self._trace.steps.statement[step]],
            int(self._trace.steps.mask[step]),
            exists,
            self.accesses(step),
            self._masked(ids, exists),
            plays=step == self._order.playing(instant) and not instant.ended,
            fresh=int(self._order.round[self._order.position[step]]) + 1 >= instant.rounds,
        )

    def accesses(self, step: int) -> tuple[WarpAccess, ...]:
        """The accesses that happen with a step, in their order: its own, but for those that come
        after a call, and those for which callers have waited.
        """
        table = self._trace.accesses
        if table is None:
            return ()
        at = int(self._order.position[step])
        first, stop = np.searchsorted(self._order.accessed, (at, at + 1), sorter=self._played)
        rows = self._played[first:stop].tolist()
        return tuple(WarpAccess.of_row(self._trace, table, row) for row in rows)

    def index_values(self, block: int, warp: int, instant: Instant) -> tuple[LaneValues, ...]:
        """The variables that the kernel computes its place from, as they stand at `instant`."""
        return self._assigned(self._index_variables, block, warp, instant)

    def all_values(self, block: int, warp: int, instant: Instant) -> tuple[LaneValues, ...]:
        """Every variable that the warp has assigned by `instant`, in the order of the table."""
        rows = [row for row, info in enumerate(self._trace.variables) if has_bits(info.dtype)]
        return self._assigned(rows, block, warp, instant)

    def _assigned(
        self, variables: Sequence[int], block: int, warp: int, instant: Instant
    ) -> tuple[LaneValues, ...]:
        if not self._history.is_followed(block):
            return ()
        found = (self._variable(row, block, warp, instant) for row in variables)
        return tuple(values for values in found if values.known.any())

    def _variable(self, variable: int, block: int, warp: int, instant: Instant) -> LaneValues:
        table, info = self._trace.values, self._trace.variables[variable]
        bits, known = np.zeros(WARP_SIZE, np.uint64), np.zeros(WARP_SIZE, bool)
        if table is not None:
            ids = self._history.steps_of(block, warp, instant.steps)
            wanted = np.flatnonzero(table.variable == variable)
            wanted = wanted[np.isin(table.step[wanted], ids)]
            for row in wanted[self._order.assigned[wanted] < instant.steps][::-1]:
                lanes = ((table.mask[row] >> LANES) & 1 > 0) & ~known
                bits[lanes], known = table.bits[row][lanes], known | lanes
                if known.all():
                    break
        return LaneValues(info.name, from_bits(bits, info.dtype), known)

    def _masked(self, ids: NDArray[np.int64], exists: NDArray[np.bool_]) -> tuple[MaskedLanes, ...]:
        """Lanes that are off now, by the step that they last took part in."""
        assert self._trace.steps is not None
        lanes = (self._trace.steps.mask[ids][:, None] >> LANES) & 1 > 0
        off = np.flatnonzero(exists & ~lanes[-1])
        last = len(ids) - 1 - lanes[::-1].argmax(axis=0)
        last[~lanes.any(axis=0)] = -1
        groups = []
        for at in np.unique(last[off]):
            statement = self._trace.statements[self._trace.steps.statement[ids[at]]]
            returned = statement.kind == "Return" and statement.function == 0 and at >= 0
            line = None if at < 0 else statement.line
            groups.append(MaskedLanes(off[last[off] == at], line, returned))
        return tuple(groups)


@dataclass(frozen=True, slots=True)
class PlayingWarp:
    """The warp whose step is played: linear block, warp in it, first active thread, source line."""

    block: int
    warp: int
    thread: int
    line: int


def playing_warp(trace: Trace, order: PlayOrder, instant: Instant) -> PlayingWarp | None:
    """Whose step is played at an instant; None before the first and once the launch is over."""
    step = order.playing(instant)
    if trace.steps is None or step < 0 or instant.ended:
        return None
    block, warp = int(trace.steps.block[step]), int(trace.steps.warp[step])
    first = int(np.flatnonzero(trace.steps.mask[step] >> LANES & 1)[0])
    line = trace.statements[trace.steps.statement[step]].line
    return PlayingWarp(block, warp, warp * WARP_SIZE + first, line)


@dataclass(frozen=True, slots=True)
class WarpGroup:
    """Warps of one block that do the same: their state, and the line that they executed last."""

    warps: NDArray[np.int64]
    state: ThreadState
    line: int | None


def warp_groups(
    trace: Trace, history: WarpHistory, block: int, instant: Instant
) -> tuple[WarpGroup, ...]:
    """What the warps of a followed block do, those that do the same together, in order of the
    first.
    """
    if trace.steps is None or not history.is_followed(block):
        return ()
    first = int(history.rows(np.array([block]))[0])
    rows = slice(first, first + trace.config.warps_per_block)
    latest, states = history.latest(instant)[rows], history.states(instant)[rows]
    lines = np.array([statement.line for statement in trace.statements])
    line = np.where(latest < 0, -1, lines[trace.steps.statement[latest]])
    pairs, first_of, group = np.unique(
        np.stack([states, line], axis=1), axis=0, return_index=True, return_inverse=True
    )
    return tuple(
        WarpGroup(
            np.flatnonzero(group.ravel() == row),
            ThreadState(int(pairs[row, 0])),
            int(pairs[row, 1]) if pairs[row, 1] >= 0 else None,
        )
        for row in np.argsort(first_of)
    )


def index_variables(trace: Trace) -> tuple[int, ...]:
    """Rows of the integer variables of the kernel that say which element a thread works on.

    Those that cuda.grid gives; else a pair or a single one with a usual name; else the first.
    """
    rows = {
        v.name: row
        for row, v in enumerate(trace.variables)
        if v.function == 0 and np.issubdtype(v.dtype, np.integer)
    }
    from_grid = [row for row in rows.values() if "cuda.grid(" in _first_assignment(trace, row)]
    if from_grid:
        return tuple(from_grid[:2])
    for pair in INDEX_PAIRS:
        if set(pair) <= set(rows):
            return tuple(rows[name] for name in pair)
    named = [rows[name] for name in INDEX_NAMES if name in rows]
    return tuple((named or list(rows.values()))[:1])


def source_line(trace: Trace, function: int, line: int) -> str:
    """A line of the source without its indentation; empty where the text does not have it."""
    source = trace.functions[function]
    lines = source.text.splitlines()
    at = line - source.first_line
    return lines[at].strip() if 0 <= at < len(lines) else ""


def _first_assignment(trace: Trace, variable: int) -> str:
    """The line that assigns a variable first."""
    if trace.values is None or trace.steps is None:
        return ""
    at = np.flatnonzero(trace.values.variable == variable)[:1]
    if len(at) == 0:
        return ""
    statement = trace.statements[trace.steps.statement[trace.values.step[at[0]]]]
    return source_line(trace, statement.function, statement.line)
