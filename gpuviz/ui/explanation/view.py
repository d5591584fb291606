"""The page of an operation's explanation, and a line that searches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.explanation.typeset import prepared, typeset
from gpuviz.ui.find_line import FindLine
from gpuviz.ui.labels import RichPage, markdown_document
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font, with_alpha

WIDEST_PX = 560  # of a line: some 80 letters, longer ones are hard to come back from
SMALLEST = QSize(200, 120)


class ExplanationPage(RichPage):
    """Text of a width that can be read, however wide the panel is."""

    termFollowed = Signal(str)  # an English word of the glossary
    operationFollowed = Signal(str)  # name of one of the gallery
    findWanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._words: QTextDocument | None = None
        self.setAccessibleName(tr("Explanation"))
        self.setLineWrapMode(QTextBrowser.LineWrapMode.FixedPixelWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(self._follow)

    def show_markdown(self, text: str, operations: Mapping[str, str]) -> None:
        """Other words. They are set before Qt lays them out, which takes a sixth of the time."""
        document = markdown_document(prepared(text), self)
        document.setDefaultFont(ui_font())
        document.setDocumentMargin(3 * SPACE_PX)
        document.setIndentWidth(5 * SPACE_PX)
        typeset(document, self.theme, operations)
        self.setDocument(document)
        if self._words is not None:
            self._words.deleteLater()
        self._words = document

    def show_found(self, found: Sequence[QTextCursor]) -> None:
        """Mark what was searched for."""
        look = QTextCharFormat()
        look.setBackground(with_alpha(self.theme.running, 0.3))
        self.setExtraSelections([_mark(cursor, look) for cursor in found])

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lines as long as there is room, up to the longest that reads well."""
        super().resizeEvent(event)
        self.setLineWrapColumnOrWidth(min(self.viewport().width(), WIDEST_PX))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+F searches."""
        if event.matches(QKeySequence.StandardKey.Find):
            self.findWanted.emit()
        else:
            super().keyPressEvent(event)

    def _follow(self, url: QUrl) -> None:
        kind, _, name = url.toString().partition(":")
        {"term": self.termFollowed, "operation": self.operationFollowed}[kind].emit(name)


class ExplanationView(LazyPanel):
    """The page; under it, where somebody searches, a line for the words."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("explanation")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._shown: tuple[str, Mapping[str, str]] = ("", {})
        self.page = ExplanationPage(theme)
        self.find_line = FindLine(self.page, tr("Find in the explanation"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.page, 1)
        column.addWidget(self.find_line)
        self.page.findWanted.connect(self.find_line.open)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (self.page, *self.find_line.controls)

    @property
    def text(self) -> str:
        """All words of the page."""
        return self.page.toPlainText()

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """A few words a line, a few lines."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """The same words in other colours, at the same place."""
        self.page.theme = theme
        at = self.page.verticalScrollBar().value()
        self._show()
        self.page.verticalScrollBar().setValue(at)

    def show_page(self, markdown: str, operations: Mapping[str, str]) -> None:
        """Another page, from its beginning; titles and names of `operations` lead to them."""
        if (markdown, operations) != self._shown:
            self._shown = (markdown, operations)
            self._show()

    def _show(self) -> None:
        markdown, operations = self._shown
        self.page.show_markdown(markdown, operations)
        self.find_line.search_again()


def _mark(cursor: QTextCursor, look: QTextCharFormat) -> QTextEdit.ExtraSelection:
    mark = QTextEdit.ExtraSelection()
    mark.cursor, mark.format = cursor, look
    return mark
