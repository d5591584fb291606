"""Right clicks: a picture of the stage; charts bring their own menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from gpuviz.ui.charts.export import ChartExport

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

ON_STAGE = ("copy_picture", "picture", "film")


def offer_pictures(window: MainWindow) -> None:
    """Give the stage its menu, and say in the window what charts have exported."""
    window.stage.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    window.stage.addActions([window.actions_by_id[name] for name in ON_STAGE])
    for export in window.findChildren(ChartExport):
        export.said.connect(window.export_desk.said)
