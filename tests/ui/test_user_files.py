"""Kernel files of a user's own, edited while the window is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.places import resource_dir
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers
from tests.ui.windows import open_window

SOURCE = (resource_dir("kernels") / "vector_add.py").read_text(encoding="utf-8")


def opened(qtbot: QtBot, workers: InstantWorkers, path: Path) -> MainWindow:
    """A window that has run a file of the user's own once."""
    path.write_text(SOURCE.replace("Vector add:", "Mine:"), encoding="utf-8")
    window = open_window(qtbot, workers)
    window.open_file(path)
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    with qtbot.waitSignal(window.session.launch.resultReady):
        box.buttons()[0].click()
    return window


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [('"""T: t."""\n\ndef k(:\n', "line 3"), ("", "mine.py")],
    ids=["a syntax error", "nothing"],
)
def test_a_file_that_has_become_unreadable_is_told_and_not_launched(
    qtbot: QtBot, tmp_path: Path, text: str, words: str
) -> None:
    workers = InstantWorkers()
    window = opened(qtbot, workers, tmp_path / "mine.py")
    before = len(workers.launches)
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")

    with qtbot.waitSignal(window.session.launch.failed):
        window.session.launch.run()

    assert len(workers.launches) == before
    assert words in window.panels.launch.notes.text


@pytest.mark.slow
def test_the_twin_of_a_pipeline_in_c_opens_as_a_program_of_several_launches(qtbot: QtBot) -> None:
    window = open_window(qtbot, EmulatingWorkers())

    with qtbot.waitSignal(window.session.launch.resultReady) as answered:
        window.open_file(resource_dir("kernels") / "cuda" / "managed_memory.cu")

    [shown] = answered.args
    assert [trace.kernel for trace in shown.result.launches] == ["double_all", "add_one"]


@pytest.mark.slow
def test_a_file_that_was_mended_runs_again(qtbot: QtBot, tmp_path: Path) -> None:
    workers = InstantWorkers()
    window = opened(qtbot, workers, tmp_path / "mine.py")
    (tmp_path / "mine.py").write_text("def k(:", encoding="utf-8")
    window.session.launch.run()

    (tmp_path / "mine.py").write_text(SOURCE, encoding="utf-8")
    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    assert workers.launches[-1].operation == tmp_path / "mine.py"


def test_other_sizes_in_the_file_become_other_fields(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, InstantWorkers(), tmp_path / "mine.py")
    edited = SOURCE.replace('SIZES = {"n": 1000}', 'SIZES = {"n": 1000, "m": 3}')
    edited = edited.replace("def inputs(n, seed)", "def inputs(n, m, seed)")
    (tmp_path / "mine.py").write_text(edited, encoding="utf-8")

    with qtbot.waitSignal(window.session.launch.resultReady):
        window.session.launch.run()

    assert [field.value() for field in window.panels.launch.form.size_fields] == [1000, 3]


@pytest.mark.slow
def test_a_file_of_the_list_that_is_gone_is_told_and_the_choice_stays(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window = opened(qtbot, InstantWorkers(), tmp_path / "mine.py")
    gallery = str(resource_dir("kernels") / "vector_add.py")
    window.toolbar.operation.picked.emit(gallery)
    (tmp_path / "mine.py").unlink()

    window.toolbar.operation.picked.emit(str(tmp_path / "mine.py"))

    texts = [box.informativeText() for box in window.findChildren(QMessageBox)]
    assert any("mine.py" in text for text in texts)
    assert window.toolbar.operation.currentData() == gallery
    for box in window.findChildren(QMessageBox):
        box.close()


@pytest.mark.slow
def test_a_kernel_in_cuda_c_opens_and_runs_without_consent(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "twice.cu"
    path.write_text(
        "// gpuviz: n = 64\n// gpuviz: a = ramp(n)\n// gpuviz: threads = n\n"
        "__global__ void twice(float* a, int n)\n"
        "{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n)\n"
        "        a[i] *= 2.0f;\n}\n",
        encoding="utf-8",
    )
    window = open_window(qtbot, EmulatingWorkers())

    with qtbot.waitSignal(window.session.launch.resultReady, timeout=60_000):
        window.open_file(path)

    shown = window.session.launch.shown
    assert shown is not None
    assert window.findChild(QMessageBox) is None
    trace = window.session.playback.trace
    assert trace is not None
    assert trace.outputs["a"].tolist() == [2.0 * k for k in range(64)]
    assert not trace.hazards
