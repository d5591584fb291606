"""What statements and expressions of CUDA C mean, each in a kernel of its own."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from gpuviz.simt.execute import ExecutionOptions
from tests.simt.c_front.launching import launched, value_of


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "kind", "value"),
    [
        ("-7 / 2", "int", -3),
        ("-7 % 2", "int", -1),
        ("7u - 8u", "unsigned", 2**32 - 1),
        ("(unsigned char)300", "int", 44),
        ("(char)200", "int", -56),
        ("1 << 31", "int", -(2**31)),
        ("-8 >> 1", "int", -4),
        ("0xffffffff", "long long", 2**32 - 1),
        ("2147483648", "long long", 2**31),
        ("(int)-2.7f", "int", -2),
        ("1.0f / 3", "float", np.float32(1) / np.float32(3)),
        ("0.1f + 0.2f", "float", np.float32(0.1) + np.float32(0.2)),
        ("0.1 + 0.2f", "double", 0.1 + float(np.float32(0.2))),
        ("5 / 2 * 2.0f", "float", 4),
        ("-1 < 1u", "int", 0),
        ("true + true", "int", 2),
        ("'a' + 1", "int", 98),
        ("sizeof(double) * 3", "int", 24),
        ("(3, 4)", "int", 4),
        ("1 ? 2 : 3.5f", "float", 2),
        ("1'000'000", "int", 1_000_000),
        ("010", "int", 8),
        ("min(3, 5u)", "unsigned", 3),
        ("max(-1, 2)", "int", 2),
        ("fminf(2.0f, 1.5f)", "float", 1.5),
        ("abs(-4)", "int", 4),
        ("sqrtf(16.0f)", "float", 4),
        ("sqrt(2)", "double", np.sqrt(2.0)),
        ("__popc(0xff)", "int", 8),
        ("__clz(1)", "int", 31),
        ("__float_as_int(1.0f)", "int", 0x3F800000),
        ("__int_as_float(0x3f800000)", "float", 1),
        ("static_cast<int>(3.9)", "int", 3),
        ("float(7) / 2", "float", 3.5),
        ("__half2float(__float2half(0.1f))", "float", np.float32(np.float16(0.1))),
        ("INFINITY > 1e30f", "int", 1),
    ],
)
def test_an_expression_has_the_value_that_c_gives_it(
    expression: str, kind: str, value: float
) -> None:
    assert value_of(expression, kind) == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "value"),
    [
        ("int x = 5; int y = x++ + ++x;", 12),
        ("int x = 5, y; y = x += 2; x = 9;", 7),
        (
            "int y = 0;"
            "for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i > 6) break; y += i; }",
            18,
        ),
        ("int y = 0; do { y++; } while (y < 3);", 3),
        ("int y = 10; while (y > 4) y -= 3;", 4),
        ("int y = 0; for (int i = 0, j = 10; i < j; i++, j--) y++;", 5),
        ("int y = 0; for (;;) { if (++y == 4) break; }", 4),
        ("int y = 1; { int y = 2; y++; }", 1),
        (
            "int y = 0;"
            "switch (2) { case 1: y += 1; case 2: y += 2; case 3: y += 4; break; default: y = 9; }",
            6,
        ),
        ("int y = 0; switch (7) { case 1: y = 1; break; default: y = 5; }", 5),
        (
            "int y = 0; for (int i = 0; i < 4; i++)"
            "switch (i) { case 1: continue; case 2: break; default: y += 10; }",
            20,
        ),
        ("int a[3] = {1, 2}; int y = a[0] * 100 + a[1] * 10 + a[2];", 120),
        ("int a[2][2] = {{1, 2}, {3, 4}}; int y = a[1][0] * 10 + a[0][1];", 32),
        ("int a[4] = {1, 2, 3, 4}; int* p = a + 1; p++; int y = *p * 10 + p[-1] + *(p + 1);", 36),
        ("int a[4] = {5, 6, 7, 8}; int* p = &a[1]; int* q = &a[3]; int y = (int)(q - p);", 2),
        ("int x = 1; int* p = &x; *p = 8; int y = x;", 8),
        ("int x = 3; int y = (x > 2 && x < 5) ? 1 : 0; y += x == 3 || x / 0;", 2),
        ("float2 v = make_float2(1.0f, 2.0f); v.x += v.y; int y = (int)(v.x * 10 + v.y);", 32),
        ("int3 v = {1, 2, 3}; int3 w = v; w.y = 7; int y = v.y * 10 + w.y;", 27),
        ("const int N = 3; int a[N] = {0}; int y = a[2] + N;", 3),
        ("typedef unsigned char byte; byte b = 250; b += 10; int y = b;", 4),
        ("using real = double; real r = 1.0 / 3; int y = (int)(r * 9 + 0.5);", 3),
        ("auto f = 1.5f; int y = f * 2;", 3),
        ("int y = 0; if (int(1.5f) == 1) y = 1; else y = 2;", 1),
        ("int a[3] = {1, 2, 3}, i = 1; int& x = a[i]; i = 2; x += 5; int y = a[1] * 10 + x;", 77),
        ("int v = 3; int& r = v; r++; const int& c = v + 1; int y = v * 10 + c;", 45),
        ("bool b = 5; int y = b;", 1),
        (
            "int a[3] = {1, 2, 3}, y = 0;"
            "for (int x : a) y += x; for (auto& x : a) x *= 2; y += a[2];",
            12,
        ),
        ("int y; if (int x = 4; x > 3) y = x; else y = 0;", 4),
        ("enum Color { RED, GREEN = 5, BLUE }; Color c = BLUE; int y = c * 10 + RED;", 60),
        ('const char text[] = "ab"; int y = sizeof(text) * 1000 + text[1];', 3098),
        ("int half = 8; half /= 2; int y = 0; if (half < 5) y = half * 2; half++; y += half;", 13),
        ("int y = __LINE__;", 2),
    ],
)  # fmt: skip
def test_statements_do_what_c_says(before: str, value: int) -> None:
    assert value_of("y", before=before) == value


@pytest.mark.parametrize(
    ("functions", "expression", "value"),
    [
        ("enum class Mode : unsigned char { Slow = 2, Fast };", "(int)Mode::Fast * 10", 30),
        (
            "enum A { ONE = 1 }; enum class B { ONE = 7 };",
            "ONE + A::ONE * 10 + (int)B::ONE * 100",
            711,
        ),
        ("__device__ int f(int x) { return x + 1; }", "::f(2)", 3),
        (
            "constexpr int square(int x) { return x * x; }\n__constant__ int t[square(3)] = {4};",
            "t[0] + sizeof(t)",
            40,
        ),
        ("constexpr int down(int n) { return n < 2 ? 1 : n * down(n - 1); }", "down(5)", 120),
        ("__device__ auto twice(int x) { return x * 2.5f; }", "(int)twice(2)", 5),
        (
            "template <class T, class U>\n"
            "__device__ auto sum(T a, U b) -> decltype(a + b) { return a + b; }",
            "(int)(sum(1, 2.5f) * 2)",
            7,
        ),
        (
            "namespace n { namespace m { constexpr int K = 3; struct S { int v; }; } }",
            "n::m::S{n::m::K}.v",
            3,
        ),
    ],
)  # fmt: skip
def test_what_stands_outside_of_the_kernel_is_known(
    functions: str, expression: str, value: int
) -> None:
    assert value_of(expression, functions=functions) == value


def test_a_shared_array_above_all_functions_is_one_array_for_all_of_them() -> None:
    text = """extern __shared__ int room[];
    __shared__ int total;
    __device__ int other(int i) { return room[i]; }
    __global__ void k(int* x) {
        room[threadIdx.x] = threadIdx.x;
        if (threadIdx.x == 0) total = 5;
        __syncthreads();
        x[threadIdx.x] = other(3 - threadIdx.x) + total;
    }"""
    x = np.zeros(4, np.int32)
    ran = launched(text, x, block=4, shared=16)
    assert x.tolist() == [8, 7, 6, 5]
    assert not ran.trace.hazards


def test_only_the_threads_that_need_the_right_side_evaluate_it() -> None:
    out = np.zeros(4, np.int32)
    text = """__global__ void k(const int* a, int* out, int n) {
        int i = threadIdx.x;
        if (i < n && a[i] > 0) out[i] = 1;
    }"""
    ran = launched(text, np.ones(2, np.int32), out, 2, block=4)
    assert out.tolist() == [1, 1, 0, 0]
    assert not ran.trace.hazards


def test_device_functions_take_numbers_pointers_structures_and_references() -> None:
    functions = """
    struct Pair { int a; float b; };
    __device__ int twice(int x) { return 2 * x; }
    __device__ Pair made(int a, float b) { Pair p; p.a = a; p.b = b; return p; }
    __device__ void bump(int& x, int by) { x += by; }
    __device__ void set(int* p, int value) { *p = value; }
    template <typename T> __device__ T larger(T a, T b) { return a > b ? a : b; }
    template <int N> __device__ int times(int x) { return N * x; }
    __device__ int early(int x) { if (x > 2) return 1; return 0; }
    """
    before = """
    int x = 1; bump(x, 4); int z; set(&z, 3);
    Pair p = made(2, 0.5f);
    int y = twice(x) * 1000 + z * 100 + p.a * 10 + times<3>(early(7)) + larger(1, 2);
    y += (int)larger(0.5f, p.b);
    """
    assert value_of("y", before=before, functions=functions) == 10_325


def test_a_template_kernel_is_lowered_for_its_arguments() -> None:
    text = """template <typename T, int N> __global__ void k(T* out) {
        __shared__ T part[N];
        part[threadIdx.x] = threadIdx.x * (T)0.5;
        __syncthreads();
        out[threadIdx.x] = part[N - 1 - threadIdx.x];
    }"""
    out = np.zeros(4)
    launched(text, out, block=4, templates=(np.dtype(np.float64), 4))
    assert out.tolist() == [1.5, 1.0, 0.5, 0.0]


def test_macros_are_written_out() -> None:
    text = """
    #define TILE 4
    #define AT(r, c) ((r) * TILE + (c))
    #define SQUARE(x) ((x) * (x))
    #if TILE > 2
    #define OFFSET 1
    #else
    #define OFFSET 100
    #endif
    __global__ void k(int* out) {
        int r = threadIdx.y, c = threadIdx.x;
        out[AT(r, c)] = SQUARE(c + OFFSET);
    }"""
    out = np.zeros(16, np.int32)
    launched(text, out, block=(4, 4))
    assert out.reshape(4, 4)[2].tolist() == [1, 4, 9, 16]


def test_dynamic_shared_memory_is_cut_into_parts() -> None:
    text = """__global__ void k(float* out, int* counts) {
        extern __shared__ float raw[];
        float* values = raw;
        int* numbers = (int*)&raw[4];
        values[threadIdx.x] = 0.5f * threadIdx.x;
        numbers[threadIdx.x] = 3 - threadIdx.x;
        __syncthreads();
        out[threadIdx.x] = values[3 - threadIdx.x];
        counts[threadIdx.x] = numbers[threadIdx.x];
    }"""
    out, counts = np.zeros(4, np.float32), np.zeros(4, np.int32)
    ran = launched(text, out, counts, block=4, shared=32)
    assert out.tolist() == [1.5, 1.0, 0.5, 0.0]
    assert counts.tolist() == [3, 2, 1, 0]
    assert not ran.trace.hazards


def test_constant_memory_has_the_values_of_the_file_or_of_the_host() -> None:
    text = """__constant__ float weights[3] = {1, 2, 3};
    __constant__ int bias;
    __global__ void k(float* out) { out[threadIdx.x] = weights[threadIdx.x] + bias; }"""
    out = np.zeros(3, np.float32)
    launched(text, out, block=3, constants={"bias": np.array([10], np.int32)})
    assert out.tolist() == [11, 12, 13]


def test_lanes_exchange_values_within_segments_of_a_warp() -> None:
    text = """__global__ void k(int* out, unsigned* votes) {
        int v = threadIdx.x;
        for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d, 8);
        out[threadIdx.x] = v;
        votes[threadIdx.x] = __ballot_sync(0xffffffff, threadIdx.x < 3);
    }"""
    out, votes = np.zeros(32, np.int32), np.zeros(32, np.uint32)
    launched(text, out, votes, block=32)
    assert out[[0, 8, 16, 24]].tolist() == [28, 92, 156, 220]
    assert set(votes.tolist()) == {7}


@pytest.mark.parametrize(
    ("call", "kind", "begin", "end"),
    [
        ("atomicAdd(x, 2)", np.int32, 1, 17),
        ("atomicSub(&x[0], 1)", np.int32, 10, 2),
        ("atomicMax(x, threadIdx.x)", np.int32, 3, 7),
        ("atomicMin(x, (int)threadIdx.x)", np.int32, 3, 0),
        ("atomicOr(x, 1 << threadIdx.x)", np.uint32, 0, 255),
        ("atomicAnd(x, ~(1u << threadIdx.x))", np.uint32, 511, 256),
        ("atomicXor(x, 3)", np.uint32, 5, 5),
        ("atomicAdd(x, 0.5f)", np.float32, 1, 5),
        ("atomicAdd(x, 0.5)", np.float64, 1, 5),
        ("atomicCAS(x, (int)threadIdx.x, (int)threadIdx.x + 1)", np.int32, 0, 8),
        ("atomicExch(x, 9)", np.int32, 1, 9),
        ("atomicInc(x, 2)", np.uint32, 0, 2),
    ],
)
def test_atomic_operations_change_an_element(
    call: str, kind: Any, begin: float, end: float
) -> None:
    names = {"int32": "int", "uint32": "unsigned", "float32": "float", "float64": "double"}
    x: Any = np.array([begin], kind)
    launched(f"__global__ void k({names[x.dtype.name]}* x) {{ {call}; }}", x, block=8)
    assert x[0] == end


def test_an_array_of_structures_is_read_and_written_member_by_member() -> None:
    text = """struct Body { float x; float y; int id; };
    __global__ void k(Body* bodies, float4* out) {
        int i = threadIdx.x;
        Body b = bodies[i];
        b.x += b.y;
        bodies[i] = b;
        bodies[i].id = i;
        out[i] = make_float4(b.x, b.y, 0.0f, i);
    }"""
    kind = np.dtype([("x", "f4"), ("y", "f4"), ("id", "i4")])
    four = np.dtype([(name, "f4") for name in "xyzw"])
    bodies, out = np.ones(2, kind), np.zeros(2, four)
    launched(text, bodies, out, block=2)
    assert bodies["x"].tolist() == [2, 2]
    assert bodies["id"].tolist() == [0, 1]
    assert out["w"].tolist() == [0, 1]


def test_printf_writes_a_line_for_each_thread() -> None:
    lines: list[str] = []
    text = r"""__global__ void k(float* x) {
        printf("thread %d has %5.2f, %u%% %s\n", threadIdx.x, x[threadIdx.x], 7u, "of it");
    }"""
    options = ExecutionOptions(print_line=lines.append)
    launched(text, np.array([1.5, 2.25], np.float32), block=2, options=options)
    assert lines == ["thread 0 has  1.50, 7% of it", "thread 1 has  2.25, 7% of it"]


def test_an_index_below_0_is_out_of_bounds_and_a_large_one_where_it_is_unsigned() -> None:
    text = """__global__ void k(float* x) {
        x[threadIdx.x - 1] = 1;
        x[(int)threadIdx.x - 1] = 2;
    }"""
    found = launched(text, np.zeros(4, np.float32), block=4).trace.hazards
    assert [(hazard.kind, hazard.line, hazard.index) for hazard in found] == [
        ("out-of-bounds", 2, (2**32 - 1,)),
        ("out-of-bounds", 3, (-1,)),
    ]


def test_the_steps_of_a_loop_are_those_of_the_same_loop_in_python() -> None:
    text = """__global__ void k(int* x) {
        int sum = 0;
        for (int i = 0; i < 3; i++)
            sum += i;
        x[0] = sum;
    }"""
    counters = launched(text, np.zeros(1, np.int32)).trace.counters
    assert counters is not None
    assert counters.warp_steps == 1 + 4 + 3 + 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("__global__ void k(int* x) {\n  goto end;\n}", 2, "goto"),
        ("__global__ void k(int* x) {\n  int y = foo(3);\n}", 2, "foo is not known"),
        ("__global__ void k(int* x) {\n  x[0] = y;\n}", 2, "y is not declared"),
        ("__global__ void k(int* x) {\n  x[0] = 1\n}", 2, "';' is expected"),
        ("__global__ void k(int* x) {\n  std::vector<int> v;\n}", 2, "vector"),
        ("__global__ void k(const int* x) {\n  x[0] = 1;\n}", 2, "const"),
        ("__global__ void k(int* x) {\n  int* p = new int[3];\n}", 2, "new"),
        ("__global__ void k(int* x) {\n  int a[threadIdx.x];\n}", 2, "size of a"),
        ("__global__ void k(int* x) {\n  float y = 1.0f % 2;\n}", 2, "whole numbers"),
        ("__global__ void k(int* x) {\n  x.y = 3;\n}", 2, "members"),
        ("__global__ void k(int* x) {\n  asm(\"nop;\");\n}", 2, "PTX"),
        ("__global__ void k(int* x) {\n  auto f = [](int a) { return x[a]; };\n}", 2, "captured"),
        ("__global__ void k(int* x) {\n  __shfl_down(x[0], 1);\n}", 2, "__shfl_down_sync"),
        ("__global__ void k(int* x) {\n  x[0] = \"text\";\n}", 2, "text"),
        ("__global__ void k(int* x) {\n  curandStateMtgp32 s;\n}", 2, "Mtgp32"),
        ("__global__ void k(int* x) {\n  break;\n}", 2, "no loop"),
        (
            "struct C : public B { float r; __device__ C(float a) : r(a) {} };\n"
            "__global__ void k(int* x) { C c(1.0f); }",
            2,
            "the type B is not known",
        ),
        ("#define F(a, b) a\n__global__ void k(int* x) {\n  x[0] = F(1);\n}", 3, "takes 2"),
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        launched(text, np.zeros(1, np.int32))
    assert refused.value.place is not None
    assert refused.value.place.line == line
    assert words in refused.value.message.text


def test_a_long_loop_of_one_thread_tells_the_same_compiled_and_interpreted() -> None:
    text = """__global__ void k(const float* a, float* out, int n) {
        float sum = 0;
        int odd = 0;
        for (int i = 0; i < n; i++) {
            if (i % 7 == 3) continue;
            if (i == n - 2) break;
            sum += a[i % 64] * 0.5f;
            for (int j = 0; j < 2; ++j) odd += (i + j) / 3 & 1;
        }
        out[0] = sum;
        out[1] = odd;
    }"""
    ran = []
    for hot_steps in (0, 64):
        out = np.zeros(2, np.float32)
        options = ExecutionOptions(hot_steps=hot_steps)
        a = np.arange(64, dtype=np.float32)
        ran.append((launched(text, a, out, 400, options=options).trace, out.tobytes()))
    (one, mine), (other, its) = ran
    assert mine == its
    assert one.counters == other.counters
    for table in ("steps", "accesses", "values"):
        left, right = getattr(one, table), getattr(other, table)
        for column in fields(left):
            np.testing.assert_array_equal(
                getattr(left, column.name), getattr(right, column.name), err_msg=column.name
            )


@pytest.mark.parametrize("declared", ["extern int __shared__ s[];", "int __shared__ s[2];"])
def test_shared_may_stand_behind_the_type(declared: str) -> None:
    out: Any = np.zeros(2, np.int32)
    text = (
        "__global__ void k(int* x) { DECLARED int t = threadIdx.x; s[t] = t + 5; __syncthreads();"
    )
    text = text.replace("DECLARED", declared) + " x[t] = s[1 - t]; }"
    launched(text, out, block=2, shared=8)
    assert out.tolist() == [6, 5]
