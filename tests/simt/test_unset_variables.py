"""A variable that no way to a place has set is a hazard there; its value is 0, as with Numba."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from gpuviz.simt.execute import Execution, ExecutionOptions
from gpuviz.trace import Hazard
from tests.simt.c_front.launching import launched
from tests.simt.kernels import config, run

SCHEDULES = ("lockstep", "warps", "adversarial")
Told = tuple[str | None, int, tuple[int, ...], int]
"""Name, line, the first thread's index along x, how often."""


def python(body: str, schedule: str = "lockstep", **functions: str) -> Execution:
    before = "".join(functions.values())
    text = f"{before}def kernel(x, out):\n    i = cuda.grid(1)\n"
    text += "".join(f"    {line}\n" for line in body.split("\n"))
    given = {"x": np.arange(8.0), "out": np.full(8, 99.0)}
    return run(text, config(2, 4), given, ExecutionOptions(schedule))


def told(done: Execution) -> list[Told]:
    hazards = done.trace.hazards
    assert {(h.kind, h.space, h.index) for h in hazards} <= {("uninitialized", "register", ())}
    return [(h.array, h.line, (h.block.x, h.thread.x), h.count) for h in hazards]


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_the_first_thread_is_named_and_all_are_counted(schedule: str) -> None:
    done = python("if i % 4 > 1:\n    last = x[i]\nout[i] = last", schedule)

    (hazard,) = done.trace.hazards
    assert told(done) == [("last", 5, (0, 0), 4)]
    assert hazard.file is not None
    assert hazard.message.text == (
        "Line 5: thread (0, 0, 0) of block (0, 0, 0) reads last, but no statement on its way there"
        " has given last a value: it may hold anything (here 0). Give it a value on every way that"
        " leads to this line, such as one before the if or the loop."
    )
    assert done.arrays["out"].tolist() == [0, 0, 2, 3, 0, 0, 6, 7]
    assert done.trace.failure is None


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("body", "hazards", "out"),
    [
        ("if i > 5:\n    s = i\ns += 2\nout[i] = s", [("s", 5, (0, 0), 6)], [2] * 6 + [8, 9]),
        ("for k in range(i - 6):\n    pass\nout[i] = k", [("k", 5, (0, 0), 7)], [0] * 8),
        (
            "n = i\nwhile n > 6:\n    m = n\n    n -= 1\nout[i] = m",
            [("m", 7, (0, 0), 7)],
            [0] * 7 + [7],
        ),
        ("if i > 5:\n    v = i\n    return\nout[i] = v", [("v", 6, (0, 0), 6)], [0] * 6 + [99] * 2),
        (
            "for k in range(6):\n    if k == i:\n        best = k\n        break\nout[i] = best",
            [("best", 7, (1, 2), 2)],
            [0, 1, 2, 3, 4, 5, 0, 0],
        ),
        (
            "if i == 0:\n    z = np.uint64(2**63)\nelif i == 1:\n    z = -1\nout[i] = z",
            [("z", 7, (0, 2), 6)],
            [2.0**63, -1, *[0] * 6],
        ),
        (
            "if i > 5:\n    t = (i, 2.5)\nout[i] = t[0] + t[1]",
            [("t", 5, (0, 0), 12)],
            [0] * 6 + [8.5, 9.5],
        ),
        ("if i > 5:\n    c = 2j + i\nout[i] = c.real", [("c", 5, (0, 0), 6)], [0] * 6 + [6, 7]),
        ("if i > 5:\n    b = True\nout[i] = not b", [("b", 5, (0, 0), 6)], [1] * 6 + [0, 0]),
        (
            "if i > 5:\n    s = i\nf = lambda q: q + s\nout[i] = f(1)",
            [("s", 6, (0, 0), 6)],
            [1] * 6 + [7, 8],
        ),
        ("y = i > 5 and (q := i) > 0\nout[i] = q", [("q", 4, (0, 0), 6)], [0] * 6 + [6, 7]),
        ("if i > 5:\n    s = i\nout[i] = s if i > 6 else 1", [], [1] * 7 + [7]),
        ("if i > 5:\n    s = i\nif i > 5 and s > 6:\n    out[i] = s", [], [99] * 7 + [7]),
    ],
)
def test_it_is_0_in_its_type_wherever_it_is_read(
    body: str, hazards: list[Told], out: list[float], schedule: str
) -> None:
    done = python(body, schedule)

    assert told(done) == hazards
    assert done.arrays["out"].tolist() == out


