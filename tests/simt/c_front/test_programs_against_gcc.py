"""Random statements of C leave variables and arrays as gcc's program leaves them."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.simt.c_front.launching import launched
from tests.simt.c_front.random_expressions import VARIABLES, WHOLE, Expressions, values
from tests.simt.c_front.test_against_gcc import COMPILER, FLAGS

COUNT = int(os.environ.get("GPUVIZ_C_PROGRAMS", "6"))
THREADS = 4
NAMES = tuple(WHOLE)
KEPT = len(NAMES) + 8


class Statements:
    """Makes statements from a seed; every loop ends by itself."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._expressions = Expressions(seed)
        self._loops = 0

    def block(self, depth: int, in_loop: bool = False) -> str:
        """Some statements in braces."""
        count = self._random.randint(1, 4)
        return "{ " + " ".join(self._one(depth, in_loop) for _ in range(count)) + " }"

    def _whole(self) -> str:
        return self._expressions._whole(2)

    def _place(self) -> str:
        if self._random.random() < 0.6:
            return self._random.choice(NAMES)
        return self._random.choice(
            (f"t[{self._whole()} & 3]", f"m[1][{self._whole()} & 1]", "p[1]")
        )

    def _one(self, depth: int, in_loop: bool) -> str:
        kind = self._random.randrange(12 if depth else 5)
        if kind < 2:
            return f"{self._place()} = {self._whole()};"
        if kind == 2:
            mark = self._random.choice(("+=", "-=", "*=", "&=", "|=", "^="))
            return f"{self._place()} {mark} {self._whole()};"
        if kind == 3:
            return self._random.choice((f"{self._place()}++;", f"--{self._place()};"))
        if kind == 4:
            if in_loop and self._random.random() < 0.4:
                jump = self._random.choice(("break", "continue"))
                return f"if ({self._whole()} & 1) {jump};"
            return f"i = t[{self._whole()} & 3]++ + (u -= 3);"
        inner = depth - 1
        if kind < 7:
            other = f" else {self.block(inner, in_loop)}" if kind == 6 else ""
            return f"if ({self._whole()}) {self.block(inner, in_loop)}{other}"
        self._loops += 1
        k = f"k{self._loops}"
        if kind < 9:
            return f"for (int {k} = 0; {k} < {1 + kind % 3}; {k}++) {self.block(inner, True)}"
        if kind == 9:
            return f"{{ int {k} = 3; while ({k}-- > 0) {self.block(inner, True)} }}"
        if kind == 10:
            return f"{{ int {k} = 0; do {self.block(inner, True)} while (++{k} < 2); }}"
        cases = " ".join(
            f"case {label}: {self._place()} = {self._whole()};"
            + self._random.choice((" break;", ""))
            for label in range(3)
        )
        return f"switch ({self._whole()} & 3) {{ {cases} default: i ^= 5; }}"


def _body(made: str) -> str:
    reads = "\n".join(f"{kind} {name} = in_{name}[x];" for name, (kind, _) in VARIABLES.items())
    kept = [*NAMES, *(f"t[{k}]" for k in range(4)), *(f"m[{k // 2}][{k % 2}]" for k in range(4))]
    writes = "\n".join(f"out[x * {KEPT} + {row}] = {name};" for row, name in enumerate(kept))
    return f"""{reads}
int t[4] = {{1, 2, 3}}; short m[2][2] = {{{{7, 8}}, {{9, 10}}}}; int* p = t + 1;
{made}
{writes}"""


@pytest.mark.skipif(COMPILER is None, reason="neither g++ nor gcc is installed on this machine")
@pytest.mark.parametrize("seed", range(COUNT))
def test_random_statements_do_what_they_do_with_gcc(seed: int, tmp_path: Path) -> None:
    body = _body(Statements(seed).block(3))
    given = values(THREADS, seed)
    out: Any = np.zeros(THREADS * KEPT, np.int64)
    parameters = ", ".join(f"const {kind}* in_{name}" for name, (kind, _) in VARIABLES.items())
    launched(
        f"__global__ void k({parameters}, long long* out) {{ int x = threadIdx.x;\n{body} }}",
        *given.values(), out, block=THREADS,
    )  # fmt: skip
    expected = np.frombuffer(_by_gcc(body, given, tmp_path), np.int64)
    assert out.tolist() == expected.tolist()


def _by_gcc(body: str, given: dict[str, np.ndarray], folder: Path) -> bytes:
    arrays = "\n".join(f"{kind} in_{name}[{THREADS}];" for name, (kind, _) in VARIABLES.items())
    reads = "\n".join(
        f"fread(in_{name}, sizeof(in_{name}[0]), {THREADS}, stdin);" for name in VARIABLES
    )
    text = f"""#include <stdio.h>
{arrays}
long long out[{THREADS * KEPT}];
void one(int x) {{ {body} }}
int main(void) {{ {reads}
for (int x = 0; x < {THREADS}; x++) one(x);
fwrite(out, 8, {THREADS * KEPT}, stdout); return 0; }}
"""
    source, program = folder / "program.cpp", folder / "program"
    language = "c++" if COMPILER and COMPILER.endswith("g++") else "c"
    source.write_text(text)
    assert COMPILER is not None
    command = [COMPILER, "-x", language, *FLAGS, str(source), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True)
    bytes_ = b"".join(given[name].tobytes() for name in VARIABLES)
    return subprocess.run([str(program)], input=bytes_, check=True, capture_output=True).stdout
