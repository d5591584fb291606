"""One warp at an instant: where it is, its threads, what it does, its variables lane by lane."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.block_place import BlockPlace, block_place
from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.insight.stage_warp import LaneValues, WarpNow, WarpReader
from gpuviz.insight.states import ThreadState, block_states
from gpuviz.insight.warp_work import WarpWork, work_of_warp
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class WarpStory:
    """`threads` are those of its lanes, linear in the block; `now` is None without kept steps."""

    config: LaunchConfig
    block: int
    warp: int
    threads: range
    state: ThreadState
    now: WarpNow | None
    variables: tuple[LaneValues, ...]
    place: BlockPlace | None
    work: WarpWork | None = None


def warp_story(
    trace: Trace, order: PlayOrder, reader: WarpReader, block: int, warp: int, instant: Instant
) -> WarpStory:
    """The warp `warp` of block `block` at `instant`."""
    first = warp * WARP_SIZE
    threads = range(first, min(first + WARP_SIZE, trace.config.block.size))
    now = reader.now(block, warp, instant)
    state = now.state if now else ThreadState(int(block_states(order, instant)[block]))
    return WarpStory(
        trace.config,
        block,
        warp,
        threads,
        state,
        now,
        reader.all_values(block, warp, instant),
        block_place(trace, order, block),
        work_of_warp(trace, block, warp),
    )
