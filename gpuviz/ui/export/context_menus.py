"""Right clicks: a picture of the stage; charts bring their own menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from gpuviz.ui.charts.export import ChartExport

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

ON_STAGE = ("copy_picture", "picture", "film")


def offer_pictures(window: MainWindow) -> None:
    """Give the stage its menu, and hear the charts that are there from the start."""
    window.stage.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    window.stage.addActions([window.actions_by_id[name] for name in ON_STAGE])
    hear_charts(window, window.timing)


def hear_charts(window: MainWindow, part: QWidget) -> None:
    """Have the window say what the charts in a part of it have exported."""
    for export in part.findChildren(ChartExport):
        export.said.connect(window.export_desk.said)
