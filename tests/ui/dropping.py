"""Files that hover over parts of the window, and are dropped: as Qt tells widgets of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6 import __version_info__
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget

Action = Qt.DropAction
AT = QPointF(3, 3)
HOVERS_AT: Any = AT if __version_info__ >= (6, 12) else QPoint(3, 3)  # Qt 6.12 deprecated QPoint
HELD = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def files(*paths: Path) -> QMimeData:
    """What a file manager hands over: addresses, and their text too."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    data.setText("\n".join(str(path) for path in paths))
    return data


def hover(widget: QWidget, path: Path, offered: Action = Action.CopyAction) -> bool:
    """Whether somebody takes the file: the widget, or what is around it."""
    data = files(path)
    entering = QDragEnterEvent(HOVERS_AT, offered, data, *HELD)
    entering.ignore()
    QApplication.sendEvent(widget, entering)
    if entering.isAccepted():
        QApplication.sendEvent(widget, QDragMoveEvent(HOVERS_AT, offered, data, *HELD))
    return entering.isAccepted()


def leave(widget: QWidget) -> None:
    """The file goes elsewhere."""
    QApplication.sendEvent(widget, QDragLeaveEvent())


def drop(widget: QWidget, path: Path, offered: Action = Action.CopyAction) -> Action:
    """Drop the file on a widget that takes it; gives what its program is told was done with it."""
    assert hover(widget, path, offered)  # Qt sends a drop to whoever took what hovered
    data = files(path)
    dropped = QDropEvent(AT, offered, data, *HELD)
    QApplication.sendEvent(widget, dropped)
    assert dropped.isAccepted()
    return dropped.dropAction()
