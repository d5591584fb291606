"""Colours the words of a listing in the source view."""

from __future__ import annotations

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from gpuviz.scene.source.listing import ListedLine, WordKind
from gpuviz.scene.theme import Theme
from gpuviz.ui.override import qt_override

INDENT_SHARE = 0.5  # of their width that spaces of an indentation keep: the column is narrow


class SourceWords(QSyntaxHighlighter):
    """Colours keywords, strings, comments and numbers, and narrows indentations."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._lines: tuple[ListedLine, ...] = ()

    def set_lines(self, lines: tuple[ListedLine, ...]) -> None:
        """Colour other lines."""
        self._lines = lines

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.rehighlight()

    @qt_override
    def highlightBlock(self, text: str) -> None:
        """One line."""
        row = self.currentBlock().blockNumber()
        narrow = QTextCharFormat()
        narrow.setFontLetterSpacing(100 * INDENT_SHARE)
        self.setFormat(0, indent(text), narrow)
        for word in self._lines[row].words if row < len(self._lines) else ():
            look = QTextCharFormat()
            look.setForeground(QColor(word_color(self._theme, word.kind)))
            self.setFormat(word.start, word.length, look)


def word_color(theme: Theme, kind: WordKind) -> str:
    """The colour of a kind of word."""
    colors: dict[WordKind, str] = {
        "keyword": theme.words.barrier,
        "string": theme.words.good,
        "comment": theme.muted,
        "number": theme.words.read,
        "name": theme.text,
    }
    return colors[kind]


def indent(text: str) -> int:
    """How many spaces a line begins with."""
    return len(text) - len(text.lstrip(" "))
