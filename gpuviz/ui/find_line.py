"""The line under a text in which a word is searched for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override

MOST_FOUND = 1_000  # places that are marked and counted


class Searched(Protocol):
    """The text above the line: an editor, or a page."""

    def document(self) -> QTextDocument:
        """Qt's, as all but one."""

    def textCursor(self) -> QTextCursor:
        """Where it is read, and what is selected."""

    def setTextCursor(self, cursor: QTextCursor, /) -> None:
        """Go elsewhere."""

    def ensureCursorVisible(self) -> None:
        """Scroll there."""

    def setFocus(self) -> None:
        """Take the keys."""

    def show_found(self, found: Sequence[QTextCursor]) -> None:
        """Mark what was searched for."""


class FindLine(QWidget):
    """Enter goes on to the next place, Shift+Enter back to the one before, Esc closes."""

    closed = Signal()

    def __init__(self, text: Searched, spoken: str) -> None:
        super().__init__()
        self._text = text
        self._found: tuple[QTextCursor, ...] = ()
        self.line, self.count = LineField(), PlainLabel()
        self.previous = _button("↑", tr("Previous place (Shift+Enter)"))
        self.next = _button("↓", tr("Next place (Enter)"))
        set_tone(self.count, "muted")
        self.line.setPlaceholderText(tr("Find"))
        self.line.setAccessibleName(spoken)
        self.line.setToolTip(tr("Enter goes to the next place, Shift+Enter to the one before."))
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        row.addWidget(self.line, 1)
        for part in (self.count, self.previous, self.next):
            row.addWidget(part)
        self.line.textEdited.connect(lambda text: self._search_from_here())
        self.previous.clicked.connect(lambda: self.go(-1))
        self.next.clicked.connect(lambda: self.go(1))
        self.line.installEventFilter(self)
        self.hide()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self.line, self.previous, self.next)

    def open(self) -> None:
        """Search for what is selected, or for what is typed here now."""
        selected = self._text.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self.line.setText(selected)
        self.show()
        self.line.selectAll()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search()
        self._say()

    def close_line(self) -> None:
        """Away again; the text has the keys."""
        self.hide()
        self._found = ()
        self._text.show_found(())
        self._text.setFocus()
        self.closed.emit()

    def go(self, way: int) -> None:
        """To the next place, or the one before; behind the last comes the first."""
        if not self._found:
            return
        cursor = self._text.textCursor()
        if way > 0:
            after = [one for one in self._found if one.selectionStart() >= cursor.selectionEnd()]
            self._show(after[0] if after else self._found[0])
        else:
            before = [one for one in self._found if one.selectionEnd() <= cursor.selectionStart()]
            self._show(before[-1] if before else self._found[-1])

    def search_again(self) -> None:
        """The text is another one."""
        if not self.isHidden():
            self._search()
            self._say()

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Enter and Esc before the window's own shortcuts do."""
        keys = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not isinstance(event, QKeyEvent) or event.key() not in keys:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            self._press(event)
            return True
        return False

    def _press(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_line()
        else:
            self.go(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)

    def _search_from_here(self) -> None:
        """The first place from the cursor on, with each letter."""
        self._search()
        start = self._text.textCursor().selectionStart()
        here = [one for one in self._found if one.selectionStart() >= start]
        if self._found:
            self._show(here[0] if here else self._found[0])
        self._say()

    def _search(self) -> None:
        words, document = self.line.text(), self._text.document()
        found: list[QTextCursor] = []
        cursor = document.find(words, 0) if words else QTextCursor()
        while not cursor.isNull() and len(found) < MOST_FOUND:
            found.append(cursor)
            cursor = document.find(words, cursor)
        self._found = tuple(found)
        self._text.show_found(self._found)

    def _show(self, place: QTextCursor) -> None:
        self._text.setTextCursor(QTextCursor(place))
        self._text.ensureCursorVisible()
        self._say()

    def _say(self) -> None:
        """Which of how many places is selected."""
        start = self._text.textCursor().selectionStart()
        at = [one.selectionStart() for one in self._found]
        if not self._found:
            self.count.setText(tr("not found") if self.line.text() else "")
        elif start in at and self._text.textCursor().hasSelection():
            words = tr("{number} of {count}")
            self.count.setText(words.format(number=at.index(start) + 1, count=len(at)))
        else:
            self.count.setText(tr("{count} found").format(count=len(at)))


def _button(text: str, spoken: str) -> QToolButton:
    button = QToolButton()
    button.setObjectName("link")
    button.setText(text)
    button.setFixedSize(24, 22)
    button.setAccessibleName(spoken)
    button.setToolTip(plain_tip(spoken))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
