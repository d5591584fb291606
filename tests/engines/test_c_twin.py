"""Twins of kernels in CUDA C, compiled without a GPU, and what a launch is said to take in it."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gpuviz.device import Device, find_device
from gpuviz.engines.as_compiled import modelled_as_compiled
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CodeLine, CompiledKernel
from gpuviz.engines.cuda_c import device_text, read_twin, with_python_lines
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.messages import Message, NotSupportedError
from gpuviz.model.mix import LineMix
from gpuviz.operation import describe
from tests.engines.test_cuda_c import GALLERY, TWINS, python_file_of
from tests.helpers.launches import emulated

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm',
)
needs_nvcc = pytest.mark.skipif(shutil.which("nvcc") is None, reason="no nvcc is on the PATH")
CAPABILITIES = ((7, 5), (9, 0), (12, 0))
OF_ONE_KERNEL = [twin for twin in TWINS if not describe(python_file_of(twin)).is_pipeline]
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
        ("#include <thrust/sort.h>\n" + TWIN, "twice.cu includes other files"),
    ],
)
def test_what_is_no_twin_is_said_in_a_sentence(tmp_path: Path, twin: str, words: str) -> None:
    found = compiled(tmp_path, twin)

    assert isinstance(found, Message)
    with pytest.raises(NotSupportedError, match=words):
        raise NotSupportedError(found)


@pytest.mark.many
@needs_a_compiler
@pytest.mark.parametrize("twin", OF_ONE_KERNEL, ids=lambda path: path.stem)
def test_twins_compile_for_old_and_new_gpus(c_twin: Any, twin: Path) -> None:
    text = with_python_lines(twin, python_file_of(twin))

    for cc in CAPABILITIES:
        assert c_twin.compiled_twin(text, twin.name, cc).lines


@needs_a_compiler
def test_every_twin_of_the_gallery_compiles_for_three_architectures_without_a_warning(
    c_twin: Any,
) -> None:
    texts = {twin.name: device_text(read_twin(twin, {}), twin.name) for twin in GALLERY}
    wanted = [(name, cc) for name in texts for cc in CAPABILITIES]

    def made(name: str, cc: tuple[int, int]) -> str:
        return str(c_twin.compiled_text(texts[name], name, cc).log)

    with ThreadPoolExecutor() as pool:
        logs = list(pool.map(lambda pair: made(*pair), wanted))

    assert len(logs) >= 3 * 59
    assert {pair: log for pair, log in zip(wanted, logs, strict=True) if log} == {}


@pytest.mark.slow
@needs_nvcc
@pytest.mark.parametrize("twin", GALLERY, ids=lambda path: path.stem)
def test_nvcc_makes_a_whole_twin_without_a_warning(tmp_path: Path, twin: Path) -> None:
    strict = ("-Werror=all-warnings", "-Xcompiler=-Wall,-Wextra,-Werror")

    command = ["nvcc", "-c", *strict, str(twin), "-o", str(tmp_path / "twin.o")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)

    assert (done.returncode, done.stderr) == (0, "")


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
