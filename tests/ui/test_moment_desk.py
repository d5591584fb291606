"""Going to the next and previous barrier, divergence, hazard, breakpoint, step and line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.scene.moment_kinds import KINDS, KindName
from gpuviz.scene.theme import DARK
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.trace import Counters, Hazard, Trace
from gpuviz.ui.playback.bar import FORMS, PlaybackBar
from tests.helpers.traces import matmul_tiled, vector_add, warps_of
from tests.ui.windows import open_window, run


class Controller:
    """A playback bar with its controller and what they move."""

    def __init__(self, qtbot: QtBot, trace: Trace | None) -> None:
        self.playback, self.selection = Playback(), Selection()
        self.moments = MomentNavigator(self.playback, self.selection)
        self.bar = PlaybackBar(self.playback, self.moments, DARK)
        qtbot.addWidget(self.bar)
        self.bar.resize(900, 40)
        self.bar.show()
        self.playback.set_trace(trace)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("divergence", ""),
        ("barrier", "This kernel has no barrier."),
        ("hazard", "This launch has no hazard."),
        ("warp", "Choose a warp or a thread first."),
        ("line", "No line plays yet."),
    ],
)
def test_what_a_launch_has_not_is_said(qtbot: QtBot, kind: KindName, sentence: str) -> None:
    controller = Controller(qtbot, vector_add())

    assert controller.moments.why_not(kind) == sentence


BARE = warps_of([(0, 0, 0)], threads=32)
FAR_AWAY = Hazard(
    *("race", "global", "a", (0,), 1, 1, Dim3(1), Dim3(0), Dim3(1), Dim3(1), 1, Message("x", "x"))
)


@pytest.mark.parametrize(
    ("kind", "trace", "sentence"),
    [
        ("divergence", replace(BARE, counters=Counters()), "No warp diverges in this launch."),
        ("divergence", replace(BARE, counters=Counters(divergent_branches=1)), "Lanes part only"),
        ("divergence", warps_of([(0, 0, 0)], blocks=2), "No warp of the followed blocks diverges."),
        ("barrier", warps_of([(0, 0, 1)]), "This kernel has no barrier."),
        ("barrier", warps_of([(0, 0, 1)], barriers=[0]), "No followed warp comes to a barrier."),
        ("hazard", replace(BARE, hazards=(FAR_AWAY,)), "The steps that lead to the hazard"),
    ],
)
def test_why_there_is_nothing_to_go_to_is_said_truly(
    qtbot: QtBot, kind: KindName, trace: Trace, sentence: str
) -> None:
    controller = Controller(qtbot, trace)

    assert controller.moments.why_not(kind).startswith(sentence)


def test_a_breakpoint_that_nobody_reaches_is_told_from_none(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    without = controller.moments.why_not("breakpoint")

    controller.playback.set_breakpoints([1])

    assert without.startswith("No line has a breakpoint")
    assert controller.moments.why_not("breakpoint").startswith("No followed warp comes to a line")


def test_without_a_launch_nothing_can_be_gone_to(qtbot: QtBot) -> None:
    controller = Controller(qtbot, None)

    assert {controller.moments.why_not(kind.name) for kind in KINDS} == {
        "There are no steps to play."
    }
    controller.moments.go(1)
    assert controller.playback.moment == 0


def test_the_button_goes_to_the_divergence_and_chooses_its_warp(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())

    QTest.mouseClick(controller.bar.next, Qt.MouseButton.LeftButton)

    assert controller.playback.moment == 96
    assert (controller.selection.block, controller.selection.warp, controller.selection.thread) == (
        3,
        7,
        None,
    )


def test_a_chosen_thread_of_the_warp_stays_chosen(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    controller.selection.select_thread(3, 230)

    controller.moments.go(1)

    assert (controller.selection.block, controller.selection.thread) == (3, 230)


def test_behind_the_last_divergence_the_button_says_that_there_is_none(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    controller.moments.go(1)

    qtbot.waitUntil(lambda: "no divergence after this step" in controller.bar.next.toolTip())
    assert controller.bar.next.property("blocked")


def test_an_entry_of_the_menu_goes_there_and_stays_chosen(qtbot: QtBot) -> None:
    controller = Controller(qtbot, matmul_tiled())

    controller.bar.next.entries["barrier"].trigger()
    first = controller.playback.moment
    QTest.mouseClick(controller.bar.next, Qt.MouseButton.LeftButton)

    assert controller.bar.next.text() == "next: barrier"
    assert 0 < first < controller.playback.moment


def test_the_menu_disables_what_is_not_there_and_says_why(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())

    controller.bar.next.menu().aboutToShow.emit()

    entries = controller.bar.next.entries
    assert entries["divergence"].isEnabled()
    assert not entries["barrier"].isEnabled()
    assert "This kernel has no barrier." in entries["barrier"].text()
    assert entries["divergence"].isChecked()


def test_what_is_behind_is_gone_back_to(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    controller.playback.seek(96)

    controller.moments.go(-1)

    assert (controller.playback.moment, controller.playback.ended) == (96, False)


def test_the_steps_of_the_chosen_warp_come_one_after_the_other(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    controller.selection.select_warp(1, 2)  # the eleventh of 32 warps
    controller.moments.choose("warp")
    seen = []

    for way in (1, 1, 1, 1, -1):
        controller.moments.go(1 if way > 0 else -1)
        seen.append(controller.playback.moment)

    assert seen == [11, 43, 75, 75, 43]


def test_the_playing_line_is_found_in_the_next_round(qtbot: QtBot) -> None:
    controller = Controller(qtbot, matmul_tiled())
    controller.playback.seek(1)

    controller.moments.go_to("line")

    assert controller.moments.why_not("line") == "There is no step of this line after this step."


def test_from_a_first_look_the_way_begins_at_the_start(qtbot: QtBot) -> None:
    controller = Controller(qtbot, vector_add())
    controller.playback.pose(96)

    controller.moments.go(1)

    assert controller.selection.warp == 7


@pytest.mark.slow
def test_the_keys_go_there_too(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.session.playback.seek(0)
    window.activateWindow()
    qtbot.waitUntil(window.stage.hasFocus)

    QTest.keyClick(window.stage, Qt.Key.Key_D)
    at_divergence = window.session.playback.moment
    QTest.keyClick(window.stage, Qt.Key.Key_L, Qt.KeyboardModifier.NoModifier)
    window.session.playback.seek(0)
    QTest.keyClick(window.stage, Qt.Key.Key_W)
    QTest.keyClick(window.stage, Qt.Key.Key_N)
    second = window.session.playback.moment
    QTest.keyClick(window.stage, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)

    assert (at_divergence, second, window.session.playback.moment) == (96, 64, 32)


def test_a_longer_name_of_the_kind_makes_room_for_itself(qtbot: QtBot) -> None:
    bar = (controller := Controller(qtbot, vector_add())).bar
    while bar.form == FORMS[0]:
        bar.resize(bar.width() - 1, 40)
    bar.resize(bar.width() + 1, 40)
    before = bar.form

    controller.moments.choose("warp")

    assert before == FORMS[0]
    assert bar.form == FORMS[1]
    assert bar.next.geometry().right() <= bar.width()
