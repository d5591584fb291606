"""Faults and their repairs: what the rules read, and what they propose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.trace.trace import Hazard, HazardKind, HazardSpace, MissingBarrier


@dataclass(frozen=True, slots=True)
class Fault:
    """A hazard as the rules need it, whether a trace tells of it or a process with a script."""

    kind: HazardKind
    space: HazardSpace | None
    array: str | None
    index: tuple[int, ...]
    line: int
    other_line: int | None
    is_in_block: bool  # of a race: both threads of its first example are of one block
    barrier: MissingBarrier | None
    block: Dim3  # of the launch
    kernel: str
    count: int = 1
    file: str | None = None  # of `line`; None: the one that is repaired
    other_file: str | None = None  # of `other_line`, in the same way

    @property
    def is_elsewhere(self) -> bool:
        """Whether a line of it stands in another file than the one that is repaired."""
        return self.file is not None or self.other_file is not None


def fault_of(hazard: Hazard, block: Dim3, kernel: str, repaired: str) -> Fault:
    """Of a hazard in a trace; `repaired` is what its files call the one that is repaired."""
    barrier = hazard.barrier
    return Fault(
        hazard.kind,
        hazard.space,
        hazard.array,
        hazard.index,
        hazard.line,
        hazard.other_line,
        hazard.block == hazard.other_block,
        None if barrier is None or barrier.file != repaired else barrier,
        block,
        kernel,
        hazard.count,
        another(hazard.file, repaired),
        another(hazard.other_file, repaired),
    )


def another(file: str | None, repaired: str) -> str | None:
    """A file of a hazard as a Fault names it."""
    return None if file == repaired else file


EXCHANGE = re.compile(
    r"\b(?:__)?(?:shfl|ballot|all|any|eq|match|vote|reduce)(?:_\w+)?_sync|cg::\w+\("
    r"|\.(?:shfl|ballot|all|any|match)\w*\("
)


def is_of_an_exchange(text: str, fault: Fault) -> bool:
    """Whether a fault is about what lanes of a warp give each other: no rule knows what they mean.

    What a shuffle gives changes with the lanes that come to it; a barrier can be moved.
    """
    line = text.splitlines()[fault.line - 1 : fault.line]
    may_be = fault.kind == "barrier-divergence" or fault.space == "register"
    return may_be and any(map(EXCHANGE.search, line))


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a fault: a sentence that says what and where, and the whole text with it.

    The lines that the sentence names are those before the repair.
    """

    message: Message
    text: str = field(repr=False)


class CannotEdit(Exception):
    """The text is written in a way that a rule does not touch."""
