"""Times and lengths of time (datetime64, timedelta64) in kernels, as Numba computes with them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.errors import NumbaError

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, kernel_from, run

TIME, LENGTH = np.datetime64("2005-02-01", "D"), np.timedelta64(3, "D")
SECONDS = np.timedelta64(7, "s")
NUMBERS = [np.int64(3), np.float64(2.5), np.int32(-2), np.uint8(2)]
VALUES = [TIME, LENGTH, SECONDS, *NUMBERS]
RESULTS = ["M8[D]", "m8[D]", "M8[s]", "m8[s]", "f8", "b1"]


@pytest.mark.slow
@pytest.mark.parametrize("operator", ["-", "+", "*", "/", "//", "%", "<", "=="])
def test_operators_give_what_numba_gives(operator: str) -> None:
    for left, right in itertools.product(VALUES, VALUES):
        if left in NUMBERS and right in NUMBERS:
            continue
        try:
            expected = by_numba(f"left {operator} right", left, right)
        except ValueError:  # some pairs that Numba types it cannot compile
            continue

        got = by_emulator(f"left {operator} right", expected, left, right)

        assert got == expected, f"{left!r} {operator} {right!r}"


@pytest.mark.slow
@pytest.mark.parametrize("text", ["-left", "abs(left)", "+left", "int(left)", "not left"])
@pytest.mark.parametrize("left", [TIME, LENGTH, SECONDS])
def test_signs_give_what_numba_gives(text: str, left: Any) -> None:
    expected = by_numba(text, left, left)

    assert by_emulator(text, expected, left, left) == expected


@pytest.mark.slow
@pytest.mark.parametrize("name", ["min", "max"])
@pytest.mark.parametrize("pair", [(TIME, TIME + LENGTH), (LENGTH, SECONDS), (SECONDS, LENGTH)])
def test_the_earlier_and_the_longer_are_found(name: str, pair: tuple[Any, Any]) -> None:
    expected = by_numba(f"{name}(left, right)", *pair)

    assert by_emulator(f"{name}(left, right)", expected, *pair) == expected


def by_numba(text: str, left: Any, right: Any) -> Any:
    """The result, None where Numba refuses."""
    function = kernel_from(f"def kernel(left, right):\n    return {text}\n")
    try:
        return njit(error_model="numpy")(function)(left, right)
    except NumbaError:
        return None


def by_emulator(text: str, like: Any, left: Any, right: Any) -> Any:
    """The result, of the type of `like`; None where it is refused."""
    kernel = f"def kernel(left, right, out):\n    out[0] = {text}\n"
    out = np.zeros(1, np.asarray(0 if like is None else like).dtype)
    try:
        done = run(kernel, config(1, 1), {"left": left, "right": right, "out": out})
    except NotSupportedError:
        return None
    return done.arrays["out"][0]


def test_arrays_of_times_are_read_and_written() -> None:
    kernel = """
        def kernel(start, end, limit, lengths, late):
            i = cuda.grid(1)
            tile = cuda.shared.array(12, start.dtype)
            tile[i] = end[i]
            cuda.syncthreads()
            lengths[i] = tile[11 - i] - start[i]
            late[i] = tile[i] > limit
        """
    start = np.arange("2005-02", "2006-02", dtype="M8[M]").astype("M8[D]")
    end = start + np.arange(12)
    lengths, late = np.zeros(12, "m8[D]"), np.zeros(12, bool)
    arguments = {"start": start, "end": end, "limit": start[5], "lengths": lengths, "late": late}

    done = run(kernel, config(1, 12), arguments)

    assert done.trace.hazards == ()
    assert np.array_equal(done.arrays["lengths"], end[::-1] - start)
    assert np.array_equal(done.arrays["late"], end > start[5])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x = math.sqrt(length)", "kernel.math-time"),
        ("x = float(length)", "kernel.cast"),
        ("x = round(length)", "kernel.time"),
        ("out[0] = length", "kernel.complex-element"),
        ("x = time < length", "kernel.comparison"),
        ("x = time if out[0] > 1 else length", "kernel.two-types"),
        ("x = max(time, length)", "kernel.operand-types"),
        ("print(time)", "kernel.print-item"),
    ],
)
def test_what_times_cannot_do_is_said(text: str, code: str) -> None:
    kernel = f"def kernel(time, length, out):\n    {text}\n"

    with pytest.raises(NotSupportedError) as refused:
        run(kernel, config(1, 1), {"time": TIME, "length": LENGTH, "out": np.zeros(1)})

    assert refused.value.message.code == code
