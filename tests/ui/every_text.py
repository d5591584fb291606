"""Every text that a window shows or would show, and how Qt would read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QAction, QHelpEvent, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QListView,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)

POINTS = 9  # along each side of a widget whose tooltip tells of the place under the mouse
TIPS = (
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.WhatsThisRole,
    Qt.ItemDataRole.StatusTipRole,
)


class Shown(NamedTuple):
    """A text, where it stands, and whether Qt guesses what it is or takes it for rich text."""

    where: str
    text: str
    is_rich: bool


class Page(QTextDocument):
    """Rich text, read without loading anything: `wanted` has what it would have loaded."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.wanted: list[str] = []
        self.setHtml(text)
        self.size()  # has it laid out, which is when Qt loads

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        self.wanted.append(QUrl(name).toString())
        return None

    @property
    def targets(self) -> list[str]:
        """Where its links lead, and the pictures that it has."""
        found: list[str] = []
        block = self.begin()
        while block.isValid():
            for piece in block:  # type: ignore[attr-defined]
                form = piece.fragment().charFormat()
                if form.isImageFormat():
                    found.append(form.toImageFormat().name())
                found += form.anchorHref().split()
            block = block.next()
        return found


def every_text() -> Iterator[Shown]:
    """Of all widgets that there are, seen or not."""
    for widget in QApplication.allWidgets():
        where = f"{type(widget).__name__} {widget.objectName()!r}"
        yield from of_widget(widget, where)
        for action in widget.findChildren(QAction):
            yield Shown(f"menu of {where}", action.text(), False)
            for tip in (action.toolTip(), action.statusTip(), action.whatsThis()):
                yield guessed(f"tip of an action of {where}", tip)


def of_widget(widget: QWidget, where: str) -> Iterator[Shown]:
    for tip in (widget.toolTip(), widget.statusTip(), widget.whatsThis()):
        yield guessed(f"tip of {where}", tip)
    for spoken in (widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()):
        yield Shown(f"name of {where}", spoken, False)
    if isinstance(widget, QLabel):
        yield label_text(widget, where)
    elif isinstance(widget, QAbstractButton):
        yield Shown(where, widget.text(), False)
    elif isinstance(widget, QTabBar):
        for tab in range(widget.count()):
            yield guessed(f"tip of a tab of {where}", widget.tabToolTip(tab))
    elif isinstance(widget, QTextEdit):
        yield Shown(where, widget.toHtml(), True)
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from of_items(widget, where)


def label_text(label: QLabel, where: str) -> Shown:
    if label.textFormat() is Qt.TextFormat.AutoText:
        return guessed(where, label.text())
    return Shown(where, label.text(), label.textFormat() is not Qt.TextFormat.PlainText)


def of_items(view: QAbstractItemView, where: str) -> Iterator[Shown]:
    model = view.model()
    is_list = isinstance(view, QListView)  # its models have no public count of columns
    columns = range(1 if is_list else model.columnCount(QModelIndex()))
    for column in columns:
        for role in TIPS:
            tip = model.headerData(column, Qt.Orientation.Horizontal, role)
            yield guessed(f"tip of a heading of {where}", str(tip or ""))
    for row in range(model.rowCount(QModelIndex())):
        for index in (model.index(row, column) for column in columns):
            yield Shown(where, str(index.data() or ""), False)
            for role in TIPS:
                yield guessed(f"tip of a row of {where}", str(index.data(role) or ""))


def every_tip(window: QWidget) -> Iterator[Shown]:
    """What is said at points all over the widgets that can be seen."""
    shown = [one for one in window.findChildren(QWidget) if not one.inherits("QTipLabel")]
    for widget in shown:
        if widget.visibleRegion().isEmpty():
            continue
        for place in points_of(widget.rect()):
            QToolTip.hideText()
            at = widget.mapToGlobal(place)
            QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, at))
            if QToolTip.isVisible():
                yield guessed(f"tooltip of {type(widget).__name__} at {place}", QToolTip.text())
    QToolTip.hideText()


def points_of(rect: QRect) -> Iterator[QPoint]:
    for row in range(1, POINTS, 2):
        for column in range(1, POINTS, 2):
            yield QPoint(rect.width() * column // POINTS, rect.height() * row // POINTS)


def guessed(where: str, text: str) -> Shown:
    """What Qt takes for rich text or not by what it looks like: whatever might be is."""
    return Shown(where, text, "<" in text or "&" in text)
