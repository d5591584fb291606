"""Expectations as lecturers write them: cases, classes, modules of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.api.grading.expected import read_expectations
from gpuviz.api.grading.grade import Grade, grade
from gpuviz.api.grading.job import Expectations
from gpuviz.api.grading.submission import Submission
from gpuviz.messages import RequestRefused
from tests.api.grading.test_grade import KERNEL, job, sayings

HEAD = "import numpy as np\nimport pytest\nimport unittest\nimport submission\n"
RUN = """
def run(n):
    x = np.arange(n, dtype=np.float32)
    submission.double[(n + 31) // 32, 32](x)
    return x
"""
CASES = f"""{HEAD}{RUN}
POINTS = {{"test_each": 2, "test_each[100]": 5}}

@pytest.mark.parametrize("n", [1, 100])
def test_each(n):
    assert run(n) == pytest.approx(2 * np.arange(n))

@pytest.mark.parametrize("a, b", [pytest.param(1, [2], id="small"), (3, [4])])
@pytest.mark.parametrize(("c",), [("c",)])
def test_grid(a, b, c, submission):
    assert submission.double and (a, b) in ((1, [2]), (3, [4])) and c == "c"
"""
CLASSES = f"""{HEAD}{RUN}
class TestDouble:
    def setup_method(self):
        self.n = 40

    def test_as_many(self):
        assert run(self.n).sum() == 39 * 40

    @pytest.mark.parametrize("n", [2])
    def test_few(self, n, submission):
        assert run(n)[1] == 2

    def helper(self):
        raise ValueError

class Doubled(unittest.TestCase):
    def setUp(self):
        self.found = run(50)

    def test_last(self):
        self.assertEqual(self.found[-1], 98)

class NoTests:
    def test_nothing(self):
        raise ValueError
"""
USES = "import submission\nfrom checks import check\n\ndef test_it():\n    check(submission)\n"
CHECKS = """import numpy as np

def check(module):
    x = np.arange(4, dtype=np.float32)
    module.double[1, 32](x)
    assert x[3] == 6, "the third"
"""


def graded(text: str, tests: str, modules: tuple[tuple[str, str], ...] = ()) -> Grade:
    expected = Expectations("tests.py", tests, modules)
    return grade(replace(job(text), expected=expected))


def results(made: Grade) -> dict[str, tuple[bool | None, float]]:
    return {one.name: (one.passed, one.points) for one in made.tests}


@pytest.mark.slow
def test_each_case_of_a_test_is_a_test() -> None:
    made = graded(KERNEL, CASES)

    assert results(made) == {
        "test_each[1]": (True, 2),
        "test_each[100]": (True, 5),
        "test_grid[c-small]": (True, 1),
        "test_grid[c-3-b1]": (True, 1),
    }
    assert made.verdict == "right"


@pytest.mark.slow
def test_a_case_that_fails_is_told_by_what_it_was_given() -> None:
    made = graded(KERNEL.replace("i < x.size", "i < 9"), CASES)

    assert (made.verdict, results(made)["test_each[100]"][0]) == ("wrong", False)
    assert "test_each[100]: " in sayings(made)


@pytest.mark.slow
def test_methods_of_classes_are_tests_as_pytest_and_unittest_have_them() -> None:
    right, wrong = graded(KERNEL, CLASSES), graded(KERNEL.replace("*= 2", "*= 3"), CLASSES)

    names = ["TestDouble.test_as_many", "TestDouble.test_few[2]", "Doubled.test_last"]
    assert results(right) == dict.fromkeys(names, (True, 1))
    assert results(wrong) == dict.fromkeys(names, (False, 1))
    assert "Doubled.test_last: " in sayings(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("first", ["", "import checks\n"])
def test_a_module_of_the_teacher_is_told_from_a_students_of_the_same_name(first: str) -> None:
    own = b"def check(module): pass\n"
    text = KERNEL.replace("*= 2", "*= 3") + "from checks import check\ncheck(1)\n"
    files = (("double.py", text.encode()), ("checks.py", own))
    submission = Submission("ada", files, "double.py")
    expected = Expectations("tests.py", first + USES, (("checks", CHECKS),))

    made = grade(replace(job(""), submission=submission, expected=expected))

    assert (made.verdict, sayings(made)) == ("wrong", "test_it: the third")


@pytest.mark.slow
def test_a_module_of_the_teacher_is_not_there_while_a_submission_is_loaded() -> None:
    made = graded(KERNEL + "import checks\n", USES, (("checks", CHECKS),))

    assert (made.verdict, made.points) == ("failed", 0)
    assert "No module named 'checks'" in sayings(made)


@pytest.mark.slow
def test_what_a_module_of_the_teacher_has_cannot_be_replaced_by_a_kernel() -> None:
    replaces = """
import sys

class Kernel:
    def __getitem__(self, configuration):
        sys.modules["checks"].check = print
        return lambda x: true_double[configuration](x)

true_double, double = double, Kernel()
"""

    made = graded(
        KERNEL + replaces,
        USES.replace("from checks import", "import checks; from checks import"),
        (("checks", CHECKS),),
    )

    assert made.points == 0
    assert "Kernel of the submission is neither a kernel nor an array" in sayings(made)


def test_modules_beside_the_expectations_come_along(tmp_path: Path) -> None:
    (tmp_path / "checks.py").write_text("import more\n", encoding="utf-8")
    (tmp_path / "more.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "submission.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "tests.py").write_text(USES, encoding="utf-8")

    read = read_expectations(str(tmp_path / "tests.py"))

    assert dict(read.modules) == {"checks": "import more\n", "more": "x = 1\n"}


@pytest.mark.parametrize(
    "text",
    [
        "def test_it(x): pass\n",
        "def test_it(submission, *, x): pass\n",
        "@pytest.mark.parametrize('n', [1])\ndef test_it(n, x): pass\n",
        "class TestIt:\n    def test_it(self, x): pass\n",
    ],
)
def test_a_test_that_asks_for_what_nobody_gives_is_the_teachers_mistake(
    text: str, tmp_path: Path
) -> None:
    file = tmp_path / "tests.py"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(RequestRefused, match="test_it asks for x, which gpuviz does not give"):
        read_expectations(str(file))


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ('["test_it"]', "has to be True, False or"),
        ('{"test_it": "yes"}', 'as {"test_host": True}'),
        ('{"test_if": True}', "NEEDS_KERNEL names test_if, and there is no such test"),
        ('{"test_it[3]": True, "TestThis.test_it": False}', ""),
        ("dict(test_it=True)", ""),
        ('"result"', ""),
    ],
)
def test_what_is_said_of_kernels_has_to_be_about_tests(
    needs: str, said: str, tmp_path: Path
) -> None:
    file = tmp_path / "tests.py"
    file.write_text(f"def test_it(): pass\nNEEDS_KERNEL = {needs}\n", encoding="utf-8")

    if not said:
        assert read_expectations(str(file)).text.startswith("def test_it")
        return
    with pytest.raises(RequestRefused, match=re.escape(said)):
        read_expectations(str(file))


@pytest.mark.parametrize("text", [CASES, CLASSES, USES, "@given(1)\ndef test_it(x): pass\n"])
def test_others_are_taken(text: str, tmp_path: Path) -> None:
    file = tmp_path / "tests.py"
    file.write_text(text, encoding="utf-8")

    assert read_expectations(str(file)).text == text
