"""`array.fill(value)`, and parameters of kernels that have a default value."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from gpuviz import cuda
from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, kernel_from, run
from tests.simt.njit import both
from tests.simt.test_arithmetic import assert_same

BODIES = {
    "a whole array": "q.fill(2.7)\n    f.fill(i)",
    "a part": "f[i : i + 3].fill(d[i])\n    q[::-2].fill(True)",
    "rows": "if i % 3:\n        m[i % 4].fill(i)\n        m[1:3, ::2].fill(-1)",
    "a local array": "s = cuda.local.array(3, np.int8)\n    s.fill(300)\n    out[i] = s[0] + s[2]",
    "by another name": "write = f[:2].fill\n    write(7)\n    out[i] = f[0]",
    "what a function gives back": "x = f[:1].fill(3)\n    out[i] = x is None",
}


@pytest.mark.slow
@pytest.mark.parametrize("title", BODIES)
def test_it_fills_as_numba_does(title: str) -> None:
    given: dict[str, NDArray[Any]] = {
        "out": np.zeros(8),
        "f": np.arange(10, dtype=np.float32),
        "d": np.linspace(-2, 2, 8),
        "q": np.arange(9, dtype=np.int32),
        "m": np.ones((4, 5)),
    }
    text = f"def kernel({', '.join(given)}):\n    i = cuda.grid(1)\n    {BODIES[title]}\n"

    mine, theirs = both(text, 1, given)

    for name, want in theirs.items():
        assert_same(mine[name], want)


def test_lanes_fill_rows_of_their_own() -> None:
    text = "def kernel(m):\n    i = cuda.grid(1)\n    if i > 1:\n        m[i].fill(10 * i)\n"

    execution = run(text, config(1, 4), {"m": np.ones((4, 3))})

    assert execution.arrays["m"].tolist() == [[1] * 3, [1] * 3, [20] * 3, [30] * 3]
    assert execution.trace.hazards == ()
    assert list(execution.trace.outputs) == ["m"]


@pytest.mark.parametrize(
    ("call", "code"),
    [
        ("a.fill(1j)", "kernel.complex-element"),
        ("a.fill(a)", "kernel.argument-count"),
        ("a.fill()", "kernel.argument-count"),
        ("a.fill(None)", "kernel.argument-count"),
        ("frozen.fill(1)", "kernel.read-only"),
        ("TABLE.fill(1)", "kernel.read-only"),
    ],
)
def test_what_numba_cannot_fill_is_refused(call: str, code: str) -> None:
    frozen = np.zeros(4)
    frozen.flags.writeable = False

    text = f"def kernel(a, frozen):\n    {call}\n"

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 1), {"a": np.zeros(4), "frozen": frozen}, TABLE=np.zeros(3))

    assert refused.value.message.code == code


def test_a_kernel_whose_parameter_has_a_default_is_given_all_arguments() -> None:
    kernel = cuda.jit(kernel_from("def kernel(a, n=3):\n    a[cuda.grid(1)] = n\n"))
    a = np.zeros(4)

    kernel[1, 4](a, 5)

    assert a.tolist() == [5, 5, 5, 5]


def test_an_argument_with_a_default_may_be_left_out() -> None:
    kernel = cuda.jit(kernel_from("def kernel(a, n=3):\n    a[cuda.grid(1)] = n\n"))
    a = np.zeros(4)

    kernel[1, 4](a)

    assert a.tolist() == [3, 3, 3, 3]
