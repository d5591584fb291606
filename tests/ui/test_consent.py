"""The code of somebody else's file runs only for who presses the button that says so."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe
from gpuviz.places import resource_dir
from gpuviz.ui.main_window import MainWindow
from tests.ui.dropping import drop
from tests.ui.instant_workers import InstantWorkers
from tests.ui.windows import open_window

Way = Callable[[MainWindow, Path], object]
KEYS = [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "strangers.py"
    path.write_bytes((resource_dir("kernels") / "vector_add.py").read_bytes())
    return path


def by_menu(window: MainWindow, file: Path) -> None:
    window.open_file(file)


def by_command_line(window: MainWindow, file: Path) -> None:
    choice = replace(window.session.launch.choice, operation=describe(file))
    window.session.launch.choose(choice)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "key"), list(itertools.product((by_menu, drop, by_command_line), KEYS))
)
def test_no_key_runs_a_strangers_code(qtbot: QtBot, file: Path, way: Way, key: Qt.Key) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    way(window, file)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    qtbot.waitUntil(lambda: box.isVisible())

    with qtbot.waitSignal(box.finished):
        QTest.keyClick(box.focusWidget() or box, key)

    assert workers.launches == []
    assert not window.session.launch.may_run(describe(file))


def test_the_button_that_says_so_runs_it(qtbot: QtBot, file: Path) -> None:
    workers = InstantWorkers()
    window = open_window(qtbot, workers)
    window.open_file(file)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    run = box.buttons()[0]
    qtbot.waitUntil(lambda: box.isVisible())

    run.setFocus(Qt.FocusReason.TabFocusReason)
    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.keyClick(run, Qt.Key.Key_Space)

    assert workers.launches[-1].operation == file
