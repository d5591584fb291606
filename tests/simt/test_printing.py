"""print in a kernel: a whole line for each active thread, formatted as CUDA's vprintf does it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, run


def printed(text: str, grid: int, block: int, **names: Any) -> list[str]:
    lines: list[str] = []
    options = ExecutionOptions(print_line=lines.append)
    arguments = {"a": np.arange(64) / 8, "q": np.arange(64, dtype=np.uint8)}
    run(text, config(grid, block), arguments, options, **names)
    return lines


def test_active_threads_print_in_linear_order() -> None:
    text = """
def kernel(a, q):
    i = cuda.grid(1)
    if i % 3 == 1:
        print("thread", i, "has", a[i], q[i], "and", 2 * i - 9)
"""

    lines = printed(text, 2, 20)

    assert lines == [
        f"thread {i} has {i / 8:f} {i} and {2 * i - 9}" for i in range(40) if i % 3 == 1
    ]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("", ""),
        ("'{} %d'", "{} %d"),
        ("HELLO, cuda.blockDim.x", "good day 1"),
        ("np.uint64(2**63) + np.uint64(1)", str(2**63 + 1)),
        ("np.float32(0.1), -1e-7, 1e20", "0.100000 -0.000000 100000000000000000000.000000"),
        ("math.inf, -math.inf, math.nan", "inf -inf nan"),
        ("a[10], a.shape[0], None if False else 7", "1.250000 64 7"),
        ("True, 3 > 5, i == 0", "True False True"),
        ("(1, 2.5, (3,), ()), (True,)", "(1, 2.500000, (3,), ()) (True,)"),
        ("a.shape, cuda.float32x2(1, 2)", "(64,) (1.000000, 2.000000)"),
        ("cuda.threadIdx, cuda.blockDim", "(0, 0, 0) (1, 1, 1)"),
    ],
)
def test_items_are_written_as_cuda_writes_them(arguments: str, line: str) -> None:
    text = f"def kernel(a, q):\n    i = cuda.grid(1)\n    print({arguments})\n"

    assert printed(text, 1, 1, HELLO="good day") == [line]


def test_a_print_is_a_step_and_takes_its_turn_among_the_calls_of_a_loop() -> None:
    text = """
@cuda.jit(device=True)
def told(v):
    print("told", v)
    return v + 1

def kernel(a, q):
    for k in range(2):
        print("round", told(told(k)))
"""

    lines = printed(text, 1, 1)

    assert lines == ["told 0", "told 1", "round 2", "told 1", "told 2", "round 3"]


def test_without_another_place_lines_go_where_prints_go(capsys: pytest.CaptureFixture[str]) -> None:
    run("def kernel():\n    print('x', cuda.grid(1))\n", config(2, 1), {})

    assert capsys.readouterr().out == "x 0\nx 1\n"
