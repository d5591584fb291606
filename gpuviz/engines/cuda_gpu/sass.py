"""What each source line became in machine code (SASS): instructions, loops, accesses to memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from typing import NamedTuple

from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.cuda_gpu.sass_flow import CALL, usual_blocks
from gpuviz.engines.cuda_gpu.sass_listing import Function, Instruction, read_listing
from gpuviz.engines.cuda_gpu.sass_units import float_operations, instruction_mix
from gpuviz.model.mix import LineMix
from gpuviz.trace.source import AccessKind, Space

MEMORY: dict[str, tuple[Space, AccessKind]] = {
    "LD": ("global", "read"),
    "LDG": ("global", "read"),
    "LDS": ("shared", "read"),
    "LDL": ("local", "read"),
    "ST": ("global", "write"),
    "STG": ("global", "write"),
    "STS": ("shared", "write"),
    "STL": ("local", "write"),
    "ATOM": ("global", "atomic"),
    "ATOMG": ("global", "atomic"),
    "RED": ("global", "atomic"),
    "REDG": ("global", "atomic"),
    "ATOMS": ("shared", "atomic"),
}
SIZES = {"8": 1, "16": 2, "64": 8, "128": 16, "256": 32}
"""Bytes by the number in a suffix such as U8, F64 or 128."""
REGISTER_BYTES = 4
COUNTED_TURN = re.compile(r"U?RZ, (0xffffffff|-0x1), ")
CONSTANTS = "c[0x3]"  # the constant memory of programs; others are the compiler's


class _Place(NamedTuple):
    """Code of one source line in the same loops, outermost first."""

    line: int
    loops: tuple[int, ...]


def code_lines(listing: str) -> tuple[CodeLine, ...]:
    """The code of each source line of the one kernel in a listing, by line and by loops.

    What is executed only for odd operands is left out, and so are NOPs. Raises ValueError where
    the listing has no kernel.
    """
    functions = read_listing(listing)
    if not functions or not functions[0].code:
        raise ValueError("the listing has no kernel")
    called = {function.name: function for function in functions[1:]}
    places: dict[_Place, list[Instruction]] = {}
    for place, instruction in _usual(functions[0], called):
        places.setdefault(place, []).append(instruction)
    return tuple(_code_line(place, code) for place, code in sorted(places.items()))


def _usual(function: Function, called: dict[str, Function]) -> Iterator[tuple[_Place, Instruction]]:
    """What is usually executed; of a function that is called, on the line of the call."""
    for block in usual_blocks(function):
        for instruction in block.code:
            place = _Place(instruction.line, block.loops)
            if instruction.root != "NOP":
                yield place, instruction
            if instruction.root == CALL:
                names = (name for name in instruction.targets if name in called)
                for name in names:
                    left = {other: called[other] for other in called if other != name}
                    inside = _usual(called[name], left)
                    yield from ((place, each) for _, each in inside)


def _code_line(place: _Place, code: Sequence[Instruction]) -> CodeLine:
    mixes = [astuple(instruction_mix(each.name)) for each in code]
    return CodeLine(
        place.line,
        place.loops,
        LineMix(*(sum(column) for column in zip(*mixes, strict=True))),
        _accesses(code),
        sum(each.root == "BAR" for each in code),
        sum(float_operations(each.name) for each in code if not _only_moves(each)),
        sum(_counts_a_turn(each) for each in code),
    )


def _only_moves(instruction: Instruction) -> bool:
    """Whether a sum of floats has -0 in it: it copies, converts, or changes the sign."""
    return instruction.root in ("FADD", "DADD", "HADD2", "HFMA2") and "-RZ" in instruction.operands


def _counts_a_turn(instruction: Instruction) -> bool:
    """Whether it is the one by which Numba's `range` counts a turn: left += -1 if left > 0 else 0.

    Seen for every compute capability from 7.5 to 12.0, once in each copy of a body.
    """
    is_select = instruction.root in ("SEL", "USEL")
    return is_select and COUNTED_TURN.search(instruction.operands) is not None


def _accesses(code: Sequence[Instruction]) -> tuple[AccessCount, ...]:
    instructions: Counter[tuple[Space, AccessKind]] = Counter()
    total_bytes: Counter[tuple[Space, AccessKind]] = Counter()
    for each in code:
        where = _access(each)
        if where is not None:
            instructions[where] += 1
            total_bytes[where] += _access_bytes(each.name)
    return tuple(
        AccessCount(*where, count, total_bytes[where])
        for where, count in sorted(instructions.items())
    )


def access_of(instruction: Instruction) -> AccessCount | None:
    """What one lane loads, stores or changes by an instruction; None for one that does not."""
    where = _access(instruction)
    return None if where is None else AccessCount(*where, 1, _access_bytes(instruction.name))


def _access(instruction: Instruction) -> tuple[Space, AccessKind] | None:
    if instruction.root in MEMORY:
        return MEMORY[instruction.root]
    reads_constant = CONSTANTS in instruction.operands and not instruction.root.startswith("U")
    return ("constant", "read") if reads_constant else None


def _access_bytes(name: str) -> int:
    """Bytes that one lane loads, stores or changes."""
    sizes = (SIZES.get(suffix.lstrip("BFSU")) for suffix in name.split(".")[1:])
    return next((size for size in sizes if size is not None), REGISTER_BYTES)
