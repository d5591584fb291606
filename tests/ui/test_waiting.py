"""What the window says while a launch takes long, is ended, or is still being timed."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QProgressBar
from pytestqt.qtbot import QtBot

from gpuviz.engines.request import LaunchResult, LongLoop
from gpuviz.messages import Message
from gpuviz.scene.timing.bars import bars_of
from gpuviz.ui.checks.details import launch_missing
from gpuviz.ui.main_window import MainWindow
from gpuviz.worker.jobs import Job, RunOperation, TimeCpu
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window, run


@dataclass
class SlowWorkers(InstantWorkers):
    """The first launch is done at once; later ones, and their times, never come by themselves."""

    pending: list[Future[LaunchResult]] = field(default_factory=list)

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """A launch that is not the first."""
        if not self.launches or not isinstance(job, RunOperation):
            return None
        self.launches.append(job.request)
        self.pending.append(Future())
        return self.pending[-1]


class UntimedWorkers(InstantWorkers):
    """CPU times never come."""

    def held_back(self, job: Job[Any]) -> Future[Any] | None:
        """CPU times."""
        return Future() if isinstance(job, TimeCpu) else None


def waiting(qtbot: QtBot) -> MainWindow:
    """A window whose second launch takes long."""
    window = open_window(qtbot, SlowWorkers())
    run(qtbot, window)
    window.panels.launch.form.block_fields[0].setValue(64)
    qtbot.waitUntil(lambda: window.stale.isVisible() and "is running" in window.stale.text())
    return window


@pytest.mark.slow
def test_a_launch_that_takes_long_is_said_to_run_and_what_the_picture_is_of(qtbot: QtBot) -> None:
    window = waiting(qtbot)

    assert "block (256, 1, 1)" in window.stale.text()
    assert window.actions_by_id["cancel"].isEnabled()


@pytest.mark.slow
def test_a_loop_that_lasts_is_named_beside_cancel_while_the_launch_runs(qtbot: QtBot) -> None:
    window = waiting(qtbot)
    qtbot.waitUntil(lambda: any(bar.isVisible() for bar in bars(window)))

    window.session.launcher.lingered.emit(LongLoop(14, 1 << 40))

    assert "in the loop of line 14: round 1 099 511 627 776" in shown_words(window)
    window.actions_by_id["cancel"].trigger()
    qtbot.waitUntil(lambda: "line 14" not in shown_words(window))


def test_a_first_launch_that_takes_long_is_told_everywhere_as_running(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers(holds=True))
    launch, words = window.session.launch, "Vector add is running; Esc ends it."
    before = window.stage.scene.sentence

    launch.run()
    qtbot.waitUntil(lambda: launch.running is not None)

    assert launch.running is not None
    assert launch.running.text == words
    assert window.session.playback.coming == launch.running
    assert before.startswith("No launch yet.")
    assert window.stage.scene.sentence.startswith(words)
    assert launch_missing(launch.running).sentence == words
    assert window.actions_by_id["cancel"].isEnabled()

    launch.cancel()

    assert launch.running is None
    assert window.session.playback.coming is None


def bars(window: MainWindow) -> list[QProgressBar]:
    """The bars of progress in the status bar."""
    return window.status.findChildren(QProgressBar)


def shown_words(window: MainWindow) -> str:
    """What the status bar says, with plain spaces."""
    labels = [label for label in window.status.findChildren(QLabel) if label.isVisible()]
    return " ".join(" ".join(label.text() for label in labels).split())


@pytest.mark.slow
@pytest.mark.parametrize("action", ["cancel", "leave"])
def test_an_ended_launch_is_said_to_be_cancelled(qtbot: QtBot, action: str) -> None:
    window = waiting(qtbot)

    window.actions_by_id[action].trigger()

    qtbot.waitUntil(lambda: not window.session.launcher.busy)
    assert "cancelled" in window.stale.text()
    assert window.session.playback.trace is not None


def test_times_that_are_still_to_come_are_being_measured(qtbot: QtBot) -> None:
    window = open_window(qtbot, UntimedWorkers())

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    words = [bar.words for bar in bars_of(window.session.runs.all[-1])]
    assert words[:3] == ["measuring …"] * 3
    assert "modelled" in words[3]


@pytest.mark.slow
def test_a_narrow_status_bar_leaves_out_words_before_it_cuts_any(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    run(qtbot, window)

    status = window.status
    status.show_engine(
        "Emulator", True, Message("probe.none", "No NVIDIA driver was found on this machine")
    )
    parts = (status.engine, status.run, status.trace, status.times)

    window.resize(900, 600)

    def nothing_is_cut() -> bool:
        widths = [(part.width(), part.sizeHint().width()) for part in parts]
        return all(width == 0 or width >= wanted for width, wanted in widths)

    qtbot.waitUntil(lambda: status.width() == 900 and nothing_is_cut())
    assert status.trace.width() == 0
    assert status.times.width() > 0
