"""What is said of a race: how it can be repaired, in a student's words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from gpuviz.messages import EnglishTemplate, Message, SourcePlace, word
from gpuviz.simt.hazards.messages import LineNames
from gpuviz.simt.memory.arrays import AnyArray
from gpuviz.simt.races.gaps import AccessGap, SourceSpan
from gpuviz.trace.source import AccessKind

REPAIR = "hazard.race.repair"
IN_WARP = (
    "Threads of one warp need not be in step either: put cuda.syncthreads() {place}, where"
    " every thread of the block passes, or cuda.syncwarp() if only threads of one warp share an"
    " element, or let each element be touched by one thread only."
)
IN_BLOCK = (
    "Put cuda.syncthreads() {place}, where every thread of the block passes, or let each"
    " element be touched by one thread only."
)
IN_STATEMENT = (
    "Several threads change one element in one statement: use an atomic operation such as"
    " cuda.atomic.add, or give each thread an element of its own."
)
IN_ROUNDS = (
    "If the threads are to change one element together, use an atomic operation such as"
    " cuda.atomic.add. If each reads in this line what another has written in it, put"
    " cuda.syncthreads() {place}, where every thread of the block passes."
)
IN_LINE = (
    "If the threads are to change one element together, use an atomic operation such as"
    " cuda.atomic.add. If each reads in this line what another writes in it, make two lines of it:"
    " read into a variable, put cuda.syncthreads() behind that, where every thread of the block"
    " passes, and write then."
)
BETWEEN_BLOCKS = (
    "cuda.syncthreads() reaches no other block: use an atomic operation, give each block elements"
    " of its own, launch twice, or let all blocks meet at cuda.cg.this_grid().sync()."
)
ACROSS_TOO = (
    "Threads of other blocks race in these lines too, and no barrier reaches across blocks: read"
    " from one array and write to another, use an atomic operation, or launch twice."
)
ATOMIC_IN_BLOCK = (
    "An atomic operation is safe only against other atomic ones: make both accesses atomic, or put"
    " cuda.syncthreads() {place}, where every thread of the block passes."
)
ATOMIC_BETWEEN_BLOCKS = (
    "An atomic operation is safe only against other atomic ones: make both accesses atomic, launch"
    " twice, or let all blocks meet at cuda.cg.this_grid().sync()."
)
FENCE = (
    "If an atomic operation (a ticket, a lock, a flag) tells the one thread that the other is"
    " done, it orders them only with a fence: put cuda.threadfence() between the write and that"
    " operation."
)


BETWEEN_THEM = word("between them")
SIDES = (
    "No barrier fits between the two sides of an if: make two of it, with cuda.syncthreads()"
    " between them, where every thread of the block passes, or let each element be touched by one"
    " thread only."
)
HEADER = (
    "No barrier fits between a condition and what it decides: read the element into a variable"
    " first, put cuda.syncthreads() behind that, where every thread of the block passes, and ask"
    " for the variable, or do both at once with an atomic operation such as cuda.atomic.max."
)
ROUND_AFTER_ROUND = word("between the two, in a loop between one round and the next")
BETWEEN: EnglishTemplate = "between {after} and {before}"
NEXT_TURN: EnglishTemplate = (
    "behind {after}, before the next turn of the loop of line {loop} {does} line {line}"
)
LATER_TURN: EnglishTemplate = (
    "behind {after}, before a later turn of the loop of line {loop} {does} line {line}"
)
IN_ONE_LINE: dict[str, EnglishTemplate] = {
    "line": "line {line}",
    "loop": "the loop of line {line}",
    "if": "the if of line {line}",
    "call": "the call in line {line}",
}
IN_LINES: dict[str, EnglishTemplate] = {
    "loop": "the loop of lines {line} to {last}",
    "if": "the if of lines {line} to {last}",
    "call": "the call in lines {line} to {last}",
}
COMES_TO: dict[AccessKind, Message] = {
    "read": word("reads in"),
    "write": word("writes in"),
    "atomic": word("changes the element in"),
}


class Reach(IntEnum):
    """How far apart the threads of races are, at most."""

    WARP = 0
    BLOCK = 1
    GRID = 2


@dataclass(frozen=True, slots=True)
class Race:
    """Two threads (linear in the launch) and one element: what a race report is made of."""

    array: AnyArray
    index: tuple[int, ...]
    place: SourcePlace  # of a write
    kind: AccessKind  # "write" or "atomic"
    other_place: SourcePlace
    other_kind: AccessKind
    thread: int
    other: int
    count: int  # accesses that were found to race
    among_atomics: bool  # whether the launch has atomics, which might tell of each other
    reach: Reach  # of all of them

    @property
    def lines(self) -> tuple[tuple[str, int], tuple[str, int]]:
        """File and line of both accesses."""
        one, other = self.place, self.other_place
        return (one.file, one.line), (other.file, other.line)

    @property
    def is_in_a_line(self) -> bool:
        """Whether both accesses are in one line."""
        one, other = self.lines
        return one == other

    def is_in_block(self, block_size: int) -> bool:
        """Whether the threads are of one block."""
        return self.thread // block_size == self.other // block_size


def repair(race: Race, block_size: int, gap: AccessGap | None, named: LineNames) -> Message:
    """What helps; `gap`: what is between the accesses, where that is known."""
    place = {"place": _place(race, gap, named)}
    if "atomic" in (race.kind, race.other_kind):
        if race.reach is Reach.GRID:
            return Message(REPAIR, ATOMIC_BETWEEN_BLOCKS)
        return Message(REPAIR, ATOMIC_IN_BLOCK, place)
    plain = _for_plain(race, block_size, gap, place)
    if not race.among_atomics or race.array.space != "global":
        return plain
    return Message(REPAIR, "{repair} {fence}", {"repair": plain, "fence": Message(REPAIR, FENCE)})


def _for_plain(
    race: Race, block_size: int, gap: AccessGap | None, place: Mapping[str, object]
) -> Message:
    in_line, turns = race.is_in_a_line, gap is not None and gap.turns is not None
    if in_line and race.other_kind == "write" and not turns:
        return Message(REPAIR, IN_STATEMENT)
    if not race.is_in_block(block_size):
        return Message(REPAIR, BETWEEN_BLOCKS)
    if race.reach is Reach.GRID:
        return Message(REPAIR, BETWEEN_BLOCKS if in_line else ACROSS_TOO)
    if gap is not None and gap.is_between_sides:
        return Message(REPAIR, SIDES)
    if gap is not None and gap.is_behind_header:
        return Message(REPAIR, HEADER)
    if in_line and gap is not None and gap.is_within_a_line:
        return Message(REPAIR, IN_LINE)
    if in_line and race.other_kind == "read":
        return Message(REPAIR, IN_ROUNDS, place)
    return Message(REPAIR, IN_WARP if race.reach is Reach.WARP else IN_BLOCK, place)


def _place(race: Race, gap: AccessGap | None, named: LineNames) -> Message:
    """Where a barrier is missing, as words behind "put cuda.syncthreads()"."""
    if gap is None:
        return ROUND_AFTER_ROUND if race.is_in_a_line else BETWEEN_THEM
    turns, after = gap.turns, _named(gap.after, named)
    if turns is None:
        plain = gap.after.kind == gap.before.kind == "line"
        if plain or gap.is_within_a_line:
            return BETWEEN_THEM
        return word(BETWEEN, after=after, before=_named(gap.before, named))
    at, kind = (race.place, race.kind) if gap.swapped else (race.other_place, race.other_kind)
    loop, line = named(gap.after.file, turns.loop), named(at.file, at.line)
    values = {"after": after, "loop": loop, "does": COMES_TO[kind], "line": line}
    return word(NEXT_TURN if turns.distance == 1 else LATER_TURN, **values)


def _named(span: SourceSpan, named: LineNames) -> Message:
    """A line, or the lines of a loop, an if or a call."""
    last = named(span.file, span.last_line)
    if span.line == span.last_line:
        return word(IN_ONE_LINE[span.kind], line=last)
    return word(IN_LINES[span.kind], line=span.line, last=last)
