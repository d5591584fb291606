"""Choosing a block whose steps were not kept has the launch run once more for them."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpuviz.launch import Dim3
from gpuviz.trace import Trace
from gpuviz.ui.main_window import MainWindow
from gpuviz.worker.jobs import FollowBlocks, Job
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window

SIZE = 320_000  # of vector_add: too large for the steps of all blocks
BLOCKS = 1250
LAST = BLOCKS - 1


@dataclass
class SlowReplays(EmulatingWorkers):
    """Replays never come by themselves."""

    pending: list[Future[Trace]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A replay."""
        if not isinstance(job, FollowBlocks):
            return super().held_back(job)
        self.followed.append(job.blocks)
        self.pending.append(Future())
        return self.pending[-1]


def large(qtbot: QtBot, workers: InstantWorkers) -> MainWindow:
    window = open_window(qtbot, workers)
    window.session.launch.set_numbers((SIZE,), Dim3(256), None)
    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.run()
    qtbot.waitUntil(lambda: "block" in window.docks["inspector"].title.words.text())
    return window


def shown(window: MainWindow) -> Trace:
    trace = window.session.playback.trace
    assert trace is not None
    return trace


@pytest.mark.slow
def test_a_chosen_block_is_followed_and_the_picture_stays_at_its_round(qtbot: QtBot) -> None:
    window = large(qtbot, EmulatingWorkers())
    assert shown(window).followed == (0, LAST)
    window.session.playback.seek_round(2)

    with qtbot.waitSignal(window.session.followed.followed):
        window.session.selection.select_thread(7, 3)

    assert shown(window).followed == (0, 7, LAST)
    assert window.session.playback.round == 2
    assert window.session.selection.block == 7
    qtbot.waitUntil(lambda: "= 1795" in window.panels.inspector.text)  # 7 * 256 + 3
    assert "running" in window.panels.inspector.text or "line" in window.panels.inspector.text


@pytest.mark.slow
def test_nothing_runs_twice_for_the_same_block(qtbot: QtBot) -> None:
    workers = EmulatingWorkers()
    window = large(qtbot, workers)

    for block in (7, 8, 7, 8, 0, LAST, 7):
        window.session.selection.select_block(block)
        qtbot.waitUntil(lambda: (window.session.selection.block or 0) in shown(window).followed)

    assert workers.followed == [(7,), (7, 8)]


@pytest.mark.slow
def test_going_through_blocks_quickly_asks_for_the_newest_only(qtbot: QtBot) -> None:
    workers = SlowReplays()
    window = large(qtbot, workers)

    window.session.selection.select_block(7)
    qtbot.waitUntil(lambda: len(workers.pending) == 1)
    for block in (8, 9, 10):
        window.session.selection.select_block(block)
    workers.pending[0].set_result(shown(window))
    qtbot.waitUntil(lambda: len(workers.pending) == 2)

    assert [asked[-1] for asked in workers.followed] == [7, 10]


def test_meanwhile_the_inspector_says_that_the_launch_runs_again_and_cancel_ends_it(
    qtbot: QtBot,
) -> None:
    workers = SlowReplays()
    window = large(qtbot, workers)

    window.session.selection.select_thread(7, 3)
    qtbot.waitUntil(lambda: "runs once more" in window.panels.inspector.text)
    assert window.actions_by_id["cancel"].isEnabled()
    window.actions_by_id["cancel"].trigger()
    qtbot.waitUntil(lambda: "Choose it again" in window.panels.inspector.text)

    assert workers.pending[0].cancelled()
    assert not window.actions_by_id["cancel"].isEnabled()


@pytest.mark.slow
def test_a_replay_of_a_launch_that_is_not_shown_any_more_is_ended(qtbot: QtBot) -> None:
    workers = SlowReplays()
    window = large(qtbot, workers)
    window.session.selection.select_block(7)
    qtbot.waitUntil(lambda: len(workers.pending) == 1)

    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.set_numbers((1000,), Dim3(256), None)

    assert workers.pending[0].cancelled()
    assert not window.session.launcher.replays.busy


@pytest.mark.slow
def test_a_recording_without_its_inputs_says_why_its_blocks_cannot_be_followed(
    qtbot: QtBot,
) -> None:
    workers = EmulatingWorkers()
    window = large(qtbot, workers)
    recording = replace(shown(window), inputs={})

    window.session.show_recording(recording, "old.gpuviz")
    window.session.selection.select_thread(7, 3)
    qtbot.waitUntil(lambda: "too large to be kept" in window.panels.inspector.text)

    assert workers.followed == []


@pytest.mark.slow
def test_a_recording_from_a_file_is_followed_too(qtbot: QtBot) -> None:
    window = large(qtbot, EmulatingWorkers())
    recording = shown(window)
    window.session.show_recording(recording, "mine.gpuviz")

    with qtbot.waitSignal(window.session.followed.followed):
        window.session.selection.select_block(7)

    again = shown(window)
    assert again.followed == (0, 7, LAST)
    assert again.hazards == recording.hazards
    assert np.array_equal(again.outputs["c"], recording.outputs["c"])
