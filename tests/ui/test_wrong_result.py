"""A wrong result on the screen: which element is wrong first, and who wrote it."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.session.selection import ElementChoice
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import launch


def broken_stencil(qtbot: QtBot) -> MainWindow:
    window = launch(qtbot, "broken_stencil")
    qtbot.waitUntil(lambda: "elements of y differ" in window.panels.launch.checks.text)
    return window


@pytest.mark.slow
def test_the_checks_say_which_element_is_wrong_first_and_who_wrote_it(qtbot: QtBot) -> None:
    window = broken_stencil(qtbot)

    assert (
        "elements of y differ from NumPy; the first is y[255]" in window.panels.launch.checks.text
    )
    assert "written by thread (255, 0, 0) of block (0, 0, 0)" in window.panels.launch.checks.text


def test_its_link_chooses_element_and_writer_at_the_moment_of_the_write(qtbot: QtBot) -> None:
    window = broken_stencil(qtbot)
    window.session.selection.select_thread(1, 3)
    window.session.playback.seek(2)

    window.panels.launch.checks.linkFollowed.emit("wrong:0")

    trace, step = window.session.playback.trace, window.session.playback.current_step
    assert trace is not None
    assert trace.steps is not None
    assert step is not None
    assert window.session.selection.element == ElementChoice(1, 255)  # y is the second array
    assert (window.session.selection.block, window.session.selection.thread) == (0, 255)
    assert (trace.steps.block[step], trace.steps.warp[step]) == (0, 7)
    assert (
        "y[i] ="
        in trace.functions[0].text.splitlines()[
            trace.statements[trace.steps.statement[step]].line - trace.functions[0].first_line
        ]
    )
