"""The whole program: one command, a real worker, a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuviz.messages import RequestRefused
from gpuviz.scene.theme import DARK
from gpuviz.trace.file import save_trace
from gpuviz.ui.app import fit_on, run_app
from tests.helpers import traces

PHOTOGRAPH = """
import sys
from pathlib import Path
from gpuviz.ui.app import fit_on, run_app
code = run_app({operation!r}, None, Path({picture!r}))
print(code, "numba" in sys.modules)
"""

PHOTOGRAPH_RECORDING = """
import sys
from pathlib import Path
from gpuviz.session.launcher import Launcher
from gpuviz.ui.app import fit_on, run_app
from gpuviz.ui.main_window import MainWindow

Launcher.launch = lambda launcher, request: print("launched", request.operation.name)

def close(window):
    print(window.docks["inspector"].title.words.text())
    return close_window(window)

close_window, MainWindow.close = MainWindow.close, close
run_app(None, Path({recording!r}), Path({picture!r}))
"""


def output_of(script: str, folder: Path) -> str:
    """Runs a script in its own process, with settings of its own."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def photograph(operation: str, folder: Path) -> tuple[str, QImage]:
    """The output of the program, and its picture."""
    picture = folder / "window.png"
    script = PHOTOGRAPH.format(operation=operation, picture=str(picture))
    return output_of(script, folder), QImage(str(picture))


@pytest.mark.slow
def test_a_screenshot_shows_the_run_and_its_times_without_numba_in_the_windows_process(
    tmp_path: Path,
) -> None:
    output, picture = photograph("vector_add", tmp_path)

    assert output == "0 False"
    assert (picture.width(), picture.height()) == (1680, 1050)
    colors = {picture.pixelColor(x, y).name() for x in range(140, 400, 3) for y in range(860, 960)}
    assert DARK.read in colors  # the bars of the CPU's times


@pytest.mark.slow
def test_a_screenshot_of_a_recording_launches_nothing_and_waits_until_all_of_the_window_tells_of_it(
    tmp_path: Path,
) -> None:
    recording = tmp_path / "launch.gpuviz"
    save_trace(traces.vector_add(100, 64), recording)

    picture = tmp_path / "window.png"
    script = PHOTOGRAPH_RECORDING.format(recording=str(recording), picture=str(picture))
    output = output_of(script, tmp_path)

    assert output == "Thread (35, 0, 0) of block (1, 0, 0)"


def test_a_file_that_is_no_kernel_is_refused_in_words() -> None:
    with pytest.raises(RequestRefused, match="ending in"):
        run_app(None, Path("notes.txt"), None)


def test_a_picture_of_a_broken_lesson_is_refused_with_its_line(tmp_path: Path) -> None:
    lesson = tmp_path / "mine.md"
    lesson.write_text("Hello", encoding="utf-8")

    with pytest.raises(RequestRefused, match=r"mine\.md:1:1: "):
        run_app(None, lesson, tmp_path / "window.png")


def test_a_window_fills_a_screen_that_is_too_small_for_it(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1680, 1050)

    fit_on(QSize(1920, 1080), window)

    assert (window.width(), window.isMaximized()) == (1680, False)

    fit_on(QSize(1280, 800), window)

    assert (window.width(), window.height()) == (1280, 800)
    assert window.isMaximized()
