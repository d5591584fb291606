"""What each source line became in PTX, and about how many machine instructions that is.

PTX is not what a GPU executes. It has whole numbers of 64 bits, which an SM does in parts of 32,
and divisions and roots, which take many steps. How many machine instructions come of one of PTX is
estimated here; tests/engines/test_ptx_lines.py compares the sums with what is assembled. Moves and
the reading of parameters cost nothing: machine instructions have constants as operands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass

from gpuviz.engines.compiled_kernel import AccessCount, CodeLine
from gpuviz.engines.cuda_gpu.ptx_costs import machine_instructions
from gpuviz.model.mix import LineMix
from gpuviz.trace.source import AccessKind, Space

INSTRUCTION = re.compile(r"\s+(?:@!?%\w+\s+)?([a-z]\w*(?:\.[\w:]+)*)\s*([^;]*);")
LINE = re.compile(r"\s*\.loc\s+\d+\s+(\d+)")
LABEL = re.compile(r"(\$\w+):")
TARGET = re.compile(r"\$\w+")
VECTOR = re.compile(r"\.v([248])\.")
MEMORY: dict[str, AccessKind] = {"ld": "read", "st": "write", "atom": "atomic", "red": "atomic"}
SPACES: dict[str, Space] = {"shared": "shared", "local": "local", "const": "constant"}
FLOATS = frozenset({"add", "sub", "mul", "div", "sqrt", "min", "max", "neg", "abs", "fma"})


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction of PTX: its name with all suffixes, and its source line, 0 before any."""

    name: str
    line: int
    label: str = ""  # where a branch goes


def code_lines(ptx: str) -> tuple[CodeLine, ...]:
    """The code of each source line of the one kernel in `ptx`, by line and by depth of loops.

    Code that the compiler gives to no line belongs to the line before it.
    """
    code, labels = _parsed(ptx)
    by_place: dict[tuple[int, int], list[str]] = {}
    for instruction, depth in zip(code, _depths(code, labels), strict=True):
        by_place.setdefault((instruction.line, depth), []).append(instruction.name)
    return tuple(_code_line(*place, names) for place, names in sorted(by_place.items()))


def _code_line(line: int, depth: int, names: Sequence[str]) -> CodeLine:
    accesses: Counter[tuple[Space, AccessKind]] = Counter()
    for name in names:
        accesses.update(_accesses(name))
    costs = [astuple(machine_instructions(name)) for name in names]
    return CodeLine(
        line,
        depth,
        LineMix(*(sum(column) for column in zip(*costs, strict=True))),
        tuple(AccessCount(*where, count) for where, count in sorted(accesses.items())),
        sum(name.startswith("bar") for name in names),
        sum(_float_operations(name) for name in names),
    )


def _parsed(ptx: str) -> tuple[list[Instruction], dict[str, int]]:
    """The instructions of a kernel, and before which of them a label stands."""
    found: list[Instruction] = []
    labels: dict[str, int] = {}
    line, inside = 0, False
    for text in ptx.splitlines():
        inside = inside or text.startswith("{")
        if place := LINE.match(text):
            line = int(place[1]) or line
        elif label := LABEL.match(text):
            labels[label[1]] = len(found)
        elif inside and (instruction := INSTRUCTION.match(text)):
            target = TARGET.search(instruction[2]) if instruction[1].startswith("bra") else None
            found.append(Instruction(instruction[1], line, target[0] if target else ""))
    return found, labels


def _depths(code: Sequence[Instruction], labels: Mapping[str, int]) -> list[int]:
    """In how many loops each instruction is: a branch back to a label closes one."""
    ends: dict[int, int] = {}
    for at, instruction in enumerate(code):
        start = labels.get(instruction.label, at + 1)
        if start <= at:
            ends[start] = at
    depths = [0] * len(code)
    for start, end in ends.items():
        for at in range(start, end + 1):
            depths[at] += 1
    return depths


def _accesses(name: str) -> Iterator[tuple[Space, AccessKind]]:
    """Where an instruction accesses memory and how, once for each element of a vector."""
    root, *suffixes = name.split(".")
    if root not in MEMORY or "param" in suffixes:
        return
    space: Space = next((SPACES[suffix] for suffix in suffixes if suffix in SPACES), "global")
    vector = VECTOR.search(name)
    for _ in range(int(vector[1]) if vector else 1):
        yield space, MEMORY[root]


def _float_operations(name: str) -> int:
    root, *suffixes = name.split(".")
    if root not in FLOATS or suffixes[-1] not in ("f16", "f32", "f64"):
        return 0
    return 2 if root == "fma" else 1
