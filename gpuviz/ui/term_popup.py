"""What a word means, beside it: its sentence in the glossary, and the way there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import escaped, rich, tr
from gpuviz.ui.facts import LINKED
from gpuviz.ui.labels import RichLabel
from gpuviz.ui.override import qt_override
from gpuviz.ui.terms import explain, heading

WIDTH_PX, BELOW_PX = 320, 4


class TermPopup(QFrame):
    """One word and its sentence; Esc, or a press or the keyboard elsewhere, closes it."""

    def __init__(self, word: str, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("term")
        self.word, self._window = word, window
        self._before = QApplication.focusWidget()
        self.words = RichLabel(
            f"<b>{escaped(heading(word))}</b><br>{escaped(explain(word))}"
            f'<br><a href="glossary">{rich(tr("All words: the glossary"))}</a>'
        )
        self.words.setWordWrap(True)
        self.words.setTextInteractionFlags(LINKED)
        self.words.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.words.linkActivated.connect(self._open_glossary)
        self.words.installEventFilter(self)
        window.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[3 * SPACE_PX] * 4)
        column.addWidget(self.words)
        width = min(WIDTH_PX, window.width())
        self.setFixedSize(width, column.totalHeightForWidth(width))

    def leave(self) -> None:
        """Away for good."""
        self._window.removeEventFilter(self)
        self.words.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc is for it before it is a shortcut of the window."""
        kind, leaves = event.type(), (QEvent.Type.MouseButtonPress, QEvent.Type.Resize)
        if watched is self._window:
            if kind in leaves:
                self.leave()
            return False
        if kind == QEvent.Type.FocusOut:
            self.leave()
        elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if kind == QEvent.Type.KeyPress:
                self.leave()
                self._give_back()
            event.accept()
            return True
        return False

    def _give_back(self) -> None:
        if self._before is not None:
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)

    def _open_glossary(self) -> None:
        from gpuviz.ui.glossary import show_glossary

        show_glossary(self._window, self.word)
        self.leave()


def show_term(word: str, beside: QWidget, place: QPoint) -> TermPopup:
    """Explain an English word of the glossary under a place of a widget."""
    window = beside.window()
    for other in window.findChildren(TermPopup):
        other.leave()
    popup = TermPopup(word, window)
    at = beside.mapTo(window, place) + QPoint(0, BELOW_PX)
    room = window.size() - popup.size()
    popup.move(max(min(at.x(), room.width()), 0), max(min(at.y(), room.height()), 0))
    popup.show()
    popup.raise_()
    popup.words.setFocus(Qt.FocusReason.PopupFocusReason)
    return popup
