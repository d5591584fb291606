"""Docks with a slim, calm title bar."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import (
    QDockWidget,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme, Themed
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.icons import icon
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import heading_font, ui_font


class ElidedLabel(PlainLabel):
    """Words that are cut short with dots where there is no room; the tooltip has them in full. With
    `setWordWrap` they have as many lines as they need.
    """

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As narrow as need be."""
        return QSize(0, super().minimumSizeHint().height())

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """As many words as there is room for."""
        if self.wordWrap():
            super().paintEvent(event)
            return
        elide, flags = Qt.TextElideMode.ElideMiddle, self.alignment() | Qt.TextFlag.TextSingleLine
        with painting(self) as painter:
            text = painter.fontMetrics().elidedText(self.text(), elide, self.width())
            painter.setPen(self.palette().windowText().color())
            painter.drawText(self.rect(), flags, text)

    def show_words(self, words: str) -> None:
        """Say something else."""
        self.setText(words)
        self.setToolTip(plain_tip(words))


class DockTitle(QWidget):
    """The title in small capitals, a note at the right, a button that closes the dock."""

    def __init__(self, dock: QDockWidget, title: str) -> None:
        super().__init__(dock)
        self.setObjectName("title")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.note = ElidedLabel()
        self.close_button = QToolButton()
        self._set_up_close(dock, title)
        self.words = ElidedLabel(title)
        self.words.setFont(heading_font())
        set_tone(self.words, "heading")
        set_tone(self.note, "muted")
        self.note.setFont(ui_font())
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACE_PX, 2 * SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        row.addWidget(self.words)
        row.addStretch(1)
        row.addWidget(self.note)
        row.addWidget(self.close_button)

    def add(self, widget: QWidget) -> None:
        """A control of the panel, before its note."""
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.insertWidget(row.indexOf(self.note), widget)
        self.words.setMinimumWidth(self.words.sizeHint().width())  # the note gives way first

    def show_words(self, words: str) -> None:
        """A title that says more than the panel's name."""
        self.words.show_words(words)

    def _set_up_close(self, dock: QDockWidget, title: str) -> None:
        self.close_button.setObjectName("close")
        self.close_button.setFixedSize(20, 20)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.setAccessibleName(tr("Close {panel}").format(panel=title))
        self.close_button.setToolTip(tr("Close this panel. The View menu opens it again."))
        self.close_button.clicked.connect(dock.close)


class Dock(QDockWidget):
    """A panel that can be moved, floated, closed and brought back by the View menu."""

    def __init__(self, name: str, title: str, content: QWidget, close: QIcon) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.title, self._no_title = DockTitle(self, title), QWidget(self)
        self._no_title.hide()
        self._tabbed = False
        self.is_dismissed = False  # closed by hand: it does not come back by itself
        self.setTitleBarWidget(self.title)
        self.topLevelChanged.connect(self._show_title)
        self.setWidget(content)
        self._listen(content)
        self.title.close_button.setIcon(close)
        self.title.close_button.clicked.connect(self._dismiss)

    def show_panel(self, panel: LazyPanel) -> None:
        """Put a panel where a place was kept for it."""
        before = self.widget()
        self.setWidget(panel)
        panel.show()
        before.deleteLater()
        self._listen(panel)

    def set_theme(self, theme: Theme) -> None:
        """Paint the title bar's button and the panel in other colours."""
        self.title.close_button.setIcon(icon("close", theme))
        panel = self.widget()
        if isinstance(panel, Themed):
            panel.set_theme(theme)

    @property
    def is_tabbed(self) -> bool:
        """Whether it has a tab for a title."""
        return self._tabbed

    def set_tabbed(self, tabbed: bool) -> None:
        """A panel among others of one place has a tab, and a title only while it floats."""
        if tabbed != self._tabbed:
            self._tabbed = tabbed
            self._show_title(self.isFloating())

    def _dismiss(self) -> None:
        self.is_dismissed = True

    def _listen(self, content: QWidget) -> None:
        """A panel hears that its tab comes to the front: Qt sends no event for that."""
        if isinstance(content, LazyPanel):
            self.visibilityChanged.connect(content.pictureWanted)

    def _show_title(self, floating: bool) -> None:
        titled = floating or not self._tabbed
        self.setTitleBarWidget(self.title if titled else self._no_title)
        self.title.setVisible(titled)
        self._no_title.setVisible(not titled)


def scrolling(content: QWidget, minimum_width: int, name: str) -> QScrollArea:
    """`content` as wide as its place, scrolled up and down where it is higher."""
    area = QScrollArea()
    area.setAccessibleName(name)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setMinimumWidth(minimum_width)
    content.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
    area.setWidget(content)
    return area
