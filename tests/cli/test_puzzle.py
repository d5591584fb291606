"""`gpuviz puzzle`: listed, told, and an answer graded in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.cli import main, puzzle
from gpuviz.lesson.puzzle import find_puzzle, puzzle_names
from gpuviz.operation import describe
from tests.cli.conftest import KeptWorkers

GUARD = find_puzzle("guard")


@pytest.fixture(scope="module", autouse=True)
def workers_of_all() -> Iterator[None]:
    """One set of workers for all answers."""
    workers = KeptWorkers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle, "Workers", lambda: workers)
        yield
    workers.shutdown()


@pytest.fixture
def answer(tmp_path: Path) -> Path:
    """A file of one's own."""
    return tmp_path / "answer.py"


def test_the_list_names_every_puzzle_with_its_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "list"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert tuple(line.split()[0] for line in lines) == puzzle_names()
    assert "Fill the blank" in lines[0]


def test_the_list_as_json_has_goals_and_cases(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "list", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)["puzzles"]
    padding = next(one for one in found if one["name"] == "padding")
    assert padding["goals"] == ["conflicts <= 0", "sectors <= 512"]
    assert padding["cases"][1] == {"size": [1, 1], "block": [32, 32, 1]}


def test_a_task_is_told_with_its_kernel_and_hints_only_when_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["puzzle", "stripes"]) == 0
    told = capsys.readouterr().out
    assert main(["puzzle", "stripes", "--hints"]) == 0
    hinted = capsys.readouterr().out

    assert told.startswith("Stripes (make it faster)")
    assert "    def stripes(x, y):" in told
    assert "  sectors <= 512" in told
    assert "Hint" not in told
    assert "Hint 2: With each turn" in hinted


def test_what_start_prints_is_a_kernel_file(
    capsys: pytest.CaptureFixture[str], answer: Path
) -> None:
    assert main(["puzzle", "guard", "--start"]) == 0

    answer.write_text(capsys.readouterr().out, encoding="utf-8")
    assert describe(answer).kernel == "guard"


@pytest.mark.slow
def test_a_right_answer_exits_with_0(capsys: pytest.CaptureFixture[str], answer: Path) -> None:
    answer.write_text(GUARD.solution, encoding="utf-8")

    assert main(["puzzle", "guard", str(answer)]) == 0

    printed = capsys.readouterr().out
    assert printed.startswith("The guard: solved\n  right with 4 of 4 sizes and blocks")


def test_a_wrong_answer_exits_with_1_and_says_what_helps(
    capsys: pytest.CaptureFixture[str], answer: Path
) -> None:
    answer.write_text(GUARD.solution.replace("i < x", "i <= x"), encoding="utf-8")

    assert main(["puzzle", "guard", str(answer)]) == 1

    words = " ".join(capsys.readouterr().out.split())
    assert "The guard: not solved" in words
    assert "With size 100 and block 32: Line 16: thread (4, 0, 0)" in words
    assert "lets the thread with `i = x.size` through" in words


def test_a_grading_as_json_has_verdict_figures_and_place(
    capsys: pytest.CaptureFixture[str], answer: Path
) -> None:
    stripes = find_puzzle("stripes")
    answer.write_text(stripes.start.source, encoding="utf-8")

    assert main(["puzzle", "stripes", str(answer), "--json"]) == 1

    found = json.loads(capsys.readouterr().out)
    assert (found["solved"], found["verdict"]) == (False, "goal")
    assert found["figures"] == {"sectors": {"found": 4096, "most": 512}}
    assert found["mistake"].startswith("In one step neighbouring threads")


def test_a_kernel_alone_is_an_answer_too(answer: Path) -> None:
    answer.write_text(GUARD.answer_in("solution.py"), encoding="utf-8")

    assert main(["puzzle", "guard", str(answer)]) == 0


def test_code_around_the_kernel_runs_in_no_process(answer: Path) -> None:
    sign = answer.with_name("sign")
    trick = f"open({str(sign)!r}, 'w').write('x')\n"
    answer.write_text(trick + GUARD.solution, encoding="utf-8")

    assert main(["puzzle", "guard", str(answer)]) == 0

    assert not sign.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gard"], "There is no puzzle 'gard'"),
        (["guard", "nothing.py"], "There is no file 'nothing.py'"),
        (["guard", "README.md"], "its name has to end in .py"),
    ],
)
def test_what_is_not_there_is_told_and_exits_with_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["puzzle", *words]) == 2

    assert sentence in capsys.readouterr().err
