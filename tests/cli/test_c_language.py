"""`gpuviz check` of programs whose C++ is written in other ways than most."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.cli import main

pytestmark = pytest.mark.usefixtures("kept_workers")

SPACED = """__global__ void fill(float* a, int n) {
    int i = threadIdx.x;
    if (i < n) a[i] = i;
}
int main() {
    float* a;
    cudaMalloc(&a, 64 * sizeof(float));
    fill << <1, 64 >> > (a, 64);
}
"""
ASSERTED = """template <int TILE>
__global__ void tile(const float* a, float* b) {
    static_assert(TILE % 32 == 0, "whole warps");
    int i = blockIdx.x * TILE + threadIdx.x;
    b[i] = a[i];
}
int main() {
    float *a, *b;
    cudaMalloc(&a, 64 * sizeof(float));
    cudaMalloc(&b, 64 * sizeof(float));
    cudaMemset(a, 0, 64 * sizeof(float));
    tile<SIZE><<<64 / SIZE, SIZE>>>(a, b);
}
"""
FIELDS = """#define LEN (1 << 10)
struct Fields { float x[LEN]; float y[LEN]; };
__global__ void move(Fields* in, Fields* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out->y[i] = in->x[i + SHIFT] + 1.0f;
}
int main() {
    Fields *in, *out;
    cudaMalloc(&in, sizeof(Fields));
    cudaMalloc((void**)&out, sizeof(Fields));
    cudaMemset(in, 0, sizeof(Fields));
    move<<<LEN / 256, 256>>>(in, out, LEN);
}
"""


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        (SPACED, 0, "grid (1, 1, 1) block (64, 1, 1): no hazard"),
        (ASSERTED.replace("SIZE", "32"), 0, "grid (2, 1, 1) block (32, 1, 1): no hazard"),
        (ASSERTED.replace("SIZE", "16"), 2, "3:5: static assertion failed: whole warps"),
        (FIELDS.replace("SHIFT", "0"), 0, "grid (4, 1, 1) block (256, 1, 1): no hazard"),
        (FIELDS.replace("SHIFT", "1"), 1, "reads in[0, 1024]"),
    ],
)
def test_a_program_is_checked_as_the_compiler_reads_it(
    program: str, code: int, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "program.cu"
    file.write_text(program)

    assert main(["check", str(file)]) == code
    out = capsys.readouterr()
    assert said in out.out + out.err
