"""Colours the words of a kernel file that is being typed, line by line."""

from __future__ import annotations

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from gpuviz.scene.source.line_words import Inside
from gpuviz.scene.source.typed_language import PYTHON, TypedLanguage
from gpuviz.scene.theme import Theme
from gpuviz.ui.override import qt_override
from gpuviz.ui.source.words import word_color

_STATES: tuple[Inside, ...] = ("", "'''", '"""', "/*")


class EditorWords(QSyntaxHighlighter):
    """What a line leaves open colours the next one; Qt goes on for as long as that changes."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme, self._language = theme, PYTHON

    def set_language(self, language: TypedLanguage) -> None:
        """Colour what is shown from now on as another language."""
        self._language = language

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.rehighlight()

    @qt_override
    def highlightBlock(self, text: str) -> None:
        """One line."""
        words, inside = self._language.words(text, _STATES[max(self.previousBlockState(), 0)])
        for word in words:
            look = QTextCharFormat()
            look.setForeground(QColor(word_color(self._theme, word.kind)))
            self.setFormat(word.start, word.length, look)
        self.setCurrentBlockState(_STATES.index(inside))


def inside_of(state: int) -> Inside:
    """The string or comment that a line begins in behind one of this state."""
    return _STATES[max(state, 0)]
