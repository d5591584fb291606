"""About how many machine instructions one instruction of PTX becomes, by the unit that does them.

Estimates, uncalibrated: PTX ISA says what an instruction does; CUDA C++ Programming Guide, table of
arithmetic throughput, says what an SM has units for, namely whole numbers of 32 bits.
"""

from __future__ import annotations

from typing import Literal

from gpuviz.model.mix import LineMix

Unit = Literal["int32", "fp32", "fp64", "sfu"]

WHOLE = {  # instruction: machine instructions where it has 32 bits, where it has 64
    "shl": (1, 1),  # of 64 bits it scales an index, and is half of the sum that follows
    "mul": (1, 4),
    "mad": (1, 5),
    "min": (1, 4),
    "max": (1, 4),
    "abs": (2, 4),
    "slct": (2, 4),
    "bfe": (2, 4),
    "bfi": (2, 4),
    "div": (18, 0),  # beside one of 64 bits there is one of 32, for numbers that fit: it is taken
    "rem": (18, 0),
    "cvt": (1, 1),
}
ANY_WHOLE = (1, 2)  # of any other: a sum, a comparison, a shift

FREE = frozenset({"cvta", "mov", "ret"})  # operands and addresses of other instructions
CONTROL = frozenset({"bra", "bar", "barrier", "membar", "fence", "shfl", "vote", "match"})
MEMORY = frozenset({"ld", "st", "atom", "red"})
SPECIAL = frozenset({"rcp", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"})
BIT_COUNTS = frozenset({"popc", "clz", "bfind", "brev"})  # as slow as special functions
FLOATS = frozenset({"f16", "f16x2", "bf16", "f32", "f64"})
EXACT = 8  # steps that refine a first guess to an exactly rounded quotient or root

NOTHING = LineMix(0, 0, 0, 0, 0)
ISSUED_ONLY = LineMix(1, 0, 0, 0, 0)


def machine_instructions(name: str) -> LineMix:
    """Of one instruction of PTX, by its name with all suffixes, `add.s64` or `ld.global.f32`."""
    root, *suffixes = name.split(".")
    if root in FREE or "param" in suffixes:
        return NOTHING
    if root in MEMORY or root in CONTROL or not suffixes:
        return ISSUED_ONLY
    if FLOATS & set(suffixes):
        return _of_floats(root, suffixes)
    if root in BIT_COUNTS:
        return _on("sfu", 1)
    narrow, wide = WHOLE.get(root, ANY_WHOLE)
    is_wide = suffixes[-1].endswith("64")
    return _on("int32", wide if is_wide else narrow)


def _of_floats(root: str, suffixes: list[str]) -> LineMix:
    unit: Unit = "fp64" if "f64" in suffixes else "fp32"
    if root == "cvt":  # floats to whole numbers and back are done beside the special functions
        return _on("sfu" if _mixes_kinds(suffixes) else unit, 1)
    if root in SPECIAL and "rn" not in suffixes:
        return _on("sfu", 1)
    if root in {"div", "sqrt", *SPECIAL}:
        return _refined(unit, 1 if "approx" in suffixes else EXACT)
    return _on(unit, 1)


def _mixes_kinds(suffixes: list[str]) -> bool:
    to, of = (suffix for suffix in suffixes[-2:])
    return (to[0] == "f") != (of[0] == "f") or to != of


def _refined(unit: Unit, steps: int) -> LineMix:
    plain = _on(unit, steps)
    return LineMix(plain.issued + 1, plain.int32, plain.fp32, plain.fp64, 1)


def _on(unit: Unit, count: int) -> LineMix:
    return LineMix(
        issued=count,
        int32=count if unit == "int32" else 0,
        fp32=count if unit == "fp32" else 0,
        fp64=count if unit == "fp64" else 0,
        sfu=count if unit == "sfu" else 0,
    )
