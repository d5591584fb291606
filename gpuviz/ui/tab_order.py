"""The order in which Tab goes through the window: as one reads it, the panels' own buttons last."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from gpuviz.texts import tr


@runtime_checkable
class PanelWithControls(Protocol):
    """What stands under the stage."""

    @property
    def controls(self) -> Sequence[QWidget]:
        """What Tab reaches, in order."""


def panel_controls(docks: Iterable[QDockWidget]) -> Iterator[QWidget]:
    """Those of the panels that are made by now."""
    for dock in docks:
        panel = dock.widget()
        if isinstance(panel, PanelWithControls):
            yield from panel.controls


def tab_bars(window: QMainWindow) -> list[QTabBar]:
    """Where one of the panels that share a place is brought to the front."""
    return [bar for bar in _all_bars(window) if bar.count() > 1]


def set_tab_order(window: QMainWindow, controls: Sequence[QWidget]) -> None:
    """Have Tab go from one to the next; again after fields were made anew.

    A panel that floats is a window of its own, with its own order.
    """
    for bar in _all_bars(window):  # Qt keeps that of a place where one panel is left
        bar.setFocusPolicy(Qt.FocusPolicy.TabFocus if bar.count() > 1 else Qt.FocusPolicy.NoFocus)
        bar.setAccessibleName(tr("Panels under the stage"))
    inside = [control for control in controls if control.window() is window]
    for before, after in itertools.pairwise(inside):
        QWidget.setTabOrder(before, after)


def _all_bars(window: QMainWindow) -> list[QTabBar]:
    return window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
