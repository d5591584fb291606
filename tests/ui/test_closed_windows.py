"""A window that is closed goes, with all that it showed."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import gpuviz.ui.app as app_module
from gpuviz.operation import find_operation
from gpuviz.session.coalesced import has_work
from gpuviz.session.launcher import Launcher
from gpuviz.ui.app import WindowKeeper
from gpuviz.ui.languages import speak
from gpuviz.ui.main_window import MainWindow
from tests.ui.instant_workers import EmulatingWorkers, forget_launches
from tests.ui.windows import shown_window

OPENINGS = 3


@pytest.fixture(autouse=True)
def english_again(qapp: QApplication) -> Iterator[None]:
    yield
    speak(qapp, "en")


def used_window(qtbot: QtBot) -> MainWindow:
    """A window whose every panel and little dialog has been looked at."""
    window = shown_window(EmulatingWorkers())
    with qtbot.waitSignal(window.session.launcher.cpuTimed):
        window.session.launch.pick_operation(find_operation("broken_histogram"))
    window.actions_by_id["compare"].trigger()
    for name in window.panels.names:
        window.arrangement.raise_below(name)
        settle(qtbot, window)
    window.session.selection.select_thread(0, 3)
    window.go_to.open()
    window.toolbar.operation.showPopup()
    window.toolbar.operation.hidePopup()
    for action in ("lessons", "glossary", "shortcuts", "about", "film", "open", "present"):
        window.actions_by_id[action].trigger()
    window.actions_by_id["present"].trigger()
    window.show_welcome()
    settle(qtbot, window)
    forget_launches()  # the next one is another, though it is equal
    return window


def settle(qtbot: QtBot, window: MainWindow) -> None:
    QCoreApplication.processEvents()
    qtbot.waitUntil(lambda: not has_work(window))


def sweep_up() -> None:
    """What the event loop and Python do by themselves sooner or later."""
    forget_launches()
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def steps_of(window: MainWindow) -> NDArray[np.uint32]:
    """What stands for its trace, which nobody can refer to weakly."""
    trace = window.session.playback.trace
    assert trace is not None
    assert trace.steps is not None
    return trace.steps.mask


def alive(things: list[weakref.ref[object]]) -> int:
    return sum(thing() is not None for thing in things)


@pytest.mark.slow
def test_of_windows_that_were_closed_none_is_left(qtbot: QtBot) -> None:
    used_window(qtbot).close()  # what is made once stays: menus of the style, fonts
    sweep_up()
    before = len(QApplication.allWidgets()), set(QApplication.topLevelWidgets())
    windows: list[weakref.ref[object]] = []
    shown: list[weakref.ref[object]] = []

    for _ in range(OPENINGS):
        window = used_window(qtbot)
        windows.append(weakref.ref(window))
        shown.append(weakref.ref(steps_of(window)))
        window.close()
        del window
        sweep_up()

    assert alive(windows) == 0
    assert alive(shown) == 0
    assert len(QApplication.allWidgets()) <= before[0]
    assert set(QApplication.topLevelWidgets()) <= before[1]


@pytest.mark.slow
def test_after_changes_of_language_one_window_is_left(qapp: QApplication, qtbot: QtBot) -> None:
    window = used_window(qtbot)
    keeper = WindowKeeper(qapp, window.session, window)
    windows: list[weakref.ref[object]] = [weakref.ref(window)]
    shown: list[weakref.ref[object]] = []
    del window
    counts: list[int] = []

    for change in range(OPENINGS):
        keeper.change_language("zh_CN" if change % 2 == 0 else "en")
        windows.append(weakref.ref(keeper.window))
        with qtbot.waitSignal(keeper.window.session.launcher.cpuTimed):
            keeper.window.session.launch.run()
        settle(qtbot, keeper.window)
        shown.append(weakref.ref(steps_of(keeper.window)))
        sweep_up()
        counts.append(len(QApplication.allWidgets()))

    assert alive(windows) == 1
    assert alive(shown) == 1
    assert counts[-1] <= counts[1]  # of the same language
    qtbot.addWidget(keeper.window)
    keeper.deleteLater()


@pytest.mark.slow
def test_the_program_lets_a_window_go_that_another_replaced(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone: list[bool] = []

    def use(app: QApplication) -> int:
        app_module.collect_new_garbage(app).deleteLater()  # as it does once the window is there
        (first,) = windows_of(app)
        settle(qtbot, first)
        window = weakref.ref(first)
        first.actions_by_id["language_zh_CN"].trigger()
        del first
        qtbot.waitUntil(lambda: window() is None)
        (new,) = windows_of(app)
        qtbot.addWidget(new)
        gone.append(window() is None)
        return 0

    gc.collect()
    monkeypatch.setattr(app_module, "settings_path", lambda: tmp_path / "settings.json")
    monkeypatch.setattr(app_module, "Launcher", lambda: Launcher(EmulatingWorkers()))
    monkeypatch.setattr(QApplication, "exec", use)
    try:
        app_module.run_app("vector_add", None, None, "en")
    finally:
        gc.unfreeze()

    assert gone == [True]


def windows_of(app: QApplication) -> list[MainWindow]:
    """Those that are open."""
    sweep_up()
    return [w for w in app.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()]
