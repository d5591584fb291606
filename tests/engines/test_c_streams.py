"""Programs in CUDA C whose launches are on several streams: what orders them counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.api.operation_run import run_operation
from gpuviz.cuda.recording import Recording
from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.c_check import CheckedProgram

PROGRAM = """
__global__ void write(float* a, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 1;
}}
__global__ void read(const float* a, float* o, int n) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = a[i];
}}
int main() {{
    const int n = 64;
    float *a, *b, *o;
    float h[64];
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&b, n * sizeof(float));
    cudaMalloc(&o, n * sizeof(float));
    cudaMemset(a, 0, n * sizeof(float));
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cudaStreamCreate(&t);
    cudaEvent_t e;
    cudaEventCreate(&e);
    {}
    cudaDeviceSynchronize();
    cudaMemcpy(h, o, n * sizeof(float), cudaMemcpyDeviceToHost);
    return 0;
}}
"""

RIGHT = [
    "write<<<2, 32, 0, s>>>(a, n); read<<<2, 32, 0, s>>>(a, o, n);",
    "write<<<2, 32, 0, s>>>(a, n); read<<<2, 32>>>(a, o, n);",
    "write<<<2, 32, 0, s>>>(a, n); cudaStreamSynchronize(s); read<<<2, 32, 0, t>>>(a, o, n);",
    "write<<<2, 32, 0, s>>>(a, n); cudaDeviceSynchronize(); read<<<2, 32, 0, t>>>(a, o, n);",
    "write<<<2, 32, 0, s>>>(a, n); cudaMemset(b, 0, 64); read<<<2, 32, 0, t>>>(a, o, n);",
    "write<<<2, 32, 0, s>>>(a, n); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0);"
    " read<<<2, 32, 0, t>>>(a, o, n);",
    "write<<<1, 32, 0, s>>>(a, 32); write<<<1, 32, 0, t>>>(a + 32, 32);",
    "cudaMemsetAsync(b, 0, 64, s); write<<<2, 32, 0, t>>>(a, n);",
]
WRONG = [
    ("write<<<2, 32, 0, s>>>(a, n); read<<<2, 32, 0, t>>>(a, o, n);", "on stream 2, and launch 1"),
    ("write<<<1, 32, 0, s>>>(a, 32); write<<<1, 32, 0, t>>>(a + 31, 32);", "and launch 1 (write)"),
    (
        "write<<<2, 32, 0, s>>>(a, n); cudaMemcpyAsync(h, a, 256, cudaMemcpyDeviceToHost, t);",
        "the host's copy in line",
    ),
    ("cudaMemsetAsync(a, 0, 64, s); write<<<2, 32, 0, t>>>(a, n);", "the host writes it in line"),
    (
        "write<<<2, 32, 0, s>>>(a, n); cudaEventRecord(e, t); cudaStreamWaitEvent(t, e, 0);"
        " read<<<2, 32, 0, t>>>(a, o, n);",
        "on stream 2, and launch 1",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("body", RIGHT)
def test_launches_that_are_ordered_do_not_race(body: str) -> None:
    said = _hazards(body)

    assert said == []


@pytest.mark.parametrize(("body", "words"), WRONG)
def test_launches_on_two_streams_race(body: str, words: str) -> None:
    (said,) = _hazards(body)

    assert words in said
    assert "cudaDeviceSynchronize() in between" in said


def _hazards(body: str) -> list[str]:
    program = CheckedProgram.of(Path("streams.cu"), PROGRAM.format(body), None)
    assert program is not None
    recording = Recording(find_device(DEFAULT_DEVICE), folder=None)
    operation = run_operation(program.info, recording, 0, program)
    assert operation.outcome.own_failure is None
    assert not operation.outcome.failures
    return [one.message.text for trace in recording.launches for one in trace.hazards]
