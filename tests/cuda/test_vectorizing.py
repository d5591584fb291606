"""cuda.reduce, @vectorize and @guvectorize for the GPU, against NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.recording import open_recording
from gpuviz.messages import NotSupportedError


@cuda.vectorize(["float32(float32, float32)", "float64(float64, float64)"], target="cuda")
def hypotenuse(a: Any, b: Any) -> Any:
    return math.sqrt(a * a + b * b)


@cuda.vectorize(["int64(int64, int64)"], target="cuda")
def plus(a: Any, b: Any) -> Any:
    return a + b


@cuda.guvectorize(["void(float64[:,:], float64[:], float64[:])"], "(m,n),(n)->(m)", target="cuda")
def product(matrix: Any, vector: Any, result: Any) -> None:
    for i in range(matrix.shape[0]):
        total = 0.0
        for k in range(matrix.shape[1]):
            total += matrix[i, k] * vector[k]
        result[i] = total


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 127, 128, 129, 1000])
@pytest.mark.parametrize("on_device", [False, True])
def test_a_reduction_of_whole_numbers_is_exact(count: int, on_device: bool) -> None:
    numbers = np.arange(count, dtype=np.int64) ** 2 - 3
    given = cuda.to_device(numbers) if on_device else numbers

    assert cuda.Reduce(lambda a, b: a + b)(given) == numbers.sum()
    assert cuda.reduce(lambda a, b: max(a, b))(given, init=-9) == numbers.max()
    assert cuda.reduce(lambda a, b: a + b)(given, size=1, init=5) == numbers[0] + 5


def test_a_reduction_can_leave_its_result_on_the_device() -> None:
    result = cuda.to_device(np.zeros(2))

    with open_recording() as recording:
        nothing = cuda.reduce(lambda a, b: a * b)(np.full(6, 2.0), res=result, init=1)

    assert nothing is None
    assert result.copy_to_host().tolist() == [64, 0]
    assert [trace.hazards for trace in recording.launches] == [(), ()]


def test_a_reduction_of_nothing_is_its_beginning() -> None:
    assert cuda.reduce(lambda a, b: a + b)(np.zeros(0, np.int32), init=4) == 4


def test_a_reduction_of_a_matrix_is_refused() -> None:
    with pytest.raises(TypeError, match="one dimension"):
        cuda.reduce(lambda a, b: a + b)(np.zeros((2, 2)))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (np.arange(5.0), np.arange(5.0)),
        (np.arange(6.0).reshape(2, 3), np.arange(3.0)),
        (np.arange(3.0)[:, None], np.arange(4.0)),
        (np.arange(5, dtype=np.float32), 2),
        (np.float64(3), 4.0),
    ],
)
def test_a_vectorized_function_broadcasts_as_numpy_does(a: Any, b: Any) -> None:
    result = hypotenuse(a, b)

    expected = np.sqrt(a * a + b * b)
    np.testing.assert_allclose(result, expected, rtol=1e-6)
    assert result.shape == np.shape(expected)
    assert result.dtype == (np.float32 if np.asarray(a).dtype == np.float32 else np.float64)


def test_a_vectorized_function_leaves_its_result_where_its_arguments_are() -> None:
    a, out = np.arange(4.0), np.zeros(4)
    on_device, there = cuda.to_device(a), cuda.device_array(4)

    assert isinstance(hypotenuse(on_device, a), type(on_device))
    assert hypotenuse(on_device, on_device, out=there) is there
    assert hypotenuse(a, a, out=out) is out
    np.testing.assert_allclose(there.copy_to_host(), out)
    np.testing.assert_allclose(out, np.hypot(a, a))


@pytest.mark.parametrize("count", [1, 2, 7, 64])
def test_a_vectorized_function_reduces(count: int) -> None:
    assert plus.reduce(np.arange(count)) == np.arange(count).sum()


def test_arrays_of_a_type_without_a_signature_are_refused() -> None:
    with pytest.raises(TypeError, match="no signature of plus takes int8, int8"):
        plus(np.zeros(2, np.int8), np.zeros(2, np.int8))


def test_a_decorator_without_signatures_is_refused() -> None:
    with pytest.raises(NotSupportedError, match="needs the types in its brackets"):
        cuda.vectorize(target="cuda")(lambda a: a)


@pytest.mark.parametrize(
    ("matrices", "vectors"), [((2, 3), (3,)), ((4, 2, 3), (3,)), ((2, 2, 2, 3), (2, 2, 3))]
)
def test_a_generalized_function_runs_for_each_of_a_stack(matrices: Any, vectors: Any) -> None:
    a, x = np.random.default_rng(0).random(matrices), np.random.default_rng(1).random(vectors)

    result = product(a, x)

    np.testing.assert_allclose(
        result, np.einsum("...ij,...j->...i", a, np.broadcast_to(x, (*matrices[:-2], 3)))
    )


def test_a_generalized_function_fills_the_output_that_it_is_given() -> None:
    a, x, out = np.eye(3), np.arange(3.0), np.zeros(3)

    assert product(a, x, out) is out
    assert product(a, cuda.to_device(x)).copy_to_host().tolist() == out.tolist() == [0, 1, 2]


@pytest.mark.parametrize("shape", [(2, 4), (3,)])
def test_arrays_that_do_not_fit_the_layout_are_refused(shape: Any) -> None:
    with pytest.raises(ValueError, match=r"does not fit \("):
        product(np.zeros(shape), np.zeros(3))


class Foreign:
    """An array of another library: all that is known of it is its description."""

    def __init__(self, array: Any) -> None:
        self._array = array  # kept alive
        self.__cuda_array_interface__ = array.__cuda_array_interface__


def test_arrays_of_another_library_are_inputs_and_outputs() -> None:
    numbers = np.arange(6, dtype=np.float32).reshape(2, 3)
    matrix, out, rows = cuda.to_device(numbers), cuda.device_array(2, np.float32), np.float32(2)
    total = cuda.guvectorize(["void(float32[:], float32[:])"], "(n)->()")(sum_row)
    scaled = cuda.vectorize(["float32(float32, float32)"])(lambda x, y: x * y)

    sums = total(Foreign(matrix), out=Foreign(out))
    product = scaled(Foreign(matrix), rows, out=Foreign(matrix))

    np.testing.assert_array_equal(sums.copy_to_host(), numbers.sum(axis=1))
    np.testing.assert_array_equal(out.copy_to_host(), numbers.sum(axis=1))
    np.testing.assert_array_equal(product.copy_to_host(), numbers * rows)
    np.testing.assert_array_equal(matrix.copy_to_host(), numbers * rows)


def sum_row(row: Any, total: Any) -> None:
    """The function of a generalized function."""
    total[0] = 0
    for value in row:
        total[0] += value


def times(a: Any, b: Any, out: Any) -> None:
    """The function of a generalized function with a scalar input."""
    for i in range(b.size):
        out[i] = a * b[i]


def test_host_arrays_of_a_wider_type_become_those_of_the_signature_and_device_arrays_do_not() -> (
    None
):
    scaled = cuda.guvectorize(["void(int32, int32[:], int32[:])"], "(),(t)->(t)")(times)
    row = np.arange(5, dtype=np.int32)

    np.testing.assert_array_equal(scaled(np.int64(3), row), 3 * row)
    np.testing.assert_array_equal(scaled(3, row.astype(np.int64)), 3 * row)
    with pytest.raises(TypeError, match=r"does not support \.astype"):
        scaled(cuda.to_device(np.array(3)), row)
    with pytest.raises(TypeError, match="no signature of times takes int16"):
        scaled(np.int16(3), row)


def test_the_number_of_arguments_is_told_as_numba_tells_it() -> None:
    scaled = cuda.guvectorize(["void(int32, int32[:], int32[:])"], "(),(t)->(t)")(times)
    row = np.arange(5, dtype=np.int32)

    with pytest.raises(TypeError, match=r"accepts 2 positional.*Got 1 positional argument\."):
        scaled(row)
    with pytest.raises(ValueError, match="both positional and keyword"):
        scaled(3, row, row, out=row)


def test_a_generalized_function_returns_nothing() -> None:
    from numba import int32  # the signature is made of its types

    with pytest.raises(TypeError, match=r"cannot return values.*specifies int32 return type"):
        cuda.guvectorize([int32(int32[:], int32[:])], "(m)->(m)")
