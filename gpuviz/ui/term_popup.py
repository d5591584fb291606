"""What a word means, beside it: its sentence in the glossary, and the way there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import escaped, rich, tr
from gpuviz.ui.facts import LINKED
from gpuviz.ui.labels import RichLabel
from gpuviz.ui.terms import explain, heading

WIDTH_PX = 320


class TermPopup(QFrame):
    """One word and its sentence; Esc or a click beside it closes it."""

    def __init__(self, word: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("term")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.word, self._beside = word, parent
        self.words = RichLabel(
            f"<b>{escaped(heading(word))}</b><br>{escaped(explain(word))}"
            f'<br><a href="glossary">{rich(tr("All words: the glossary"))}</a>'
        )
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(LINKED)
        self.words.linkActivated.connect(self._open_glossary)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[3 * SPACE_PX] * 4)
        column.addWidget(self.words)
        self.setFixedWidth(WIDTH_PX)

    def _open_glossary(self) -> None:
        from gpuviz.ui.glossary import show_glossary

        show_glossary(self._beside.window(), self.word)
        self.close()


def show_term(word: str, beside: QWidget, place: QPoint) -> TermPopup:
    """Explain an English word of the glossary at a place of the screen."""
    popup = TermPopup(word, beside)
    popup.adjustSize()
    screen = beside.screen().availableGeometry()
    left = min(place.x(), screen.right() - popup.width())
    top = min(place.y(), screen.bottom() - popup.height())
    popup.move(max(left, screen.left()), max(top, screen.top()))
    popup.show()
    popup.words.setFocus()
    return popup
