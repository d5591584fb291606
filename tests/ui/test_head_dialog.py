"""A kernel that stands alone is opened: the window asks how it is launched."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from gpuviz.ui.head_dialog import HeadDialog
from gpuviz.ui.main_window import MainWindow
from tests.helpers.scripts import KERNEL as PYTHON_KERNEL
from tests.helpers.scripts import written
from tests.ui.instant_workers import EmulatingWorkers
from tests.ui.windows import open_window

KERNEL = (
    "__global__ void half_of(const float* x, float* y, int n) {\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) y[i] = x[i] / 2;\n}\n"
)


@pytest.fixture
def naked(tmp_path: Path) -> Path:
    path = tmp_path / "half.cu"
    path.write_bytes(KERNEL.replace("\n", "\r\n").encode())
    return path


def asked(qtbot: QtBot, path: Path) -> tuple[MainWindow, HeadDialog]:
    window = open_window(qtbot, EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    window.open_file(path)
    [dialog] = window.findChildren(HeadDialog)
    return window, dialog


@pytest.mark.slow
def test_the_comments_are_written_and_the_kernel_runs(qtbot: QtBot, naked: Path) -> None:
    window, dialog = asked(qtbot, naked)
    length, values = dialog.fields["x"]
    size = dialog.fields["n"][1]
    assert length is not None
    assert isinstance(values, QComboBox)
    assert isinstance(size, QLineEdit)

    size.setText("100")
    values.setCurrentText("ramp")
    with qtbot.waitSignal(window.session.launch.resultReady):
        dialog.write.click()

    text = naked.read_bytes().decode()
    assert text.startswith("// gpuviz: n = 100\r\n// gpuviz: x = ramp(n)\r\n")
    assert text.endswith(KERNEL.replace("\n", "\r\n"))
    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.choice.size, shown.trace.config.grid.x) == ((100,), 1)


@pytest.mark.slow
def test_what_cannot_be_computed_is_said_and_not_written(qtbot: QtBot, naked: Path) -> None:
    _, dialog = asked(qtbot, naked)
    length = dialog.fields["x"][0]
    assert length is not None

    length.setText("m + 1")

    assert "'m + 1' cannot be computed" in dialog.wrong.text()
    assert not dialog.write.isEnabled()
    assert "x = random(m + 1)" in dialog.preview.text()
    dialog.leave.click()
    assert "gpuviz" not in naked.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_read_is_opened_as_text_and_not_asked_about(
    qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "half.cu"
    path.write_text(KERNEL.replace("int n)", "int n"), encoding="utf-8")
    window = open_window(qtbot, EmulatingWorkers())

    window.open_file(path)

    assert window.findChildren(HeadDialog) == []
    assert window.editor.path == path


@pytest.mark.slow
def test_a_kernel_in_python_is_asked_about_too_and_runs_once_somebody_has_agreed(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, dialog = asked(qtbot, written(tmp_path, PYTHON_KERNEL))
    size = dialog.fields["n"][1]
    assert isinstance(size, QLineEdit)

    size.setText("70")
    dialog.write.click()
    box = window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    with qtbot.waitSignal(window.session.launch.resultReady):
        box.buttons()[0].click()

    text = (tmp_path / "mine.py").read_text(encoding="utf-8")
    assert text.startswith(PYTHON_KERNEL)
    assert 'SIZES = {"n": 70}' in text
    shown = window.session.launch.shown
    assert shown is not None
    assert (shown.choice.size, shown.trace.kernel) == ((70,), "double")


def test_what_python_cannot_read_is_said_and_not_written(qtbot: QtBot, tmp_path: Path) -> None:
    _, dialog = asked(qtbot, written(tmp_path, PYTHON_KERNEL))
    length = dialog.fields["a"][0]
    assert length is not None

    length.setText("n +")

    assert "invalid syntax" in dialog.wrong.text()
    assert not dialog.write.isEnabled()
    dialog.leave.click()
    assert (tmp_path / "mine.py").read_text(encoding="utf-8") == PYTHON_KERNEL
