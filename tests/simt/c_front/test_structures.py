"""Structures with methods, operators and constructors; those that a launch passes by value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.cuda_c.unit import read_unit
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import NotSupportedError
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.simt.execute import execute
from tests.corpus_c.running import ran
from tests.simt.c_front.launching import launched, value_of

POINT = """
struct P {
    int x, y;
    __host__ __device__ P() : x(1), y(7) {}
    __host__ __device__ explicit P(int both) : x(both), y(both) {}
    __host__ __device__ P(int a, int b) { x = a; this->y = b; }
    __device__ P& operator+=(const P& o) { x += o.x; y += o.y; return *this; }
    __device__ void scale(int k = 2) { x *= k; y *= k; }
    __device__ int dot(const P& o) const { return x * o.x + y * o.y; }
    __device__ int norm2() const { return dot(*this); }
    __device__ int operator()(int k) const { return k * x; }
    static __device__ P unit() { return P(1, 1); }
};
__device__ P operator-(const P& a, const P& b) { return P(a.x - b.x, a.y - b.y); }
__device__ P operator-(const P& a) { return P(-a.x, -a.y); }
__device__ bool operator==(const P& a, const P& b) { return a.x == b.x && a.y == b.y; }
"""


def test_a_const_method_may_change_what_is_mutable() -> None:
    counter = """
