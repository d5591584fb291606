"""The tables of a trace as columns of a payload, in the order in which the launch is played."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.order import PlayOrder, barrier_phases
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.trace import EXCHANGE_TYPES, Steps, Trace, has_bits, to_bits
from gpuviz.web.columns import ColumnWriter, by_size, lanes_of, masks_of, planes
from gpuviz.web.fewer import Detail

MOST_ELEMENTS = 1 << 16  # of an array whose contents a page keeps
MOST_WRITER_BYTES = 100_000  # of those of a larger array
MOST_THREADS = 1 << 21  # of a launch of which it knows who was idle
MOST_MARKS = 2000  # of one kind


def write_arrays(columns: ColumnWriter, trace: Trace, detail: Detail) -> None:
    """What arrays held before and after, who wrote them last, and which threads touched memory."""
    for row, info in enumerate(trace.arrays):
        if info.space != "global":
            continue
        if detail.contents and info.size <= MOST_ELEMENTS and has_bits(info.dtype):
            for name, kept in (("before", trace.inputs), ("after", trace.outputs)):
                if info.name in kept:
                    bits = to_bits(np.ravel(kept[info.name]))
                    columns.add(f"{name}.{row}", f"u{info.dtype.itemsize}", bits)
        writer = trace.last_writer.get(info.name)
        if writer is not None and _is_brief(writer):
            columns.add(f"writer.{row}", "i4", writer, "steps")
    active = trace.thread_active
    if active is not None and active.size <= MOST_THREADS:
        columns.add("active", "u1", np.packbits(np.ravel(active), bitorder="little"))


def _is_brief(writer: NDArray[np.int64]) -> bool:
    """Whether the writers of an array take little room, as those of a row of threads do."""
    if writer.size <= MOST_ELEMENTS:
        return True
    changes = np.diff(np.ravel(writer), prepend=0).astype("<i4")
    return len(zlib.compress(planes(changes), 1)) <= MOST_WRITER_BYTES


def write_blocks(columns: ColumnWriter, trace: Trace, index: TraceIndex) -> None:
    """When each block runs, how long each round is shown, and the moments that matter."""
    order, tempo = index.order, index.by_rounds
    columns.add("block.start", "i4", order.block_start, "steps")
    columns.add("block.end", "i4", order.block_end, "steps")
    columns.add("block.sm", "i4", order.sm, "steps")
    columns.add("tempo.seconds", "f4", tempo.seconds)
    columns.add("tempo.folded", "i4", tempo.folded, "steps")
    found = index.moments
    for kind, moments in (
        ("barrier", found.barriers),
        ("divergence", found.divergences),
        ("hazard", found.hazards),
    ):
        columns.add(f"mark.{kind}", "i4", _thinned(moments.moment), "steps")


def write_steps(columns: ColumnWriter, trace: Trace, index: TraceIndex) -> None:
    """Steps, accesses, values of variables and exchanges."""
    steps, order = trace.steps, index.order
    assert steps is not None
    rows = index.history.rows(steps.block) + steps.warp
    taken = order.step
    columns.add("step.warp", "i4", rows[taken], "steps")
    columns.add("step.statement", "u2", steps.statement[taken])
    columns.add("step.mask", "u4", steps.mask[taken])
    columns.add("step.round", "i4", order.round, "steps")
    columns.add("step.released", "i4", _released(trace, steps, order)[taken])
    _write_accesses(columns, trace, order)
    _write_values(columns, trace, order)
    _write_exchanges(columns, trace, order)


def _released(trace: Trace, steps: Steps, order: PlayOrder) -> NDArray[np.int64]:
    """By step: how many steps after it the last warp comes to its barrier; -1 at no barrier."""
    is_barrier = np.array([one.is_barrier for one in trace.statements], bool)[steps.statement]
    found = np.full(len(steps), -1, np.int64)
    if is_barrier.any():
        phase, _ = barrier_phases(trace, steps)
        key = steps.block[is_barrier] * (int(phase.max()) + 1) + phase[is_barrier]
        _, group = np.unique(key, return_inverse=True)
        last = np.full(int(group.max()) + 1, -1, np.int64)
        np.maximum.at(last, group, order.position[is_barrier])
        found[is_barrier] = last[group] - order.position[is_barrier]
    return found


def _write_accesses(columns: ColumnWriter, trace: Trace, order: PlayOrder) -> None:
    table = trace.accesses
    if table is None or len(table) == 0:
        return
    when = order.accessed
    played = np.argsort(when, kind="stable")
    element, bits = table.element[played], table.bits[played]
    active = element >= 0
    sizes = np.array(
        [one.dtype.itemsize if has_bits(one.dtype) else 0 for one in trace.arrays], np.int64
    )
    columns.add("access.when", "i4", when[played], "steps")
    columns.add("access.site", "u2", table.site[played])
    columns.add("access.array", "u2", table.array[played])
    columns.add("access.mask", "u4", masks_of(active))
    columns.add("access.element", "i4", element[active], "steps")
    columns.add_values("access.bits", by_size(bits, active, sizes[table.array[played]]))


def _write_values(columns: ColumnWriter, trace: Trace, order: PlayOrder) -> None:
    table = trace.values
    if table is None or len(table) == 0:
        return
    when = order.assigned
    played = np.argsort(when, kind="stable")
    variable, mask = table.variable[played], table.mask[played]
    sizes = np.array(
        [one.dtype.itemsize if has_bits(one.dtype) else 0 for one in trace.variables], np.int64
    )
    columns.add("value.step", "i4", when[played], "steps")
    columns.add("value.variable", "u2", variable)
    columns.add("value.mask", "u4", mask)
    columns.add_values("value.bits", by_size(table.bits[played], lanes_of(mask), sizes[variable]))


def _write_exchanges(columns: ColumnWriter, trace: Trace, order: PlayOrder) -> None:
    table = trace.exchanges
    if table is None or len(table) == 0:
        return
    when = order.position[table.step]
    played = np.argsort(when, kind="stable")
    mask, given = table.mask[played], table.type[played]
    sizes = np.array([one.itemsize for one in EXCHANGE_TYPES], np.int64)[given]
    columns.add("exchange.step", "i4", when[played], "steps")
    columns.add("exchange.kind", "u1", table.kind[played])
    columns.add("exchange.type", "u1", given)
    columns.add("exchange.mask", "u4", mask)
    columns.add("exchange.source", "i1", table.source[played])
    columns.add_values("exchange.given", by_size(table.given[played], lanes_of(mask), sizes))
    wide = np.full(len(played), 8, np.int64)
    columns.add_values("exchange.received", by_size(table.received[played], lanes_of(mask), wide))


def _thinned(moments: NDArray[np.int64]) -> NDArray[np.int64]:
    every = -(-len(moments) // MOST_MARKS) or 1
    return moments[::every]
