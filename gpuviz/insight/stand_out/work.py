"""The slowest warp, the block that ends last, idle threads and lanes: who does how much.

All of it is counted in every warp of the launch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.branches import LOOPS, insides
from gpuviz.insight.destination import Destination
from gpuviz.insight.memory_banks import BANK_BYTES, MOST_GROUPS
from gpuviz.insight.order import PlayOrder
from gpuviz.insight.stand_out.finding import (
    STANDS_OUT,
    WORTH_SAYING,
    Finding,
    at_step,
    joined,
    kept_first,
    of_statement,
    others_like_it,
    place_name,
    warp_phrase,
)
from gpuviz.insight.summary import asks_beyond_an_array
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message, word
from gpuviz.trace import Placement, Trace, WarpCounters
from gpuviz.units import figures, percent, seconds

FEW_LANES = 0.5  # of a warp's lanes: below that a line is executed for some of them only
SAME_TIME = 1e-6  # ends that are so close to each other, as a share, are one


def slowest_warp(
    trace: Trace, order: PlayOrder | None, times: NDArray[np.float64] | None = None
) -> Finding | None:
    """The warp that would take the longest by itself, as the model sees it: [warps] seconds.

    Without these the one that takes the most steps; of equal ones the most wavefronts by bank
    conflicts.
    """
    counters = trace.warp_counters
    if counters is None or counters.steps.shape[1] < 2:
        return None
    steps = counters.steps.sum(axis=0, dtype=np.int64)
    if times is not None:
        if times.max() <= STANDS_OUT * float(middle(times)):
            return None
        column = _most(trace, times)[0]
        if steps[column] > STANDS_OUT * median(steps):
            return _most_steps(trace, order, counters, steps, times)
    elif steps.max() > STANDS_OUT * median(steps):
        return _most_steps(trace, order, counters, steps, None)
    return _most_conflicts(trace, order, counters, steps, times)


def _most_steps(
    trace: Trace,
    order: PlayOrder | None,
    counters: WarpCounters,
    steps: NDArray[np.int64],
    times: NDArray[np.float64] | None,
) -> Finding:
    column, like = _most(trace, steps if times is None else times)
    block, warp = divmod(column, trace.config.warps_per_block)
    most, usual = int(steps[column]), int(median(steps))
    values = {
        "warp": warp_phrase(trace, block, warp),
        "others": others_like_it(like),
        "steps": most,
        "usual": usual,
    }
    template = (
        "The slowest is {warp}{others}: {steps} warp steps, where the median warp takes {usual}."
    )
    if times is not None:
        template = (
            "The slowest is {warp}{others}: by itself it would take {time} (modelled), the median"
            " warp {usual_time}; it has {steps} warp steps, the median warp {usual}."
        )
        values |= _both_times(times, column)
    medians = median(counters.steps)
    row = int(np.argmax(counters.steps[:, column] - medians))
    return Finding(
        "slowest-warp",
        joined(
            Message("stand-out.slowest-warp", template, values),
            _why_slow(trace, counters, row, column),
        ),
        most if times is None else float(times[column]),
        "warp steps" if times is None else "s",
        1 - usual / most if times is None else 1 - float(middle(times)) / float(times[column]),
        _beyond(trace, order, (block, warp), row, int(medians[row])),
        trace.statements[row].line,
        block,
        warp,
    )


def _both_times(times: NDArray[np.float64], column: int) -> dict[str, object]:
    return {
        "time": seconds(float(times[column])),
        "usual_time": seconds(float(middle(times))),
    }


def middle(numbers: NDArray[Any]) -> NDArray[Any]:
    """The median of the last axis; of an even number the lower one: that of a warp."""
    place = (numbers.shape[-1] - 1) // 2
    parted: NDArray[Any] = np.partition(numbers, place, axis=-1)[..., place]
    return parted


def median(counts: NDArray[Any]) -> NDArray[np.int64]:
    """The middle of counts."""
    return middle(counts).astype(np.int64)


def _most(trace: Trace, by_warp: NDArray[Any]) -> tuple[int, int]:
    """(the warp with the most, one whose steps were kept if there is one; others that have it)."""
    found = np.flatnonzero(by_warp == by_warp.max())
    row = kept_first(trace, found // trace.config.warps_per_block)
    return int(found[row]), len(found) - 1


def _beyond(
    trace: Trace, order: PlayOrder | None, who: tuple[int, int], row: int, usual: int
) -> Destination:
    """A warp when it executes a statement more often than the median warp; the warp alone where its
    steps were not kept.
    """
    block, warp = who
    found = of_statement(trace.steps, row)
    if trace.steps is not None:
        found = found[(trace.steps.block[found] == block) & (trace.steps.warp[found] == warp)]
    if len(found) == 0 or order is None:
        return Destination(block=block, warp=warp)
    in_order = found[np.argsort(order.position[found])]
    return at_step(trace, order, int(in_order[min(usual, len(in_order) - 1)]))


def _why_slow(trace: Trace, counters: WarpCounters, row: int, column: int) -> Message:
    """What the statement that it executes more often than others says: a loop, or a branch."""
    times = int(counters.steps[row, column])
    lanes = float(counters.lanes[row, column]) / times
    values = {
        "line": str(trace.statements[row].line),
        "times": _times(times),
        "usual": _times(int(median(counters.steps[row]))),
        "lanes": figures(lanes),
    }
    loops, branches = _around(trace, row)
    if branches and not median(counters.steps[row]):
        template = (
            "It goes into a branch that others leave out: line {line} is executed {times} by it,"
            " {usual} by the median warp, with {lanes} of 32 lanes on average."
        )
    elif branches:
        template = (
            "It goes into a branch more often: line {line} is executed {times} by it, {usual} by"
            " the median warp, with {lanes} of 32 lanes on average."
        )
    elif loops and lanes < FEW_LANES * WARP_SIZE:
        template = (
            "Its loop diverges: line {line} is executed {times} by it, {usual} by the median warp,"
            " with {lanes} of 32 lanes on average; the others wait for the longest."
        )
    elif loops:
        template = (
            "Its loop is longer: line {line} is executed {times} by it, {usual} by the median warp,"
            " with {lanes} of 32 lanes on average."
        )
    else:
        template = "Line {line} is executed {times} by it, {usual} by the median warp."
    return Message("stand-out.why-slow", template, values)


def _times(count: int) -> Message:
    if count < 2:
        return word("once") if count else word("never")
    return word("{n} times", n=count)


def _around(trace: Trace, row: int) -> tuple[bool, bool]:
    """Whether the innermost header around a statement is a loop, or an `if`; neither without one.

    A loop's own header is around itself.
    """
    if trace.statements[row].kind in LOOPS:
        return True, False
    around = np.flatnonzero(insides(trace.statements)[:, row])
    if len(around) == 0:
        return False, False
    places = [(trace.statements[n].line, trace.statements[n].column) for n in around]
    inner = trace.statements[around[places.index(max(places))]]
    return inner.kind in LOOPS, inner.kind not in LOOPS


def _most_conflicts(
    trace: Trace,
    order: PlayOrder | None,
    counters: WarpCounters,
    steps: NDArray[np.int64],
    times: NDArray[np.float64] | None,
) -> Finding | None:
    """With as many steps as others: who waits longest for banks of shared memory."""
    extra = extra_wavefronts(trace, counters)
    conflicts = extra.sum(axis=0)
    turns = steps + conflicts if times is None else times
    if conflicts.max(initial=0) == 0 or turns.max() <= STANDS_OUT * middle(turns):
        return None
    column, like = _most(trace, turns)
    if conflicts[column] <= median(conflicts):
        return None
    block, warp = divmod(column, trace.config.warps_per_block)
    site = trace.sites[int(np.argmax(extra[:, column] - median(extra)))]
    values = {
        "warp": warp_phrase(trace, block, warp),
        "others": others_like_it(like),
        "conflicts": int(conflicts[column]),
        "usual": int(median(conflicts)),
        "line": str(site.line),
    }
    template = (
        "The slowest is {warp}{others}: about as many steps as others, but {conflicts} wavefronts"
        " of shared memory more than it needs, where the median warp has {usual}: bank conflicts,"
        " most in line {line}."
    )
    if times is not None:
        template = (
            "The slowest is {warp}{others}: by itself it would take {time} (modelled), the median"
            " warp {usual_time}. It has about as many steps as others, but {conflicts} wavefronts"
            " of shared memory more than it needs, where the median warp has {usual}: bank"
            " conflicts, most in line {line}."
        )
        values |= _both_times(times, column)
    return Finding(
        "slowest-warp",
        Message("stand-out.slowest-at-banks", template, values),
        int(conflicts[column]) if times is None else float(times[column]),
        "wavefronts" if times is None else "s",
        float(1 - middle(turns) / turns[column]),
        _beyond(trace, order, (block, warp), site.statement, 0),
        site.line,
        block,
        warp,
    )


def extra_wavefronts(trace: Trace, counters: WarpCounters) -> NDArray[np.int64]:
    """[sites, warps] beyond one for each group of lanes of each request, at least."""
    groups = [
        min(max(site.itemsize // BANK_BYTES, 1), MOST_GROUPS)
        if site.space == "shared" and site.kind != "atomic"
        else 0
        for site in trace.sites
    ]
    rows = np.array(groups, np.int64)[:, None]
    units = counters.units.astype(np.int64)
    return np.where(rows > 0, np.maximum(units - rows * counters.requests.astype(np.int64), 0), 0)


def last_block(trace: Trace, order: PlayOrder | None) -> Finding | None:
    """The block that ends last, where SMs wait for it; their share of the time that they wait."""
    placed = trace.placement
    if placed is None or len(placed.end_s) < 2 or placed.end_s.max() <= 0:
        return None
    waiting = _share_that_waits(placed)
    if waiting < 1 - 1 / STANDS_OUT:
        return None
    end = float(placed.end_s.max())
    found = np.flatnonzero(placed.end_s >= end * (1 - SAME_TIME))
    block = int(found[kept_first(trace, found)])
    values = {
        "block": place_name(trace.config.grid, block),
        "others": others_like_it(len(found) - 1),
        "end": seconds(end),
        "share": percent(waiting),
    }
    template = (
        "The last to end is block {block}{others}, after {end} (modelled). The SMs that had blocks"
        " wait for it for {share} of that time on average."
    )
    if placed.source == "measured":
        template = (
            "The last to end is block {block}{others}, after {end} (measured). The SMs that had"
            " blocks wait for it for {share} of that time on average."
        )
    return Finding(
        "last-block",
        joined(Message("stand-out.last-block", template, values), *_why_last(trace, placed, block)),
        end,
        "s",
        waiting,
        _end_of(trace, order, block),
        block=block,
    )


def _share_that_waits(placed: Placement) -> float:
    """Of the time of the SMs that had a block: how much passes after the last one on each."""
    sms, row = np.unique(placed.sm, return_inverse=True)
    ends = np.zeros(len(sms))
    np.maximum.at(ends, row, placed.end_s)
    return float(1 - ends.mean() / placed.end_s.max())


def _why_last(trace: Trace, placed: Placement, block: int) -> list[Message]:
    """It takes longer, or it began late, or both; else others had less to do."""
    taken = placed.end_s - placed.start_s
    why = []
    if taken[block] > STANDS_OUT * float(np.median(taken)):
        why.append(_takes_longer(trace, placed, block))
    if _had_to_wait(placed, block):
        start = float(placed.start_s[block])
        template = (
            "It began only after {start}, when an earlier block on its SM had ended: {before} of"
            " {blocks} blocks had begun before it."
        )
        before = int((placed.start_s < start).sum())
        values = {"before": before, "blocks": trace.config.blocks, "start": seconds(start)}
        why.append(Message("stand-out.began-late", template, values))
    if not why:
        template = "It takes as long as most blocks, {taken}; the quickest took {least}."
        values = {"taken": seconds(float(taken[block])), "least": seconds(float(taken.min()))}
        why.append(Message("stand-out.others-quicker", template, values))
    return why


def _had_to_wait(placed: Placement, block: int) -> bool:
    """Whether another block of its SM had ended before a block began."""
    start = float(placed.start_s[block])
    others = placed.end_s[placed.sm == placed.sm[block]]
    return start > 0 and bool((others <= start * (1 + SAME_TIME)).any())


def _takes_longer(trace: Trace, placed: Placement, block: int) -> Message:
    """Because of its steps where they are more than the median block's, else of its SM."""
    taken = placed.end_s - placed.start_s
    values: dict[str, object] = {
        "taken": seconds(float(taken[block])),
        "usual": seconds(float(np.median(taken))),
    }
    if trace.warp_counters is None:
        template = "It takes {taken}, the median block {usual}."
        return Message("stand-out.takes-longer", template, values)
    by_warp = trace.warp_counters.steps.sum(axis=0, dtype=np.int64)
    steps = by_warp.reshape(trace.config.blocks, -1).sum(axis=1)
    if steps[block] > STANDS_OUT * median(steps):
        values |= {"steps": int(steps[block]), "median": int(median(steps))}
        template = (
            "It takes {taken}, the median block {usual}: its warps take {steps} steps, those of"
            " the median block {median}."
        )
        return Message("stand-out.more-steps", template, values)
    _, of_sms = np.unique(placed.sm, return_counts=True)
    values |= {
        "here": int((placed.sm == placed.sm[block]).sum()),
        "elsewhere": int(median(of_sms)),
    }
    template = (
        "It takes {taken}, the median block {usual}, with about as many steps: blocks on its SM"
        " {here}, on the median SM {elsewhere}."
    )
    return Message("stand-out.fuller-sm", template, values)


