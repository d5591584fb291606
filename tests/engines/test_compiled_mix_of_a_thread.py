"""The instructions shared out among statements, against those that one thread runs through."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.compiled_mix import compiled_mix
from gpuviz.engines.cuda_gpu.ptx import code_lines
from gpuviz.engines.cuda_gpu.ptx_costs import machine_instructions
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import LaunchConfig
from gpuviz.model.loops import loop_senses
from gpuviz.model.mix import statement_mixes
from gpuviz.operation import find_operation
from gpuviz.trace import Trace
from tests.helpers.ptx_threads import launch, read_module

pytestmark = pytest.mark.skipif(
    not (can_compile() and can_link()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" brings one, no GPU needed',
)

CC = (7, 5)
OPERATION = '''"""Loops: {name}."""

import numpy as np
from numba import cuda

SIZES = {{"n": {size}}}
THREADS = ("32",)
BLOCK = (32,)


@cuda.jit
def kernel(a, out, n):
    i = cuda.grid(1)
{body}

def inputs(n, seed):
    return {{"a": np.zeros(64, np.float32), "out": np.zeros(64, np.float32), "n": np.int64(n)}}
'''

BODIES = {
    "straight": "    out[i] = a[i] * a[i]\n",
    "range": "    s = a[0]\n    for k in range(n):\n        s += a[k]\n    out[i] = s\n",
    "constant": "    for k in range(9):\n        out[k] = a[k]\n",
    "strided": "    for k in range(i, 64, cuda.gridsize(1) * n):\n        out[k] = a[k]\n",
    "stepping": "    for k in range(0, 64, n):\n        out[k] = a[k]\n",
    "while": "    k = 0\n    while k < n:\n        out[k] = a[k]\n        k += 3\n",
    "shifting": "    k = 64\n    while k > n:\n        out[k - 1] += a[k - 1]\n        k >>= 1\n",
    "nested": (
        "    for k in range(n):\n        total = a[k]\n        for m in range(k, n):\n"
        "            total += a[m]\n        out[k] = total\n"
    ),
    "nested while": (
        "    k = 0\n    while k < n:\n        m = k\n        while m < n:\n"
        "            out[m] = a[k]\n            m += 1\n        k += 1\n"
    ),
    "broken off": (
        "    for k in range(64):\n        if k >= n:\n            break\n        out[k] = a[k]\n"
    ),
    "whole numbers": (
        "    s = 1\n    for k in range(n):\n        s = s * 5 + k * s\n    out[i] = s & 15\n"
    ),
}
GALLERY = (
    "vector_add",
    "saxpy",
    "matrix_add",
    "copy_strided",
    "transpose_naive",
    "transpose_tiled",
    "sum_shared",
    "matmul_naive",
    "matmul_tiled",
    "matmul_register_tiled",
    "neural_layer",
)


def launch_of(operation: str | Path) -> tuple[Trace, Mapping[str, object], str]:
    """What the emulator counts, the arguments, and the PTX."""
    info = find_operation(operation)
    config = LaunchConfig(info.grid(info.default_size, info.default_block), info.default_block)
    device = find_device("t4")
    request = LaunchRequest(1, info.path, info.default_size, config, "emulator", device)
    loaded = load_operation(info.path)
    arguments = loaded.arguments(info.default_size, 0)
    trace = EmulatorEngine().run(request, lambda share: None).trace
    numba = importlib.import_module("numba")
    compiled = importlib.import_module("gpuviz.engines.cuda_gpu.compiled")
    types = tuple(numba.typeof(value) for value in arguments.values())
    code = compiled.lto_code(loaded.kernel, types, CC)
    return trace, arguments, compiled.linked(code, CC, None, "ptx").rstrip(b"\0").decode()


def executed(trace: Trace, arguments: Mapping[str, object], ptx: str) -> float:
    """Machine instructions that the first thread runs through."""
    sizes = {"ntid": trace.config.block, "nctaid": trace.config.grid}
    special = {
        f"%{name}.{axis}": length
        for name, lengths in sizes.items()
        for axis, length in zip("xyz", lengths, strict=True)
    }
    given = [np.asarray(value)[()] for value in arguments.values()]
    names: list[str] = []
    launch(read_module(ptx), 1, given, special, names.append)
    return sum(machine_instructions(name).issued for name in names)


def counted(trace: Trace, ptx: str) -> float:
    """Machine instructions of the first warp, as the model counts them."""
    mixes = statement_mixes(trace, loop_senses(trace), compiled_mix(code_lines(ptx), trace))
    assert trace.warp_counters is not None
    return float(trace.warp_counters.steps[:, 0] @ mixes[:, 0])


@pytest.mark.parametrize("size", [1, 7, 30])
@pytest.mark.parametrize("name", BODIES)
def test_a_loop_takes_as_many_instructions_as_a_thread_runs_through(
    name: str, size: int, tmp_path: Path
) -> None:
    """Least near where there is little: one turn, of a loop that is made for many."""
    file = tmp_path / "loops.py"
    file.write_text(OPERATION.format(name=name, size=size, body=BODIES[name]), encoding="utf-8")
    trace, arguments, ptx = launch_of(file)

    assert 0.6 < counted(trace, ptx) / executed(trace, arguments, ptx) < 1.5


@pytest.mark.parametrize("name", GALLERY)
def test_a_gallery_kernel_takes_as_many_instructions_as_a_thread_runs_through(name: str) -> None:
    trace, arguments, ptx = launch_of(name)

    assert 0.9 < counted(trace, ptx) / executed(trace, arguments, ptx) < 1.25
