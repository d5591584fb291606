"""Panels behind tabs are made when they are first seen, and are then like all others."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpuviz.operation import list_operations
from gpuviz.scene.theme import LIGHT
from gpuviz.ui.charts.export import ChartExport
from gpuviz.ui.lazy_panel import LazyPanel, PanelPlaceholder
from gpuviz.ui.main_window import MainWindow
from tests.ui.windows import open_window, press_tab

LATE = {
    "sweeps": "Sweeps",
    "roofline": "Roofline",
    "devices": "Devices",
    "timeline": "SM timeline",
    "memory": "Memory",
    "warp": "Warp",
}


def opened(qtbot: QtBot, name: str) -> MainWindow:
    """A window whose panel of that name has been brought to the front."""
    window = open_window(qtbot)
    press_tab(window, LATE[name])
    qtbot.waitUntil(lambda: isinstance(window.panels.widget_of(name), LazyPanel))
    return window


def test_nothing_behind_a_tab_is_made_when_the_window_opens(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    QApplication.processEvents()

    made = [
        name for name in LATE if not isinstance(window.panels.widget_of(name), PanelPlaceholder)
    ]
    assert made == []


@pytest.mark.slow
@pytest.mark.parametrize("name", LATE)
def test_pressing_its_tab_makes_a_panel_that_is_seen_at_once(qtbot: QtBot, name: str) -> None:
    window = opened(qtbot, name)

    panel = window.panels.widget_of(name)
    assert isinstance(panel, LazyPanel)
    assert panel is getattr(window.panels, name)
    qtbot.waitUntil(lambda: panel.is_seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", LATE)
def test_tab_reaches_a_panel_once_it_is_made(qtbot: QtBot, name: str) -> None:
    before = open_window(qtbot).tab_stops()

    after = opened(qtbot, name).tab_stops()

    assert len(after) > len(before)


def test_a_panel_is_made_once(qtbot: QtBot) -> None:
    window = opened(qtbot, "roofline")
    first = window.panels.roofline

    press_tab(window, "Timing")
    press_tab(window, "Roofline")
    qtbot.waitUntil(lambda: first.is_seen)

    assert window.panels.widget_of("roofline") is first


@pytest.mark.slow
def test_a_panel_that_is_made_late_has_the_colours_of_that_time(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.set_theme(LIGHT)

    press_tab(window, "Warp")

    qtbot.waitUntil(lambda: window.panels.warp.is_seen)
    assert window.panels.warp.theme is LIGHT


@pytest.mark.slow
def test_what_a_late_chart_has_exported_is_said_in_the_window(qtbot: QtBot) -> None:
    window = opened(qtbot, "roofline")
    export = window.panels.roofline.findChild(ChartExport)
    assert isinstance(export, ChartExport)

    export.said.emit("done")

    assert window.status.currentMessage() == "done"


@pytest.mark.slow
def test_times_are_shown_when_their_tab_comes_to_the_front_again(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    window.arrangement.raise_below("pipeline")

    with qtbot.waitSignal(window.panels.timing.pictureWanted):  # Qt may send no event of its own
        window.docks["how_fast"].visibilityChanged.emit(True)


@pytest.mark.slow
def test_all_operations_are_to_choose_from_in_teaching_order(qtbot: QtBot) -> None:
    window = open_window(qtbot)
    picker, titles = window.toolbar.operation, [one.title for one in list_operations()]

    qtbot.waitUntil(lambda: picker.count() == len(titles))

    assert [picker.itemText(row) for row in range(picker.count())] == titles
    assert picker.currentText() == "Vector add"
