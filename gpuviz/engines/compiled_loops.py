"""The loops of a kernel's source: what is in them, and how often they go round in a launch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.model.counts import counts_of
from gpuviz.trace import Statement, Trace

LOOPS = ("For", "While")

Executed = NDArray[np.float64]
"""How often something is executed, by warp."""


class SourceLoops:
    """All loops of a trace's statements; each is the statement that is its header."""

    def __init__(self, trace: Trace) -> None:
        self.all = [statement for statement in trace.statements if statement.kind in LOOPS]
        self._starts = sorted({statement.line for statement in trace.statements})
        self._headers = {loop.line: loop for loop in self.all}
        self._executed: dict[int, Executed] = {}
        for statement, steps in zip(trace.statements, counts_of(trace).steps, strict=True):
            self._executed.setdefault(statement.line, steps.astype(np.float64))

    def loop_of(self, line: int) -> Statement | None:
        """The innermost loop that a line is in, as its header or in its body."""
        return self._headers.get(line) or self.around(line)

    def around(self, line: int) -> Statement | None:
        """The innermost loop that has a line in its body."""
        around = [loop for loop in self.all if loop.line < line <= loop.end_line]
        return max(around, key=lambda loop: loop.line, default=None)

    def body(self, loop: Statement) -> list[int]:
        """The lines in a loop that are in no loop inside it; its header is none of them."""
        lines = [line for line in self._starts if loop.line < line <= loop.end_line]
        return [line for line in lines if self.loop_of(line) is loop]

    def inner(self, loop: Statement) -> list[Statement]:
        """The loops in a loop that are in no other one inside it."""
        return [inner for inner in self.all if self.around(inner.line) is loop]

    def entries(self, loop: Statement) -> Executed:
        """How often a loop is begun, by warp.

        Its header is executed once more than its body. Where a `break` ends it, that is not seen:
        then it is begun once by each warp.
        """
        headers = self._executed[loop.line]
        begun = headers - self.rounds(loop)
        return begun if begun.sum() > 0 else np.minimum(headers, 1.0)

    def rounds(self, loop: Statement) -> Executed:
        """How often it goes round in all, by warp."""
        body = [self._executed[line] for line in self.body(loop)]
        known = body or [self.entries(inner) for inner in self.inner(loop)]
        none = np.zeros_like(self._executed[loop.line])
        rounds: Executed = np.max([none, *known], axis=0)
        return rounds

    def turns(self, loop: Statement) -> float:
        """How often it goes round each time, on average."""
        entries = float(self.entries(loop).sum())
        return float(self.rounds(loop).sum()) / entries if entries else 0.0

    def per_header(self, loop: Statement, count: Executed) -> float:
        """How often something is executed for each time that a loop's header is."""
        return float(count.sum()) / max(float(self._executed[loop.line].sum()), 1.0)
