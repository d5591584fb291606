"""Kernels compiled for GPUs that are not there: NVIDIA's own assembler says what they need."""

from __future__ import annotations

import dataclasses
import importlib
import logging
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.compilation import compiled_for
from gpuviz.engines.compiled_kernel import CompiledKernel, CompiledLaunch, merged
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.engines.probe import (
    can_be_compiled_for,
    can_compile,
    can_link,
    find_disassembler,
    installed_cuda,
)
from gpuviz.messages import NotSupportedError
from gpuviz.model.mix import USUAL_MIX
from gpuviz.model.part import modelled_part
from gpuviz.operation import OperationInfo, correct_operations, find_operation
from gpuviz.worker.jobs import CompileAndRun, CompileLaunch, SweepLaunch, unheard
from tests.gpu.launch_checks import request_for, run

pytestmark = pytest.mark.skipif(
    not (can_compile() and can_link()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" brings one, no GPU needed',
)

CAPABILITIES = [(7, 5), (8, 6), (9, 0), (12, 0)]
USED = re.compile(r"Used (\d+) registers")
SHARED = re.compile(r"(\d+) bytes smem")
FRAME = re.compile(r"(\d+) bytes stack frame")


def compiled(info: OperationInfo, cc: tuple[int, int]) -> CompiledKernel:
    module = importlib.import_module("gpuviz.engines.cuda_gpu.compiled")
    loaded = load_operation(info.path)
    arguments = loaded.arguments(info.default_size, 0)
    found: CompiledKernel = module.compiled_kernel(loaded.kernel, arguments.values(), cc)
    return found


def what_the_assembler_says(code: bytes, cc: tuple[int, int]) -> str:
    """The log of NVIDIA's assembler, asked to be talkative."""
    core: Any = importlib.import_module("cuda.core")
    options = core.LinkerOptions(
        arch=f"sm_{cc[0]}{cc[1]}",
        link_time_optimization=True,
        verbose=True,
        ptxas_options=["-v"],
    )
    linker = core.Linker(core.ObjectCode.from_ltoir(code), options=options)
    linker.link("cubin")
    return str(linker.get_info_log())


def first_number(pattern: re.Pattern[str], log: str) -> int:
    found = pattern.search(log)
    return int(found[1]) if found else 0


@pytest.mark.many
@pytest.mark.parametrize("cc", CAPABILITIES, ids=str)
@pytest.mark.parametrize("info", correct_operations(), ids=lambda info: info.name)
def test_registers_and_shared_memory_are_what_nvidias_assembler_prints(
    info: OperationInfo, cc: tuple[int, int]
) -> None:
    from numba import cuda, typeof

    from gpuviz.engines.cuda_gpu.compiling import standalone

    loaded = load_operation(info.path)
    types = tuple(map(typeof, loaded.arguments(info.default_size, 0).values()))
    code, _ = cuda.compile(
        standalone(loaded.kernel.py_func),
        types,
        cc=cc,
        device=False,
        abi="numba",
        lineinfo=True,  # as gpuviz asks: top_k takes 46 registers with it on 8.6, 44 without
        output="ltoir",
    )
    log = what_the_assembler_says(code, cc)

    found = compiled(info, cc)

    assert found.cc == f"{cc[0]}.{cc[1]}"
    assert found.registers == first_number(USED, log)
    assert found.shared_bytes == first_number(SHARED, log)
    assert found.local_bytes == first_number(FRAME, log)


def kernel(body: str) -> Any:
    from numba import cuda, float32

    names: dict[str, Any] = {"cuda": cuda, "float32": float32}
    exec("def kernel(a):\n    i = cuda.grid(1)\n" + body, names)
    return cuda.jit(names["kernel"])


def test_arrays_of_a_thread_are_local_memory() -> None:
    from gpuviz.engines.cuda_gpu.compiled import compiled_kernel

    body = (
        "    own = cuda.local.array(64, float32)\n"
        "    for j in range(64):\n        own[(i * j) % 64] = a[j]\n"
        "    for j in range(64):\n        a[i] += own[(j * j * i) % 64]\n"
    )

    assert compiled_kernel(kernel(body), [np.zeros(64, np.float32)], (8, 6)).local_bytes == 64 * 4


def test_a_limit_of_registers_is_kept() -> None:
    from numba import cuda

    from gpuviz.engines.cuda_gpu.compiled import compiled_kernel

    loaded = load_operation(find_operation("matmul_tiled").path)
    arguments = list(loaded.arguments((64, 64, 64), 0).values())
    limited = cuda.jit(max_registers=32)(loaded.kernel.py_func)

    assert compiled_kernel(loaded.kernel, arguments, (7, 5)).registers > 32
    assert compiled_kernel(limited, arguments, (7, 5)).registers <= 32


def test_what_is_compiled_once_is_remembered() -> None:
    info = find_operation("vector_add")

    assert compiled(info, (8, 6)) is compiled(info, (8, 6))
    assert compiled(info, (8, 6)) is not compiled(info, (9, 0))


def test_what_numba_cannot_compile_is_said() -> None:
    from gpuviz.engines.cuda_gpu.compiled import compiled_kernel

    with pytest.raises(NotSupportedError, match="Numba cannot compile kernel for the GPU"):
        compiled_kernel(kernel("    a[i] = open(i)\n"), [np.zeros(4, np.float32)], (8, 6))


def test_a_launch_is_modelled_with_what_was_compiled_for_its_device() -> None:
    request = request_for(("matmul_tiled", (32,), (16, 16)), "emulator")

    trace = CompileAndRun(request).run(unheard).trace

    assert trace.registers_source == "compiled"
    known = compiled(find_operation("matmul_tiled"), (7, 5))
    assert (trace.registers_per_thread, trace.shared_bytes) == (known.registers, 2 * 16 * 16 * 4)


def test_a_launch_that_brings_its_compiled_kernel_needs_no_compiler() -> None:
    request = request_for(("vector_add", (100,), (64,)), "emulator")
    known = compiled(find_operation("vector_add"), (7, 5))

    trace = run(EmulatorEngine(), dataclasses.replace(request, compiled=known)).trace

    assert (trace.registers_per_thread, trace.registers_source) == (known.registers, "compiled")


def test_a_launch_that_is_compiled_afterwards_is_modelled_as_one_that_was_compiled_before() -> None:
    request = request_for(("matmul_tiled", (32,), (16, 16)), "emulator")
    assumed = run(EmulatorEngine(), request).trace

    answer = CompileLaunch(request, modelled_part(assumed)).run(unheard)

    assert isinstance(answer, CompiledLaunch)
    at_once = run(EmulatorEngine(), dataclasses.replace(request, compiled=answer.kernel)).trace
    afterwards = merged(assumed, answer)
    assert afterwards.prediction == at_once.prediction
    assert afterwards.times == at_once.times
    assert afterwards.registers_per_thread == at_once.registers_per_thread
    assert afterwards.prediction != assumed.prediction
    assert afterwards.outputs == assumed.outputs


@pytest.mark.skipif((installed_cuda() or 0) < 13, reason="CUDA 12 knows this GPU")
def test_for_a_gpu_that_the_compiler_does_not_know_any_more_it_compiles_for_the_nearest() -> None:
    device = find_device("gtx1060_6gb")
    loaded = load_operation(find_operation("vector_add").path)

    answer = compiled_for(loaded, loaded.arguments((100,), 0), device)

    assert isinstance(answer, CompiledKernel)
    assert (answer.cc, answer.compiled_for) == ("6.1", "7.5")
    assert not can_be_compiled_for(device)
    request = request_for(("vector_add", (100,), (64,)), "emulator", device)
    trace = CompileAndRun(request).run(unheard).trace
    assert trace.registers_source == "compiled"
    assert any("Compiled for compute capability 7.5" in note.text for note in trace.notes)


@pytest.fixture
def compiled_anew(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """For tests that change how machine code is read: nothing is remembered of it."""
    module = importlib.import_module("gpuviz.engines.cuda_gpu.compiled")
    module._compiled.cache_clear()
    yield monkeypatch
    module._compiled.cache_clear()


def read_with(monkeypatch: pytest.MonkeyPatch, program: Path | None) -> CompileAndRun:
    module = "gpuviz.engines.cuda_gpu.compiled.find_disassembler"
    monkeypatch.setattr(module, lambda: program)
    return CompileAndRun(request_for(("vector_add", (100,), (64,)), "emulator"))


def test_without_a_disassembler_registers_are_compiled_and_instructions_estimated(
    compiled_anew: pytest.MonkeyPatch,
) -> None:
    trace = read_with(compiled_anew, None).run(unheard).trace

    assert trace.registers_source == "compiled"
    assert any("pip install nvidia-cuda-nvdisasm" in note.text for note in trace.notes)
    assert trace.prediction is not None
    assert USUAL_MIX in trace.prediction.assumptions


def test_machine_code_that_cannot_be_read_is_said(
    compiled_anew: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    nothing = Path(sys.executable).with_name("no-such-program")

    with caplog.at_level(logging.CRITICAL, "gpuviz"):
        trace = read_with(compiled_anew, nothing).run(unheard).trace

    assert any("could not read the machine code" in note.text for note in trace.notes)


@pytest.mark.skipif(find_disassembler() is None, reason="pip install nvidia-cuda-nvdisasm")
def test_reading_machine_code_leaves_no_files(
    compiled_anew: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    compiled_anew.setattr(tempfile, "tempdir", str(tmp_path))

    assert compiled(find_operation("vector_add"), (7, 5)).lines
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(find_disassembler() is None, reason="pip install nvidia-cuda-nvdisasm")
@pytest.mark.parametrize("cc", [*CAPABILITIES, (8, 0), (8, 9), (10, 0)], ids=str)
def test_machine_code_is_read_for_every_device(cc: tuple[int, int]) -> None:
    found = compiled(find_operation("vector_add"), cc)

    assert found.reading == "read"
    accesses = [access for line in found.lines for access in line.accesses]
    assert sum(access.instructions for access in accesses if access.kind == "read") == 2
    assert sum(access.bytes for access in accesses if access.kind == "write") == 4


def test_a_point_of_a_sweep_has_the_registers_and_times_of_a_launch_alone() -> None:
    request = request_for(("matmul_tiled", (64,), (16, 16)), "emulator")

    point = SweepLaunch(request, 0).run(unheard)

    alone = CompileAndRun(request).run(unheard).trace
    assert point.prediction == alone.prediction
    assert point.occupancy is not None
    assert point.occupancy.registers_per_thread == alone.registers_per_thread
