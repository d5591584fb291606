"""Between which barriers the two accesses of a race run: the interval that they share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpuviz.insight.hazard_moments import hazard_moments
from gpuviz.insight.order import PlayOrder
from gpuviz.messages import Message, word
from gpuviz.trace import Hazard, Trace


@dataclass(frozen=True, slots=True)
class BarrierInterval:
    """Where two accesses of threads of one block run with no barrier between them.

    `before`: the line of the barrier that both have passed last, None: none since the kernel began.
    `after`: that of the next one, None: the kernel ends first. In a loop it may stand above the
    other. `first` to `last`: the lines that are executed there.
    """

    before: int | None
    after: int | None
    first: int
    last: int
    accesses: tuple[int, int]  # lines

    @property
    def words(self) -> Message:
        """What lies between the barriers, in one sentence."""
        one, other = min(self.accesses), max(self.accesses)
        lines = word("line {line}", line=str(one))
        if one != other:
            lines = word("lines {one} and {other}", one=str(one), other=str(other))
        begin = word("the begin of the kernel")
        if self.before is not None:
            begin = word("the barrier in line {line}", line=str(self.before))
        end = word("the end of the kernel")
        if self.after is not None:
            end = word("the barrier in line {line}", line=str(self.after))
        if self.after is not None and self.after == self.before:
            end = word("the same barrier, a turn of the loop later")
        template = (
            "No barrier lies between the accesses of {lines}: both run from {begin} to {end}."
        )
        values = {"lines": lines, "begin": begin, "end": end}
        return Message("barriers.interval", template, values)


def barrier_interval(
    trace: Trace, order: PlayOrder | None, hazard: Hazard
) -> BarrierInterval | None:
    """That of a race; None of another hazard, of threads of two blocks, which no barrier orders,
    and where the steps of the block were not kept.
    """
    steps = trace.steps
    if hazard.kind != "race" or hazard.block != hazard.other_block:
        return None
    if order is None or steps is None:
        return None
    moments = hazard_moments(trace, order, hazard)
    if len(moments) != 2 or None in moments:
        return None
    accesses = [int(order.step[moment - 1]) for moment in moments if moment is not None]
    spans = [_span(trace, step) for step in accesses]
    lines = [trace.statements[steps.statement[step]].line for step in accesses]
    executed = [line for span in spans for line in span.lines]
    (one, other) = spans
    if (one.before, one.after) != (other.before, other.after):
        return None  # the trace does not tell which accesses they were
    return BarrierInterval(
        one.before, one.after, min(executed), max(executed), (lines[0], lines[1])
    )


@dataclass(frozen=True, slots=True)
class _Span:
    before: int | None
    after: int | None
    lines: tuple[int, ...]  # executed between the two


def _span(trace: Trace, step: int) -> _Span:
    """Between which barriers of its warp a step lies."""
    steps = trace.steps
    assert steps is not None
    warp = (steps.block == steps.block[step]) & (steps.warp == steps.warp[step])
    mine = np.flatnonzero(warp)  # in the order in which the warp took them
    at = int(np.searchsorted(mine, step))
    is_barrier = np.array([one.is_barrier for one in trace.statements], np.bool_)
    barriers = np.flatnonzero(is_barrier[steps.statement[mine]])
    earlier, later = barriers[barriers < at], barriers[barriers > at]
    begin = int(earlier[-1]) + 1 if len(earlier) else 0
    end = int(later[0]) if len(later) else len(mine)
    lines = [trace.statements[row].line for row in steps.statement[mine[begin:end]].tolist()]

    def line_of(place: int) -> int:
        return trace.statements[int(steps.statement[mine[place]])].line

    return _Span(
        line_of(begin - 1) if len(earlier) else None,
        line_of(end) if len(later) else None,
        tuple(lines),
    )
