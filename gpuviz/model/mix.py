"""Machine instructions of each statement: what was really compiled, or what is usual.

An emulator counts what the Python source says; hardware runs what the compiler made of it. The
usual weights below were read off the PTX that numba-cuda 0.30.4 makes of the gallery for compute
capability 9.0 (64-bit whole numbers count as two: an SM has 32-bit units). They are uncalibrated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace import Operations, Site, Statement, Trace

ADDRESS_OPERATIONS = {"global": 8, "shared": 2, "local": 0, "constant": 2}
"""Whole-number instructions that find one element's address.

`c[i] = a[i] + b[i]` takes 4 operations on 64 bits for each array: an index below 0 wraps around,
the offset is scaled and added. The shape of a shared array is known to the compiler.
"""

WHOLE_NUMBER = 2  # instructions: numba.cuda computes with 64 bits where the source says nothing
SPECIAL = (8.0, 0.0, 6.0, 0.0, 2.0)
"""Of a root, a division of floats, exp and the like: as a LineMix. A special function unit gives
a first guess, which multiplications and additions refine."""


@dataclass(frozen=True, slots=True)
class LineMix:
    """Machine instructions of one lane for one execution of a source line.

    `issued` counts every instruction, loads, stores and branches included; a fused multiply-add
    is one.
    """

    issued: float
    int32: float
    fp32: float
    fp64: float
    sfu: float


CompiledMix = Mapping[int, LineMix]
"""By source line: the first line of a statement."""

UNITS = 5  # numbers of a LineMix


def statement_mixes(trace: Trace, compiled: CompiledMix | None = None) -> NDArray[np.float64]:
    """Instructions of one step by statement, [statements, 5]: the columns of a LineMix."""
    rows = _usual_mixes(trace.statements, trace.sites)
    if compiled is not None:
        _put_compiled(rows, trace.statements, compiled)
    return np.array(rows, np.float64).reshape(-1, UNITS)


def _usual_mixes(statements: Iterable[Statement], sites: Iterable[Site]) -> list[tuple[float, ...]]:
    mixes = [list(_of_operations(statement.operations)) for statement in statements]
    for site in sites:
        address = ADDRESS_OPERATIONS[site.space]
        mixes[site.statement][0] += 1 + address
        mixes[site.statement][1] += address
    return [tuple(mix) for mix in mixes]


def _of_operations(done: Operations) -> tuple[float, float, float, float, float]:
    whole = WHOLE_NUMBER * done.integer
    issued, int32, fp32, fp64, sfu = (part * done.special for part in SPECIAL)
    plain = whole + done.float32 + done.float64 + done.branch + done.barrier
    return plain + issued, whole + int32, done.float32 + fp32, done.float64 + fp64, sfu


def _put_compiled(
    rows: list[tuple[float, ...]], statements: Iterable[Statement], compiled: CompiledMix
) -> None:
    """The first statement of a line does what was compiled for it, any other there nothing."""
    seen: set[int] = set()
    for row, statement in enumerate(statements):
        if statement.line in compiled:
            mix = compiled[statement.line]
            rows[row] = (0.0,) * UNITS if statement.line in seen else astuple(mix)
            seen.add(statement.line)
