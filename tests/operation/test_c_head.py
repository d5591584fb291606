"""Comments that are suggested for a kernel of CUDA C that stands alone: they launch it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.messages import GpuvizError
from gpuviz.operation import describe_text
from gpuviz.operation.c_head import suggested_head

SAXPY = "__global__ void saxpy(float* y, const float* x, float a, int n) { y[0] = a * x[0]; }\n"
MATRIX = (
    "__global__ void turn(const double* a, double* b, int rows, unsigned cols) {\n"
    "    int x = threadIdx.x, y = threadIdx.y;\n    b[x] = a[y];\n}\n"
)
TEMPLATE = "template <typename T, int N>\n__global__ void fill(T* x) { x[threadIdx.x] = N; }\n"


def test_lengths_are_those_of_the_number_that_it_takes() -> None:
    head = suggested_head(SAXPY, "saxpy.cu")

    assert head.text.splitlines() == [
        "// gpuviz: n = 1000",
        "// gpuviz: a = 2.0",
        "// gpuviz: y = zeros(n)",
        "// gpuviz: x = random(n)",
        "// gpuviz: threads = n",
        "// gpuviz: block = 256",
    ]


def test_threads_of_two_dimensions_cover_columns_and_rows() -> None:
    head = suggested_head(MATRIX, "turn.cu")

    assert (head.threads, head.block) == ("cols, rows", "16, 16")
    assert {row.length for row in head.rows if row.is_array} == {"rows * cols"}


@pytest.mark.parametrize("source", [SAXPY, MATRIX, TEMPLATE])
def test_what_is_suggested_describes_the_kernel(source: str, tmp_path: Path) -> None:
    head = suggested_head(source, "k.cu")

    info = describe_text(tmp_path / "k.cu", head.text + source)

    assert info.grid(info.default_size, info.default_block).x > 0


@pytest.mark.parametrize("source", ["int main() {}\n", "__global__ void k(int* x { }\n"])
def test_nothing_is_suggested_for_what_has_no_kernel_that_can_be_read(source: str) -> None:
    with pytest.raises(GpuvizError):
        suggested_head(source, "k.cu")
