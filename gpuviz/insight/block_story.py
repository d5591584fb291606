"""One block at an instant: its place, what its warps do and wait for, what it has cost."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.block_place import BlockPlace, block_place
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import WarpGroup, warp_groups
from gpuviz.insight.states import ThreadState, WarpHistory, block_states
from gpuviz.insight.warp_work import WarpWork, work_of_block
from gpuviz.launch import LaunchConfig
from gpuviz.trace import Trace


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
    work: WarpWork | None


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
        work_of_block(trace, block),
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
