"""A file that is open already comes to the front as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.places import resource_dir
from gpuviz.ui.main_window import MainWindow
from tests.ui.dropping import drop
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

SOURCE = (resource_dir("kernels") / "vector_add.py").read_text(encoding="utf-8")


def by_recent(window: MainWindow, path: Path) -> None:
    """File, Open recent."""
    found = (
        entry
        for menu in window.findChildren(QMenu)
        for entry in menu.actions()
        if entry.text().startswith(path.name)
    )
    next(found).trigger()


def by_menu(window: MainWindow, path: Path) -> None:
    window.open_file(path)  # what the dialog calls


WAYS = pytest.mark.parametrize("again", [by_menu, by_recent, drop])


def opened(qtbot: QtBot, path: Path, agreed: bool = True) -> tuple[MainWindow, EmulatingWorkers]:
    """A window with a file of one's own, of which the question was answered."""
    path.write_text(SOURCE, encoding="utf-8")
    workers = EmulatingWorkers()
    window = open_window(qtbot, workers)
    window.session.launcher.set_cpu_timing(False)
    window.activateWindow()
    window.open_file(path)
    [box] = window.findChildren(QMessageBox)
    if agreed:
        with qtbot.waitSignal(window.session.launch.resultReady):
            box.buttons()[0].click()
    else:
        box.buttons()[1].click()
    qtbot.waitUntil(lambda: not boxes(window))
    return window, workers


def boxes(window: MainWindow) -> list[QMessageBox]:
    return [box for box in window.findChildren(QMessageBox) if box.isVisible()]


@pytest.mark.slow
@WAYS
def test_it_is_shown_with_its_numbers_and_nothing_runs(
    qtbot: QtBot, tmp_path: Path, again: Callable[[MainWindow, Path], object]
) -> None:
    window, workers = opened(qtbot, tmp_path / "own.py")
    choice = window.session.launch.choice
    window.session.launch.set_live(False)
    window.session.launch.set_numbers((77,), choice.block, None)
    window.docks["source"].hide()
    ran = len(workers.launches)

    again(window, tmp_path / "own.py")

    assert window.session.launch.choice.size == (77,)
    assert len(workers.launches) == ran
    assert window.docks["source"].isVisible()
    qtbot.waitUntil(window.panels.source.view.hasFocus)


@pytest.mark.slow
@WAYS
def test_nobody_is_asked_a_second_time(
    qtbot: QtBot, tmp_path: Path, again: Callable[[MainWindow, Path], object]
) -> None:
    window, _ = opened(qtbot, tmp_path / "own.py", agreed=False)

    again(window, tmp_path / "own.py")

    assert boxes(window) == []
    assert window.session.launch.choice.operation.path == tmp_path / "own.py"


@pytest.mark.slow
@WAYS
def test_what_is_typed_stays(
    qtbot: QtBot, tmp_path: Path, again: Callable[[MainWindow, Path], object]
) -> None:
    window, _ = opened(qtbot, tmp_path / "own.py")
    window.session.launch.set_live(False)
    window.actions_by_id["edit"].trigger()
    editor = window.editor.panel.editor
    QTest.keyClick(editor, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(editor, "# mine")
    window.stage.setFocus()

    again(window, tmp_path / "own.py")

    assert editor.text.endswith("# mine")
    assert window.editor.editing
    qtbot.waitUntil(editor.hasFocus)


@pytest.mark.slow
def test_a_file_with_a_mistake_comes_with_it(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    window, _ = opened(qtbot, path)
    with qtbot.waitSignal(window.session.launch.failed):
        path.write_text(f"{SOURCE}\ndef (\n", encoding="utf-8")

    window.open_file(path)

    assert window.editor.panel.editor.error_place is not None
    assert boxes(window) == []


def test_another_choice_makes_it_a_file_to_be_opened(qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = opened(qtbot, tmp_path / "own.py")
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("saxpy"))

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(tmp_path / "own.py")

    assert window.session.launch.choice.operation.path == tmp_path / "own.py"
