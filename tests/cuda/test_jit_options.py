"""Options of @cuda.jit, @vectorize and @guvectorize: what contradicts, and what there is not."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaInvalidConfigWarning

from gpuviz import cuda
from gpuviz.cuda.errors import CudaAPIError


def fill(x: Any) -> None:
    """A kernel's function."""
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"debug": True}, "debug=True with opt=True"),
        ({"debug": True, "opt": True}, "debug=True with opt=True"),
        ({"debug": True, "opt": False, "lineinfo": True}, "mutually exclusive"),
    ],
)
def test_options_that_contradict_are_warned_of_as_numba_does(
    options: dict[str, Any], words: str
) -> None:
    with pytest.warns(NumbaInvalidConfigWarning, match=words):
        cuda.jit(**options)(fill)


@pytest.mark.parametrize(
    "options",
    [
        {"debug": True, "opt": False},
        {"lineinfo": True},
        {"launch_bounds": (128, 2)},
        {"shared_memory_carveout": "MaxL1"},
        {"shared_memory_carveout": -1},
    ],
)
def test_other_options_are_taken_in_silence(options: dict[str, Any]) -> None:
    x = np.zeros(3)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel = cuda.jit(**options)(fill)
    kernel[1, 32](x)

    assert x.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"shared_memory_carveout": 101}, ValueError, "between -1 and 100"),
        ({"shared_memory_carveout": "most"}, ValueError, "Invalid carveout value: most"),
        ({"shared_memory_carveout": 0.5}, TypeError, "must be str or int, got float"),
        ({"launch_bounds": (1, 2, 3, 4)}, ValueError, "Got 4 launch bounds"),
    ],
)
def test_options_that_there_are_not_are_refused_as_numba_does(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        cuda.jit(**options)


@pytest.mark.parametrize("bounds", [128, (128,), (128, 2)])
def test_a_block_larger_than_the_launch_bounds_is_refused(bounds: Any) -> None:
    kernel = cuda.jit(launch_bounds=bounds)(fill)
    x = np.zeros(1)

    kernel[1, 128](x)
    with pytest.raises(CudaAPIError, match="256 threads is more than the 128"):
        kernel[1, 256](x)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"nopython": False}, TypeError, "nopython flag must be True"),
        ({"what": 1, "ever": 2}, TypeError, "options are not supported: 'what', 'ever'"),
        ({"cache": True}, TypeError, "caching is not supported"),
        ({"writable_args": (0,)}, TypeError, "writable_args are not supported"),
    ],
)
def test_guvectorize_refuses_the_options_that_numba_refuses(
    options: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        cuda.guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", **options)


def test_vectorize_refuses_the_options_that_numba_refuses() -> None:
    with pytest.raises(KeyError, match="Unrecognized options"):
        cuda.vectorize(["float32(float32)"], nonexistent=2)
    with pytest.raises(TypeError, match="caching"):
        cuda.vectorize(["float32(float32)"], cache=True)
    with pytest.warns(RuntimeWarning, match="nopython kwarg for cuda target is redundant"):
        cuda.vectorize(["float32(float32)"], nopython=True)
