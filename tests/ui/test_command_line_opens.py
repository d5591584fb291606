"""`gpuviz FILE`: what a file cannot do by itself, the window asks for or shows in its editor."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.messages import RequestRefused
from gpuviz.ui.app import run_app
from tests.helpers.scripts import KERNEL, SCRIPT, written

OPENED = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog
from gpuviz.ui import app as start

class Keeper(start.WindowKeeper):
    def _take(self, window):
        super()._take(window)
        self.looks = QTimer(self, interval=20)
        self.looks.timeout.connect(self.look)
        self.looks.start()

    def look(self):
        dialogs = [one for one in self.window.findChildren(QDialog) if one.isVisible()]
        editing = self.window.panels.source.is_editing
        if dialogs or editing:
            self.looks.stop()
            print(*(type(one).__name__ for one in dialogs))
            print(self.window.editor.path.name if editing else "")
            self.window.close()

start.WindowKeeper = Keeper
sys.exit(start.run_app(None, Path(sys.argv[1]), None, "en"))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "dialogs", "edited"),
    [
        (SCRIPT, "QMessageBox", ""),
        (KERNEL, "HeadDialog", ""),
        (SCRIPT.replace("def shift(a):", "def shift(a)"), "", "mine.py"),
    ],
    ids=["a script", "a kernel alone", "a mistake"],
)
def test_the_window_opens_and_asks_or_shows_the_text(
    tmp_path: Path, text: str, dialogs: str, edited: str
) -> None:
    written(tmp_path, text)
    settings = tmp_path / "gpuviz" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{}", encoding="utf-8")  # no first start

    ended = subprocess.run(
        [sys.executable, "-c", OPENED, "mine.py"],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )

    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == [dialogs, edited]


def test_a_picture_of_a_file_with_a_mistake_is_refused_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT.replace("def shift(a):", "def shift(a)"))

    with pytest.raises(RequestRefused, match="line 13"):
        run_app(None, path, tmp_path / "window.png")
