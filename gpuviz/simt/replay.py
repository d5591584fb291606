"""Runs the launch of a trace once more, from its snapshots, to see more of it.

The emulator is deterministic: the launch does what it did. It needs nothing but the trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, RequestRefused
from gpuviz.operation.inputs import INPUTS_CHOSEN
from gpuviz.simt.execute import Execution, LaunchFailed, execute
from gpuviz.simt.lower.program import Program
from gpuviz.simt.memory.arrays import ADDRESS_STEP
from gpuviz.simt.schedule.launch import ExecutionOptions, Progress
from gpuviz.trace.followable import why_not_followable
from gpuviz.trace.source import ArrayInfo
from gpuviz.trace.touches import Element, Touches
from gpuviz.trace.trace import Hazard, Trace


def follow(trace: Trace, blocks: Sequence[int], progress: Progress | None = None) -> Trace:
    """The same launch with every step of some more blocks (linear).

    Raises RequestRefused where the trace does not hold what the launch began with.
    """
    return _again(trace, ExecutionOptions(follow=tuple(blocks), progress=progress)).trace


def watch(trace: Trace, element: Element, progress: Progress | None = None) -> Touches:
    """Who reads and writes one element when the same launch runs; rows of sites are the trace's.

    Nothing is recorded or checked again, unless the launch depends on what the checks find.
    Raises RequestRefused where the trace does not hold what the launch began with, or has no such
    element.
    """
    _check_element(trace, element)
    uninitialised = any(hazard.kind == "uninitialized" for hazard in trace.hazards)
    checks = uninitialised or trace.schedule != "lockstep"
    options = ExecutionOptions(record=False, checks=checks, progress=progress, watch=element)
    again = _again(trace, options)
    assert again.touches is not None
    rows = np.array([trace.sites.index(site) for site in again.trace.sites], np.int32)
    return replace(again.touches, site=rows[again.touches.site])


def _again(trace: Trace, options: ExecutionOptions) -> Execution:
    reason = why_not_followable(trace)
    if reason is not None:
        raise RequestRefused(reason)
    names = Program(trace.functions).parameters(0)
    given = (info for info in trace.arrays if info.space == "global" and not info.part_of)
    values = {**trace.scalars, **_input_arrays(given, trace.inputs)}
    arguments = {name: _argument(values, name) for name in names}
    options = replace(
        options,
        schedule=trace.schedule,
        seed=trace.seed,
        device_id=trace.device_id,
        device=trace.device,
        print_line=lambda line: None,
    )
    again = _executed(trace, arguments, options)
    known = replace(
        again.trace,
        hazards=tuple(_with_steps(one, again.trace.hazards) for one in trace.hazards),
        times=trace.times,
        placement=trace.placement,
        prediction=trace.prediction,
        registers_per_thread=trace.registers_per_thread,
        registers_source=trace.registers_source,
        shared_bytes=trace.shared_bytes,
        notes=(*again.trace.notes, *(note for note in trace.notes if note.code == INPUTS_CHOSEN)),
    )
    return replace(again, trace=known)


def _with_steps(hazard: Hazard, again: tuple[Hazard, ...]) -> Hazard:
    """A hazard with the steps that the launch recorded this time."""
    without = replace(hazard, step=None, other_step=None)
    for one in again:
        if hazard.file is None:  # an older recording
            one = replace(one, file=None, other_file=None)
        if _who(one) == _who(hazard):
            return replace(without, step=one.step, other_step=one.other_step)
    return without


def _who(hazard: Hazard) -> tuple[object, ...]:
    """What two reports of the same pair have in common."""
    places = hazard.file, hazard.line, hazard.other_file, hazard.other_line
    turns = [
        None if known is None else [(one.line, one.turn) for one in known]
        for known in (hazard.turns, hazard.other_turns)
    ]
    threads = hazard.block, hazard.thread, hazard.other_block, hazard.other_thread
    return hazard.kind, hazard.space, hazard.array, hazard.index, places, threads, turns


def _executed(trace: Trace, arguments: Mapping[str, Any], options: ExecutionOptions) -> Execution:
    """Runs the launch; one that broke off breaks off again."""
    try:
        return execute(trace.functions, trace.config, arguments, options)
    except LaunchFailed as failure:
        if trace.failure is None:
            raise
        return Execution(failure.trace, {}, 0.0, failure.touches)


def _check_element(trace: Trace, element: Element) -> None:
    for array in trace.arrays:
        if array.name == element.array and array.space != "local":
            sizes = zip(element.index, array.shape, strict=False)
            inside = len(element.index) == len(array.shape) and all(0 <= i < n for i, n in sizes)
            if inside and 0 <= element.block < trace.config.blocks:
                return
    template = "There is no element {array}[{index}] in block {block} to be watched."
    index = ", ".join(map(str, element.index))
    values = {"array": element.array, "index": index, "block": element.block}
    raise RequestRefused(Message("replay.no-element", template, values))


def _argument(values: Mapping[str, Any], name: str) -> Any:
    """A parameter's value; what stands in a tuple t is kept as t[0], t[1], ..."""
    if name in values:
        return values[name]
    count = 0
    while any(key == f"{name}[{count}]" or key.startswith(f"{name}[{count}][") for key in values):
        count += 1
    return tuple(_argument(values, f"{name}[{row}]") for row in range(count))


def _input_arrays(
    infos: Iterable[ArrayInfo], contents: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Arrays by name, with the `contents` of each; those that shared memory share it again."""
    found: dict[str, NDArray[Any]] = {}
    for group in _together([info for info in infos if info.name in contents]):
        start = min(_boundaries(info)[0] for info in group)
        end = max(_boundaries(info)[1] for info in group)
        memory = np.zeros(end - start, np.uint8)
        for info in group:
            array: NDArray[Any] = np.ndarray(
                info.shape, info.dtype, memory, info.address - start, info.strides
            )
            array[...] = contents[info.name]
            found[info.name] = array
    return found


def _boundaries(info: ArrayInfo) -> tuple[int, int]:
    """The boundaries of allocations around an array: nothing else lies between them."""
    first, end = info.extent
    rounded = -(-max(end, first + 1) // ADDRESS_STEP) * ADDRESS_STEP
    return first // ADDRESS_STEP * ADDRESS_STEP, rounded


def _together(infos: list[ArrayInfo]) -> list[list[ArrayInfo]]:
    """The arrays in groups of those that lie between the same boundaries."""
    groups: list[list[ArrayInfo]] = []
    reached = -1
    for info in sorted(infos, key=_boundaries):
        first, end = _boundaries(info)
        if first >= reached:
            groups.append([])
        groups[-1].append(info)
        reached = max(reached, end)
    return groups
