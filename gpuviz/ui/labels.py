"""What shows words: the only labels and pages there are, and what a tooltip may say.

Qt takes text for HTML where it looks like it, and HTML may name files to read. So a label here is
plain or rich and never guesses, rich text has no marks but those of this program, and a name of a
recording, a kernel file or a lesson is escaped by `rich` or `plain_tip` where it joins them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QTextBrowser

from gpuviz.texts import escaped, visible
from gpuviz.ui.override import qt_override

TAGS = "a|b|br|code|li|p|pre|qt|span|table|td|tr|ul"
ATTRIBUTES = "align|cellpadding|cellspacing|colspan|style|width"
LINK = r"href=\"[\w:]+\""  # to a place in this program
VALUE = r"""(?:"[^"<>&\\]*"|'[^'<>&\\]*')"""
OURS = re.compile(rf"</?(?:{TAGS})(?:\s+(?:{LINK}|(?:{ATTRIBUTES})={VALUE}))*\s*/?>")
MARK = re.compile(r"<[^<>]*>?")
MARKDOWN = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
RESOURCE = re.compile(r"url\s*\(|@import", re.IGNORECASE)


class PlainLabel(QLabel):
    """Shows its words as they are."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    @qt_override
    def setText(self, text: str) -> None:
        """Other words."""
        super().setText(visible(text))


class RichLabel(QLabel):
    """Shows rich text of this program; what else looks like a mark is shown as it is."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(text)

    @qt_override
    def setText(self, text: str) -> None:
        """Other words."""
        super().setText(only_ours(text))


class EitherLabel(PlainLabel):
    """Shows words as they are, or rich text of this program."""

    def show_words(self, text: str, is_rich: bool) -> None:
        """Other words."""
        self.setText("")
        self.setTextFormat(Qt.TextFormat.RichText if is_rich else Qt.TextFormat.PlainText)
        self.setText(only_ours(text) if is_rich else text)


class RichPage(QTextBrowser):
    """A page of rich text, which loads nothing and leads nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.setOpenLinks(False)

    @qt_override
    def setHtml(self, text: str) -> None:
        """Other words."""
        super().setHtml(only_ours(text))

    @qt_override
    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing is loaded."""
        return ""


class PaperDocument(QTextDocument):
    """Rich text for paper, of which every word of others was escaped.

    Its pictures are those that it is given, and nothing else is loaded.
    """

    def __init__(self, pictures: Mapping[str, QImage]) -> None:
        super().__init__()
        self._pictures = pictures

    @qt_override
    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """A picture by its name."""
        return self._pictures.get(name.toString() if isinstance(name, QUrl) else name, QImage())


def laid_out(label: QLabel) -> QTextDocument:
    """The rich text of a label as it lays it out itself; it does not tell where its words are."""
    document = QTextDocument()
    document.setDefaultFont(label.font())
    across = label.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask
    document.setDefaultTextOption(QTextOption(across))
    document.setHtml(only_ours(label.text()))
    document.setDocumentMargin(0)
    document.setTextWidth(label.contentsRect().width() if label.wordWrap() else -1)
    return document


def markdown_document(text: str, page: RichPage) -> QTextDocument:
    """Markdown from any file for a page, not shown yet: marks of HTML are shown as they are,
    pictures are only named, and links lead nowhere; their address is read.
    """
    document = QTextDocument(page)
    document.setUndoRedoEnabled(False)
    document.setMarkdown(visible(text), MARKDOWN)
    for cursor, form in reversed(list(_foreign_pieces(document))):
        words = cursor.selectedText()
        if form.isImageFormat():
            words = f"[{form.toImageFormat().name()}]"
        elif form.anchorHref() != words:
            words = f"{words} ({form.anchorHref()})"
        cursor.insertText(visible(words), QTextCharFormat())
    return document


def _foreign_pieces(document: QTextDocument) -> Iterator[tuple[QTextCursor, QTextCharFormat]]:
    """The pictures of a page and its links, each selected."""
    block = document.begin()
    while block.isValid():
        for piece in block:  # type: ignore[attr-defined]
            fragment = piece.fragment()
            form = fragment.charFormat()
            if form.isImageFormat() or form.isAnchor():
                cursor = QTextCursor(document)
                cursor.setPosition(fragment.position())
                end = fragment.position() + fragment.length()
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                yield cursor, form
        block = block.next()


def only_ours(text: str) -> str:
    """Rich text in which every mark that is none of this program's is shown as it is."""
    return MARK.sub(_ours, visible(text))


def plain_tip(text: str) -> str:
    """What a tooltip has to be given to show these words as they are."""
    text = visible(text)
    if "<" not in text and "&" not in text:  # else Qt may take it for rich text
        return text
    return f"<qt>{escaped(text)}</qt>".replace("\n", "<br>")


def rich_tip(text: str) -> str:
    """The same for rich text of this program."""
    return only_ours(text)


def said(label: QLabel) -> str:
    """The words of a label as plain text."""
    is_rich = label.textFormat() is Qt.TextFormat.RichText
    return plain(label.text()) if is_rich else label.text()


def plain(text: str) -> str:
    """Rich text without its marks; thin spaces of plain text stay as they are."""
    if "<" not in text and "&" not in text:
        return text
    return QTextDocumentFragment.fromHtml(text).toPlainText()


def _ours(mark: re.Match[str]) -> str:
    found = mark.group()
    is_ours = OURS.fullmatch(found) is not None and RESOURCE.search(found) is None
    return found if is_ours else escaped(found)
