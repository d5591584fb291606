"""What is chosen is saved while the window is open, and by every end that a program can have."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gpuviz.messages import Message
from gpuviz.session.settings import Settings, load_settings, save_settings
from gpuviz.ui.settings_saver import SettingsSaver
from tests.ui.windows import open_window

APP = """
import sys
from PySide6.QtCore import QTimer
from gpuviz.ui import app, settings_saver
from gpuviz.ui.main_window import MainWindow
from gpuviz.scene.theme import LIGHT

{before}
settings_saver.LOOK_MS = {look_ms}
shown = MainWindow.show
def show(window):
    shown(window)
    QTimer.singleShot(0, lambda: (window.set_theme(LIGHT), print("changed", flush=True)))
    {then}
MainWindow.start = lambda window: None
MainWindow.show = show
sys.exit(app.run_app(None, None, None))
"""
NEVER_MS = 10**8
DIES_OF_A_LAYOUT = """
import os
MainWindow.restoreState = lambda window, state, version=0: os._exit(139)
"""
SAYS_AND_QUITS = """QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: (
        print(window.status.currentMessage()), window.close())))"""


def started(
    folder: Path, look_ms: int = NEVER_MS, before: str = "", then: str = ""
) -> subprocess.Popen[str]:
    """A window in a process of its own that turns to the light theme and says so."""
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder)}
    script = APP.format(look_ms=look_ms, before=before, then=then)
    return subprocess.Popen(
        [sys.executable, "-c", script],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def saved(folder: Path) -> Settings:
    return load_settings(folder / "gpuviz" / "settings.json")[0]


linux = pytest.mark.skipif(sys.platform != "linux", reason="settings are elsewhere there")


def test_a_change_is_saved_without_a_word_to_anybody(qtbot: QtBot, tmp_path: Path) -> None:
    owner, file, chosen = QObject(), tmp_path / "settings.json", Settings()
    saver = SettingsSaver(owner, file, Settings(), lambda: chosen)

    chosen = replace(chosen, device="h100")

    qtbot.waitUntil(lambda: load_settings(file)[0] == chosen)
    saver.close()


def test_a_failed_save_is_told_once_and_tried_again(qtbot: QtBot, tmp_path: Path) -> None:
    owner, folder = QObject(), tmp_path / "folder"
    folder.write_text("", encoding="utf-8")
    saver = SettingsSaver(owner, folder / "settings.json", None, Settings)
    told: list[Message] = []
    saver.failed.connect(told.append)

    saver.flush()
    saver.flush()
    assert [message.code for message in told] == ["settings.not-saved"]

    folder.unlink()
    saver.close()
    assert load_settings(folder / "settings.json") == (Settings(), None)


def test_the_layout_of_present_mode_and_of_a_lesson_is_not_saved(
    qtbot: QtBot, tmp_path: Path
) -> None:
    window, file = open_window(qtbot), tmp_path / "settings.json"
    known = window.settings()
    save_settings(known, file)
    saver = SettingsSaver(window, file, known, lambda: window.settings())

    window.present_controller.enter()
    saver.close()

    assert load_settings(file)[0] == known


@pytest.mark.slow
@linux
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_window_that_is_ended_by_a_signal_saves_first(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    heard = f"import signal; signal.signal({number}, signal.SIG_DFL)"  # also below nohup
    with started(tmp_path, before=heard) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "changed\n"
        process.send_signal(number)
        said, complaints = process.communicate()

    assert (process.returncode, said, complaints) == (128 + number, "", "")
    assert saved(tmp_path).theme == "light"
    assert [path.name for path in (tmp_path / "gpuviz").iterdir()] == ["settings.json"]


@pytest.mark.slow
@linux
def test_a_window_that_is_killed_has_saved_before(qtbot: QtBot, tmp_path: Path) -> None:
    with started(tmp_path, look_ms=10) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "changed\n"
        qtbot.waitUntil(lambda: saved(tmp_path).theme == "light")
        process.kill()


@pytest.mark.slow
@linux
def test_after_a_start_that_died_of_its_layout_the_next_comes_without_and_says_so(
    tmp_path: Path,
) -> None:
    file = tmp_path / "gpuviz" / "settings.json"
    save_settings(Settings(window_state="QUJD"), file)
    with started(tmp_path, before=DIES_OF_A_LAYOUT) as process:
        process.communicate()
    assert process.returncode == 139

    with started(tmp_path, before=DIES_OF_A_LAYOUT, then=SAYS_AND_QUITS) as process:
        said, _ = process.communicate()

    assert process.returncode == 0
    assert "The last start failed" in said
    assert saved(tmp_path).window_state not in ("", "QUJD")
