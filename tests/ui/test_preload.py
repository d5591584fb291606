"""What the first launch needs is imported before it is there, in turns of the event loop."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from pytestqt.qtbot import QtBot

from gpuviz.ui import preload
from gpuviz.ui.preload import Preload

ROOT = Path(__file__).parents[2]

SHOWING = (
    *("gpuviz.ui", "gpuviz.scene", "gpuviz.insight", "gpuviz.session"),
    *("pyqtgraph", "PySide6", "multiprocessing", "numpy.ma"),
)
"""What shows a launch; the workers of a test import what runs it."""

FIRST_LAUNCH = """
import sys
from PySide6.QtWidgets import QApplication
from gpuviz.scene.theme import DARK
from gpuviz.session.coalesced import has_work
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.session.settings import Settings
from gpuviz.ui.app import prepare_first_launch
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.remembered import choice_of
from tests.ui.instant_workers import InstantWorkers

app = QApplication([])
session = Session(Launcher(InstantWorkers()), choice_of(Settings(), None), parent=app)
session.view.all_panels = True
window = MainWindow(session, DARK)
window.resize(1680, 1050)
ready = []
prepare_first_launch(window).done.connect(lambda: ready.append(True))
window.show()
while not ready or has_work(window):
    app.processEvents()
before = set(sys.modules)
window.start()
while not session.runs.all or has_work(window, session):
    app.processEvents()
assert window.panels.timing.charts.isVisible()
print(*sorted(name for name in set(sys.modules) - before if name.startswith(SHOWING)))
session.close()
"""


@pytest.mark.slow
def test_the_first_launch_imports_nothing_when_it_is_shown(tmp_path: Path) -> None:
    own = {"QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}

    done = subprocess.run(
        [sys.executable, "-c", f"SHOWING = {SHOWING}\n{FIRST_LAUNCH}"],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


@pytest.fixture
def modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The names of modules that nobody has imported, in the place of those of the program."""
    names = ("first_of_a_test", "second_of_a_test", "third_of_a_test")
    for name in names:
        (tmp_path / f"{name}.py").touch()
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(preload, "SOON", names[:2])
    monkeypatch.setattr(preload, "FOR_CHARTS", names[2:])
    return names


def test_the_event_loop_runs_between_two_imports(qtbot: QtBot, modules: tuple[str, ...]) -> None:
    owner = QObject()
    found: list[int] = []

    made = Preload(owner)
    with qtbot.waitSignal(made.done):
        made.begin()
        while len(found) < len(modules):
            QCoreApplication.processEvents()
            count = sum(name in sys.modules for name in modules)
            found += [count] if count != len(found) else []

    assert found == [1, 2, 3]


def test_nothing_is_imported_for_a_window_that_has_gone(
    qtbot: QtBot, modules: tuple[str, ...]
) -> None:
    owner = QObject()
    Preload(owner).begin()

    owner.deleteLater()
    QCoreApplication.sendPostedEvents(owner, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()

    assert not set(modules) & sys.modules.keys()
