"""Compiled code shared out among the statements of a kernel: machine instructions of one execution.

A compiler copies the body of a loop, moves out of it what need not be repeated, and gives it a
second loop for what is left when it goes round four turns at a time; all it tells is which line
each instruction came from, and the machine code which loops it is in. So

- the code of a loop's lines is divided by the copies of its body. A line tells of them by how often
  it has each access to memory that the source has once, its barriers, and its operations on floats;
  of several lines the one that tells of most is believed, since code that is needed once for all
  copies tells of fewer. A loop that has become straight code has a copy for each turn;
- where several loops of the machine code have come of one, the one with most copies does as many
  turns as it can, and each other one those that are left;
- code of a loop that lies outside it, without a copy of its body, prepares it: its first line has
  that as often as the loop is begun;
- what lies before all statements of the kernel, device functions that were put in its place among
  it, counts for the first of them.
"""

from __future__ import annotations

import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from gpuviz.engines.compiled_kernel import CodeLine
from gpuviz.model.counts import counts_of
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.trace import Operations, Site, Statement, Trace

LOOPS = ("For", "While")
NOTHING = LineMix(0, 0, 0, 0, 0)

Loops = tuple[int, ...]
"""Loops of the machine code, outermost first, as a CodeLine has them."""


def compiled_mix(lines: Sequence[CodeLine], trace: Trace) -> CompiledMix | None:
    """What one execution of each statement's first line is made of; see the module.

    None without any lines: the machine code was not read.
    """
    return _Sharing(lines, trace).mix() if lines else None


@dataclass(frozen=True, slots=True)
class _Bodies:
    """Copies of a loop's body in one place, and the share of the loop's turns that they do."""

    copies: float
    share: float


