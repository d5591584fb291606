"""Where something is saved, a name is proposed, in the folder that was used last."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.scene.checks.repairs import RepairWords
from gpuviz.ui import dialogs
from gpuviz.ui.charts.export import seen_chart
from tests.ui.windows import launch, open_window


def dialog_of(qtbot: QtBot, parent: QWidget) -> QFileDialog:
    """The dialog for a file that is open."""
    found: list[QFileDialog] = []

    def look() -> bool:
        found[:] = [one for one in parent.findChildren(QFileDialog) if one.isVisible()]
        return bool(found)

    qtbot.waitUntil(look)
    return found[0]


def name_in(dialog: QFileDialog) -> str:
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(line, QLineEdit)
    return line.text()


def press_enter(dialog: QFileDialog) -> None:
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    assert isinstance(line, QLineEdit)
    QTest.keyClick(line, Qt.Key.Key_Return)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("action", "name"),
    [
        ("save_kernel", "vector_add.py"),
        ("recording", "vector_add.gpuviz"),
        ("picture", "vector_add.png"),
        ("screenshot", "vector_add.png"),
        ("timeline", "vector_add.json"),
        ("page", "vector_add.html"),
        ("chart", "Last_run_Vector_add_size_1_000.png"),
    ],
)
def test_the_operations_name_is_proposed_and_the_suffix_of_what_is_saved(
    qtbot: QtBot, action: str, name: str
) -> None:
    window = launch(qtbot, "vector_add")
    qtbot.waitUntil(lambda: seen_chart(window) is not None)

    window.actions_by_id[action].trigger()
    dialog = dialog_of(qtbot, window)

    assert name_in(dialog) == name
    assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.reject()


@pytest.mark.slow
def test_a_repaired_file_is_proposed_beside_the_one_that_is_wrong(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.panels.show_pipeline()
    pane = window.panels.checks.tried
    pane.show_repair(RepairWords("It is repaired.", source="x = 1\n", file="own_repaired.cu"))

    pane.save.click()
    dialog = dialog_of(qtbot, window)

    assert name_in(dialog) == "own_repaired.cu"
    assert dialog.nameFilters() == ["CUDA C (*.cu)"]
    dialog.reject()


@pytest.mark.slow
def test_the_name_ends_as_the_kind_that_is_chosen(qtbot: QtBot) -> None:
    window = launch(qtbot, "vector_add")
    window.actions_by_id["picture"].trigger()
    dialog = dialog_of(qtbot, window)
    kinds = dialog.findChild(QComboBox, "fileTypeCombo")
    assert isinstance(kinds, QComboBox)

    kinds.setFocus()
    QTest.keyClick(kinds, Qt.Key.Key_Down)

    assert "*.svg" in kinds.currentText()
    assert name_in(dialog) == "vector_add.svg"
    dialog.reject()


def test_the_next_dialog_opens_where_something_was_saved(qtbot: QtBot, tmp_path: Path) -> None:
    window, saved = open_window(qtbot), list[Path]()
    dialogs.ask_new_file(window, "x", "Picture (*.png)", "a", saved.append)
    first = dialog_of(qtbot, window)
    first.setDirectory(str(tmp_path))
    press_enter(first)

    dialogs.ask_new_file(window, "x", "Page (*.html)", "b: c/d", saved.append)
    second = dialog_of(qtbot, window)

    assert saved == [tmp_path / "a.png"]
    assert Path(second.directory().absolutePath()) == tmp_path
    assert name_in(second) == "b_c_d.html"
    second.reject()


@pytest.mark.slow
def test_a_file_that_is_there_is_replaced_only_after_a_question(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, saved = open_window(qtbot), list[Path]()
    (tmp_path / "a.png").write_bytes(b"mine")
    dialogs.ask_new_file(window, "x", "Picture (*.png)", "a", saved.append)
    dialog = dialog_of(qtbot, window)
    dialog.setDirectory(str(tmp_path))
    asked: list[str] = []

    def refuse() -> None:
        [box] = dialog.findChildren(QMessageBox)
        asked.append(box.text())
        box.reject()

    QTimer.singleShot(0, window, refuse)
    press_enter(dialog)

    assert "a.png" in asked[0]
    assert saved == []
    dialog.reject()
