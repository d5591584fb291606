"""Each kernel of the gallery in CUDA C does on the emulator what its twin in Python does there."""

from __future__ import annotations

import copy
import inspect
import re
import shutil
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda_c.types import CType, Pointer, memory_dtype
from gpuviz.cuda_c.unit import read_unit
from gpuviz.device import find_device
from gpuviz.engines.c_kernel import launch_c
from gpuviz.engines.host import load_operation
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.operation import OperationInfo, describe, list_kernels
from gpuviz.places import resource_dir
from gpuviz.simt.c_front.program import CProgram
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.simt.capture import capture_kernel, python_function
from gpuviz.simt.execute import ExecutionOptions, execute
from gpuviz.simt.types import ArrayType, Type
from gpuviz.trace import Trace

FOLDER = resource_dir("kernels") / "cuda"
OTHER_HAZARDS = {
    "broken_difference": {"out-of-bounds"},
    "broken_transpose": {"out-of-bounds", "race"},
}
"""What is wrong in C where an index means something else there: -1 is no last element, and beyond
the end of a row the next one begins."""


def _twins() -> list[OperationInfo]:
    return [info for info in list_kernels() if (FOLDER / f"{info.name}.cu").is_file()]


def _launched(info: OperationInfo) -> tuple[Trace, dict[str, object]]:
    loaded = load_operation(info.path)
    arguments = copy.deepcopy(loaded.arguments(info.default_size, seed=3))
    block = info.default_block
    config = LaunchConfig(info.grid(info.default_size, block), block)
    recording = Recording(find_device("t4"), ExecutionOptions(), folder=None)
    with open_recording(recording):
        if info.c_launch is not None:
            launch_c(info, config, arguments)
        else:
            kernel = Kernel(python_function(loaded.kernel))
            kernel[config.grid, config.block](*arguments.values())
    return recording.launches[0], arguments


def test_every_kernel_of_the_gallery_has_a_twin() -> None:
    assert {info.name for info in list_kernels()} <= {path.stem for path in FOLDER.glob("*.cu")}


@pytest.mark.slow
@pytest.mark.parametrize("info", _twins(), ids=lambda info: info.name)
def test_a_twin_equals_its_kernel_in_results_hazards_and_counters_of_global_memory(
    info: OperationInfo,
) -> None:
    in_c = describe(FOLDER / f"{info.name}.cu")
    assert in_c.c_launch is not None
    assert in_c.c_launch.has_twin
    (one, mine), (other, theirs) = _launched(info), _launched(in_c)
    if info.name not in OTHER_HAZARDS:
        for name in info.outputs:
            assert np.asarray(mine[name]).tobytes() == np.asarray(theirs[name]).tobytes(), name
        assert _global(one) == _global(other)
    kinds = {hazard.kind for hazard in other.hazards}
    expected = {hazard.kind for hazard in one.hazards}
    assert kinds == OTHER_HAZARDS.get(info.name, expected)
    if not info.is_broken:
        assert not kinds


def _global(trace: Trace) -> dict[str, object]:
    counters = trace.counters
    assert counters is not None
    return {
        one.name: getattr(counters, one.name)
        for one in fields(counters)
        if one.name.startswith(("global", "atomic", "active", "idle"))
    }


N = 700
RANDOM = np.random.default_rng(3)
WHOLE = RANDOM.integers(0, 9, N).astype(np.int32)
FLOATS = RANDOM.standard_normal(N).astype(np.float32)
KEEP = (FLOATS > 0).astype(np.int32)
PLACES = (np.cumsum(KEEP) - KEEP).astype(np.int32)
PLATE = RANDOM.random((20, 35), dtype=np.float32)
MAPS = RANDOM.random((2, 3, 7, 5), dtype=np.float32)
POOLED = MAPS[:, :, :6, :4].reshape(2, 3, 3, 2, 2, 2).max(axis=(3, 5))
OF_PIPELINES = {  # file, kernel: grid, block, arrays, and the numbers that C has besides
    ("heat_2d", "heat_step"): (Dim3(3, 2), Dim3(16, 16), (PLATE, np.zeros_like(PLATE)), (20, 35)),
    ("scan_blelloch", "scan_blocks"): (
        *(Dim3(3), Dim3(128)),
        (WHOLE, np.zeros(N, np.int32), np.zeros(3, np.int32)),
        (N,),
    ),
    ("scan_blelloch", "add_offsets"): (Dim3(3), Dim3(256), (WHOLE, WHOLE[:3].copy()), (N,)),
    ("compact", "mark"): (Dim3(3), Dim3(256), (FLOATS, np.zeros(N, np.int32)), (N,)),
    ("compact", "scatter"): (
        *(Dim3(3), Dim3(256)),
        (FLOATS, KEEP, PLACES, np.zeros(N, np.float32)),
        (N,),
    ),
    ("train_cnn", "max_pool_backward"): (
        *(Dim3(1, 1, 2), Dim3(8, 8, 4)),
        (MAPS, POOLED, POOLED - 2, np.ones_like(MAPS)),
        (2, 3, 7, 5, 3, 2),
    ),
    ("pinned_memory", "double"): (Dim3(3), Dim3(256), (FLOATS,), (N,)),
    ("managed_memory", "double"): (Dim3(3), Dim3(256), (FLOATS,), (N,)),
    ("managed_memory", "add_one"): (Dim3(3), Dim3(256), (FLOATS,), (N,)),
}
NAMES_IN_C = {"double": "double_all"}  # `double` is a type there


