"""Arguments of every kind, and what the names around a kernel stand for."""

from __future__ import annotations

import math
from math import pi
from typing import Any

import numba
import numpy as np
import pytest
from numba import float32, int16, types

from gpuviz.messages import NotSupportedError
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import Execution, execute
from tests.simt.kernels import config, kernel_from, run

TILE = 4
TWO_TILES, PADDED = TILE * 2, TILE + 1
SHAPE = (2, 16)
SCALE = np.float32(0.5)


def test_an_array_without_dimensions_is_one_number() -> None:
    done = run("def kernel(a):\n    a[()] = a[()] + 2\n", config(1, 1), {"a": np.array(5.0)})

    assert done.arrays["a"][()] == 7


def test_truth_values_are_stored_and_read() -> None:
    kernel = """
        def kernel(flags, out):
            i = cuda.grid(1)
            flags[i] = not flags[i]
            if flags[i] and i > 2:
                out[i] = flags[i]
            flags[0] = 7
        """
    arguments = {"flags": np.arange(32) % 2 == 0, "out": np.zeros(32, np.bool_)}

    done = run(kernel, config(1, 32), arguments)

    expected = np.arange(32) % 2 == 1
    assert np.array_equal(done.arrays["out"], expected & (np.arange(32) > 2))
    assert done.arrays["flags"][0]


def test_an_array_that_is_passed_twice_is_one_memory() -> None:
    kernel = """
        def kernel(a, b):
            i = cuda.grid(1)
            a[i] = i
            b[31 - i] += 100
        """
    values = np.zeros(32, np.int64)

    run(kernel, config(1, 32), {"a": values, "b": values})

    assert np.array_equal(values, np.arange(32) + 100)


def test_an_array_that_is_read_only_can_be_read() -> None:
    values = np.arange(4.0)
    values.flags.writeable = False
    arguments = {"a": values, "b": np.zeros(4)}

    done = run(
        "def kernel(a, b):\n    i = cuda.grid(1)\n    b[i] = a[i]\n", config(1, 4), arguments
    )

    assert np.array_equal(done.arrays["b"], values)


@pytest.mark.parametrize("order", ["C", "F"])
def test_parts_of_a_larger_array_are_written_in_place(order: str) -> None:
    whole = np.zeros((6, 4), order="C" if order == "C" else "F")
    part = whole[2:4] if order == "C" else whole[:, 1:3]
    kernel = "def kernel(a):\n    x, y = cuda.grid(2)\n    a[x, y] = 10 * x + y\n"

    run(kernel, config(part.shape, (1, 1)), {"a": part})

    expected = np.add.outer(10 * np.arange(part.shape[0]), np.arange(part.shape[1]))
    assert np.array_equal(part, expected)
    assert np.count_nonzero(whole) == np.count_nonzero(expected)


@pytest.mark.parametrize(
    ("scalar", "dtype"),
    [
        (3, np.int64),
        (2**63, np.uint64),
        (True, np.bool_),
        (1.5, np.float64),
        (np.float32(1.5), np.float32),
        (np.uint8(3), np.uint8),
        (2j, np.complex128),
    ],
)
def test_a_scalar_has_the_type_that_numba_gives_it(scalar: Any, dtype: Any) -> None:
    done = run("def kernel(v):\n    x = v\n", config(1, 1), {"v": scalar})

    (variable,) = done.trace.variables
    assert variable.dtype == dtype
    assert done.trace.scalars == {"v": scalar}


def test_names_of_the_module_keep_their_meaning() -> None:
    def kernel(out: Any) -> None:
        s = cuda.shared.array(SHAPE, float32)
        r = cuda.shared.array(shape=(TWO_TILES,), dtype=types.int32)
        q = cuda.shared.array(dtype=np.bool_, shape=PADDED)
        s[0, 3], r[0], q[0] = pi, 5, True
        out[0] = s[0, 3] + math.e + np.pi * SCALE + int16(70000) + numba.float64(1) / TILE
        out[1] = s.shape[1] + r.size + q.size + len(SHAPE) + SHAPE[0] + q[0] + r[0]

    from numba import cuda

    done = run_here(kernel, {"out": np.zeros(2)}, cuda)

    first = float(np.float32(pi)) + math.e + math.pi * 0.5 + 70000 - 65536 + 0.25
    assert done.arrays["out"][0] == pytest.approx(first, rel=1e-15)
    assert done.arrays["out"][1] == 16 + 8 + 5 + 2 + 2 + 1 + 5
    assert done.trace.shared_bytes == 2 * 16 * 4 + 8 * 4 + 5


