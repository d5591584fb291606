"""One window in this process: launched, looked at panel by panel, its pictures saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from gpuviz.device import find_device
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.theme import DARK
from gpuviz.session.coalesced import has_work
from gpuviz.session.launcher import Launcher
from gpuviz.session.newest import NewestJob
from gpuviz.session.session import Session
from gpuviz.session.settings import LanguageName
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.style import apply_fonts, apply_theme
from tools.pictures.findings import Finding, is_empty, of_window
from tools.pictures.shots import Shot

PATIENCE_MS = 120_000  # for a launch on a machine that has much else to do
TURN_MS = 20  # between two looks at whether there is still something to do
FEW = "few_panels"  # the picture without those under the stage
BESIDE = ("launch", "source", "inspector")  # panels that can always be seen


def photograph(shot: Shot, folder: Path) -> None:
    """Save a picture of each panel and one with few of them, and beside these what was found."""
    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    language: LanguageName = "zh_CN" if shot.language == "zh_CN" else "en"
    speak(app, language)
    apply_fonts(app)
    apply_theme(app, DARK)
    window = _launched(shot, language)
    shot.list_in(folder).parent.mkdir(parents=True, exist_ok=True)
    found: list[Finding] = []
    for name in window.panels.names:
        if name in BESIDE or not _is_there(window, name):
            continue
        window.arrangement.raise_below(name)
        _settle(window)
        window.grab().save(str(shot.picture_in(folder, name)))
        found += of_window(window)
        if is_empty(window.panels.widget_of(name).grab().toImage()):
            found.append(Finding("empty", name, "nothing is in it"))
    window.session.view.all_panels = False  # as one sees it at first
    _settle(window)
    window.grab().save(str(shot.picture_in(folder, FEW)))
    found += of_window(window)
    shot.keep(list(dict.fromkeys(found)), folder)
    window.close()


def _is_there(window: MainWindow, name: str) -> bool:
    """Whether a tab, and in a group an entry or a door, leads to a panel."""
    group = window.panels.group_of(name)
    is_entered = group is None or not group.way_to(name).isHidden()
    return is_entered and not window.panels.dock_of(name).isHidden()


def _launched(shot: Shot, language: LanguageName) -> MainWindow:
    info = find_operation(shot.operation)
    choice = LaunchChoice(
        info, info.default_size, info.default_block, None, "emulator", find_device("t4")
    )
    session = Session(Launcher(), choice, "emulator")
    window = MainWindow(session, DARK, language)
    session.setParent(window)
    session.launcher.set_cpu_timing(False)
    window.resize(*shot.pixels)
    window.show()
    window.start()
    _wait(lambda: session.launch.shown is not None or session.launch.error is not None)
    _settle(window)
    return window


def _settle(window: MainWindow) -> None:
    """Until everything that can be seen shows what it has to."""
    parts = window.session.findChildren(NewestJob)
    for _ in range(2):  # what is answered may ask for more
        _wait(lambda: not (has_work(window, window.session) or any(one.busy for one in parts)))
        _turn()


def _wait(until: Callable[[], bool]) -> None:
    late: list[bool] = []
    timer = QTimer(singleShot=True, interval=PATIENCE_MS)
    timer.timeout.connect(lambda: late.append(True))
    timer.start()
    while not until() and not late:
        _turn()
    timer.stop()


def _turn() -> None:
    """One turn of the loop, with what is to be deleted."""
    loop = QEventLoop()
    QTimer.singleShot(TURN_MS, loop.quit)
    loop.exec()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
