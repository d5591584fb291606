"""A button that says what is chosen, and offers the other choices under it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from gpuviz.ui.labels import plain_tip


class PullDown(QToolButton):
    """A press opens its menu of checkable entries; it has a place in the order of Tab."""

    def __init__(self, name: str, spoken_name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(spoken_name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self.setMenu(menu)

    def offer(self, words: str, choose: Callable[[], object], tip: str = "") -> QAction:
        """One more entry, and what choosing it does."""
        entry = self.menu().addAction(words)
        entry.setToolTip(plain_tip(tip))
        entry.setCheckable(True)
        entry.triggered.connect(lambda checked: choose())
        return entry

    def show_choice(self, words: str) -> None:
        """Say what is chosen."""
        self.setText(f"{words} ▾")
