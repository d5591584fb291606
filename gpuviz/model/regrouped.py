"""A launch whose threads are put into other blocks: each thread does what it did.

Nothing is emulated. Warps stay as they are, so what the lanes of one read together stays too; which
of them are in one block changes, and how many blocks there are. Threads that a larger grid has
beside those of the launch do nothing.
"""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE, Dim3, LaunchConfig, covering_grid
from gpuviz.messages import Message
from gpuviz.trace import Steps, Trace, WarpCounters

NO_WARP = -1


def regrouping_refusal(trace: Trace, block: Dim3) -> Message | None:
    """Why nothing can be said of the launch in blocks of another shape; None where it can.

    The shape itself is taken to be one that a device allows.
    """
    old, values = trace.config.block, {"block": block, "old": trace.config.block}
    if _blocks_cooperate(trace):
        template = (
            "The threads of a block share memory or wait for each other here, so what they do"
            " depends on the block: launch it with a block of {block} to know."
        )
        return Message("model.block-cooperates", template, values)
    if _is_tied_to_blocks(trace):
        template = (
            "The kernel uses the numbers of blocks or threads without the size of a block, so a"
            " block of {block} would have other work than one of {old}: launch it with that block"
            " to know."
        )
        return Message("model.block-numbers-work", template, values)
    if not _same_warps(old, block):
        template = (
            "A block of {block} puts other threads into a warp than one of {old}, or leaves a warp"
            " partly filled, so that other elements are read together: launch it with a block of"
            " {block} to know."
        )
        return Message("model.other-warps", template, values)
    return None


def regrouped_config(config: LaunchConfig, block: Dim3) -> LaunchConfig:
    """As many threads along each axis as the launch has, or a few more, in other blocks."""
    threads = [blocks * size for blocks, size in zip(config.grid, config.block, strict=True)]
    return replace(config, grid=covering_grid(threads, block), block=block)


def regrouped(trace: Trace, block: Dim3) -> Trace:
    """What the model reads of `trace` with its threads in blocks of another shape.

    One for which there is no `regrouping_refusal`.
    """
    config = regrouped_config(trace.config, block)
    origin = _origin(trace.config, config)
    place = np.full(trace.config.warps, NO_WARP, np.int64)
    known = np.flatnonzero(origin != NO_WARP)
    place[origin[known]] = known
    counters, steps, followed = trace.warp_counters, trace.steps, trace.followed
    if counters is not None:
        counters = _counters(counters, origin)
    if steps is not None:
        steps = _steps(steps, place, trace.config.warps_per_block, config.warps_per_block)
        followed = tuple(np.unique(steps.block).tolist())
    return replace(
        trace,
        config=config,
        warp_counters=counters,
        steps=steps,
        followed=followed,
        thread_active=None,
        placement=None,
    )


def _blocks_cooperate(trace: Trace) -> bool:
    shared = trace.shared_bytes + trace.config.dynamic_shared_bytes > 0
    barriers = any(
        statement.is_barrier or statement.operations.barrier for statement in trace.statements
    )
    counted = trace.counters is not None and trace.counters.barriers > 0  # votes are some, too
    return shared or barriers or counted or any(site.space == "shared" for site in trace.sites)


def _is_tied_to_blocks(trace: Trace) -> bool:
    """Whether a block stands for a piece of the work, such as a row or a tile of fixed size."""
    text = "\n".join(function.text for function in trace.functions)
    return ("blockIdx" in text or "threadIdx" in text) and "blockDim" not in text


def _same_warps(old: Dim3, new: Dim3) -> bool:
    """Whether the warps of both are full and have the same threads of the grid."""
    if old.x % WARP_SIZE == 0 and new.x % WARP_SIZE == 0:
        return True
    if old.x != new.x or WARP_SIZE % old.x:
        return False
    rows = WARP_SIZE // old.x
    return old.y % rows == 0 and new.y % rows == 0


def _origin(old: LaunchConfig, new: LaunchConfig) -> NDArray[np.int64]:
    """For each warp of the new launch the one of the old that has its threads, or NO_WARP."""
    warp = np.arange(new.warps)
    block, own = warp // new.warps_per_block, warp % new.warps_per_block * WARP_SIZE
    at = [
        of_block * size + of_thread
        for of_block, of_thread, size in zip(
            _index(block, new.grid), _index(own, new.block), new.block, strict=True
        )
    ]  # of its first thread, in the whole grid
    blocks = [along // size for along, size in zip(at, old.block, strict=True)]
    threads = [along % size for along, size in zip(at, old.block, strict=True)]
    inside = np.logical_and.reduce([n < most for n, most in zip(blocks, old.grid, strict=True)])
    lane = _linear(threads, old.block)
    found = _linear(blocks, old.grid) * old.warps_per_block + lane // WARP_SIZE
    return np.where(inside, found, NO_WARP)


def _index(linear: NDArray[np.int64], shape: Dim3) -> tuple[NDArray[np.int64], ...]:
    """`Dim3.index` of many numbers."""
    return linear % shape.x, linear // shape.x % shape.y, linear // (shape.x * shape.y)


def _linear(index: list[NDArray[np.int64]], shape: Dim3) -> NDArray[np.int64]:
    """`Dim3.linear` of many places."""
    x, y, z = index
    return x + y * shape.x + z * (shape.x * shape.y)


def _counters(counters: WarpCounters, origin: NDArray[np.int64]) -> WarpCounters:
    idle = origin == NO_WARP
    columns = {}
    for field in fields(WarpCounters):
        column = getattr(counters, field.name)[:, origin]
        column[:, idle] = 0
        columns[field.name] = column
    return WarpCounters(**columns)


def _steps(steps: Steps, place: NDArray[np.int64], old_warps: int, new_warps: int) -> Steps:
    """`place`: of each warp of the old launch in the new one."""
    now = place[steps.block * old_warps + steps.warp]
    return replace(steps, block=now // new_warps, warp=(now % new_warps).astype(np.int32))
