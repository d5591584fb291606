"""Somebody in front of the window: what they do with mouse and keyboard, and what they can read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QListWidget,
    QTableWidget,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpuviz.scene.scene import Rect
from gpuviz.ui.memory_view.shared_table import SharedTable
from gpuviz.ui.source.editor import CodeEditor
from tests.ui.windows import launch, press_tab

CONTROL = Qt.KeyboardModifier.ControlModifier
NONE = Qt.KeyboardModifier.NoModifier
SIZE = (1680, 1050)
LINK = re.compile(r"<a [^>]*href=['\"]([^'\"]*)['\"][^>]*>(.*?)</a>")


class Student:
    """Acts on a window that shows a fresh run of an operation; `actions` are counted."""

    def __init__(self, qtbot: QtBot, operation: str) -> None:
        self._qtbot = qtbot
        self.actions: list[str] = []
        self.window = launch(qtbot, operation)
        self.window.resize(*SIZE)
        self.window.activateWindow()

    def press(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """One key on the stage."""
        self._act(f"press {modifier.name or ''} {key.name}")
        QTest.keyClick(self.window.stage, key, modifier)

    def go_to(self, words: str) -> None:
        """Ctrl+G, the words, Enter: two actions, for opening it and for saying where."""
        self.press(Qt.Key.Key_G, CONTROL)
        self._act(f"enter {words}")
        QTest.keyClicks(self.window.go_to.line, words)
        QTest.keyClick(self.window.go_to.line, Qt.Key.Key_Return)

    def open_tab(self, name: str) -> None:
        """Click the tab of a panel under the stage."""
        self._act(f"open {name}")
        press_tab(self.window, name)

    def click(self, widget: QWidget, what: str) -> None:
        """Click the middle of a control."""
        self._act(f"click {what}")
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def choose(self, box: QComboBox, words: str) -> None:
        """Open a pull-down and take the entry that says so: two actions."""
        self.click(box, box.accessibleName())
        self._act(f"choose {words}")
        row = next(row for row in range(box.count()) if box.itemText(row) == words)
        entries = box.view()
        entries.setCurrentIndex(box.model().index(row, 0))
        QTest.keyClick(entries, Qt.Key.Key_Return)

    def trigger(self, action: str, key: str) -> None:
        """The key of an action of the menus."""
        self._act(f"press {key}")
        shown = self.window.actions_by_id[action].shortcut().toString()
        assert shown == key
        self.window.actions_by_id[action].trigger()

    def type_key(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> None:
        """One key in a widget that has the keyboard."""
        self._act(f"press {modifier.name or ''} {key.name}")
        QTest.keyClick(widget, key, modifier)

    def click_line(self, editor: CodeEditor, line: int) -> None:
        """Click a line of the editor that can be seen."""
        self._qtbot.waitUntil(lambda: line in dict(editor.visible_lines()))
        self._act(f"click line {line}")
        at = dict(editor.visible_lines())[line].center()
        assert editor.viewport().rect().contains(at)
        QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, NONE, at)

    def click_stage(self, rect: Rect, what: str) -> None:
        """Click the middle of something that is painted on the stage."""
        self._act(f"click {what}")
        scale = self.window.stage.scale
        at = QPoint(round((rect.x + rect.w / 2) * scale), round((rect.y + rect.h / 2) * scale))
        QTest.mouseClick(self.window.stage, Qt.MouseButton.LeftButton, NONE, at)

    def click_link(self, words: str) -> None:
        """Click a link that says so."""
        self._act(f"click the link {words}")
        labels = [label for label in self.window.findChildren(QLabel) if seen(label)]
        links = ((label, *link) for label in labels for link in LINK.findall(label.text()))
        label, target = next((label, to) for label, to, said in links if words in plain(said))
        label.linkActivated.emit(unescape(target))

    def click_row(self, table: QTableWidget, words: str) -> None:
        """Click the row of a table that has a cell with these words."""
        self._act(f"click the row {words}")
        found = table.findItems(words, Qt.MatchFlag.MatchContains)[0]
        at = table.visualItemRect(found).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NONE, at)

    def wait_until(self, settled: Callable[[], bool]) -> None:
        """Waits for the window."""
        self._qtbot.waitUntil(settled)

    def reads(self, *words: str, most: int = 3) -> None:
        """Waits until all of these can be read; so many actions were needed at most."""
        try:
            self._qtbot.waitUntil(lambda: all(part in self.screen() for part in words))
        except Exception as error:
            missing = [part for part in words if part not in self.screen()]
            raise AssertionError(f"{missing} cannot be read in:\n{self.screen()}") from error
        assert len(self.actions) <= most, self.actions

    def screen(self) -> str:
        """Every word that can be seen, with usual spaces."""
        return " ".join(" ".join(self._texts()).split())  # thin spaces become usual ones

    def _act(self, what: str) -> None:
        self.actions.append(what)

    def _texts(self) -> Iterator[str]:
        window = self.window
        yield from window.stage.scene.texts()
        yield window.stage.scene.sentence
        yield from (plain(label.text()) for label in window.findChildren(QLabel) if seen(label))
        yield from (button.text() for button in window.findChildren(QToolButton) if seen(button))
        yield from (box.currentText() for box in window.findChildren(QComboBox) if seen(box))
        for table in window.findChildren(QTableWidget):
            yield from _cells(table) if seen(table) else ()
        for cells in window.findChildren(SharedTable):
            yield from (cells.text,) if seen(cells) else ()
        for listed in window.findChildren(QListWidget):
            yield from _rows(listed) if seen(listed) else ()
        if seen(window.panels.warp):
            yield from window.panels.warp.scene.texts()


def seen(widget: QWidget) -> bool:
    """Whether any of it is on the screen."""
    return widget.isVisible() and not widget.visibleRegion().isEmpty()


def plain(text: str) -> str:
    """Rich text without its tags."""
    return unescape(re.sub(r"<[^>]+>", "", text))


def _cells(table: QTableWidget) -> Iterator[str]:
    for row in range(table.rowCount()):
        for column in range(table.columnCount()):
            item = table.item(row, column)
            yield item.text() if item is not None else ""


def _rows(listed: QListWidget) -> Iterator[str]:
    yield from (listed.item(row).text() for row in range(listed.count()))
