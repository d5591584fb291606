"""What is said of a race: how it can be repaired, in a student's words."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.launch import WARP_SIZE
from gpuviz.messages import EnglishTemplate, Message
from gpuviz.simt.memory import AnyArray
from gpuviz.trace.source import AccessKind

REPAIR = "hazard.race.repair"
IN_WARP = (
    "Threads of one warp need not be in step either: put cuda.syncthreads() between them, where"
    " every thread of the block passes, or cuda.syncwarp() if only threads of one warp share an"
    " element, or let each element be touched by one thread only."
)
IN_BLOCK = (
    "Put cuda.syncthreads() between them, where every thread of the block passes, or let each"
    " element be touched by one thread only."
)
IN_STATEMENT = (
    "Several threads change one element in one statement: use an atomic operation such as"
    " cuda.atomic.add, or give each thread an element of its own."
)
IN_ROUNDS = (
    "If the threads are to change one element together, use an atomic operation such as"
    " cuda.atomic.add. If each reads in this line what another has written in it, put"
    " cuda.syncthreads() between the two, in a loop between one round and the next, where every"
    " thread of the block passes."
)
BETWEEN_BLOCKS = (
    "cuda.syncthreads() reaches no other block: use an atomic operation, give each block elements"
    " of its own, launch twice, or let all blocks meet at cuda.cg.this_grid().sync()."
)
ATOMIC_IN_BLOCK = (
    "An atomic operation is safe only against other atomic ones: make both accesses atomic, or put"
    " cuda.syncthreads() between them."
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


@dataclass(frozen=True, slots=True)
class Race:
    """Two threads (linear in the launch) and one element: what a race report is made of."""

    array: AnyArray
    index: tuple[int, ...]
    line: int  # of a write
    kind: AccessKind  # "write" or "atomic"
    other_line: int
    other_kind: AccessKind
    thread: int
    other: int
    count: int  # accesses that were found to race
    among_atomics: bool  # whether the launch has atomics, which might tell of each other


def repair(race: Race, block_size: int) -> Message:
    """What helps."""
    if "atomic" in (race.kind, race.other_kind):
        words = ATOMIC_IN_BLOCK if _together(race, block_size) else ATOMIC_BETWEEN_BLOCKS
        return Message(REPAIR, words)
    plain = Message(REPAIR, _for_plain(race, block_size))
    if not race.among_atomics or race.array.space != "global":
        return plain
    return Message(REPAIR, "{repair} {fence}", {"repair": plain, "fence": Message(REPAIR, FENCE)})


def _for_plain(race: Race, block_size: int) -> EnglishTemplate:
    if race.line == race.other_line and race.other_kind == "write":
        return IN_STATEMENT
    if not _together(race, block_size):
        return BETWEEN_BLOCKS
    if race.line == race.other_line:
        return IN_ROUNDS
    warp, other = (t % block_size // WARP_SIZE for t in (race.thread, race.other))
    return IN_WARP if warp == other else IN_BLOCK


def _together(race: Race, block_size: int) -> bool:
    """Whether the threads are of one block."""
    return race.thread // block_size == race.other // block_size
