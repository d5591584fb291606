"""Where a kernel file is typed: line numbers, colours, indentation, completion, a marked error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from PySide6.QtCore import QEvent, QMimeData, QRect, QStringListModel, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QCompleter, QListView, QPlainTextEdit, QTextEdit, QToolTip

from gpuviz.scene.source.indentation import (
    commented,
    deeper,
    less_deep,
    next_depth,
    spaces_to_insert,
    spaces_to_remove,
)
from gpuviz.scene.source.typed_language import PYTHON, TypedLanguage
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.drops import files_in
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.source.editor_gutter import GUTTER_PX, LineNumbers
from gpuviz.ui.source.editor_words import EditorWords, inside_of
from gpuviz.ui.style import with_alpha

LINE_SEPARATORS = str.maketrans("\u2029\u2028", "\n\n")  # what Qt ends its lines with
LEAST_TYPED = 1  # letters that offer names by themselves, where a language has some
MOST_NAMES = 12  # of the list at once
LIST_PX = 36  # of its frame and scroll bar

KEYPAD = Qt.KeyboardModifier.KeypadModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
ALT, META = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.MetaModifier
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
OF_POPUP = (*ENTER, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Escape)
WITH_CTRL = {
    *(Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Y, Qt.Key.Key_Z),
    *(Qt.Key.Key_S, Qt.Key.Key_F, Qt.Key.Key_Slash, Qt.Key.Key_Space, *ENTER),
}
WITH_CTRL_AND_SHIFT = {
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Insert),
    *(Qt.Key.Key_Z, Qt.Key.Key_Slash),
}


class CodeEditor(QPlainTextEdit):
    """Edits the text of a file; what is done with it is for others to decide.

    While it has the keyboard, letters and arrows are its own and play nothing; F keys and what it
    has no use for stay the window's.
    """

    edited = Signal()  # by the user, undo and redo included
    runWanted = Signal()
    saveWanted = Signal()
    findWanted = Signal()
    leaveWanted = Signal()  # Esc, with nothing selected

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme, self._language = theme, PYTHON
        self._found: tuple[QTextCursor, ...] = ()
        self._error: QTextCursor | None = None
        self._error_line, self._error_words = "", ""
        self._setting, self._last = False, ""
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(tr("Editor of the kernel file"))
        self._words = EditorWords(self.document(), theme)
        self.gutter = LineNumbers(self)
        self.setViewportMargins(GUTTER_PX, 0, 0, 0)
        self.popup = QListView()
        self.names = self._make_completer()
        self.updateRequest.connect(lambda rect, dy: self.gutter.update())
        self.cursorPositionChanged.connect(self._show_marks)
        self.textChanged.connect(self._tell_edit)

    @property
    def text(self) -> str:
        """All of it, as it goes into a file."""
        return self.document().toRawText().translate(LINE_SEPARATORS)

    def show_text(self, text: str, language: TypedLanguage = PYTHON) -> None:
        """Another file; nothing of the one before can be undone."""
        self._setting, self._language = True, language
        self._words.set_language(language)
        self.setPlainText(text)
        self._setting = False
        self.clear_error()
        self.show_found(())

    def change_text(self, text: str) -> None:
        """As if it were typed: one change, which can be undone."""
        self._rewrite(0, self.text, text)

    @qt_override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Texts can be dropped and pasted; a file that is dropped is for the window."""
        return not any(files_in(source)) and super().canInsertFromMimeData(source)

    def replace_text(self, text: str) -> None:
        """The same file, changed elsewhere: one change, which can be undone."""
        line, at = self.line, self.verticalScrollBar().value()
        self._setting = True
        self._rewrite(0, self.text, text)
        self._setting = False
        self.go_to(min(line, self.blockCount()))
        self.verticalScrollBar().setValue(at)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self._words.set_theme(theme)
        self.gutter.update()
        self._show_marks()

    @property
    def line(self) -> int:
        """The line of the cursor, from 1."""
        return self.textCursor().blockNumber() + 1

    def go_to(self, line: int) -> None:
        """Put the cursor at the beginning of a line."""
        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(line - 1)))

    def go_to_top(self, line: int) -> None:
        """Put the cursor into a line that becomes the first in view."""
        self.go_to(self.blockCount())
        self.go_to(line)
        self.verticalScrollBar().setValue(max(line - 1, 0))

    def show_error(self, line: int, column: int, words: str) -> None:
        """Underline a place, from 1, which says `words` when it is pointed at."""
        block = self.document().findBlockByNumber(line - 1)
        if not block.isValid():
            self.clear_error()
            return
        start, stop = _stretch(block.text(), column)
        self._error = QTextCursor(block)
        self._error.setPosition(block.position() + start)
        self._error.setPosition(block.position() + stop, QTextCursor.MoveMode.KeepAnchor)
        self._error_line, self._error_words = block.text(), words
        self._show_marks()

    def clear_error(self) -> None:
        """Nothing is wrong any more."""
        self._error = None
        self._show_marks()

    @property
    def error_place(self) -> tuple[int, str] | None:
        """The line with the error, wherever typing has moved it, and what is underlined."""
        if self._error is None:
            return None
        return self._error.block().blockNumber() + 1, self._error.selectedText()

    @property
    def error_is_touched(self) -> bool:
        """Whether the line with the error has been changed since it was shown."""
        return self._error is not None and self._error.block().text() != self._error_line

    def show_found(self, found: Sequence[QTextCursor]) -> None:
        """Mark what was searched for."""
        self._found = tuple(found)
        self._show_marks()

    def error_tip(self, place: QTextCursor) -> str:
        """What is wrong at a place; empty where nothing is."""
        if self._error is None or place.block() != self._error.block():
            return ""
        return self._error_words

    def complete(self, least: int = 0) -> None:
        """Offer the names that what has been typed may become, from so many letters on."""
        cursor = self.textCursor()
        part, names = self._language.completions(cursor.block().text()[: cursor.positionInBlock()])
        popup = self.popup
        if not names or len(part) < least:
            popup.hide()
            return
        model = self.names.model()
        assert isinstance(model, QStringListModel)
        model.setStringList(list(names))
        self.names.setCompletionPrefix(part)
        popup.setFont(self.font())
        popup.setCurrentIndex(self.names.completionModel().index(0, 0))
        place = self.cursorRect().translated(GUTTER_PX, 0)
        place.setWidth(popup.sizeHintForColumn(0) + LIST_PX)
        self.names.complete(place)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Takes its keys before the window's shortcuts do."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            event.setAccepted(_is_ours(event))
            return True
        return super().event(event)

    @qt_override
    def viewportEvent(self, event: QEvent) -> bool:
        """Shows what is wrong where it is pointed at."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            words = self.error_tip(self.cursorForPosition(event.pos()))
            QToolTip.showText(event.globalPos(), plain_tip(words), self.viewport())
            return True
        return super().viewportEvent(event)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Types, or does what the key is for."""
        if self.popup.isVisible() and event.key() in OF_POPUP:
            event.ignore()  # the list of names takes it
            return
        was_open = self.popup.isVisible()
        own = None if self.isReadOnly() else self._own_key(event)
        if own is not None:
            own()
        elif event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)
        typed = event.text().isprintable() and event.text() != ""
        if was_open or (typed and not event.modifiers() & CTRL):
            self.complete(0 if was_open or event.text() == "." else LEAST_TYPED)

    @qt_override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The cursor's line is not marked any more."""
        super().focusOutEvent(event)
        self._show_marks()

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """The cursor's line is marked."""
        super().focusInEvent(event)
        self._show_marks()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The line numbers stay beside the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self.gutter.setGeometry(QRect(inside.left(), inside.top(), GUTTER_PX, inside.height()))

    def visible_lines(self) -> list[tuple[int, QRect]]:
        """The numbers of the lines in view, and where they are in the viewport."""
        found = []
        block = self.firstVisibleBlock()
        while block.isValid():
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset()).toRect()
            if rect.top() > self.viewport().height():
                break
            found.append((block.blockNumber() + 1, rect))
            block = block.next()
        return found

    def _own_key(self, event: QKeyEvent) -> Callable[[], object] | None:
        key, held = event.key(), event.modifiers() & ~KEYPAD
        if held == CTRL and key in ENTER:
            return self.runWanted.emit
        if held & CTRL and key == Qt.Key.Key_Slash:
            return lambda: self._change_lines(self._commented)
        if held == CTRL and key == Qt.Key.Key_Y:
            return self.redo
        if held == CTRL:
            return {
                Qt.Key.Key_S: self.saveWanted.emit,
                Qt.Key.Key_F: self.findWanted.emit,
                Qt.Key.Key_Space: self.complete,
            }.get(Qt.Key(key))
        if self._language.closes and event.text() == self._language.closes:
            return self._close_level
        if held & (CTRL | ALT | META):
            return None
        return self._indenting_key(Qt.Key(key))

    def _indenting_key(self, key: Qt.Key) -> Callable[[], object] | None:
        if key in ENTER:
            return self._new_line
        if key == Qt.Key.Key_Backtab:
            return lambda: self._change_lines(less_deep)
        if key == Qt.Key.Key_Tab:
            many = self.textCursor().hasSelection()
            return (lambda: self._change_lines(deeper)) if many else self._tab
        if key == Qt.Key.Key_Backspace and self._spaces_behind() > 1:
            return self._remove_spaces
        return None

    def _new_line(self) -> None:
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        block = cursor.block()
        before = block.text()[: cursor.positionInBlock()]
        inside = inside_of(block.previous().userState())
        spaces = next_depth(before, inside, self._language)
        cursor.insertText("\n" + " " * spaces)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _close_level(self) -> None:
        """The mark that ends a level, first in its line, stands a level less deep."""
        cursor = self.textCursor()
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        before = cursor.block().text()[: cursor.positionInBlock()]
        if before and not before.strip(" "):
            back = spaces_to_remove(before)
            cursor.setPosition(cursor.position() - back, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(self._language.closes)
        cursor.endEditBlock()
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _commented(self, lines: Sequence[str]) -> Sequence[str]:
        return commented(lines, self._language)

    def _tab(self) -> None:
        self.insertPlainText(" " * spaces_to_insert(self.textCursor().positionInBlock()))

    def _spaces_behind(self) -> int:
        """How many spaces a Backspace takes; 1: what it takes by itself."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            return 1
        return spaces_to_remove(cursor.block().text()[: cursor.positionInBlock()])

    def _remove_spaces(self) -> None:
        cursor = self.textCursor()
        end = cursor.position() - self._spaces_behind()
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        self.ensureCursorVisible()

    def _escape(self) -> None:
        cursor = self.textCursor()
        if cursor.hasSelection():
            cursor.clearSelection()
            self.setTextCursor(cursor)
        else:
            self.leaveWanted.emit()

    def _change_lines(self, change: Callable[[Sequence[str]], Sequence[str]]) -> None:
        """Change the selected lines, or the cursor's, at once; a selection stays, by lines."""
        cursor, document = self.textCursor(), self.document()
        first = document.findBlock(cursor.selectionStart())
        last = document.findBlock(cursor.selectionEnd())
        if last != first and cursor.selectionEnd() == last.position():
            last = last.previous()
        numbers = range(first.blockNumber(), last.blockNumber() + 1)
        lines = [document.findBlockByNumber(number).text() for number in numbers]
        cursor.beginEditBlock()
        for number, before, after in zip(numbers, lines, change(lines), strict=True):
            self._rewrite(document.findBlockByNumber(number).position(), before, after)
        cursor.endEditBlock()
        if cursor.hasSelection():
            self._select_lines(numbers)

    def _select_lines(self, numbers: range) -> None:
        first = self.document().findBlockByNumber(numbers[0])
        last = self.document().findBlockByNumber(numbers[-1])
        cursor = QTextCursor(first)
        end = last.position() + last.length() - 1
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)

    def _rewrite(self, position: int, before: str, after: str) -> None:
        """Make one text of another where it stands; cursors in what stays the same stay there."""
        head = _alike(before, after)
        tail = _alike(before[head:][::-1], after[head:][::-1])
        cursor = QTextCursor(self.document())
        cursor.setPosition(position + _units(before[:head]))
        end = position + _units(before[: len(before) - tail])
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(after[head : len(after) - tail])

    def _make_completer(self) -> QCompleter:
        names = QCompleter(QStringListModel(self), self)
        names.setWidget(self)
        names.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        names.setMaxVisibleItems(MOST_NAMES)
        names.setPopup(self.popup)
        self.popup.setObjectName("names")
        self.popup.setAccessibleName(tr("Names of cuda"))
        names.activated.connect(self._take_name)
        return names

    def _take_name(self, name: str) -> None:
        cursor = self.textCursor()
        for _ in self.names.completionPrefix():
            cursor.movePosition(
                QTextCursor.MoveOperation.PreviousCharacter, QTextCursor.MoveMode.KeepAnchor
            )
        cursor.insertText(name)
        self.setTextCursor(cursor)

    def _tell_edit(self) -> None:
        """Qt tells of new colours too."""
        text = self.text
        if text != self._last:
            self._last = text
            if not self._setting:
                self.edited.emit()

    def _show_marks(self) -> None:
        marks = [self._line_mark()] if self.hasFocus() else []
        marks += [_mark(cursor, _background(self.theme.running, 0.3)) for cursor in self._found]
        if self._error is not None:
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(QColor(self.theme.hazard))
            look.setBackground(with_alpha(self.theme.hazard, 0.16))
            marks.append(_mark(self._error, look))
        self.setExtraSelections(marks)
        self.gutter.update()

    def _line_mark(self) -> QTextEdit.ExtraSelection:
        look = _background(self.theme.accent, 0.12)
        look.setProperty(QTextFormat.Property.FullWidthSelection, True)
        cursor = self.textCursor()
        cursor.clearSelection()
        return _mark(cursor, look)


