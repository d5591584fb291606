"""Arrays of pointers in local and shared memory."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.launching import launched

NUMBERS = np.arange(64, dtype=np.float32)


def run(body: str, *arrays: Any, block: int = 32) -> tuple[list[tuple[str, str | None, int]], Any]:
    """The hazards of a kernel that has a, b and y, and what it left in y."""
    given = [array.copy() for array in arrays]
    text = "__global__ void k(const float* a, const float* b, float* y) {\n" + body + "\n}"
    trace = launched(text, *given, block=block).trace
    return [(h.kind, h.array, h.line) for h in trace.hazards], given[-1]


def test_threads_take_rows_of_different_arrays() -> None:
    found, y = run(
        "const float* rows[3] = {a, b, a + 32};\n"
        "int t = threadIdx.x;\ny[t] = rows[t % 3][t] + rows[1][0];",
        NUMBERS,
        NUMBERS + 100,
        np.zeros(32, np.float32),
    )
    t = np.arange(32)

    assert found == []
    assert y.tolist() == (100 + t + np.choose(t % 3, [0, 100, 32])).tolist()


def test_hazards_are_those_of_what_the_pointer_points_to() -> None:
    found, _ = run(
        "const float* rows[2] = {a, b};\nint t = threadIdx.x;\ny[t] = rows[t % 2][t + 32];\n"
        "y[t] += rows[t / 31][0];",
        NUMBERS,
        NUMBERS[:40],
        np.zeros(32, np.float32),
    )
    assert found == [("out-of-bounds", "b", 4)]


def test_a_pointer_that_is_not_there_is_found_in_the_array_of_pointers() -> None:
    found, _ = run(
        "const float* rows[2];\nint t = threadIdx.x;\nrows[0] = a;\nif (t > 3) rows[1] = b;\n"
        "const float* mine = rows[t % 2];\nif (mine != nullptr) y[t] += mine[t];\n"
        "if (t == 31) mine = rows[t - 29];",
        NUMBERS,
        NUMBERS,
        np.zeros(32, np.float32),
    )
    assert found == [("uninitialized", "rows", 6), ("out-of-bounds", "rows", 8)]


def test_what_nullptr_points_to_is_out_of_bounds() -> None:
    found, _ = run(
        "const float* rows[2] = {nullptr};\nrows[threadIdx.x + 1] = a;\n"
        "y[0] = rows[threadIdx.x] ? 1 : rows[0][threadIdx.x];",
        NUMBERS,
        NUMBERS,
        np.zeros(32, np.float32),
        block=1,
    )
    assert found == [("out-of-bounds", "rows", 4)]


def test_pointers_in_shared_memory_go_to_other_threads() -> None:
    body = (
        "__shared__ const float* rows[32];\n__shared__ const float* first;\nint t = threadIdx.x;\n"
        "rows[t] = a + t;\nif (t == 0) first = b;\nBARRIER\ny[t] = rows[31 - t][0] + first[t];"
    )
    given = NUMBERS, NUMBERS * 0, np.zeros(32, np.float32)

    found, y = run(body.replace("BARRIER", "__syncthreads();"), *given)
    assert found == []
    assert y.tolist() == list(range(31, -1, -1))
    found, _ = run(body.replace("BARRIER", ""), *given)
    assert {one[:2] for one in found} >= {("race", "rows"), ("race", "first")}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("const float* p[2]; y[0] = p[0][0];", "points to nothing"),
        ("float own[2]; __shared__ float* p[2]; p[0] = own;", "for all threads"),
        ("__shared__ float s[2]; const float* p[2] = {a, s};", "global memory on one way"),
        ("const float* p[2] = {a, b}; p[0]++;", "moved by itself"),
    ],
)
def test_what_an_array_of_pointers_cannot_be_is_said(body: str, said: str) -> None:
    with pytest.raises(NotSupportedError, match=said):
        run(body, NUMBERS, NUMBERS, np.zeros(32, np.float32))
