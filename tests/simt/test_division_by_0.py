"""A whole number divided by 0 gives 0, and a note tells where, and which thread did so first."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.simt.execute import Execution, ExecutionOptions
from tests.simt.c_front.launching import launched
from tests.simt.kernels import config, run

SCHEDULES = ("lockstep", "warps", "adversarial")


def divided(body: str, schedule: str = "lockstep", hot_steps: int = 1 << 10) -> Execution:
    text = f"def kernel(d, out, f):\n    i = cuda.grid(1)\n    {body}\n"
    given = {"d": np.array([3, 0, 2, 0]), "out": np.full(4, 9), "f": np.zeros(4)}
    options = ExecutionOptions(schedule, hot_steps=hot_steps)
    return run(text, config(2, 2), given, options)


def notes(done: Execution) -> list[str]:
    return [note.text for note in done.trace.notes]


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("body", "out"),
    [
        ("out[i] = 7 // d[i]", [2, 0, 3, 0]),
        ("out[i] = 7 % d[i]", [1, 0, 1, 0]),
        ("out[i] //= d[i]", [3, 0, 4, 0]),
        ("out[i] %= d[i]", [0, 0, 1, 0]),
        ("q, r = divmod(7, d[i]); out[i] = q + r", [3, 0, 4, 0]),
        ("out[i] = operator.floordiv(7, d[i])", [2, 0, 3, 0]),
        ("out[i] = np.uint8(7) // np.uint8(d[i])", [2, 0, 3, 0]),
        ("out[i] = 7 // d[i] if i != 3 else 5", [2, 0, 3, 5]),
    ],
)
def test_the_line_and_the_first_thread_are_told(body: str, out: list[int], schedule: str) -> None:
    import operator

    text = f"def kernel(d, out):\n    i = cuda.grid(1)\n    {body}\n"
    given = {"d": np.array([3, 0, 2, 0]), "out": np.full(4, 9)}

    done = run(text, config(2, 2), given, ExecutionOptions(schedule), operator=operator)

    (note,) = notes(done)
    assert note == (
        "Line 3: thread (1, 0, 0) of block (0, 0, 0) divides a whole number by 0. On a GPU nobody"
        " hears of it, and Numba gives 0: guard the line with an if, or correct the divisor."
    )
    assert done.arrays["out"].tolist() == out
    assert done.trace.hazards == ()


@pytest.mark.parametrize(
    "body",
    [
        "if d[i] != 0:\n        out[i] = 7 // d[i]",
        "out[i] = 7 // d[i] if d[i] else 0",
        "out[i] = d[i] != 0 and 7 // d[i] > 2",
        "f[i] = 7 / d[i]",
        "f[i] = 7.0 // d[i] + 7.5 % d[i]",
        "out[i] = d[i] // 2 + d[i] % 4",
    ],
)
def test_lanes_that_do_not_divide_and_fractions_are_no_matter(body: str) -> None:
    assert notes(divided(body)) == []


def test_a_literal_0_is_told_where_threads_come_to_it() -> None:
    assert (
        "Line 4: thread (0, 0, 0) of block (1, 0, 0)"
        in notes(divided("if i > 1:\n        out[i] = i // 0"))[0]
    )


def test_a_loop_that_was_compiled_tells_the_same() -> None:
    body = "if i == 2:\n        for k in range(-50, 50):\n            out[0] += 99 // k"

    slow, fast = divided(body, hot_steps=0), divided(body, hot_steps=1)

    assert notes(slow) == notes(fast) != []
    assert slow.arrays["out"].tolist() == fast.arrays["out"].tolist()


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("body", "out"),
    [
        ("o[i] = 7 / d[i];", [2, 0, 3, 0]),
        ("o[i] = 7 % d[i];", [1, 0, 1, 0]),
        ("o[i] /= d[i];", [3, 0, 4, 0]),
        ("o[i] %= d[i];", [0, 0, 1, 0]),
        ("unsigned n = d[i]; o[i] = 7u / n;", [2, 0, 3, 0]),
    ],
)
def test_in_cuda_c_the_value_is_undefined(body: str, out: list[int], schedule: str) -> None:
    text = f"__global__ void k(int* d, int* o) {{\n int i = threadIdx.x;\n {body}\n}}"
    d, o = np.array([3, 0, 2, 0], np.int32), np.full(4, 9, np.int32)

    done = launched(text, d, o, block=4, options=ExecutionOptions(schedule))

    (note,) = notes(done)
    assert note.startswith("Line 3: thread (1, 0, 0) of block (0, 0, 0) divides a whole number")
    assert "undefined (here 0)" in note
    assert done.arrays["o"].tolist() == out


@pytest.mark.parametrize(
    "body",
    [
        "if (d[i] != 0) o[i] = 7 / d[i];",
        "o[i] = d[i] ? 7 / d[i] : 0;",
        "o[i] = d[i] != 0 && 7 / d[i] > 2;",
        "f[i] = 7.0f / d[i];",
        "o[i] = d[i] / 2 + d[i] % 4;",
    ],
)
def test_in_cuda_c_lanes_that_do_not_divide_are_no_matter(body: str) -> None:
    text = f"__global__ void k(int* d, int* o, float* f) {{ int i = threadIdx.x; {body} }}"
    d, o, f = np.array([3, 0], np.int32), np.zeros(2, np.int32), np.zeros(2, np.float32)

    assert notes(launched(text, d, o, f, block=2)) == []
