"""isinstance, `is True`, and variables that get their value later, as Numba knows them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run
from tests.simt.njit import both

ASKED = """
def kernel(out, x):
    i = cuda.grid(1)
    if isinstance(x, KIND):
        out[i] = 1
    else:
        out[i] = 2
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["int", "float", "tuple", "(int, float)"])
@pytest.mark.parametrize("value", [3, 2.5, (1, 2), np.float32(1), np.uint8(4)])
def test_isinstance_asks_for_the_type_that_numba_gives(kind: str, value: Any) -> None:
    mine, theirs = both(ASKED.replace("KIND", kind), 1, {"out": np.zeros(1), "x": value})

    assert mine["out"] == theirs["out"]


def test_a_type_that_kernels_do_not_know_is_refused() -> None:
    with pytest.raises(NotSupportedError, match="isinstance in a kernel asks for"):
        run(ASKED.replace("KIND", "list"), config(1, 1), {"out": np.zeros(1), "x": 3})


@pytest.mark.parametrize("flag", [np.True_, np.False_])
def test_a_truth_value_is_true_or_false(flag: Any) -> None:
    text = (
        "def kernel(out, flag):\n    i = cuda.grid(1)\n"
        "    out[i] = (flag is True) + 2 * (flag is not False)\n"
    )

    done = run(text, config(1, 1), {"out": np.zeros(1), "flag": flag})

    assert done.arrays["out"][0] == 3 * bool(flag)


LATER = """
def kernel(out, x):
    i = cuda.grid(1)
    for k in range(3):
        if k == FIRST:
            total = x[i]
        else:
            total = total + x[i]
    out[i] = total
"""


def test_a_variable_may_get_its_value_in_an_earlier_turn_of_the_loop() -> None:
    text = LATER.replace("FIRST", "0")

    mine, theirs = both(text, 4, {"out": np.zeros(4), "x": np.arange(4.0)})

    np.testing.assert_array_equal(mine["out"], theirs["out"])


def test_a_variable_that_is_assigned_only_further_down_is_refused() -> None:
    text = LATER.replace("total + x[i]", "1").replace("= x[i]", "= total + x[i]")

    with pytest.raises(NotSupportedError, match="total has no value here"):
        run(text.replace("FIRST", "1"), config(1, 1), {"out": np.zeros(1), "x": np.ones(1)})


def test_a_thread_that_reads_it_before_reads_0_and_it_is_a_hazard() -> None:
    done = run(LATER.replace("FIRST", "1"), config(1, 1), {"out": np.zeros(1), "x": np.ones(1)})

    assert [(h.kind, h.array) for h in done.trace.hazards] == [("uninitialized", "total")]
