"""Kernel files of a user's own: a good one to be changed, and the changes that make it bad."""

from __future__ import annotations

GOOD = '''"""Doubling: y = 2 x."""
import numpy as np
from numba import cuda

SIZES = {"n": 40}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("y",)
FLOPS = "n"
BYTES = "8 * n"


@cuda.jit
def double(x, y):
    i = cuda.grid(1)
    if i < y.size:
        y[i] = 2 * x[i]


def inputs(n, seed):
    return {"x": np.arange(n, dtype=np.float32), "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = 2 * x
'''


def changed(old: str, new: str) -> str:
    """GOOD with one change."""
    assert old in GOOD
    return GOOD.replace(old, new)


OUT_OF_BOUNDS = changed("if i < y.size:", "if i < y.size + 1:")
WRONG_TWIN = (
    GOOD
    + """

def one_thread(x, y):
    y[:] = 3 * x
"""
)
WRONG_RESULT = changed("2 * x[i]", "3 * x[i]")
WITHOUT_REFERENCE = changed("def numpy_twin(x, y):\n    y[:] = 2 * x\n", "")
SYNTAX_ERROR = changed("i = cuda.grid(1)", "i = cuda.grid(1")
WITHOUT_KERNEL = changed("@cuda.jit\n", "")
UNSUPPORTED = changed("i = cuda.grid(1)", "i = cuda.grid(1)\n    import os")
HOST_CODE_FAILS = changed("np.arange(n, dtype=np.float32)", "np.arange(n, dtype=no_such_name)")
HOST_CODE_LEAVES = changed('return {"x"', 'import os; os._exit(5)\n    return {"x"')
PRINTS = changed('return {"x"', 'print("said by the host code")\n    return {"x"')