class _Sharing:
    """The code of one kernel, by the line on which its statement begins."""

    def __init__(self, lines: Iterable[CodeLine], trace: Trace) -> None:
        self._trace = trace
        self._starts = sorted({statement.line for statement in trace.statements})
        self._loops = [statement for statement in trace.statements if statement.kind in LOOPS]
        self._headers = {loop.line: loop for loop in self._loops}
        self._code: dict[int, list[CodeLine]] = {start: [] for start in self._starts}
        self._found: dict[int, Mapping[Loops, _Bodies]] = {}
        counts = counts_of(trace)
        self._warps = counts.steps.shape[-1]
        executed = counts.steps.sum(axis=-1, dtype=np.float64).tolist()
        self._steps: dict[int, float] = {}
        for statement, steps in zip(trace.statements, executed, strict=True):
            self._steps.setdefault(statement.line, steps)
        for code in lines:
            if self._starts:
                start = self._start_of(code.line)
                self._code[start].append(self._in_known_loops(start, code))

    def mix(self) -> CompiledMix:
        parts: dict[int, list[LineMix]] = {start: [] for start in self._starts}
        for line, code in self._code.items():
            for part in code:
                turn, before = self._divided(line, part)
                parts[line].append(turn)
                if loop := self._prepared(line, part):
                    begun = self._entries(loop) / max(self._steps[loop.line], 1.0)
                    parts[loop.line].append(_times(before, begun))
        return {line: _sum(mixes) for line, mixes in parts.items() if self._is_known(line)}

    def _start_of(self, line: int) -> int:
        """The line on which the statement of a line begins."""
        kernel = [known.line for known in self._trace.statements if known.function == 0]
        heading = self._trace.functions[0].first_line
        if kernel and (line == 0 or heading <= line < min(kernel)):
            return min(kernel)
        return self._starts[max(0, bisect.bisect_right(self._starts, line) - 1)]

    def _in_known_loops(self, start: int, code: CodeLine) -> CodeLine:
        """Without loops that the source does not have, such as those of a library."""
        most, loop = 0, self._loop_of(start)
        while loop is not None:
            most, loop = most + 1, self._around(loop.line)
        return replace(code, loops=code.loops[:most], depth=min(most, code.depth))

    # -- the loops of the source ------------------------------------------------------------------

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

    def _inner(self, loop: Statement) -> list[Statement]:
        return [inner for inner in self._loops if self._around(inner.line) is loop]

    def _depth(self, loop: Statement) -> int:
        """In how many loops of the compiled code a loop's body is."""
        around = self._around(loop.line)
        lines = (loop.line, *self._body(loop))
        own = max((part.depth for line in lines for part in self._code[line]), default=0)
        return max(own, self._depth(around) if around else 0)

    def _has_vanished(self, loop: Statement) -> bool:
        """Whether all its turns stand one after the other."""
        around = self._around(loop.line)
        return self._depth(loop) == (self._depth(around) if around else 0)

    def _entries(self, loop: Statement) -> float:
        """How often a loop is begun, by all warps.

        Its header is executed once more than its body. Where a `break` ends it, that is not seen:
        then it is begun once by each warp.
        """
        headers = self._steps[loop.line]
        begun = headers - self._bodies_executed(loop)
        return begun if begun > 0 else min(headers, self._warps)

    def _bodies_executed(self, loop: Statement) -> float:
        body = [self._steps[line] for line in self._body(loop)]
        return max(body or map(self._entries, self._inner(loop)), default=0.0)

    def _turns(self, loop: Statement) -> float:
        """How often it goes round each time, on average."""
        entries = self._entries(loop)
        return self._bodies_executed(loop) / entries if entries else 0.0

    # -- the copies of their bodies ---------------------------------------------------------------

    def _bodies(self, loop: Statement) -> Mapping[Loops, _Bodies]:
        """Where copies of a loop's body are; nowhere, if nothing tells."""
        if loop.line not in self._found:
            self._found[loop.line] = self._find_bodies(loop)
        return self._found[loop.line]

    def _find_bodies(self, loop: Statement) -> Mapping[Loops, _Bodies]:
        around = self._around(loop.line)
        outside = self._bodies(around) if around else {(): _Bodies(1.0, 1.0)}
        copies = self._copies(loop)
        if self._has_vanished(loop):
            if not copies and self._turns(loop):
                copies = {at: self._turns(loop) * each.copies for at, each in outside.items()}
            shares = {at: outside[at].share if at in outside else 0.0 for at in copies}
        else:
            shares = _shares(copies, self._depth(loop), self._turns(loop))
        return {at: _Bodies(count, shares[at]) for at, count in copies.items()}

    def _copies(self, loop: Statement) -> dict[Loops, float]:
        """By place in the machine code: how many copies of a loop's body its lines tell of."""
        told: dict[Loops, float] = {}
        for line in self._body(loop):
            for at in {part.loops for part in self._code[line]}:
                code = [part for part in self._code[line] if part.loops == at]
                count = self._told(line, code)
                if count is not None:
                    told[at] = max(told.get(at, 0.0), count)
        for inner in self._inner(loop):
            if self._has_vanished(inner) and self._turns(inner):
                for at, bodies in self._copies(inner).items():
                    told[at] = max(told.get(at, 0.0), bodies / self._turns(inner))
        return told

    def _told(self, line: int, code: Sequence[CodeLine]) -> float | None:
        """The copies that code of a line itself tells of; None where nothing can be counted."""
        rows = [row for row, known in enumerate(self._trace.statements) if known.line == line]
        done = [self._trace.statements[row].operations for row in rows]
        sites = [site for site in self._trace.sites if site.statement in rows]
        floats = 0 if any(each.special for each in done) else _float_operations(done)
        ratios = [
            *_access_copies(code, sites),
            *_ratio(sum(part.barriers for part in code), sum(each.barrier for each in done)),
            *_ratio(sum(part.float_operations for part in code), floats),
        ]
        return max(1.0, *ratios) if ratios else None

    # -- shared out -------------------------------------------------------------------------------

    def _prepared(self, line: int, code: CodeLine) -> Statement | None:
        """The outermost loop around a line that its code lies before; None: none."""
        found, loop = None, self._loop_of(line)
        while loop is not None and code.depth < self._depth(loop):
            found, loop = loop, self._around(loop.line)
        return found

    def _divided(self, line: int, code: CodeLine) -> tuple[LineMix, LineMix]:
        """What one execution of a line does of its code, and what is done before its loop."""
        loop = self._loop_of(line)
        if loop is None:
            return _times(code.mix, 1 / (self._told(line, self._code[line]) or 1.0)), NOTHING
        known = self._bodies(loop)
        most = max((bodies.copies for bodies in known.values()), default=1.0)
        bodies = known.get(code.loops, _Bodies(most, 1.0))
        is_outside = self._prepared(line, code) is not None
        if line != loop.line:
            is_before = is_outside and code.loops not in known
            turns, before = (NOTHING, code.mix) if is_before else (code.mix, NOTHING)
            return _times(turns, bodies.share / bodies.copies), before
        turns, before = self._header(loop, bodies, code) if is_outside else (code.mix, NOTHING)
        per_turn = self._bodies_executed(loop) / max(self._steps[line], 1.0)
        return _times(turns, per_turn * bodies.share / bodies.copies), before

    def _header(
        self, loop: Statement, bodies: _Bodies, code: CodeLine
    ) -> tuple[LineMix, LineMix]:
        """Turns that stand outside a loop have as much of its header as those in it."""
        known = self._bodies(loop)
        inside = [part for part in self._code[loop.line] if part.depth == self._depth(loop)]
        if code.loops not in known or not inside or inside[0].loops not in known:
            return NOTHING, code.mix
        alike = _times(inside[0].mix, bodies.copies / known[inside[0].loops].copies)
        pairs = zip(astuple(alike), astuple(code.mix), strict=True)
        turns = LineMix(*(min(pair) for pair in pairs))
        return turns, _sum((code.mix, _times(turns, -1.0)))

    def _is_known(self, line: int) -> bool:
        """Whether its copies are known: of a loop over a range whose body tells nothing of them
        there may be one or four.
        """
        loop = self._loop_of(line)
        return loop is None or loop.kind != "For" or bool(self._bodies(loop))


