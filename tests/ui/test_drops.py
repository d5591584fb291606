"""Files over the window: what dropping them does is seen, and nothing is ever moved."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from gpuviz.places import resource_dir
from gpuviz.ui.drops import DropFrame
from gpuviz.ui.main_window import MainWindow
from tests.ui.dropping import drop, hover, leave
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import launch, open_window

Action = Qt.DropAction


def seen(widget: QWidget) -> list[str]:
    """What is said over the window while a file hovers."""
    frames = widget.window().findChildren(DropFrame)
    return [frame.words.text() for frame in frames if frame.isVisible()]


def row_of_a(qtbot: QtBot) -> QWidget:
    """What is chosen of the array a of vector add."""
    window = launch(qtbot, "vector_add")
    window.panels.launch.inputs.open()
    qtbot.waitUntil(lambda: len(window.panels.launch.inputs.rows) == 4)
    row = window.panels.launch.inputs.rows[1]
    qtbot.waitUntil(row.isVisible)
    return row


def with_editor(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window whose editor is open on a file of one's own, which has not run."""
    path = tmp_path / "own.cu"
    path.write_text((resource_dir("assets") / "new" / "my_kernel.cu").read_text(encoding="utf-8"))
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.open_file(path)
    window.actions_by_id["edit"].trigger()
    return window


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("my_sum.py", "Open my_sum.py"),
        ("my_sum.cu", "Open my_sum.cu"),
        ("my.gpuviz", "Play the recording my.gpuviz"),
        ("my.md", "Play the lesson my.md"),
        ("my.toml", "List the devices of my.toml"),
        ("x.csv", "Use x.csv as an input"),
    ],
)
def test_what_a_drop_will_do_is_said_until_the_file_leaves(
    qtbot: QtBot, tmp_path: Path, name: str, words: str
) -> None:
    window = open_window(qtbot)

    taken, hovering = hover(window.stage, tmp_path / name), seen(window)
    frame = window.drop_frame.geometry()
    leave(window)

    assert taken
    assert hovering == [words]
    assert frame == window.rect()
    assert seen(window) == []


def test_what_cannot_be_opened_is_not_taken(qtbot: QtBot, tmp_path: Path) -> None:
    window = open_window(qtbot)

    assert not hover(window, tmp_path / "notes.pages")
    assert seen(window) == []


@pytest.mark.slow
def test_a_row_of_the_inputs_says_that_it_takes_the_numbers(qtbot: QtBot, tmp_path: Path) -> None:
    row = row_of_a(qtbot)
    np.save(tmp_path / "x.npy", np.ones(1000, np.float32))

    hover(row, tmp_path / "x.npy")
    hovering, frame = seen(row), row.findChild(DropFrame)
    drop(row, tmp_path / "x.npy")

    assert hovering == ["Use x.npy as input a"]
    assert frame is not None
    assert frame.geometry() == row.rect()
    assert seen(row) == []


@pytest.mark.slow
def test_a_kernel_over_a_row_of_the_inputs_is_for_the_window(qtbot: QtBot, tmp_path: Path) -> None:
    row = row_of_a(qtbot)

    assert hover(row, tmp_path / "my_sum.py")
    assert seen(row) == ["Open my_sum.py"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("offered", "heard"),
    [
        (Action.MoveAction, Action.IgnoreAction),
        (Action.MoveAction | Action.CopyAction, Action.CopyAction),
        (Action.CopyAction, Action.CopyAction),
    ],
)
def test_nobody_hears_that_a_file_was_moved(
    qtbot: QtBot, tmp_path: Path, offered: Action, heard: Action
) -> None:
    row = row_of_a(qtbot)
    np.save(tmp_path / "x.npy", np.ones(1000, np.float32))
    devices = resource_dir("assets") / "devices.toml"

    assert drop(row, tmp_path / "x.npy", offered) == heard
    assert drop(row.window(), devices, offered) == heard


@pytest.mark.slow
def test_a_file_over_the_editor_is_opened_and_its_name_is_not_typed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = with_editor(qtbot, tmp_path)
    editor = window.editor.panel.editor
    text = editor.text
    other = tmp_path / "other.cu"
    other.write_text(text, encoding="utf-8")

    taken, hovering = hover(editor.viewport(), other), seen(window)
    leave(window)
    with qtbot.waitSignal(window.session.launch.resultReady):
        drop(window, other)

    assert taken
    assert hovering == ["Open other.cu"]
    assert editor.text == text
    assert window.session.launch.choice.operation.path == other


@pytest.mark.slow
def test_no_line_to_type_in_takes_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    window = with_editor(qtbot, tmp_path)
    window.panels.show_pipeline()
    window.actions_by_id["goto"].trigger()
    lines = window.findChildren(QLineEdit)

    assert lines
    assert [line for line in lines if line.acceptDrops()] == []
