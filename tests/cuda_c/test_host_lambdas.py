"""Kernels that the host launches with a functor or a lambda: their templates and their members."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpuviz
from gpuviz.cuda_c.host_walk import run_program
from gpuviz.cuda_c.lambda_types import said, type_said
from gpuviz.cuda_c.types import Struct, name_of
from gpuviz.cuda_c.unit import read_unit
from gpuviz.messages import RequestRefused
from gpuviz.operation import describe
from gpuviz.operation.c_launch import launch_of
from tests.corpus_c.running import ran
from tests.engines.test_c_programs import CopyingMachine, program_of

KERNELS = """
template <typename T> struct Square {
    __host__ __device__ T operator()(T x) const { return x * x; }
};
struct Scale {
    float factor;
    __host__ __device__ Scale(float f) : factor(2.0f * f) {}
    __device__ float operator()(float x) const { return factor * x; }
};
struct Add { __device__ float operator()(float a, float b) const { return a + b; } };
struct Sum { static __device__ float of(float a, float b) { return a + b; } };
struct Max { static __device__ float of(float a, float b) { return a > b ? a : b; } };
template <typename T, typename Op> __global__ void map(T* x, int n, Op op) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = op(x[i]);
}
template <typename F> __global__ void each(F f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <class Op, int N> __global__ void fold(float* x) { x[0] = Op::of(x[0], x[N]); }
"""
MAIN = """
int main() {
    const int n = 8;
    float h[n], *x, *y;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(y, h, n * sizeof(float), cudaMemcpyHostToDevice);
    LAUNCH
}
"""


def written(launch: str, folder: Path, functions: str = "") -> Path:
    path = folder / "program.cu"
    path.write_text(f"{KERNELS}{functions}{MAIN.replace('LAUNCH', launch)}")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("launch", "expected"),
    [
        ("map<<<1, 8>>>(x, n, Square<float>());", lambda i: i * i),
        ("map<<<1, 8>>>(x, n, Square<float>{});", lambda i: i * i),
        ("Square<float> op; map<<<1, 8>>>(x, n, op);", lambda i: i * i),
        ("map<float, Square<float>><<<1, 8>>>(x, n, Square<float>());", lambda i: i * i),
        ("map<<<1, 8>>>(x, n, Scale(3.0f));", lambda i: 6 * i),
        ("map<<<1, 8>>>(x, n, [] __device__ (float v) { return v * v + 1; });",
         lambda i: i * i + 1),
        ("auto op = [] __device__ (float v) -> float { return v * 3; };"
         " map<<<1, 8>>>(x, n, op);", lambda i: 3 * i),
        ("float a = 2; auto op = [=] __device__ (float v) { return a * v; }; a = 5;"
         " map<<<1, 8>>>(x, n, op);", lambda i: 2 * i),
        ("double a = 2; auto op = [a, b = 0.5f] __host__ __device__ (float v)"
         " { return a * v + b; }; map<<<1, 8>>>(x, n, op);", lambda i: 2 * i + 0.5),
        ("auto op = [] __device__ (float v) { return v + 1; };"
         " map<<<1, 8>>>(x, n, [=] __device__ (float v) { return op(v) * 2; });",
         lambda i: 2 * (i + 1)),
        ("map<<<1, 8>>>(x, n, twice);", lambda i: 2 * i),
        ("fold<Max, 5><<<1, 1>>>(x);", lambda i: i or 5),
        ("fold<Sum, 5><<<1, 1>>>(x);", lambda i: i or 5),
    ],
)  # fmt: skip
def test_a_kernel_gets_the_functor_that_the_host_passes(
    launch: str, expected: Any, tmp_path: Path
) -> None:
    functions = "auto twice = [] __device__ (float v) { return v * 2; };"
    _, _, after = ran(written(launch, tmp_path, functions))
    assert np.asarray(after["x"]).tolist() == [expected(i) for i in range(8)]


def test_a_lambda_holds_pointers_whose_accesses_are_checked(tmp_path: Path) -> None:
    launch = "each<<<1, 9>>>([=] __device__ (int i) {\n y[i] = 2 * x[i]; }, n + 1);"
    path = written(launch, tmp_path)
    trace, _, after = ran(path)
    line = path.read_text().split("\n").index(" y[i] = 2 * x[i]; }, n + 1);") + 1
    assert {(found.kind, found.line) for found in trace.hazards} == {("out-of-bounds", line)}
    assert np.asarray(after["f.y"]).tolist() == [2.0 * i for i in range(8)]


def test_a_whole_program_hands_what_one_lambda_writes_to_the_next(tmp_path: Path) -> None:
    launch = (
        "float a = 3; each<<<1, 8>>>([=] __device__ (int i) { y[i] = a * x[i]; }, n);"
        " map<<<1, 8>>>(y, n, Square<float>()); cudaMemcpy(h, y, n * 4, cudaMemcpyDeviceToHost);"
    )
    path = written(launch, tmp_path)
    machine = CopyingMachine(unit := program_of(path), describe(path))
    with gpuviz.recording():
        run_program(unit, machine, {}, 0)
    found = np.frombuffer(machine.copies.back[-1], np.float32)
    assert found.tolist() == [9.0 * i * i for i in range(8)]


@pytest.mark.parametrize(
    "launch",
    [
        "float a = 2; map<<<1, 8>>>(x, n, [&] __device__ (float v) { return a * v; });",
        "auto a = 2.0f; map<<<1, 8>>>(x, n, [=] __device__ (float v) { return a * v; });",
        "map<<<1, 8>>>(x, n, unknown());",
    ],
)
def test_what_is_not_known_of_a_lambda_is_refused(launch: str, tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match="map is a template"):
        describe(written(launch, tmp_path))


def test_a_recording_says_of_what_type_a_lambda_is(tmp_path: Path) -> None:
    path = written("float a = 2; auto op = [=] __device__ (int i) { y[i] = a; };"
                   " each<<<1, 8>>>(op, n);", tmp_path)  # fmt: skip
    text = path.read_text()
    (kind,) = launch_of(read_unit(text, str(path))).launch.templates
    assert not isinstance(kind, int)
    again = type_said(read_unit(text + "\n", str(path)), said(kind))
    assert again == kind
    assert isinstance(again, Struct)
    assert [(name, name_of(part)) for name, part in again.members] == [
        ("a", "float"),
        ("y", "float*"),
    ]
