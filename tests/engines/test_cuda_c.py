"""The file in CUDA C beside a kernel's own: where it is looked for, and what is read of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from gpuviz.engines.cuda_c import (
    HOST,
    MOST_BYTES,
    device_text,
    python_functions,
    read_twin,
    twin_of,
    with_python_lines,
)
from gpuviz.engines.host import load_operation
from gpuviz.messages import NotSupportedError
from gpuviz.operation import describe, list_operations

PUBLISHED = Path(__file__).parents[2] / "benchmarks" / "published" / "kernels"
KERNELS = list_operations()[0].path.parent
GALLERY = sorted((KERNELS / "cuda").glob("*.cu"))
TWINS = [*PUBLISHED.glob("*.cu"), *GALLERY]

PYTHON = '''
from numba import cuda


@cuda.jit
def k(x):
    """What it does."""
    i = cuda.grid(1)  # who I am
    cuda.syncthreads()
    x[i] += 1
    cuda.syncthreads()
'''


def python_file_of(twin: Path) -> Path:
    """The Python file whose twin it is."""
    beside = twin.with_suffix(".py")
    return beside if beside.is_file() else twin.parents[1] / beside.name


def rows_of(folder: Path, twin: str) -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
    """Code, lines and loose ties of each row of a twin of PYTHON."""
    (folder / "k.py").write_text(PYTHON)
    (folder / "k.cu").write_text(twin)
    rows = read_twin(folder / "k.cu", python_functions(folder / "k.py"))
    return [(row.code, row.python_lines, row.loose_ties) for row in rows]


def test_a_twin_lies_beside_the_kernel_or_in_a_folder_there(tmp_path: Path) -> None:
    kernel = tmp_path / "k.py"
    assert twin_of(kernel) is None

    inside = tmp_path / "cuda" / "k.cu"
    inside.parent.mkdir()
    inside.touch()
    assert twin_of(kernel) == inside

    beside = tmp_path / "k.cu"
    beside.touch()
    assert twin_of(kernel) == beside


def test_a_tie_names_a_line_of_python_by_its_code(tmp_path: Path) -> None:
    head = "__global__ void k(float* x)"

    rows = rows_of(
        tmp_path,
        f"{head}\n    int i = threadIdx.x;  // <- i = cuda.grid(1)\n    x[i] += 1;  // mine\n}}\n",
    )

    assert rows == [
        (head, (), ()),
        ("    int i = threadIdx.x;", (8,), ()),
        ("    x[i] += 1;  // mine", (), ()),
        ("}", (), ()),
    ]


def test_equal_lines_of_python_are_told_apart_by_a_number(tmp_path: Path) -> None:
    rows = rows_of(
        tmp_path,
        "__global__ void k(float* x)\n"
        "one();  // <- cuda.syncthreads() #2\n"
        "two();  // note  // <- cuda.syncthreads() #1 // <- x[i] += 1\n"
        "many();  // <- cuda.syncthreads()\n"
        "none();  // <- cuda.syncthreads() #3 // <- x[i] += 1 #1\n",
    )

    assert rows[1:] == [
        ("one();", (11,), ()),
        ("two();  // note", (9, 10), ()),
        ("many();", (), ("cuda.syncthreads()",)),
        ("none();", (), ("cuda.syncthreads() #3", "x[i] += 1 #1")),
    ]


def test_a_function_of_another_name_is_tied_by_its_def(tmp_path: Path) -> None:
    rows = rows_of(
        tmp_path, "__global__ void kernel(float* x)  // <- def k(x):\nx;  // <- x[i] += 1\n"
    )

    assert rows == [("__global__ void kernel(float* x)", (), ()), ("x;", (10,), ())]


def test_marks_that_count_lines_hold_until_the_next_one(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(PYTHON)
    file = tmp_path / "k.cu"
    file.write_text(
        "__global__ void k(float* x)\none //@4\nmore\ntwo //@ 4\n#define A \\\n    1\nthree //@7 \n"
    )

    text = with_python_lines(file, tmp_path / "k.py").splitlines()

    lines = dict(zip(text[1::2], text[::2], strict=False))
    assert lines["one"] == lines["more"] == lines["two //@ 4"] == "#line 8"
    assert text[-4:-2] == ["#define A \\", "    1"]  # a directive may not stand between the two
    assert text[-2:] == ["#line 11", "three"]


def test_the_compiler_of_the_device_gets_the_lines_before_the_hosts(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    kernel = "__global__ void k(float* x) {}"
    file.write_text(f"#include <cstdio>\n{kernel}  // <- x\n\n// ---- host\nint main() {{}}\n")

    text = device_text(read_twin(file, {}), "k.cu")

    assert text.splitlines() == ["", kernel, "", "", ""]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'#include "/dev/zero"\n', "includes other files"),
        (b"#inc\\\nlude <x>\n", "includes other files"),
        (b"#include <thrust/sort.h>\n", "includes other files"),
        (b"\xff\xfe\x00", "k.cu cannot be read"),
        (b" " * (MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_not_read_is_said(tmp_path: Path, content: bytes, words: str) -> None:
    (tmp_path / "k.py").write_text(PYTHON)
    file = tmp_path / "k.cu"
    file.write_bytes(content)

    with pytest.raises(NotSupportedError, match=words):
        with_python_lines(file, tmp_path / "k.py")


@pytest.mark.parametrize("twin", sorted(PUBLISHED.glob("*.cu")), ids=lambda path: path.stem)
def test_a_marked_line_speaks_of_what_the_kernels_line_does(twin: Path) -> None:
    info = describe(twin.with_suffix(".py"))
    source = info.source.splitlines()
    rows = [row for row in read_twin(twin, python_functions(info.path)) if row.python_lines]

    assert len(rows) >= (info.kernel_end_line - info.kernel_line + 1) / 2
    for row in rows:
        if names(row.code):
            (line,) = row.python_lines
            assert names(row.code) & names(source[line - 1]), f"{row.code} stands for line {line}"


def names(row: str) -> set[str]:
    """The names in a line of C or Python."""
    return set(re.findall(r"[a-z]\w*", row.replace("__", "")))


def test_every_operation_of_the_gallery_has_a_twin() -> None:
    assert {twin.stem for twin in GALLERY} == {info.name for info in list_operations()}


@pytest.mark.slow
@pytest.mark.parametrize("twin", GALLERY, ids=lambda path: path.stem)
def test_each_tie_of_the_gallery_names_one_line_and_each_line_of_python_is_named(
    twin: Path,
) -> None:
    functions = python_functions(python_file_of(twin))

    rows = read_twin(twin, functions)

    assert [tie for row in rows for tie in row.loose_ties] == []
    assert set(functions) <= {row.function for row in rows}
    for name in functions:
        tied = {line for row in rows if row.function == name for line in row.python_lines}
        assert tied == functions[name].statements, f"lines of {name}"


@pytest.mark.slow
@pytest.mark.parametrize("twin", GALLERY, ids=lambda path: path.stem)
def test_a_twin_of_the_gallery_has_its_title_in_the_head_and_a_host_that_checks(twin: Path) -> None:
    text = twin.read_text(encoding="utf-8")
    info = describe(python_file_of(twin))

    title, twin_line = text.splitlines()[:2]
    assert title == f"// {info.title}: {info.summary}"
    assert twin_line.startswith(f"// Twin of {twin.stem}.py")
    assert len([row for row in text.splitlines() if HOST.fullmatch(row)]) == 1
    assert "CHECK(cudaGetLastError());" in text
    assert f'printf("{twin.stem}: %s max error %g kernel %.3f ms\\n"' in text


@pytest.mark.slow
@pytest.mark.parametrize(
    "twin",
    [twin for twin in GALLERY if not describe(python_file_of(twin)).is_pipeline],
    ids=lambda path: path.stem,
)
def test_parameters_are_pythons_and_those_that_the_head_tells(twin: Path) -> None:
    text = twin.read_text(encoding="utf-8")
    info = describe(python_file_of(twin))
    arrays = load_operation(info.path).arguments(info.default_size, 0)

    signature = re.search(rf"__global__ void {twin.stem}\((.*?)\)", text, re.DOTALL)
    assert signature is not None
    names = [one.split()[-1] for one in re.sub(r"// <- .*", "", signature[1]).split(",")]
    head = dict(re.findall(r"^//     (\w+) = (\w+\.(?:size|shape\[\d\]))$", text, re.MULTILINE))

    assert sorted(names) == sorted([*info.parameters, *head])
    assert [name for name in names if name in info.parameters] == list(info.parameters)
    for value in head.values():
        array, _, what = value.partition(".")
        given: Any = arrays[array]
        assert what == "size" or given.ndim > int(what[-2])
