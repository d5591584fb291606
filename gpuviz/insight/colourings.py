"""Numbers by which a grid can be coloured: where and when its blocks ran, how full its warps were,
which threads were idle, what they wrote.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE

if TYPE_CHECKING:
    from gpuviz.insight.order import PlayOrder
    from gpuviz.trace import Trace

MOST_THREADS = 1 << 26  # whose values are coloured: half a GiB of numbers


class Colouring(Enum):
    """What the colours of blocks and threads mean."""

    STATE = "state"
    SM = "sm"
    START = "start"
    EFFICIENCY = "efficiency"
    IDLE = "idle"
    VALUES = "values"


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number for each block, warp or thread, NaN where a trace does not know it.

    `low` and `high` are the ends of the scale; `unit` is "rounds", "s" or "". A modelled number
    was not measured on hardware.
    """

    values: NDArray[np.float64]  # [blocks], or [blocks, warps or threads per block]
    low: float
    high: float
    unit: str = ""
    modelled: bool = False


def numbers(trace: Trace, order: PlayOrder | None, colouring: Colouring) -> Numbers | None:
    """What a launch is coloured by; None where its trace does not hold that, and for STATE, which
    is another at each instant.
    """
    if colouring is Colouring.SM:
        return sm_numbers(trace, order)
    if colouring is Colouring.START:
        return start_times(trace, order)
    if colouring is Colouring.EFFICIENCY:
        return warp_efficiency(trace)
    if colouring is Colouring.IDLE:
        return idle_threads(trace)
    return written_values(trace) if colouring is Colouring.VALUES else None


def sm_numbers(trace: Trace, order: PlayOrder | None) -> Numbers | None:
    """[blocks] the SM of each block."""
    if trace.placement is not None:
        return _scaled(trace.placement.sm, "", trace.placement.source == "modelled")
    return None if order is None else _scaled(order.sm, "", modelled=True)


def start_times(trace: Trace, order: PlayOrder | None) -> Numbers | None:
    """[blocks] seconds since the first block began; without a placement the round of each block's
    first step.
    """
    if trace.placement is not None:
        return _scaled(trace.placement.start_s, "s", trace.placement.source == "modelled")
    if order is None:
        return None
    executed = order.label == "executed" and trace.all_followed
    return _scaled(order.block_start, "rounds", not executed)


def warp_efficiency(trace: Trace) -> Numbers | None:
    """[blocks, warps per block] active lanes / (32 * steps), 0..1, as semantics.md 4 defines it."""
    if trace.warp_counters is None:
        return None
    steps = trace.warp_counters.steps.sum(axis=0, dtype=np.int64).astype(np.float64)
    lanes = trace.warp_counters.lanes.sum(axis=0, dtype=np.int64)
    share = np.divide(lanes, steps * WARP_SIZE, out=np.full(len(steps), np.nan), where=steps > 0)
    return Numbers(share.reshape(trace.config.blocks, -1), 0.0, 1.0)


def idle_threads(trace: Trace) -> Numbers | None:
    """[blocks, threads per block] 1 for a thread that touched no global memory, else 0."""
    if trace.thread_active is None:
        return None
    return Numbers((~trace.thread_active).astype(np.float64), 0.0, 1.0)


def written_values(trace: Trace) -> Numbers | None:
    """[blocks, threads per block] what a thread left in memory: of the elements that it was the
    last to write, the one furthest back in the last array has its value.

    None where nothing was written, or there are more than `MOST_THREADS`.
    """
    config = trace.config
    if config.threads > MOST_THREADS:
        return None
    values = np.full(config.threads, np.nan)
    for name, writers in trace.last_writer.items():
        outputs = trace.outputs.get(name)
        if outputs is None or outputs.dtype.kind not in "biufc" or outputs.shape != writers.shape:
            continue
        flat = np.ravel(writers)
        known = flat >= 0
        values[flat[known]] = np.ravel(_real(outputs))[known]
    if not np.isfinite(values).any():
        return None
    return _scaled(values.reshape(config.blocks, -1), "", modelled=False)


def _scaled(values: NDArray[Any], unit: str, modelled: bool) -> Numbers:
    """The scale goes from the smallest finite number to the largest."""
    numbers = values.astype(np.float64)
    finite = numbers[np.isfinite(numbers)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
    return Numbers(numbers, low, high, unit, modelled)


def _real(values: NDArray[Any]) -> NDArray[Any]:
    return values.real if np.iscomplexobj(values) else values
