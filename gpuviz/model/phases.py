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
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gpuviz.messages import NotSupportedError
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import FunctionSource, Trace


class Phases(NamedTuple):
    """Which phase each row belongs to: 1 there and 0 elsewhere."""

    statements: NDArray[np.float64]  # [phases, statements]
    sites: NDArray[np.float64]  # [phases, sites]
    stages: tuple[int, ...]  # that each phase belongs to, ascending from 0


def phases_of(trace: Trace) -> Phases:
    """The phases of a launch's blocks in the order of the source, at least one."""
    numbers, stage_of = _numbers(trace)
    there, phase = np.unique(numbers, return_inverse=True)
    there = there if len(there) else np.zeros(1, np.int64)
    _, stages = np.unique(
        [stage_of.get(number, number) for number in there.tolist()], return_inverse=True
    )
    sites = phase[[site.statement for site in trace.sites]] if trace.sites else phase[:0]
    of_phase = np.eye(len(there))
    return Phases(of_phase[phase].T, of_phase[sites].T, tuple(stages.tolist()))


def _numbers(trace: Trace) -> tuple[NDArray[np.int64], dict[int, int]]:
    """The number of its phase for each statement, and for phases in loops the first of their stage.

    All are alike where the source does not tell.
    """
    numbers = np.zeros(len(trace.statements), np.int64)
    kernels = [row for row, function in enumerate(trace.functions) if function.is_kernel]
    barriers = {(s.function, s.line) for s in trace.statements if s.is_barrier}
    if len(kernels) != 1 or {function for function, _ in barriers} != set(kernels):
        return numbers, {}  # none, or one in a device function, of which the phase is not known
    kernel = trace.functions[kernels[0]]
    numbering = _Numbering(kernel, {line for _, line in barriers})
    for row, statement in enumerate(trace.statements):
        line = statement.line
        if statement.function != kernels[0]:
            line = numbering.called_on.get(statement.function, kernel.first_line)
        numbers[row] = numbering.phase.get(line, 0)
    return numbers, numbering.stage


class _Numbering:
    """Numbers the lines of a kernel by phase.

    `stage`: for phases in loops the first of their stage. `called_on`: the first line that calls a
    device function.
    """

    def __init__(self, kernel: FunctionSource, barriers: set[int]) -> None:
        self.phase: dict[int, int] = {}
        self.stage: dict[int, int] = {}
        self.called_on: dict[int, int] = {}
        self._offset = kernel.first_line - 1
        self._barriers = barriers
        self._current = self._highest = 0
        try:
            tree = function_tree(kernel.text)
        except NotSupportedError:
            return
        self._number(tree.body)
        for line, name in _calls(tree):
            captured = kernel.captured.get(name)
            if captured is not None and captured.kind == "function":
                assert isinstance(captured.value, int)
                self.called_on.setdefault(captured.value, line + self._offset)

    def _number(self, suite: Sequence[ast.stmt]) -> None:
        for statement in suite:
            first, highest = self._current, self._highest
            self.phase[statement.lineno + self._offset] = first
            if statement.lineno + self._offset in self._barriers:
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


def _calls(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of every call of a plain name, in the order of the source."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    named = ((node.lineno, node.func.id) for node in calls if isinstance(node.func, ast.Name))
    return iter(sorted(named))
