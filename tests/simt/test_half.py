"""float16 in kernels: cuda.fp16, operators and casts; NumPy's own float16 is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.simt.kernels import config, run

NUMBERS = np.array([0.1, -2.5, 3.14159, 1000.0, 0.0007, 60000.0, -0.0, np.inf], np.float16)
PAIRS = tuple(part.reshape(-1) for part in np.meshgrid(NUMBERS, NUMBERS))


def computed(expression: str, result: Any) -> NDArray[Any]:
    """An expression of x and y for all pairs."""
    kernel = f"""
        def kernel(left, right, out):
            i = cuda.grid(1)
            x, y = left[i], right[i]
            out[i] = {expression}
        """
    arguments = {"left": PAIRS[0], "right": PAIRS[1], "out": np.zeros(64, result)}
    return run(kernel, config(1, 64), arguments).arrays["out"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x + y", lambda x, y: x + y),
        ("x - y", lambda x, y: x - y),
        ("x * y", lambda x, y: x * y),
        ("x / y", lambda x, y: x / y),
        ("-x", lambda x, y: -x),
        ("abs(x)", lambda x, y: np.abs(x)),
        ("x + np.int8(3)", lambda x, y: x + np.int8(3)),
        ("max(x, y)", np.maximum),
        ("cuda.fp16.hadd(x, y)", lambda x, y: x + y),
        ("cuda.fp16.hsub(x, y)", lambda x, y: x - y),
        ("cuda.fp16.hmul(x, y)", lambda x, y: x * y),
        ("cuda.fp16.hmul(x, 2.5)", lambda x, y: x * np.float16(2.5)),
        ("cuda.fp16.hdiv(x, y)", lambda x, y: x / y),
        ("cuda.fp16.hneg(x)", lambda x, y: -x),
        ("cuda.fp16.habs(x)", lambda x, y: np.abs(x)),
        ("cuda.fp16.hmax(x, y)", np.fmax),
        ("cuda.fp16.hmin(x, y)", np.fmin),
        ("cuda.fp16.hfloor(x)", lambda x, y: np.floor(x)),
        ("cuda.fp16.hrint(x)", lambda x, y: np.rint(x)),
        ("math.floor(x)", lambda x, y: np.floor(x)),
        ("np.float16(np.float64(x) * 3)", lambda x, y: (np.float64(x) * 3).astype(np.float16)),
        ("1.1", lambda x, y: np.full(64, 1.1, np.float16)),
    ],
)
def test_results_are_those_of_numpy(
    expression: str, expected: Callable[[Any, Any], NDArray[Any]]
) -> None:
    with np.errstate(all="ignore"):
        wanted = expected(*PAIRS)

    assert wanted.dtype == np.float16
    assert np.array_equal(computed(expression, np.float16), wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("sin", np.sin),
        ("cos", np.cos),
        ("tanh", np.tanh),
        ("log", np.log),
        ("log2", np.log2),
        ("log10", np.log10),
        ("exp", np.exp),
        ("exp2", np.exp2),
        ("sqrt", np.sqrt),
        ("rsqrt", lambda x: 1 / np.sqrt(x)),
        ("rcp", lambda x: 1 / x),
    ],
)
def test_functions_are_rounded_once(name: str, function: Callable[[Any], Any]) -> None:
    with np.errstate(all="ignore"):
        wanted = function(PAIRS[0].astype(np.float64)).astype(np.float16)

    got = computed(f"cuda.fp16.h{name}(x)", np.float16)

    assert np.array_equal(got, wanted, equal_nan=True)


def test_a_product_and_a_sum_are_rounded_once() -> None:
    with np.errstate(all="ignore"):
        exact = PAIRS[0].astype(np.float64) * PAIRS[1].astype(np.float64) + 0.5
        wanted = exact.astype(np.float16)

    got = computed("cuda.fp16.hfma(x, y, 0.5)", np.float16)

    assert np.array_equal(got, wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("expression", "compare"),
    [
        ("cuda.fp16.heq(x, y)", np.equal),
        ("cuda.fp16.hne(x, y)", np.not_equal),
        ("cuda.fp16.hge(x, y)", np.greater_equal),
        ("cuda.fp16.hgt(x, y)", np.greater),
        ("cuda.fp16.hle(x, y)", np.less_equal),
        ("cuda.fp16.hlt(x, y)", np.less),
        ("x < y", np.less),
    ],
)
def test_comparisons_give_truth_values(
    expression: str, compare: Callable[[Any, Any], NDArray[np.bool_]]
) -> None:
    assert np.array_equal(computed(expression, np.bool_), compare(*PAIRS))


def test_a_cast_to_a_whole_number_rounds_as_the_hardware_does() -> None:
    kernel = "def kernel(x, out):\n    i = cuda.grid(1)\n    out[i] = np.int32(x[i])\n"
    halves = np.array([12.3, -12.3, 0.5, 1.5, 2.5, -0.7], np.float16)

    done = run(kernel, config(1, 6), {"x": halves, "out": np.zeros(6, np.int32)})

    assert list(done.arrays["out"]) == [12, -12, 0, 2, 2, -1]
