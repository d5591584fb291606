"""PTX of gallery kernels as GPGPU-Sim reads it.

It is what nvJitLink makes of a kernel's LTO-IR, of which gpuviz reads the machine code: the
compilers are the same up to ptxas.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numba

from gpuviz.engines.cuda_gpu.compiled import linked, lto_code

ENTRY = "kernel"
"""What the kernel is called in the PTX: Numba's names are long."""

KNOWN_VERSION = "7.8"
"""The newest that ptxas of CUDA 11.8 reads, which the simulator asks for the registers."""

CC = (7, 5)
"""The oldest that NVVM 13 compiles for, and the simulator's RTX 2060."""


def ptx_of(kernel: Any, arguments: Iterable[object]) -> str:
    """PTX of a @cuda.jit kernel for these arguments, its entry named ENTRY."""
    types = tuple(numba.typeof(value) for value in arguments)
    return readable(linked(lto_code(kernel, types, CC), CC, None, "ptx").decode())


def readable(ptx: str) -> str:
    """PTX without what the simulator does not know; no instruction comes or goes.

    The version is lowered; comments and lines that only debuggers need are left out. Shuffles no
    longer tell whether there is such a lane: the simulator would put that in place of the value,
    and nothing here asks for it.
    """
    text = ptx.rstrip("\0")
    entry = re.search(r"\.entry (\S+)\(", text)
    if entry is None:
        raise ValueError("there is no kernel in the PTX")
    text = text.replace(entry[1], ENTRY)
    text = re.sub(r"^\.version .*$", f".version {KNOWN_VERSION}", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*\.section\s[^{]*\{[^}]*\}\s*?$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\b(shfl\.sync\.\w+\.b32\s+%\w+)\|%\w+", r"\1", text)
    return re.sub(r"^\s*(\.(loc|file)\b|//).*\n", "", text, flags=re.MULTILINE)


INSTRUCTION = re.compile(r"\s*(@!?%\w+\s+)?([a-z]\w*(?:\.\w+(?:::\w+)*)*)\b([^:]*);")
"""Its guard, its operation and its operands."""


def operations(ptx: str) -> dict[int, str]:
    """By line of the text, from 1: the operation of the instruction there, "ld.global.f32"."""
    lines = enumerate(ptx.splitlines(), start=1)
    found = ((number, INSTRUCTION.match(line)) for number, line in lines)
    return {number: instruction[2] for number, instruction in found if instruction}


# -- in another order -----------------------------------------------------------------------------


def loads_first(ptx: str) -> str:
    """PTX in which no load waits for what does not lead to one, as ptxas orders machine code.

    It is put in another order between two branches, labels or barriers: the simulator issues
    instructions as they stand, and in PTX the first use of a value often follows its load.
    """
    lines: list[str] = []
    block: list[_Instruction] = []
    for line in ptx.splitlines():
        instruction = _movable(line)
        if instruction is not None:
            block.append(instruction)
        else:
            lines += [*_ordered(block), line]
            block = []
    return "\n".join([*lines, *_ordered(block)]) + "\n"


@dataclass(frozen=True, slots=True)
class _Instruction:
    text: str
    operation: str
    reads: frozenset[str]  # registers
    writes: frozenset[str]

    @property
    def is_load(self) -> bool:
        return self.operation.startswith(("ld.global", "ld.shared"))

    @property
    def changes_memory(self) -> bool:
        return self.operation.split(".")[0] in ("st", "atom", "red")

    def waits_for(self, earlier: _Instruction) -> bool:
        """Whether it has to stay behind one that stands before it."""
        touched = self.reads | self.writes
        return bool(
            earlier.writes & touched
            or earlier.reads & self.writes
            or (earlier.changes_memory and (self.is_load or self.changes_memory))
            or (earlier.is_load and self.changes_memory)
        )


def _movable(line: str) -> _Instruction | None:
    """An instruction that others may pass; None: a branch, a barrier, a shuffle, or none."""
    found = INSTRUCTION.match(line)
    if found is None or found[2].split(".")[0] in ("bra", "bar", "ret", "exit", "shfl", "membar"):
        return None
    guard, operation, operands = found[1] or "", found[2], found[3]
    stores = operation.split(".")[0] in ("st", "red")
    result = "" if stores else re.sub(r"^(\s*(?:\{[^}]*\}|[^,]*)).*", r"\1", operands)
    writes = frozenset(re.findall(r"%\w+", result))
    reads = frozenset(re.findall(r"%\w+", guard + operands[len(result) :]))
    return _Instruction(line, operation, reads | (writes if guard else frozenset()), writes)


def _ordered(block: Sequence[_Instruction]) -> Iterator[str]:
    """Loads with all that they wait for, then the rest, each in its order."""
    needed: set[int] = set()
    for place in reversed(range(len(block))):
        later = (other for other in needed if other > place)
        if block[place].is_load or any(block[other].waits_for(block[place]) for other in later):
            needed.add(place)
    for is_first in (True, False):
        yield from (one.text for place, one in enumerate(block) if (place in needed) == is_first)
