"""Expressions of C have the values that gcc gives them, bit for bit."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.simt.c_front.launching import launched
from tests.simt.c_front.random_expressions import VARIABLES, Expressions, values

THREADS = 8
COUNT = int(os.environ.get("GPUVIZ_C_EXPRESSIONS", "120"))
COMPILER = shutil.which("g++") or shutil.which("gcc")
FLAGS = ("-O0", "-fwrapv", "-ffp-contract=off", "-fsigned-char", "-w")


def _bodies(rows: list[tuple[str, bool]]) -> str:
    return "\n".join(
        f"{'whole' if whole else 'fraction'}[{row} * {THREADS} + t] = {text};"
        for row, (text, whole) in enumerate(rows)
    )


def _reading() -> str:
    return "\n".join(f"{kind} {name} = in_{name}[t];" for name, (kind, _) in VARIABLES.items())


def _by_gcc(rows: list[tuple[str, bool]], given: dict[str, np.ndarray], folder: Path) -> bytes:
    arrays = "\n".join(f"{kind} in_{name}[{THREADS}];" for name, (kind, _) in VARIABLES.items())
    reads = "\n".join(
        f"fread(in_{name}, sizeof(in_{name}[0]), {THREADS}, stdin);" for name in VARIABLES
    )
    text = f"""#include <stdio.h>
{arrays}
long long whole[{len(rows) * THREADS}]; double fraction[{len(rows) * THREADS}];
void one(int t) {{ {_reading()}
{_bodies(rows)} }}
int main(void) {{ {reads}
for (int t = 0; t < {THREADS}; t++) one(t);
fwrite(whole, 8, {len(rows) * THREADS}, stdout); fwrite(fraction, 8, {len(rows) * THREADS}, stdout);
return 0; }}
"""
    source, program = folder / "program.cpp", folder / "program"
    language = "c++" if COMPILER and COMPILER.endswith("g++") else "c"
    source.write_text(text)
    assert COMPILER is not None
    subprocess.run(
        [COMPILER, "-x", language, *FLAGS, str(source), "-o", str(program)],
        check=True, capture_output=True,
    )  # fmt: skip
    given_bytes = b"".join(given[name].tobytes() for name in VARIABLES)
    return subprocess.run([str(program)], input=given_bytes, check=True, capture_output=True).stdout


@pytest.mark.skipif(COMPILER is None, reason="neither g++ nor gcc is installed on this machine")
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_random_expressions_have_the_values_that_gcc_gives_them(seed: int, tmp_path: Path) -> None:
    made = Expressions(seed)
    rows = [made.one() for _ in range(COUNT)]
    given = values(THREADS, seed)
    whole, fraction = np.zeros(COUNT * THREADS, np.int64), np.zeros(COUNT * THREADS)
    parameters = ", ".join(f"const {kind}* in_{name}" for name, (kind, _) in VARIABLES.items())
    text = f"""__global__ void k({parameters}, long long* whole, double* fraction) {{
int t = threadIdx.x;
{_reading()}
{_bodies(rows)} }}"""
    launched(text, *given.values(), whole, fraction, block=THREADS)
    expected = np.frombuffer(_by_gcc(rows, given, tmp_path), np.int64)
    found = np.concatenate([whole, fraction.view(np.int64)])
    half = len(found) // 2
    wrong = np.flatnonzero(found[:half] != expected[:half])
    assert not len(wrong), [rows[k // THREADS][0] for k in wrong[:3]]
    one, other = found[half:].view(np.float64), expected[half:].view(np.float64)
    different = (found[half:] != expected[half:]) & ~(np.isnan(one) & np.isnan(other))
    wrong = np.flatnonzero(different)
    assert not len(wrong), [(rows[k // THREADS][0], one[k], other[k]) for k in wrong[:3]]
