"""One figure: its formula with the numbers of the launch, what would change it, what if."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from gpuviz.insight.figures.figure import Figure
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.texts import say, say_rich, tr
from gpuviz.ui.clipboard import copied, copy_text
from gpuviz.ui.facts import Heading, set_tone, wrapped_label
from gpuviz.ui.figures.what_if_pane import WhatIfPane
from gpuviz.ui.labels import PlainLabel, plain_tip, said
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font
from gpuviz.ui.terms import explained

WIDTH_PX = 380
MARGIN_PX = 8  # to the edges of the screen


class FigurePopup(QFrame):
    """Esc or a click beside it closes it; Ctrl+C copies all that it says."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("figure")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedWidth(WIDTH_PX)
        self.name, self.value = PlainLabel(), PlainLabel()
        self.formula, self.change = wrapped_label(), wrapped_label()
        self.what_if = WhatIfPane()
        self.copy = QToolButton()
        self._below: QWidget | None = None
        self._column = QVBoxLayout(self)
        self._set_up()

    @property
    def text(self) -> str:
        """All that it says, a sentence a line."""
        parts = [f"{self.name.text()}: {self.value.text()}", said(self.formula), said(self.change)]
        if not self.what_if.isHidden():
            parts.append(self.what_if.text)
        return "\n".join(filter(None, parts))

    def open(self, name: str, value: str, figure: Figure, below: QWidget) -> None:
        """Show another figure under the widget that has it; what is tried is for others to fill."""
        self._below = below
        self.name.setText(name)
        self.value.setText(value)
        for label, message in ((self.formula, figure.formula), (self.change, figure.change)):
            label.setText(say_rich(message))
            label.setToolTip(explained(say(message)))
        self.setAccessibleName(name)
        self.setAccessibleDescription(f"{said(self.formula)} {said(self.change)}")
        self.what_if.setVisible(figure.can_be_tried)
        self.show()
        self.fit()
        self.setFocus(Qt.FocusReason.PopupFocusReason)  # in a field Ctrl+C would copy its number

    def fit(self) -> None:
        """As high as its words; under the figure, beside it where there is no room, and never
        beyond the screen.
        """
        self._column.activate()
        self.resize(WIDTH_PX, self._column.totalHeightForWidth(WIDTH_PX))
        if self._below is None:
            return
        margins = QMargins(MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX)
        screen = self._below.screen().availableGeometry().marginsRemoved(margins)
        asked = QRect(self._below.mapToGlobal(QPoint(0, 0)), self._below.size())
        x, y = asked.left(), asked.bottom() + 1
        if y + self.height() > screen.bottom():
            y = asked.top()
            x = asked.right() + MARGIN_PX
            if x + self.width() > screen.right():
                x = asked.left() - self.width() - MARGIN_PX
        right, bottom = screen.right() - self.width(), screen.bottom() - self.height()
        self.move(max(screen.left(), min(x, right)), max(screen.top(), min(y, bottom)))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies, or closes."""
        if copied(event, lambda: self.text):
            return
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _set_up(self) -> None:
        self.name.setFont(ui_font(BASE_PX, QFont.Weight.Bold))
        self.value.setFont(ui_font(BASE_PX, QFont.Weight.Bold))
        self.value.setWordWrap(True)
        set_tone(self.name, "muted")
        self.copy.setText(tr("Copy"))
        self.copy.setToolTip(plain_tip(tr("Copy all that is said here (Ctrl+C).")))
        self.copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.copy.clicked.connect(lambda: copy_text(self.text))
        head = QHBoxLayout()
        head.setSpacing(2 * SPACE_PX)
        head.addWidget(self.name)
        head.addWidget(self.value, 1)
        head.addWidget(self.copy)
        column = self._column
        column.setContentsMargins(*[3 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        column.addLayout(head)
        heading = Heading(tr("What would change it"))
        for part in (self.formula, heading, self.change, self.what_if):
            column.addWidget(part)