def test_a_value_that_is_0_so_has_the_type_that_numba_gives_the_variable() -> None:
    done = python("if i > 5:\n    u = np.uint8(i)\nout[i] = u - np.uint8(1)\nout[i] = ~u")

    assert done.arrays["out"].tolist() == [255] * 6 + [249, 248]


def test_in_a_device_function_it_is_told_at_its_line_there() -> None:
    function = (
        "@cuda.jit(device=True)\ndef twice(v):\n    if v > 5:\n        r = v * 2\n    return r\n\n"
    )

    done = python("out[i] = twice(x[i])", twice=function)

    assert told(done) == [("r", 5, (0, 0), 6)]
    assert done.arrays["out"].tolist() == [0] * 6 + [12, 14]


def test_where_nothing_is_checked_it_is_0_without_a_word() -> None:
    text = "def kernel(out):\n    i = cuda.grid(1)\n    if i > 0:\n        s = i\n    out[i] = s\n"

    done = run(text, config(1, 2), {"out": np.ones(2)}, ExecutionOptions(checks=False))

    assert done.arrays["out"].tolist() == [0, 1]
    assert done.trace.hazards == ()


def test_an_array_has_no_0_so_the_launch_ends_in_words() -> None:
    with pytest.raises(KernelFailed, match="reads part in line 5 before it has given it a value"):
        python("if i > 5:\n    part = x[1:]\nout[i] = part[0]")


HOT = """
def kernel(a, out):
    for i in range(400):
        if a[i] > 1:
            y = i
        out[0] += 1
        if i % 50 == 49:
            out[i // 50] += y
"""


def test_a_loop_that_was_compiled_tells_the_same() -> None:
    found: list[tuple[tuple[Hazard, ...], list[float]]] = []
    for hot_steps in (0, 1):
        a = np.zeros(400)
        a[260] = 2

        done = run(
            HOT, config(1, 1), {"a": a, "out": np.zeros(8)}, ExecutionOptions(hot_steps=hot_steps)
        )

        found.append((done.trace.hazards, done.arrays["out"].tolist()))
    (hazard,) = found[0][0]
    assert found[0] == found[1]
    assert (hazard.array, hazard.line, hazard.count) == ("y", 7, 5)


# CUDA C

HEAD = """
struct Pair { int a; int b; };
__device__ void put(int& x, int v) { if (v > 5) x = v; }
__device__ int falls(int v) { if (v > 5) return v; }
__device__ Pair pair(int v) { if (v > 5) { Pair p; p.a = v; p.b = 1; return p; } }
__device__ int none(int v) { }
__device__ auto deduced(int v) { if (v > 5) return v; }
__device__ int chosen(int v) { switch (v) { case 6: return 6; case 7: return 7; } }
__device__ int all(int v) { switch (v) { case 6: return 6; default: return 0; } }
__device__ int sides(int v) { if (v > 5) { return v; } else { return 0; } }
__device__ int turns(int v) { while (true) { if (v > 5) return v; v++; } }
struct M { int a; __device__ int get(int v) { if (v > 5) return a; } };
__global__ void k(int* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
"""
LINE = len(HEAD.splitlines()) + 1


def in_c(body: str, options: ExecutionOptions | None = None, **words: Any) -> Execution:
    given = {"grid": 2, "block": 4, **words}
    return launched(f"{HEAD}{body}\n}}", np.full(8, 99, np.int32), options=options, **given)


