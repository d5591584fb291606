"""Lambdas in kernels: their captures, returns and calls, as g++ has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.by_gcc import COMPILER, values_by_gcc
from tests.simt.c_front.launching import launched

THREADS = 8
FUNCTIONS = """
struct Pair { int a; float b; };
template <typename F> __device__ void times(F f, int n) { for (int k = 0; k < n; k++) f(k); }
template <typename F> __device__ int twice(const F& f, int x) { return f(f(x)); }
template <typename F> __device__ void nested(F f, int n) {
    times([&](int k) { f(k + n); }, n);
}
template <typename F, typename T> __device__ T fold(const T* x, int n, T begin, F f) {
    T sum = begin;
    for (int k = 0; k < n; k++) sum = f(sum, x[k]);
    return sum;
}
"""
BODIES = [
    "int s = 3; auto f = [&](int v) { s += v; return s * 2; }; value = f(i); value += s;",
    "int s = 3; auto f = [=](int v) { return s + v; }; s = 100; value = f(i) * 1000 + s;",
    "auto f = [](float x) -> float { if (x > 3) return x * x; return -x; }; value = f(i);",
    "auto f = [](float x) -> int { return x; }; value = f(i + 0.75f);",
    "auto f = [n = 2 * i](auto x, auto y) mutable { n++; return n + x * y; };"
    " value = f(1, 2.5f); value += 1000 * f(1, 2); value += f(i / 3.0, 2);",
    "int s = 0; auto f = [&](int v) { if (v % 2) { s += v; return; } s -= v; };"
    " for (int k = 0; k < i; k++) f(k); value = s;",
    "int s = 1; times([&](int v) { s = s * 3 + v; }, i); value = s;",
    "int s = 1; auto add = [&](int v) { s += v * v; }; nested(add, i); value = s;",
    "int m = i; auto f = [m](int x) { return x * 2 + m; }; m = 50; value = twice(f, i) + m;",
    "auto swap = [](int& a, int& b) { int t = a; a = b; b = t; };"
    " int x = i, y = 2 * i + 1; if (i > 2) swap(x, y); value = x * 100 + y;",
    "int y = 5; if (i < 4) { auto f = [&] { y = i; }; f(); } value = y;",
    "int y = 5; auto f = [&] { if (i % 2) return; y += i; }; f(); if (i > 3) f(); value = y;",
    "value = [=](int k) { return k * k; }(i);",
    "int a[4] = {4, 3, 2, 1}; auto at = [&](int q) { return a[q % 4]; }; a[1] = 30;"
    " value = at(i) + at(i + 1) * 100;",
    "int a[4] = {4, 3, 2, 1}; const int* p = a; auto f = [=](int q) { return p[q]; }; p++;"
    " value = f(0) * 10 + p[0];",
    "Pair p{i, 2.5f}; auto f = [=] { return p.a * p.b; }; p.a = 100; value = f() + p.a;",
    "Pair p{i, 2.5f}; auto f = [&](int v) { p.a += v; }; f(2); f(3); value = p.a;",
    "auto add = [](int a, int b) { return a + b; };"
    " auto more = [=](int x) { return add(x, i) + add(1, 2); }; value = more(7);",
    "float x[3] = {1.5f, 2, 3}; value = fold(x, 3, 1.0f, [](float s, float v) { return s * v; })"
    " + fold(x, 3, 0.0f, [i](float s, float v) { return s + v * i; });",
    "auto make = [&](int k) { int room[2] = {k, k + 1}; room[k % 2] += 7;"
    " return room[0] * 10 + room[1]; }; for (int k = 0; k < i; k++) value += make(k);",
    "int n = 0; auto f = [&]() -> int { for (int k = 0; ; k++) { if (k * k > i) return k; n++; } };"
    " value = f() * 10 + n;",
]


@pytest.mark.skipif(COMPILER is None, reason="g++ is not installed on this machine")
def test_lambdas_compute_what_gcc_computes(tmp_path: Path) -> None:
    expected = values_by_gcc(BODIES, FUNCTIONS, THREADS, tmp_path)
    for body, row in zip(BODIES, expected, strict=True):
        found: Any = np.zeros(THREADS)
        text = f"{FUNCTIONS}\n__global__ void k(double* out) {{ int i = threadIdx.x;"
        launched(f"{text} double value = 0; {body} out[i] = value; }}", found, block=THREADS)
        assert found.tolist() == row, body


def test_a_hazard_in_a_lambda_names_its_line() -> None:
    text = """__global__ void k(float* x, int n) {
    auto set = [=](int i, float value) {
        x[i] = value;
    };
    set(threadIdx.x, 1.0f);
}"""
    x = np.zeros(4, np.float32)
    (found,) = launched(text, x, 4, block=5).trace.hazards
    assert (found.kind, found.line) == ("out-of-bounds", 3)


def test_an_uninitialised_local_array_of_a_lambda_is_one_at_each_call() -> None:
    text = """__global__ void k(float* out) {
    auto f = [](int i) { float room[2]; if (i == 0) room[0] = 1; return room[0]; };
    float sum = 0;
    for (int i = 0; i < 2; i++) sum += f(i);
    out[0] = sum;
}"""
    found = launched(text, np.zeros(1, np.float32)).trace.hazards
    assert [hazard.kind for hazard in found] == ["uninitialized"]


def test_a_barrier_in_a_lambda_that_not_all_call_diverges() -> None:
    text = """__global__ void k(float* x) {
    __shared__ float s[64];
    auto stage = [&] {
        s[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        return s[63 - threadIdx.x];
    };
    CALL
}"""
    x = np.arange(64, dtype=np.float32)
    good = launched(text.replace("CALL", "x[threadIdx.x] = stage();"), x, block=64)
    assert not good.trace.hazards
    assert x.tolist() == list(range(63, -1, -1))
    bad = launched(text.replace("CALL", "if (threadIdx.x < 32) stage();"), x, block=64)
    assert bad.trace.hazards[0].kind == "barrier-divergence"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "int n = i; n++; auto f = [](int v) { return v + n; }; out[i] = f(1);",
            "n is not captured",
        ),
        (
            "int a[2] = {1, 2}; auto f = [=](int v) { return a[v]; }; out[i] = f(1);",
            "a is an array",
        ),
        ("int n = 1; auto f = [=](int v) { n += v; }; n = 2; f(1);", "n is const"),
        ("auto f = [](int v) { return v; }; out[i] = f(1, 2);", "takes 1 argument,"),
    ],
)
def test_what_a_lambda_cannot_do_is_refused(body: str, said: str) -> None:
    with pytest.raises(NotSupportedError, match=said):
        launched(
            f"__global__ void k(int* out) {{ int i = threadIdx.x; {body} }}",
            np.zeros(1, np.int32),
        )
