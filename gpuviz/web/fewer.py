"""A launch with less of it kept, where all of it would make too large a page."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.calls import access_steps, assignment_steps
from gpuviz.insight.first_look import thread_to_show
from gpuviz.trace import Accesses, Exchanges, Steps, Trace, Values


@dataclass(frozen=True, slots=True)
class Detail:
    """What is kept. `blocks` is how many of the followed ones, None all of them."""

    blocks: int | None = None
    values: bool = True  # of variables
    contents: bool = True  # of arrays, before and after


def with_detail(trace: Trace, detail: Detail) -> Trace:
    """The launch with as much detail; what was counted of it stays."""
    if not detail.values:
        trace = replace(trace, values=None)
    if detail.blocks is None or trace.steps is None:
        return trace
    if detail.blocks == 0:
        return replace(trace, followed=(), steps=None, accesses=None, values=None, exchanges=None)
    return _following(trace, _most_telling(trace, detail.blocks))


def _most_telling(trace: Trace, count: int) -> tuple[int, ...]:
    """That many of the followed blocks: where hazards are, what is shown first, then evenly."""
    shown = thread_to_show(trace)
    grid = trace.config.grid
    wanted = [] if shown is None else [shown[0]]
    for hazard in trace.hazards:
        wanted.append(grid.linear(hazard.block))
        if hazard.other_block is not None and hazard.other_launch is None:
            wanted.append(grid.linear(hazard.other_block))
    followed = trace.followed
    evenly = np.unique(np.linspace(0, len(followed) - 1, count).round().astype(int)).tolist()
    wanted += [followed[place] for place in evenly]
    known = [block for block in dict.fromkeys(wanted) if block in set(followed)]
    return tuple(sorted(known[:count]))


def _following(trace: Trace, blocks: tuple[int, ...]) -> Trace:
    steps = trace.steps
    assert steps is not None
    kept = np.isin(steps.block, blocks)
    number = np.cumsum(kept) - 1  # of each kept step among the kept ones
    return replace(
        trace,
        followed=blocks,
        steps=Steps(steps.block[kept], steps.warp[kept], steps.statement[kept], steps.mask[kept]),
        accesses=_accesses(trace, kept, number),
        values=_values(trace, kept, number),
        exchanges=_exchanges(trace.exchanges, kept, number),
        hazards=tuple(
            replace(
                hazard,
                step=_renumbered(hazard.step, kept, number),
                other_step=_renumbered(hazard.other_step, kept, number),
            )
            for hazard in trace.hazards
        ),
    )


def _renumbered(step: int | None, kept: NDArray[np.bool_], number: NDArray[np.int64]) -> int | None:
    return None if step is None or not kept[step] else int(number[step])


def _accesses(trace: Trace, kept: NDArray[np.bool_], number: NDArray[np.int64]) -> Accesses | None:
    table = trace.accesses
    if table is None:
        return None
    rows = kept[table.step]
    return Accesses(
        number[table.step[rows]],
        table.site[rows],
        table.array[rows],
        table.element[rows],
        table.bits[rows],
        number[access_steps(trace)[rows]],
    )


def _values(trace: Trace, kept: NDArray[np.bool_], number: NDArray[np.int64]) -> Values | None:
    table = trace.values
    if table is None:
        return None
    rows = kept[table.step]
    return Values(
        number[table.step[rows]],
        table.variable[rows],
        table.mask[rows],
        table.bits[rows],
        number[assignment_steps(trace)[rows]],
    )


def _exchanges(
    table: Exchanges | None, kept: NDArray[np.bool_], number: NDArray[np.int64]
) -> Exchanges | None:
    if table is None:
        return None
    rows = kept[table.step]
    return Exchanges(
        number[table.step[rows]],
        table.kind[rows],
        table.type[rows],
        table.mask[rows],
        table.source[rows],
        table.given[rows],
        table.received[rows],
    )
