"""Loops as a compiler sees them: which it writes out, and whose loads it brings forward.

Seen in the PTX of numba-cuda 0.30.4 for the gallery: `for i in range(16)` vanishes, its 16 bodies
stand one after the other with the indices computed beforehand; other loops over a range are written
out four at a time. Loads of such bodies can all be under way together, where nothing is stored that
they may read and nobody waits between them: in the machine code of matmul_register_tiled the eight
loads of a tile stand before the eight stores to shared memory.
"""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Iterator
from typing import NamedTuple

from gpuviz.messages import NotSupportedError
from gpuviz.model.source import Source
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import FunctionSource

MOST_TURNS = 64  # of a loop that is written out completely; seen with 16, larger ones not tried
BODIES_OF_A_RANGE = 4  # written out of a range whose length only the launch knows
LOADS_TOGETHER = 8  # turns of a loop written out completely whose loads are under way: registers


class ModelledLoop(NamedTuple):
    """A loop over a range in which every other loop is written out; lines as in its file."""

    function: int
    first_line: int  # of the header
    last_line: int
    is_written_out: bool


class LoopSense(NamedTuple):
    """What loops make of one statement."""

    is_written_out: bool = False  # the header costs nothing, nor do places known beforehand
    together: int = 1  # turns whose loads are under way at once


def loop_senses(source: Source) -> tuple[LoopSense, ...]:
    """Of every statement of a trace."""
    senses = [LoopSense()] * len(source.statements)
    for row, function in enumerate(source.functions):
        for loop in _loops(row, function):
            rows = _rows_in(source, loop)
            sense = _sense(source, loop, rows)
            for inside in rows:
                senses[inside] = sense
    return tuple(senses)


def _rows_in(source: Source, loop: ModelledLoop) -> list[int]:
    return [
        row
        for row, statement in enumerate(source.statements)
        if statement.function == loop.function
        and loop.first_line <= statement.line <= loop.last_line
    ]


def _sense(source: Source, loop: ModelledLoop, rows: list[int]) -> LoopSense:
    if _interrupts(source, loop, rows):
        return LoopSense(loop.is_written_out)
    together = LOADS_TOGETHER if loop.is_written_out else BODIES_OF_A_RANGE
    return LoopSense(loop.is_written_out, together)


def _interrupts(source: Source, loop: ModelledLoop, rows: list[int]) -> bool:
    """Whether a loop waits for others, or stores what its next loads may read.

    Where bodies stand side by side without a branch, loads move up past stores to another space.
    """
    if any(source.statements[row].operations.barrier for row in rows):
        return True
    inside = [site for site in source.sites if site.statement in rows and site.space != "local"]
    stored = {site.space for site in inside if site.kind != "read"}
    loaded = {site.space for site in inside if site.kind != "write"}
    return bool(stored & loaded if loop.is_written_out else stored)


def _loops(row: int, function: FunctionSource) -> Iterator[ModelledLoop]:
    """The loops that are innermost once others are written out; outer ones first."""
    offset = function.first_line - 1
    for header, inner in _range_loops(function.text):
        turns = [_turns(loop, function) for loop in (header, *inner)]
        if None not in turns[1:]:
            whole = math.prod(count for count in turns if count is not None)
            written_out = turns[0] is not None and whole <= MOST_TURNS
            last = header.end_lineno or header.lineno
            yield ModelledLoop(row, offset + header.lineno, offset + last, written_out)


@functools.lru_cache(64)
def _range_loops(text: str) -> tuple[tuple[ast.For, tuple[ast.For | ast.While, ...]], ...]:
    """The loops over ranges with all loops in them, outer ones first; () for an unreadable text."""
    try:
        tree = function_tree(text)
    except NotSupportedError:
        return ()
    return tuple(
        (loop, tuple(other for other in _all_loops(loop) if other is not loop))
        for loop in _all_loops(tree)
        if isinstance(loop, ast.For) and _is_range(loop.iter)
    )


def _all_loops(tree: ast.AST) -> list[ast.For | ast.While]:
    return [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("range", "prange")


def _turns(header: ast.For | ast.While, function: FunctionSource) -> int | None:
    """How often a loop over constants goes round, None where only the launch knows."""
    if not (isinstance(header, ast.For) and isinstance(header.iter, ast.Call)):
        return None
    limits = [_constant(node, function) for node in header.iter.args]
    known = [limit for limit in limits if limit is not None]
    if len(known) < len(limits) or 0 in known[2:]:
        return None
    return len(range(*known))


def _constant(node: ast.expr, function: FunctionSource) -> int | None:
    if isinstance(node, ast.Constant):
        value: object = node.value
    else:
        captured = function.captured.get(ast.unparse(node))
        value = captured.value if captured and captured.kind == "constant" else None
    return int(value) if isinstance(value, int) else None
