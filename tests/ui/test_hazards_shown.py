"""A hazard on the screen: told, marked, and one click away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import LaunchRequest, LaunchResult, Progress
from gpuviz.insight.states import ThreadState
from gpuviz.launch import Dim3
from gpuviz.messages import Message
from gpuviz.scene.scene import Panel
from gpuviz.scene.stage.colours import state_color
from gpuviz.session.coalesced import has_work
from gpuviz.trace import Hazard
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import InstantWorkers, vector_add
from tests.ui.windows import open_window

LINE = 5  # c[i] = a[i] + b[i]
SENTENCE = "Thread (7, 0, 0) of block (1, 0, 0) reads b[1000]."
HAZARD = Hazard(
    kind="out-of-bounds",
    space="global",
    array="b",
    index=(1000,),
    line=LINE,
    other_line=None,
    block=Dim3(1, 0, 0),
    thread=Dim3(7, 0, 0),
    other_block=None,
    other_thread=None,
    count=24,
    message=Message("test", SENTENCE),
)


class FaultyWorkers(InstantWorkers):
    """Every launch has a hazard."""

    def launch(self, request: LaunchRequest, on_progress: Progress) -> LaunchResult:
        """Runs a launch."""
        trace = replace(vector_add(request), hazards=(HAZARD,))
        return LaunchResult(request.number, (trace,), False, 1.0, 1e-3)


def faulty(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot, FaultyWorkers())
    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.run()
    qtbot.waitUntil(lambda: "out of bounds" in window.panels.launch.checks.text)
    qtbot.waitUntil(lambda: SENTENCE in window.panels.inspector.text)
    qtbot.waitUntil(lambda: not has_work(window))
    return window


def test_the_thread_of_the_first_hazard_is_shown_at_the_moment_of_its_access(qtbot: QtBot) -> None:
    window = faulty(qtbot)

    assert (window.session.selection.block, window.session.selection.thread) == (1, 7)
    assert window.panels.source.view.playing_line == LINE
    assert "hazard in line 5" in window.panels.inspector.text


@pytest.mark.slow
def test_following_a_hazard_goes_to_its_thread_and_its_moment(qtbot: QtBot) -> None:
    window = faulty(qtbot)
    window.session.selection.select_thread(0, 0)
    window.session.playback.seek(3)

    window.panels.launch.checks.linkFollowed.emit("0")

    assert (window.session.selection.block, window.session.selection.thread) == (1, 7)
    step = window.session.playback.current_step
    trace = window.session.playback.trace
    assert step is not None
    assert trace is not None
    assert trace.steps is not None
    assert (trace.steps.block[step], trace.steps.warp[step]) == (1, 0)
    assert trace.statements[trace.steps.statement[step]].line == LINE


@pytest.mark.slow
def test_before_its_access_the_thread_is_as_the_others(qtbot: QtBot) -> None:
    window = faulty(qtbot)

    window.session.playback.seek(3)

    qtbot.waitUntil(lambda: "hazard in line" not in window.panels.inspector.text)
    assert SENTENCE not in window.panels.inspector.text


@pytest.mark.slow
def test_the_lane_of_a_hazard_has_its_colour_on_the_card(qtbot: QtBot) -> None:
    window = faulty(qtbot)

    wrong = state_color(window.theme, ThreadState.HAZARD)
    fills = [item.fill for item in window.stage.scene.items if isinstance(item, Panel)]

    assert fills.count(wrong) == 3  # the lane, the entry of the legend, the place behind b