def run_here(kernel: Any, arguments: dict[str, Any], *_: Any) -> Execution:
    return execute(capture_kernel(kernel), config(1, 1), arguments)


def test_shared_arrays_are_named_as_they_are_first_assigned_and_aligned() -> None:
    kernel = """
        @cuda.jit(device=True)
        def fill(target, v):
            own = cuda.shared.array(3, np.int8)
            own[0] = v
            target[0] = v + own[0]

        def kernel(out):
            first = cuda.shared.array(5, np.int8)
            second = other = cuda.shared.array(2, np.complex128)
            fill(first, 1)
            fill(other, 2)
            out[0] = first[0] + second[0].real
        """

    done = run(kernel, config(1, 1), {"out": np.zeros(1)})

    shared = [array for array in done.trace.arrays if array.space == "shared"]
    assert [array.name for array in shared][:2] == ["first", "second"]
    assert {array.name for array in shared} == {"first", "second", "own"}
    assert all(array.address % 16 == 0 for array in shared)
    assert done.arrays["out"][0] == 2 + 4
    assert done.trace.hazards == ()


def test_a_branch_that_a_constant_rules_out_is_not_read() -> None:
    kernel = """
        def kernel(out):
            x = np.float32(0.1)
            if DOUBLE:
                x = 0.1
                unknown(x)
            out[0] = x
            out[1] = 1 if DOUBLE else np.float32(0.1)
        """

    done = run(kernel, config(1, 1), {"out": np.zeros(2)}, DOUBLE=False)

    assert done.arrays["out"].tolist() == [float(np.float32(0.1))] * 2


def test_what_is_no_function_is_refused() -> None:
    with pytest.raises(NotSupportedError):
        capture_kernel(3)


def test_a_text_at_the_left_edge_of_a_nested_kernel_is_refused_and_not_a_traceback() -> None:
    text = (
        "def outer():\n    def kernel(a):\n        '''\nleft\n'''\n        a[0] = 1\n"
        "    return kernel\n"
    )
    function = kernel_from(text)

    with pytest.raises(NotSupportedError):
        capture_kernel(function())


def test_cuda_may_be_reached_through_numba() -> None:
    kernel = "def kernel(out):\n    out[numba.cuda.grid(1)] = numba.cuda.threadIdx.x\n"

    done = run(kernel, config(1, 4), {"out": np.zeros(4)}, numba=numba)

    assert done.arrays["out"].tolist() == [0, 1, 2, 3]


def test_threads_may_name_one_array_on_different_ways() -> None:
    kernel = """
        @cuda.jit(device=True)
        def same(i, a):
            if i % 2:
                return a
            return a

        def kernel(a):
            i = cuda.grid(1)
            if i < 9:
                p = a
            else:
                p = a
            p[i] += 1
            q = a if i < 5 else p
            same(i, q)[i] += 2
        """

    done = run(kernel, config(1, 32), {"a": np.zeros(32)})

    assert (done.arrays["a"] == 3).all()


def test_tuples_of_arrays_and_numbers_are_arguments() -> None:
    kernel = """
        def kernel(pair, limits, out):
            i = cuda.grid(1)
            a, b = pair
            if i < limits[0][1]:
                pair[1][i] = a[i] + b[i] * limits[1]
            out[i] = len(limits) + b[i]
        """
    a, b = np.arange(32.0), np.arange(32.0) ** 2
    arguments = {"pair": (a, b.copy()), "limits": ((3, 20), 0.5), "out": np.zeros(32)}

    done = run(kernel, config(1, 32), arguments)

    expected = np.where(np.arange(32) < 20, a + b * 0.5, b)
    assert np.array_equal(done.arrays["pair[1]"], expected)
    assert np.array_equal(done.arrays["out"], expected + 2)
    assert done.trace.scalars == {"limits[0][0]": 3, "limits[0][1]": 20, "limits[1]": 0.5}
    assert [info.name for info in done.trace.arrays] == ["pair[0]", "pair[1]", "out"]


def test_an_array_of_a_tuple_that_is_written_by_two_threads_is_a_race() -> None:
    kernel = """
        def kernel(pair):
            pair[1][0] = cuda.grid(1)
        """

    done = run(kernel, config(1, 32), {"pair": (np.zeros(2), np.zeros(2))})

    (hazard,) = done.trace.hazards
    assert (hazard.kind, hazard.array) == ("race", "pair[1]")
