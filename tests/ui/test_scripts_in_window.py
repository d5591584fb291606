"""A script that launches by itself is opened, run, listed, edited and repaired in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.operation import describe_runnable, find_operation
from gpuviz.scene.timing.last_run import run_chart
from gpuviz.ui.labels import plain
from gpuviz.ui.main_window import MainWindow
from tests.helpers.scripts import SCRIPT, my_sum, written
from tests.ui.dropping import drop
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

BROKEN = SCRIPT.replace("def double(a):", "def double(a)")


def window_of(qtbot: QtBot) -> MainWindow:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    return window


def agree(window: MainWindow) -> None:
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    box.buttons()[0].click()


def opened(qtbot: QtBot, path: Path) -> MainWindow:
    """A window that has run a script, once somebody has agreed to that."""
    window = window_of(qtbot)
    window.open_file(path)
    with qtbot.waitSignal(window.session.launch.resultReady):
        agree(window)
    return window


@pytest.mark.slow
def test_a_dropped_script_runs_once_somebody_has_agreed_and_its_launch_is_on_the_stage(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = window_of(qtbot)
    drop(window, written(tmp_path, my_sum(), "my_sum.py"))
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "runs the whole script" in box.informativeText()
    assert window.session.launch.shown is None

    with qtbot.waitSignal(window.session.launch.resultReady):
        agree(window)

    trace = window.session.playback.trace
    assert trace is not None
    assert (trace.kernel, [hazard.kind for hazard in trace.hazards]) == ("block_sums", ["race"])
    qtbot.waitUntil(lambda: "The script printed:\n1024.0" in window.panels.launch.notes.text)
    assert "reference" not in window.panels.launch.checks.text


@pytest.mark.slow
def test_of_several_launches_the_one_with_the_hazard_is_shown_and_all_are_listed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened(qtbot, written(tmp_path, SCRIPT))

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.row, shown.trace.kernel) == (1, "shift")
    rows = window.panels.pipeline.table.launches
    qtbot.waitUntil(lambda: [row.kernel for row in rows.rows] == ["double", "shift", "double"])
    assert window.panels.is_in_front("pipeline")

    window.panels.pipeline.launchPicked.emit(0)

    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.row, shown.trace.kernel) == (0, "double")


@pytest.mark.slow
def test_what_a_script_sets_itself_cannot_be_set_in_the_form(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, written(tmp_path, SCRIPT))

    form = window.panels.launch.form
    assert form.size_fields == ()
    assert not any(field.isVisible() for field in (*form.grid_fields, *form.block_fields))
    labels = [label.text() for label in form.findChildren(QLabel) if label.isVisible()]
    assert [words.partition(":")[0] for words in labels] == [
        "A script sets sizes, grids and blocks itself"
    ]


@pytest.mark.slow
def test_it_is_edited_and_runs_again_with_ctrl_enter(qtbot: QtBot, tmp_path: Path) -> None:
    path = written(tmp_path, my_sum(), "my_sum.py")
    window = opened(qtbot, path)
    window.session.launch.set_live(False)
    window.actions_by_id["edit"].trigger()
    editor = window.editor.panel.editor
    assert editor.text == my_sum()

    editor.change_text(my_sum().replace("half = 64\n", "half = 64\n    cuda.syncthreads()\n"))
    with qtbot.waitSignal(window.session.launch.resultReady):
        QTest.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    trace = window.session.playback.trace
    assert trace is not None
    assert trace.hazards == ()
    assert "syncthreads()\n    while" in path.read_text(encoding="utf-8")


@pytest.mark.slow
def test_an_unknown_name_is_underlined_in_the_editor_and_can_be_repaired_there(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = window_of(qtbot)
    window.open_file(written(tmp_path, SCRIPT.replace("np.arange", "numpy.arange")))

    with qtbot.waitSignal(window.session.launch.failed):
        agree(window)

    editor = window.editor.panel.editor
    assert window.editor.editing
    assert editor.error_place == (17, "a = cuda.to_device(numpy.arange(100, dtype=np.float32))")
    assert "name 'numpy' is not defined" in window.editor.panel.wrong.text()
    editor.change_text(SCRIPT)
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.editor.run()
    assert window.session.launch.error is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("mine.py", BROKEN, 6),
        ("mine.cu", "// gpuviz: n = 4\n__global__ void k(float* a, int n) {\n  a[0] = ;\n}\n", 3),
    ],
)
def test_a_file_that_cannot_be_read_is_opened_in_the_editor_at_its_mistake(
    qtbot: QtBot, tmp_path: Path, name: str, text: str, line: int
) -> None:
    window = window_of(qtbot)
    path = written(tmp_path, text, name)

    window.open_file(path)

    assert window.editor.editing
    assert window.editor.panel.editor.text == text
    place = window.editor.panel.editor.error_place
    assert place is not None
    assert place[0] == line
    assert window.docks["source"].title.note.text().endswith(name)
    assert window.findChild(QMessageBox) is None


@pytest.mark.slow
def test_a_repaired_file_runs_once_somebody_has_agreed(qtbot: QtBot, tmp_path: Path) -> None:
    window = window_of(qtbot)
    path = written(tmp_path, BROKEN)
    window.open_file(path)

    window.editor.panel.editor.change_text(SCRIPT)
    window.editor.run()
    with qtbot.waitSignal(window.session.launch.resultReady):
        agree(window)

    assert window.session.launch.choice.operation == describe_runnable(path)


def test_a_folder_is_told_in_a_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    window = window_of(qtbot)

    drop(window, tmp_path)

    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert f"{tmp_path.name} is a folder" in plain(box.informativeText())
    box.close()


@pytest.mark.slow
def test_a_new_run_forgets_what_went_wrong_in_the_one_before(qtbot: QtBot, tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT)
    window = opened(qtbot, path)
    launch = window.session.launch
    path.write_text(SCRIPT + "unknown()\n", encoding="utf-8")
    with qtbot.waitSignal(launch.resultReady):
        launch.run()
    assert launch.error is not None

    launch._stand("cancelled")

    assert launch.error is None


@pytest.mark.slow
def test_every_panel_has_a_word_for_a_script_and_goes_on_with_the_next_operation(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened(qtbot, written(tmp_path, SCRIPT))
    window.session.view.all_panels = True
    names = [name for group in window.panels.groups.values() for name in group.names]

    for name in (*names, *window.docks):
        window.panels.wanted.emit(name)
        qtbot.wait(0)

    sweeps = window.panels.sweeps
    assert not sweeps.form.isEnabled()
    assert sweeps.form.first.value() == 1
    window.panels.wanted.emit("sweeps")
    qtbot.waitUntil(lambda: "A script sets its sizes itself" in sweeps.chart.chart.hint)
    run = window.session.runs.all[-1]
    assert (run_chart(run).title, run.expects_cpu) == ("Last run: mine", False)
    window.actions_by_id["present"].trigger()
    window.actions_by_id["present"].trigger()
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.pick_operation(find_operation("vector_add"))
    assert window.panels.sweeps.form.isEnabled()
    assert len(window.panels.launch.form.size_fields) == 1
