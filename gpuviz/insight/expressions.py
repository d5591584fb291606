"""Where lanes of a warp part within one step: conditional expressions, `x if c else y`.

Such an expression has no steps of its own. That lanes parted is seen by the memory that one side
touches: with some of the step's lanes only. Where no side touches memory, nothing is seen, and
next to nothing is lost.
"""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.formula import nodes_of
from gpuviz.launch import WARP_SIZE
from gpuviz.trace import NO_ELEMENT, Trace

LANE_BITS = np.uint32(1) << np.arange(WARP_SIZE, dtype=np.uint32)
NONE = -1


def parted_steps(trace: Trace) -> NDArray[np.int64]:
    """[n] ids of the steps in which lanes part, once for each expression at which they do."""
    accesses, steps = trace.accesses, trace.steps
    choice = _choices(trace)
    if accesses is None or steps is None or not (choice != NONE).any():
        return np.zeros(0, np.int64)
    rows = np.flatnonzero(choice[accesses.site] != NONE)
    lanes = ((accesses.element[rows] != NO_ELEMENT) * LANE_BITS).sum(axis=1, dtype=np.uint32)
    some = (lanes != 0) & (lanes != steps.mask[accesses.step[rows]])
    rows = rows[some]
    found = np.unique(np.stack([accesses.step[rows], choice[accesses.site[rows]]]), axis=1)
    return np.asarray(found[0], np.int64)


def _choices(trace: Trace) -> NDArray[np.int64]:
    """[sites] a number for the conditional expression on one side of which a site is; NONE: no.

    A site at which an index was out of bounds tells nothing: such lanes touch no element.
    """
    wrong = {(h.file, h.line, h.array) for h in trace.hazards if h.kind == "out-of-bounds"}
    found: dict[tuple[int, int, int], int] = {}
    numbers = np.full(len(trace.sites), NONE, np.int64)
    for row, site in enumerate(trace.sites):
        function = trace.statements[site.statement].function
        source = trace.functions[function]
        place = site.line - source.first_line + 1, site.column - 1
        where = _expression_at(source.text, *place)
        told = {(file, site.line, site.array) for file in (source.file, None)}
        if where is not None and not told & wrong:
            numbers[row] = found.setdefault((function, *where), len(found))
    return numbers


@functools.lru_cache(256)
def _expression_at(text: str, line: int, column: int) -> tuple[int, int] | None:
    """Where the outermost conditional expression begins on one side of which a place is."""
    for node in _conditionals(text).get(line, ()):  # outer before inner
        if any(_holds(side, line, column) for side in (node.body, node.orelse)):
            return node.lineno, node.col_offset
    return None


@functools.lru_cache(64)
def _conditionals(text: str) -> Mapping[int, tuple[ast.IfExp, ...]]:
    """The conditional expressions of a source by each line that they stand in."""
    found: defaultdict[int, list[ast.IfExp]] = defaultdict(list)
    for node in nodes_of(text):
        if isinstance(node, ast.IfExp):
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                found[line].append(node)
    return {line: tuple(nodes) for line, nodes in found.items()}


def _holds(node: ast.expr, line: int, column: int) -> bool:
    begin = node.lineno, node.col_offset
    end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
    return begin <= (line, column) < end
