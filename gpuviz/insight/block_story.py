"""One block at an instant: its place, what its warps do and wait for, what it has cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.block_place import BlockPlace, block_place
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import WarpGroup, warp_groups
from gpuviz.insight.states import ThreadState, WarpHistory, block_states
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class BlockWork:
    """Sums over the warps of a block, whole launch: steps, and what memory moved for it.

    `lane_share` are its active lanes of all that its warps have in those steps.
    """

    warp_steps: int
    lane_share: float
    load_sectors: int
    store_sectors: int
    wavefronts: int  # of shared memory
    atomics: int  # by threads


@dataclass(frozen=True, slots=True)
class Waiting:
    """Warps of a block that wait at a barrier, and the warps that have not come to it yet."""

    warps: NDArray[np.int64]
    line: int
    waits_for: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BlockStory:
    """`groups` are empty where the steps of the block were not kept; unknown numbers are None."""

    config: LaunchConfig
    block: int
    idle: int | None
    state: ThreadState
    place: BlockPlace | None
    groups: tuple[WarpGroup, ...]
    waiting: tuple[Waiting, ...]
    work: BlockWork | None


def block_story(
    trace: Trace, order: PlayOrder, history: WarpHistory, block: int, instant: Instant
) -> BlockStory:
    """The block `block` (linear) at `instant`."""
    groups = warp_groups(trace, history, block, instant)
    active = trace.thread_active
    return BlockStory(
        trace.config,
        block,
        None if active is None else int((~active[block]).sum()),
        ThreadState(int(block_states(order, instant)[block])),
        block_place(trace, order, block),
        groups,
        waiting_warps(groups),
        _work(trace, block),
    )


def waiting_warps(groups: tuple[WarpGroup, ...]) -> tuple[Waiting, ...]:
    """Who waits at which barrier for whom: for all that neither wait there nor have finished."""
    found = []
    for group in groups:
        if group.state == ThreadState.AT_BARRIER and group.line is not None:
            others = [
                other.warps
                for other in groups
                if other is not group and other.state != ThreadState.FINISHED
            ]
            missing = np.sort(np.concatenate([np.zeros(0, np.int64), *others]))
            found.append(Waiting(group.warps, group.line, missing))
    return tuple(found)


def _work(trace: Trace, block: int) -> BlockWork | None:
    counted = trace.warp_counters
    if counted is None:
        return None
    per_block = trace.config.warps_per_block
    mine = slice(block * per_block, (block + 1) * per_block)
    steps, lanes = _sum(counted.steps[:, mine]), _sum(counted.lanes[:, mine])
    units = counted.units[:, mine].sum(axis=1, dtype=np.int64)

    def of(space: str, *kinds: str) -> int:
        rows = [n for n, s in enumerate(trace.sites) if s.space == space and s.kind in kinds]
        return int(units[rows].sum())

    atomics = of("global", "atomic") + of("shared", "atomic")
    return BlockWork(
        steps,
        lanes / (WARP_SIZE * steps) if steps else 0.0,
        of("global", "read"),
        of("global", "write"),
        of("shared", "read", "write"),
        atomics,
    )


def _sum(counts: NDArray[Any]) -> int:
    return int(counts.sum(dtype=np.int64))
