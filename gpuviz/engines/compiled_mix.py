"""Compiled code shared out among the statements of a kernel: machine instructions of one execution.

A compiler copies the body of a loop, moves out of it what need not be repeated, and gives it a
second loop for what is left when it goes round four turns at a time; all it tells is which line
each instruction came from, and the machine code which loops it is in. So

- the code of a loop's lines is divided by the copies of its body. Its lines tell of them by how
  often they have stores and barriers that the source has once, or else loads and float operations;
  what tells of most is believed, since what all copies share tells of fewer. A loop over a range
  tells itself, where the machine code counts its turns one by one. One that has become straight
  code has a copy for each turn;
- where several loops of the machine code have come of one, the one with most copies does as many
  turns as it can, and each other one those that are left;
- code of a loop that lies outside it, without a copy of its body, prepares it: its first line has
  that as often as the loop is begun;
- code in a loop that is none around its line, since it was moved there or is that of a function
  that the loop calls, counts for the first line of that loop;
- what lies before all statements of the kernel, device functions that were put in its place among
  it, counts for the first of them. Of loops in such functions it is not told whose code is whose:
  they are left out, with their lines.
"""

from __future__ import annotations

import bisect
import itertools
import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

import numpy as np

from gpuviz.engines.compiled_kernel import CodeLine
from gpuviz.engines.compiled_loops import Executed, SourceLoops
from gpuviz.model.mix import CompiledMix, LineMix
from gpuviz.trace import Operations, Site, Statement, Trace
from gpuviz.trace.source import AccessKind

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
        self._loops = SourceLoops(trace)
        self._code: dict[int, list[CodeLine]] = {start: [] for start in self._starts}
        self._lines = tuple(lines) if self._starts else ()
        self._found: dict[int, Mapping[Loops, _Bodies]] = {}
        for code in self._lines:
            start = self._start_of(code.line)
            self._code[start].append(self._in_known_loops(start, code))

    def mix(self) -> CompiledMix:
        parts: dict[int, list[LineMix]] = {start: [] for start in self._starts}
        for whole in self._lines:
            line = self._start_of(whole.line)
            code = self._in_known_loops(line, whole)
            if loop := self._moved_into(whole, code):
                parts[loop.line].append(self._each_turn(loop, whole))
            elif not (whole.loops and self._is_before_all(whole.line)):
                turn, before = self._divided(line, code)
                parts[line].append(turn)
                if loop := self._prepared(line, code):
                    begun = self._loops.per_header(loop, self._loops.entries(loop))
                    parts[loop.line].append(_times(before, begun))
        known = {line: _sum(mixes) for line, mixes in parts.items() if self._is_known(line)}
        return CompiledMix(known, dict(self._shared_widths()), dict(self._global_bytes()))

    def _shared_widths(self) -> Iterator[tuple[int, float]]:
        """By line: elements that one instruction loads from shared memory, if more than one."""
        for line, code in self._code.items():
            found = [one for part in code for one in part.accesses if one.is_shared_load]
            rows = self._rows([line])
            sizes = [
                site.itemsize
                for site in self._trace.sites
                if site.statement in rows and site.space == "shared" and site.kind == "read"
            ]
            if found and sizes:
                loaded = sum(one.bytes for one in found) / sum(one.instructions for one in found)
                if loaded > max(sizes):
                    yield line, loaded / max(sizes)

    def _global_bytes(self) -> Iterator[tuple[tuple[int, AccessKind], float]]:
        """By line and kind: the mean bytes of a lane that an instruction moves in global memory.

        Only where a compiler has cut or joined accesses: where their number is another one than
        that of the bytes that the source moves there.
        """
        kinds: tuple[AccessKind, ...] = ("read", "write")
        for line, kind in itertools.product(self._code, kinds):
            where = ("global", kind)
            parts = (one for part in self._code[line] for one in part.accesses)
            found = [one for one in parts if (one.space, one.kind) == where]
            rows = self._rows([line])
            sizes = [
                site.itemsize
                for site in self._trace.sites
                if site.statement in rows and (site.space, site.kind) == where
            ]
            instructions, moved = sum(o.instructions for o in found), sum(o.bytes for o in found)
            if instructions and sizes:
                mean = moved / instructions
                if not math.isclose(mean, sum(sizes) / len(sizes), rel_tol=0.01):
                    yield (line, kind), mean

    def _first(self) -> int:
        """The line of the kernel's first statement."""
        kernel = (known.line for known in self._trace.statements if known.function == 0)
        return min(kernel, default=0)

    def _is_before_all(self, line: int) -> bool:
        """Whether a line is in the heading of the kernel, as functions are that it calls."""
        return line == 0 or self._trace.functions[0].first_line <= line < self._first()

    def _start_of(self, line: int) -> int:
        """The line on which the statement of a line begins."""
        if self._first() and self._is_before_all(line):
            return self._first()
        return self._starts[max(0, bisect.bisect_right(self._starts, line) - 1)]

    def _in_known_loops(self, start: int, code: CodeLine) -> CodeLine:
        """Without loops that the source does not have, such as those of a library."""
        most, loop = 0, self._loops.loop_of(start)
        while loop is not None:
            most, loop = most + 1, self._loops.around(loop.line)
        return replace(code, loops=code.loops[:most])

    # -- what has become of the loops of the source -----------------------------------------------

    def _depth(self, loop: Statement) -> int:
        """In how many loops of the compiled code a loop's body is."""
        around = self._loops.around(loop.line)
        lines = (loop.line, *self._loops.body(loop))
        own = max((part.depth for line in lines for part in self._code[line]), default=0)
        return max(own, self._depth(around) if around else 0)

    def _has_vanished(self, loop: Statement) -> bool:
        """Whether all its turns stand one after the other."""
        around = self._loops.around(loop.line)
        return self._depth(loop) == (self._depth(around) if around else 0)

    def _loop_at(self, place: Loops) -> Statement | None:
        """The loop of the source with copies of its body in these loops of the machine code."""
        still = (loop for loop in self._loops.all if not self._has_vanished(loop))
        return next((loop for loop in still if place in self._bodies(loop)), None)

    def _moved_into(self, whole: CodeLine, code: CodeLine) -> Statement | None:
        """A loop around code that is none around its line: of a call, or moved to save registers.

        `code`: without what is moved.
        """
        return self._loop_at(whole.loops) if whole.loops != code.loops else None

    def _each_turn(self, loop: Statement, code: CodeLine) -> LineMix:
        """What one execution of a loop's header does of code that each turn has."""
        bodies = self._bodies(loop)[code.loops]
        per_turn = self._loops.per_header(loop, self._loops.rounds(loop))
        return _times(code.mix, per_turn * bodies.share / bodies.copies)

    # -- the copies of their bodies ---------------------------------------------------------------

    def _bodies(self, loop: Statement) -> Mapping[Loops, _Bodies]:
        """Where copies of a loop's body are; nowhere, if nothing tells."""
        if loop.line not in self._found:
            self._found[loop.line] = self._find_bodies(loop)
        return self._found[loop.line]

    def _find_bodies(self, loop: Statement) -> Mapping[Loops, _Bodies]:
        around = self._loops.around(loop.line)
        copies = self._copies(loop)
        if not self._has_vanished(loop):
            copies = copies or self._single_copies(loop)
            shares = _shares(
                copies, self._depth(loop), self._loops.rounds(loop), self._loops.entries(loop)
            )
            return {at: _Bodies(count, shares[at]) for at, count in copies.items()}
        outside: Mapping[Loops, _Bodies] = {(): _Bodies(1.0, 1.0)}
        if around:
            outside = self._bodies(around)
        if not copies and self._loops.turns(loop) and self._has_code(loop.function):
            copies = {at: self._loops.turns(loop) * each.copies for at, each in outside.items()}
        return {
            at: _Bodies(count, outside[at].share if at in outside else 0.0)
            for at, count in copies.items()
        }

    def _has_code(self, function: int) -> bool:
        """Whether the code of a function is on its own lines, and not where it is called."""
        lines = [known.line for known in self._trace.statements if known.function == function]
        return any(self._code[line] for line in lines)

    def _single_copies(self, loop: Statement) -> dict[Loops, float]:
        """Of a loop around others: compilers copy those that are in it and not itself."""
        if all(self._has_vanished(inner) for inner in self._loops.inner(loop)):
            return {}
        depth = self._depth(loop)
        return {part.loops: 1.0 for part in self._code[loop.line] if part.depth == depth}

    def _copies(self, loop: Statement) -> dict[Loops, float]:
        """By place in the machine code: how many copies of a loop's body its lines tell of."""
        body = self._loops.body(loop)
        told: dict[Loops, float] = {}
        for at in {part.loops for line in body for part in self._code[line]}:
            code = [part for line in body for part in self._code[line] if part.loops == at]
            count = max(self._ratios(body, code), default=None)
            if count is not None:
                told[at] = max(1.0, count)
        vanished = [inner for inner in self._loops.inner(loop) if self._has_vanished(inner)]
        for inner in vanished:
            for at, copies in self._copies(inner).items() if self._loops.turns(inner) else ():
                told[at] = max(told.get(at, 0.0), copies / self._loops.turns(inner))
        is_innermost = len(vanished) == len(self._loops.inner(loop))
        return told | (self._counted_turns(loop) if is_innermost else {})

    def _counted_turns(self, loop: Statement) -> dict[Loops, float]:
        """By loop of the machine code: the turns of a range that each of its rounds counts."""
        if self._has_vanished(loop):
            return {}
        inside = (part for part in self._code[loop.line] if part.depth == self._depth(loop))
        return {part.loops: float(part.range_turns) for part in inside if part.range_turns}

    def _ratios(self, lines: Sequence[int], code: Sequence[CodeLine]) -> list[float]:
        """How often code of some lines has what they have once, by kind, as far as it tells.

        All lines together: one instruction may load what several lines read. Stores and barriers
        tell best: loads are shared by copies, and libraries have tables that they load.
        """
        rows = self._rows(lines)
        done = [self._trace.statements[row].operations for row in rows]
        sites = [site for site in self._trace.sites if site.statement in rows]
        changes = [site for site in sites if site.kind != "read"]
        waits = _ratio(sum(part.barriers for part in code), sum(each.barrier for each in done))
        best = [*_access_ratios(code, changes), *waits]
        if best:
            return best
        floats = 0 if any(each.special for each in done) else _float_operations(done)
        computed = sum(part.float_operations for part in code)
        return [*_access_ratios(code, sites), *_ratio(computed, floats)]

    def _rows(self, lines: Collection[int]) -> list[int]:
        """Of the statements on some lines."""
        return [row for row, known in enumerate(self._trace.statements) if known.line in lines]

    def _duplicates(self, line: int) -> float:
        """How often a line outside loops is there: once on each of several ways, or once."""
        code = self._code[line]
        accesses = [access for part in code for access in part.accesses]
        rows = self._rows([line])
        sites = [site for site in self._trace.sites if site.statement in rows]
        copies = max(self._ratios([line], code), default=1.0)
        if sites:
            copies = min(copies, sum(access.instructions for access in accesses) / len(sites))
        return max(1.0, copies)

    # -- shared out -------------------------------------------------------------------------------

    def _prepared(self, line: int, code: CodeLine) -> Statement | None:
        """The outermost loop around a line that its code lies before; None: none."""
        found, loop = None, self._loops.loop_of(line)
        while loop is not None and code.depth < self._depth(loop):
            found, loop = loop, self._loops.around(loop.line)
        return found

    def _divided(self, line: int, code: CodeLine) -> tuple[LineMix, LineMix]:
        """What one execution of a line does of its code, and what is done before its loop."""
        loop = self._loops.loop_of(line)
        if loop is None:
            return _times(code.mix, 1 / self._duplicates(line)), NOTHING
        known = self._bodies(loop)
        most = max((bodies.copies for bodies in known.values()), default=1.0)
        bodies = known.get(code.loops, _Bodies(most, 1.0))
        is_outside = self._prepared(line, code) is not None
        if line != loop.line:
            is_before = is_outside and code.loops not in known
            turns, before = (NOTHING, code.mix) if is_before else (code.mix, NOTHING)
            return _times(turns, bodies.share / bodies.copies), before
        turns, before = self._header(loop, bodies, code) if is_outside else (code.mix, NOTHING)
        per_turn = self._loops.per_header(loop, self._loops.rounds(loop))
        return _times(turns, per_turn * bodies.share / bodies.copies), before

    def _header(self, loop: Statement, bodies: _Bodies, code: CodeLine) -> tuple[LineMix, LineMix]:
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
        there may be one or four. Loops of a function whose code is elsewhere are not.
        """
        loop = self._loops.loop_of(line)
        if loop is None or self._bodies(loop):
            return True
        return loop.kind != "For" and self._has_code(loop.function)


def _shares(
    copies: Mapping[Loops, float], depth: int, rounds: Executed, entries: Executed
) -> dict[Loops, float]:
    """Of a loop's turns: where most copies of its body are, as many as these can do, and so on.

    Copies outside the loops of the machine code are passed once. Turns that are left are done in
    part of those, or else in the last loop.
    """
    turns = rounds / np.maximum(entries, 1.0)
    done = max(float(rounds.sum()), 1.0)
    shares = dict.fromkeys(copies, 0.0)
    left = turns
    places = sorted(copies, key=lambda at: -copies[at])
    once = [at for at in places if len(at) < depth]
    for at in places:
        whole = _whole_rounds(left, copies[at])
        if at in once:
            whole = np.minimum(whole, copies[at])
        shares[at] = float((whole * entries).sum()) / done
        left = left - whole
    rest = once or places[-1:]
    for at in rest:
        part = copies[at] / sum(copies[other] for other in rest)
        shares[at] += float((left * entries).sum()) / done * part
    return shares


def _whole_rounds(turns: Executed, copies: float) -> Executed:
    """The turns that a loop with so many copies of its body does; what a part of a turn means on
    average.
    """
    whole = np.floor(np.round(turns, 6) / copies) * copies
    is_average = np.abs(turns - np.round(turns)) > 1e-6
    return np.where(is_average, np.maximum(0.0, turns - (copies - 1) / 2), whole)


def _access_ratios(code: Iterable[CodeLine], sites: Sequence[Site]) -> Iterator[float]:
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
