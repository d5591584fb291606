"""The section Inputs of the launch panel: types, values and layouts, and files of one's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.operation import find_operation
from gpuviz.operation.inputs import InputChoice
from gpuviz.session.worker_pool import WorkerPool
from gpuviz.ui.launch.inputs import FILE, InputChooser
from gpuviz.ui.main_window import MainWindow
from tests.ui.dropping import drop
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import launch, open_window, shown_window


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """Shows matrix_add, with its inputs unfolded."""
    shown = launch(qtbot, "matrix_add")
    shown.panels.launch.inputs.open()
    qtbot.waitUntil(lambda: len(shown.panels.launch.inputs.rows) == 4)
    return shown


def rows(window: MainWindow) -> list[InputChooser]:
    return window.panels.launch.inputs.rows


def pick(box: QComboBox, data: str) -> None:
    """Choose an entry, as the popup of a pull-down does."""
    index = box.findData(data)
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)


def shown_types(window: MainWindow) -> dict[str, str]:
    trace = window.session.playback.trace
    assert trace is not None
    return {info.name: str(info.dtype) for info in trace.arrays}


def notes(window: MainWindow) -> str:
    return window.panels.launch.notes.text


@pytest.mark.slow
def test_it_is_one_line_until_it_is_opened(qtbot: QtBot) -> None:
    section = launch(qtbot, "matrix_add").panels.launch.inputs

    assert section.toggle.isVisible()
    assert not section.reset.isVisible()
    assert section.rows == []
    assert section.height() <= 2 * section.toggle.height()


@pytest.mark.slow
def test_each_array_has_a_row_and_all_have_one(window: MainWindow) -> None:
    captions = [row.caption.text().replace("\u202f", " ") for row in rows(window)]

    assert captions == ["all arrays", "a  36 × 96", "b  36 × 96", "c  36 × 96"]
    assert [row.dtype.currentText() for row in rows(window)] == ["float32"] * 4


@pytest.mark.slow
def test_a_type_for_all_is_launched_at_once_and_can_be_taken_back(
    qtbot: QtBot, window: MainWindow
) -> None:
    section = window.panels.launch.inputs

    pick(rows(window)[0].dtype, "float64")

    qtbot.waitUntil(lambda: set(shown_types(window).values()) == {"float64"})
    qtbot.waitUntil(lambda: rows(window)[2].dtype.currentText() == "float64")
    assert section.summary.text() == "float64"

    section.reset.click()

    qtbot.waitUntil(lambda: set(shown_types(window).values()) == {"float32"})
    qtbot.waitUntil(lambda: not section.summary.isVisible())


@pytest.mark.slow
def test_what_is_chosen_for_all_goes_before_what_was_chosen_for_one(
    qtbot: QtBot, window: MainWindow
) -> None:
    pick(rows(window)[1].dtype, "int8")
    qtbot.waitUntil(lambda: shown_types(window)["a"] == "int8")

    pick(rows(window)[0].dtype, "float64")

    qtbot.waitUntil(lambda: set(shown_types(window).values()) == {"float64"})
    assert window.session.launch.choice.inputs == (InputChoice(None, "float64"),)


@pytest.mark.slow
def test_the_type_of_the_file_stays_on_offer(qtbot: QtBot, window: MainWindow) -> None:
    pick(rows(window)[1].dtype, "int8")
    qtbot.waitUntil(lambda: shown_types(window)["a"] == "int8")

    pick(rows(window)[1].dtype, "")

    assert rows(window)[1].dtype.itemText(0) == "float32"
    qtbot.waitUntil(lambda: shown_types(window)["a"] == "float32")
    assert rows(window)[1].dtype.itemText(0) == "float32"
    assert window.session.launch.choice.inputs == ()


@pytest.mark.slow
def test_contiguous_takes_a_layout_back(qtbot: QtBot, window: MainWindow) -> None:
    pick(rows(window)[1].layout_box, "sliced")
    qtbot.waitUntil(lambda: bool(window.session.launch.choice.inputs))

    pick(rows(window)[1].layout_box, "contiguous")

    assert window.session.launch.choice.inputs == ()


@pytest.mark.slow
def test_one_array_may_differ_from_the_layout_of_all(qtbot: QtBot, window: MainWindow) -> None:
    pick(rows(window)[0].layout_box, "transposed")
    qtbot.waitUntil(lambda: rows(window)[1].layout_box.currentData() == "transposed")

    pick(rows(window)[1].layout_box, "contiguous")

    inputs = (InputChoice(None, layout="transposed"), InputChoice("a", layout="contiguous"))
    assert window.session.launch.choice.inputs == inputs


@pytest.mark.slow
def test_a_pull_down_that_is_open_stays_as_it_is_when_a_launch_ends(
    qtbot: QtBot, window: MainWindow
) -> None:
    box, heard = rows(window)[1].dtype, list[str]()
    box.model().modelReset.connect(lambda: heard.append("reset"))
    box.model().rowsRemoved.connect(lambda *_: heard.append("removed"))

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()
    qtbot.wait(0)

    assert heard == []


@pytest.mark.slow
def test_whole_numbers_have_no_nan_and_a_row_nothing_to_transpose(qtbot: QtBot) -> None:
    section = launch(qtbot, "histogram").panels.launch.inputs
    section.open()
    qtbot.waitUntil(lambda: bool(section.rows))

    for row in section.rows[1:]:
        assert row.values.findData("one-nan") < 0
        assert row.layout_box.findData("transposed") < 0


@pytest.mark.slow
def test_a_csv_dropped_on_a_row_is_launched(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    np.savetxt(tmp_path / "x.csv", np.full((36, 96), 7.0), delimiter=",")

    drop(rows(window)[2], tmp_path / "x.csv")

    qtbot.waitUntil(lambda: float(inputs_of(window)["b"].max()) == 7.0)
    qtbot.waitUntil(lambda: rows(window)[2].values.currentText() == "x.csv")
    assert window.session.launch.shown is not None
    assert window.session.launch.shown.result.correct


def inputs_of(window: MainWindow) -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    trace = window.session.playback.trace
    assert trace is not None
    return dict(trace.inputs)


@pytest.mark.slow
def test_a_file_dropped_on_the_window_asks_for_which_array(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    np.save(tmp_path / "x.npy", np.full((36, 96), 5.0))

    drop(window, tmp_path / "x.npy")

    menu = window.inputs_controller.menu
    assert menu is not None
    words = [entry.text().replace("\u202f", " ") for entry in menu.actions()]
    assert words == ["x.npy is for", "a  36 × 96", "b  36 × 96", "c  36 × 96"]

    menu.actions()[1].trigger()
    menu.close()

    qtbot.waitUntil(lambda: float(inputs_of(window)["a"].max()) == 5.0)


@pytest.mark.slow
def test_a_file_is_asked_for_and_nothing_changes_until_there_is_one(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    np.save(tmp_path / "x.npy", np.full((36, 96), 5.0))

    pick(rows(window)[1].values, FILE)

    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert rows(window)[1].values.currentText() == "own"
    assert window.session.launch.choice.inputs == ()

    dialog.fileSelected.emit(str(tmp_path / "x.npy"))
    dialog.reject()

    qtbot.waitUntil(lambda: float(inputs_of(window)["a"].max()) == 5.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1,2\n3,x\n", "x.csv, line 2, place 2: 'x' is no number"),
        ("1,2\n3,4\n", "x.csv holds 2 × 2 numbers (lines × columns), and 'a' needs 36 × 96"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_and_the_picture_stays(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "x.csv").write_text(text)
    before = window.session.playback.trace

    drop(rows(window)[1], tmp_path / "x.csv")

    qtbot.waitUntil(lambda: words in notes(window).replace("\u202f", " "))
    assert window.session.playback.trace is before
    assert "The launch failed." in window.stale.text()

    window.panels.launch.inputs.reset.click()

    qtbot.waitUntil(lambda: words not in notes(window).replace("\u202f", " "))


@pytest.mark.slow
def test_a_csv_of_1_gb_is_refused_at_once(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    with (tmp_path / "x.csv").open("wb") as file:
        file.truncate(1 << 30)

    drop(rows(window)[1], tmp_path / "x.csv")

    qtbot.waitUntil(lambda: "a text of numbers is read up to" in notes(window))


@pytest.mark.slow
def test_a_file_that_is_deleted_while_it_is_chosen_is_said_with_the_next_launch(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    np.save(tmp_path / "x.npy", np.full((36, 96), 5.0))
    drop(rows(window)[1], tmp_path / "x.npy")
    qtbot.waitUntil(lambda: float(inputs_of(window)["a"].max()) == 5.0)

    (tmp_path / "x.npy").unlink()
    window.session.launch.run()

    qtbot.waitUntil(lambda: "The file x.npy for 'a' is not there" in notes(window))
    assert float(inputs_of(window)["a"].max()) == 5.0


@pytest.mark.slow
def test_without_live_the_picture_says_that_it_is_behind(qtbot: QtBot, window: MainWindow) -> None:
    window.session.launch.set_live(False)

    pick(rows(window)[1].dtype, "float64")

    qtbot.waitUntil(lambda: "The inputs have changed: press Run." in window.stale.text())


@pytest.mark.slow
def test_a_pipeline_says_why_there_is_nothing_to_choose(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    section = window.panels.launch.inputs
    window.session.launch.set_live(False)
    window.session.launcher.set_cpu_timing(False)

    window.session.launch.pick_operation(find_operation("transfer"))

    qtbot.waitUntil(lambda: "host code makes the arrays" in section.why.text())
    assert section.rows == []
    (tmp_path / "x.csv").write_text("1")
    drop(window, tmp_path / "x.csv")
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "host code makes the arrays" in box.informativeText()
    box.close()


def test_before_a_launch_nobody_knows_the_arrays(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())
    section = window.panels.launch.inputs
    section.open()

    assert section.why.text() == "Run it once: then its arrays are known."


@pytest.mark.slow
def test_another_operation_begins_with_its_own_inputs(qtbot: QtBot, window: MainWindow) -> None:
    pick(rows(window)[1].dtype, "float64")
    qtbot.waitUntil(lambda: shown_types(window)["a"] == "float64")

    window.session.launch.pick_operation(find_operation("vector_add"))

    assert window.session.launch.choice.inputs == ()
    qtbot.waitUntil(lambda: rows(window)[1].caption.text().startswith("a  1"))


@pytest.mark.slow
def test_with_real_processes_a_bad_file_costs_its_own_launch_alone(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = shown_window(WorkerPool())
    qtbot.addWidget(shown)
    shown.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(shown.session.launch.resultReady):
        shown.session.launch.pick_operation(find_operation("matrix_add"))
    shown.panels.launch.inputs.open()
    qtbot.waitUntil(lambda: len(rows(shown)) == 4)
    (tmp_path / "bad.npy").write_bytes(b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 70_000)
    np.save(tmp_path / "good.npy", np.full((36, 96), 5.0))

    drop(rows(shown)[1], tmp_path / "bad.npy")
    qtbot.waitUntil(lambda: "bad.npy has an unreadable header" in notes(shown))
    drop(rows(shown)[1], tmp_path / "good.npy")

    qtbot.waitUntil(lambda: float(inputs_of(shown)["a"].max()) == 5.0)
    assert "bad.npy" not in notes(shown)


@pytest.mark.slow
def test_the_dialog_that_opens_files_offers_numbers(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_id["open"].trigger()

    qtbot.waitUntil(lambda: window.findChild(QFileDialog) is not None)
    dialog = window.findChild(QFileDialog)
    assert isinstance(dialog, QFileDialog)
    assert any("*.npy" in kinds for kinds in dialog.nameFilters())
    dialog.reject()