@pytest.mark.slow
@pytest.mark.parametrize("case", OF_PIPELINES, ids=" ".join)
def test_a_kernel_of_a_pipeline_equals_its_twin_to_the_bit(case: tuple[str, str]) -> None:
    file, name = case
    grid, block, arrays, numbers = OF_PIPELINES[case]
    config = LaunchConfig(grid, block)
    kernel = getattr(load_operation(resource_dir("kernels") / f"{file}.py").module, name)
    unit = read_unit((FOLDER / f"{file}.cu").read_text(encoding="utf-8"), f"{file}.cu")
    in_c = NAMES_IN_C.get(name, name)
    text = next(one for one in unit.kernels if one.name == in_c)
    parameters = [one.name for one in unit.function(text, ()).parameters]
    mine, theirs = copy.deepcopy(arrays), copy.deepcopy(arrays)
    given = (*theirs, *map(np.int32, numbers))
    names = inspect.signature(python_function(kernel)).parameters

    one = execute(capture_kernel(kernel), config, dict(zip(names, mine, strict=True)))
    other = execute(captured_kernel(unit, text), config, dict(zip(parameters, given, strict=True)))

    assert [array.tobytes() for array in mine] == [array.tobytes() for array in theirs]
    assert (one.trace.hazards, other.trace.hazards) == ((), ())
    assert _global(one.trace) == _global(other.trace)


@pytest.mark.slow
def test_a_twin_of_a_pipeline_is_a_program_with_the_sizes_that_main_names() -> None:
    pipelines = [path for path in FOLDER.glob("*.cu") if _is_pipeline(path)]
    assert pipelines
    for path in pipelines:
        info = describe(path)
        assert (info.is_pipeline, info.kernel) == (True, "main")
        assert set(info.size_names) <= set(re.findall(r"\w+", info.source))
    assert describe(FOLDER / "heat_2d.cu").default_size == (48, 64, 16)


def test_a_twin_of_a_pipeline_without_main_is_refused_with_what_to_run(tmp_path: Path) -> None:
    from gpuviz.messages import RequestRefused

    text = (FOLDER / "train_step.cu").read_text("utf-8").partition("int main()")[0]
    shutil.copy(resource_dir("kernels") / "train_step.py", tmp_path)
    (tmp_path / "train_step.cu").write_text(text, "utf-8")

    with pytest.raises(RequestRefused, match=r"Open train_step\.py"):
        describe(tmp_path / "train_step.cu")


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.cu")), ids=lambda path: path.stem)
def test_every_kernel_of_every_twin_is_known_in_each_line(path: Path) -> None:
    unit = read_unit(path.read_text(encoding="utf-8"), str(path))
    assert unit.kernels
    for kernel in unit.kernels:
        program = CProgram(captured_kernel(unit, kernel))
        parameters = unit.function(kernel, ()).parameters
        lowered = program.lower([_passed(parameter.kind) for parameter in parameters])
        assert lowered.nodes


def _passed(kind: CType) -> Type:
    if isinstance(kind, Pointer):
        dtype = memory_dtype(kind.to)
        assert dtype is not None
        return ArrayType(dtype, 1, "global")
    assert isinstance(kind, np.dtype)
    return kind


def _is_pipeline(path: Path) -> bool:
    beside = resource_dir("kernels") / f"{path.stem}.py"
    return beside.is_file() and describe(beside).is_pipeline
