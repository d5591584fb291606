"""Names that kernels cannot use: the sentence says what was meant, or what to do instead."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run


class Settings:
    """What a script keeps its numbers in."""

    count = 3


SENTENCES = {
    "capitals of an axis": ("a[cuda.threadidx.x] = 1", "misspelt", "cuda.threadIdx.x?"),
    "capitals in a variable": ("k = cuda.blockidx.x\n    a[k] = 1", "misspelt", "cuda.blockIdx.x?"),
    "underscore": ("a[i] = cuda.thread_idx.x + 1", "misspelt", "cuda.threadIdx.x?"),
    "letters of a call": ("a[cuda.gird(1)] = 1", "misspelt", "cuda.grid?"),
    "function of math": ("a[i] = math.sqr(4.0)", "misspelt", "math.sqrt?"),
    "name of CUDA C": ("cuda.__syncthreads()", "misspelt", "cuda.syncthreads?"),
    "old name": ("x = cuda.shfl_down(1, 1)", "misspelt", "cuda.shfl_down_sync?"),
    "no module": ("a[threadIdx.x] = 1", "of-cuda", "write cuda.threadIdx."),
    "no axis": ("k = cuda.threadIdx\n    a[k] = 1", "axis-missing", "as in k.x."),
    "parentheses": ("a[i] = a(i)", "array-called", "as in a[i]."),
    "object": ("a[i] = settings.count", "of-host", "settings.count is a Settings of the host"),
    "list": ("a[i] = sizes[1]", "of-host", "sizes is a list of the host"),
    "clock": ("a[i] = time.perf_counter()", "function-of-host", "before the launch"),
    "random numbers": ("a[i] = random.random()", "random-of-host", "xoroshiro128p"),
    "NumPy's random numbers": ("a[i] = np.random.rand()", "random-of-host", "xoroshiro128p"),
    "global variable": ("global total\n    total += 1", "global-changed", "pass an array"),
    "synchronize": ("cuda.synchronize()", "not-in-numba-cuda", "cuda.syncthreads()"),
}


@pytest.mark.parametrize("title", SENTENCES)
def test_the_sentence_says_what_to_write(title: str) -> None:
    body, code, part = SENTENCES[title]
    text = f"def kernel(a):\n    i = cuda.grid(1)\n    {body}\n"
    names: dict[str, Any] = {"settings": Settings(), "sizes": [1, 2]}
    names |= {"time": time, "random": random}

    with pytest.raises(NotSupportedError) as refused:
        run(text, config(1, 4), {"a": np.zeros(4)}, **names)

    assert refused.value.message.code == f"kernel.{code}"
    assert part in refused.value.message.text
    assert refused.value.place is not None


@pytest.mark.parametrize("body", ["x = cuda.atomic.mul(a, 0, 1)", "x = math.sumprod(a, a)"])
def test_a_name_like_no_other_gets_no_guess(body: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(f"def kernel(a):\n    {body}\n", config(1, 4), {"a": np.zeros(4)})

    assert refused.value.message.code == "kernel.unknown-call"


def test_a_kernel_launches_no_kernel() -> None:
    text = "@cuda.jit\ndef inner(a):\n    a[0] = 1\n\ndef kernel(a):\n    inner[1, 2](a)\n"

    with pytest.raises(NotSupportedError, match="a kernel cannot launch a kernel"):
        run(text, config(1, 4), {"a": np.zeros(4)})
