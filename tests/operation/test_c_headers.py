"""Headers beside a program in CUDA C: which are read, and where their lines are said to stand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import gpuviz
from gpuviz.cuda_c.headers import candidates, joined, split
from gpuviz.cuda_c.unit import read_unit
from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.operation import describe
from gpuviz.operation.c_headers import MOST_HEADERS, with_headers
from gpuviz.trace.file import load_trace, save_trace

KERNEL = """#pragma once
#include "common.h"
#include "deep/twice.inl"
__global__ void k(int* x, int n) {
    int i = blockIdx.x * TILE + threadIdx.x;
    if (i < n) x[i] = twice(x[i]);
}
"""
COMMON = """#ifndef COMMON_H
#define COMMON_H
#include "kernels.cuh"
#define TILE 4
#endif
"""
TWICE = "// gives twice as much\n\n__device__ int twice(int x) {\n    return 2 * x;\n}\n"
MAIN = """// A program: of four files
#include <cstdio>
#include "lib/kernels.cuh"
#include "lib/common.h"
#include "lib/kernels.cuh"
// gpuviz: n = 10
// gpuviz: x = ramp(n)
// gpuviz: threads = n
// gpuviz: block = 4
"""


def _write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "main.cu"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program, whose headers include each other."""
    names = ("main.cu", "lib/kernels.cuh", "lib/common.h", "lib/deep/twice.inl")
    return _write(tmp_path, dict(zip(names, (MAIN, KERNEL, COMMON, TWICE), strict=True)))


def test_a_kernel_in_a_header_runs(program: Path) -> None:
    x = np.arange(10, dtype=np.int32)

    with gpuviz.recording() as launches:
        gpuviz.kernels_in(program).k[3, 4](x, 10)

    assert x.tolist() == [2 * i for i in range(10)]
    assert not launches.hazards


def test_lines_are_those_of_the_header_in_which_they_stand(program: Path) -> None:
    with gpuviz.recording() as launches:
        gpuviz.kernels_in(program).k[3, 4](np.arange(10, dtype=np.int32), 12)

    trace = launches[0].trace
    assert [(Path(f.file).name, f.name, f.first_line) for f in trace.functions] == [
        ("kernels.cuh", "k", 4),
        ("twice.inl", "twice", 3),
    ]
    assert {function.language for function in trace.functions} == {"cuda-c"}
    assert trace.hazards[0].line == 6


@pytest.mark.slow
def test_a_recording_can_be_read_where_the_headers_are_not(program: Path, tmp_path: Path) -> None:
    with gpuviz.recording() as launches:
        gpuviz.kernels_in(program).k[3, 4](np.arange(10, dtype=np.int32), 10)
    save_trace(launches[0].trace, tmp_path / "kept.gpuviz")
    for header in (program.parent / "lib").rglob("*.*"):
        header.unlink()

    kept = load_trace(tmp_path / "kept.gpuviz")

    assert "return 2 * x;" in kept.functions[1].text


def test_what_is_wrong_in_a_header_is_told_with_its_file_and_line(program: Path) -> None:
    (program.parent / "lib/deep/twice.inl").write_text(
        "\n__device__ int twice(int x) {\n  x +;\n}\n"
    )

    with pytest.raises(NotSupportedError) as refused:
        gpuviz.kernels_in(program).k[3, 4](np.zeros(10, np.int32), 10)

    place = refused.value.place
    assert place is not None
    assert (Path(place.file).name, place.line, place.column) == ("twice.inl", 3, 6)


@pytest.mark.parametrize("name", ["../outside.h", "/etc/hostname", "lib/../../outside.h"])
def test_nothing_outside_of_the_folder_is_read(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "inside"
    path = _write(folder, {"main.cu": f'#include "{name}"\n'})
    (tmp_path / "outside.h").write_text("#error it was read\n")

    assert with_headers(path.read_text(), path) == path.read_text()


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    path = _write(tmp_path / "inside", {"main.cu": '#include "link.h"\n'})
    (tmp_path / "outside.h").write_text("#error it was read\n")
    try:
        (tmp_path / "inside/link.h").symlink_to(tmp_path / "outside.h")
    except OSError:
        pytest.skip("links cannot be made here")

    assert with_headers(path.read_text(), path) == path.read_text()


def test_a_header_above_another_one_is_read_where_it_is_inside(tmp_path: Path) -> None:
    files = {"main.cu": '#include "a/b.h"\n', "a/b.h": '#include "../c.h"\n', "c.h": "int c;\n"}
    path = _write(tmp_path, files)
    assert split(with_headers(path.read_text(), path))[1].keys() == {"a/b.h", "c.h"}


def test_a_function_of_a_header_that_is_missing_is_refused_with_its_name(tmp_path: Path) -> None:
    text = '#include "absent.cuh"\n__global__ void k(int* x) { x[0] = helper(1); }\n'
    path = _write(tmp_path, {"main.cu": text})

    with pytest.raises(NotSupportedError, match=r"helper is not known.*absent\.cuh"):
        gpuviz.kernels_in(path).k[1, 1](np.zeros(1, np.int32))


def test_a_program_whose_kernels_are_in_a_missing_header_says_so(tmp_path: Path) -> None:
    path = _write(tmp_path, {"main.cu": '#include "absent.cuh"\nint main() {}\n'})
    with pytest.raises(RequestRefused, match=r"has no kernel.*absent\.cuh"):
        describe(path)


def test_a_missing_header_in_a_part_that_does_not_count_is_not_missed() -> None:
    unit = read_unit('#if 0\n#include "absent.cuh"\n#endif\n', "main.cu")
    assert unit.missing == ()


def test_a_header_of_cuda_is_not_missed() -> None:
    assert read_unit('#include "cuda_runtime.h"\n#include "stdio.h"\n', "main.cu").missing == ()


def test_more_headers_than_anybody_reads_are_refused(tmp_path: Path) -> None:
    names = [f"h{row}.h" for row in range(MOST_HEADERS + 1)]
    lines = "".join(f'#include "{name}"\n' for name in names)
    path = _write(tmp_path, {"main.cu": lines, **dict.fromkeys(names, "\n")})
    with pytest.raises(RequestRefused, match="more than 64 headers"):
        with_headers(path.read_text(), path)


def test_a_text_and_its_headers_come_apart_as_they_were() -> None:
    parts = {"a.h": "int a;", "lib/b.h": "\nint b;\n"}
    assert split(joined("// program\n", parts)) == ("// program\n", parts)


def test_a_program_knows_its_own_text_from_that_of_its_headers(program: Path) -> None:
    info = describe(program)
    assert info.file_text == MAIN
    assert info.source.startswith(MAIN)
    assert "return 2 * x;" in info.source


def test_a_header_is_looked_for_beside_the_one_that_includes_it_first() -> None:
    assert candidates("lib/a.h", "b.h") == ["lib/b.h", "b.h"]
    assert candidates("", "../b.h") == []
