"""The lesson printed in assets/lessons/README.md, on a kernel of one's own, is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.lesson.test_own_files import LESSON, SQUARE
from tests.ui.pupil import PATIENCE_MS, Pupil


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    path = tmp_path / "my_lesson.md"
    path.write_text(LESSON, encoding="utf-8")
    (tmp_path / "square.py").write_text(SQUARE, encoding="utf-8")
    return path


def boxes(pupil: Pupil) -> list[QMessageBox]:
    return [box for box in pupil.window.findChildren(QMessageBox) if box.isVisible()]


def agree(qtbot: QtBot, pupil: Pupil) -> None:
    """Presses the button that lets the file's own code run."""
    qtbot.waitUntil(lambda: bool(boxes(pupil)), timeout=PATIENCE_MS)
    [box] = boxes(pupil)
    assert "square.py" in box.text()
    run = [one for one in box.buttons() if box.buttonRole(one) == QMessageBox.ButtonRole.AcceptRole]
    QTest.mouseClick(run[0], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not boxes(pupil), timeout=PATIENCE_MS)
    pupil.window.activateWindow()  # which a window system does by itself


@pytest.mark.slow
def test_the_lesson_on_the_page_is_played_after_one_consent(qtbot: QtBot, lesson: Path) -> None:
    pupil = Pupil(qtbot)
    pupil.open(lesson)
    agree(qtbot, pupil)

    for number in range(pupil.playing.lesson.step_count):
        step = pupil.begin_step()
        assert pupil.refused == []
        assert pupil.not_set(step) == []
        assert pupil.missing_points(step) == []
        assert not pupil.playing.answered, step.title
        pupil.predict(step, number)
        pupil.do(step.solution)
        pupil.finish_step()

    assert pupil.playing.is_over
    assert boxes(pupil) == []
    assert pupil.seen.operation.name == "square"


def test_nothing_of_the_file_runs_before_somebody_agrees(qtbot: QtBot, lesson: Path) -> None:
    spoor = lesson.with_name("spoor")
    kernel = lesson.with_name("square.py")
    kernel.write_text(SQUARE + f"\nopen({str(spoor)!r}, 'w').close()\n", encoding="utf-8")

    pupil = Pupil(qtbot)
    pupil.open(lesson)
    qtbot.waitUntil(lambda: bool(boxes(pupil)), timeout=PATIENCE_MS)

    assert not spoor.exists()
    boxes(pupil)[0].reject()
    assert not spoor.exists()
