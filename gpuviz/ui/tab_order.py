"""The order in which Tab goes through the window: as one reads it, the panels' own buttons last."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTabBar, QWidget

from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow


@runtime_checkable
class Panel(Protocol):
    """What stands under the stage."""

    @property
    def controls(self) -> Sequence[QWidget]:
        """What Tab reaches, in order."""


def tab_order(window: MainWindow) -> list[QWidget]:
    """Every control that Tab reaches, in order; links inside of texts come after their panel."""
    form, bar = window.panel.form, window.playback_bar
    controls: list[QWidget] = [
        *window.toolbar.controls,
        *window.lessons.strip.controls,
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
        *_in_panels(window),
    ]
    panels = [window.docks[name].widget() for name in ("launch", "inspector")]  # they scroll
    return [*controls, *panels, *(dock.title.close_button for dock in window.docks.values())]


def _in_panels(window: MainWindow) -> Iterator[QWidget]:
    """Those of the panels that are made by now."""
    for dock in window.docks.values():
        panel = dock.widget()
        if isinstance(panel, Panel):
            yield from panel.controls


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
