"""Phases of a block: what its threads do between two barriers.

No thread begins a phase before all have ended the one before it, so what one phase needs rests
while another is under way: a tiled product loads, then multiplies, then loads again. A block
without a barrier has one phase; its warps go their ways, and what they do overlaps.

The phases of a loop come again and again, so that one block loads while its neighbour multiplies:
together they are a stage. Stages do not overlap: the blocks of a wave start together and, being
alike, go from stage to stage together.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import NotSupportedError
from gpuviz.model.source import Source
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import FunctionSource


class Phases(NamedTuple):
    """Which phase each row belongs to."""

    statements: NDArray[np.bool_]  # [phases, statements]
    sites: NDArray[np.bool_]  # [phases, sites]
    stages: tuple[int, ...]  # that each phase belongs to, ascending from 0


def in_phases(
    weights: NDArray[np.float64], counted: NDArray[Any], rows: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """[kinds, phases, blocks]: the sums weights @ counted over the rows of each phase.

    `weights`: [kinds, rows]; `counted`: [rows, blocks]; `rows`: [phases, rows].
    """
    of_phases = weights[:, None] * rows
    # As @, which for this many columns starts threads: where other programs are busy those wait for
    # each other longer than they work.
    sums: NDArray[np.float64] = np.einsum("kpr,rb->kpb", of_phases, counted)
    return sums


def phases_of(source: Source) -> Phases:
    """The phases of a launch's blocks in the order of the source, at least one."""
    if not any(statement.is_barrier for statement in source.statements):
        one = (np.ones((1, len(rows)), np.bool_) for rows in (source.statements, source.sites))
        return Phases(next(one), next(one), (0,))
    numbers, stage_of = _numbers(source)
    there, phase = np.unique(numbers, return_inverse=True)
    _, stages = np.unique(
        [stage_of.get(number, number) for number in there.tolist()], return_inverse=True
    )
    sites = phase[np.array([site.statement for site in source.sites], np.int64)]
    of_phase = np.eye(len(there), dtype=np.bool_)
    return Phases(of_phase[phase].T, of_phase[sites].T, tuple(stages.tolist()))


def _numbers(source: Source) -> tuple[NDArray[np.int64], dict[int, int]]:
    """The number of its phase for each statement, and for phases in loops the first of their stage.

    All are alike where the source does not tell.
    """
    numbers = np.zeros(len(source.statements), np.int64)
    kernels = [row for row, function in enumerate(source.functions) if function.is_kernel]
    barriers = {(s.function, s.line) for s in source.statements if s.is_barrier}
    if len(kernels) != 1 or {function for function, _ in barriers} != set(kernels):
        return numbers, {}  # none, or one in a device function, of which the phase is not known
    kernel = source.functions[kernels[0]]
    offset = kernel.first_line - 1
    known = _numbering(kernel.text, frozenset(line - offset for _, line in barriers))
    for row, statement in enumerate(source.statements):
        line = statement.line - offset
        if statement.function != kernels[0]:
            line = _first_call(known, kernel, statement.function)
        numbers[row] = known.phase.get(line, 0)
    return numbers, known.stage


def _first_call(known: _Numbering, kernel: FunctionSource, function: int) -> int:
    """The line that calls a device function first, or the first of all."""
    captured = {
        name
        for name, one in kernel.captured.items()
        if (one.kind, one.value) == ("function", function)
    }
    return min((line for line, name in known.calls if name in captured), default=1)


@functools.lru_cache(64)
def _numbering(text: str, barriers: frozenset[int]) -> _Numbering:
    """What is known of a kernel that has barriers on some lines; they count from 1."""
    numbering = _Numbering(barriers)
    with contextlib.suppress(NotSupportedError):  # then all is one phase
        numbering.read(function_tree(text))
    return numbering


class _Numbering:
    """Numbers the lines of a kernel by phase.

    `stage`: for phases in loops the first of their stage. `calls`: line and name of functions that
    are called.
    """

    def __init__(self, barriers: Collection[int]) -> None:
        self.phase: dict[int, int] = {}
        self.stage: dict[int, int] = {}
        self.calls: list[tuple[int, str]] = []
        self._barriers = barriers
        self._current = self._highest = 0

    def read(self, tree: ast.FunctionDef) -> None:
        """Number all of it."""
        self._number(tree.body)
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
        self.calls = [
            (node.lineno, node.func.id) for node in calls if isinstance(node.func, ast.Name)
        ]

    def _number(self, suite: Sequence[ast.stmt]) -> None:
        for statement in suite:
            first, highest = self._current, self._highest
            self.phase[statement.lineno] = first
            if statement.lineno in self._barriers:
                self._begin()
            for inner in _suites(statement):
                self._number(inner)
            if self._current != first and isinstance(statement, ast.For | ast.While):
                self._join(self._current, first)  # the end of one turn and the begin of the next
                self.stage |= dict.fromkeys(range(highest + 1, self._highest + 1), first)
                self._begin()

    def _begin(self) -> None:
        self._highest += 1
        self._current = self._highest

    def _join(self, last: int, first: int) -> None:
        self.phase |= {line: first for line, number in self.phase.items() if number == last}


def _suites(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    for name in ("body", "orelse"):
        yield getattr(statement, name, ())
