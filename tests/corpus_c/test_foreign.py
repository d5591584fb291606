"""The table of programs by others, and, where somebody has them, what becomes of them now.

They are not kept here. GPUVIZ_FOREIGN_C names a folder that holds them: see tools/foreign_c.py.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tools.foreign_c import differences, listed, outcomes

FOLDER = os.environ.get("GPUVIZ_FOREIGN_C", "")
WORDS = {"runs", "hazard", "refused", "too long"}


def test_the_table_says_of_each_program_where_it_is_from_and_what_becomes_of_it() -> None:
    for row in listed():
        for name in ("repository", "commit", "path", "sha256", "licence", "kernels", "kind"):
            assert row[name], (row["path"], name)
        assert {part.rsplit(": ", 1)[1] for part in row["kernels"]} <= WORDS


def test_forty_programs_of_fifteen_repositories_and_as_many_that_nothing_was_widened_for() -> None:
    kinds = Counter(row["kind"] for row in listed())
    assert kinds["widened for"] >= 40
    assert kinds["held out"] >= 40
    assert len({row["repository"] for row in listed()}) >= 15


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER, reason="GPUVIZ_FOREIGN_C names no folder with the programs")
def test_programs_of_others_do_what_the_table_says() -> None:
    assert list(differences(Path(FOLDER))) == []


PROGRAM = """
#include <cstdio>
__global__ void fine(int* x, int n) { int i = threadIdx.x; if (i < n) x[i] = i; }
__global__ void wrong(int* x, int n) { x[threadIdx.x] = n; }
__global__ void unknown(int* x) { asm("nop;"); }
int main() {
    int n = 20, *x;
    cudaMalloc(&x, n * sizeof(int));
    fine<<<1, 32>>>(x, n);
    wrong<<<1, 32>>>(x, n);
}
"""


def test_each_launched_kernel_has_an_outcome(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    path.write_text(PROGRAM, encoding="utf-8")
    assert [(one.kernel, one.what) for one in outcomes(path)] == [
        ("fine", "runs"),
        ("wrong", "hazard"),
    ]


def test_a_file_that_cannot_be_read_is_refused_with_its_words(tmp_path: Path) -> None:
    path = tmp_path / "a.cu"
    text = PROGRAM.replace("<<<1, 32>>>(x, n);\n    wrong", "<<<1, 1>>>(x);\n    wrong")
    path.write_text(text.replace("    fine<<<", "    unknown<<<"), encoding="utf-8")
    (first, *_) = outcomes(path)
    assert first.what == "refused"
    assert ":5:" in first.words
    assert "asm is PTX" in first.words
