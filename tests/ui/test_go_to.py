"""Going somewhere by naming it, with the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.session.selection import ElementChoice
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import open_window, run

Key = Qt.Key


def opened(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot)
    run(qtbot, window)
    window.activateWindow()
    QTest.keyClick(window, Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert window.go_to.isVisible()
    return window


def enter(window: MainWindow, text: str) -> None:
    QTest.keyClicks(window.go_to.line, text)
    QTest.keyClick(window.go_to.line, Key.Key_Return)


@pytest.mark.slow
def test_an_element_is_gone_to_in_one_action_and_the_inspector_tells_its_story(
    qtbot: QtBot,
) -> None:
    window = opened(qtbot)

    enter(window, "c[785]")

    assert window.session.selection.element == ElementChoice(2, 785)
    assert not window.go_to.isVisible()
    qtbot.waitUntil(lambda: "thread 17 of block 3" in window.panels.inspector.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("block 2", (2, None, None)),
        ("warp 3", (3, 3, None)),  # of the block that is chosen
        ("block 1 thread 40", (1, 1, 40)),
        ("thread 785", (3, 0, 17)),
    ],
)
def test_what_is_named_is_chosen(
    qtbot: QtBot, text: str, chosen: tuple[int, int | None, int | None]
) -> None:
    window = opened(qtbot)

    enter(window, text)

    selection = window.session.selection
    assert (selection.block, selection.warp, selection.thread) == chosen


@pytest.mark.slow
def test_a_step_and_a_line_are_moments(qtbot: QtBot) -> None:
    window = opened(qtbot)

    enter(window, "step 40")
    assert window.session.playback.moment == 40
    window.go_to.open()
    enter(window, "line 5")

    assert (
        window.session.playback.moment == 65
    )  # after two rounds of 32 warps, the first one in line 5


@pytest.mark.slow
def test_what_is_not_there_is_said_and_the_line_stays_open(qtbot: QtBot) -> None:
    window = opened(qtbot)
    before = window.session.selection.thread

    enter(window, "c[1000]")

    assert window.go_to.isVisible()
    assert "has 1\u202f000 elements" in window.go_to.answer.text().replace(
        '<span style="font-size:8px">&#160;</span>', "\u202f"
    )
    assert window.session.selection.thread == before
    QTest.keyClicks(window.go_to.line, "0")
    assert window.go_to.answer.isHidden()


@pytest.mark.slow
def test_escape_closes_and_chooses_nothing_else(qtbot: QtBot) -> None:
    window = opened(qtbot)
    before = (window.session.selection.block, window.session.selection.thread)

    QTest.keyClick(window.go_to.line, Key.Key_Escape)

    assert not window.go_to.isVisible()
    assert (window.session.selection.block, window.session.selection.thread) == before
    assert window.stage.hasFocus()


@pytest.mark.slow
def test_tab_takes_the_first_example_that_fits(qtbot: QtBot) -> None:
    window = opened(qtbot)

    QTest.keyClicks(window.go_to.line, "bl")
    QTest.keyClick(window.go_to.line, Key.Key_Tab)

    assert window.go_to.line.text() == "block 3"


@pytest.mark.slow
def test_typing_there_moves_nothing_on_the_stage(qtbot: QtBot) -> None:
    window = opened(qtbot)
    moment = window.session.playback.moment

    QTest.keyClicks(window.go_to.line, "block 1 ")
    QTest.keyClick(window.go_to.line, Key.Key_Left)
    QTest.keyClick(window.go_to.line, Key.Key_Home)

    assert window.session.playback.moment == moment
    assert not window.session.playback.playing
    assert window.go_to.line.text() == "block 1 "


def test_without_a_launch_there_is_nothing_to_go_to(qtbot: QtBot) -> None:
    window = open_window(qtbot)

    window.go_to.open()

    assert not window.go_to.isVisible()
