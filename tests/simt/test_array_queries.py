"""What NumPy's functions tell of arrays and numbers in a kernel, against Numba's CPU compiler."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pytest

from tests.simt.kernels import config, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

BODIES = {
    "sizes and kinds": """
        out[i] = np.size(m) + 100 * np.shape(m[i % 4 :])[0] + np.asarray(d)[i] + d.real[i]
        out[i] += np.iscomplexobj(z) + 2 * np.isrealobj(z[0]) + 4 * np.iscomplexobj((1, 2j))
        out[i] += np.isscalar(i) + 2 * np.isscalar(d) + 4 * np.isscalar("text")
        """,
    "a place in a sorted array": """
        out[i] = np.searchsorted(s, d[i]) + 100 * np.searchsorted(s[i % 5 :], d[i], "right")
        out[i] += 10**4 * np.searchsorted(s, s[i % 20], side="right")
        nan = d[i] / (d[i] * 0)
        out[i] += 10**8 * np.searchsorted(s, nan - nan) + np.searchsorted(s[:0], 1.5)
        """,
    "diagonals": """
        out[i] = np.trace(m) + 3 * np.trace(m[: i % 5], i % 4) + np.trace(m[::-1], offset=-(i % 9))
        """,
    "angles": """
        out[i] = np.angle(z[i]) + 10 * np.angle(z[i], True) + np.angle(d[i], i % 2 == 0)
        out[i] += np.angle(np.int8(-i)) + np.sinc(d[i]) + np.sinc(i / 2) + np.sinc(np.float32(0))
        """,
    "bits of a number": """
        out[i] = np.float64(i / 3).view(np.int64) % 1000 + d[i].item()
        out[i] += np.float32(i / 7).view(np.uint32) % 1000
        out[i] += np.int64(i + 2**62).view(np.float64) + z[i].item().real
        """,
}


def arguments() -> dict[str, Any]:
    rng = np.random.default_rng(8)
    return {
        "out": np.zeros(32),
        "d": np.round(3 * rng.standard_normal(32), 1),
        "s": np.sort(np.round(3 * rng.standard_normal(20), 1)),
        "m": rng.standard_normal((8, 7)),
        "z": rng.standard_normal(32) + 1j * rng.standard_normal(32),
    }


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_they_are_what_numba_has(title: str) -> None:
    body = BODIES[title].replace("\n        ", "\n    ")

    text = f"def kernel(out, d, s, m, z):\n    i = cuda.grid(1)\n{body}"
    mine, theirs = both(text, 32, arguments())

    assert_same(mine["out"], theirs["out"], ulps=4)


@pytest.mark.parametrize("side", ["left", "right"])
def test_a_search_halves_what_is_left_and_reads_one_element_each_time(
    side: Literal["left", "right"],
) -> None:
    text = f"def kernel(s, out):\n    out[0] = np.searchsorted(s, 37.5, '{side}')\n"
    given = {"s": np.arange(64.0), "out": np.zeros(1)}

    execution = run(text, config(1, 1), given)

    assert execution.arrays["out"][0] == np.searchsorted(given["s"], 37.5, side)
    assert execution.trace.counters is not None
    assert execution.trace.counters.global_load_requests <= 7


def test_a_diagonal_is_read_element_by_element() -> None:
    text = "def kernel(m, out):\n    out[0] = np.trace(m, 1)\n"
    given = {"m": np.arange(12.0).reshape(3, 4), "out": np.zeros(1)}

    execution = run(text, config(1, 1), given)

    assert execution.arrays["out"][0] == np.trace(given["m"], 1)
    assert execution.trace.counters is not None
    assert execution.trace.counters.global_load_requests == 3
