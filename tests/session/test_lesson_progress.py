"""What somebody has done in the lessons is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuviz.session.lesson_progress import LessonProgress, load_progress


@dataclass(frozen=True)
class Known:
    key: str = "5"
    step_count: int = 3


def test_steps_are_remembered_from_session_to_session(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "lessons.json"
    before = LessonProgress(path)
    before.answer(Known(), 0)
    before.answer(Known(), 2)
    before.stand(Known(), 1)

    again = load_progress(path)

    assert again.of(Known()).steps == {0, 2}
    assert again.of(Known()).at == 1
    assert not again.is_done(Known())


def test_a_lesson_is_done_when_every_step_was_answered() -> None:
    progress = LessonProgress()

    for step in range(3):
        progress.answer(Known(), step)

    assert progress.is_done(Known())
    assert not progress.is_done(Known(step_count=4))  # it has grown since


def test_progress_can_be_forgotten(tmp_path: Path) -> None:
    progress = LessonProgress(tmp_path / "lessons.json")
    progress.answer(Known(), 0)

    progress.forget()

    assert load_progress(tmp_path / "lessons.json").of(Known()).steps == frozenset()


@pytest.mark.parametrize("text", ["", "{", "[1]", "[" * 100_000])
def test_a_damaged_file_is_kept_beside_and_told_of(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lessons.json"
    path.write_text(text, encoding="utf-8")

    progress = load_progress(path)
    assert progress.problem is not None
    assert "lessons.json.bad" in progress.problem.text
    progress.answer(Known(), 0)

    assert (tmp_path / "lessons.json.bad").read_text(encoding="utf-8") == text
    assert load_progress(path).of(Known()).steps == {0}


def test_a_file_that_is_damaged_meanwhile_is_kept_beside_and_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    progress = LessonProgress(path)
    progress.answer(Known(), 0)
    path.write_text("{", encoding="utf-8")

    progress.answer(Known(), 1)

    assert (tmp_path / "lessons.json.bad").read_text(encoding="utf-8") == "{"
    assert load_progress(path).of(Known()).steps == {0, 1}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"5": 3}', '{"5": {"steps": "all", "at": -1}}', '{"5": {"steps": [true]}}'],
)
def test_a_file_that_makes_no_sense_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    path = tmp_path / "lessons.json"
    path.write_text(text, encoding="utf-8")

    found = load_progress(path).of(Known())

    assert (found.steps, found.at) == (frozenset(), 0)


def test_a_folder_that_cannot_be_written_to_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    progress = LessonProgress(tmp_path / "file" / "lessons.json")

    progress.answer(Known(), 0)

    assert progress.problem is not None
    assert progress.of(Known()).steps == {0}
