"""The words of the window, each explained in one sentence: one file for each language."""

from __future__ import annotations

import functools
import html
import tomllib
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QTextBrowser, QVBoxLayout, QWidget

from gpuviz.places import resource_dir
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.texts import tr

LANGUAGE = "en"
SIZE = (560, 520)


@functools.cache
def glossary(language: str = LANGUAGE) -> Mapping[str, str]:
    """The sentence for each word, in the order in which one meets them."""
    path = resource_dir("assets") / "glossary" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def matching(words: str) -> tuple[str, ...]:
    """The entries that have some words in their name or, after those, in their sentence."""
    wanted = words.strip().casefold()
    named = [word for word in glossary() if wanted in word.casefold()]
    told = [word for word, text in glossary().items() if wanted in text.casefold()]
    return tuple(dict.fromkeys((*named, *told)))


class GlossaryDialog(QDialog):
    """All words in a list that a field above searches."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Glossary"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.search, self.page = QLineEdit(), QTextBrowser()
        self.search.setPlaceholderText(tr("Search for a word"))
        self.search.setAccessibleName(tr("Search"))
        self.page.setAccessibleName(tr("Words"))
        self.shown: tuple[str, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self.search)
        column.addWidget(self.page)
        self.search.textChanged.connect(self._show)
        self._show("")

    def _show(self, words: str) -> None:
        self.shown = matching(words)
        entries = (
            f"<p><b>{word}</b><br>{html.escape(glossary()[word])}</p>" for word in self.shown
        )
        self.page.setHtml("".join(entries) or tr("No entry has these words."))


def show_glossary(parent: QWidget) -> None:
    """Open the glossary beside what is done."""
    GlossaryDialog(parent).show()
