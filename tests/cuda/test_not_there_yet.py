"""Names of numba-cuda that the drop-in does not have are explained, each as what it is."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest

from gpuviz import cuda
from gpuviz.cuda.stand_in import standing_in
from gpuviz.messages import NotSupportedError

NARROW = r"numbers of 16 or 8 bits \(bfloat16, fp8\)"
EXTENSION = "teaches Numba's compiler new types and instructions"
IMPORTS = {
    "from numba.cuda import bf16": NARROW,
    "from numba.cuda.bf16 import bfloat16": NARROW,
    "from numba.cuda.fp8 import fp8_e5m2": NARROW,
    "from numba.cuda.types import bfloat16": NARROW,
    "from numba import cuda\ncuda.types.bfloat16": NARROW,
    "from numba.cuda.cudadecl import register": EXTENSION,
    "import numba.cuda.cudaimpl": EXTENSION,
    "from numba.cuda.extending import typeof_impl": EXTENSION,
    "from numba.cuda.extending import overload, register_model": EXTENSION,
    "from numba.cuda import coop": "library of algorithms for blocks and warps",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", IMPORTS)
def test_an_import_of_what_is_not_there_says_what_it_is(text: str) -> None:
    with standing_in(), pytest.raises(NotSupportedError, match=IMPORTS[text]):
        exec(text, {})


@cuda.jit
def unrolled(out: Any) -> None:
    for value in numba.literal_unroll((1, 2.5)):
        out[0] += value


@cuda.jit
def unrolled_by_cuda(out: Any) -> None:
    for value in cuda.literal_unroll((1, 2.5)):
        out[0] += value


@cuda.jit
def narrow(out: Any) -> None:
    out[0] = cuda.bf16.bfloat16(out[0])


@cuda.jit
def clustered(out: Any) -> None:
    cuda.cg.this_cluster().sync()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("kernel", "words"),
    [
        (unrolled, "numba-cuda has it as cuda.literal_unroll alone"),
        (unrolled_by_cuda, r"treat the items one by one, t\[0\]"),
        (narrow, NARROW),
        (clustered, "thread block clusters"),
    ],
)
def test_a_kernel_that_uses_what_is_not_there_says_what_it_is(kernel: Any, words: str) -> None:
    with pytest.raises(NotSupportedError, match=words):
        kernel[1, 1](np.zeros(1))


def test_a_kernel_for_clusters_is_refused() -> None:
    with pytest.raises(NotSupportedError, match="cluster_dims is not known"):
        cuda.jit(cluster_dims=(2, 1, 1))


def test_a_launch_of_clusters_is_refused() -> None:
    kernel = cuda.jit(unrolled.py_func)

    with pytest.raises(NotSupportedError, match=r"fifth .* thread block clusters"):
        kernel[1, 32, 0, 0, 2]
    with pytest.raises(NotSupportedError, match="thread block clusters"):
        kernel.configure(1, 32, cluster=2)