@pytest.mark.slow
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("body", "names", "out"),
    [
        ("int x; if (i > 5) x = i; o[i] = x;", {"x": 6}, [0] * 6 + [6, 7]),
        ("int x; x += i; o[i] = x;", {"x": 8}, range(8)),
        ("Pair p; if (i > 5) p.a = i; o[i] = p.a;", {"p.a": 6}, [0] * 6 + [6, 7]),
        ("Pair p; p.a = i; o[i] = p.a + p.b;", {"p.b": 8}, range(8)),
        ("int x; auto f = [&](int q) { if (q > 5) x = q; }; f(i); o[i] = x;", {"x": 6}, None),
        ("int x; switch (i) { case 6: x = 6; break; case 7: x = 7; } o[i] = x;", {"x": 6}, None),
        ("int s = 0; for (int k = 0; k < 3; k++) { int y; if (k == 0) y = 1; s += y; } o[i] = s;",
         {"y": 16}, [1] * 8),
        ("int s = 0; for (int k = 0; k < 3; k++) { Pair p; if (k < 2) p.a = 1; s += p.a; }"
         " o[i] = s;", {"p.a": 8}, [2] * 8),
        ("int s = 0; for (int k = 0; k < 3; k++) { int y, z = 1; if (k < z) y = 1; s += y; }"
         " o[i] = s;", {"y": 16}, [1] * 8),
        ("int s = 0; for (int k = 0; k < 3; k++) { int y; y = k; s += y; } o[i] = s;", {}, [3] * 8),
        ("int s; for (int k = 0; k < 3; k++) { if (!k) s = 0; s += k; } o[i] = s;", {}, [3] * 8),
        ("o[i] = falls(i);", {"falls": 6}, [0] * 6 + [6, 7]),
        ("Pair p = pair(i); o[i] = p.a;", {"pair": 6}, [0] * 6 + [6, 7]),
        ("o[i] = none(i) + 1;", {"none": 8}, [1] * 8),
        ("o[i] = deduced(i);", {"deduced": 6}, None),
        ("o[i] = chosen(i);", {"chosen": 6}, None),
        ("M m; m.a = 3; o[i] = m.get(i);", {"M::get": 6}, [0] * 6 + [3, 3]),
        ("auto f = [](int q) { if (q > 5) return q; }; o[i] = f(i);", {"operator()": 6}, None),
        ("o[i] = all(i) + sides(i) + turns(i);", {}, [6] * 6 + [18, 14]),
        ("falls(i); (void)falls(i); o[i] = 1;", {}, [1] * 8),
    ],
)  # fmt: skip
def test_in_cuda_c_what_has_no_value_is_told(
    body: str, names: dict[str, int], out: Any, schedule: str
) -> None:
    done = in_c(body, ExecutionOptions(schedule))

    assert told(done) == [(n, LINE, (0, 0), count) for n, count in names.items()]
    wanted = [0] * 6 + [6, 7] if out is None else list(out)
    assert done.arrays["o"].tolist() == wanted


def test_a_pointer_that_was_never_set_points_outside_of_every_array() -> None:
    done = in_c("int* p; if (i > 5) p = o; p[i] = 1;")

    kinds = {(h.kind, h.array, h.count) for h in done.trace.hazards}
    assert kinds == {("uninitialized", "p", 6), ("out-of-bounds", "o", 6)}
    assert done.arrays["o"].tolist() == [99] * 6 + [1, 1]


def test_a_pointer_that_nobody_ever_set_ends_the_launch_in_words() -> None:
    with pytest.raises(KernelFailed, match="reads p in line"):
        in_c("int* p; if (i > 50) p = o; p[i] = 1;")


def test_a_declaration_in_a_loop_that_was_compiled_has_no_value_again() -> None:
    body = (
        "int s = 0; for (int k = 0; k < 300; k++) { int y; if (k % 7 == 0) y = 1;"
        " if (k % 30 == 0) s += y; o[0] += 1; } o[1] = s;"
    )
    options = ExecutionOptions(hot_steps=0)

    slow = in_c(body, options, grid=1, block=1)
    fast = in_c(body, replace(options, hot_steps=1), grid=1, block=1)

    assert slow.trace.hazards == fast.trace.hazards
    assert told(fast) == [("y", LINE, (0, 0), 8)]
    assert slow.arrays["o"].tolist() == fast.arrays["o"].tolist() == [399, 2, *[99] * 6]
