"""One window in this process: launched, looked at panel by panel, its pictures saved."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from gpuviz.device import find_device
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.theme import DARK
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.session.settings import LanguageName
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.settled import settle, wait
from gpuviz.ui.style import apply_fonts, apply_theme
from tools.pictures.findings import Finding, is_empty, of_window
from tools.pictures.shots import Shot

FEW = "few_panels"  # the picture without those under the stage
BESIDE = ("launch", "source", "inspector")  # panels that can always be seen


def photograph(shot: Shot, folder: Path) -> None:
    """Save a picture of each panel and one with few of them, and beside these what was found."""
    language: LanguageName = "zh_CN" if shot.language == "zh_CN" else "en"
    make_application(language)
    window = launched(shot, language)
    shot.list_in(folder).parent.mkdir(parents=True, exist_ok=True)
    found: list[Finding] = []
    for name in window.panels.names:
        if name in BESIDE or not _is_there(window, name):
            continue
        window.arrangement.raise_below(name)
        settle(window, window.session)
        window.grab().save(str(shot.picture_in(folder, name)))
        found += of_window(window)
        if is_empty(window.panels.widget_of(name).grab().toImage()):
            found.append(Finding("empty", name, "nothing is in it"))
    window.session.view.all_panels = False  # as one sees it at first
    settle(window, window.session)
    window.grab().save(str(shot.picture_in(folder, FEW)))
    found += of_window(window)
    shot.keep(list(dict.fromkeys(found)), folder)
    window.close()


def make_application(language: LanguageName) -> None:
    """What windows need before they are made."""
    app = QApplication.instance() or QApplication(["pictures"])
    assert isinstance(app, QApplication)
    speak(app, language)
    apply_fonts(app)
    apply_theme(app, DARK)


def _is_there(window: MainWindow, name: str) -> bool:
    """Whether a tab, and in a group an entry or a door, leads to a panel."""
    group = window.panels.group_of(name)
    is_entered = group is None or not group.way_to(name).isHidden()
    return is_entered and not window.panels.dock_of(name).isHidden()


def launched(shot: Shot, language: LanguageName) -> MainWindow:
    """A window that shows a launch of an operation, without times of the CPU."""
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
    wait(lambda: session.launch.shown is not None or session.launch.error is not None)
    settle(window, window.session)
    return window
