"""What is said of each kind of hazard: what happened, and what repairs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gpuviz.launch import Dim3
from gpuviz.messages import EnglishTemplate, Message, word
from gpuviz.trace.source import AccessKind


@dataclass(frozen=True, slots=True)
class Words:
    """A report: what happened, and what repairs it, as templates."""

    what: EnglishTemplate
    repair: EnglishTemplate = ""  # empty: it depends on the case


OUT_OF_BOUNDS = Words(
    "Line {line}: thread {thread} of block {block} {does} {array}[{index}], but {array} has the"
    " shape {shape}: {range}.",
    "Guard the access with an if, or correct the index.",
)
OUTSIDE_A_PART = Words(
    "Line {line}: thread {thread} of block {block} {does} element [{own}] of a part of {array}, but"
    " that part has the shape {shape}: {range}.",
    "Guard the access with an if, or correct the index or the slice.",
)
UNINITIALISED = Words(
    "Line {line}: thread {thread} of block {block} reads {array}[{index}] in {space} memory before"
    " any thread wrote it: its value is whatever was there before.",
    "Write every element that is read, then synchronise.",
)
UNINITIALISED_LOCAL = Words(
    "Line {line}: thread {thread} of block {block} reads {array}[{index}] in its local memory"
    " before it wrote it: its value is whatever was there before.",
    "Each thread has a copy of its own and must write every element that it reads.",
)
UNSET_VARIABLE = Words(
    "Line {line}: thread {thread} of block {block} reads {array}, but no statement on its way there"
    " has given {array} a value: it may hold anything (here 0).",
    "Give it a value on every way that leads to this line, such as one before the if or the loop.",
)
NO_RESULT = Words(
    "Line {line}: thread {thread} of block {block} uses the value of {array}, but its call came to"
    " the end of {array} without a return: the value may be anything (here 0).",
    "Give the function a return on every way to its end.",
)
BARRIER = Words(
    "Line {line}: thread {thread} of block {block} waits at the barrier, but thread {other} of the"
    " same block never comes to it.",
    "Every thread of a block must reach the same cuda.syncthreads(): take it out of the branch, or"
    " let no thread return before it.",
)
GRID_SYNC = Words(
    "Line {line}: thread {thread} of block {block} waits for the whole grid, but thread {other} of"
    " block {other_block} never comes.",
    "Every thread of the grid must reach the same sync(): take it out of the branch, or let no"
    " thread return before it.",
)
UNNAMED_LANE = Words(
    "Line {line}: thread {thread} of block {block} calls {call} with a mask that does not have its"
    " own bit: what comes of that is undefined.",
    "The mask must name every lane that comes to the call: 0xFFFFFFFF where the whole warp does.",
)
MISSING_LANE = Words(
    "Line {line}: thread {thread} of block {block} waits in {call} for thread {other} of its warp,"
    " which its mask names, but that thread never comes to this call.",
    "Every lane that the mask names must come to the same call: take the call out of the branch or"
    " the loop, or name only the lanes that come.",
)
OTHER_MASK = Words(
    "Line {line}: thread {thread} of block {block} waits in {call} for thread {other} of its warp,"
    " which its mask names, but that thread comes with another mask.",
    "All lanes that a mask names must give the same mask.",
)
UNDEFINED_VALUE = Words(
    "Line {line}: thread {thread} of block {block} uses {array}, which {call} took from lane"
    " {lane}: {why}, so the value is undefined.",
    "Let every lane that is read from take part in the call and be in its mask, or use the value"
    " only in lanes that read from one which does.",
)
NO_SUCH_THREAD = word("the block has no such thread")
NOT_NAMED = word("that lane is not in the mask")
DOES_NOT_COME = word("that lane does not come to this call")
RACE = Words(
    "Line {line}: thread {thread} of block {block} {writes} {array}[{index}] in {space} memory, and"
    " thread {other} of block {other_block} {does} in line {other_line}. Nothing orders the two:"
    " either may come first.",
)
RACE_OF_TURNS = Words(
    "Line {line}: thread {thread} of block {block} {writes} {array}[{index}] in {space} memory in"
    " turn {turn} of the loop of line {loop}, and thread {other} of block {other_block} {does} in"
    " line {other_line} in turn {other_turn}. Nothing orders the two: either may come first.",
)
BETWEEN_LAUNCHES = Words(
    "Line {line}: thread {thread} of block {block} {does} {array}[{index}] on {stream}, and {other}"
    " on {other_stream}. Nothing orders the two streams: either may come first.",
    "Use one stream for both, let one stream wait for an event that is recorded in the other, or"
    " call cuda.synchronize() in between.",
)
OTHER_LAUNCH: dict[AccessKind, EnglishTemplate] = {
    "read": "launch {number} ({kernel}) reads it in line {line}",
    "write": "launch {number} ({kernel}) writes it in line {line}",
    "atomic": "launch {number} ({kernel}) changes it atomically in line {line}",
}
OTHER_COPY: dict[AccessKind, EnglishTemplate] = {
    "read": "the host's copy in line {line} reads it",
    "write": "the host writes it in line {line}",
}
DIVIDED_BY_0 = Message(
    "trace.divided-by-0",
    "Line {line}: thread {thread} of block {block} divides a whole number by 0. On a GPU nobody"
    " hears of it, and Numba gives 0: guard the line with an if, or correct the divisor.",
)
DIVIDED_BY_0_IN_C = Message(
    "cuda-c.divided-by-0",
    "Line {line}: thread {thread} of block {block} divides a whole number by 0. On a GPU nobody"
    " hears of it, and the value is undefined (here 0): guard the line with an if, or correct the"
    " divisor.",
)
READS, WRITES = word("reads"), word("writes")
FIRST_DOES: dict[AccessKind, Message] = {"write": WRITES, "atomic": word("atomically changes")}
OTHER_DOES: dict[AccessKind, Message] = {
    "read": word("reads it"),
    "write": word("writes it"),
    "atomic": word("changes it atomically"),
}


LineNames = Callable[[str, int], object]
"""From a file and a line in it to the line as a value of a sentence."""


def report_messages(
    code: str, words: Words, values: dict[str, object], repair: Message | None = None
) -> tuple[Message, Message, Message]:
    """The whole report, what happened, and what repairs it."""
    plain = _plain(values)
    what = Message(f"{code}.what", words.what, plain)
    cure = repair or Message(f"{code}.repair", words.repair)
    whole = Message(code, "{what} {repair}", {**plain, "what": what, "repair": cure})
    return whole, what, cure


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {name: str(v) if isinstance(v, Dim3) else v for name, v in values.items()}
