"""What numba-cuda's PTX computed, as digests: with them tests compare without numba-cuda."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.differences.cells import kernel_of, numba_type
from tools.differences.oracles import Result, by_emulator, by_ptx
from tools.differences.programs import THREADS, program
from tools.differences.table import Row, rows

SEEDS = range(48)
"""Of the programs that are recorded; those that Numba refuses are left out."""
ROWS = [
    "//",
    "%",
    "**",
    "divmod[0]",
    "divmod[1]",
    "min",
    "max",
    "round",
    "==",
    "<",
    "np.int8",
    "np.uint8",
    "np.int32",
    "np.uint64",
]
LEFTS = ("f8", "i4", "u8", "f4", "b1")
RIGHTS = ("i1", "i4", "u8", "f4", "f8")
EXACT_EXPONENTS = ("i1", "u8")
"""Of which powers have neither a rounding of their own nor an exponent that Numba refuses."""
Computed = Callable[[str, int, Mapping[str, Any]], Result]


def digest(array: NDArray[Any]) -> str:
    """Of the bits; all that is no number counts as the same."""
    parts = array.view(f"f{array.dtype.itemsize // 2}") if array.dtype.kind == "c" else array
    if parts.dtype.kind == "f":
        parts = np.where(np.isnan(parts), parts.dtype.type(np.nan), parts)
    return hashlib.sha256(np.ascontiguousarray(parts).tobytes()).hexdigest()[:16]


def program_digests(seed: int, computed: Computed) -> dict[str, str]:
    """Of each output of a seed's program, as someone computes it."""
    made = program(seed)
    found = computed(made.text, THREADS, made.arguments)
    return {name: digest(found[name]) for name in found if name.startswith("out_")}


def recorded_cells() -> Iterator[tuple[str, Row, str, str]]:
    """Name, row and types of each cell that may be recorded."""
    known = {row.name: row for row in rows()}
    for name in ROWS:
        for left in LEFTS:
            for right in RIGHTS if known[name].is_binary else ("",):
                if name == "**" and right not in EXACT_EXPONENTS:
                    continue
                yield f"{name} {left} {right}".strip(), known[name], left, right


def cell_digest(row: Row, left: str, right: str, result: str, computed: Computed) -> str:
    """Of a cell's results, of a type, as someone computes it."""
    text, threads, arguments = kernel_of(row, left, [right], {right: np.dtype(result)})
    return digest(computed(text, threads, arguments)["out0"])


def record(file: Path) -> None:
    """Writes what the PTX computes; what Numba refuses is left out."""
    cells: dict[str, tuple[str, str]] = {}
    for name, row, left, right in recorded_cells():
        kind = numba_type(row, left, right)
        if kind is None:
            continue
        try:
            cells[name] = (str(kind), cell_digest(row, left, right, str(kind), by_ptx))
        except Exception as error:
            print(f"{name} is left out: {type(error).__name__}")
    programs: dict[str, dict[str, str]] = {}
    for seed in SEEDS:
        try:
            programs[str(seed)] = program_digests(seed, by_ptx)
        except Exception as error:  # Numba refuses in many ways
            print(f"program {seed} is left out: {type(error).__name__}")
    lines = [json.dumps(key) + ": " + json.dumps(value) for key, value in sorted(programs.items())]
    cell_lines = [json.dumps(key) + ": " + json.dumps(value) for key, value in cells.items()]
    text = '{"programs": {\n' + ",\n".join(lines) + '\n}, "cells": {\n' + ",\n".join(cell_lines)
    file.write_text(text + "\n}}\n", encoding="utf-8", newline="\n")


def emulated(text: str, threads: int, arguments: Mapping[str, Any]) -> Result:
    """The emulator, for the functions above."""
    return by_emulator(text, threads, arguments, block=threads if threads <= 1024 else None)
