"""A window on instant workers, for the tests of its parts together."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from gpuviz.device import find_device
from gpuviz.engines.names import EngineName
from gpuviz.operation import find_operation
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.theme import DARK
from gpuviz.session.launcher import Launcher
from gpuviz.session.session import Session
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.tab_order import tab_bars
from gpuviz.worker import JobRunner
from tests.ui.instant_workers import EmulatingWorkers, InstantWorkers

Controller = TypeVar("Controller", bound=QObject)


def vector_add_choice(engine: EngineName = "emulator") -> LaunchChoice:
    """Vector add with its own size and block on a T4."""
    info = find_operation("vector_add")
    return LaunchChoice(
        info, info.default_size, info.default_block, None, engine, find_device("t4")
    )


def open_window(
    qtbot: QtBot, workers: InstantWorkers | None = None, prefers: EngineName | None = None
) -> MainWindow:
    """A shown window that has not launched anything yet."""
    window = shown_window(workers, prefers)
    qtbot.addWidget(window)
    return window


def shown_window(workers: JobRunner | None = None, prefers: EngineName | None = None) -> MainWindow:
    """The same for a test that closes the window itself."""
    launcher = Launcher(workers or InstantWorkers())
    session = Session(launcher, vector_add_choice(), prefers)
    window = MainWindow(session, DARK)
    session.setParent(window)  # it ends with the window
    window.resize(1280, 800)
    window.show()
    return window


def launch(qtbot: QtBot, operation: str, workers: InstantWorkers | None = None) -> MainWindow:
    """A window that shows a launch of an operation by the emulator, without its CPU times."""
    window = open_window(qtbot, workers or EmulatingWorkers())
    window.session.launcher.set_cpu_timing(False)
    with qtbot.waitSignal(window.session.launcher.finished):
        window.session.launch.pick_operation(find_operation(operation))
    qtbot.waitUntil(lambda: window.panels.inspector.page is not window.panels.inspector.grid)
    qtbot.waitUntil(lambda: window.panels.checks.list.count() > 0)
    return window


def present(window: MainWindow, size: tuple[int, int] = (1920, 1080)) -> None:
    """Enter Present mode on a screen of some size, which the screen of tests may not have."""
    window.actions_by_id["present"].trigger()
    window.setWindowState(Qt.WindowState.WindowNoState)
    window.resize(*size)


def close(window: MainWindow) -> None:
    """Close a window before the end of its test, when qtbot closes it once more."""
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    window.close()


def run(qtbot: QtBot, window: MainWindow) -> None:
    """Launch what is chosen and wait until it is on the screen, its CPU times included."""
    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.run()
    settle(qtbot, window)


def settle(qtbot: QtBot, window: MainWindow) -> None:
    """Let everything that follows a result or a choice be shown."""
    controller = window.session.launch
    qtbot.waitUntil(
        lambda: controller.shown is not None and controller.shown.choice == controller.choice
    )
    qtbot.waitUntil(lambda: "no access out of bounds" in window.panels.launch.checks.text)
    qtbot.waitUntil(lambda: "block" in window.docks["inspector"].title.words.text())


def desk_in(panel: QWidget, kind: type[Controller]) -> Controller:
    """The controller that fills a panel."""
    controller = panel.findChild(kind)
    assert isinstance(controller, kind)
    return controller


def press_tab(window: MainWindow, title: str) -> int:
    """Press the tab of a panel under the stage, or that of its group and then its own entry; gives
    how often something was pressed.
    """
    inside = [(g, name) for g in window.panels.groups.values() for name in g.names]
    of = next(((g, name) for g, name in inside if g.title_of(name) == title), None)
    pressed = 0
    if of is None or not of[0].is_seen:
        bars = tab_bars(window)
        wanted = title if of is None else of[0].title
        places = ((bar, tab) for bar in bars for tab in range(bar.count()))
        bar, tab = next(place for place in places if place[0].tabText(place[1]) == wanted)
        QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(tab).center())
        pressed += 1
    if of is not None and of[0].current != of[1]:
        group, name = of
        QTest.mouseClick(group.way_to(name), Qt.MouseButton.LeftButton)
        pressed += 1
    return pressed


def press_panel(window: MainWindow, name: str) -> int:
    """The same for the panel of a name."""
    group = window.panels.group_of(name)
    titled = window.docks[name].windowTitle() if group is None else group.title_of(name)
    return press_tab(window, titled)
