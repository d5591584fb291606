"""What a line of CUDA C does, in the sentences that Python's lines have."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gpuviz.insight.captions import line_caption
from gpuviz.trace import Trace
from tests.corpus_c.running import ran
from tests.simt.c_front.launching import launched

EVERYTHING = """
__device__ float twice(float value)
{
    return value * 2;
}

__global__ void kernel(float* x, float* y, int n)
{
    __shared__ float tile[32];
    float own[2] = {0.0f, 1.0f};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    own[0] = x[i];
    tile[threadIdx.x] = own[0];
    __syncthreads();
    float total = 0.0f;
    for (int k = 0; k < 2; k++)
        total += tile[k];
    while (total > 1e9f)
        total = total / 2;
    total = twice(total);
    float far = __shfl_down_sync(0xffffffff, total, 1);
    __syncwarp();
    atomicAdd(&y[0], total);
    y[i] += far;
    y[i]++;
    int m = n - 1;
    float *end = y + i;
    *end = x[m];
}
"""
EXPECTED = {
    "float own[2]": "Each thread gets own, memory of its own.",
    "int i =": "Each thread works out i: by this number it knows which elements are its own.",
    "if (i >= n)": "Each thread asks: i >= n? Only those where it holds take the lines inside.",
    "return value": "Each thread gives value * 2 back to the line that called.",
    "own[0] = x[i]": "Each thread reads x[i] and writes own[0].",
    "tile[threadIdx.x]": "Each thread reads own[0] and writes tile[threadIdx.x].",
    "__syncthreads()": "The threads of a block wait for each other here",
    "float total": "Each thread computes total.",
    "for (int k": "The loop: threads for which k < 2 holds take another turn.",
    "total += tile[k]": "Each thread reads tile[k] and keeps total.",
    "while (total": "The loop: threads for which total > 1e9f holds take another turn.",
    "total = twice": "Each thread calls twice: its lines come next.",
    "float far": "The lanes of a warp hand each other values",
    "__syncwarp()": "The lanes of a warp wait for each other here.",
    "atomicAdd": "Each thread changes y by an atomic operation",
    "y[i] += far": "Each thread reads y[i] and writes y[i].",
    "y[i]++": "Each thread reads y[i] and writes y[i].",
    "int m": "Each thread computes m.",
    "*end = x[m]": "Each thread reads x[m]",
}


@pytest.fixture(scope="module")
def trace() -> Trace:
    arrays = [np.zeros(32, np.float32) for _ in range(2)]
    return launched(EVERYTHING, *arrays, np.int32(32)).trace


@pytest.fixture(scope="module")
def told(trace: Trace) -> dict[str, str]:
    """By the first words of each line."""
    found = {}
    for row, statement in enumerate(trace.statements):
        source = trace.functions[statement.function]
        line = source.text.splitlines()[statement.line - source.first_line]
        found[line.strip()] = line_caption(trace, row).text
    return found


@pytest.mark.parametrize("line", EXPECTED)
def test_a_line_of_c_is_told_by_what_it_does(told: dict[str, str], line: str) -> None:
    said = next(words for source, words in told.items() if source.startswith(line))

    assert said.startswith(EXPECTED[line])


def test_a_recording_without_its_file_has_a_plain_sentence(trace: Trace) -> None:
    bare = tuple(replace(function, captured={}) for function in trace.functions)

    said = line_caption(replace(trace, functions=bare), 1)

    assert said.text == "Each thread executes this line."


FUNCTOR = """
struct Saxpy {
    float a;
    __device__ float operator()(float x, float y) const { return a * x + y; }
};

template <typename Op>
__global__ void apply(float* x, float* y, Op op)
{
    int i = threadIdx.x;
    y[i] = op(x[i], y[i]);
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 32 * sizeof(float));
    cudaMalloc(&y, 32 * sizeof(float));
    apply<<<1, 32>>>(x, y, OP);
}
"""


@pytest.mark.parametrize(
    "given", ["Saxpy{2.0f}", "[] __device__ (float a, float b) { return a * b; }"]
)
def test_the_lines_of_a_kernel_for_a_functor_are_told(tmp_path: Path, given: str) -> None:
    path = tmp_path / "apply.cu"
    path.write_text(FUNCTOR.replace("OP", given))

    trace, _, _ = ran(path)

    said = {
        one.line: line_caption(trace, row).text
        for row, one in enumerate(trace.statements)
        if trace.functions[one.function].is_kernel
    }
    assert said[10].startswith("Each thread works out i")
    assert said[11] == "Each thread reads x[i], y[i] and writes y[i]."


SHARED_BY_TWO = """
__global__ void kernel(float* out)
{
    extern __shared__ char bytes[];
    float *left = (float *)bytes;
    double *right = (double *)(bytes + 32 * sizeof(float));
    int t = threadIdx.x;
    left[t] = 1.0f;
    right[t] = left[t];
    out[t] = right[t];
}
"""


def test_elements_behind_pointers_of_other_names_are_told_as_the_line_writes_them() -> None:
    trace = launched(SHARED_BY_TWO, np.zeros(32, np.float32), block=32, shared=384).trace

    said = {one.line: line_caption(trace, row).text for row, one in enumerate(trace.statements)}

    assert said[8] == "Each thread writes left[t]."
    assert said[9] == "Each thread reads left[t] and writes right[t]."
    assert said[10] == "Each thread reads right[t] and writes out[t]."
