"""A lecture with keys alone, at the sizes of projectors: what is seen can be read from the back."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.ui.style import ui_font
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.lecture import STEPS, Lecturer
from tests.ui.painted import PaintedText, smallest
from tests.ui.windows import open_window
from tools.pictures.findings import of_scenes, of_widgets

SIZES = {(1920, 1080): 28, (1280, 720): 19}
"""The least pixels of a letter, by screen."""
ROUNDING = 0.01  # pixels: a scale is a fraction


@pytest.mark.slow
@pytest.mark.parametrize("size", list(SIZES))
def test_a_lecture_of_fifteen_steps_by_keyboard_alone_has_large_letters_at_each(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    lecturer = Lecturer(window, size)
    small, wrong, seen = [], [], 0

    for step, shown in lecturer.give():
        seen += 1
        found = smallest(shown)
        if found.px < SIZES[size] - ROUNDING:
            small.append((step.does, found))
        wrong += [(step.does, one) for one in (*of_widgets(shown), *of_scenes(shown))]

    lecturer.keeper.close_audience()
    assert seen == len(STEPS) == 15
    assert small == []
    assert [one for one in wrong if one[1].kind in ("cut", "elided", "words on words")] == []


def test_a_small_letter_would_be_found(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.playback_bar.position.setFont(ui_font(5))

    assert smallest(window) == PaintedText("no steps", 5.0)
