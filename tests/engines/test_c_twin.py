"""Twins of kernels in CUDA C, compiled without a GPU, and what a launch is said to take in it."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from gpuviz.device import Device, find_device
from gpuviz.engines.as_compiled import modelled_as_compiled
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel
from gpuviz.engines.cuda_c import with_python_lines
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.messages import Message, NotSupportedError
from gpuviz.model.mix import LineMix
from tests.engines.test_cuda_c import TWINS
from tests.helpers.launches import emulated
from tests.helpers.thinned import each_nth

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm',
)
T4 = find_device("t4")
KERNEL = """
import numpy as np
from numba import cuda
SIZES = {"n": 64}
BLOCK = (32,)
THREADS = ("n",)
OUTPUTS = ("x",)


@cuda.jit
def twice(x):
    i = cuda.grid(1)
    x[i] = 2 * x[i]


def inputs(n, seed):
    return {"x": np.ones(n, np.float32)}
"""
TWIN = """extern "C" __global__ void twice(float* x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@3
    x[i] = 2 * x[i]; //@4
}
"""


@pytest.fixture
def c_twin() -> Any:
    return pytest.importorskip("gpuviz.engines.cuda_gpu.c_twin")


def compiled(tmp_path: Path, twin: str, device: Device = T4) -> CompiledKernel | Message | None:
    """What becomes of the twin of a kernel file."""
    file = tmp_path / "twice.py"
    file.write_text(KERNEL)
    file.with_suffix(".cu").write_text(twin)
    loaded = load_operation(file)
    found = compiled_for(loaded, loaded.arguments((64,), 0), device)
    assert isinstance(found, CompiledKernel)
    return found.in_c


@needs_a_compiler
@pytest.mark.parametrize("device", ["gtx1060_6gb", "t4", "h100_sxm", "b200"])
def test_a_twin_is_compiled_for_the_device_and_its_code_belongs_to_python_lines(
    tmp_path: Path, device: str
) -> None:
    twin = compiled(tmp_path, TWIN, find_device(device))

    assert isinstance(twin, CompiledKernel)
    assert twin.cc == find_device(device).cc
    accesses = {line.line: [each.kind for each in line.accesses] for line in twin.lines}
    assert accesses[13] == ["read", "write"]
    assert sum(line.mix.issued for line in twin.lines) < 20  # of Numba's code there are 35


@needs_a_compiler
@pytest.mark.parametrize(
    ("twin", "words"),
    [
        (TWIN.replace("2 * x[i]", "2 * y[i]"), 'twice.cu does not compile: .*"y" is undefined'),
        (TWIN.replace("__global__", "__device__"), "twice.cu is no twin of the kernel: .* are 0"),
        (TWIN + TWIN.replace("void twice", "void other"), "twice.cu is no twin of .* are 2"),
        ("#include <cstdio>\n" + TWIN, "twice.cu includes other files"),
    ],
)
def test_what_is_no_twin_is_said_in_a_sentence(tmp_path: Path, twin: str, words: str) -> None:
    found = compiled(tmp_path, twin)

    assert isinstance(found, Message)
    with pytest.raises(NotSupportedError, match=words):
        raise NotSupportedError(found)


@needs_a_compiler
@pytest.mark.parametrize("twin", each_nth(8, TWINS), ids=lambda path: path.stem)
def test_twins_compile_for_old_and_new_gpus(c_twin: Any, twin: Path) -> None:
    for cc in ((7, 5), (9, 0), (12, 0)):
        assert c_twin.compiled_twin(with_python_lines(twin, 1), twin.name, cc).lines


LINE = CodeLine(16, (), LineMix(5.0, 2.0, 1.0, 0.0, 0.0))
NUMBA = CompiledKernel("7.5", 20, 0, 0, (LINE,))


def test_a_launch_says_what_its_twin_takes() -> None:
    twin = dataclasses.replace(NUMBA, registers=30)

    trace = modelled_as_compiled(
        emulated("vector_add"), T4, (0, 0), dataclasses.replace(NUMBA, in_c=twin)
    )

    assert trace.registers_per_thread == 20
    assert trace.prediction is not None
    assert trace.prediction.in_c is not None
    assert trace.prediction.in_c.is_compiled


def test_why_a_twin_was_not_compiled_is_a_note() -> None:
    refused = Message("cuda-c.x", "k.cu does not compile.")
    kernel = dataclasses.replace(NUMBA, in_c=refused)

    assert modelled_as_compiled(emulated("vector_add"), T4, (0, 0), kernel).notes[-1] is refused
