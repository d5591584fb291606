"""What is said of each kind of hazard: what happened, and what repairs it."""

from __future__ import annotations

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
READS, WRITES = word("reads"), word("writes")
FIRST_DOES: dict[AccessKind, Message] = {"write": WRITES, "atomic": word("atomically changes")}
OTHER_DOES: dict[AccessKind, Message] = {
    "read": word("reads it"),
    "write": word("writes it"),
    "atomic": word("changes it atomically"),
}


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
