"""PTX and SASS of a kernel as a compiler would give them, made by hand from its lines."""

from __future__ import annotations

from gpuviz.engines.compiled_kernel import AccessCount
from gpuviz.engines.source_levels import (
    LANGUAGES,
    CompiledLevels,
    Language,
    LevelLine,
    SourceLevel,
    Unit,
    cuda_level,
)
from gpuviz.operation import OperationInfo

LOAD = AccessCount("global", "read", 1, 4)
WIDE_LOAD = AccessCount("global", "read", 1, 8)
STORE = AccessCount("global", "write", 1, 4)


def line_with(info: OperationInfo, words: str) -> int:
    """The line of the kernel in which something stands."""
    rows = enumerate(info.source.splitlines(), 1)
    return next(number for number, row in rows if words in row and number >= info.kernel_line)


def vector_add_levels(info: OperationInfo) -> CompiledLevels:
    """Of vector_add: an index, a question, two loads, an addition, a store."""
    levels = (level for language in LANGUAGES for level in _levels(info, language))
    return CompiledLevels(tuple(levels))


def _levels(info: OperationInfo, language: Language) -> tuple[SourceLevel, SourceLevel]:
    index, ask, add = (
        ((line := line_with(info, words),), _c_lines(info, line))
        for words in ("i = cuda.grid(1)", "if i < c.size", "c[i] = a[i] + b[i]")
    )
    code = (
        LevelLine("vector_add:"),
        _instruction("S2R R0, SR_TID.X", index, "other", 0),
        _instruction("IMAD R4, R3, c[0x0][0x0], R0", index, "fp32", 0x10),
        _instruction("ISETP.GE.AND P0, PT, R4, c[0x0][0x178], PT", ask, "int32", 0x20),
        _instruction("@P0 EXIT", ask, "control", 0x30),
        _instruction("LDG.E R2, [R2]", add, "memory", 0x40, LOAD),
        _instruction("@!P0 LDG.E R5, [R4]", add, "memory", 0x50, LOAD),
        _instruction("FADD R9, R2, R5", add, "fp32", 0x60),
        _instruction("STG.E [R6], R9", add, "memory", 0x70, STORE),
        _instruction("EXIT", ((), ()), "control", 0x80),
    )
    ptx = (
        LevelLine(".visible .entry vector_add("),
        LevelLine("\tmov.u32 \t%r1, %tid.x;", *index),
        LevelLine("\tld.global.f32 \t%f1, [%rd4];", *add),
        LevelLine("\tst.global.f32 \t[%rd6], %f3;", *add),
    )
    return (
        SourceLevel("ptx", language, ptx, None, "7.5"),
        SourceLevel("sass", language, code, 10, "7.5", 0, 0),
    )


def _instruction(
    text: str,
    lines: tuple[tuple[int, ...], tuple[int, ...]],
    unit: Unit,
    address: int,
    access: AccessCount | None = None,
) -> LevelLine:
    """`lines`: of Python, and of its twin."""
    return LevelLine(f"    {text}", *lines, unit, address, access)


def _c_lines(info: OperationInfo, line: int) -> tuple[int, ...]:
    rows = enumerate(cuda_level(info).lines, 1)
    return tuple(number for number, row in rows if line in row.python_lines)
