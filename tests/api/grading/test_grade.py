"""One submission: its tests, its hazards, its limits, and what it may not do to others."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from gpuviz.api.grading.grade import FILE_BYTES, FOLDER_BYTES, Grade, grade
from gpuviz.api.grading.job import Expectations, GradeJob
from gpuviz.api.grading.submission import Submission
from gpuviz.api.supervisor import Limits
from gpuviz.device import find_device

KERNEL = """import numpy as np
from numba import cuda

@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2
"""
TESTS = """import numpy as np
import submission

POINTS = {"test_many": 3}

def run(n):
    x = np.arange(n, dtype=np.float32)
    submission.double[(n + 31) // 32, 32](x)
    return x

def test_one():
    assert run(1)[0] == 0

def test_many():
    assert (run(100) == 2 * np.arange(100)).all(), "the last ones differ"
"""


def job(text: str, tests: str | None = TESTS, seconds: float = 60, name: str = "ada") -> GradeJob:
    """A submission of one file."""
    handed_in = Submission(name, (("double.py", text.encode()),), "double.py")
    expected = None if tests is None else Expectations("tests.py", tests)
    return GradeJob(handed_in, expected, Limits(seconds), find_device("t4"))


def sayings(made: Grade) -> str:
    return "\n".join(mistake.text for mistake in made.mistakes)


@pytest.mark.slow
def test_a_right_one_has_all_points() -> None:
    made = grade(job(KERNEL))

    assert (made.verdict, made.points, made.most_points) == ("right", 4, 4)
    assert made.mistakes == ()
    assert made.launches == 2
    assert made.figures["warp_steps"] > 0


@pytest.mark.slow
def test_a_hazard_is_wrong_though_every_test_passes() -> None:
    made = grade(job(KERNEL.replace("i < x.size", "i <= x.size")))

    assert (made.verdict, made.points) == ("wrong", 4)
    [mistake] = made.mistakes
    assert (mistake.rule, mistake.file, mistake.line) == ("out-of-bounds", "double.py", 8)


@pytest.mark.slow
def test_a_test_that_fails_says_what_the_teacher_wrote() -> None:
    made = grade(job(KERNEL.replace("*= 2", "*= 3")))

    assert (made.verdict, made.points) == ("wrong", 1)
    assert sayings(made) == "test_many: the last ones differ"


@pytest.mark.slow
def test_assertions_count_though_this_python_leaves_them_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")

    made = grade(job(KERNEL.replace("*= 2", "*= 3")))

    assert (made.verdict, made.points) == ("wrong", 1)


@pytest.mark.slow
def test_an_assertion_without_words_is_told_by_its_line() -> None:
    tests = "import submission\ndef test_it():\n    assert 1 + 1 == 3\n"

    assert "test_it: not so: assert 1 + 1 == 3" in sayings(grade(job(KERNEL, tests)))


@pytest.mark.slow
def test_one_that_leaves_before_the_tests_is_not_right() -> None:
    launch = "import sys\nimport numpy as np\ndouble[1, 32](np.ones(9))\n"

    made = grade(job(f"{KERNEL}\n{launch}sys.exit(0)\n"))

    assert (made.verdict, made.points) == ("failed", 0)
    assert sayings(made) == "It ended, as by sys.exit, before any test was run."


@pytest.mark.slow
def test_expectations_without_tests_expect_only_that_it_runs() -> None:
    runs = f"{TESTS.partition('def test')[0]}run(9)\n"

    assert grade(job(KERNEL, runs)).verdict == "right"


@pytest.mark.slow
def test_an_ending_in_capitals_is_one_of_python() -> None:
    handed_in = Submission("ada", (("DOUBLE.PY", KERNEL.encode()),), "DOUBLE.PY")
    expected = Expectations("tests.py", TESTS)

    made = grade(GradeJob(handed_in, expected, Limits(60), find_device("t4")))

    assert (made.verdict, made.points) == ("right", 4)


@pytest.mark.slow
def test_without_expectations_it_runs_by_itself() -> None:
    wrong = KERNEL.replace("<", "<=") + "double[1, 32](np.zeros(8, np.float32))\n"

    made = grade(job(wrong, tests=None))

    assert made.verdict == "wrong"
    assert made.tests == ()
    assert made.mistakes[0].line == 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (KERNEL.replace("def double", "deff double"), "SyntaxError: invalid syntax", 5),
        (KERNEL + "name = input()\n", "EOFError", 9),
        (KERNEL + "import os; os.kill(os.getpid(), 9)\n", "signal 9", None),
        ("", "has no attribute 'double'", None),
    ],
    ids=["syntax", "waits for input", "kills itself", "empty"],
)
def test_what_fails_is_told_with_its_place(text: str, words: str, line: int | None) -> None:
    if "os.kill" in text and sys.platform == "win32":
        pytest.skip("signals are POSIX's")
    made = grade(job(text))

    assert made.verdict != "right"
    assert words in sayings(made)
    if line is not None:
        assert line in [mistake.line for mistake in made.mistakes]
    assert "/handed_in" not in sayings(made)


@pytest.mark.slow
def test_one_that_never_ends_costs_its_time_and_the_tests_before_it_count() -> None:
    tests = TESTS.replace('"""', "") + "\ndef test_for_ever():\n    while True: pass\n"

    made = grade(job(KERNEL, tests, seconds=3))

    assert made.verdict == "failed"
    assert [test.passed for test in made.tests] == [True, True, None]
    assert "had not ended after 3 seconds" in sayings(made)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_one_that_fills_the_disk_is_stopped() -> None:
    text = f"{KERNEL}\nwith open('big', 'wb') as f:\n    f.truncate({FILE_BYTES + 1})\n"

    assert "File too large" in sayings(grade(job(text)))


@pytest.mark.slow
def test_one_that_fills_the_disk_with_many_files_is_stopped() -> None:
    fills = f"for n in range(5):\n    open(f'part{{n}}', 'wb').truncate({FOLDER_BYTES // 4})\n"
    text = f"{KERNEL}\n{fills}while True:\n    pass\n"

    made = grade(job(text, None))

    assert made.verdict == "failed"
    assert "wrote more than 1024 MB into its folder" in sayings(made)


@pytest.mark.slow
def test_it_has_a_folder_of_its_own_and_cannot_see_where_it_came_from(tmp_path: Path) -> None:
    text = f"{KERNEL}\nimport glob, os\nprint(glob.glob('*.*'), os.getcwd() == {str(tmp_path)!r})\n"

    assert grade(job(text)).output == "['double.py'] False\n"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can take the network away")
def test_it_reaches_no_network_where_the_system_can_take_it_away() -> None:
    text = f"{KERNEL}\nimport os\nprint(os.readlink('/proc/self/ns/net'))\n"

    said = grade(job(text)).output.strip()

    assert said != os.readlink("/proc/self/ns/net") or not _may_leave_the_network()


def _may_leave_the_network() -> bool:
    """Whether a process of this user may have a network of its own here."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        from gpuviz.process_tree.fences import prepare_apart

        os.write(writer, b"1" if prepare_apart(offline=True).network else b"0")
        os._exit(0)
    os.waitpid(child, 0)
    return os.read(reader, 1) == b"1"


@pytest.mark.slow
def test_a_grade_travels_as_json() -> None:
    made = grade(job(KERNEL.replace("*= 2", "*= 3")))

    assert Grade.of(json.loads(json.dumps(made.to_object()))) == made


def test_whatever_decides_is_in_the_fingerprint() -> None:
    prints = {
        job(KERNEL).fingerprint,
        job(KERNEL + "#").fingerprint,
        job(KERNEL, TESTS + "#").fingerprint,
        job(KERNEL, None).fingerprint,
        job(KERNEL, seconds=5).fingerprint,
        job(KERNEL, name="bob").fingerprint,
    }

    assert len(prints) == 6
    assert job(KERNEL).fingerprint in prints


@pytest.mark.slow
def test_a_hazard_in_another_file_of_the_submission_is_told_there() -> None:
    parts = "from numba import cuda\n\n@cuda.jit(device=True)\ndef put(x, i):\n    x[i] = 1\n"
    text = """import numpy as np
from numba import cuda
from parts import put

@cuda.jit
def fill(x):
    put(x, cuda.grid(1))

fill[1, 32](np.zeros(31))
"""
    files = (("main.py", text.encode()), ("parts.py", parts.encode()))
    handed_in = Submission("ada", files, "main.py")

    made = grade(GradeJob(handed_in, None, Limits(60), find_device("t4")))

    (mistake,) = made.mistakes
    assert (mistake.rule, mistake.file, mistake.line) == ("out-of-bounds", "parts.py", 5)
    assert mistake.text.startswith("Line 5 of parts.py: ")
