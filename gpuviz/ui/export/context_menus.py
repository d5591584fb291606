"""Right clicks: a picture of the stage or of a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QWidget

from gpuviz.ui import dialogs
from gpuviz.ui.texts import tr

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

ON_STAGE = ("copy_picture", "picture", "film")


def offer_pictures(window: MainWindow) -> None:
    """Give the stage and the charts their menus."""
    window.stage.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    window.stage.addActions([window.actions_by_id[name] for name in ON_STAGE])
    for chart in (window.timing.last_run, window.timing.history):
        offer_picture_of(chart)


def offer_picture_of(chart: QWidget) -> None:
    """A menu with "Copy picture" and "Save picture…" for a chart."""
    copy, save = QAction(tr("&Copy picture"), chart), QAction(tr("&Save picture…"), chart)
    copy.triggered.connect(lambda: QGuiApplication.clipboard().setPixmap(chart.grab()))
    save.triggered.connect(
        lambda: dialogs.ask_picture_file(chart, lambda path: chart.grab().save(str(path)))
    )
    chart.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    chart.addActions([copy, save])
