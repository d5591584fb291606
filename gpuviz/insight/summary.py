"""What a launch amounts to: idle threads and why, warps, waves, the size of its trace."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from gpuviz.device import Device, Occupancy, occupancy
from gpuviz.insight.formula import statements_of
from gpuviz.launch import WARP_SIZE, LaunchConfig
from gpuviz.messages import Message, both, word

if TYPE_CHECKING:
    from gpuviz.trace import Trace


@dataclass(frozen=True, slots=True)
class LaunchMeaning:
    """A configuration in the hardware's terms; what only a run can tell is None before it."""

    threads: int
    idle_threads: int | None
    warps: int
    partly_filled_warps: int | None
    empty_warps: int | None
    occupancy: Occupancy
    waves: int
    sms_used: int
    shared_bytes: int


def launch_meaning(config: LaunchConfig, device: Device, trace: Trace | None) -> LaunchMeaning:
    """What `config` means on `device`; with the trace of its run also what really was idle."""
    registers = trace.registers_per_thread if trace else 32
    shared = trace.shared_bytes if trace else 0
    held = occupancy(device, config.block.size, registers, shared, config.dynamic_shared_bytes)
    at_once = max(1, held.blocks_per_sm * device.sm_count)
    partly, empty = _warp_filling(trace)
    return LaunchMeaning(
        threads=config.threads,
        idle_threads=trace.counters.idle_threads if trace and trace.counters else None,
        warps=config.warps,
        partly_filled_warps=partly,
        empty_warps=empty,
        occupancy=held,
        waves=math.ceil(config.blocks / at_once),
        sms_used=min(config.blocks, device.sm_count),
        shared_bytes=shared,
    )


def launch_hints(
    needed: tuple[int, ...], config: LaunchConfig, trace: Trace | None
) -> tuple[Message, ...]:
    """What a student should notice about a configuration that can be launched.

    `needed` are the threads that the size asks for, along the axes that the kernel counts.
    """
    found = (
        _idle_hint(needed, config, trace),
        _same_work_hint(needed, config, trace),
        _lanes_hint(config),
        _missing_hint(needed, config),
    )
    return tuple(message for message in found if message)


def _warp_filling(trace: Trace | None) -> tuple[int, int] | tuple[None, None]:
    if trace is None or trace.thread_active is None:
        return None, None
    blocks, threads = trace.thread_active.shape
    missing = -threads % WARP_SIZE
    padded = np.pad(trace.thread_active, ((0, 0), (0, missing)))
    lanes = padded.reshape(blocks, -1, WARP_SIZE).sum(axis=2, dtype=np.int64)
    return int(np.sum((lanes > 0) & (lanes < WARP_SIZE))), int(np.sum(lanes == 0))


def _idle_hint(
    needed: tuple[int, ...], config: LaunchConfig, trace: Trace | None
) -> Message | None:
    idle = trace.counters.idle_threads if trace and trace.counters else None
    if idle is None:
        known = _covers(needed, config) and _times(needed, config) == 1
        idle = max(0, config.threads - math.prod(needed)) if known else 0
    if idle == 0:
        return None
    if trace and asks_beyond_an_array(trace):
        beyond = (
            "{idle} of {threads} threads reach no element, and **some ask for one beyond an"
            " array**: see Hazards."
        )
        return Message("hint.beyond", beyond, {"idle": idle, "threads": config.threads})
    why = _why_idle(needed, config)
    if trace and idle > 1 and not why and any(one.space == "shared" for one in trace.arrays):
        inside = "{idle} of {threads} threads work without global memory, or not at all."
        return Message("hint.idle-inside", inside, {"idle": idle, "threads": config.threads})
    guard = _guard(trace, idle) if trace else None
    because = ": **{why}**." if why else "."
    guarded = " The guard `{guard}` keeps them out." if guard else ""
    template = "{idle} of {threads} threads have no element" + because + guarded
    if idle == 1:
        guarded_one = " The guard `{guard}` keeps it out." if guard else ""
        template = "1 of {threads} threads has no element" + because + guarded_one
    values = {"idle": idle, "threads": config.threads, "why": why, "guard": guard}
    return Message("hint.idle", template, values)


def asks_beyond_an_array(trace: Trace) -> bool:
    """Whether threads ask for elements of global memory that are not there; they touch none."""
    return any(one.kind == "out-of-bounds" and one.space == "global" for one in trace.hazards)


