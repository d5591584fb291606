"""Numba's CPU compiler as an oracle: the same body, called once for each thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gpuviz.simt.execute import ExecutionOptions
from tests.simt.kernels import config, kernel_from, run

INDEX = "    i = cuda.grid(1)\n"
MOST_ROUNDS = 10_000


class CompiledDevice:
    """`cuda` for texts that Numba's CPU compiler reads: a device function is one more njit."""

    @staticmethod
    def jit(**options: object) -> Any:
        return njit(error_model="numpy")


def by_numba(text: str, threads: int, arguments: Mapping[str, Any]) -> None:
    """Runs the body of a kernel as a function of i; arrays are written in place.

    A local array is one more array that nobody filled.

    The error model is that of CUDA: dividing by zero gives infinity or 0 and raises nothing.
    """
    as_function = text.replace("def kernel(", "def kernel(i, ").replace(INDEX, "")
    as_function = as_function.replace("cuda.local.array(", "np.empty(")
    function = njit(error_model="numpy")(kernel_from(as_function, cuda=CompiledDevice))
    for i in range(threads):
        function(i, *arguments.values())


def both(
    text: str, threads: int, arguments: Mapping[str, Any]
) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
    """The arrays after the kernel ran on the emulator, and after Numba ran it."""
    mine = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in arguments.items()}
    theirs = {k: v.copy() if isinstance(v, np.ndarray) else v for k, v in arguments.items()}
    block = next(size for size in range(32, 0, -1) if threads % size == 0)
    # memory as a CPU's threads have it; a loop that Numba leaves ends here, too
    options = ExecutionOptions(thread_memory=True, while_limit=MOST_ROUNDS)
    execution = run(text, config(threads // block, block), mine, options)
    assert execution.trace.hazards == ()
    by_numba(text, threads, theirs)
    arrays = {name: v for name, v in theirs.items() if isinstance(v, np.ndarray)}
    return dict(execution.arrays), arrays
