"""The file in CUDA C beside a kernel's own: where it is looked for, and what is read of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuviz.engines.cuda_c import MARK, MOST_BYTES, twin_of, with_python_lines
from gpuviz.messages import NotSupportedError
from gpuviz.operation import describe, list_operations

PUBLISHED = Path(__file__).parents[2] / "benchmarks" / "published" / "kernels"
TWINS = [*PUBLISHED.glob("*.cu"), *(list_operations()[0].path.parent / "cuda").glob("*.cu")]


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


def test_lines_are_those_of_the_python_file_until_the_next_mark(tmp_path: Path) -> None:
    file = tmp_path / "k.cu"
    file.write_text("head\none //@3\nmore\ntwo //@ 4\nthree //@14 \n#define A \\\n    1\n")

    rows = with_python_lines(file, 10).splitlines()

    lines = dict(zip(rows[1::2], rows[::2], strict=False))
    assert lines["head"] == "#line 10"
    assert lines["one //@3"] == lines["more"] == lines["two //@ 4"] == "#line 12"
    assert lines["three //@14 "] == "#line 23"
    assert rows[-2:] == ["#define A \\", "    1"]  # a directive may not stand between the two


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b'#include "/dev/zero"\n', "includes other files"),
        (b"#inc\\\nlude <x>\n", "includes other files"),
        (b"\xff\xfe\x00", "k.cu cannot be read"),
        (b" " * (MOST_BYTES + 1), "too large"),
    ],
)
def test_what_is_not_read_is_said(tmp_path: Path, content: bytes, words: str) -> None:
    file = tmp_path / "k.cu"
    file.write_bytes(content)

    with pytest.raises(NotSupportedError, match=words):
        with_python_lines(file, 1)


@pytest.mark.parametrize("twin", TWINS, ids=lambda path: path.stem)
def test_a_marked_line_speaks_of_what_the_kernels_line_does(twin: Path) -> None:
    beside = twin.with_suffix(".py")
    info = describe(beside if beside.is_file() else twin.parents[1] / beside.name)
    kernel = info.source.splitlines()[info.kernel_line - 1 : info.kernel_end_line]
    rows = twin.read_text(encoding="utf-8").splitlines()
    marked = [(int(mark[1]), row) for row in rows if (mark := MARK.search(row))]

    assert [line for line, _ in marked] == sorted(line for line, _ in marked)
    assert len(marked) >= len(kernel) / 2
    for line, row in marked:
        assert names(row) & names(kernel[line - 1]), f"{row} stands for {kernel[line - 1]}"


def names(row: str) -> set[str]:
    """The names in a line of C or Python."""
    return set(re.findall(r"[a-z]\w*", row.replace("__", "")))
