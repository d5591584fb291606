"""A lecture with keys alone, at the sizes of projectors: what is seen can be read from the back."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.lecture import STEPS, Lecturer
from tests.ui.painted import smallest
from tests.ui.windows import open_window

SIZES = {(1920, 1080): 28, (1280, 720): 19}
"""The least pixels of a letter, by screen."""
ROUNDING = 0.01  # pixels: a scale is a fraction


@pytest.mark.parametrize("size", SIZES)
def test_a_lecture_of_fifteen_steps_by_keyboard_alone_has_large_letters_at_each(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    lecturer = Lecturer(window, size)
    small, seen = [], 0

    for step, shown in lecturer.give():
        seen += 1
        found = smallest(shown)
        print(size[1], step.does, round(found.px, 2), found.text, shown.size().toTuple())
        if found.px < SIZES[size] - ROUNDING:
            small.append((step.does, found))

    lecturer.keeper.close_audience()
    assert seen == len(STEPS) == 15
    assert small == []
