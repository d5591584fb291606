"""Rows of what one thread did as it ran alone; see GroupRecorder."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.simt.observe.events import Rows, counts_in_c_order, element_of
from gpuviz.simt.observe.lone_run import LoneRun
from gpuviz.simt.observe.observer import warp_step
from gpuviz.trace.columns import NO_ELEMENT, to_bits


def rows_of_lone_run(run: LoneRun) -> tuple[Rows | None, Rows | None, Rows | None]:
    """Rows of steps, accesses and values of one thread; None where there are none."""
    group = run.thread_group
    block = int(group.block_ids[run.row])
    warp, lane = divmod(group.first_lane + run.lane, WARP_SIZE)
    word = np.uint32(1 << lane)

    def ids(steps: NDArray[np.int64]) -> NDArray[np.int64]:
        numbers: NDArray[np.int64] = warp_step(group.config, steps, block, warp)
        return numbers

    steps, count = run.steps, len(run.access_steps)
    of_steps = (ids(steps), *(np.full(len(steps), n) for n in (block, warp)), run.statements)
    site, row = np.empty(count, np.int64), np.empty(count, np.int64)
    element, bits = np.full((count, WARP_SIZE), NO_ELEMENT), np.empty((count, 1), np.uint64)
    for at in run.accesses:
        straight = counts_in_c_order(at.array)
        site[at.rows], row[at.rows] = at.site, at.array.row
        element[at.rows, lane] = at.flat if straight else element_of(at.array, at.flat)
        bits[at.rows, 0] = to_bits(at.values)
    variable = np.empty(len(run.assigned_steps), np.int64)
    values = np.empty((len(variable), 1), np.uint64)
    for number, rows, assigned in run.assigned:
        variable[rows], values[rows, 0] = number, to_bits(assigned)
    words = np.full(len(variable), word)
    return (
        (*of_steps, np.full(len(steps), word)) if len(steps) else None,
        (ids(run.access_steps), site, row, element, _of_all(bits), ids(run.access_latest))
        if count
        else None,
        (ids(run.assigned_steps), variable, words, _of_all(values), ids(run.assigned_latest))
        if len(variable)
        else None,
    )


def _of_all(column: NDArray[Any]) -> NDArray[Any]:
    """One number of a row for all lanes."""
    return np.broadcast_to(column, (len(column), WARP_SIZE))
