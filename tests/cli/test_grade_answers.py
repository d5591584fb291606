"""`gpuviz grade` of files of answers, and `gpuviz puzzle --answers` that makes one."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gpuviz.cli import grade_answers, main, puzzle
from gpuviz.lesson import Lesson, read_lesson
from gpuviz.lesson.answers import (
    Answers,
    answered,
    predicted,
    read_answers,
    save_answers,
    sealed_text,
    shown,
    solution_seen,
    tried,
)
from gpuviz.lesson.library import lesson_files
from gpuviz.lesson.puzzle import find_puzzle
from tests.cli.conftest import KeptWorkers
from tests.helpers.short_lesson import SHORT

GUARD = find_puzzle("guard")
WRONG = GUARD.solution.replace("2 * x[i]", "3 * x[i]")


def first_lesson() -> Lesson:
    lesson = read_lesson(lesson_files("en")[0]).lesson
    assert lesson is not None
    return lesson


LESSON = first_lesson()


@pytest.fixture(scope="module", autouse=True)
def workers_of_all() -> Iterator[None]:
    """One set of workers for all answers."""
    workers = KeptWorkers()
    with pytest.MonkeyPatch.context() as patch:
        for module in (puzzle, grade_answers):
            patch.setattr(module, "Workers", lambda: workers)
        yield
    workers.shutdown()


def hand_in(folder: Path, file: str, answers: Answers) -> Path:
    path = folder / f"{file}.gpuviz-answers"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_answers(answers, path)
    return path


def solved(student: str, code: str = GUARD.solution) -> Answers:
    return tried(Answers(student), GUARD, code, solved=True, hints=0)


def graded(
    folder: Path, capsys: pytest.CaptureFixture[str], code: int = 0, *more: str
) -> list[dict[str, str]]:
    """The rows of the CSV."""
    table = folder.parent / "results.csv"
    assert main(["grade", str(folder), "--csv", str(table), *more]) == code, capsys.readouterr()
    with table.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_a_class_is_a_row_a_student_and_a_column_a_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = next(n for n, guess in enumerate(LESSON.steps[0].guesses) if guess.is_right)
    ada = answered(predicted(solved("Ada"), LESSON, 0, right), LESSON, 0, hinted=False)
    ada = answered(shown(ada, LESSON, 1), LESSON, 1, hinted=False)
    hand_in(tmp_path / "class" / "moodle_17", "answers", ada)
    hand_in(tmp_path / "class", "ben", answered(Answers("Ben"), LESSON, 2, hinted=True))

    first, second = graded(tmp_path / "class", capsys)

    most = str(LESSON.step_count + 5)
    assert (first["student"], first["points"], first["of"]) == ("Ada", "6", most)
    assert first[f"{LESSON.title} 1"] == "done; foreseen"
    assert first[f"{LESSON.title} 2"] == "shown"
    assert first["guard"] == "solved at check 1"
    assert (second["student"], second["points"], second["guard"]) == ("Ben", "1", "")
    assert second[f"{LESSON.title} 3"] == "done with the hint"


def test_a_kernel_is_run_again_and_not_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(tmp_path / "class", "eve", solved("Eve", WRONG))

    (row,) = graded(tmp_path / "class", capsys)

    assert (row["points"], row["guard"]) == ("0", "not solved")
    assert row["notes"] == "The kernel of guard does not solve it when it is run here: wrong."


@pytest.mark.slow
def test_what_the_window_did_gives_no_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = tried(
        solution_seen(Answers("Ada"), GUARD), GUARD, GUARD.solution, solved=True, hints=0
    )
    hand_in(tmp_path / "class", "ada", answers)

    (row,) = graded(tmp_path / "class", capsys)

    assert (row["points"], row["guard"]) == ("0", "solved, solution shown")


@pytest.mark.slow
def test_of_two_files_of_a_student_the_better_one_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(tmp_path / "class", "first", tried(Answers("Ada"), GUARD, "", False, 0))
    hand_in(tmp_path / "class", "second", solved("ada "))

    (row,) = graded(tmp_path / "class", capsys)

    assert (row["file"], row["points"]) == ("second.gpuviz-answers", "5")
    assert row["notes"].endswith("second.gpuviz-answers is taken, not first.gpuviz-answers.")


@pytest.mark.slow
def test_what_does_not_count_is_said_and_has_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "class"
    hand_in(folder, "ada", solved("Ada"))
    text = sealed_text(solved("Eve"))
    (folder / "edited.gpuviz-answers").write_text(text.replace("Eve", "Eva"), encoding="utf-8")
    newer = text.replace('"gpuviz_answers": 1', '"gpuviz_answers": 7')
    (folder / "newer.gpuviz-answers").write_text(newer, encoding="utf-8")
    (folder / "cut.gpuviz-answers").write_text(text[:100], encoding="utf-8")
    hand_in(
        folder, "other", tried(Answers("Cy"), replace(GUARD, cases=GUARD.cases[:1]), "", True, 0)
    )

    rows = {row["file"].partition(".")[0]: row for row in graded(folder, capsys, 2)}

    assert rows["ada"]["points"] == "5"
    assert {rows[name]["points"] for name in ("edited", "newer", "cut", "other")} == {"0"}
    assert "was changed after" in rows["edited"]["notes"]
    assert rows["edited"]["student"] == "Eva"
    assert "a newer gpuviz, in format 7" in rows["newer"]["notes"]
    assert "is damaged" in rows["cut"]["notes"]
    assert "is of another course" in rows["other"]["notes"]
    assert "5 files of answers, 1 student; 4 do not count." in capsys.readouterr().out


@pytest.mark.slow
def test_lessons_of_ones_own_are_known_by_their_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    course = tmp_path / "course"
    course.mkdir()
    (course / "own.md").write_text(SHORT, encoding="utf-8")
    own = read_lesson(course / "own.md").lesson
    assert own is not None
    hand_in(tmp_path / "class", "ada", answered(Answers("Ada"), own, 0, hinted=False))

    (without,) = graded(tmp_path / "class", capsys, 2)
    (known,) = graded(tmp_path / "class", capsys, 0, "--course", str(course))

    assert "of another course" in without["notes"]
    assert (known[f"{own.title} 1"], known["points"]) == ("done", "1")


@pytest.mark.slow
def test_a_name_is_no_formula(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand_in(tmp_path / "class", "x", answered(Answers("=1+1"), LESSON, 0, hinted=False))

    (row,) = graded(tmp_path / "class", capsys)

    assert row["student"] == "'=1+1"


def test_as_json_it_is_one_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = hand_in(tmp_path, "ada", answered(Answers("Ada"), LESSON, 0, hinted=False))

    assert main(["grade", str(path), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert (found["of"], found["answers"][0]["points"]) == (LESSON.step_count, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--answers"], "There is no file of answers in"),
        (["--answers", "--expect", "t.py"], "--expect is for programs"),
        (["--answers", "--course", "nowhere"], "There is no folder nowhere"),
    ],
)
def test_what_cannot_be_meant_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["grade", str(tmp_path), *words]) == 2

    assert sentence in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_with_programs_is_graded_as_before_unless_answers_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hand_in(tmp_path, "ada", answered(Answers("Ada"), LESSON, 0, hinted=False))
    (tmp_path / "ada.py").write_text("def (\n", encoding="utf-8")

    assert main(["grade", str(tmp_path), "--timeout", "20"]) != 0
    programs = capsys.readouterr().out
    assert main(["grade", str(tmp_path), "--answers"]) == 0

    assert "1 submission" in programs
    assert "1 file of answers, 1 student." in capsys.readouterr().out


def test_a_graded_puzzle_is_kept_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, file = tmp_path / "guard.py", tmp_path / "ada.gpuviz-answers"
    answer.write_text(WRONG, encoding="utf-8")
    words = ["puzzle", "guard", str(answer), "--answers", str(file)]

    assert main(words) == 2  # whose file?
    assert main([*words, "--student", "Ada"]) == 1
    answer.write_text(GUARD.solution, encoding="utf-8")
    assert main(words) == 0

    answers = read_answers(file).answers
    assert answers is not None
    record = answers.of_puzzle(GUARD)
    assert (answers.student, record.tries, record.solved) == ("Ada", 2, True)
    assert "Say whose answers" in capsys.readouterr().err


def test_nothing_is_written_over_a_file_that_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, file = tmp_path / "guard.py", tmp_path / "ada.gpuviz-answers"
    answer.write_text(GUARD.solution, encoding="utf-8")
    file.write_text("{}", encoding="utf-8")

    assert main(["puzzle", "guard", str(answer), "--answers", str(file), "--student", "A"]) == 2

    assert file.read_text(encoding="utf-8") == "{}"
    assert "is no file of answers" in capsys.readouterr().err


@pytest.mark.slow
def test_nobody_goes_on_with_the_answers_of_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer, file = tmp_path / "guard.py", tmp_path / "ada.gpuviz-answers"
    answer.write_text(GUARD.solution, encoding="utf-8")
    words = ["puzzle", "guard", str(answer), "--answers", str(file), "--student"]
    main([*words, "Ada"])
    before = file.read_bytes()

    assert main([*words, "Bob"]) == 2

    assert file.read_bytes() == before
    assert "has the answers of Ada" in capsys.readouterr().err


@pytest.mark.slow
def test_a_student_without_a_file_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "guard", "--student", "Ada"]) == 2

    assert "--student is for a file of answers" in capsys.readouterr().err
