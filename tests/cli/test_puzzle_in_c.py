"""`gpuviz puzzle` in CUDA C: told, begun, and an answer graded by the name of its file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.cli import main, puzzle
from gpuviz.lesson.puzzle import find_puzzle
from tests.cli.conftest import KeptWorkers

GUARD = find_puzzle("guard", written_in="cuda-c")


@pytest.fixture(scope="module", autouse=True)
def workers_of_all() -> Iterator[None]:
    """One set of workers for all answers."""
    workers = KeptWorkers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzle, "Workers", lambda: workers)
        yield
    workers.shutdown()


def test_a_task_is_told_in_c_with_the_commands_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "guard", "--in", "cuda", "--hints"]) == 0

    told = capsys.readouterr().out
    assert "__global__ void guard(const float* x, float* y, int n)" in told
    assert "`n` is the number of elements" in told
    assert "`gpuviz puzzle guard --in cuda --start > guard.cu` begins" in told


def test_the_start_in_c_is_printed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "guard", "--in", "cuda", "--start"]) == 0

    assert capsys.readouterr().out == GUARD.start.source


@pytest.mark.slow
def test_an_answer_in_c_is_graded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = tmp_path / "mine.cu"
    answer.write_text(GUARD.start.source, encoding="utf-8")
    assert main(["puzzle", "guard", str(answer)]) == 1
    assert "The guard: not solved" in capsys.readouterr().out
    answer.write_text(GUARD.solution, encoding="utf-8")

    assert main(["puzzle", "guard", str(answer), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["solved"], found["cases_right"]) == (True, 4)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--in", "rust"], "There is no language 'rust' for puzzles: choose one of python, cuda."),
        (["mine.cu", "--in", "python"], "mine.cu is no file in python"),
    ],
)
def test_a_language_that_is_none_is_refused(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", "guard", *words]) == 2

    assert sentence in capsys.readouterr().err
