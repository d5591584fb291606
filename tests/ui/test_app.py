"""The whole program: one command, a real worker, a picture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from gpuviz.messages import RequestRefused
from gpuviz.ui.app import run_app
from gpuviz.ui.theme import DARK

PHOTOGRAPH = """
import sys
from pathlib import Path
from gpuviz.ui.app import run_app
code = run_app({operation!r}, None, Path({picture!r}))
print(code, "numba" in sys.modules)
"""


def photograph(operation: str, folder: Path) -> tuple[str, QImage]:
    """Runs the program in its own process with settings of its own; its output, its picture."""
    picture = folder / "window.png"
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(folder)}
    script = PHOTOGRAPH.format(operation=operation, picture=str(picture))
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), QImage(str(picture))


def test_a_screenshot_shows_the_run_and_its_times_without_numba_in_the_windows_process(
    tmp_path: Path,
) -> None:
    output, picture = photograph("vector_add", tmp_path)

    assert output == "0 False"
    assert (picture.width(), picture.height()) == (1680, 1050)
    colors = {picture.pixelColor(x, y).name() for x in range(140, 400, 3) for y in range(860, 960)}
    assert DARK.read in colors  # the bars of the CPU's times


def test_a_file_that_is_no_kernel_is_refused_in_words() -> None:
    with pytest.raises(RequestRefused, match="ending in"):
        run_app(None, Path("notes.txt"), None)
