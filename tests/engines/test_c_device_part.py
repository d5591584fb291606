"""Programs of CUDA C with host code: what of them is compiled, and what that tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.device import find_device
from gpuviz.engines.c_device_part import device_part
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CompiledKernel
from gpuviz.engines.host import load_described
from gpuviz.engines.probe import can_compile, can_link
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo, describe, describe_text
from gpuviz.operation.c_reader import other_kernels
from tests.corpus_c.running import files_in

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link()),
    reason='no compiler for GPUs here: pip install "gpuviz[cuda13]"',
)
PROGRAMS = files_in("programs")
PROGRAM = """\
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>
using namespace std;
#define CHECK(call) do { if (call) \\
    printf("failed"); } while (0)
const int N = 64;
__constant__ float weights[3];
float wanted[N];
struct Pair { float x, y; };
__device__ float twice(float v) { return 2 * v; }
template <typename T>
__global__ void first(T* x) {
    x[threadIdx.x] = twice(x[threadIdx.x]) * weights[0];
}
__global__ void second(float* x) { x[0] = 1; }
vector<float> made() {
    // of the host

    return vector<float>(N);
}
int main() {
    float* d;
    cudaMalloc(&d, N * sizeof(float));
    first<float><<<1, N>>>(d);
    second<<<1, 1>>>(d);
}
"""


def compiled(info: OperationInfo) -> CompiledKernel | Message:
    return compiled_for(load_described(info, "emulated"), {}, find_device("t4"))


def test_host_code_and_other_kernels_are_blank_and_lines_keep_their_numbers(
    tmp_path: Path,
) -> None:
    info = describe_text(tmp_path / "p.cu", PROGRAM)

    rows = device_part(info).split("\n")

    left = {line: row for line, row in enumerate(rows, 1) if row}
    source = PROGRAM.split("\n")
    kept = [2, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15]
    assert left == {
        **{line: source[line - 1] for line in kept},
        len(source) + 1: "template __global__ void first<float>(float*);",
    }


def test_names_of_types_that_the_compiler_has_not_are_given(tmp_path: Path) -> None:
    text = "// gpuviz: x = zeros(1)\n// gpuviz: threads = 1\n"
    text += "__global__ void k(uint32_t* x) { x[0] = 1; }\n"
    own = "typedef unsigned uint32_t;\n"

    given = device_part(describe_text(tmp_path / "a.cu", text))
    known = device_part(describe_text(tmp_path / "b.cu", own + text))

    assert given.startswith("typedef unsigned int uint32_t;\n#line 1\n")
    assert "#line" not in known


@needs_a_compiler
@pytest.mark.slow
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_registers_of_a_whole_program_are_those_of_the_compiler(path: Path) -> None:
    info = describe(path)

    for one in (info, *other_kernels(info)[0]):
        found = compiled(one)
        assert isinstance(found, CompiledKernel), found
        assert found.registers > 0


@needs_a_compiler
def test_what_the_compiler_refuses_is_told(tmp_path: Path) -> None:
    text = "// gpuviz: x = zeros(1)\n// gpuviz: threads = 1\n"
    text += "#pragma once\nstruct Host { std::string name; };\n"
    text += "__global__ void k(float* x) { x[0] = 1; }\n"

    found = compiled(describe_text(tmp_path / "a.cu", text))

    assert isinstance(found, Message)
    assert "a.cu for the device was compiled without its host code" in found.text
    assert "a.cu(4)" in found.text