struct Counter {
    mutable int calls;
    __device__ int next() const { calls += 1; return calls; }
};
"""
    before = "Counter c = {0}; int first = c.next(); int second = c.next();"
    expression = "first * 100 + second * 10 + c.calls"
    assert value_of(expression, before=before, functions=counter) == 122


@pytest.mark.parametrize(
    ("before", "expression", "value"),
    [
        ("P a;", "a.x * 10 + a.y", 17),
        ("P a(3);", "a.x * 10 + a.y", 33),
        ("P a(1, 2);", "a.x * 10 + a.y", 12),
        ("P a = P(4, 5);", "a.x * 10 + a.y", 45),
        ("P a(5, 9), b(1, 2), c = a - b;", "c.x * 10 + c.y", 47),
        ("P a(1, 2); a += P(3, 3);", "a.x * 10 + a.y", 45),
        ("P a(5, 6); a -= P(1, 2);", "a.x * 10 + a.y", 44),  # by operator-
        ("P a(1, 2); a.scale();", "a.x * 10 + a.y", 24),
        ("P a(1, 2); a.scale(3);", "a.norm2()", 45),
        ("P a(6, 2);", "a(7)", 42),
        ("P a(1, 2), b = -a;", "b.y", -2),
        ("P a(1, 2);", "(a == P(1, 2)) + 10 * (a == P(2, 1))", 1),
        ("", "P::unit().norm2()", 2),
        ("P a[2]; a[1] = P(1, 2); a[1].scale(4); a[0] = a[1] - P(1, 1);",
         "a[0].x + 10 * a[0].y", 73),
    ],
)  # fmt: skip
def test_methods_operators_and_constructors(before: str, expression: str, value: int) -> None:
    assert value_of(expression, before=before, functions=POINT) == value


def test_each_thread_changes_a_structure_of_its_own() -> None:
    text = POINT + "__global__ void k(int* out) { P a(threadIdx.x, 1);"
    text += " if (threadIdx.x % 2) a.scale(10); out[threadIdx.x] = a.x + a.y; }"
    out: Any = np.zeros(4, np.int32)
    launched(text, out, block=4)
    assert out.tolist() == [1, 20, 3, 40]


def test_an_access_in_a_method_is_checked() -> None:
    text = "struct View { int n; __device__ void put(int* p) { p[n] = 1; } };\n"
    text += "__global__ void k(int* p) { View v; v.n = 4; v.put(p); }"
    trace = launched(text, np.zeros(4, np.int32)).trace
    assert [hazard.kind for hazard in trace.hazards] == ["out-of-bounds"]


def test_a_default_of_a_parameter_stands_for_what_a_call_leaves_out() -> None:
    functions = "__device__ int f(int a, int b = 3, int c = 4) { return a * 100 + b * 10 + c; }"
    assert value_of("f(1) + f(1, 2)", functions=functions) == 134 + 124


MATRIX = """
typedef struct { int width, height; float* elements; } Matrix;
__global__ void twice(const Matrix a, Matrix b, float4 by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.width * a.height) b.elements[i] = a.elements[i] * by.y;
}
int main() {
    Matrix h; h.width = 6; h.height = 4;
    Matrix a = h, b = h;
    size_t bytes = h.width * h.height * sizeof(float);
    h.elements = (float*)malloc(bytes);
    for (int i = 0; i < h.width * h.height; i++) h.elements[i] = i;
    cudaMalloc(&a.elements, bytes);
    cudaMalloc(&b.elements, bytes);
    cudaMemcpy(a.elements, h.elements, bytes, cudaMemcpyHostToDevice);
    twice<<<1, 32>>>(a, b, make_float4(1, 2, 3, 4));
}
"""


def test_a_launch_passes_structures_with_pointers_member_by_member(tmp_path: Path) -> None:
    path = tmp_path / "matrix.cu"
    path.write_text(MATRIX, encoding="utf-8")
    trace, _, after = ran(path)
    assert trace.hazards == ()
    assert after["b.elements"].tolist() == [2.0 * i for i in range(24)]
    assert [site.array for site in trace.sites] == ["a.elements", "b.elements"]


GLOBALS = """
__device__ int counter;
__device__ float scale = 2.5f;
__device__ unsigned int table[4] = {1, 2, 3};
__constant__ float weights[2];
__global__ void k(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = scale * a[i] * weights[i % 2] + table[i & 3];
        if (atomicAdd(&counter, 1) >= n) a[i] = -1;
    }
}
int main() {
    float* a; float h[8], w[2] = {1, 10};
    for (int i = 0; i < 8; ++i) h[i] = i;
    cudaMemcpyToSymbol(weights, w, sizeof(w));
    cudaMalloc(&a, sizeof(h));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    k<<<1, 8>>>(a, 8);
}
"""


def test_variables_of_the_device_hold_their_first_values_and_symbols_what_the_host_copies(
    tmp_path: Path,
) -> None:
    path = tmp_path / "globals.cu"
    path.write_text(GLOBALS, encoding="utf-8")
    trace, _, after = ran(path)
    expected = [2.5 * i * (1, 10)[i % 2] + (1, 2, 3, 0)[i & 3] for i in range(8)]
    assert after["a"].tolist() == expected
    assert trace.hazards == ()


ARRAYS = """
const int K = 2;
struct Body { float pos[3]; float vel[K + 1]; int tag; };
__device__ void move(Body* b, float by) {
    for (int i = 0; i < 3; i++) b->pos[i] += by * b->vel[i];
}
__device__ float length(Body b) { return b.pos[0] + b.pos[1] + b.pos[2]; }
__global__ void k(float* raw, float* out) {
    Body* all = (Body*)raw;
    int t = threadIdx.x;
    move(&all[t], 0.5f);
    Body mine = all[t];
    mine.pos[t % 3] = 100;
    out[t] = length(mine) - length(all[t]);
    all[t].vel[1] = sizeof(Body);
}
"""


def test_a_structure_has_arrays_in_memory_and_in_a_variable() -> None:
    raw = np.arange(28, dtype=np.float32)
    out = np.zeros(4, np.float32)
    wanted = raw.copy().reshape(4, 7)
    wanted[:, :3] += 0.5 * wanted[:, 3:6]

    launched(ARRAYS, raw, out, block=4)

    taken = wanted[np.arange(4), np.arange(4) % 3]
    wanted[:, 4] = 28
    np.testing.assert_array_equal(raw.reshape(4, 7), wanted)
    np.testing.assert_array_equal(out, 100 - taken)


VECTOR = """
struct V {
    float e[3];
    __device__ V() {}
    __device__ V(float x, float y, float z) { e[0] = x; e[1] = y; e[2] = z; }
    __device__ float operator[](int i) const { return e[i]; }
    __device__ float& operator[](int i) { return e[i]; }
    __device__ V& operator+=(const V& o) {
        for (int i = 0; i < 3; i++) e[i] += o.e[i];
        return *this;
    }
};
__device__ V operator*(float by, const V& v) { return V(by * v.e[0], by * v.e[1], by * v.e[2]); }
"""


def test_methods_change_arrays_of_their_structure() -> None:
    before = "V a(1, 2, 3); a += 10.0f * a; a[1] = 5; a[2] -= 1;"
    assert value_of("a[0] + a[1] * 100 + a[2] * 1000", "float", before, VECTOR) == 11 + 500 + 32000


TEMPLATES = """
template <typename T> struct Add { __device__ T operator()(T a, T b) const { return a + b; } };
template <class T, int N = 4> struct Row {
    T v[N];
    __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; }
};
template <typename T, typename F> __device__ T folded(const T* p, int n, T first, F f) {
    for (int i = 0; i < n; i++) first = f(first, p[i]);
    return first;
}
"""


@pytest.mark.parametrize(
    ("before", "expression", "value"),
    [
        ("float a[3] = {1, 2, 3.5f};", "folded(a, 3, 0.5f, Add<float>())", 7),
        ("Row<int, 2> r = {{3, 4}}; Row<float> q = {{0.5f, 1}};", "r.sum() + q.sum()", 8.5),
        ("Add<int> f;", "f(3, 4) / 2", 3),
    ],
)
def test_a_template_of_a_structure_is_made_for_its_arguments(
    before: str, expression: str, value: float
) -> None:
    assert value_of(expression, "float", before, TEMPLATES) == value


@pytest.mark.parametrize(
    ("structure", "words"),
    [
        ("struct S { unsigned a : 3; };", "S is not read: bit fields are not known"),
        ("union S { int a; float b; int f() { return a; } };", "S is not read: unions are known"),
        ("union S { int a; char b[4]; };", "numbers of more than one size"),
    ],
)
def test_a_structure_that_is_not_read_says_why(structure: str, words: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        value_of("0", before="S s;", functions=structure)
    assert words in refused.value.message.text


def test_a_type_that_is_a_pointer_to_a_function_says_what_to_write() -> None:
    text = "typedef float (*op)(float, float); __device__ float add(float a, float b) { return a; }"
    with pytest.raises(NotSupportedError) as refused:
        value_of("1", before="op f = add;", functions=text)
    assert "the type op is not read: pointers to functions" in refused.value.message.text


def test_a_managed_variable_is_one_of_the_device() -> None:
    unit = read_unit("__managed__ int n = 41;\n__global__ void k(int* out) { out[0] = n; }", "k.cu")
    assert unit.variables["n"].place == "device"


def test_an_element_of_a_table_of_structures_has_its_members() -> None:
    table = "struct P { int x; float w[1]; };\n__constant__ int2 steps[] = {{0, 1}, {2, 3}};"
    assert value_of("steps[1].x * 10 + steps[0].y", functions=table) == 21


def test_an_array_of_a_structure_that_is_passed_is_passed_element_by_element() -> None:
    text = """struct P { float g[3]; int n; };
    __global__ void k(float* out, P p) { out[threadIdx.x] = p.g[threadIdx.x] * p.n; }"""
    out = np.zeros(3, np.float32)
    named = {"p.g[0]": np.float32(1), "p.g[1]": np.float32(2), "p.g[2]": np.float32(3)}
    unit = read_unit(text, "k.cu")
    functions = captured_kernel(unit, unit.kernels[0])
    execute(functions, LaunchConfig(Dim3(1), Dim3(3)), {"out": out, **named, "p.n": np.int32(10)})
    assert out.tolist() == [10, 20, 30]


def test_a_method_may_set_an_array_that_nobody_set_before() -> None:
    text = """struct Row { int v[3], n;
        __device__ void fill(int x) { for (int i = 0; i < 3; i++) v[i] = x + i; n = 3; } };
    __global__ void k(int* out) {
        Row row;
        row.fill(threadIdx.x);
        Row other = row;
        out[threadIdx.x] = row.v[0] + other.v[2] + other.n;
        int unset[2];
        out[threadIdx.x] += unset[1];
    }"""
    out = np.zeros(4, np.int32)

    trace = launched(text, out, block=4).trace

    assert [(hazard.kind, hazard.line) for hazard in trace.hazards] == [("uninitialized", 9)]
    assert out.tolist() == [5, 7, 9, 11]


def test_an_index_with_an_atomic_operation_is_evaluated_once_for_all_members() -> None:
    text = """struct P { int a, b; };
    __global__ void k(int* n, int* out, const float* f, float* sums) {
        __shared__ P all[8];
        int t = threadIdx.x, i = 0;
        P mine = {t, 10 * t};
        all[atomicAdd(n, 1)] = mine;
        __syncthreads();
        out[t] = all[t].a + all[t].b;
        const float4* p = (const float4*)f;
        float4 first = p[i++], again = *p++;
        sums[t] = first.w + again.x + 100 * i + 1000 * (p - (const float4*)f);
    }"""
    n, out, sums = np.zeros(1, np.int32), np.zeros(4, np.int32), np.zeros(4, np.float32)

    trace = launched(text, n, out, np.arange(64, dtype=np.float32), sums, block=4).trace

    assert trace.hazards == ()
    assert n[0] == 4
    assert out.tolist() == [0, 11, 22, 33]
    assert sums.tolist() == [1103.0] * 4
