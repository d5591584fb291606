"""Random statements of CUDA C, from a seed, and what a launch of them leaves."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from gpuviz.simt.execute import Execution, ExecutionOptions
from tests.simt.c_front.launching import launched
from tests.simt.c_front.random_expressions import VARIABLES, WHOLE, Expressions, values

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


def body_of(seed: int) -> str:
    """What a thread does: it reads its values, and writes what is left in its variables."""
    made = Statements(seed).block(3)
    reads = "\n".join(f"{kind} {name} = in_{name}[x];" for name, (kind, _) in VARIABLES.items())
    kept = [*NAMES, *(f"t[{k}]" for k in range(4)), *(f"m[{k // 2}][{k % 2}]" for k in range(4))]
    writes = "\n".join(f"out[x * {KEPT} + {row}] = {name};" for row, name in enumerate(kept))
    return f"""{reads}
int t[4] = {{1, 2, 3}}; short m[2][2] = {{{{7, 8}}, {{9, 10}}}}; int* p = t + 1;
{made}
{writes}"""


def launched_program(seed: int, options: ExecutionOptions | None = None) -> Execution:
    """The launch of a seed's program; its array `out` has what was left."""
    given = values(THREADS, seed)
    out: Any = np.zeros(THREADS * KEPT, np.int64)
    parameters = ", ".join(f"const {kind}* in_{name}" for name, (kind, _) in VARIABLES.items())
    body = f"int x = threadIdx.x;\n{body_of(seed)}"
    text = f"__global__ void k({parameters}, long long* out) {{ {body} }}"
    return launched(text, *given.values(), out, block=THREADS, options=options)
