"""Where a figure of a run comes from that stands beside another run's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from gpuviz.insight.compare_words import KERNEL_TIME, LANES_BUSY, OCCUPANCY
from gpuviz.insight.figures.figure import (
    Figure,
    blocks,
    counted,
    requests,
    threads,
    times,
    wavefronts,
)
from gpuviz.insight.figures.memory import BANKS, NEIGHBOURS, NOTHING_MOVES, QUEUE
from gpuviz.insight.figures.occupancy import occupancy_figure, of_resident
from gpuviz.insight.figures.time import kernel_figure, measured_figure
from gpuviz.insight.figures.work import PATHS, lanes_figure, steps_figure
from gpuviz.insight.summary import launch_meaning
from gpuviz.insight.traffic import site_text
from gpuviz.insight.warp_work import WarpWork, work_of_launch
from gpuviz.messages import EnglishTemplate, Message, listed, word
from gpuviz.trace import Counters, Trace
from gpuviz.trace.whose_device import device_or_default

MOST_NAMED = 4  # accesses in a sentence
IDLE_CHANGE = Message(
    "figure.idle-change",
    "The size and the block: the last block is filled with threads that have no element.",
)
BARRIERS_CHANGE = Message(
    "figure.barriers-change",
    "How often a loop comes to a barrier: with larger tiles it takes fewer turns.",
)


@dataclass(frozen=True, slots=True)
class Summed:
    """A counter that is a sum over accesses: of which, and what would make it smaller."""

    spaces: tuple[str, ...]
    kinds: tuple[str, ...]
    counted: Literal["requests", "units"]
    change: Message


SUMMED: Mapping[str, Summed] = {
    "compare.global-load-requests": Summed(("global",), ("read",), "requests", NOTHING_MOVES),
    "compare.global-load-sectors": Summed(("global",), ("read",), "units", NEIGHBOURS),
    "compare.global-store-requests": Summed(("global",), ("write",), "requests", NOTHING_MOVES),
    "compare.global-store-sectors": Summed(("global",), ("write",), "units", NEIGHBOURS),
    "compare.atomic-requests": Summed(("global", "shared"), ("atomic",), "requests", QUEUE),
    "compare.atomic-operations": Summed(("global", "shared"), ("atomic",), "units", QUEUE),
    "compare.shared-load-wavefronts": Summed(("shared",), ("read", "write"), "units", BANKS),
}


def compared_figure(trace: Trace, code: str) -> Figure | None:
    """Of one of two runs, by the code of the row that it stands in; None where that cannot be said.

    It is not tried: what is tried is the launch on the screen.
    """
    figure = _figure(trace, code)
    return None if figure is None else replace(figure, can_be_tried=False)


def _figure(trace: Trace, code: str) -> Figure | None:
    if code in SUMMED:
        return _sum_figure(trace, SUMMED[code])
    if code in {what.code for what in KERNEL_TIME.values()}:
        return _time_figure(trace)
    if code == OCCUPANCY.code:
        return _occupancy_figure(trace)
    of_work = {LANES_BUSY.code: lanes_figure, "compare.warp-steps": steps_figure}
    if code in of_work:
        return _work_figure(trace, of_work[code])
    make = OF_COUNTERS.get(code)
    return None if make is None or trace.counters is None else make(trace, trace.counters)


def _time_figure(trace: Trace) -> Figure | None:
    if trace.times is None or trace.times.kernel_s is None:
        return None
    if trace.times.source == "measured":
        return measured_figure(trace.times.kernel_s, trace.times.samples)
    if trace.prediction is None:
        return None
    return kernel_figure(trace.prediction, device_or_default(trace))


def _occupancy_figure(trace: Trace) -> Figure:
    device = device_or_default(trace)
    meaning = launch_meaning(trace.config, device, trace)
    return occupancy_figure(of_resident(meaning, trace.config, device), meaning.occupancy)


def _work_figure(trace: Trace, make: Callable[[WarpWork], Figure]) -> Figure | None:
    work = work_of_launch(trace)
    return None if work is None or not work.warp_steps else make(work)


def _sum_figure(trace: Trace, summed: Summed) -> Figure | None:
    """The accesses with the largest parts, and what is left for all others."""
    if trace.warp_counters is None:
        return None
    each = getattr(trace.warp_counters, summed.counted).sum(axis=1, dtype=np.int64)
    parts = sorted(
        (
            (int(each[row]), site)
            for row, site in enumerate(trace.sites)
            if site.space in summed.spaces and site.kind in summed.kinds and each[row]
        ),
        key=lambda part: -part[0],
    )
    if not parts:
        return None
    named = [
        word("{site} in line {line}: {n}", site=site_text(trace, site), line=str(site.line), n=n)
        for n, site in parts[:MOST_NAMED]
    ]
    rest = sum(n for n, _ in parts[MOST_NAMED:])
    if rest:
        named.append(word("all others: {n}", n=rest))
    template = "Added up over all accesses of the launch: {parts}. Together {total}."
    values = {"parts": listed(named), "total": sum(n for n, _ in parts)}
    return Figure(Message("figure.summed", template, values), summed.change)


def _idle_figure(trace: Trace, counters: Counters) -> Figure:
    template = "{threads} − {active} that touch global memory = {idle}."
    values = {
        "threads": threads(trace.config.threads),
        "active": counters.active_threads,
        "idle": counters.idle_threads,
    }
    return Figure(Message("figure.idle", template, values), IDLE_CHANGE)


def _branches_figure(trace: Trace, counters: Counters) -> Figure:
    del trace
    template = "At an if or a loop lanes of one warp went both ways: {times}."
    values = {"times": times(counters.divergent_branches)}
    return Figure(Message("figure.branches", template, values), PATHS)


def _conflicts_figure(trace: Trace, counters: Counters) -> Figure | None:
    """None where accesses of 8 or 16 bytes go in halves or quarters, which have one each."""
    del trace
    taken = counters.shared_load_wavefronts + counters.shared_store_wavefronts
    asked = counters.shared_load_requests + counters.shared_store_requests
    if taken - asked != counters.bank_conflicts:
        return None
    template = "{wavefronts} − {requests} to shared memory, which need one each = {conflicts}."
    values = {
        "wavefronts": wavefronts(taken),
        "requests": requests(asked),
        "conflicts": counters.bank_conflicts,
    }
    return Figure(Message("figure.conflicts", template, values), BANKS)


def _lines_figure(lines: int, asked: int) -> Figure:
    template = (
        "Each request touches as many lines of 128 bytes as its lanes have elements in:"
        " {requests} together touch {lines}."
    )
    values = {"requests": requests(asked), "lines": _lines(lines)}
    return Figure(Message("figure.lines", template, values), NEIGHBOURS)


def _lines(number: int) -> Message:
    one: EnglishTemplate = "1 line"
    many: EnglishTemplate = "{n} lines"
    return counted(number, one, many)


def _barriers_figure(trace: Trace, counters: Counters) -> Figure:
    template = "A barrier is counted once for each block that passes it: {blocks}, {total} in all."
    values = {"blocks": blocks(trace.config.blocks), "total": counters.barriers}
    return Figure(Message("figure.barriers", template, values), BARRIERS_CHANGE)


OF_COUNTERS: Mapping[str, Callable[[Trace, Counters], Figure | None]] = {
    "compare.idle-threads": _idle_figure,
    "compare.divergent-branches": _branches_figure,
    "compare.bank-conflicts": _conflicts_figure,
    "compare.barriers": _barriers_figure,
    "compare.global-load-lines": lambda trace, counted: _lines_figure(
        counted.global_load_lines, counted.global_load_requests
    ),
    "compare.global-store-lines": lambda trace, counted: _lines_figure(
        counted.global_store_lines, counted.global_store_requests
    ),
}