def _mark(cursor: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    mark.cursor, mark.format = cursor, look
    return mark


def _background(color: str, alpha: float) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setBackground(with_alpha(color, alpha))
    return look


def _is_ours(event: QKeyEvent) -> bool:
    """Whether a key is the editor's, and no shortcut of the window."""
    key, held = event.key(), event.modifiers() & ~KEYPAD
    if Qt.Key.Key_F1 <= key <= Qt.Key.Key_F35:
        return False
    if not held & (CTRL | ALT | META):
        return True
    if held == CTRL | ALT:  # AltGr on Windows: brackets and the like
        return event.text().isprintable() and event.text() != "" and not event.text().isalnum()
    if held & (ALT | META):
        return False
    return key in WITH_CTRL_AND_SHIFT or (held == CTRL and key in WITH_CTRL)


def _stretch(text: str, column: int) -> tuple[int, int]:
    """What to underline of a line with an error at a column: a word, or all that is written."""
    whole = len(text) - len(text.lstrip()), len(text.rstrip())
    start = column - 1
    if start <= whole[0] or start >= whole[1]:
        return whole
    if not (text[start].isalnum() or text[start] == "_"):
        return start, start + 1
    word = "".join(takewhile(lambda letter: letter.isalnum() or letter in "_.", text[start:]))
    return start, start + len(word)


def _alike(one: str, other: str) -> int:
    """How many letters two texts have in common from their beginning on."""
    most = min(len(one), len(other))
    return next((at for at in range(most) if one[at] != other[at]), most)


def _units(text: str) -> int:
    """The length of a text as Qt counts it, in units of UTF-16."""
    return len(text) + sum(ord(letter) > 0xFFFF for letter in text)
