"""The schedule `lockstep`: chunks of whole blocks, one after the other, each all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.compiled.lone_loops import LoneLoops
from gpuviz.simt.execution.context import ExecutionContext, ShareListener
from gpuviz.simt.execution.control import Construct, ControlStack
from gpuviz.simt.execution.hot_loops import LoopCompiler
from gpuviz.simt.execution.launch_state import NO_LIMIT, BlockGroup
from gpuviz.simt.execution.thread_group import ThreadGroup
from gpuviz.simt.schedule.launch import Launch

LOCAL_BYTES = 256_000_000  # of the local arrays of all lanes that run together


def run_lockstep(launch: Launch, blocks: NDArray[np.int64] | None = None) -> None:
    """Runs all blocks, or some (linear, ascending, neighbours), to their end.

    Raises Standstill where threads wait for each other.
    """
    config, options = launch.config, launch.options
    lanes = config.warps_per_block * WARP_SIZE
    local = sum(array.nbytes for array in launch.program.local_arrays) or 1
    size = max(1, min(options.chunk_lanes, LOCAL_BYTES // local) // lanes)
    ids = np.arange(config.blocks) if blocks is None else blocks
    if launch.program.has_grid_sync:
        size = len(ids)  # they wait for each other
    for first in range(0, len(ids), size):
        chunk = ids[first : first + size]
        _run_chunk(launch, chunk, lanes)
        last = int(chunk[-1]) + 1
        for observer in launch.launch_state.observers:
            observer.blocks_ended(last)
        if options.progress is not None:
            options.progress(last / config.blocks)


def _run_chunk(launch: Launch, ids: NDArray[np.int64], lanes: int) -> None:
    thread_group = ThreadGroup(launch.config, ids, 0, lanes)
    context = ExecutionContext(BlockGroup(launch.launch_state, thread_group), thread_group)
    context.on_share = _listener(launch, ids)
    context.loop_compiler = _compiler(launch)
    frame = launch.body.frame(context, thread_group.base, launch.bound.values)
    try:
        launch.body.run(frame, thread_group.base)
    finally:
        context.finish()  # of a launch that breaks off, too


def _compiler(launch: Launch) -> LoopCompiler | None:
    """What compiles loops in which one thread is left, where the order of threads allows it."""
    options = launch.options
    limited = options.while_limit != NO_LIMIT
    if not options.hot_steps or limited or launch.program.has_finer_order:
        return None
    return LoneLoops(options.hot_steps)


def _listener(launch: Launch, ids: NDArray[np.int64]) -> ShareListener | None:
    """Tells the progress of the launch by the outermost for loops of its kernel.

    Each takes an equal share of a chunk's time: nobody knows how long they will really take.
    """
    progress, loops, blocks = launch.options.progress, launch.body.outermost_loops, len(ids)
    if progress is None:
        return None

    def tell(construct: Construct, outer: ControlStack, share: float) -> None:
        if construct in loops and all(frame.construct.kind == "if" for frame in outer):
            done = int(ids[0]) + blocks * (loops[construct] + share) / len(loops)
            progress(done / launch.config.blocks)

    return tell
