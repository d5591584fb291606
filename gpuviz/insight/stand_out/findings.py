"""Everything that stands out in a launch, the largest loss first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np

from gpuviz.insight.branches import Divergences
from gpuviz.insight.line_costs import line_costs
from gpuviz.insight.memory_costs import SiteCost, site_cost
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stand_out.elements import element_findings
from gpuviz.insight.stand_out.finding import Finding
from gpuviz.insight.stand_out.memory import (
    SECTORS,
    WARP_STEPS,
    costliest_line,
    fullest_bank,
    line_with_most_conflicts,
    line_with_most_time,
    wasted_bytes,
)
from gpuviz.insight.stand_out.work import idle_lanes, idle_threads, last_block, slowest_warp
from gpuviz.messages import Message
from gpuviz.model.by_line import launch_times
from gpuviz.model.mix import CompiledMix
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_or_default

Found = tuple[Finding, ...]


def stand_out(trace: Trace, order: PlayOrder | None, mix: CompiledMix | None = None) -> Found:
    """All findings, the largest loss first; `order` gives their moments.

    `mix`: the instructions that the launch was modelled with; None: the usual ones.
    """
    return by_loss(chain.from_iterable(findings_by_part(trace, order, lambda: mix)))


def _usual_mix() -> None:
    """The launch was modelled with the usual instructions."""


def by_loss(findings: Iterator[Finding] | list[Finding]) -> Found:
    """The largest loss first, costs that need be none behind."""
    return tuple(sorted(findings, key=lambda one: -one.loss))


def findings_by_part(
    trace: Trace,
    order: PlayOrder | None,
    mix: Callable[[], CompiledMix | None] = _usual_mix,
) -> Iterator[Found]:
    """The findings bit by bit, not in order: whoever may not be held up long stops in between."""
    times = launch_times(trace, device_or_default(trace), mix())
    yield ()
    yield _kept(slowest_warp(trace, order, None if times is None else times.warps))
    yield _kept(last_block(trace, order), idle_threads(trace))
    yield _kept(idle_lanes(trace, order))
    nowhere = np.zeros(0, np.int64)
    lines = line_costs(trace, Divergences(nowhere, nowhere))
    of_lines = None if times is None else times.lines
    most_time = line_with_most_time(trace, order, of_lines)
    most_steps = costliest_line(trace, order, lines, WARP_STEPS) if of_lines is None else None
    yield _kept(most_time, most_steps, costliest_line(trace, order, lines, SECTORS))
    costs: list[SiteCost] = []
    for row in range(len(trace.sites)):
        costs.append(site_cost(trace, row))
        yield ()
    yield _kept(wasted_bytes(trace, order, costs))
    yield _kept(line_with_most_conflicts(trace, order, costs))
    yield _kept(fullest_bank(trace, order, costs))
    for found in element_findings(trace, costs):
        yield _kept(found)


def _kept(*findings: Finding | None) -> Found:
    return tuple(one for one in findings if one is not None)


def nothing_found(trace: Trace) -> Message:
    """What is said where nothing stands out."""
    if trace.warp_counters is None:
        template = (
            "Nothing is known to stand out: the warps of this launch were not counted one by one."
        )
        return Message("stand-out.not-counted", template)
    template = (
        "Nothing stands out: no warp or block takes much longer than the others, no bytes are moved"
        " in vain, no bank of shared memory is asked twice at once, no element is queued for, and"
        " few threads and lanes are idle."
    )
    return Message("stand-out.nothing", template)