def _same_work_hint(
    needed: tuple[int, ...], config: LaunchConfig, trace: Trace | None
) -> Message | None:
    """Threads along axes that the kernel does not count, unless they were idle."""
    times = _times(needed, config)
    idle = trace.counters.idle_threads if trace and trace.counters else 0
    if times == 1 or idle >= config.threads - config.threads // times:
        return None
    template = (
        "The size asks for threads along {axes} only, and **{times} threads have the same place**"
        " there: unless the kernel tells them apart, they do the same work."
    )
    axes = both(list("xyz"[: len(needed)]))
    return Message("hint.same-work", template, {"axes": axes, "times": times})


def _times(needed: tuple[int, ...], config: LaunchConfig) -> int:
    """How many threads the launch has for each place along the axes that are counted."""
    counted = len(needed)
    return math.prod(config.block[counted:]) * math.prod(config.grid[counted:])


def _why_idle(needed: tuple[int, ...], config: LaunchConfig) -> object:
    axes = list(zip("xyz", needed, config.block, config.grid, strict=False))
    uneven = [(axis, n, block) for axis, n, block, _ in axes if n % block]
    if not _covers(needed, config) or any((g - 1) * b >= n for _, n, b, g in axes):
        return ""
    if len(uneven) == 1:
        _, n, block = uneven[0]
        return word("{n} is not a multiple of {block}", n=str(n), block=block)
    along = "{n} is not a multiple of {block} along {axis}"
    return both([word(along, n=str(n), block=block, axis=axis) for axis, n, block in uneven])


def _lanes_hint(config: LaunchConfig) -> Message | None:
    lanes = -config.block.size % WARP_SIZE
    if lanes == 0:
        return None
    template = (
        "A block of {threads} takes {warps} of 32 lanes: **{lanes} lanes of every block"
        " never work**. A multiple of 32 uses them all."
    )
    if lanes == 1:
        template = (
            "A block of {threads} takes {warps} of 32 lanes: **1 lane of every block"
            " never works**. A multiple of 32 uses them all."
        )
    threads, warps = str(config.block.size), str(config.warps_per_block)
    values = {
        "threads": word("1 thread") if threads == "1" else word("{n} threads", n=threads),
        "warps": word("1 warp") if warps == "1" else word("{n} warps", n=warps),
        "lanes": lanes,
    }
    return Message("hint.lanes", template, values)


def _missing_hint(needed: tuple[int, ...], config: LaunchConfig) -> Message | None:
    if _covers(needed, config):
        return None
    template = (
        "{threads} threads instead of {needed} for this size: a thread has to do more (a loop over"
        " the grid), else elements are left out."
    )
    values = {"threads": config.threads, "needed": math.prod(needed)}
    return Message("hint.too-few-threads", template, values)


def _covers(needed: tuple[int, ...], config: LaunchConfig) -> bool:
    axes = zip(needed, config.grid, config.block, strict=False)
    return all(n <= grid * block for n, grid, block in axes)


def _guard(trace: Trace, idle: int) -> str | None:
    """The kernel's first `if`, when it is what the counted idle threads do not pass."""
    function = trace.functions[0]
    for node in statements_of(function.text):
        if isinstance(node, ast.If):
            turned_away = _lanes(trace, node) - _lanes(trace, node.body[0])
            leaves = isinstance(node.body[0], ast.Return)
            kept_out = _lanes(trace, node.body[0]) if leaves else turned_away
            return f"if {ast.unparse(node.test)}" if kept_out == idle else None
    return None


def _lanes(trace: Trace, node: ast.stmt) -> int:
    """How many threads executed this statement of the kernel, summed over its steps."""
    if trace.warp_counters is None:
        return -1
    line = node.lineno + trace.functions[0].first_line - 1
    for row, statement in enumerate(trace.statements):
        if statement.function == 0 and statement.line == line:
            return int(trace.warp_counters.lanes[row].sum(dtype=np.int64))
    return 0


def trace_bytes(trace: Trace) -> int:
    """The bytes of all columns and arrays that a trace keeps."""
    tables = (trace.warp_counters, trace.steps, trace.accesses, trace.values, trace.placement)
    columns = [getattr(table, field.name) for table in tables if table for field in fields(table)]
    maps = (trace.last_writer, trace.inputs, trace.outputs)
    arrays = [array for kept in maps for array in kept.values()]
    kept = [*columns, *arrays, trace.thread_active]
    return sum(column.nbytes for column in kept if isinstance(column, np.ndarray))
