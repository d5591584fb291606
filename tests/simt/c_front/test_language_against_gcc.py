"""What kernels may say of C++ gives what g++ gives, or is refused by name."""

from __future__ import annotations

import functools
import re
import subprocess
import tempfile
from pathlib import Path

import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.cases_of_language import CASES
from tests.simt.c_front.launching import value_of
from tests.simt.c_front.test_against_gcc import COMPILER

BEFORE = r"""
#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>
using std::max; using std::min;
#define __device__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)
#define __builtin_assume(x)
#define VECTORS(T, n) struct n##1 { T x; }; struct alignas(sizeof(T) * 2) n##2 { T x, y; }; \
struct n##3 { T x, y, z; }; struct alignas(sizeof(T) * 4) n##4 { T x, y, z, w; }; \
inline n##2 make_##n##2(T x, T y) { return {x, y}; } \
inline n##3 make_##n##3(T x, T y, T z) { return {x, y, z}; } \
inline n##4 make_##n##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(int, int) VECTORS(float, float) VECTORS(unsigned, uint)
struct dim3 {
    unsigned x, y, z;
    dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
"""


@functools.cache
def expected() -> dict[str, int]:
    """What each case gives, compiled by g++."""
    assert COMPILER is not None
    parts = [BEFORE]
    for row, (functions, before, number) in enumerate(CASES.values()):
        body = f"int value() {{ {before}\nreturn {number}; }}"
        parts.append(f"namespace c{row} {{\n{functions}\n{body} }}")
        parts += [f"#undef {name}" for name in re.findall(r"#define (\w+)", functions)]
    calls = " ".join(f'std::printf("%d\\n", c{row}::value());' for row in range(len(CASES)))
    parts.append(f"int main() {{ {calls} }}")
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "cases.cpp", Path(folder) / "cases"
        source.write_text("\n".join(parts), encoding="utf-8")
        flags = ["-std=c++20", "-w", "-fwrapv", "-fsigned-char", "-fpermissive"]
        subprocess.run([COMPILER, *flags, "-o", str(program), str(source)], check=True)
        said = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    return dict(zip(CASES, map(int, said.stdout.split()), strict=True))


@pytest.mark.many
@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler is here")
@pytest.mark.parametrize("name", CASES)
def test_small_programs_give_what_they_give_in_cpp(name: str) -> None:
    functions, before, number = CASES[name]

    assert value_of(number, before=f"{before}\n", functions=functions) == expected()[name]


@pytest.mark.parametrize(
    ("functions", "before", "said"),
    [
        ("", 'static_assert(sizeof(int) == 8, "wide");', "static assertion failed: wide"),
        ("", "static_assert(1 > 2);", "its condition is false"),
        (
            'template <int N> __device__ int f() { static_assert(N > 4, "small"); return N; }',
            "f<3>();",
            "failed: small",
        ),
        (
            'template <int N> struct T { static_assert(N % 2 == 0, "even"); int x[N]; };',
            "T<3> t;",
            "failed: even",
        ),
        ("", "int n = threadIdx.x; static_assert(n);", "known before the kernel runs"),
        ("", "int a = 1; int& x = ++a; x = 30;", "the place that this gives is not known"),
        ("", "int a = 1; int& x = (a = 5); x += 2;", "the place that this gives is not known"),
        (
            "",
            "int a = 1, b = 2; int& x = (a++, ++b); x = 6;",
            "the place that this gives is not known",
        ),
        ("", "int a = 3; auto [x, y] = a;", "takes a structure or an array apart"),
        ("struct P { int a, b; };", "P p{1, 2}; auto [x] = p;", "has 1 names"),
        ("", "int a = 0; goto end; end: a++;", "goto jumps"),
        ("", 'asm volatile("bar.sync 0;" ::: "memory");', "asm is PTX"),
        ("template <typename... A> __device__ int f(A... a) { return 0; }", "f(1);", "any number"),
        ("__device__ int f(int (&a)[3]) { return a[0]; }", "int a[3]; f(a);", "to an array"),
        ("struct B { unsigned a : 4; };", "B b;", "bit fields"),
        ("", "for (int x : {1, 2}) { }", "values in braces"),
        ("", "static int n = 0; n++;", "n is static"),
        ("__device__ int f() { return; }", "f();", "return needs a value"),
        (
            "struct S { int x; __device__ void up() { x++; } };"
            " __device__ S& same(S& s) { return s; }",
            "S s{1}; same(s).up();",
            "name the object itself",
        ),
        ("", "std::numeric_limits<int*>::max();", "std::numeric_limits"),
    ],
)
def test_what_is_not_known_is_refused_by_name(functions: str, before: str, said: str) -> None:
    with pytest.raises(NotSupportedError, match=said):
        value_of("1", before=f"{before}\n", functions=functions)
