"""What structures and overloads of C++ give is what g++ gives."""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.c_front.cases_of_classes import CASES
from tests.simt.c_front.launching import launched, value_of
from tests.simt.c_front.test_against_gcc import COMPILER


@functools.cache
def expected() -> dict[str, int]:
    """What each case gives, compiled by g++."""
    assert COMPILER is not None
    parts = [
        f"namespace c{row} {{ {functions}\nint value() {{ {before} return {number}; }} }}"
        for row, (functions, before, number) in enumerate(CASES.values())
    ]
    calls = " ".join(f'std::printf("%d\\n", c{row}::value());' for row in range(len(CASES)))
    text = "\n".join(
        [
            "#include <cstdio>",
            "#include <cstring>",
            "#define __device__",
            *parts,
            f"int main() {{ {calls} }}",
        ]
    )
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder) / "cases.cpp", Path(folder) / "cases"
        source.write_text(text, encoding="utf-8")
        subprocess.run([COMPILER, "-std=c++20", "-w", "-o", str(program), str(source)], check=True)
        said = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    return dict(zip(CASES, map(int, said.stdout.split()), strict=True))


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler is here")
@pytest.mark.parametrize("name", CASES)
def test_structures_and_overloads_give_what_they_give_in_cpp(name: str) -> None:
    functions, before, number = CASES[name]

    assert value_of(number, before=before, functions=functions) == expected()[name]


def test_shared_memory_comes_from_a_conversion_into_a_pointer() -> None:
    functions = """template <class T> struct SharedMemory {
        __device__ inline operator T*() { extern __shared__ int memory[]; return (T*)memory; }
    };"""
    out = np.zeros(8, np.float32)

    launched(
        f"""{functions}
        template <typename T> __global__ void k(T* out) {{
            T* all = SharedMemory<T>();
            all[threadIdx.x] = threadIdx.x;
            __syncthreads();
            out[threadIdx.x] = all[7 - threadIdx.x];
        }}""",
        out,
        block=8,
        shared=32,
        templates=(np.dtype(np.float32),),
    )
    assert out.tolist() == [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("functions", "said"),
    [
        ("struct A { int x; }; struct D : A { virtual int f(); };", "virtual"),
        ("struct A { int x; }; struct B { int y; }; struct D : A, B { };", "one base"),
        ("struct A { int x; }; struct D : virtual A { };", "one base"),
        (
            "template <class T> struct D { int x; }; template <class T> struct D<T*> { int y; };",
            "D",
        ),
        ("struct D { int x; template <class T> __device__ D(T a) : x(a) { } };", "template"),
        ("struct D { int x; __device__ ~D() { x = 0; } };", "destructor"),
        ("struct D { int x; __device__ D(const D& o) : x(o.x + 1) { } };", "copies"),
        ("struct D { char c; alignas(16) int x; };", "alignment of one member"),
        ("struct __attribute__((packed)) D { char c; int x; };", "packed"),
        ('struct D { int x; static_assert(sizeof(int) == 8, "wide"); };', "failed: wide"),
    ],
)
def test_what_a_structure_cannot_have_is_said(functions: str, said: str) -> None:
    with pytest.raises(NotSupportedError, match=said):
        value_of("1", before="D a;", functions=functions)


def test_a_kernel_with_a_specialisation_is_refused_for_what_that_is_for() -> None:
    text = """template <typename T> __global__ void k(T* x) { x[0] = 1; }
    template <> __global__ void k<float>(float* x) { x[0] = 2; }"""
    x = np.zeros(1, np.int32)

    launched(text, x, templates=(np.dtype(np.int32),))
    assert x[0] == 1
    with pytest.raises(NotSupportedError, match="specialisation of the kernel k"):
        launched(text, np.zeros(1, np.float32), templates=(np.dtype(np.float32),))
