"""A kernel file of somebody's own as a text, whose host code begins as a test wants it."""

from __future__ import annotations

from pathlib import Path

SOURCE = '''"""Triples numbers."""

import numpy as np
from numba import cuda

import helper

SIZES = {{"n": 100}}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("out",)


@cuda.jit
def triple(a, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i] = helper.FACTOR * a[i]


def inputs(n, seed):
    {begin}
    return {{"a": np.arange(n, dtype=np.float32), "out": np.zeros(n, np.float32)}}


def numpy_twin(a, out):
    out[:] = 3 * a
'''

TELLS_AND_STAYS = """import os
    with open({fifo!r}, "w") as told:
        told.write(str(os.getpid()))
    while True:
        pass"""
"""Writes the number of its process into a pipe, and never ends."""

STAYS_ONCE = """import os
    try:
        os.close(os.open({mark!r}, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        pass
    else:
        with open({fifo!r}, "w") as told:
            told.write(str(os.getpid()))
        while True:
            pass"""
"""The same, but only the first time."""


def write_kernel(folder: Path, begin: str = "pass") -> Path:
    """The file, and the one beside it that it imports."""
    (folder / "helper.py").write_text("FACTOR = 3\n")
    path = folder / "triple.py"
    path.write_text(SOURCE.format(begin=begin))
    return path
