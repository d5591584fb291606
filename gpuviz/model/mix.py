"""Machine instructions of each statement: what was really compiled, or what is usual.

An emulator counts what the Python source says; hardware runs what the compiler made of it. What is
usual depends on the language: gpuviz.model.weights.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import Message
from gpuviz.model.loops import LoopSense
from gpuviz.model.pieces import pieces_of
from gpuviz.model.source import Source
from gpuviz.model.weights import NUMBA, SPECIAL, SPECIAL64, UsualWeights
from gpuviz.trace import Statement, Trace
from gpuviz.trace.source import AccessKind

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


@dataclass(frozen=True, slots=True)
class CompiledMix:
    """What a compiler made of the lines of a kernel; each is the first line of a statement."""

    lines: Mapping[int, LineMix]
    shared_widths: Mapping[int, float] = field(default_factory=dict)
    """Elements that one instruction loads from shared memory, where they are more than one."""
    global_bytes: Mapping[tuple[int, AccessKind], float] = field(default_factory=dict)
    """Of one lane that an instruction moves from or to global memory, by line and kind, where their
    number is not that of the accesses: see gpuviz.model.pieces."""


Row = tuple[float, float, float, float, float]  # a LineMix


def statement_mixes(
    source: Source,
    senses: tuple[LoopSense, ...],
    compiled: CompiledMix | None = None,
    weights: UsualWeights = NUMBA,
) -> NDArray[np.float64]:
    """Instructions of one step by statement, [statements, 5]: the columns of a LineMix.

    `weights`: what stands for statements that `compiled` does not have.
    """
    finding = _address_instructions(source, senses, weights)
    accesses: dict[int, float] = defaultdict(float)
    for site, pieces in zip(source.sites, pieces_of(source).tolist(), strict=True):
        if not (site.space == "local" and senses[site.statement].is_written_out):  # a register
            accesses[site.statement] += pieces
    rows = [
        _usual(statement, sense, accesses[row], finding.get(row, 0.0), weights)
        for row, (statement, sense) in enumerate(zip(source.statements, senses, strict=True))
    ]
    if compiled is not None:
        _put_compiled(rows, source.statements, compiled.lines)
    return np.array(rows, np.float64).reshape(-1, 5)


def warp_start(
    compiled: CompiledMix | None = None, weights: UsualWeights = NUMBA
) -> NDArray[np.float64]:
    """Instructions of each warp beside its statements, [5]: the columns of a LineMix.

    What was compiled has them among those of the first statement.
    """
    issued, whole = (0.0, 0.0) if compiled is not None else weights.warp_start
    return np.array((issued, whole, 0.0, 0.0, 0.0))


def mix_notes(trace: Trace, compiled: CompiledMix | None) -> tuple[Message, ...]:
    """What has to be said of where the instructions come from."""
    if compiled is None:
        return (USUAL_MIX,)
    known = all(statement.line in compiled.lines for statement in trace.statements)
    return () if known else (PARTLY_USUAL,)


def _address_instructions(
    source: Source, senses: tuple[LoopSense, ...], weights: UsualWeights
) -> dict[int, float]:
    """By statement: whole-number instructions that find the addresses of its accesses."""
    places = Counter((s.statement, s.array, s.space, s.kind == "write") for s in source.sites)
    found: dict[tuple[int, str, str], int] = {}
    for (row, array, space, _), count in places.items():
        found[row, array, space] = max(found.get((row, array, space), 0), count)
    indices = {array.name: len(array.shape) for array in source.arrays}
    sums: dict[int, float] = {}
    for (row, array, where), count in found.items():
        if not (senses[row].is_written_out and where == "shared"):
            each = weights.address(where) * indices.get(array, 1)
            sums[row] = sums.get(row, 0.0) + count * each
    return sums


def _usual(
    statement: Statement, sense: LoopSense, accesses: float, finding: float, weights: UsualWeights
) -> Row:
    done = statement.operations
    vanishes = statement.kind == "For" and sense.is_written_out
    whole = finding + (0.0 if vanishes else _whole(statement, weights))
    single, double = done.special - done.special64, done.special64
    fused32 = min(done.fused, done.float32)
    fp32 = done.float32 - fused32 + SPECIAL[1] * single
    fp64 = done.float64 - (done.fused - fused32) + SPECIAL64[1] * double
    sfu = SPECIAL[2] * single + SPECIAL64[2] * double
    rest = (SPECIAL[0] - SPECIAL[1]) * single + (SPECIAL64[0] - SPECIAL64[1]) * double
    branch = weights.branch_of_a_range if statement.kind == "For" else float(done.branch)
    issued = whole + fp32 + fp64 + rest + (0.0 if vanishes else branch) + done.barrier + accesses
    return issued, weights.on_int32 * whole, fp32, fp64, sfu


def _whole(statement: Statement, weights: UsualWeights) -> float:
    """Instructions on whole numbers, those for addresses apart."""
    if statement.kind == "For":
        return weights.range_header
    divisions = statement.operations.divisions
    others = statement.operations.integer - divisions
    return weights.whole_number * others + weights.division * divisions


def _put_compiled(
    rows: list[Row], statements: tuple[Statement, ...], compiled: Mapping[int, LineMix]
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
