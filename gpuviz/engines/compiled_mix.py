"""Compiled code shared out among the statements of a kernel: machine instructions of one execution.

A compiler copies a line where it unrolls a loop or splits one, and moves out of a loop what need
not be repeated; all it tells is which line code came from. So

- the instructions of a line are divided by its copies: by how often it has each access to memory
  that the source has once, else its barriers, else its operations on floats. A line without any of
  these has as many copies as its neighbours in the same loop, and outside loops one;
- what lies before all statements of the kernel, device functions that were put in its place among
  it, counts for the first of them;
- code of a loop that lies outside it and has none of these prepares the loop: its first line has
  it as often as the loop is begun. A loop over a range that is done four turns at a time begins
  with what is left of four: those turns are no preparation.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import astuple

import numpy as np

from gpuviz.engines.compiled_kernel import CodeLine
from gpuviz.model.counts import counts_of
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.trace import Site, Statement, Trace

LOOPS = ("For", "While")
NOTHING = LineMix(0, 0, 0, 0, 0)


def compiled_mix(lines: Sequence[CodeLine], trace: Trace) -> CompiledMix:
    """What one execution of each statement's first line is made of; see the module."""
    return _Sharing(lines, trace).mix()


class _Sharing:
    """The code of one kernel, by the line on which its statement begins."""

    def __init__(self, lines: Iterable[CodeLine], trace: Trace) -> None:
        self._trace = trace
        self._starts = sorted({statement.line for statement in trace.statements})
        self._loops = [statement for statement in trace.statements if statement.kind in LOOPS]
        self._headers = {loop.line: loop for loop in self._loops}
        self._code: dict[int, list[CodeLine]] = {start: [] for start in self._starts}
        counts = counts_of(trace)
        self._warps = counts.steps.shape[-1]
        executed = counts.steps.sum(axis=-1, dtype=np.float64).tolist()
        self._steps: dict[int, float] = {}
        for statement, steps in zip(trace.statements, executed, strict=True):
            self._steps.setdefault(statement.line, steps)
        for code in lines:
            if self._starts:
                self._code[self._start_of(code.line)].append(code)

    def mix(self) -> CompiledMix:
        parts: dict[int, list[LineMix]] = {start: [] for start in self._starts}
        for line, code in self._code.items():
            copies = self._copies(line)
            for part in code:
                turns, before = self._divided(line, part)
                parts[line].append(_times(turns, 1 / copies))
                if loop := self._prepared(line, part.depth):
                    parts[loop.line].append(_times(before, self._entries(loop)))
        return {line: _sum(mixes) for line, mixes in parts.items() if self._is_known(line)}

    def _start_of(self, line: int) -> int:
        """The line on which the statement of a line begins."""
        kernel = [known.line for known in self._trace.statements if known.function == 0]
        heading = self._trace.functions[0].first_line
        if kernel and (line == 0 or heading <= line < min(kernel)):
            return min(kernel)
        return self._starts[max(0, bisect.bisect_right(self._starts, line) - 1)]

    def _loop_of(self, line: int) -> Statement | None:
        """The innermost loop that a line is in, as its header or in its body."""
        return self._headers.get(line) or self._around(line)

    def _around(self, line: int) -> Statement | None:
        around = [loop for loop in self._loops if loop.line < line <= loop.end_line]
        return max(around, key=lambda loop: loop.line, default=None)

    def _body(self, loop: Statement) -> list[int]:
        """The lines in a loop that are in no loop inside it; its header is none of them."""
        lines = [line for line in self._starts if loop.line < line <= loop.end_line]
        return [line for line in lines if self._loop_of(line) is loop]

    def _depth(self, loop: Statement) -> int:
        """In how many loops of the compiled code a loop's body is."""
        lines = (loop.line, *self._body(loop))
        return max((part.depth for line in lines for part in self._code[line]), default=0)

    def _prepared(self, line: int, depth: int) -> Statement | None:
        """The outermost loop around a line that code of this depth lies before; None: none."""
        found, loop = None, self._loop_of(line)
        while loop is not None and depth < self._depth(loop):
            found, loop = loop, self._around(loop.line)
        return found

    def _divided(self, line: int, code: CodeLine) -> tuple[LineMix, LineMix]:
        """What of the code of a line is done in each turn of its loop, and what before it."""
        loop = self._loop_of(line)
        if loop is None or self._prepared(line, code.depth) is None:
            return code.mix, NOTHING
        if line != loop.line:
            bodies = self._bodies(loop, code.depth)
            return (code.mix, NOTHING) if bodies else (NOTHING, code.mix)
        return self._header(loop, code)

    def _header(self, loop: Statement, code: CodeLine) -> tuple[LineMix, LineMix]:
        """Turns that stand before a loop of four at a time are as long as those in it."""
        deepest = self._depth(loop)
        inside = next((part for part in self._code[loop.line] if part.depth == deepest), None)
        if inside is None:
            return NOTHING, code.mix
        share = self._bodies(loop, code.depth) / max(self._bodies(loop, deepest), 1.0)
        pairs = zip(astuple(_times(inside.mix, share)), astuple(code.mix), strict=True)
        turns = LineMix(*(min(pair) for pair in pairs))
        return turns, _sum((code.mix, _times(turns, -1.0)))

    def _bodies(self, loop: Statement, depth: int) -> float:
        """How often code of one depth holds the body of a loop."""
        told = (
            self._told(line, [part for part in self._code[line] if part.depth == depth])
            for line in self._body(loop)
        )
        return max((count for count in told if count is not None), default=0.0)

    def _entries(self, loop: Statement) -> float:
        """How often a loop is begun for each time that its header is executed.

        Its header is executed once more than its body. Where a `break` ends it, that is not seen:
        then it is begun once by each warp.
        """
        turns = self._steps[loop.line]
        begun = turns - max((self._steps[line] for line in self._body(loop)), default=0.0)
        return (begun if begun > 0 else min(turns, self._warps)) / turns if turns else 0.0

    def _is_known(self, line: int) -> bool:
        """Whether its copies are known: of a loop over a range whose body tells nothing of them
        there may be one or four.
        """
        loop = self._loop_of(line)
        if loop is None or loop.kind != "For":
            return True
        return any(
            self._bodies(loop, part.depth) for at in self._body(loop) for part in self._code[at]
        )

    def _copies(self, line: int) -> float:
        told = None if line in self._headers else self._told(line, self._code[line])
        loop = self._loop_of(line)
        if told is not None or loop is None:
            return told or 1.0
        others = (self._told(inside, self._code[inside]) for inside in self._body(loop))
        return max((count for count in others if count is not None), default=1.0)

    def _told(self, line: int, code: Sequence[CodeLine]) -> float | None:
        """The copies that code of a line itself tells of; None where nothing can be counted."""
        rows = [row for row, known in enumerate(self._trace.statements) if known.line == line]
        done = [self._trace.statements[row].operations for row in rows]
        sites = [site for site in self._trace.sites if site.statement in rows]
        for compiled, written in (
            _accesses(code, sites),
            (sum(part.barriers for part in code), sum(each.barrier for each in done)),
            (
                sum(part.float_operations for part in code),
                sum(each.float32 + each.float64 for each in done),
            ),
        ):
            if compiled and written:
                return max(1.0, compiled / written)
        return None


def _accesses(code: Iterable[CodeLine], sites: Sequence[Site]) -> tuple[int, int]:
    """Of the kind of access with most copies: how many were compiled, and how many written."""
    compiled: dict[tuple[str, str], int] = {}
    for access in (access for part in code for access in part.accesses):
        where = access.space, access.kind
        compiled[where] = compiled.get(where, 0) + access.count
    pairs = [
        (count, sum((site.space, site.kind) == where for site in sites))
        for where, count in compiled.items()
    ]
    known = [pair for pair in pairs if pair[1]]
    return max(known, key=lambda pair: pair[0] / pair[1], default=(0, 0))


def _times(mix: LineMix, count: float) -> LineMix:
    return LineMix(*(part * count for part in astuple(mix)))


def _sum(mixes: Iterable[LineMix]) -> LineMix:
    columns = zip(*map(astuple, (NOTHING, *mixes)), strict=True)
    return LineMix(*map(sum, columns))
