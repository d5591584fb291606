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
    """Where two accesses of threads of one block run with no barrier between them, in one file.

    `before`: the line of the barrier that both have passed last, None: none since the kernel began.
    `after`: that of the next one, None: the kernel ends first. In a loop it may stand above the
    other. `first` to `last`: the lines that are executed there.
    """

    before: int | None
    after: int | None
    first: int
    last: int
    accesses: tuple[int, int]  # lines
    file: str

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
    where the steps of the block were not kept, and where accesses and barriers are not all in one
    file.
    """
    steps = trace.steps
    if hazard.kind != "race" or hazard.other_launch or hazard.block != hazard.other_block:
        return None
    if order is None or steps is None:
        return None
    moments = hazard_moments(trace, order, hazard)
    if len(moments) != 2 or None in moments:
        return None
    accesses = [int(order.step[moment - 1]) for moment in moments if moment is not None]
    spans = [_span(trace, step) for step in accesses]
    (file, line), (other_file, other_line) = (
        _place(trace, int(steps.statement[step])) for step in accesses
    )
    (one, other) = spans
    if (one.before, one.after) != (other.before, other.after):
        return None  # the trace does not tell which accesses they were
    ends = [end for end in (one.before, one.after) if end is not None]
    if {file, other_file, *(place for place, _ in ends)} != {file}:
        return None
    before, after = (None if end is None else end[1] for end in (one.before, one.after))
    executed = [at for span in spans for place, at in span.places if place == file]
    return BarrierInterval(before, after, min(executed), max(executed), (line, other_line), file)


_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Span:
    before: _Place | None
    after: _Place | None
    places: tuple[_Place, ...]  # executed between the two


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
    statements = steps.statement[mine].tolist()
    return _Span(
        _place(trace, statements[begin - 1]) if len(earlier) else None,
        _place(trace, statements[end]) if len(later) else None,
        tuple(_place(trace, row) for row in statements[begin:end]),
    )


def _place(trace: Trace, statement: int) -> _Place:
    """File and line of a statement."""
    found = trace.statements[statement]
    return trace.functions[found.function].file, found.line
