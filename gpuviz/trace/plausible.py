"""Whether the numbers of a trace can be what happened: lanes that exist, times that passed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message, word
from gpuviz.trace.prediction import Demand, InC, Prediction, Validation
from gpuviz.trace.trace import Times, Trace

MOST_THREADS = 1024  # of a block (CUDA C++ Programming Guide 13.0, table 27)
BANDS = ("band", "copies_band")
MOST = 1e30  # seconds, bytes or operations: a computer's lifetime has none of them so often


def launch_limits(trace: Trace) -> Iterator[Message]:
    """What no GPU launches."""
    config = trace.config
    if config.block.size > MOST_THREADS:
        yield word(
            "its launch has {blocks} blocks of {threads} threads",
            blocks=config.blocks,
            threads=config.block.size,
        )
    if trace.registers_per_thread < 0 or trace.shared_bytes < 0:
        yield word("it uses less than no registers or shared memory")


def lanes(trace: Trace) -> Iterator[Message]:
    """Lanes that a warp does not have."""
    steps = trace.steps
    if steps is None or len(steps) == 0:
        return
    there = _lanes_of(trace)[steps.warp]
    if not steps.mask.all() or (steps.mask & ~there).any():
        yield word("a step has lanes that its warp does not have, or none")
    values = trace.values
    if values is not None and (values.mask & ~there[values.step]).any():
        yield word("a value belongs to lanes that its warp does not have")


def times(trace: Trace) -> Iterator[Message]:
    """Times that did not pass."""
    demands = trace.prediction.demands if trace.prediction else ()
    in_c = trace.prediction.in_c if trace.prediction else None
    judged = trace.prediction.validation if trace.prediction else None
    for taken in (trace.times, trace.prediction, in_c, judged, *demands):
        if taken is not None and not all(0 <= n <= MOST for n in _numbers(taken)):
            yield word("a time is negative, infinite or no number")
    if trace.prediction and trace.prediction.limiter not in {need.resource for need in demands}:
        yield word(
            "what limits it, {limiter}, is none of what it asks for",
            limiter=trace.prediction.limiter,
        )
    placement = trace.placement
    if placement is not None:
        ends = (placement.start_s, placement.end_s)
        if not all(np.isfinite(column).all() for column in ends):
            yield word("a block starts or ends at no time")


def _numbers(taken: Times | Prediction | InC | Validation | Demand) -> Iterator[float]:
    """All numbers in the fields, and the factors of bands."""
    for field in dataclasses.fields(taken):
        value = getattr(taken, field.name)
        band = value if field.name in BANDS and value is not None else ()
        yield from (n for n in (value, *band) if isinstance(n, (int, float)))


def _lanes_of(trace: Trace) -> NDArray[np.uint32]:
    """The mask of the lanes of each warp of a block: the last one may be partly filled."""
    config = trace.config
    masks = np.full(config.warps_per_block, 0xFFFFFFFF, np.uint32)
    partly = config.block.size % WARP_SIZE
    if partly:
        masks[-1] = (1 << partly) - 1
    return masks
