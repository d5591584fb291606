"""Going to the next and previous barrier, divergence, hazard, breakpoint, step and line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.scene.theme import DARK
from gpuviz.session.playback import Playback
from gpuviz.trace import Counters, Hazard, Trace
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.playback.forms import FORMS
from gpuviz.ui.playback.moment_desk import MomentDesk
from gpuviz.ui.playback.moment_kinds import KINDS, KindName
from gpuviz.ui.selection import Selection
from tests.helpers.traces import matmul_tiled, vector_add, warps_of
from tests.ui.windows import open_window, run


class Desk:
    """A playback bar with its desk and what they move."""

    def __init__(self, qtbot: QtBot, trace: Trace | None) -> None:
        self.playback, self.selection = Playback(), Selection()
        self.moments = MomentDesk(self.playback, self.selection)
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
    desk = Desk(qtbot, vector_add())

    assert desk.moments.why_not(kind) == sentence


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
    desk = Desk(qtbot, trace)

    assert desk.moments.why_not(kind).startswith(sentence)


def test_a_breakpoint_that_nobody_reaches_is_told_from_none(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    without = desk.moments.why_not("breakpoint")

    desk.playback.set_breakpoints([1])

    assert without.startswith("No line has a breakpoint")
    assert desk.moments.why_not("breakpoint").startswith("No followed warp comes to a line")


def test_without_a_launch_nothing_can_be_gone_to(qtbot: QtBot) -> None:
    desk = Desk(qtbot, None)

    assert {desk.moments.why_not(kind.name) for kind in KINDS} == {"There are no steps to play."}
    desk.moments.go(1)
    assert desk.playback.moment == 0


def test_the_button_goes_to_the_divergence_and_chooses_its_warp(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())

    QTest.mouseClick(desk.bar.next, Qt.MouseButton.LeftButton)

    assert desk.playback.moment == 96
    assert (desk.selection.block, desk.selection.warp, desk.selection.thread) == (3, 7, None)


def test_a_chosen_thread_of_the_warp_stays_chosen(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    desk.selection.select_thread(3, 230)

    desk.moments.go(1)

    assert (desk.selection.block, desk.selection.thread) == (3, 230)


def test_behind_the_last_divergence_the_button_says_that_there_is_none(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    desk.moments.go(1)

    qtbot.waitUntil(lambda: "no divergence after this step" in desk.bar.next.toolTip())
    assert desk.bar.next.property("blocked")


def test_an_entry_of_the_menu_goes_there_and_stays_chosen(qtbot: QtBot) -> None:
    desk = Desk(qtbot, matmul_tiled())

    desk.bar.next.entries["barrier"].trigger()
    first = desk.playback.moment
    QTest.mouseClick(desk.bar.next, Qt.MouseButton.LeftButton)

    assert desk.bar.next.text() == "next: barrier"
    assert 0 < first < desk.playback.moment


def test_the_menu_disables_what_is_not_there_and_says_why(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())

    desk.bar.next.menu().aboutToShow.emit()

    entries = desk.bar.next.entries
    assert entries["divergence"].isEnabled()
    assert not entries["barrier"].isEnabled()
    assert "This kernel has no barrier." in entries["barrier"].text()
    assert entries["divergence"].isChecked()


def test_what_is_behind_is_gone_back_to(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    desk.playback.seek(96)

    desk.moments.go(-1)

    assert (desk.playback.moment, desk.playback.ended) == (96, False)


def test_the_steps_of_the_chosen_warp_come_one_after_the_other(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    desk.selection.select_warp(1, 2)  # the eleventh of 32 warps
    desk.moments.choose("warp")
    seen = []

    for way in (1, 1, 1, 1, -1):
        desk.moments.go(1 if way > 0 else -1)
        seen.append(desk.playback.moment)

    assert seen == [11, 43, 75, 75, 43]


def test_the_playing_line_is_found_in_the_next_round(qtbot: QtBot) -> None:
    desk = Desk(qtbot, matmul_tiled())
    desk.playback.seek(1)

    desk.moments.go_to("line")

    assert desk.moments.why_not("line") == "There is no step of this line after this step."


def test_from_a_first_look_the_way_begins_at_the_start(qtbot: QtBot) -> None:
    desk = Desk(qtbot, vector_add())
    desk.playback.pose(96)

    desk.moments.go(1)

    assert desk.selection.warp == 7


def test_the_keys_go_there_too(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)
    window.playback.seek(0)
    window.activateWindow()
    qtbot.waitUntil(window.stage.hasFocus)

    QTest.keyClick(window.stage, Qt.Key.Key_D)
    at_divergence = window.playback.moment
    QTest.keyClick(window.stage, Qt.Key.Key_L, Qt.KeyboardModifier.NoModifier)
    window.playback.seek(0)
    QTest.keyClick(window.stage, Qt.Key.Key_W)
    QTest.keyClick(window.stage, Qt.Key.Key_N)
    second = window.playback.moment
    QTest.keyClick(window.stage, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)

    assert (at_divergence, second, window.playback.moment) == (96, 64, 32)


def test_a_longer_name_of_the_kind_makes_room_for_itself(qtbot: QtBot) -> None:
    bar = (desk := Desk(qtbot, vector_add())).bar
    while bar.form == FORMS[0]:
        bar.resize(bar.width() - 1, 40)
    bar.resize(bar.width() + 1, 40)
    before = bar.form

    desk.moments.choose("warp")

    assert before == FORMS[0]
    assert bar.form == FORMS[1]
    assert bar.next.geometry().right() <= bar.width()
