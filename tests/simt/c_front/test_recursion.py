"""Functions of the device that call themselves, or each other in a ring."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from gpuviz.simt.execute import LaunchFailed
from tests.simt.c_front.launching import hazards, launched, value_of

SORT = """__device__ void sort(int* a, int first, int last) {
    int i = first, j = last, middle = a[(first + last) / 2];
    while (i <= j) {
        while (a[i] < middle) i++;
        while (a[j] > middle) j--;
        if (i <= j) { int kept = a[i]; a[i] = a[j]; a[j] = kept; i++; j--; }
    }
    if (first < j) sort(a, first, j);
    if (i < last) sort(a, i, last);
}
"""


@pytest.mark.parametrize(
    ("functions", "expression", "expected"),
    [
        (
            "__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }",
            "fib(11)",
            89,
        ),
        (
            "__device__ int odd(int n);"
            "__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }"
            "__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }",
            "even(7) * 10 + odd(5)",
            1,
        ),
        (
            "__device__ unsigned long long f(int n)"
            " { if (n <= 1) return 1ULL; return n * f(n - 1); }",
            "int(f(15) % 1000003)",
            math.factorial(15) % 1000003,
        ),
        (
            "struct P { int a, b; };"
            "__device__ P step(P p) { if (p.b == 0) return p; P q = {p.b, p.a % p.b};"
            " return step(q); }",
            "step(P{84, 36}).a",
            12,
        ),
        (
            "template <int N> __device__ int sum(const int* a)"
            " { if constexpr (N == 1) return a[0]; else return a[0] + sum<N - 1>(a + 1); }",
            "sum<3>(v)",
            24,
        ),
        (
            "__device__ void hanoi(int n, int& moves)"
            " { if (n > 0) { hanoi(n - 1, moves); moves++; hanoi(n - 1, moves); } }"
            "__device__ int moves(int n) { int m = 0; hanoi(n, m); return m; }",
            "moves(6)",
            63,
        ),
        (
            "__device__ int digits(int n) { int own[3]; own[n % 3] = n;"
            " int rest = n > 9 ? digits(n / 10) : 0; return rest * 10 + own[n % 3] % 10; }",
            "digits(70514)",
            70514,
        ),
    ],
)  # fmt: skip
def test_what_a_function_that_calls_itself_gives(
    functions: str, expression: str, expected: int
) -> None:
    before = "int v[3] = {7, 8, 9};"
    assert value_of(expression, before=before, functions=functions) == expected


def test_threads_go_as_deep_as_each_needs() -> None:
    text = """__device__ int depth(int n) { if (n <= 1) return 0;
        return 1 + depth(n % 2 ? 3 * n + 1 : n / 2); }
    __global__ void k(int* y) { y[threadIdx.x] = depth(threadIdx.x + 1); }"""
    y = np.zeros(26, np.int32)

    launched(text, y, block=26)

    assert y[:7].tolist() == [0, 1, 7, 2, 5, 8, 16]


def test_quicksort_sorts_shared_memory_and_leaves_no_hazard() -> None:
    text = f"""{SORT}
    __global__ void k(int* y) {{
        __shared__ int all[64];
        for (int i = 0; i < 16; i++) all[threadIdx.x * 16 + i] = y[threadIdx.x * 16 + i];
        sort(all, threadIdx.x * 16, threadIdx.x * 16 + 15);
        for (int i = 0; i < 16; i++) y[threadIdx.x * 16 + i] = all[threadIdx.x * 16 + i];
    }}"""
    y = np.random.default_rng(3).integers(0, 50, 64).astype(np.int32)
    expected = np.sort(y.reshape(4, 16), axis=1).reshape(-1)

    assert hazards(text, y, block=4) == []
    np.testing.assert_array_equal(y, expected)


def test_what_a_call_within_a_call_left_unwritten_is_found() -> None:
    text = """__device__ int f(int n) {
        int own[2];
        own[0] = n;
        if (n == 0) return own[1];
        return f(n - 1) + own[0];
    }
    __global__ void k(int* y) { y[0] = f(3); }"""
    trace = launched(text, np.zeros(1, np.int32)).trace

    assert [(h.kind, h.line) for h in trace.hazards] == [("uninitialized", 4)]


def test_250_calls_within_each_other_are_made_and_300_end_the_launch() -> None:
    text = """__device__ int f(int n) {
        int sum = 0;
        for (int i = 0; i < 1; i++) { if (n > 0) { sum += (1 + (f(n - 1))); } }
        return sum;
    }
    __global__ void k(int* y) { y[0] = f(y[0]); }"""
    y = np.full(1, 250, np.int32)

    launched(text, y)
    assert y[0] == 250
    with pytest.raises(LaunchFailed, match="calls deep in f in line 3"):
        launched(text, np.full(1, 300, np.int32))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("__device__ int* f(int* p) { return *p ? f(p + 1) : p; }", "numbers and structures"),
        ("template <int N> __device__ int* f(int* p) { return f<N + 1>(p); }", "instances"),
    ],
)
def test_what_a_function_that_calls_itself_cannot_give_is_refused(text: str, said: str) -> None:
    call = "f<0>(y)" if "template" in text else "f(y)"
    with pytest.raises(NotSupportedError, match=said):
        launched(f"{text}\n__global__ void k(int* y) {{ y[0] = *{call}; }}", np.zeros(2, np.int32))