def _end_of(trace: Trace, order: PlayOrder | None, block: int) -> Destination:
    """A block at its last step, where its steps were kept."""
    if trace.steps is None or order is None or block not in trace.followed:
        return Destination(block=block)
    mine = order.position[trace.steps.block == block]
    return Destination(block=block, moment=int(mine.max()) + 1 if len(mine) else None)


def idle_threads(trace: Trace) -> Finding | None:
    """Threads that touch no element of global memory, if they are many."""
    counters = trace.counters
    if counters is None or counters.idle_threads < WORTH_SAYING * trace.config.threads:
        return None
    share = counters.idle_threads / trace.config.threads
    values = {
        "idle": counters.idle_threads,
        "threads": trace.config.threads,
        "share": percent(share),
    }
    template = (
        "{idle} of {threads} threads ({share}) touch no element of global memory: they are idle."
    )
    if any(one.space == "shared" for one in trace.arrays):
        template = (
            "{idle} of {threads} threads ({share}) touch no element of global memory: they work in"
            " shared memory and registers, or not at all."
        )
    if asks_beyond_an_array(trace):
        template = (
            "{idle} of {threads} threads ({share}) touch no element of global memory: some of them"
            " ask for one beyond an array."
        )
    block, to = None, Destination()
    if trace.thread_active is not None:
        block, thread = map(int, np.argwhere(~trace.thread_active)[0])
        to = Destination(block=block, thread=thread)
    message = Message("stand-out.idle-threads", template, values)
    return Finding("idle-threads", message, counters.idle_threads, "threads", share, to)


