"""A variable of which some lanes hold an int64 and some an uint64 or a fraction, for a while."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from gpuviz.simt.numerics.mixed_numbers import MixedNumbers, loses_digits, mixed
from tests.simt.kernels import config, run

ODD = np.arange(32, dtype=np.int64) * 2 + 2**62 + 1
"""Numbers that no float64 is."""


@pytest.mark.parametrize(
    "other", ["u8[i]", "r[i]", "np.float32(r[i])", "np.uint64(7)", "complex(r[i], 1)", "2.5"]
)
def test_lanes_keep_their_digits_beside_lanes_that_hold_another_type_for_a_while(
    other: str,
) -> None:
    text = (
        "def kernel(x, u8, r, result):\n    i = cuda.grid(1)\n    w = x[i]\n"
        f"    if i % 3 == 0:\n        w = {other}\n        w = i\n"
        f"    if i % 5 == 1:\n        w = {other}\n        w = x[i] - 1\n    result[i] = w\n"
    )
    arrays = {
        "x": ODD,
        "u8": ODD.astype(np.uint64),
        "r": ODD * 0.25,
        "result": np.zeros(32, np.int64),
    }
    i = np.arange(32)

    result = run(text, config(1, 32), arrays).arrays["result"]

    assert result.tolist() == np.where(i % 5 == 1, ODD - 1, np.where(i % 3 == 0, i, ODD)).tolist()


def test_where_both_types_stay_the_variable_is_a_float64() -> None:
    text = (
        "def kernel(x, u8, result):\n    i = cuda.grid(1)\n    w = x[i]\n"
        "    if i % 3 == 0:\n        w = u8[i]\n    result[i] = w\n"
    )
    arrays = {"x": ODD, "u8": ODD.astype(np.uint64), "result": np.zeros(32, np.int64)}

    result = run(text, config(1, 32), arrays).arrays["result"]

    assert result.tolist() == ODD.astype(np.float64).astype(np.int64).tolist()


def test_numbers_are_mixed_only_where_numpy_would_round_them() -> None:
    whole, natural, fraction = np.int64(1), np.uint64(1), np.float32(1)

    assert loses_digits(whole, natural)
    assert loses_digits(fraction, whole)
    assert not loses_digits(whole, np.int32(1))
    assert not loses_digits(fraction, np.int32(1))
    assert not loses_digits(None, whole)


def test_numbers_of_one_type_are_mixed_no_longer() -> None:
    half = np.arange(4) < 2
    two = mixed(half, np.uint64(2**63 + 1), np.full(4, 2**62 + 1))

    assert isinstance(two, MixedNumbers)
    assert two.astype(np.dtype(np.uint64)).tolist() == [2**63 + 1] * 2 + [2**62 + 1] * 2

    one = mixed(~half, np.uint64(7), two)

    assert one.dtype == np.uint64
    assert one.tolist() == [2**63 + 1] * 2 + [7] * 2


def test_a_spin_that_never_ends_is_told_although_lanes_hold_different_types() -> None:
    text = (
        "def kernel(x, u8, flag, result):\n    i = cuda.grid(1)\n    w = x[i]\n"
        "    if i % 2:\n        w = u8[i]\n        while flag[0] == 0 and w > 0:\n"
        "            w = u8[i]\n        w = 1\n    result[i] = w\n"
    )
    arrays = {
        "x": ODD,
        "u8": ODD.astype(np.uint64),
        "flag": np.zeros(1, np.int32),
        "result": np.zeros(32, np.int64),
    }

    with pytest.raises(KernelFailed, match="does not end"):
        run(text, config(1, 32), arrays)
