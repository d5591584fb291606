"""File > New begins with a text that runs at once, File > Open recent with what was open before."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.places import resource_dir
from gpuviz.scene.theme import DARK
from gpuviz.session.recent_files import MOST
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.recent_menu import RecentMenu
from gpuviz.ui.remembered import settings_of
from tests.helpers.scripts import SCRIPT, written
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

SCRATCH = "gpuviz.ui.source.editor_controller.scratch_folder"


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    monkeypatch.setattr(SCRATCH, lambda: tmp_path / "scratch")
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    return window


def recent(window: MainWindow) -> list[QAction]:
    menu = next(menu.parent() for menu in window.menuBar().findChildren(RecentMenu))
    assert isinstance(menu, QMenu)
    assert menu.isEnabled() == bool(menu.actions())
    return menu.actions()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "name", "kernel", "correct"),
    [
        ("new_kernel", "my_kernel.py", "double", True),
        ("new_script", "my_script.py", "double", None),
        ("new_c", "my_kernel.cu", "twice", None),
    ],
)
def test_what_is_begun_runs_at_once_and_stands_in_the_editor(
    qtbot: QtBot, window: MainWindow, action: str, name: str, kernel: str, correct: bool | None
) -> None:
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id[action].trigger()

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.trace.kernel, shown.result.correct, shown.result.failure) == (
        kernel,
        correct,
        None,
    )
    assert shown.trace.hazards == ()
    assert window.editor.editing
    assert window.editor.path is not None
    assert window.editor.path.name == name
    assert window.findChild(QMessageBox) is None


@pytest.mark.slow
def test_what_was_begun_before_stays_and_the_next_one_has_a_number(
    qtbot: QtBot, window: MainWindow
) -> None:
    for name in ("my_kernel.py", "my_kernel_2.py"):
        with qtbot.waitSignal(window.session.launch.resultReady):
            window.actions_by_id["new_kernel"].trigger()

        assert window.editor.path is not None
        assert window.editor.path.name == name


@pytest.mark.slow
def test_a_begun_script_is_edited_and_runs_without_a_question(
    qtbot: QtBot, window: MainWindow
) -> None:
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["new_script"].trigger()
    editor = window.editor.panel.editor

    editor.change_text(editor.text.replace("double[4, 32]", "double[2, 64]"))
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.editor.run()

    shown = window.session.launch.shown
    assert shown is not None
    assert shown.trace.config.grid.x == 2
    assert window.findChild(QMessageBox) is None


@pytest.mark.slow
def test_a_script_that_is_typed_runs_only_when_it_is_asked_to(
    qtbot: QtBot, window: MainWindow
) -> None:
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.actions_by_id["new_script"].trigger()
    path, editor = window.editor.path, window.editor.panel.editor
    assert path is not None
    assert window.session.launch.live

    editor.change_text(editor.text + "print(2)\n")
    window.editor.look_at_text()

    assert not window.session.launcher.busy
    assert "print(2)" not in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_files_that_were_opened_can_be_opened_again_the_last_one_first(
    window: MainWindow, tmp_path: Path
) -> None:
    assert recent(window) == []
    for name in ("one.py", "two.py", "one.py"):
        window.open_file(written(tmp_path, SCRIPT, name))
    window.open_file(window.session.launch.choice.operation.path.parent / "not_there.py")
    window.open_file(resource_dir("kernels") / "saxpy.py")

    texts = [action.text() for action in recent(window)]
    assert texts == [f"{name}  ({tmp_path.name})" for name in ("one.py", "two.py")]
    recent(window)[1].trigger()

    assert window.session.launch.choice.operation.path == tmp_path / "two.py"
    assert recent(window)[0].text().startswith("two.py")
    for box in window.findChildren(QMessageBox):
        box.close()


@pytest.mark.slow
def test_a_file_that_is_gone_leaves_the_list(window: MainWindow, tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT, "gone.py")
    window.open_file(path)
    path.unlink()

    recent(window)[0].trigger()

    assert recent(window) == []
    for box in window.findChildren(QMessageBox):
        box.close()


def test_the_last_files_are_remembered_and_no_more_than_fit(
    window: MainWindow, tmp_path: Path
) -> None:
    files = [str(tmp_path / f"{number}.py") for number in range(MOST + 3)]

    window.session.recent.remember(files)

    settings = settings_of(window.session, DARK.name, "en", None)
    assert settings.recent == tuple(files[:MOST])
    assert len(recent(window)) == MOST
