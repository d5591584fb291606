"""Answers: what counts of them, and a file that tells when somebody has changed it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.lesson import Lesson, parse_lesson, read_lesson
from gpuviz.lesson.answers import (
    MOST_BYTES,
    Answers,
    LessonRecord,
    PuzzleRecord,
    StepRecord,
    answered,
    lesson_digest,
    lesson_name,
    predicted,
    puzzle_digest,
    read_answers,
    save_answers,
    sealed_text,
    shown,
    solution_seen,
    student_text,
    tried,
)
from gpuviz.lesson.library import lesson_files
from gpuviz.lesson.puzzle import find_puzzle
from gpuviz.messages import RequestRefused

GUARD = find_puzzle("guard")


def grid_of_blocks(language: str = "en") -> Lesson:
    (path,) = (one for one in lesson_files(language) if one.stem.endswith("grid_of_blocks"))
    lesson = read_lesson(path).lesson
    assert lesson is not None
    return lesson


LESSON = grid_of_blocks()


def some_answers() -> Answers:
    answers = predicted(Answers("Ada"), LESSON, 0, 0)
    return tried(answered(answers, LESSON, 0, hinted=True), GUARD, "a = 1", solved=True, hints=0)


def test_what_is_saved_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "ada.gpuviz-answers"

    save_answers(some_answers(), path)

    assert read_answers(path).answers == some_answers()


def test_the_first_prediction_counts_and_none_after_the_step_is_done() -> None:
    right = next(n for n, guess in enumerate(LESSON.steps[0].guesses) if guess.is_right)
    wrong = next(n for n, guess in enumerate(LESSON.steps[0].guesses) if not guess.is_right)

    twice = predicted(predicted(Answers(), LESSON, 0, wrong), LESSON, 0, right)
    late = predicted(answered(Answers(), LESSON, 0, hinted=False), LESSON, 0, right)

    assert not twice.of_lesson(LESSON).steps[0].foreseen
    assert twice.of_lesson(LESSON).steps[0].predicted == LESSON.steps[0].guesses[wrong].text
    assert late.of_lesson(LESSON).steps[0] == StepRecord(done=True)


def test_a_step_that_was_shown_stays_so_and_one_that_was_done_is_not_shown_later() -> None:
    first = answered(shown(Answers(), LESSON, 2), LESSON, 2, hinted=False)
    later = shown(answered(Answers(), LESSON, 2, hinted=False), LESSON, 2)

    assert first.of_lesson(LESSON).steps[2] == StepRecord(done=True, shown=True)
    assert later.of_lesson(LESSON).steps[2] == StepRecord(done=True)


def test_tries_of_a_puzzle_are_counted_until_it_is_solved() -> None:
    answers = tried(Answers(), GUARD, "wrong", solved=False, hints=1)
    answers = tried(answers, GUARD, "right", solved=True, hints=0)
    answers = solution_seen(tried(answers, GUARD, "later", solved=False, hints=2), GUARD)

    record = answers.of_puzzle(GUARD)
    assert (record.code, record.solved, record.tries, record.hints) == ("right", True, 2, 1)
    assert not record.shown


def test_a_lesson_asks_the_same_in_each_language_and_under_another_number() -> None:
    renumbered = replace(LESSON, number=50)

    assert lesson_digest(grid_of_blocks("zh_CN")) == lesson_digest(LESSON)
    assert lesson_digest(renumbered) == lesson_digest(LESSON)


def test_a_lesson_that_asks_something_else_is_another_one() -> None:
    path = LESSON.path
    text = path.read_text(encoding="utf-8").replace("chosen.thread = 17", "chosen.thread = 18")
    other = parse_lesson(text, path).lesson

    assert other is not None
    assert lesson_digest(other) != lesson_digest(LESSON)
    assert some_answers().of_lesson(other).steps == (StepRecord(),) * LESSON.step_count


def test_a_puzzle_with_other_cases_is_another_one() -> None:
    assert puzzle_digest(replace(GUARD, cases=GUARD.cases[:1])) != puzzle_digest(GUARD)


def test_a_lesson_of_ones_own_is_named_without_the_folder_it_lies_in(tmp_path: Path) -> None:
    own = replace(LESSON, path=tmp_path / "week.md")

    assert lesson_name(own) == "week.md"
    assert str(tmp_path) not in sealed_text(answered(Answers(), own, 0, hinted=False))


def change(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    return lambda found: found.update({key: value})


def give_a_point(found: dict[str, Any]) -> None:
    next(iter(found["lessons"].values()))["steps"][3]["done"] = True


def change_code(found: dict[str, Any]) -> None:
    found["puzzles"]["guard"]["code"] = "b = 2"


def point_elsewhere(found: dict[str, Any]) -> None:
    found["puzzles"]["guard"]["digest"] = "0" * 32


@pytest.mark.parametrize(
    "edit",
    [
        *(give_a_point, change_code, point_elsewhere, change("student", "Eve")),
        *(change("seal", "0" * 64), change("seal", None), change("seal", 1), change("more", 1)),
        change("lessons", {}),
    ],
)
def test_a_file_that_was_edited_by_hand_does_not_count(
    tmp_path: Path, edit: Callable[[dict[str, Any]], None]
) -> None:
    found = json.loads(sealed_text(some_answers()))
    edit(found)
    path = tmp_path / "ada.gpuviz-answers"
    path.write_text(json.dumps(found), encoding="utf-8")

    read = read_answers(path)

    assert read.answers is None
    assert read.problem is not None
    assert read.problem.code == "answers.edited"


def test_other_line_ends_spaces_and_a_byte_order_mark_are_no_edits(tmp_path: Path) -> None:
    path = tmp_path / "ada.gpuviz-answers"
    found = json.loads(sealed_text(some_answers()))

    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(found, indent=4).replace("\n", "\r\n").encode())

    assert read_answers(path).answers == some_answers()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "damaged"),
        (b"{", "damaged"),
        (b"\xff\xfe", "damaged"),
        (b"[" * 100_000, "damaged"),
        (b'{"gpuviz_answers": ' + b"9" * 5000 + b"}", "damaged"),
        (b"[]", "other-file"),
        (b"{}", "other-file"),
        (b'{"gpuviz_answers": true}', "other-file"),
        (b'{"gpuviz_answers": 1e400}', "other-file"),
        (b'{"gpuviz_answers": 2}', "newer"),
        (b'{"gpuviz_answers": 1}', "edited"),
        (b" " * (MOST_BYTES + 1), "unreadable"),
    ],
)
def test_odd_files_are_told_apart(tmp_path: Path, data: bytes, code: str) -> None:
    path = tmp_path / "odd.gpuviz-answers"
    path.write_bytes(data)

    problem = read_answers(path).problem

    assert problem is not None
    assert problem.code == f"answers.{code}"


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    problem = read_answers(tmp_path / "gone.gpuviz-answers").problem

    assert problem is not None
    assert problem.code == "answers.unreadable"


STEPS = st.builds(StepRecord, st.text(), *[st.booleans()] * 4)
RECORDS = st.builds(LessonRecord, st.text(), st.text(), st.lists(STEPS, max_size=3).map(tuple))
PUZZLES = st.builds(
    PuzzleRecord,
    *[st.text()] * 3,
    st.booleans(),
    *[st.integers(0, 2**70)] * 2,
    st.booleans(),
)
ANY_ANSWERS = st.builds(
    Answers,
    st.text(max_size=100),
    st.dictionaries(st.text(), RECORDS, max_size=2),
    st.dictionaries(st.text(), PUZZLES, max_size=2),
)


@pytest.mark.slow
@given(answers=ANY_ANSWERS)
def test_saving_and_reading_is_the_identity(
    answers: Answers, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.gpuviz-answers"

    path.write_text(sealed_text(answers), encoding="utf-8")

    assert read_answers(path).answers == answers


WHOLE = sealed_text(some_answers())


@given(place=st.integers(0, len(WHOLE) - 1), put=st.text(max_size=2), drop=st.integers(0, 3))
def test_a_character_that_is_changed_is_told_or_changes_nothing(
    place: int, put: str, drop: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "changed.gpuviz-answers"
    text = WHOLE[:place] + put + WHOLE[place + drop :]

    path.write_bytes(text.encode("utf-8", "surrogatepass"))

    assert read_answers(path).answers in (None, some_answers())


@pytest.mark.parametrize("typed", ["", "  ", "\n\x00", "x" * 121])
def test_answers_are_somebodys(typed: str) -> None:
    with pytest.raises(RequestRefused, match="whose answers"):
        student_text(typed)


def test_a_name_is_one_line() -> None:
    assert student_text(" Ada \n Lovelace\t1815 ") == "Ada Lovelace 1815"
