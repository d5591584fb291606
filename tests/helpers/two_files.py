"""A launch whose hazards stand in a device function of another file, on a line that both have."""

from __future__ import annotations

import linecache
from dataclasses import replace

import numpy as np

from gpuviz import cuda
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.simt.capture import capture_kernel
from gpuviz.simt.execute import execute
from gpuviz.trace import Trace

MAIN = """
@cuda.jit
def mirror(x, y):
    s = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    put(s, t, x[t])
    y[t] = get(s, 63 - t)
"""
PARTS = """

@cuda.jit(device=True)
def put(s, t, v):
    s[t] = v

@cuda.jit(device=True)
def get(s, t):
    return s[t]
"""
PUT, GET = 5, 9
"""The lines of the race in parts.py; in main.py line 5 is one of the kernel, too."""


def mirrored(main: str = "main.py", parts: str = "parts.py") -> Trace:
    """The launch, with a race between lines PUT and GET of `parts`."""
    space = {"cuda": cuda, "np": np, "__name__": "kernels"}
    for file, text in ((parts, PARTS), (main, MAIN)):
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec", dont_inherit=True), space)
    kernel = capture_kernel(space["mirror"].py_func)  # type: ignore[attr-defined]
    x = np.arange(64, dtype=np.float32)
    launch = LaunchConfig(Dim3(1), Dim3(64))
    return execute(kernel, launch, {"x": x, "y": np.zeros_like(x)}).trace


def older(trace: Trace) -> Trace:
    """As a recording of before hazards named files."""
    hazards = (replace(one, file=None, other_file=None, barrier=None) for one in trace.hazards)
    return replace(trace, hazards=tuple(hazards))
