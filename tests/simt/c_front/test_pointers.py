"""Pointers in structures, of functions and to rows; nullptr; references to variables."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.launching import hazards, launched, value_of

GUIDE = """
#define SIDE 4
typedef struct { int width, height, stride; float* elements; } Matrix;
__device__ Matrix part(Matrix a, int row, int col) {
    Matrix found;
    found.width = found.height = SIDE;
    found.stride = a.stride;
    found.elements = &a.elements[a.stride * SIDE * row + SIDE * col];
    return found;
}
__device__ void put(Matrix a, int row, int col, float value) {
    a.elements[row * a.stride + col] = value;
}
__global__ void k(float* given, int n) {
    Matrix whole = {n, n, n, given};
    Matrix mine = part(whole, blockIdx.x / 2, blockIdx.x % 2);
    put(mine, threadIdx.x / SIDE, threadIdx.x % SIDE, blockIdx.x * 100 + threadIdx.x);
}
"""
"""As the matrix product of the CUDA C++ Programming Guide, 6.2.4, takes its tiles."""


def test_a_structure_with_a_pointer_goes_to_functions_and_comes_from_them() -> None:
    given = np.zeros(64, np.float32)

    launched(GUIDE, given, 8, grid=4, block=16)

    tiles = np.arange(16).reshape(4, 4)[None] + 100 * np.arange(4)[:, None, None]
    wanted = tiles.reshape(2, 2, 4, 4).transpose(0, 2, 1, 3).reshape(64)
    np.testing.assert_array_equal(given, wanted)


def test_an_access_past_the_array_is_found_through_a_structure() -> None:
    assert hazards(GUIDE, np.zeros(60, np.float32), 8, grid=4, block=16) == ["out-of-bounds"]


@pytest.mark.parametrize(
    ("functions", "body", "value"),
    [
        ("__device__ int* next(int* p) { return p + 1; }", "*next(a) = 7; x = a[1];", 7),
        ("__device__ int& at(int* p, int i) { return p[i]; }", "at(a, 2) += 5; x = a[2];", 7),
        (
            "struct V { int* d; __device__ V(int* p) : d(p) {} __device__ int& operator[](int i)"
            " { return d[i]; } };",
            "V v(a); v[1] = 9; v[1]++; x = a[1] + v[0];",
            10,
        ),
        ("__device__ void up(int& y) { y++; }", "s.n = 3; up(s.n); x = s.n;", 4),
        ("__device__ void up(S& s) { s.n += 2; }", "s.n = 3; up(s); x = s.n;", 5),
        ("__device__ void up(S* s) { s->n += 2; }", "s.n = 3; up(&s); x = s.n;", 5),
        ("__device__ void on(int*& p) { p += 2; }", "int* p = a; on(p); x = *p;", 2),
        ("", "int* p = nullptr; if (threadIdx.x > 0) p = a; x = p ? 1 : 2;", 2),
        ("", "int* p = a; if (threadIdx.x == 0) p = NULL; x = p == nullptr;", 1),
        ("", "int* p = threadIdx.x ? nullptr : a + 1; x = p != nullptr && *p == 1;", 1),
        ("__device__ int has(const int* p) { return p != 0 ? 1 : 5; }", "x = has(nullptr);", 5),
        ("", "void* p = a; x = ((int*)p)[3];", 3),
        ("", "int i = 1; int* p = (i += 2, a + i); x = *p;", 3),
    ],
)  # fmt: skip
def test_what_a_pointer_or_reference_is_set_to(functions: str, body: str, value: int) -> None:
    structure = "struct S { int n, m; };\n"
    before = f"S s; int x = 0; __shared__ int a[4]; for (int i = 0; i < 4; i++) a[i] = i; {body}"
    assert value_of("x", before=before, functions=structure + functions) == value


def test_an_access_through_nullptr_is_out_of_bounds() -> None:
    text = """__global__ void k(int* x) {
        int* p = nullptr;
        if (x[threadIdx.x] > 0) p = x;
        p[threadIdx.x] = 5;
    }"""
    assert hazards(text, np.array([1, 0], np.int32), block=2) == ["out-of-bounds"]


ROWS = """
#define N 4
const int M = 2;
__device__ float first(const float tile[][M], int row) { return tile[row][0]; }
__global__ void k(float a[N][N], float (*b)[N], const float* c) {
    int i = threadIdx.y, j = threadIdx.x;
    __shared__ float tile[N][M];
    if (j < M) tile[i][j] = c[i * M + j];
    __syncthreads();
    float (*below)[N] = a + 1;
    float* row = b[i];
    row[j] = a[i][j] + *(*(a + i) + j) + first(tile, i) + (i > 0 ? below[i - 1][j] : a[i][j]);
}
"""


def test_arrays_of_rows_are_passed_as_in_the_programming_guide() -> None:
    a = np.arange(16, dtype=np.float32)
    b, c = np.zeros(16, np.float32), np.arange(8, dtype=np.float32) * 10

    launched(ROWS, a, b, c, block=(4, 4))

    np.testing.assert_array_equal(b.reshape(4, 4), 3 * a.reshape(4, 4) + c[::2, None])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("__global__ void k(int (*f)(int)) {}", "pointers to functions"),
        ("__device__ int* f() { return nullptr; } __global__ void k() { f(); }", "gives nullptr"),
        (
            "__device__ int* f(int* a, int* b, int i) { if (i) return a; return b; }"
            "__global__ void k(int* x) { __shared__ int s[4]; f(s, x, threadIdx.x)[0] = 1; }",
            "unlike memory",
        ),
    ],
)
def test_what_is_not_known_of_pointers_is_refused(text: str, words: str) -> None:
    with pytest.raises(NotSupportedError, match=words):
        launched(text, *[np.zeros(4, np.int32)] * text.count("int* x"))


@pytest.mark.parametrize(
    "written",
    [
        "float* w = (float*)a; w[0] = threadIdx.x;",
        "*const_cast<float*>(a) = threadIdx.x;",
        "float& w = const_cast<float&>(a[0]); w = threadIdx.x;",
        "(unsigned&)a[0] = __float_as_uint((float)threadIdx.x);",
        "reinterpret_cast<float4*>((void*)a)->x = threadIdx.x;",
    ],
)
def test_what_is_written_where_a_cast_takes_const_away_races_and_is_copied(written: str) -> None:
    a = np.full(4, 7, np.float32)

    trace = launched(f"__global__ void k(const float* a) {{ {written} }}", a, block=4).trace

    assert [hazard.kind for hazard in trace.hazards] == ["race"]
    assert trace.inputs["a"].tolist() == [7, 7, 7, 7]
    assert trace.outputs["a"][0] == 3
