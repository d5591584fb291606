"""What a desktop hands over: on macOS a double click comes as an event, at the start or later."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.trace.file import save_trace
from tests.helpers import traces

OPENED = """
import os, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from gpuviz.ui import app as start

recording, when = Path(sys.argv[1]), sys.argv[2]
app = start._application()

def double_click():
    QCoreApplication.postEvent(app, QFileOpenEvent(QUrl("https://example.org/other.gpuviz")))
    QCoreApplication.postEvent(app, QFileOpenEvent(str(recording)))

class Keeper(start.WindowKeeper):
    def _take(self, window):
        super()._take(window)
        window.session.recordingShown.connect(self.shown)
        if when == "later":
            window.session.launcher.finished.connect(lambda *_: double_click())

    def shown(self):
        print(self.window.session.launch.recording[1], app.windowIcon().isNull(), flush=True)
        QTimer.singleShot(0, self.window.close)

start.WindowKeeper = Keeper
if when == "at once":
    double_click()
sys.exit(start.run_app("vector_add", None, None, "en"))
"""


@pytest.mark.parametrize("when", ["at once", pytest.param("later", marks=pytest.mark.slow)])
def test_a_double_click_on_macos_opens_the_recording(when: str, tmp_path: Path) -> None:
    recording = tmp_path / "Übung 1 文件.gpuviz"
    save_trace(traces.vector_add(), recording)

    ended = subprocess.run(
        [sys.executable, "-c", OPENED, str(recording), when],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=180,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr
    assert "Übung 1 文件" in ended.stdout
    assert ended.stdout.strip().endswith("False"), "the window has an icon"


def environment(folder: Path) -> dict[str, str]:
    """No screen, and settings of its own."""
    return os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(folder),
        "PYTHONIOENCODING": "utf-8",
    }
