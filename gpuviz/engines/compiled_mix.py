"""Compiled code shared out among the statements of a kernel: machine instructions of one execution.

A compiler copies a line where it unrolls a loop or splits one, and moves out of a loop what need
not be repeated; all it tells is which line code came from. So

- the instructions of a line are divided by its copies: by how often it has each access to memory
  that the source has once, else its barriers, else its operations on floats. A line without any of
  these has as many copies as its neighbours in the same loop, and outside loops one;
- what lies before all statements of the kernel, device functions that were put in its place among
  it, counts for the first of them;
- code of a loop that lies outside it and has none of these prepares the loop: it counts for the
  statement before it. Where there is none, the loop's first line has half of it: that is executed
  at least twice.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import astuple

from gpuviz.engines.compiled_kernel import CodeLine
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.trace import Site, Statement, Trace

LOOPS = ("For", "While")


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
        for code in lines:
            if self._starts:
                self._code[self._start_of(code.line)].append(code)

    def mix(self) -> CompiledMix:
        parts: dict[int, list[LineMix]] = {start: [] for start in self._starts}
        for line, code in self._code.items():
            copies = self._copies(line)
            for part in code:
                if self._prepares(line, part):
                    home = self._line_before(line)
                    parts[home].append(_divided(part.mix, 2 if home == line else 1))
                else:
                    parts[line].append(_divided(part.mix, copies))
        return {line: _sum(mixes) for line, mixes in parts.items()}

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

    def _prepares(self, line: int, code: CodeLine) -> bool:
        """Whether code of a loop runs before it, once each time that the loop is entered."""
        loop = self._loop_of(line)
        if loop is None or (line != loop.line and self._told(line, [code])):
            return False
        depths = [part.depth for inside in self._body(loop) for part in self._code[inside]]
        return code.depth < max(depths, default=0)

    def _line_before(self, line: int) -> int:
        """A statement that is executed about as often as the loop of `line` is entered.

        The one before it, else the first line of the loop around it, else its own first line.
        """
        loop = self._loop_of(line)
        assert loop is not None  # only code of a loop prepares one
        outer = self._around(loop.line)
        before = [start for start in self._starts if start < loop.line]
        as_often = [start for start in before if self._loop_of(start) is outer]
        return as_often[-1] if as_often else outer.line if outer else loop.line

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


def _divided(mix: LineMix, copies: float) -> LineMix:
    return LineMix(*(part / copies for part in astuple(mix)))


def _sum(mixes: Iterable[LineMix]) -> LineMix:
    columns = zip(*map(astuple, (LineMix(0, 0, 0, 0, 0), *mixes)), strict=True)
    return LineMix(*map(sum, columns))
