"""One kernel on four levels: whose lines stand for which, in Python, CUDA C, PTX and SASS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.engines.cuda_c import python_functions
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.engines.request import LaunchRequest
from gpuviz.engines.source_levels import (
    LANGUAGES,
    CompiledLevels,
    LaunchedKernel,
    LevelLine,
    SourceLevel,
    c_rows,
    cuda_level,
    python_level,
)
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, NotSupportedError
from gpuviz.operation import OperationInfo, describe, find_operation
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.foreign import outcome_of, result_of
from gpuviz.worker.jobs import ReadCompiledLevels

needs_a_compiler = pytest.mark.skipif(
    not (can_compile() and can_link() and find_disassembler()),
    reason='no compiler for GPUs here: pip install "numba-cuda[cu13]" nvidia-cuda-nvdisasm',
)


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compiled code is kept for these tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(tmp_path_factory.mktemp("cache")))
        yield


def request_for(info: OperationInfo, device: str = "t4") -> LaunchRequest:
    block = info.default_block
    config = LaunchConfig(info.grid(info.default_size, block), block)
    return LaunchRequest(1, info.path, info.default_size, config, "emulator", find_device(device))


def levels_of(name: str | Path, device: str = "t4") -> CompiledLevels:
    info = find_operation(name) if isinstance(name, str) else describe(name)
    module: Any = pytest.importorskip("gpuviz.engines.cuda_gpu.levels")
    found: CompiledLevels | Message = module.compiled_levels(request_for(info, device))
    assert isinstance(found, CompiledLevels)
    return found


def code_of(info: OperationInfo, level: SourceLevel, word: str) -> set[str]:
    """What stands in Python where instructions of a name were made of it."""
    source = info.source.splitlines()
    lines = [line for line in level.lines if word in line.text]
    return {source[number - 1].strip() for line in lines for number in line.python_lines}


def test_python_and_c_name_each_others_lines() -> None:
    info = find_operation("matmul_tiled")

    python, cuda = python_level(info), cuda_level(info)

    for row in python.lines:
        for number in row.c_lines:
            assert row.python_lines[0] in cuda.lines[number - 1].python_lines
    turn = next(row for row in python.lines if row.text.strip().startswith("i += cuda.blockDim.y"))
    (number,) = turn.c_lines
    assert "i += blockDim.y" in cuda.lines[number - 1].text
    assert len(cuda.lines[number - 1].python_lines) == 3
    assert not any("// <-" in row.text for row in cuda.lines)


def test_a_kernel_without_a_twin_has_no_level_in_c(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(find_operation("vector_add").source)

    assert {row.c_lines for row in python_level(describe(file)).lines} == {()}
    with pytest.raises(NotSupportedError, match=r"mine\.py has no twin in CUDA C: mine\.cu"):
        cuda_level(describe(file))


@needs_a_compiler
@pytest.mark.parametrize("device", ["t4", "h100_sxm"])
@pytest.mark.parametrize("name", ["vector_add", "matmul_tiled", "sum_shuffle"])
def test_ptx_and_sass_of_both_languages_belong_to_lines_of_both(name: str, device: str) -> None:
    info = find_operation(name)
    functions = python_functions(info.path)
    statements = functions[name].statements

    found = levels_of(name, device)

    for language in LANGUAGES:
        for level in ("ptx", "sass"):
            lines = found.find(level, language).lines
            named = {number for line in lines for number in line.python_lines}
            assert named - {functions[name].first_line, functions[name].first_line + 1}
            assert len(named & statements) >= len(statements) / 2
            assert any(line.c_lines for line in lines)
    assert not found.why_not


@needs_a_compiler
def test_an_instruction_stands_beside_the_line_that_asks_for_it() -> None:
    info = find_operation("vector_add")

    found = levels_of("vector_add")

    add = {"c[i] = a[i] + b[i]"}
    for language in LANGUAGES:
        assert code_of(info, found.find("ptx", language), "add.f32") == add
        assert code_of(info, found.find("ptx", language), "st.global") == add
        assert code_of(info, found.find("sass", language), "FADD") == add
        assert code_of(info, found.find("sass", language), "LDG.E") == add
        assert code_of(info, found.find("sass", language), "ISETP") == {"if i < c.size:"}


@needs_a_compiler
def test_units_and_registers_are_those_of_the_machine_code() -> None:
    sass = levels_of("sum_shared").find("sass", "cuda")

    def units_of(name: str) -> set[str | None]:
        return {line.unit for line in sass.lines if line.unit and f" {name}" in line.text}

    assert units_of("BAR.SYNC") == units_of("EXIT") == {"control"}
    assert units_of("STS") == units_of("LDG.E") == {"memory"}
    assert units_of("FADD") == {"fp32"}
    counts = sass.instructions_by_unit()
    assert sum(counts.values()) == sum(line.unit is not None for line in sass.lines)
    assert sass.registers is not None
    assert sass.compiled_for == "7.5"


@needs_a_compiler
def test_a_twin_that_does_not_compile_leaves_the_levels_of_python(tmp_path: Path) -> None:
    file = tmp_path / "vector_add.py"
    file.write_text(find_operation("vector_add").source)
    file.with_suffix(".cu").write_text("__global__ void vector_add() { x; }\n")

    found = levels_of(file)

    assert {level.language for level in found.levels} == {"python"}
    with pytest.raises(NotSupportedError, match=r'vector_add\.cu does not compile: .*"x"'):
        found.find("ptx", "cuda")


PROGRAM = """#include <cstdio>
#include "cuda_runtime.h"
using namespace std;
#define N 64
const int HALF = N / 2;
struct Pair { float a, b; };
__device__ float twice(float x) { return x * 2; }
static void check(cudaError_t status) {
    if (status) { exit(1); }
}
__global__ void doubled(float* x)
{
    if (threadIdx.x < HALF)
        x[threadIdx.x] = twice(x[threadIdx.x]);
}
int main()
{
    float* x;
    check(cudaMalloc(&x, N * sizeof(float)));
    doubled<<<1, N>>>(x);
    return 0;
}
"""


def test_of_a_program_the_host_code_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "mine.cu"
    file.write_text(PROGRAM)

    rows = c_rows(describe(file))

    host = [row.code for row in rows if not row.is_device]
    assert host[0] == "using namespace std;"
    assert host[1].startswith("static void check")
    assert host[4:6] == ["int main()", "{"]
    assert any("HALF = N / 2" in row.code and row.is_device for row in rows)
    with pytest.raises(NotSupportedError, match=r"mine\.cu has no twin in Python"):
        python_level(describe(file))


@needs_a_compiler
def test_a_program_is_compiled_without_its_host_code(tmp_path: Path) -> None:
    file = tmp_path / "mine.cu"
    file.write_text(PROGRAM)

    found = levels_of(file)

    store = next(one for one in found.find("sass", "cuda").lines if "STG" in one.text)
    assert found.languages == ("cuda",)
    assert [PROGRAM.splitlines()[n - 1].strip() for n in store.c_lines] == [
        "x[threadIdx.x] = twice(x[threadIdx.x]);"
    ]


def launched(name: str, file: str) -> LaunchedKernel:
    """A kernel with two vectors and a number, as a pipeline would have launched it."""
    arrays = (("weights", "<f4", 1), ("gradient", "<f4", 1))
    path = find_operation("train_step").path.with_name(file)
    return LaunchedKernel(path, name, arrays, (("rate", np.float32(0.5)),))


@needs_a_compiler
@pytest.mark.slow
def test_a_pipelines_launch_has_the_levels_of_its_kernel_and_types() -> None:
    request = replace(request_for(find_operation("train_step")), config=None)
    module: Any = pytest.importorskip("gpuviz.engines.cuda_gpu.levels")

    found = module.compiled_levels(request, LANGUAGES, launched("sgd_step", "sgd_step.py"))
    of_doubles = replace(
        launched("sgd_step", "sgd_step.py"),
        arrays=(("weights", "<f8", 1), ("gradient", "<f8", 1)),
    )
    wide = module.compiled_levels(request, ("python",), of_doubles)

    for language in LANGUAGES:
        sass = found.find("sass", language)
        assert sass.lines[0].text == "sgd_step:"
        assert {one.access.bytes for one in sass.lines if one.access} == {4}
    widths = {one.access.bytes for one in wide.find("sass", "python").lines if one.access}
    assert widths == {8}


@needs_a_compiler
@pytest.mark.slow
def test_of_several_kernels_in_one_file_only_the_launched_one_is_shown() -> None:
    info = find_operation("transfer")
    request = replace(request_for(info), config=None)
    arrays = (("values", "<f4", 2), ("means", "<f4", 1))
    module: Any = pytest.importorskip("gpuviz.engines.cuda_gpu.levels")

    found = module.compiled_levels(
        request, ("cuda",), LaunchedKernel(info.path, "mean_of_rows", arrays, ())
    )

    ptx = found.find("ptx", "cuda")
    assert sum(".entry" in line.text for line in ptx.lines) == 1
    assert any(".entry mean_of_rows(" in line.text for line in ptx.lines)
    source = info.source.splitlines()
    tied = {n for line in found.find("sass", "cuda").lines for n in line.python_lines}
    start = source.index("def mean_of_rows(values, means):")
    assert tied
    assert all(start <= number <= start + 10 for number in tied)


@needs_a_compiler
def test_a_launch_whose_arguments_are_not_known_is_not_compiled() -> None:
    request = replace(request_for(find_operation("train_step")), config=None)
    module: Any = pytest.importorskip("gpuviz.engines.cuda_gpu.levels")
    unknown = replace(launched("sgd_step", "sgd_step.py"), scalars=())

    found = module.compiled_levels(request, ("python",), unknown)

    with pytest.raises(NotSupportedError, match="sgd_step was launched with is not known"):
        found.find("sass", "python")


@needs_a_compiler
def test_a_file_in_cuda_c_and_its_twin_give_the_same_code() -> None:
    info = find_operation("vector_add")
    c_file = describe(info.path.parent / "cuda" / "vector_add.cu")

    python, c = levels_of("vector_add"), levels_of(c_file.path)

    for language in LANGUAGES:
        assert c.find("sass", language) == python.find("sass", language)
    assert [row.python_lines for row in python_level(c_file).lines[:3]] == [(1,), (2,), (3,)]


@needs_a_compiler
def test_memory_instructions_are_told_with_their_bytes_and_addresses_rise() -> None:
    sass = levels_of("vector_add").find("sass", "cuda")

    accesses = [one.access for one in sass.lines if one.access is not None]
    addresses = [one.address for one in sass.lines if one.address is not None]
    assert [(one.space, one.kind, one.bytes) for one in accesses] == [
        ("global", "read", 4),
        ("global", "read", 4),
        ("global", "write", 4),
    ]
    assert addresses == sorted(set(addresses))
    assert (sass.shared_bytes, sass.local_bytes) == (0, 0)


@needs_a_compiler
def test_without_python_no_code_of_the_file_is_run(tmp_path: Path) -> None:
    file = tmp_path / "vector_add.py"
    ran = tmp_path / "ran"
    source = find_operation("vector_add").source
    file.write_text(f"{source}\nopen({str(ran)!r}, 'w').close()\n")
    twin = find_operation("vector_add").path.parent / "cuda" / "vector_add.cu"
    file.with_suffix(".cu").write_text(twin.read_text(encoding="utf-8"))
    module: Any = pytest.importorskip("gpuviz.engines.cuda_gpu.levels")

    found = module.compiled_levels(request_for(describe(file)), ("cuda",))

    assert found.languages == ("cuda",)
    assert not ran.exists()
    module.compiled_levels(request_for(describe(file)), ("python",))
    assert ran.exists()


@needs_a_compiler
def test_levels_come_back_from_a_process_that_ran_a_strangers_code() -> None:
    job = ReadCompiledLevels(request_for(find_operation("vector_add")))
    made = levels_of("vector_add")

    assert result_of(outcome_of(made), job) == made


@pytest.mark.parametrize(
    ("level", "words"),
    [
        (SourceLevel("sass", "cuda", (LevelLine("EXIT", (0,)),)), "stands for none of a source"),
        (SourceLevel("sass", "cuda", (LevelLine("E" * 100_000),)), "longer than can be shown"),
        (SourceLevel("sass", "cuda", (), -1), "less than no register"),
        (SourceLevel("sass", "cuda", (), 1, "", -1), "less than no memory"),
        (SourceLevel("sass", "cuda", (LevelLine("E", address=-1),)), "less than no memory"),
    ],
)
def test_levels_that_cannot_be_shown_are_no_answer(level: SourceLevel, words: str) -> None:
    job = ReadCompiledLevels(request_for(find_operation("vector_add")))

    with pytest.raises(DamagedTrace, match=words):
        result_of(outcome_of(CompiledLevels((level,))), job)


def test_a_pipeline_and_a_missing_compiler_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpuviz.engines import source_levels

    pipeline = source_levels.refusal(find_operation("train_step"))
    monkeypatch.setattr(source_levels, "can_compile", lambda: False)
    missing = source_levels.refusal(find_operation("vector_add"))

    assert pipeline is not None
    assert pipeline.text.startswith("train_step.py launches several kernels")
    assert missing is not None
    assert missing.text.startswith("PTX and SASS need NVIDIA's compiler: pip install")