def idle_lanes(trace: Trace, order: PlayOrder | None) -> Finding | None:
    """Lanes that take no part in the steps of their warps, if they are many."""
    counters = trace.warp_counters
    if counters is None:
        return None
    slots = WARP_SIZE * counters.steps.sum(axis=1, dtype=np.int64)
    idle = slots - counters.lanes.sum(axis=1, dtype=np.int64)
    if idle.sum() < WORTH_SAYING * slots.sum() or not slots.sum():
        return None
    line, in_line = _worst_line(trace, idle)
    share = float(idle.sum() / slots.sum())
    values = {
        "idle": int(idle.sum()),
        "slots": int(slots.sum()),
        "share": percent(share),
        "line": str(line),
        "most": in_line,
    }
    template = (
        "{idle} of {slots} lane slots are idle ({share}), the largest part in line {line}: {most}."
    )
    message = Message("stand-out.idle-lanes", template, values)
    step = _emptiest_step(trace, order, line)
    to = at_step(trace, order, step)
    return Finding("idle-lanes", message, int(idle.sum()), "lane slots", share, to, line)


def _worst_line(trace: Trace, idle: NDArray[np.int64]) -> tuple[int, int]:
    """(the line with the most idle lane slots, how many)."""
    by_line: dict[int, int] = {}
    for statement, slots in zip(trace.statements, idle.tolist(), strict=True):
        by_line[statement.line] = by_line.get(statement.line, 0) + slots
    line = max(by_line, key=lambda line: by_line[line])
    return line, by_line[line]


def _emptiest_step(trace: Trace, order: PlayOrder | None, line: int) -> int | None:
    """The kept step of a line with the fewest lanes, of those the one that is played first."""
    if trace.steps is None or order is None:
        return None
    on_line = np.array([one.line == line for one in trace.statements])
    found = np.flatnonzero(on_line[trace.steps.statement])
    if len(found) == 0:
        return None
    lanes = np.bitwise_count(trace.steps.mask[found])
    fewest = found[lanes == lanes.min()]
    return int(fewest[np.argmin(order.position[fewest])])
