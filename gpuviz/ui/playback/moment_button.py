"""The button "next: divergence": a press goes there, its arrow chooses another kind."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gpuviz.scene.moment_kinds import BY_NAME, KINDS
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.texts import tr
from gpuviz.ui.actions import ACTIONS
from gpuviz.ui.labels import plain_tip

KEYS = "N forward, Shift+N back"
KEY_OF = {spec.id.removeprefix("next_"): spec.shortcut for spec in ACTIONS}


class MomentButton(QToolButton):
    """Goes to the next moment of the chosen kind; where there is none, its tooltip says why."""

    relabelled = Signal()  # it may be wider or narrower now

    def __init__(self, controller: MomentNavigator, parent: QWidget) -> None:
        super().__init__(parent)
        self._controller = controller
        self.setObjectName("next")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self.entries = self._fill_menu()
        self.clicked.connect(lambda: controller.go(1))
        controller.changed.connect(self._show)
        self._show()

    def _fill_menu(self) -> dict[str, QAction]:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        entries: dict[str, QAction] = {}
        for kind in KINDS:
            entry = menu.addAction("")
            entry.setCheckable(True)
            entry.triggered.connect(lambda checked, name=kind.name: self._controller.go_to(name))
            entries[kind.name] = entry
        menu.aboutToShow.connect(self._show_entries)
        self.setMenu(menu)
        return entries

    def _show(self) -> None:
        kind = BY_NAME[self._controller.kind]
        why_not = self._controller.why_not(kind.name)
        there = tr("To the next {what} ({keys})").format(what=tr(kind.what), keys=tr(KEYS))
        self.setAccessibleDescription(why_not)
        self.setToolTip(plain_tip(why_not or there))
        self._set_words(tr("next: {kind}").format(kind=tr(kind.label)))
        self._set_blocked(bool(why_not))

    def _set_words(self, words: str) -> None:
        if words != self.text():
            self.setText(words)
            self.setAccessibleName(words)
            self.relabelled.emit()

    def _set_blocked(self, blocked: bool) -> None:
        """Look as if it could not be pressed; it stays enabled, so that its menu can be opened."""
        if self.property("blocked") != blocked:
            self.setProperty("blocked", blocked)
            self.style().unpolish(self)
            self.style().polish(self)

    def _show_entries(self) -> None:
        """What the menu offers now, and why not the rest."""
        for kind in KINDS:
            entry, why_not = self.entries[kind.name], self._controller.why_not(kind.name)
            label = tr("next {kind}").format(kind=tr(kind.label))
            words = f"{label} – {why_not}" if why_not else label
            entry.setText(f"{words}\t{KEY_OF[kind.name]}")
            entry.setEnabled(not why_not)
            entry.setChecked(kind.name == self._controller.kind)
