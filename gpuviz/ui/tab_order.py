"""The order in which Tab goes through the window: as one reads it, the panels' own buttons last."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

from gpuviz.ui.texts import tr

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow


def tab_order(window: MainWindow) -> list[QWidget]:
    """Every control that Tab reaches, in order; links inside of texts come after their panel."""
    form, bar = window.panel.form, window.playback_bar
    controls: list[QWidget] = [
        *window.toolbar.controls,
        *form.size_fields,
        form.link,
        *form.grid_fields,
        *form.block_fields,
        window.stages.pinned,
        window.stage,
        *bar.buttons.values(),
        bar.slider,
        bar.speed,
        bar.next,
        window.source,
        window.source_panel.chooser,
        *tab_bars(window),
        *window.timing.charts,
        *window.sweeps.controls,
        *window.roofline.controls,
        *window.devices.controls,
        window.timeline,
        window.memory.pane.release,
        window.memory.pane.canvas,
        window.memory.table,
        window.warp,
        *window.checks.controls,
        window.compare.table,
    ]
    panels = [window.docks[name].widget() for name in ("launch", "inspector")]  # they scroll
    return [*controls, *panels, *(dock.title.close_button for dock in window.docks.values())]


def tab_bars(window: MainWindow) -> list[QTabBar]:
    """Where one of the panels that share a place is brought to the front."""
    return window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)


def set_tab_order(window: MainWindow) -> None:
    """Have Tab follow `tab_order`; again after fields were made anew.

    A panel that floats is a window of its own, with its own order.
    """
    for bar in tab_bars(window):
        bar.setAccessibleName(tr("Panels under the stage"))
    inside = [control for control in tab_order(window) if control.window() is window]
    for before, after in itertools.pairwise(inside):
        QWidget.setTabOrder(before, after)
