"""A launch as the JSON that ui.perfetto.dev and chrome://tracing open: blocks over time, by SM.

The rules are those of Google's Trace Event Format and of Perfetto's notes on it:
- `ts` and `dur` are microseconds. Perfetto cuts both to whole nanoseconds, each by itself, and
  misplaces events of a thread that overlap in part (its issues 4280 and 5012). So they are whole
  nanoseconds here, and each `ts` a tenth more: 1.001 as a float would be cut to 1000 ns.
- events of one thread nest: each place for a block on an SM is a thread.
- thread numbers are unique in the whole file, and process and thread 0 stand for none.
- metadata (`ph` M) names and sorts processes and threads; a counter (`ph` C) has one series.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message, RequestRefused
from gpuviz.trace.blocks_on_sm import block_places
from gpuviz.trace.columns import Placement
from gpuviz.trace.trace import Times, Trace
from gpuviz.trace.whose_device import device_name, on_machine

SUFFIX = ".json"
DEVICE_PROCESS, HOST_PROCESS = 1, 2
HOST_THREAD, FIRST_PLACE_THREAD = 10, 11
MOST_COUNTS = 20_000  # of the counter; of a launch with more changes an even choice

LONGEST_S = 1000  # of a launch and of its copies: nanoseconds can still be told apart

_Event = dict[str, Any]


def perfetto_lines(trace: Trace) -> Iterator[str]:
    """The file line by line, without line ends; an event a line.

    Raises RequestRefused at once for a trace that does not say when its blocks ran, and for times
    that are too long to be drawn.
    """
    placement = trace.placement
    if placement is None or not placement.end_s.max(initial=0.0) > 0:
        template = (
            "There is no timeline: this launch of {kernel} was recorded without when and where"
            " its blocks ran. Run it with the emulator or on a GPU, and save that recording."
        )
        raise RequestRefused(Message("perfetto.no-placement", template, {"kernel": trace.kernel}))
    times = trace.times
    parts_s = (times.h2d_s, times.kernel_s, times.d2h_s) if times else ()
    longest_s = max(
        placement.end_s.max(), _first_block_s(trace), *(part or 0.0 for part in parts_s)
    )
    if longest_s > LONGEST_S:
        template = "There is no timeline: {seconds} s are more than the {most} s that one can show."
        values = {"seconds": f"{longest_s:.3g}", "most": LONGEST_S}
        raise RequestRefused(Message("perfetto.too-long", template, values))
    return _lines(trace, placement)


def _lines(trace: Trace, placement: Placement) -> Iterator[str]:
    about = _text(_about(trace, placement))
    yield '{"traceEvents": ['
    before = ""
    for event in _events(trace, placement):
        if before:
            yield f"{before},"
        before = _text(event)
    yield before
    yield f'], "otherData": {about}}}'


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _about(trace: Trace, placement: Placement) -> dict[str, str]:
    config, times = trace.config, trace.times
    return {
        "made by": "gpuviz",
        "kernel": trace.kernel,
        "grid": str(config.grid),
        "block": str(config.block),
        "device": device_name(trace),
        "engine": on_machine(trace.engine, trace.machine),
        "blocks": _labelled(placement.source, times),
        "times": _labelled(times.source, times) if times else "unknown",
    }


def _labelled(source: str, times: Times | None) -> str:
    if source == "measured":
        return source
    judged = times is not None and times.band is not None
    return "modelled, not measured" if judged else "modelled, not measured, not validated"


def _events(trace: Trace, placement: Placement) -> Iterator[_Event]:
    start, end = (
        np.rint((_first_block_s(trace) + column) * 1e9).astype(np.int64)
        for column in (placement.start_s, placement.end_s)
    )
    place = block_places(replace(placement, start_s=start.astype(float), end_s=end.astype(float)))
    places, thread = np.unique(np.stack([placement.sm, place]), axis=1, return_inverse=True)
    yield from _process(
        DEVICE_PROCESS, f"{device_name(trace)}: blocks on its SMs, {placement.source}"
    )
    yield from _place_threads(places)
    if trace.times is not None:
        yield from _host_events(trace, trace.times, int(end.max()))
    yield from _counter(start, end)
    yield from _block_events(trace, start, end, thread.ravel() + FIRST_PLACE_THREAD)


def _first_block_s(trace: Trace) -> float:
    """When the first block begins: after the copies and, as it is modelled, what a launch costs."""
    copied = trace.times.h2d_s if trace.times else None
    is_model = trace.placement is not None and trace.placement.source == "modelled"
    launched = trace.prediction.launch_s if trace.prediction and is_model else 0.0
    return (copied or 0.0) + launched


def _process(pid: int, name: str) -> Iterator[_Event]:
    yield {"ph": "M", "name": "process_name", "pid": pid, "args": {"name": name}}
    yield {"ph": "M", "name": "process_sort_index", "pid": pid, "args": {"sort_index": pid}}


def _thread(pid: int, tid: int, name: str) -> Iterator[_Event]:
    about = {"ph": "M", "pid": pid, "tid": tid}
    yield {**about, "name": "thread_name", "args": {"name": name}}
    yield {**about, "name": "thread_sort_index", "args": {"sort_index": tid}}


def _place_threads(places: NDArray[np.int32]) -> Iterator[_Event]:
    """A thread for each (SM, place); the place is named where there are several."""
    several = int(places[1].max()) > 0
    for tid, (sm, place) in enumerate(places.T.tolist(), FIRST_PLACE_THREAD):
        name = f"SM {sm} · place {place}" if several else f"SM {sm}"
        yield from _thread(DEVICE_PROCESS, tid, name)


def _host_events(trace: Trace, times: Times, blocks_end: int) -> Iterator[_Event]:
    """Copies and kernel one after the other; the way back begins when the last block is over."""
    yield from _process(HOST_PROCESS, f"{trace.kernel}: copies and kernel, {times.source}")
    yield from _thread(HOST_PROCESS, HOST_THREAD, "H2D, kernel, D2H")
    h2d, kernel, d2h = (
        None if seconds is None else round(seconds * 1e9)
        for seconds in (times.h2d_s, times.kernel_s, times.d2h_s)
    )
    begin = h2d or 0
    parts = (
        ("H2D", 0, h2d),
        (trace.kernel, begin, kernel),
        ("D2H", max(begin + (kernel or 0), blocks_end), d2h),
    )
    for name, start, duration in parts:
        if duration is not None:
            about = {"source": times.source}
            yield _complete(HOST_PROCESS, HOST_THREAD, name, start, start + duration, about)


def _counter(start: NDArray[np.int64], end: NDArray[np.int64]) -> Iterator[_Event]:
    """How many blocks run, wherever that changes."""
    instants = np.unique(np.concatenate([start, end]))
    rows = np.unique(np.linspace(0, len(instants) - 1, min(len(instants), MOST_COUNTS), dtype=int))
    instants = instants[rows]
    running = np.searchsorted(np.sort(start), instants, "right")
    running -= np.searchsorted(np.sort(end), instants, "right")
    for instant, count in zip(instants.tolist(), running.tolist(), strict=True):
        yield {
            "ph": "C",
            "name": "active blocks",
            "pid": DEVICE_PROCESS,
            "ts": _microseconds(instant),
            "args": {"blocks": count},
        }


def _block_events(
    trace: Trace, start: NDArray[np.int64], end: NDArray[np.int64], thread: NDArray[np.int64]
) -> Iterator[_Event]:
    """In the order in which they start, as the format likes it."""
    assert trace.placement is not None
    config, source, steps = trace.config, trace.placement.source, _steps_of_blocks(trace)
    order = np.lexsort((thread, start))
    columns = (order, start[order], end[order], thread[order])
    for block, begin, over, tid in zip(*(column.tolist() for column in columns), strict=True):
        about: _Event = {"block": block, "index": str(config.grid.index(block))}
        about["warps"] = config.warps_per_block
        if steps is not None:
            about["warp steps"] = int(steps[block])
        about["source"] = source
        yield _complete(DEVICE_PROCESS, tid, f"block {block}", begin, over, about)


def _steps_of_blocks(trace: Trace) -> NDArray[np.int64] | None:
    if trace.warp_counters is None:
        return None
    per_warp = trace.warp_counters.steps.sum(axis=0, dtype=np.int64)
    steps: NDArray[np.int64] = per_warp.reshape(trace.config.blocks, -1).sum(axis=1)
    return steps


def _complete(pid: int, tid: int, name: str, start: int, end: int, about: dict[str, Any]) -> _Event:
    """An event from `start` to `end` nanoseconds."""
    return {
        "ph": "X",
        "name": name,
        "cat": "gpu" if pid == DEVICE_PROCESS else "host",
        "pid": pid,
        "tid": tid,
        "ts": _microseconds(start),
        "dur": (end - start) / 1000,
        "args": about,
    }


def _microseconds(nanoseconds: int) -> float:
    """The number that is never cut to a nanosecond less."""
    return (nanoseconds * 10 + 1) / 10_000
