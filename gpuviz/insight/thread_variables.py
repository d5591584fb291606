"""What a local variable of a kernel held at last, thread by thread."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.trace import Trace, from_bits


def variable_by_thread(trace: Trace, name: str) -> NDArray[np.float64] | None:
    """[threads of the launch] its last value, NaN where a thread never assigned it, or where the
    steps of its block were not kept. None where the kernel has no such number, or keeps no values.
    """
    table, steps = trace.values, trace.steps
    rows = [n for n, v in enumerate(trace.variables) if (v.function, v.name) == (0, name)]
    if table is None or steps is None or not rows:
        return None
    dtype = trace.variables[rows[0]].dtype
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        return None
    mine = np.flatnonzero(np.isin(table.variable, rows))
    mine = mine[np.argsort(table.step[mine], kind="stable")]
    held = np.full(trace.config.blocks * trace.config.block.size, np.nan)
    lanes = np.arange(WARP_SIZE, dtype=np.uint32)
    for row in mine.tolist():
        step = table.step[row]
        assigned = np.flatnonzero((table.mask[row] >> lanes) & 1)
        first = int(steps.block[step]) * trace.config.block.size + int(steps.warp[step]) * WARP_SIZE
        held[first + assigned] = from_bits(table.bits[row, assigned], dtype)
    return held


def as_written(trace: Trace, held: NDArray[np.float64]) -> tuple[str, NDArray[np.float64]] | None:
    """Values by thread in the shape of the first array that those threads wrote, with its name."""
    for name, writer in trace.last_writer.items():
        threads = np.clip(writer, 0, len(held) - 1)
        return name, np.where(writer >= 0, held[threads], np.nan)
    return None
