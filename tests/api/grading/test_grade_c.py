"""Submissions in CUDA C, held to the same expectations as those in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.api.grading.grade import grade
from gpuviz.api.grading.job import Expectations, GradeJob
from gpuviz.api.grading.submission import Submission, submissions_in
from gpuviz.api.supervisor import Limits
from gpuviz.device import find_device

KERNEL = """\
__global__ void triple(float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 3;
}
"""
TESTS = """\
import numpy as np
from submission import triple

POINTS = {"test_many": 3}

def run(n):
    x = np.arange(n, dtype=np.float32)
    triple[(n + 31) // 32, 32](x, n)
    return x

def test_one():
    assert run(1)[0] == 0

def test_many():
    assert (run(100) == 3 * np.arange(100)).all(), "the last ones differ"
"""


def job(text: str, tests: str | None = TESTS) -> GradeJob:
    handed_in = Submission("ada", (("triple.cu", text.encode()),), "triple.cu")
    expected = None if tests is None else Expectations("tests.py", tests)
    return GradeJob(handed_in, expected, Limits(60), find_device("t4"))


@pytest.mark.slow
def test_the_tests_of_a_teacher_launch_kernels_in_c() -> None:
    made = grade(job(KERNEL))

    assert (made.verdict, made.points, made.launches) == ("right", 4, 2)
    assert made.figures["warp_steps"] > 0


@pytest.mark.slow
def test_a_hazard_in_c_is_wrong_though_every_test_passes() -> None:
    made = grade(job(KERNEL.replace("i < n", "i <= n")))

    [mistake] = made.mistakes
    assert (made.verdict, made.points) == ("wrong", 4)
    assert (mistake.rule, mistake.file, mistake.line) == ("out-of-bounds", "triple.cu", 4)


@pytest.mark.slow
def test_what_the_front_end_refuses_is_told_with_its_line() -> None:
    made = grade(job(KERNEL.replace("*= 3;", "*= m;")))

    assert made.verdict == "wrong"
    assert "triple.cu:4:17: m is not declared" in made.mistakes[0].text


@pytest.mark.slow
def test_without_expectations_its_own_comments_launch_it() -> None:
    head = "// gpuviz: n = 100\n// gpuviz: x = ramp(n)\n// gpuviz: threads = n\n"

    made = grade(job(head + KERNEL, None))

    assert (made.verdict, made.launches) == ("right", 1)


def test_files_in_c_are_submissions_beside_those_in_python(tmp_path: Path) -> None:
    (tmp_path / "ada.cu").write_text(KERNEL, encoding="utf-8")
    (tmp_path / "bob.py").write_text("pass\n", encoding="utf-8")
    (tmp_path / "cem").mkdir()
    (tmp_path / "cem" / "a.cu").write_text(KERNEL, encoding="utf-8")
    (tmp_path / "cem" / "solution.cu").write_text(KERNEL, encoding="utf-8")

    found = submissions_in(tmp_path)

    assert [one.entry for one in found] == ["ada.cu", "bob.py", "solution.cu"]
