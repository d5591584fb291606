"""Random kernels with barriers, shared memory and atomics give what Numba's simulator gives.

All numbers are int64 and float64, where the simulator's arithmetic is CUDA's.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, kernel_from, run

HELPER = Path(__file__).parents[1] / "helpers" / "texts_on_simulator.py"
KERNELS = 40
BLOCKS, THREADS = 2, 40
BOUND = 10007  # keeps whole numbers small
NAMES = ("a", "out", "fractions", "sums", "highest", "lowest")


class Writer:
    """Writes one kernel, by chance: its threads only share what a barrier or an atomic orders."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._lines: list[str] = []
        self._loops = 0

    def kernel(self) -> str:
        """The text."""
        for phase in range(self._chance.randint(1, 3)):
            self._statements("    ", 0)
            self._phase("    ", phase)
        if self._chance.random() < 0.5:
            self._loop_of_phases()
        self._lines += ["    out[i] = x + y * 3 + z", "    fractions[i] = f"]
        return HEAD + "\n".join(self._lines) + "\n"

    def _pick(self, *choices: str) -> str:
        return self._chance.choice(choices)

    def _number(self, depth: int = 0) -> str:
        if depth > 2 or self._chance.random() < 0.3:
            return self._pick("x", "y", "z", "t", "b", "i", "3", "7", "a[i % a.size]")
        one, other = self._number(depth + 1), self._number(depth + 1)
        return self._pick(
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} * {other}) % {BOUND}",
            f"({one} // {self._pick('3', '5', '-2')})",
            f"({one} % {self._pick('4', '9', '-7')})",
            f"min({one}, {other})",
            f"max({one}, {other})",
            f"abs({one})",
            f"({one} if {self._truth(depth + 1)} else {other})",
        )

    def _truth(self, depth: int = 0) -> str:
        one, other = self._number(depth + 1), self._number(depth + 1)
        return f"({one} {self._pick('<', '<=', '==', '!=', '>')} {other})"

    def _statements(self, indent: str, depth: int) -> None:
        for _ in range(self._chance.randint(1, 3)):
            getattr(self, self._pick("_assign", "_assign", "_if", "_while", "_atomic", "_half"))(
                indent, depth
            )

    def _assign(self, indent: str, depth: int) -> None:
        self._lines.append(f"{indent}{self._pick('x', 'y', 'z')} = {self._number()} % {BOUND}")

    def _half(self, indent: str, depth: int) -> None:
        change = self._pick(f"+ {self._number()}", "* 0.5", "- 1.25", f"/ {self._pick('3', '7')}")
        self._lines.append(f"{indent}f = f {change}")

    def _if(self, indent: str, depth: int) -> None:
        self._lines.append(f"{indent}if {self._truth()}:")
        self._inside(indent, depth)
        if self._chance.random() < 0.5:
            self._lines.append(f"{indent}else:")
            self._inside(indent, depth)

    def _while(self, indent: str, depth: int) -> None:
        self._loops += 1
        count = f"n{self._loops}"
        self._lines += [
            f"{indent}{count} = 0",
            f"{indent}while {count} < t % {self._pick('3', '4')}:",
        ]
        self._lines.append(f"{indent}    {count} += 1")
        if self._chance.random() < 0.4:
            leave = self._pick("break", "continue")
            self._lines += [f"{indent}    if {self._truth()}:", f"{indent}        {leave}"]
        self._inside(indent, depth)

    def _inside(self, indent: str, depth: int) -> None:
        if depth < 2:
            self._statements(indent + "    ", depth + 1)
        else:
            self._assign(indent + "    ", depth)

    def _atomic(self, indent: str, depth: int) -> None:
        array, operation = self._chance.choice(
            [("sums", "add"), ("highest", "max"), ("lowest", "min")]
        )
        place = f"{self._number()} % 5"
        self._lines.append(f"{indent}cuda.atomic.{operation}({array}, {place}, {self._number()})")

    def _phase(self, indent: str, phase: int) -> None:
        """Each thread writes its own elements, and all read everywhere behind the barrier."""
        other = f"{self._number()} % {THREADS}"
        self._lines += [
            f"{indent}s[t] = {self._number()} % {BOUND}",
            f"{indent}g[t] = f",
            f"{indent}cuda.atomic.add(c, {self._number()} % 4, {self._number()} % 50)",
            f"{indent}cuda.syncthreads()",
            f"{indent}x = s[{other}]",
            f"{indent}f = g[(t + {phase + 1}) % {THREADS}]",
            f"{indent}y = y + c[t % 4]",
            f"{indent}cuda.syncthreads()",
        ]

    def _loop_of_phases(self) -> None:
        self._lines.append("    for k in range(b + 2):")
        self._lines.append("        z = z + k")
        self._phase("        ", 0)


HEAD = f"""
def kernel(a, out, fractions, sums, highest, lowest):
    s = cuda.shared.array({THREADS}, np.int64)
    g = cuda.shared.array({THREADS}, np.float64)
    c = cuda.shared.array(4, np.int64)
    t = cuda.threadIdx.x
    b = cuda.blockIdx.x
    i = cuda.grid(1)
    x = a[i]
    y = t % 3
    z = b
    f = x * 0.25
    if t < 4:
        c[t] = 0
    cuda.syncthreads()
"""


def arguments() -> dict[str, np.ndarray[Any, Any]]:
    threads = BLOCKS * THREADS
    return {
        "a": np.arange(threads) * 37 % 101 - 20,
        "out": np.zeros(threads, np.int64),
        "fractions": np.zeros(threads),
        "sums": np.zeros(5, np.int64),
        "highest": np.full(5, -(10**9)),
        "lowest": np.full(5, 10**9),
    }


@pytest.fixture(scope="module")
def simulated(request: pytest.FixtureRequest) -> dict[int, list[list[Any]]]:
    """The arrays after each kernel that is asked for, by its seed, on Numba's simulator."""
    tests = [item for item in request.session.items if isinstance(item, pytest.Function)]
    wanted = [test for test in tests if test.path == request.path and "seed" in test.fixturenames]
    seeds = sorted({int(str(test.callspec.params["seed"])) for test in wanted})
    arrays = [[str(array.dtype), array.tolist()] for array in arguments().values()]
    jobs = [
        {"text": Writer(seed).kernel(), "grid": BLOCKS, "block": THREADS, "arrays": arrays}
        for seed in seeds
    ]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, str(HELPER)],
        input=json.dumps(jobs),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return dict(zip(seeds, json.loads(done.stdout), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("schedule", ["lockstep", "warps"])
@pytest.mark.parametrize("seed", range(KERNELS))
def test_a_random_kernel_gives_what_the_simulator_gives(
    seed: int, schedule: str, simulated: dict[int, list[list[Any]]]
) -> None:
    kernel = kernel_from(Writer(seed).kernel())

    done = run(kernel, config(BLOCKS, THREADS), arguments(), ExecutionOptions(schedule))

    assert done.trace.hazards == ()
    for name, expected in zip(NAMES, simulated[seed], strict=True):
        assert done.arrays[name].tolist() == expected
