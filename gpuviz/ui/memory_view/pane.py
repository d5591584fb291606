"""One access: its title, its picture, its figures and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QGuiApplication, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.memory_view.look import AccessLook
from gpuviz.scene.memory_view.shared_rows import SharedRow
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import rich, tr
from gpuviz.ui.clipboard import copy_text, offer_copies
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.facts import SELECTABLE
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.memory_view.canvas import AccessCanvas
from gpuviz.ui.memory_view.shared_table import SharedTable, Touched
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import paint
from gpuviz.ui.style import ui_font
from gpuviz.ui.term_marks import TermText
from gpuviz.ui.terms import explained

LINE_PX = 20  # of words in a copied picture


@dataclass(frozen=True, slots=True)
class AccessWords:
    """What is said of an access, or why there is none: title, figures, diagnosis."""

    title: str
    figures: str = ""
    diagnosis: str = ""

    @property
    def text(self) -> str:
        """All of it, one sentence a line."""
        return "\n".join(words for words in (self.title, self.figures, self.diagnosis) if words)


class AccessPane(QWidget):
    """Shows one access; `released` when somebody lets the view follow the steps again.

    Or all of the shared memory of the block, while `shared` is pressed.
    """

    released = Signal()
    sharedToggled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._words = AccessWords("")
        self.title, self.release, self.shared = ElidedLabel(), QToolButton(), QToolButton()
        self.said = TermText()
        self.area = QScrollArea()
        self.canvas = AccessCanvas(theme, self.area)
        self.contents = SharedTable(theme)
        self._set_up()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_PX)
        column.addLayout(self._head())
        column.addWidget(self.area, 1)
        column.addWidget(self.contents, 1)
        column.addWidget(self.said)

    @property
    def shows_shared(self) -> bool:
        """Whether all of the shared memory is wanted, and there is any."""
        return self.shared.isChecked() and not self.shared.isHidden()

    @property
    def words(self) -> AccessWords:
        """What is said."""
        return self._words

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self.canvas.set_theme(theme)
        self.contents.set_theme(theme)
        self._say()

    def show_access(self, words: AccessWords, look: AccessLook | None, *, kept: bool) -> None:
        """Show an access or, without one, why there is none; `kept`: somebody has chosen it."""
        self._show_words(words)
        self.title.setWordWrap(look is None)
        self.release.setVisible(kept)
        self.canvas.show_look(look, words.text)

    def offer_shared(self, there: bool) -> None:
        """Whether there is any shared memory to look at."""
        self.shared.setVisible(there)
        self._toggle_shared()

    def show_shared(self, title: str, rows: Sequence[SharedRow], touched: Touched) -> None:
        """Show all of the shared memory of a block."""
        self._show_words(AccessWords(title))
        self.title.setWordWrap(False)
        self.release.hide()
        self.contents.show_rows(rows, touched)

    @qt_override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offers to copy the picture or its words."""
        offer_copies(event, self.copy_menu())

    def copy_menu(self) -> QMenu:
        """What can be copied."""
        menu = QMenu(self)
        if self.shows_shared:
            menu.addAction(tr("Copy"), lambda: copy_text(self.contents.text))
            return menu
        menu.addAction(tr("Copy picture"), self.copy_picture)
        menu.addAction(tr("Copy words"), lambda: copy_text(self._words.text))
        return menu

    def copy_picture(self) -> None:
        """The whole picture with its words, also what is scrolled away, to the clipboard."""
        QGuiApplication.clipboard().setPixmap(self._pixmap())

    def _pixmap(self) -> QPixmap:
        lines, ratio = self._words.text.splitlines(), self.devicePixelRatio()
        above = LINE_PX * len(lines) + 2 * SPACE_PX
        high = above + self.canvas.height() + 2 * SPACE_PX
        result = QPixmap(QSize(self.canvas.width(), high) * ratio)
        result.setDevicePixelRatio(ratio)
        result.fill(QColor(self.theme.panel))
        with painting(result) as painter:
            painter.setFont(self.title.font())
            painter.setPen(QColor(self.theme.text))
            for row, words in enumerate(lines):
                painter.drawText(SPACE_PX, LINE_PX * (row + 1) - SPACE_PX, words)
                painter.setFont(ui_font())
            painter.translate(0, above)
            paint(painter, self.canvas.scene)
        return result

    def _show_words(self, words: AccessWords) -> None:
        self._words = words
        self.title.show_words(words.title)
        self._say()

    def _choose_picture(self) -> None:
        self.area.setVisible(not self.shows_shared)
        self.contents.setVisible(self.shows_shared)

    def _toggle_shared(self) -> None:
        self._choose_picture()
        self.sharedToggled.emit()

    def _say(self) -> None:
        """The figures, and behind them in a quieter colour what they mean."""
        words = self._words
        meaning = f'<span style="color:{self.theme.muted}">{rich(words.diagnosis)}</span>'
        self.said.setText(f"{rich(words.figures)} {meaning}")
        self.said.setVisible(bool(words.figures))
        self.said.setToolTip(explained(words.figures, words.diagnosis))

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE_PX)
        row.addWidget(self.title, 1)
        row.addWidget(self.shared)
        row.addWidget(self.release)
        return row

    def _set_up(self) -> None:
        self.title.setFont(ui_font(BASE_PX, QFont.Weight.Bold))
        self.title.setMinimumHeight(LINE_PX)
        self.release.setObjectName("link")
        self.release.setText(tr("follow the steps"))
        self.release.setToolTip(tr("Show the access of each step again, not this one."))
        self.release.setAccessibleName(tr("Follow the steps"))
        self.release.clicked.connect(self.released)
        self.release.hide()
        self.shared.setObjectName("link")
        self.shared.setText(tr("all shared memory"))
        self.shared.setToolTip(
            plain_tip(tr("Show all that the shared memory of the block holds at this moment."))
        )
        self.shared.setAccessibleName(tr("All shared memory"))
        self.shared.setCheckable(True)
        self.shared.toggled.connect(self._toggle_shared)
        self.shared.hide()
        self.contents.hide()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setAccessibleName(tr("Access"))
        self.area.setWidget(self.canvas)
        self.canvas.copyWanted.connect(self.copy_picture)
        self.said.setWordWrap(True)
        self.said.setTextInteractionFlags(SELECTABLE)
