"""Every lesson, played from its first step to its end in a real window, as a student would.

`pytest tests/ui/test_lessons_played.py -k 05 --all` plays lesson 5 in every language; without
`--all` some are played in English.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.lesson import lesson_files
from gpuviz.lesson.library import languages
from tests.ui.pupil import Pupil

QUICK = ("05", "08")  # two that launch little
LESSONS = [
    pytest.param(
        path,
        marks=pytest.mark.slow if path.parent.name != "en" or path.stem[:2] not in QUICK else (),
    )
    for same in zip(*map(lesson_files, languages()), strict=True)
    for path in same
]


@pytest.fixture(scope="module", params=LESSONS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def path(request: pytest.FixtureRequest) -> Path:
    """A lesson; the tests of one come together, and its launches are made once."""
    found: Path = request.param
    return found


@pytest.mark.slow
def test_a_lesson_is_played_to_its_end(qtbot: QtBot, path: Path) -> None:
    pupil = Pupil(qtbot)
    pupil.open(path)

    for number in range(pupil.playing.lesson.step_count):
        step = pupil.begin_step()
        where = f"{path.name}, line {step.line}: {step.title}"
        assert pupil.playing.index == number
        assert pupil.refused == [], where
        assert pupil.not_set(step) == [], where
        assert pupil.missing_points(step) == [], where
        assert not pupil.playing.answered, f"{where}: the answer holds before anything is done"
        pupil.predict(step, number)
        pupil.answer(step)
        pupil.finish_step()

    assert pupil.playing.is_over
    assert pupil.controller.progress.is_done(pupil.playing.lesson)


def test_a_lesson_can_be_skipped_through_and_shown_at_its_last_step(
    qtbot: QtBot, path: Path
) -> None:
    pupil = Pupil(qtbot)
    pupil.open(path)
    last = pupil.playing.lesson.step_count - 1

    pupil.controller.go_to(last)
    step = pupil.begin_step()

    assert pupil.refused == []
    assert not pupil.playing.answered, f"{path.name}: {step.title} is answered when jumped to"
    pupil.controller.show_solution()
    pupil.finish_step()
    assert pupil.playing.is_over
