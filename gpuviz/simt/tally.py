"""Counts what a launch does, by statement, site and warp (SEMANTICS.md 4)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt import coalescing
from gpuviz.simt.cohort import Cohort, Mask, Value
from gpuviz.simt.memory import AnyArray
from gpuviz.trace.columns import WarpCounters
from gpuviz.trace.source import Site
from gpuviz.trace.trace import Counters

PER_WARP_LIMIT = 1 << 18  # warps; of larger launches only sums are kept
THREAD_MAP_LIMIT = 1 << 24  # threads; of larger launches it is not kept which were idle
PENDING_LIMIT = 512  # (statement, mask) pairs kept before they are added up


@dataclass(slots=True)
class _SiteCount:
    site: Site
    requests: int = 0
    units: int = 0
    lines: int = 0
    ideal: int = 0  # wavefronts without conflicts
    by_warp: NDArray[np.uint32] | None = (
        None  # [3, blocks, warps per block]: requests, units, lines
    )


@dataclass(slots=True)
class _StatementCount:
    steps: NDArray[np.uint32]  # [blocks, warps per block]
    lanes: NDArray[np.uint32]


@dataclass(eq=False)
class Tally:
    """The counters of one launch while it runs."""

    config: LaunchConfig
    statement_count: int
    warp_steps: int = 0
    lane_steps: int = 0
    divergent_branches: int = 0
    barriers: int = 0
    active_threads: int = 0
    atomic_operations: int = 0
    sites: list[_SiteCount] = field(default_factory=list)
    thread_active: NDArray[np.bool_] | None = None
    _touched: dict[int, NDArray[np.bool_]] = field(default_factory=dict)
    _last_touch: dict[int, Mask] = field(default_factory=dict)
    _statements: dict[int, _StatementCount] = field(default_factory=dict)
    _pending: dict[tuple[int, Mask], int] = field(default_factory=dict)
    _pending_of: Cohort | None = None

    def __post_init__(self) -> None:
        if self.config.threads <= THREAD_MAP_LIMIT:
            self.thread_active = np.zeros((self.config.blocks, self.config.block.size), np.bool_)

    @property
    def keeps_warps(self) -> bool:
        """Whether counters are kept for each warp, and not as sums only."""
        return self.config.warps <= PER_WARP_LIMIT

    def step(self, statement: int, mask: Mask, cohort: Cohort) -> None:
        """Every warp with an active lane executes a statement once."""
        self.warp_steps += mask.warp_count
        self.lane_steps += mask.lane_count
        if self.keeps_warps:
            if self._pending_of is not cohort or len(self._pending) >= PENDING_LIMIT:
                self._add_pending()
                self._pending_of = cohort
            key = (statement, mask)
            self._pending[key] = self._pending.get(key, 0) + 1

    def branch(self, mask: Mask, taken: Mask | None) -> None:
        """A header or conditional expression was evaluated by `mask`, and `taken` went one way."""
        if taken is not None and taken is not mask:
            self.divergent_branches += mask.divergent_warps(taken)

    def touch(self, mask: Mask, cohort: Cohort) -> None:
        """The active lanes touch global memory."""
        key = id(cohort)
        if self._last_touch.get(key) is mask:
            return
        self._last_touch[key] = mask
        seen = self._touched.get(key)
        if seen is None:
            seen = np.zeros((cohort.blocks, cohort.lane_count), np.bool_)
            self._touched[key] = seen
        np.logical_or(seen, mask.lanes, out=seen)

    def new_site(self, site: Site) -> int:
        """A row for a site met for the first time."""
        by_warp = None
        if self.keeps_warps:
            shape = (3, self.config.blocks, self.config.warps_per_block)
            by_warp = np.zeros(shape, np.uint32)
        self.sites.append(_SiteCount(site, by_warp=by_warp))
        return len(self.sites) - 1

    def access(self, row: int, array: AnyArray, flat: Value, mask: Mask, cohort: Cohort) -> None:
        """The active lanes access the elements `flat` of `array` at the site `row`."""
        entry = self.sites[row]
        requests = mask.warp_any
        if entry.site.kind == "atomic":
            units, lines = mask.warp_lanes.astype(np.int64), np.zeros(1, np.int64)
            self.atomic_operations += mask.lane_count
        else:
            units, lines, ideal = _cost(array, flat, mask)
            entry.ideal += _total(ideal, mask, cohort)
        entry.requests += mask.warp_count
        entry.units += _total(units, mask, cohort)
        entry.lines += _total(lines, mask, cohort) if lines.ndim == 2 else 0
        if entry.by_warp is not None:
            blocks, warps = self._window(cohort)
            entry.by_warp[0, blocks, warps] += requests
            entry.by_warp[1, blocks, warps] += units.astype(np.uint32)
            entry.by_warp[2, blocks, warps] += lines.astype(np.uint32)
        if entry.site.space == "global":
            self.touch(mask, cohort)

    def finish(self, cohort: Cohort) -> None:
        """The cohort has ended: its threads are known to be active or idle."""
        self._add_pending()
        self._last_touch.pop(id(cohort), None)
        seen = self._touched.pop(id(cohort), None)
        if seen is None:
            return
        self.active_threads += int(np.count_nonzero(seen))
        if self.thread_active is not None:
            last = min(cohort.first_lane + cohort.lane_count, self.config.block.size)
            width = last - cohort.first_lane
            self.thread_active[cohort.block_ids, cohort.first_lane : last] = seen[:, :width]

    def counters(self) -> Counters:
        """The sums, as SEMANTICS.md names them."""
        load, store = self._sum("global", "read"), self._sum("global", "write")
        read, write = self._sum("shared", "read"), self._sum("shared", "write")
        return Counters(
            active_threads=self.active_threads,
            idle_threads=self.config.threads - self.active_threads,
            warp_steps=self.warp_steps,
            lane_steps=self.lane_steps,
            divergent_branches=self.divergent_branches,
            global_load_requests=load.requests,
            global_load_sectors=load.units,
            global_load_lines=load.lines,
            global_store_requests=store.requests,
            global_store_sectors=store.units,
            global_store_lines=store.lines,
            atomic_requests=sum(s.requests for s in self.sites if s.site.kind == "atomic"),
            atomic_operations=self.atomic_operations,
            shared_load_requests=read.requests,
            shared_load_wavefronts=read.units,
            shared_store_requests=write.requests,
            shared_store_wavefronts=write.units,
            bank_conflicts=read.units - read.ideal + write.units - write.ideal,
            barriers=self.barriers,
        )

    def warp_counters(self) -> WarpCounters | None:
        """Everything by warp, None where the launch has too many of them."""
        if not self.keeps_warps:
            return None
        warps = self.config.warps
        steps = np.zeros((self.statement_count, warps), np.uint32)
        lanes = np.zeros_like(steps)
        for row, count in self._statements.items():
            steps[row], lanes[row] = count.steps.reshape(-1), count.lanes.reshape(-1)
        sites = [s.by_warp.reshape(3, warps) for s in self.sites if s.by_warp is not None]
        stacked = np.array(sites, np.uint32).reshape(len(sites), 3, warps)
        return WarpCounters(steps, lanes, *(np.ascontiguousarray(stacked[:, k]) for k in range(3)))

    def _sum(self, space: str, kind: str) -> _SiteCount:
        chosen = [s for s in self.sites if s.site.space == space and s.site.kind == kind]
        total = _SiteCount(Site(0, 0, 0, "", "global", "read", 1))
        for entry in chosen:
            total.requests += entry.requests
            total.units += entry.units
            total.lines += entry.lines
            total.ideal += entry.ideal
        return total

    def _add_pending(self) -> None:
        if self._pending_of is not None:
            blocks, warps = self._window(self._pending_of)
            for (statement, mask), times in self._pending.items():
                count = self._statements.get(statement)
                if count is None:
                    shape = (self.config.blocks, self.config.warps_per_block)
                    count = _StatementCount(np.zeros(shape, np.uint32), np.zeros(shape, np.uint32))
                    self._statements[statement] = count
                count.steps[blocks, warps] += mask.warp_any * np.uint32(times)
                count.lanes[blocks, warps] += mask.warp_lanes * np.uint32(times)
        self._pending.clear()

    def _window(self, cohort: Cohort) -> tuple[slice, slice]:
        """The cohort's place in an array [blocks, warps per block]; its blocks are neighbours."""
        first, last = int(cohort.block_ids[0]), int(cohort.block_ids[-1])
        warp = cohort.first_lane // WARP_SIZE
        return slice(first, last + 1), slice(warp, warp + cohort.warps)