def _shares(copies: Mapping[Loops, float], depth: int, turns: float) -> dict[Loops, float]:
    """Of a loop's turns: the loops with most copies of its body first, what is left outside them."""
    repeated = sorted((at for at in copies if len(at) >= depth), key=lambda at: -copies[at])
    once = [at for at in copies if len(at) < depth]
    left = turns = max(turns, 1.0)
    shares = dict.fromkeys(copies, 0.0)
    for at in repeated:
        whole = _whole_rounds(left, copies[at])
        shares[at] = whole / turns
        left -= whole
    rest = once or repeated[-1:]
    for at in rest:
        shares[at] += left / turns * copies[at] / sum(copies[other] for other in rest)
    return shares


def _whole_rounds(turns: float, copies: float) -> float:
    """The turns that a loop with so many copies of its body does; an average for part of a turn."""
    if abs(turns - round(turns)) < 1e-6:
        return round(turns) // copies * copies
    return max(0.0, turns - (copies - 1) / 2)


def _access_copies(code: Iterable[CodeLine], sites: Sequence[Site]) -> Iterator[float]:
    """By kind of access: the bytes that were compiled over those that were written."""
    compiled: Counter[tuple[str, str]] = Counter()
    for access in (access for part in code for access in part.accesses):
        compiled[access.space, access.kind] += access.bytes
    for where, total in compiled.items():
        written = sum(site.itemsize for site in sites if (site.space, site.kind) == where)
        yield from _ratio(total, written)


def _float_operations(done: Iterable[Operations]) -> int:
    return sum(each.float32 + each.float64 for each in done)


def _ratio(compiled: float, written: float) -> list[float]:
    return [compiled / written] if compiled and written else []


def _times(mix: LineMix, count: float) -> LineMix:
    return LineMix(*(part * count for part in astuple(mix)))


def _sum(mixes: Iterable[LineMix]) -> LineMix:
    columns = zip(*map(astuple, (NOTHING, *mixes)), strict=True)
    return LineMix(*map(sum, columns))
