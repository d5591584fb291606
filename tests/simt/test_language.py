"""The language of kernels is numba-cuda's: what it compiles runs here, what it refuses is refused.

Each table says what numba-cuda 0.30 answered; the slow tests ask its compiler, which needs no GPU.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.helpers.numba_cuda import refusal, require_compiler
from tests.simt.kernels import config, kernel_from, run

COMPILED = {
    "slice of a float": "out[i] = d[slice(1.5, 4)][0]",
    "slice of three with None": "out[i] = d[slice(2, 9, None)][0]",
    "slice that may be None": "s = None\nif i > 3:\n    s = slice(1, 4)",
    "slices of different bounds": "s = slice(2, i) if i > 3 else slice(None)\nout[i] = d[s][0]",
}
"""What both take."""

REFUSED = {
    "slice with and without a step": (
        "if i > 3:\n    s = slice(1, 5)\nelse:\n    s = slice(2, 9, 2)\nout[i] = d[s][0]",
        "kernel.two-types",
    ),
    "slices compared": ("out[i] = slice(1, 4) == slice(1, 4)", "kernel.comparison"),
    "item of a slice": ("out[i] = slice(1, 4)[0]", "kernel.not-indexable"),
    "length of a slice": ("out[i] = len(slice(1, 4))", "kernel.length"),
    "slice of nothing": ("s = slice()", "kernel.slice-arguments"),
    "slice of four": ("s = slice(1, 2, 3, 4)", "kernel.slice-arguments"),
    "slice of a text": ("s = slice('1', 2)", "kernel.slice-arguments"),
    "slice by name": ("s = slice(start=1)", "kernel.keyword"),
    "slice that is printed": ("print(slice(1, 2))", "kernel.print-item"),
    "slice that is changed": ("s = slice(1, 4)\ns.start = 3", "kernel.target"),
    "indices of a fraction": ("s = slice(1, 4).indices(2.5)", "kernel.slice-arguments"),
    "indices of nothing": ("s = slice(1, 4).indices()", "kernel.argument-count"),
    "tuple cut by a slice of variables": ("x = (1, 2, 3)[slice(i)]", "kernel.tuple-index"),
    "range cut by a slice": ("x = range(9)[slice(2)]", "kernel.not-indexable"),
}
"""What both refuse, and how we say it."""


def arguments() -> dict[str, Any]:
    """One of each kind: floats of 64 and of 32 bits, whole numbers, truth values, a matrix."""
    return {
        "out": np.zeros(64),
        "d": np.linspace(-3, 5, 64),
        "f": np.linspace(-3, 5, 64, dtype=np.float32),
        "q": (np.arange(64, dtype=np.int32) * 7) % 23 - 9,
        "u": np.arange(64, dtype=np.uint8),
        "b": np.arange(64) % 3 == 0,
        "z": np.linspace(-3, 5, 64) * (1 + 2j),
        "m": np.linspace(-3, 5, 64).reshape(8, 8),
    }


def kernel_text(body: str) -> str:
    head = f"def kernel({', '.join(arguments())}):\n    i = cuda.grid(1)\n"
    return head + textwrap.indent(body, "    ") + "\n"


def told_by_numba_cuda(body: str) -> str:
    from numba import cuda

    return refusal(kernel_from(kernel_text(body), cuda=cuda), arguments())


@pytest.mark.parametrize("title", COMPILED)
def test_it_runs(title: str) -> None:
    execution = run(kernel_text(COMPILED[title]), config(1, 32), arguments())

    assert execution.trace.hazards == ()


@pytest.mark.parametrize("title", REFUSED)
def test_it_is_refused_in_words_of_our_own(title: str) -> None:
    body, code = REFUSED[title]

    with pytest.raises(NotSupportedError) as refused:
        run(kernel_text(body), config(1, 32), arguments())

    assert refused.value.message.code == code
    assert refused.value.place is not None


@pytest.mark.slow
@pytest.mark.parametrize("title", COMPILED)
def test_numba_cuda_compiles_what_runs(title: str) -> None:
    require_compiler()

    assert told_by_numba_cuda(COMPILED[title]) == ""


@pytest.mark.slow
@pytest.mark.parametrize("title", REFUSED)
def test_numba_cuda_refuses_what_is_refused(title: str) -> None:
    require_compiler()

    assert told_by_numba_cuda(REFUSED[title][0]) != ""
