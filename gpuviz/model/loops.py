"""Loops as a compiler sees them: which it writes out, and whose loads it brings forward.

Seen in the PTX of numba-cuda 0.30.4 for the gallery: `for i in range(16)` vanishes, its 16 bodies
stand one after the other with the indices computed beforehand; other loops over a range are written
out four at a time. Loads of such bodies can all be under way together, where nothing is stored and
nobody waits between them.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import NamedTuple

from gpuviz.messages import NotSupportedError
from gpuviz.simt.source_text import function_tree
from gpuviz.trace import FunctionSource, Trace

MOST_TURNS = 64  # of a loop that is written out completely; seen with 16, larger ones not tried
BODIES_OF_A_RANGE = 4  # written out of a range whose length only the launch knows
LOADS_TOGETHER = 8  # turns of a loop written out completely whose loads are under way: registers


class Loop(NamedTuple):
    """An innermost loop of one function; lines as in its file."""

    function: int
    first_line: int  # of the header
    last_line: int
    turns: int | None  # of a range of constant length


class LoopSense(NamedTuple):
    """What loops make of one statement."""

    is_written_out: bool = False  # header and indices cost nothing
    together: int = 1  # turns whose loads are under way at once


def loop_senses(trace: Trace) -> tuple[LoopSense, ...]:
    """Of every statement of a trace."""
    loops = [loop for row, function in enumerate(trace.functions) for loop in _loops(row, function)]
    senses = [LoopSense()] * len(trace.statements)
    for loop in loops:
        rows = [
            row
            for row, statement in enumerate(trace.statements)
            if statement.function == loop.function
            and loop.first_line <= statement.line <= loop.last_line
        ]
        sense = _sense(trace, loop, rows)
        for row in rows:
            senses[row] = sense
    return tuple(senses)


def _sense(trace: Trace, loop: Loop, rows: list[int]) -> LoopSense:
    written_out = loop.turns is not None and loop.turns <= MOST_TURNS
    if _interrupts(trace, rows):
        return LoopSense(written_out)
    return LoopSense(written_out, LOADS_TOGETHER if written_out else BODIES_OF_A_RANGE)


def _interrupts(trace: Trace, rows: list[int]) -> bool:
    """Whether a loop stores, or waits for other threads."""
    if any(trace.statements[row].operations.barrier for row in rows):
        return True
    return any(site.statement in rows and site.kind != "read" for site in trace.sites)


def _loops(row: int, function: FunctionSource) -> Iterator[Loop]:
    for header in _innermost_loops(function.text):
        first = function.first_line - 1 + header.lineno
        last = function.first_line - 1 + (header.end_lineno or header.lineno)
        yield Loop(row, first, last, _turns(header, function))


@functools.lru_cache(64)
def _innermost_loops(text: str) -> tuple[ast.For, ...]:
    """The loops over ranges that hold no other loop; none where the text cannot be read."""
    try:
        tree = function_tree(text)
    except NotSupportedError:
        return ()
    loops = [node for node in ast.walk(tree) if isinstance(node, (ast.For, ast.While))]
    return tuple(
        loop
        for loop in loops
        if isinstance(loop, ast.For)
        and _is_range(loop.iter)
        and not any(other is not loop and other in ast.walk(loop) for other in loops)
    )


def _is_range(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("range", "prange")


def _turns(header: ast.For, function: FunctionSource) -> int | None:
    """How often a loop over constants goes round, None where only the launch knows."""
    assert isinstance(header.iter, ast.Call)
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
