"""Counts what a launch does, by statement, site and warp (semantics.md 4)."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.observe.costs import (
    ATOMIC,
    Cost,
    CostCache,
    Group,
    Groups,
    costs_of_warps,
    groups_of,
)
from gpuviz.simt.observe.lone_run import LoneRun
from gpuviz.simt.observe.observer import Access, Observer
from gpuviz.trace.columns import WarpCounters
from gpuviz.trace.source import Site
from gpuviz.trace.trace import Counters

PER_WARP_LIMIT = 1 << 18  # warps; of larger launches only sums are kept
THREAD_MAP_LIMIT = 1 << 24  # threads; of larger launches it is not kept which were idle
WAITING_LIMIT = 1024  # accesses of single warps at one site, kept before they are measured
PENDING_LIMIT = 512  # different executions of statements and sites, kept before they are added up

ONE_ELEMENT = np.int64(0)  # of one lane it does not matter which


@dataclass(slots=True)
class _SiteCount:
    requests: int = 0
    units: int = 0
    lines: int = 0
    ideal: int = 0  # wavefronts without conflicts
    by_warp: NDArray[np.uint32] | None = (
        None  # [3, blocks, warps per block]: requests, units, lines
    )

    def add(self, cost: Cost, times: int) -> None:
        """So many executions, each of that cost."""
        requests, units, lines = cost.sums
        self.requests += requests * times
        self.units += units * times
        self.lines += lines * times
        self.ideal += cost.ideal * times


@dataclass(eq=False)
class Tally(Observer):
    """The counters of one launch while it runs."""

    config: LaunchConfig
    statement_count: int
    sites: list[Site]  # of the launch; it grows
    vectors: dict[int, int] = field(default_factory=dict)
    """Sites of members that are accessed together with others: AccessPoint.vector; it grows."""
    warp_steps: int = 0
    lane_steps: int = 0
    divergent_branches: int = 0
    barriers: int = 0
    active_threads: int = 0
    costs: CostCache = field(default_factory=CostCache)
    thread_active: NDArray[np.bool_] | None = None
    _counts: list[_SiteCount] = field(default_factory=list)  # by site
    waiting: defaultdict[tuple[int, Group], list[tuple[int, Value, Mask]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """Accesses of single warps, by site and group: linear warp, elements, active lanes."""
    by_statement: NDArray[np.uint32] | None = None  # [2, statements, blocks, warps per block]

    def __post_init__(self) -> None:
        if self.config.threads <= THREAD_MAP_LIMIT:
            self.thread_active = np.zeros((self.config.blocks, self.config.block.size), np.bool_)
        if keeps_warps(self.config):
            shape = (2, self.statement_count, self.config.blocks, self.config.warps_per_block)
            self.by_statement = np.zeros(shape, np.uint32)

    def for_group(self, thread_group: ThreadGroup, blocks: ThreadGroup) -> GroupTally:
        """What counts for one thread group."""
        takes_turns = thread_group is not blocks  # with others: it is a warp
        return (LoneWarpTally if takes_turns else GroupTally)(self, thread_group)

    def barrier(self, blocks: NDArray[np.bool_] | None, complete: int) -> None:
        """Barriers count that all threads of a block pass."""
        self.barriers += complete

    def count_of(self, row: int) -> _SiteCount:
        """What is counted of a site."""
        while len(self._counts) <= row:
            by_warp = None
            if keeps_warps(self.config):
                shape = (3, self.config.blocks, self.config.warps_per_block)
                by_warp = np.zeros(shape, np.uint32)
            self._counts.append(_SiteCount(by_warp=by_warp))
        return self._counts[row]

    def counters(self) -> Counters:
        """The sums, as docs/reference/counters.md names them."""
        load, store = self._sum("global", "read"), self._sum("global", "write")
        read, write = self._sum("shared", "read"), self._sum("shared", "write")
        atomics = [count for site, count in self._by_site() if site.kind == "atomic"]
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
            atomic_requests=sum(count.requests for count in atomics),
            atomic_operations=sum(count.units for count in atomics),
            shared_load_requests=read.requests,
            shared_load_wavefronts=read.units,
            shared_store_requests=write.requests,
            shared_store_wavefronts=write.units,
            bank_conflicts=read.units - read.ideal + write.units - write.ideal,
            barriers=self.barriers,
        )

    def warp_counters(self) -> WarpCounters | None:
        """Everything by warp, None where the launch has too many of them."""
        if self.by_statement is None:
            return None
        warps = self.config.warps
        steps, lanes = self.by_statement.reshape(2, self.statement_count, warps)
        counts = [count for _, count in self._by_site()]
        sites = [c.by_warp.reshape(3, warps) for c in counts if c.by_warp is not None]
        stacked = np.array(sites, np.uint32).reshape(len(sites), 3, warps)
        return WarpCounters(steps, lanes, *(np.ascontiguousarray(stacked[:, k]) for k in range(3)))

    def _sum(self, space: str, kind: str) -> _SiteCount:
        total = _SiteCount()
        for site, count in self._by_site():
            if site.space == space and site.kind == kind:
                total.requests += count.requests
                total.units += count.units
                total.lines += count.lines
                total.ideal += count.ideal
        return total

    def add_waiting(self) -> None:
        """Measures what waits."""
        for (row, group), accesses in self.waiting.items():
            warps, flats, masks = zip(*accesses, strict=True)
            cost, entry = costs_of_warps(group, flats, masks), self.count_of(row)
            entry.add(cost, 1)
            if entry.by_warp is not None:
                for counts, more in zip(entry.by_warp, cost.by_warp, strict=True):
                    np.add.at(counts.reshape(-1), np.array(warps), more[:, 0])
        self.waiting.clear()

    def _by_site(self) -> list[tuple[Site, _SiteCount]]:
        self.add_waiting()
        return [(site, self.count_of(row)) for row, site in enumerate(self.sites)]


def keeps_warps(config: LaunchConfig) -> bool:
    """Whether counters are kept for each warp, and not as sums only."""
    return config.warps <= PER_WARP_LIMIT


class GroupTally(Observer):
    """What one thread group does; equal executions are counted first and added up later."""

    def __init__(self, tally: Tally, thread_group: ThreadGroup) -> None:
        self._tally = tally
        self._group = thread_group
        self._steps: defaultdict[tuple[int, Mask], int] = defaultdict(int)
        self._accesses: defaultdict[tuple[int, Cost], int] = defaultdict(int)
        self._touched: NDArray[np.bool_] | None = None  # threads that touched global memory
        self._last_touch: Mask | None = None
        first, last = (
            int(thread_group.block_ids[0]),
            int(thread_group.block_ids[-1]),
        )  # they are neighbours
        warp = thread_group.first_lane // WARP_SIZE
        self._window = slice(first, last + 1), slice(warp, warp + thread_group.warps)

    def step(self, step: int, statement: int, mask: Mask) -> None:
        """Every warp with an active lane executes a statement once."""
        self._steps[statement, mask] += 1
        if len(self._steps) >= PENDING_LIMIT:
            self._add_steps()

    def branch(self, mask: Mask, taken: Mask) -> None:
        """A header or conditional expression was evaluated by `mask`, and `taken` went one way."""
        self._tally.divergent_branches += mask.divergent_warps(taken)

    def access(self, access: Access) -> None:
        """The active lanes access elements at a site."""
        mask, array, costs = access.mask, access.array, self._tally.costs
        vector = self._tally.vectors.get(access.site, 0)
        if access.kind == "atomic":
            cost = costs.atomic(mask)
        else:
            cost = costs.access(array, access.flat, mask, vector)
        if vector >= 0:
            self._accesses[access.site, cost] += 1
        if len(self._accesses) >= PENDING_LIMIT:
            self._add_accesses()
        if array.space == "global" and mask is not self._last_touch:
            self._touch(mask)

    def lone_run(self, run: LoneRun) -> Callable[[], None]:
        """One thread executed statements, and accessed single elements."""
        return functools.partial(self._add_lone_run, run)

    def finish(self) -> None:
        """The thread group has ended: its threads are known to be active or idle."""
        self._add_steps()
        self._add_accesses()
        if self._touched is None:
            return
        config, thread_group = self._tally.config, self._group
        self._tally.active_threads += int(np.count_nonzero(self._touched))
        if self._tally.thread_active is not None:
            last = min(thread_group.first_lane + thread_group.lane_count, config.block.size)
            seen = self._touched[:, : last - thread_group.first_lane]
            self._tally.thread_active[self._window[0], thread_group.first_lane : last] = seen

    def _add_lone_run(self, run: LoneRun) -> None:
        self._add_steps()
        self._add_accesses()
        for statement, times in enumerate(np.bincount(run.statements).tolist()):
            if times:
                self._steps[statement, run.mask] = times
        for accesses in run.accesses:
            if accesses.kind == "atomic":
                cost = self._tally.costs.atomic(run.mask)
            else:
                cost = self._tally.costs.access(accesses.array, ONE_ELEMENT, run.mask)
            key = (accesses.site, cost)
            if self._tally.vectors.get(accesses.site, 0) < 0:
                continue  # an earlier member counts for it
            self._accesses[key] = self._accesses.get(key, 0) + len(accesses.rows)
            if accesses.array.space == "global":
                self._touch(run.mask)

    def _touch(self, mask: Mask) -> None:
        self._last_touch = mask
        if self._touched is None:
            self._touched = np.zeros((self._group.blocks, self._group.lane_count), np.bool_)
        np.logical_or(self._touched, mask.lanes, out=self._touched)

    def _add_steps(self) -> None:
        blocks, warps = self._window
        for (statement, mask), times in self._steps.items():
            self._tally.warp_steps += mask.warp_count * times
            self._tally.lane_steps += mask.lane_count * times
            if self._tally.by_statement is not None:
                steps, lanes = self._tally.by_statement[:, statement, blocks, warps]
                steps += mask.warp_any * np.uint32(times)
                lanes += mask.warp_lanes * np.uint32(times)
        self._steps.clear()

    def _add_accesses(self) -> None:
        blocks, warps = self._window
        for (row, cost), times in self._accesses.items():
            entry = self._tally.count_of(row)
            entry.add(cost, times * (self._group.blocks // cost.by_warp.shape[1]))
            if entry.by_warp is not None:
                entry.by_warp[:, blocks, warps] += cost.by_warp * np.uint32(times)
        self._accesses.clear()


class LoneWarpTally(GroupTally):
    """What a warp does that is a thread group of its own."""

    def __init__(self, tally: Tally, thread_group: ThreadGroup) -> None:
        super().__init__(tally, thread_group)
        block, warp = (bounds.start for bounds in self._window)
        self._warp = block * tally.config.warps_per_block + warp
        self._groups: dict[int, tuple[AnyArray, Groups]] = {}  # of the arrays, by id
        self._alike: defaultdict[tuple[int, Group, Mask], int] = defaultdict(int)

    def access(self, access: Access) -> None:
        """The active lanes access elements at a site."""
        _, _, _, site, _, kind, array, flat, mask, _ = access
        vector = self._tally.vectors.get(site, 0)
        if vector:
            groups = groups_of(array, vector)
        else:
            _, groups = self._groups.get(id(array)) or self._groups_of(array)
        if vector < 0:
            pass  # an earlier member counts for it
        elif kind == "atomic":
            self._alike[site, ATOMIC, mask] += 1
        elif groups.apart is None or flat.size == 1:
            self._alike[site, groups.together, mask] += 1
        else:
            waiting = self._tally.waiting[site, groups.apart]
            waiting.append((self._warp, flat, mask))
            if len(waiting) >= WAITING_LIMIT:
                self._tally.add_waiting()
        if len(self._alike) >= PENDING_LIMIT:
            self._add_accesses()
        if mask is not self._last_touch and array.space == "global":
            self._touch(mask)

    def _groups_of(self, array: AnyArray) -> tuple[AnyArray, Groups]:
        known = self._groups[id(array)] = array, groups_of(array)  # what is kept keeps its id
        return known

    def _add_accesses(self) -> None:
        for (site, group, mask), times in self._alike.items():
            self._accesses[site, self._tally.costs.by_mask(group, mask)] += times
        self._alike.clear()
        super()._add_accesses()
