"""Whether a trace agrees with itself: rows point into their tables, columns are of one length."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.device import to_values
from gpuviz.device_file import fault_in
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message, word
from gpuviz.trace import plausible, sayable
from gpuviz.trace.budget import over_budget
from gpuviz.trace.columns import EXCHANGE_KINDS, EXCHANGE_TYPES, NO_ELEMENT, NO_LANE
from gpuviz.trace.members import DamagedTrace
from gpuviz.trace.source import Captured
from gpuviz.trace.trace import Trace

LONGEST_MACHINE = 100  # letters


def validate(trace: Trace) -> None:
    """Raises DamagedTrace with the first contradiction."""
    for fault in faults(trace):
        raise DamagedTrace(fault)


def faults(trace: Trace) -> Iterator[Message]:
    """What contradicts itself, a clause for each fault; those of tables before those of columns."""
    for check in CHECKS:
        yield from check(trace)


def _launch(trace: Trace) -> Iterator[Message]:
    config = trace.config
    if min(*config.grid, *config.block) < 1 or config.dynamic_shared_bytes < 0:
        yield word(
            "its launch has the grid {grid} and the block {block}",
            grid=config.grid,
            block=config.block,
        )
        return
    if not trace.functions:
        yield word("it has no kernel")
    followed = list(trace.followed)
    if followed != sorted(set(followed)) or not _inside(np.array(followed), config.blocks):
        yield word("its followed blocks are not blocks of its grid")
    for hazard in trace.hazards:
        own = ((hazard.block, config.grid), (hazard.thread, config.block))
        others = ((hazard.other_block, config.grid), (hazard.other_thread, config.block))
        for at, shape in own if hazard.other_launch else (*own, *others):  # that has its own grid
            if at is not None and not all(0 <= n < end for n, end in zip(at, shape, strict=True)):
                yield word("a hazard is at {place}, outside {shape}", place=at, shape=shape)
        count = 0 if trace.steps is None else len(trace.steps)
        if any(
            not 0 <= step < count for step in (hazard.step, hazard.other_step) if step is not None
        ):
            yield word("a hazard is at a step that it does not hold")


def _machine(trace: Trace) -> Iterator[Message]:
    if len(trace.machine) > LONGEST_MACHINE or not trace.machine.isprintable():
        yield word("it was run by a machine whose name is none")


def _device(trace: Trace) -> Iterator[Message]:
    if trace.device is None:
        return
    if trace.device.id != trace.device_id:
        yield word(
            "it describes the device {one} and is of {other}",
            one=f"{trace.device.id:.60}",
            other=f"{trace.device_id:.60}",
        )
    fault = fault_in(to_values(trace.device))
    if fault is not None:
        field, what = fault
        yield word("of its device, {field} {what}", field=field, what=what)


def _tables(trace: Trace) -> Iterator[Message]:
    functions, statements = len(trace.functions), len(trace.statements)
    if not all(0 <= row.function < functions for row in trace.statements + trace.variables):
        yield word("a statement or variable belongs to no function")
    if not all(0 <= site.statement < statements and site.itemsize > 0 for site in trace.sites):
        yield word("a site belongs to no statement")
    if any(size < 0 for array in trace.arrays for size in array.shape):
        yield word("an array has a negative size")
    if any(len(array.strides or array.shape) != len(array.shape) for array in trace.arrays):
        yield word("an array has not one stride for each dimension")
    for function in trace.functions:
        for name, captured in function.captured.items():
            if not _is_captured(captured, functions):
                yield word("the captured {name} is no {kind}", name=name, kind=captured.kind)


def _is_captured(captured: Captured, functions: int) -> bool:
    value = captured.value
    if captured.kind == "function":
        return type(value) is int and 0 <= value < functions
    if captured.kind == "symbol":
        return isinstance(value, str)
    return isinstance(value, np.ndarray) == (captured.kind == "array")


def _steps(trace: Trace) -> Iterator[Message]:
    steps = trace.steps
    if steps is None:
        tables = (trace.accesses, trace.values, trace.exchanges)
        if any(table is not None for table in tables):
            yield word("it has accesses, values or exchanges without steps")
        return
    if not _columns(len(steps.block), steps.block, steps.warp, steps.statement, steps.mask):
        yield word("the columns of its steps differ in length")
    elif not (
        np.isin(steps.block, trace.followed).all()
        and _inside(steps.warp, trace.config.warps_per_block)
        and _inside(steps.statement, len(trace.statements))
    ):
        yield word("a step is of no followed block, warp or statement")


def _accesses(trace: Trace) -> Iterator[Message]:
    table, steps = trace.accesses, trace.steps
    if table is None or steps is None:
        return
    rows = len(table.step)
    lanes = _lane_columns(rows, table.element, table.bits)
    after = table.step if table.after is None else table.after
    if not (_columns(rows, table.step, table.site, table.array, after) and lanes):
        yield word("the columns of its accesses differ in length")
    elif not (
        _inside(table.step, len(steps))
        and _inside(after, len(steps))
        and _inside(table.site, len(trace.sites))
        and _inside(table.array, len(trace.arrays))
    ):
        yield word("an access is of no step, site or array")
    elif rows:
        sizes = np.array([array.size for array in trace.arrays], np.int64)[table.array]
        element = table.element
        if (element < NO_ELEMENT).any() or (element.max(axis=1) >= sizes).any():
            yield word("an access is outside its array")


def _values(trace: Trace) -> Iterator[Message]:
    table, steps = trace.values, trace.steps
    if table is None or steps is None:
        return
    rows = len(table.step)
    lanes = _lane_columns(rows, table.bits)
    after = table.step if table.after is None else table.after
    if not (_columns(rows, table.step, table.variable, table.mask, after) and lanes):
        yield word("the columns of its values differ in length")
    elif not (
        _inside(table.step, len(steps))
        and _inside(after, len(steps))
        and _inside(table.variable, len(trace.variables))
    ):
        yield word("a value is of no step or variable")


def _exchanges(trace: Trace) -> Iterator[Message]:
    table, steps = trace.exchanges, trace.steps
    if table is None or steps is None:
        return
    rows = len(table.step)
    lanes = _lane_columns(rows, table.source, table.given, table.received)
    if not (_columns(rows, table.step, table.kind, table.type, table.mask) and lanes):
        yield word("the columns of its exchanges differ in length")
    elif not (
        _inside(table.step, len(steps))
        and _inside(table.kind, len(EXCHANGE_KINDS))
        and _inside(table.type, len(EXCHANGE_TYPES))
        and _inside(table.source.astype(np.int64) - NO_LANE, WARP_SIZE - NO_LANE)
    ):
        yield word("an exchange is of no step, kind, type or lane")


def _counters(trace: Trace) -> Iterator[Message]:
    table, warps = trace.warp_counters, trace.config.warps
    if table is None:
        return
    by_statement, by_site = (len(trace.statements), warps), (len(trace.sites), warps)
    if not (
        table.steps.shape == table.lanes.shape == by_statement
        and table.requests.shape == table.units.shape == table.lines.shape == by_site
    ):
        yield word(
            "its counters do not have a column for each warp and a row for each statement or site"
        )


def _by_array(trace: Trace) -> Iterator[Message]:
    infos = {array.name: array for array in trace.arrays if array.space == "global"}
    kept: tuple[Mapping[str, NDArray[Any]], ...] = (trace.inputs, trace.outputs, trace.last_writer)
    for name, array in ((n, a) for mapping in kept for n, a in mapping.items()):
        if name not in infos or array.shape != infos[name].shape:
            yield word("what it keeps of {name} does not have that array's shape", name=name)
    for name, array in (*trace.inputs.items(), *trace.outputs.items()):
        if name in infos and array.dtype != infos[name].dtype:
            yield word("what it keeps of {name} does not have that array's type", name=name)
    for name, writer in trace.last_writer.items():
        if not _inside(writer + 1, trace.config.threads + 1):
            yield word("{name} was written by a thread that is not there", name=name)


def _blocks(trace: Trace) -> Iterator[Message]:
    config, placement, active = trace.config, trace.placement, trace.thread_active
    if active is not None and active.shape != (config.blocks, config.block.size):
        yield word("its active threads are not those of its launch")
    if placement is None:
        return
    if not _columns(config.blocks, placement.sm, placement.start_s, placement.end_s):
        yield word("its placement does not have a row for each block")
    elif (placement.sm < 0).any() or (placement.end_s < placement.start_s).any():
        yield word("a block is placed on no SM, or ends before it starts")


def _inside(rows: NDArray[Any], end: int) -> bool:
    """Whether all are 0 to end - 1."""
    return bool(rows.size == 0 or (rows.min() >= 0 and rows.max() < end))


def _columns(rows: int, *columns: NDArray[Any]) -> bool:
    return all(column.shape == (rows,) for column in columns)


def _lane_columns(rows: int, *columns: NDArray[Any]) -> bool:
    return all(column.shape == (rows, WARP_SIZE) for column in columns)


CHECKS = (
    over_budget,
    _launch,
    _machine,
    _device,
    _tables,
    _steps,
    _accesses,
    _values,
    _exchanges,
    _counters,
    _by_array,
    _blocks,
    plausible.launch_limits,
    plausible.lanes,
    plausible.times,
    sayable.sentences,
    sayable.constants,
)
