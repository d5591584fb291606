"""Kernels of a file of CUDA C that a script or a test launches, as those of Numba."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import gpuviz
from gpuviz.api import kernels_in
from gpuviz.messages import GpuvizError, NotSupportedError, RequestRefused

SCALE = """\
__global__ void scale(float* x, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] *= factor;
}
"""
WEIGHTED = """\
__constant__ float weights[3];
__global__ void weighted(float* x) { x[threadIdx.x] *= weights[threadIdx.x]; }
"""
FILLED = """\
template <typename T, int VALUE>
__global__ void filled(T* x) { x[threadIdx.x] = VALUE; }
"""
SUMMED = """\
__global__ void summed(const int* x, int* total) {
    extern __shared__ int part[];
    part[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < blockDim.x; i++) total[0] += part[i];
}
"""

Written = Callable[[str], ModuleType]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a file and gives its kernels."""

    def write(text: str) -> ModuleType:
        path = tmp_path / "kernels.cu"
        path.write_text(text, encoding="utf-8")
        return kernels_in(path)

    return write


def test_a_kernel_changes_the_array_that_it_is_given(written: Written) -> None:
    x = np.arange(100, dtype=np.float32)

    with gpuviz.recording() as launches:
        written(SCALE).scale[4, 32](x, 3, x.size)

    assert np.array_equal(x, 3 * np.arange(100))
    assert launches.hazards == ()


def test_a_hazard_is_recorded_with_its_line(written: Written) -> None:
    with gpuviz.recording() as launches:
        written(SCALE).scale[4, 32](np.zeros(100, np.float32), 3, 128)

    assert [(one.kind, one.line) for one in launches.hazards] == [("out-of-bounds", 3)]


def test_shared_memory_of_the_launch_is_given_as_to_numba(written: Written) -> None:
    total = np.zeros(1, np.int32)

    written(SUMMED).summed[1, 32, 0, 32 * 4](np.arange(32, dtype=np.int32), total)

    assert total[0] == 496


def test_constant_memory_is_set_by_its_name(written: Written) -> None:
    kernels, x = written(WEIGHTED), np.ones(3, np.float32)
    with pytest.raises(TypeError, match="weights is in constant memory"):
        kernels.weighted[1, 3](x)

    kernels.weights = np.array([1, 2, 3], np.float32)  # type: ignore[attr-defined]
    kernels.weighted[1, 3](x)

    assert x.tolist() == [1, 2, 3]


def test_a_template_is_launched_for_types_and_numbers(written: Written) -> None:
    kernels, x = written(FILLED), np.zeros(4, np.int64)

    kernels.filled.of("long long", 7)[1, 4](x)

    assert x.tolist() == [7] * 4
    with pytest.raises(TypeError, match="is a template"):
        kernels.filled[1, 4](x)


def test_a_template_has_what_the_comment_of_its_file_says(written: Written) -> None:
    kernels, x = written(f"// gpuviz: kernel = filled<double, 2>\n{FILLED}"), np.zeros(4)

    kernels.filled[1, 4](x)

    assert x.tolist() == [2] * 4


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ((np.zeros(4), 1, 4), r"x of scale is float\*: pass an array of float32, and not float64"),
        ((5, 1, 4), "and not a number"),
        ((np.zeros(4, np.float32), np.zeros(2), 4), "factor of scale is float: pass a number"),
        ((np.zeros(4, np.float32), 1), r"takes 3 arguments \(x, factor, n\), and 2 were given"),
    ],
)
def test_what_a_parameter_cannot_be_is_a_type_error(
    written: Written, given: tuple[object, ...], words: str
) -> None:
    with pytest.raises(TypeError, match=words):
        written(SCALE).scale[1, 32](*given)


def test_a_kernel_is_not_called_without_its_grid(written: Written) -> None:
    with pytest.raises(TypeError, match=r"scale\[blocks, threads\]"):
        written(SCALE).scale(np.zeros(4, np.float32), 1, 4)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("int main() {}\n", RequestRefused), ("/* never closed\n", NotSupportedError)],
)
def test_a_file_without_a_kernel_that_can_be_read_is_refused(
    written: Written, text: str, kind: type[GpuvizError]
) -> None:
    with pytest.raises(kind):
        written(text)
