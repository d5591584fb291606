"""Elements that are never written, never read, written more than once; arrays left alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.destination import Destination
from gpuviz.insight.memory_costs import SiteCost
from gpuviz.insight.stand_out.finding import (
    WORTH_SAYING,
    Finding,
    element_name,
    joined,
)
from gpuviz.insight.stand_out.memory import is_complete, scope
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message
from gpuviz.trace import NO_ELEMENT, ArrayInfo, Trace
from gpuviz.trace.source import AccessKind
from gpuviz.units import percent


class GlobalArray(NamedTuple):
    """An array in global memory."""

    row: int  # in Trace.arrays
    info: ArrayInfo


def element_findings(trace: Trace, costs: Sequence[SiteCost]) -> Iterator[Finding | None]:
    """Of each array in global memory, as Trace.arrays has them: what was found, and what not.

    Of one whose members were accessed, as those of float4, each member says it by itself.
    """
    of_members = {info.part_of for info in trace.arrays}
    for row, info in enumerate(trace.arrays):
        if info.space == "global" and info.size and info.name not in of_members:
            one = GlobalArray(row, info)
            yield _never_written(trace, one)
            yield _never_read(trace, one, costs)
            yield _written_again(trace, one, costs)
            yield _most_wanted(trace, one, costs)
            yield _never_touched(trace, one)


def _never_written(trace: Trace, one: GlobalArray) -> Finding | None:
    """Of an array that the launch writes: the whole launch says who wrote each element."""
    writers = trace.last_writer.get(one.info.name)
    left = np.zeros(0, np.int64) if writers is None else np.flatnonzero(writers.ravel() < 0)
    template = (
        "{count} of {size} elements of {array} ({share}) are never written; the first is {first}."
    )
    if len(left) == 1:
        template = "1 of {size} elements of {array} is never written: {first}."
    message = Message("stand-out.never-written", template, _left_out(one, left))
    return None if len(left) == 0 else _of_elements("never-written", message, one, left)


def _never_read(trace: Trace, one: GlobalArray, costs: Sequence[SiteCost]) -> Finding | None:
    """Of an array that the launch reads and never writes; only where every read was kept."""
    sites = _sites(trace, one, costs)
    reads = [cost for cost in sites if cost.site.kind == "read"]
    complete = all(is_complete(trace, cost) for cost in sites)
    if not reads or len(reads) < len(sites) or not complete:
        return None
    times = _times(trace, one, ("read",))
    left = np.flatnonzero(times == 0)
    template = (
        "{count} of {size} elements of {array} ({share}) are never read; the first is {first}."
    )
    if len(left) == 1:
        template = "1 of {size} elements of {array} is never read: {first}."
    message = Message("stand-out.never-read", template, _left_out(one, left))
    return None if len(left) == 0 else _of_elements("never-read", message, one, left)


def _left_out(one: GlobalArray, left: NDArray[np.int64]) -> dict[str, object]:
    return {
        "count": len(left),
        "size": one.info.size,
        "array": one.info.name,
        "share": percent(len(left) / one.info.size),
        "first": element_name(one.info, int(left[0])) if len(left) else "",
    }


def _of_elements(
    kind: Literal["never-written", "never-read"],
    message: Message,
    one: GlobalArray,
    left: NDArray[np.int64],
) -> Finding:
    return Finding(
        kind,
        message,
        len(left),
        "elements",
        len(left) / one.info.size,
        Destination(array=one.row, element=int(left[0])),
        array=one.info.name,
    )


def _written_again(trace: Trace, one: GlobalArray, costs: Sequence[SiteCost]) -> Finding | None:
    """Elements that plain stores write twice or more; what is lost are all writes but the first."""
    writes = [cost for cost in _sites(trace, one, costs) if cost.site.kind == "write"]
    if not writes:
        return None
    times = _times(trace, one, ("write",))
    again = int((times > 1).sum())
    if again == 0:
        return None
    most = int(times.argmax())
    values = {
        "count": again,
        "size": one.info.size,
        "array": one.info.name,
        "most": element_name(one.info, most),
        "times": int(times[most]),
    }
    template = (
        "{count} of {size} elements of {array} are written twice or more, {most} most often:"
        " {times} times."
    )
    if again == 1:
        template = "1 of {size} elements of {array} is written twice or more: {most} {times} times."
    return Finding(
        "written-again",
        joined(Message("stand-out.written-again", template, values), scope(trace, writes)),
        again,
        "elements",
        float(1 - (times > 0).sum() / times.sum()),
        Destination(array=one.row, element=most),
        array=one.info.name,
    )


def _most_wanted(trace: Trace, one: GlobalArray, costs: Sequence[SiteCost]) -> Finding | None:
    """The element that takes a good part of all atomic operations on an array, one by one."""
    atomics = [cost for cost in _sites(trace, one, costs) if cost.site.kind == "atomic"]
    if not atomics:
        return None
    times = _times(trace, one, ("atomic",))
    if one.info.size == 1 and trace.warp_counters is not None:  # these tell of the whole launch
        times, atomics = np.array([sum(cost.units for cost in atomics)]), []
    most, operations = int(times.argmax()), int(times.sum())
    if times[most] <= WARP_SIZE or times[most] < WORTH_SAYING * operations:
        return None
    values = {
        "count": int(times[most]),
        "all": operations,
        "array": one.info.name,
        "most": element_name(one.info, most),
    }
    template = (
        "{count} of {all} atomic operations on {array} change {most}, and these are done one"
        " after the other."
    )
    return Finding(
        "most-wanted",
        joined(Message("stand-out.most-wanted", template, values), scope(trace, atomics)),
        int(times[most]),
        "operations",
        float(times[most] / operations),
        Destination(array=one.row, element=most),
        array=one.info.name,
    )


def _never_touched(trace: Trace, one: GlobalArray) -> Finding | None:
    """An argument that no thread of the launch reads or writes."""
    names = {site.array for site in trace.sites}
    parts = {info.part_of for info in trace.arrays}
    info = one.info
    if not names or info.name in names or info.part_of or info.name in parts:
        return None
    if trace.accesses is not None and (trace.accesses.array == one.row).any():
        return None
    message = Message(
        "stand-out.never-touched",
        "No thread reads or writes {array}.",
        {"array": info.name},
    )
    to = Destination(array=one.row)
    return Finding("never-touched", message, info.size, "elements", 0.0, to, array=info.name)


def _sites(trace: Trace, one: GlobalArray, costs: Sequence[SiteCost]) -> list[SiteCost]:
    """Those that may touch the array: by name, and by the accesses that were kept."""
    rows = set()
    if trace.accesses is not None:
        rows = set(np.unique(trace.accesses.site[trace.accesses.array == one.row]).tolist())
    return [c for c in costs if c.row in rows or c.site.array == one.info.name]


def _times(trace: Trace, one: GlobalArray, kinds: tuple[AccessKind, ...]) -> NDArray[np.int64]:
    """[size] how often threads access each element, as far as accesses were kept."""
    size = one.info.size
    if trace.accesses is None:
        return np.zeros(size, np.int64)
    wanted = np.array([site.kind in kinds for site in trace.sites], np.bool_)
    rows = np.flatnonzero(trace.accesses.array == one.row)
    rows = rows[wanted[trace.accesses.site[rows]]]
    element = trace.accesses.element[rows]
    counts: NDArray[np.int64] = np.bincount(element[element != NO_ELEMENT], minlength=size)
    return counts[:size]
