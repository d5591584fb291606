"""Panels that answer one question: one of them is seen, a column of names beside it chooses."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme, Themed
from gpuviz.texts import labelled
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.tab_order import PanelWithControls


class PanelGroup(LazyPanel):
    """Holds panels by name. One that has nothing to say has no entry until it is asked for; a
    door, where it has one, leads there all the same.
    """

    pageShown = Signal(str)  # the name of another panel of this group is in front

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("group")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = title
        self._names: list[str] = []
        self._choices: dict[str, QPushButton] = {}
        self._doors: dict[str, QPushButton] = {}
        self._one_of = QButtonGroup(self)  # Qt's auto-exclusive buttons reach into the pages
        self._stack = QStackedWidget()
        self._column = QVBoxLayout()
        self._column.setContentsMargins(SPACE_PX, 2 * SPACE_PX, SPACE_PX, SPACE_PX)
        self._column.setSpacing(SPACE_PX // 2)
        self._column.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addLayout(self._column)
        row.addWidget(self._stack, 1)
        self.pictureWanted.connect(self._tell_page)

    def add_page(self, name: str, title: str, panel: QWidget, door: str = "") -> None:
        """One more panel, after the others; `door` are words that lead to it while it has nothing
        to say, and has no entry.
        """
        choice = _entry(title)
        choice.setCheckable(True)
        self._one_of.addButton(choice)
        choice.setChecked(not self._names)
        choice.setAccessibleName(labelled(self.title, title))
        choice.clicked.connect(partial(self.show_page, name))
        self._names.append(name)
        self._choices[name] = choice
        self._column.insertWidget(self._column.count() - 1, choice)
        self._stack.addWidget(panel)
        if door:
            self._doors[name] = _entry(door)
            self._doors[name].clicked.connect(partial(self.show_page, name))
            self._column.addWidget(self._doors[name])
            self._doors[name].hide()

    def put(self, name: str, panel: QWidget) -> None:
        """Put a panel where a place was kept for it."""
        before, place = self.page(name), self._names.index(name)
        is_current = self._stack.currentWidget() is before
        self._stack.insertWidget(place, panel)
        self._stack.removeWidget(before)
        before.deleteLater()
        if is_current:
            self._stack.setCurrentWidget(panel)

    def page(self, name: str) -> QWidget:
        """The panel of that name, or what keeps its place."""
        page = self._stack.widget(self._names.index(name))
        assert page is not None
        return page

    def show_page(self, name: str) -> None:
        """Bring one of the panels to the front of this group, with its entry."""
        self.set_present(name, True)
        self._choices[name].setChecked(True)
        if self._stack.currentWidget() is not self.page(name):
            self._stack.setCurrentWidget(self.page(name))
            self.pageShown.emit(name)

    def set_present(self, name: str, present: bool) -> None:
        """Whether a panel has an entry; where the one in front goes, the first comes."""
        self._choices[name].setVisible(present)
        if name in self._doors:
            self._doors[name].setVisible(not present)
        if not present and self.current == name:
            self.show_page(self._names[0])

    @property
    def names(self) -> tuple[str, ...]:
        """All panels, from top to bottom."""
        return tuple(self._names)

    @property
    def current(self) -> str:
        """The panel in front of this group."""
        return self._names[self._stack.currentIndex()]

    def title_of(self, name: str) -> str:
        """What a panel is called."""
        return self._choices[name].text()

    def way_to(self, name: str) -> QPushButton:
        """What has to be pressed to see one of the panels: its entry, or its door."""
        door = self._doors.get(name)
        return self._choices[name] if door is None or door.isHidden() else door

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        found: list[QWidget] = [*self._choices.values(), *self._doors.values()]
        for name in self._names:
            page = self.page(name)
            if isinstance(page, PanelWithControls):
                found += page.controls
        return tuple(found)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for name in self._names:
            page = self.page(name)
            if isinstance(page, Themed):
                page.set_theme(theme)

    def _tell_page(self) -> None:
        """This group has come into sight, and with it one panel: Qt sends no event for that."""
        page = self._stack.currentWidget()
        if isinstance(page, LazyPanel) and self.isVisible():
            page.pictureWanted.emit()


def _entry(words: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName("entry")
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setToolTip(plain_tip(words))
    return button