def _cost(
    array: AnyArray, flat: Value, mask: Mask
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Per warp: sectors and lines, or wavefronts and none; then the ideal wavefronts.

    The shapes are (blocks or 1, warps); of lines and ideals also (1,).
    """
    if array.space == "local":
        none = np.zeros((1, mask.lanes.shape[1] // WARP_SIZE), np.int64)
        return none, none, none
    lanes = mask.lanes
    rows = max(lanes.shape[0], np.shape(flat)[0] if np.ndim(flat) == 2 else 1)
    shape = (rows, lanes.shape[1])
    offsets = np.broadcast_to(flat * array.dtype.itemsize + array.address, shape)
    offsets = offsets.reshape(-1, WARP_SIZE)
    active = None if mask.whole else np.broadcast_to(lanes, shape).reshape(-1, WARP_SIZE)
    by_warp = (rows, lanes.shape[1] // WARP_SIZE)
    if array.space == "global":
        sectors, lines = coalescing.sectors_and_lines(offsets, active)
        return sectors.reshape(by_warp), lines.reshape(by_warp), np.zeros(by_warp, np.int64)
    fronts, ideal = coalescing.wavefronts(offsets, array.dtype.itemsize, active)
    return fronts.reshape(by_warp), np.zeros(1, np.int64), ideal.reshape(by_warp)


def _total(by_warp: NDArray[np.int64] | NDArray[np.uint32], mask: Mask, cohort: Cohort) -> int:
    return int(by_warp.sum()) * (cohort.blocks if by_warp.shape[0] == 1 else 1)
