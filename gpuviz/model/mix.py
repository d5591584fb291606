"""Machine instructions of each statement: what was really compiled, or what is usual.

An emulator counts what the Python source says; hardware runs what the compiler made of it. The
usual weights were read off the machine code that numba-cuda 0.30.4 makes of the gallery and of the
kernels of benchmarks/published for compute capabilities 7.5 to 9.0, where whole numbers have 64
bits and an SM adds 32 at a time. tests/model/test_mix.py holds them against those counts;
docs/model-validation.md says how far times are off with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message
from gpuviz.model.loops import LoopSense
from gpuviz.trace import Statement, Trace

WHOLE_NUMBER = 2.0  # an addition or comparison of 64 bits is one of 32 and one with carry
DIVISION = 40.0
"""Of whole numbers: 12 instructions choose 32 bits, 16 divide those, 12 give it Python's sign."""
ON_INT32 = 0.75
"""Of instructions on whole numbers, those on the INT32 unit: multiplications and some moves run as
multiply-adds on the unit for floats. Seen: 21 of 25 in vector_add, 167 of 227 in matmul_naive."""
RANGE_HEADER = 5.0  # a turn of `for i in range(n)`: 64-bit, two comparisons, a choice, an addition
BRANCH_OF_A_RANGE = 0.25  # its bodies stand side by side, four at least
ADDRESS = {"global": 6.5, "shared": 3.0}
"""Of each index of an element: an index below 0 wraps around, the offset is scaled and added.

Seen in the naive product: 34 instructions a turn, of which four indices take 26; for
`c[i] = a[i] + b[i]` 13 of 64 bits for 3 addresses. Shared memory has 32-bit addresses and a known
shape. Nothing where the loop is written out. What a statement reads and writes at the same place it
finds once.
"""
SPECIAL = (10.0, 7.0, 1.0)
"""Of float32: issued, on floats, on the special function unit.

Seen: exp takes 9 instructions (one of them ex2.approx), 1 / x a reciprocal that is refined.
"""
SPECIAL64 = (20.0, 14.0, 1.0)  # a reciprocal, root or power refined by float64 multiply-adds
WARP_START = (12.0, 4.0)
"""Issued, and on whole numbers: each warp finds its place in the grid, reads arguments and ends.

Seen: cuda.grid(1) takes 6 instructions, parameters one each.
"""

USUAL_MIX = Message(
    "model.usual-mix",
    "The machine instructions are estimated from the source; the kernel was not compiled.",
)
PARTLY_USUAL = Message(
    "model.partly-usual",
    "Compiled code does not tell how often it repeats the lines of one of the loops: their machine"
    " instructions are estimated from the source.",
)


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

Row = tuple[float, float, float, float, float]  # a LineMix


def statement_mixes(
    trace: Trace, senses: tuple[LoopSense, ...], compiled: CompiledMix | None = None
) -> NDArray[np.float64]:
    """Instructions of one step by statement, [statements, 5]: the columns of a LineMix."""
    finding = _address_instructions(trace, senses)
    accesses = Counter(
        site.statement
        for site in trace.sites
        if not (site.space == "local" and senses[site.statement].is_written_out)  # a register
    )
    rows = [
        _usual(statement, sense, accesses[row], finding.get(row, 0.0))
        for row, (statement, sense) in enumerate(zip(trace.statements, senses, strict=True))
    ]
    if compiled is not None:
        _put_compiled(rows, trace.statements, compiled)
    return np.array(rows, np.float64).reshape(-1, 5)


def warp_start(compiled: CompiledMix | None = None) -> NDArray[np.float64]:
    """Instructions of each warp beside its statements, [5]: the columns of a LineMix.

    What was compiled has them among those of the first statement.
    """
    issued, whole = (0.0, 0.0) if compiled is not None else WARP_START
    return np.array((issued, whole, 0.0, 0.0, 0.0))


def mix_notes(trace: Trace, compiled: CompiledMix | None) -> tuple[Message, ...]:
    """What has to be said of where the instructions come from."""
    if compiled is None:
        return (USUAL_MIX,)
    known = all(statement.line in compiled for statement in trace.statements)
    return () if known else (PARTLY_USUAL,)


def _address_instructions(trace: Trace, senses: tuple[LoopSense, ...]) -> dict[int, float]:
    """By statement: whole-number instructions that find the addresses of its accesses."""
    places = Counter((s.statement, s.array, s.space, s.kind == "write") for s in trace.sites)
    found: dict[tuple[int, str, str], int] = {}
    for (row, array, space, _), count in places.items():
        found[row, array, space] = max(found.get((row, array, space), 0), count)
    indices = {array.name: len(array.shape) for array in trace.arrays}
    sums: dict[int, float] = {}
    for (row, array, where), count in found.items():
        if not (senses[row].is_written_out and where == "shared"):
            each = ADDRESS.get(where, 0.0) * indices.get(array, 1)
            sums[row] = sums.get(row, 0.0) + count * each
    return sums


def _usual(statement: Statement, sense: LoopSense, accesses: int, finding: float) -> Row:
    done = statement.operations
    vanishes = statement.kind == "For" and sense.is_written_out
    whole = finding + (0.0 if vanishes else _whole(statement))
    single, double = done.special - done.special64, done.special64
    fused32 = min(done.fused, done.float32)
    fp32 = done.float32 - fused32 + SPECIAL[1] * single
    fp64 = done.float64 - (done.fused - fused32) + SPECIAL64[1] * double
    sfu = SPECIAL[2] * single + SPECIAL64[2] * double
    rest = (SPECIAL[0] - SPECIAL[1]) * single + (SPECIAL64[0] - SPECIAL64[1]) * double
    branch = BRANCH_OF_A_RANGE if statement.kind == "For" else float(done.branch)
    issued = whole + fp32 + fp64 + rest + (0.0 if vanishes else branch) + done.barrier + accesses
    return issued, ON_INT32 * whole, fp32, fp64, sfu


def _whole(statement: Statement) -> float:
    """Instructions on whole numbers, those for addresses apart."""
    if statement.kind == "For":
        return RANGE_HEADER
    divisions = statement.operations.divisions
    return WHOLE_NUMBER * (statement.operations.integer - divisions) + DIVISION * divisions


def _put_compiled(
    rows: list[Row], statements: tuple[Statement, ...], compiled: CompiledMix
) -> None:
    """The first statement of a line does what was compiled for it, any other there nothing."""
    seen: set[int] = set()
    for row, statement in enumerate(statements):
        if statement.line in compiled:
            mix = compiled[statement.line]
            rows[row] = (0, 0, 0, 0, 0) if statement.line in seen else _row(mix)
            seen.add(statement.line)


def _row(mix: LineMix) -> Row:
    return mix.issued, mix.int32, mix.fp32, mix.fp64, mix.sfu
