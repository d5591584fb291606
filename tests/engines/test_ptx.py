"""Every gallery kernel and its recording copy compile for real GPUs, without one."""

from __future__ import annotations

import importlib
import re
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.engines.probe import can_compile
from gpuviz.engines.thread_records import TIMED_FIELDS
from gpuviz.operation import OperationInfo, correct_operations, find_operation

pytestmark = pytest.mark.skipif(
    not can_compile(),
    reason='no CUDA compiler here: pip install "numba-cuda[cu13]" brings one, no GPU needed',
)

COMPUTE_CAPABILITIES = [(7, 5), (8, 6), (9, 0)]
OPERATIONS = correct_operations()
RESULT = re.compile(
    r"st\.global\.[a-z]+(8|16|32)|(atom|red)\.[a-z.]*global"
)  # how kernels write theirs


def name_of(info: OperationInfo) -> str:
    return info.name


def cc_name(cc: tuple[int, int]) -> str:
    return f"sm_{cc[0]}{cc[1]}"


@pytest.fixture(scope="module")
def compiling() -> ModuleType:
    return importlib.import_module("gpuviz.engines.cuda_gpu.compiling")


def loaded_with_arguments(info: OperationInfo) -> tuple[LoadedOperation, list[object]]:
    loaded = load_operation(info.path)
    return loaded, list(loaded.arguments(info.default_size, 0).values())


def assert_assembles(ptx: str, cc: tuple[int, int]) -> None:
    """NVIDIA's own assembler takes it, where numba-cuda brought one (cuda.core with nvJitLink)."""
    try:
        core: Any = importlib.import_module("cuda.core")
    except ModuleNotFoundError:
        return
    options = core.LinkerOptions(arch=cc_name(cc))
    linker = core.Linker(core.ObjectCode.from_ptx(ptx.encode()), options=options)
    assert bytes(linker.link("cubin").code[:4]) == b"\x7fELF"


@pytest.mark.many
@pytest.mark.parametrize("cc", list(COMPUTE_CAPABILITIES), ids=cc_name)
@pytest.mark.parametrize("info", OPERATIONS, ids=name_of)
def test_a_gallery_kernel_compiles_without_a_gpu(
    compiling: ModuleType, info: OperationInfo, cc: tuple[int, int]
) -> None:
    loaded, arguments = loaded_with_arguments(info)

    ptx = compiling.compile_ptx(loaded.kernel, arguments, cc)

    assert f".target {cc_name(cc)}" in ptx
    assert ".entry" in ptx
    assert ".func" not in ptx  # device functions are inlined, nothing is left to call
    assert_assembles(ptx, cc)


def test_64_sums_stay_in_registers_and_share_16_values(compiling: ModuleType) -> None:
    loaded, arguments = loaded_with_arguments(find_operation("matmul_register_tiled"))

    ptx = compiling.compile_ptx(loaded.kernel, arguments, (9, 0))

    assert ".local" not in ptx
    assert (ptx.count("fma.rn.f32"), ptx.count("ld.shared.f32")) == (64, 16)


@pytest.mark.many
@pytest.mark.parametrize("threads_per_record", [1, 32])
@pytest.mark.parametrize("cc", list(COMPUTE_CAPABILITIES), ids=cc_name)
@pytest.mark.parametrize("info", OPERATIONS, ids=name_of)
def test_its_recording_copy_reads_the_registers_of_the_gpu(
    compiling: ModuleType, info: OperationInfo, cc: tuple[int, int], threads_per_record: int
) -> None:
    loaded, arguments = loaded_with_arguments(info)
    wrapper = compiling.recording_wrapper(loaded.kernel, threads_per_record)
    records = np.zeros((len(TIMED_FIELDS), 1), np.int64)

    ptx = compiling.compile_ptx(wrapper, [*arguments, records], cc)

    reads = {name: ptx.count(name) for name in ("%smid", "%clock64", "%globaltimer")}
    assert reads == {"%smid": 1, "%clock64": 2, "%globaltimer": 2}
    assert_assembles(ptx, cc)


@pytest.mark.many
@pytest.mark.parametrize("info", OPERATIONS, ids=name_of)
def test_all_work_of_the_kernel_lies_between_the_two_readings_of_the_clock(
    compiling: ModuleType, info: OperationInfo
) -> None:
    loaded, arguments = loaded_with_arguments(info)
    read = [  # what only is written begins with zeros
        name not in info.outputs or value.any()
        for name, value in zip(info.parameters, arguments, strict=True)
        if isinstance(value, np.ndarray)
    ]
    records = np.zeros((len(TIMED_FIELDS), 1), np.int64)

    ptx = compiling.compile_ptx(
        compiling.recording_wrapper(loaded.kernel, 1), [*arguments, records], (9, 0)
    )

    before, between, after = ptx.split("%clock64")
    assert "ld.global" not in before
    assert ("ld.global" in between) == any(read)
    assert RESULT.search(between)
    assert "bar.sync" not in before + after
    assert not RESULT.search(before + after)  # only the record, of 64-bit integers, follows


def test_the_kernel_that_holds_the_gpu_loops_on_the_clock(compiling: ModuleType) -> None:
    ptx = compiling.compile_ptx(compiling.hold_kernel(), [np.int64(1000)], (7, 5))

    first, *later = ptx.split("%clock64")
    assert later
    assert "bra" not in first
    assert "bra" in later[-1]
    assert_assembles(ptx, (7, 5))


def test_the_kernel_that_reads_the_clock_reads_both_timers_twice(compiling: ModuleType) -> None:
    ptx = compiling.compile_ptx(compiling.clock_rate_kernel(), [np.zeros(2, np.int64)], (9, 0))

    assert ptx.count("%clock64") == 2
    assert ptx.count("%globaltimer") >= 2
    assert ptx.count("st.global.u64") == 2
    assert_assembles(ptx, (9, 0))


def test_device_functions_that_call_others_are_inlined(compiling: ModuleType) -> None:
    from numba import cuda

    @cuda.jit(device=True)
    def square(x):  # type: ignore[no-untyped-def]
        if x < 0:
            return -x
        return x * x

    names: dict[str, Any] = {"cuda": cuda, "square": square}
    exec("def twice(x):\n    return square(square(x))", names)
    names["twice"] = cuda.jit(device=True)(names["twice"])
    exec("def kernel(c):\n    i = cuda.grid(1)\n    c[i] = twice(c[i])", names)

    ptx = compiling.compile_ptx(cuda.jit(names["kernel"]), [np.zeros(4, np.float32)], (8, 6))

    assert ".func" not in ptx
    assert ptx.count("mul.f32") >= 1
