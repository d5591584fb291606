"""The list of all words of the window, which a field above searches."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import escaped, tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.labels import RichPage
from gpuviz.ui.terms import explain, heading, matching

SIZE = (560, 520)


class GlossaryDialog(QDialog):
    """All words in a list that a field above searches."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Glossary"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.search, self.page = LineField(), RichPage()
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
            f"<p><b>{escaped(heading(word))}</b><br>{escaped(explain(word))}</p>"
            for word in self.shown
        )
        self.page.setHtml("".join(entries) or tr("No entry has these words."))


def show_glossary(parent: QWidget, words: str = "") -> None:
    """Open the glossary beside what is done, or take the one that is open, at an entry."""
    dialog = parent.findChild(GlossaryDialog) or GlossaryDialog(parent)
    dialog.search.setText(words)
    dialog.show()
    dialog.raise_()
