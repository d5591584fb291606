"""A window that shows a hand-made pipeline."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pytestqt.qtbot import QtBot

from gpuviz.cluster.routed import RoutedRunner
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.ui.main_window import MainWindow
from tests.helpers import trains
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window

Make = Callable[[LaunchRequest], LaunchResult]


def workers_of(window: MainWindow) -> InstantWorkers:
    """What the window asks."""
    runner = window.session.launcher._runner
    assert isinstance(runner, RoutedRunner)
    assert isinstance(runner.here, InstantWorkers)
    return runner.here


def show_train(
    qtbot: QtBot, folder: Path, make: Make = trains.digits, source: str = trains.DIGITS
) -> MainWindow:
    """A window in which the pipeline was picked and has run."""
    window = open_window(qtbot, InstantWorkers(train=make))
    window.session.launcher.set_cpu_timing(False)
    info = trains.described(folder, source)
    window.session.launch.trust(info)
    window.open_file(info.path)
    qtbot.waitUntil(lambda: window.session.launch.shown is not None)
    qtbot.waitUntil(lambda: window.panels.pipeline.timeline.train is not None)
    return window


def show_pictures(qtbot: QtBot, folder: Path, make: Make = trains.digits) -> MainWindow:
    """The same, with its pictures in front."""
    window = show_train(qtbot, folder, make)
    window.arrangement.raise_below("pictures")
    qtbot.waitUntil(lambda: bool(window.panels.pictures.gallery.cards))
    return window
