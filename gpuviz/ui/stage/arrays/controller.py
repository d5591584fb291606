"""What the mouse does to the arrays on the stage, what of them is chosen and how they are
coloured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.scene import ElementHit
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.texts import say

if TYPE_CHECKING:
    from gpuviz.insight.element_touches import ElementTouches
    from gpuviz.scene.stage.arrays.choice import ArrayChoice
    from gpuviz.scene.stage.facts import StageFacts
    from gpuviz.scene.stage.marks import Marks


class ArrayController(QObject):
    """A click chooses an element, a double click the thread that wrote it last."""

    colouringChanged = Signal()

    def __init__(self, selection: Selection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._colouring = ElementColouring.TOUCH

    @property
    def colouring(self) -> ElementColouring:
        """What the colours of elements mean."""
        return self._colouring

    def colour(self, colouring: ElementColouring) -> None:
        """Colour the elements by something else."""
        if colouring is not self._colouring:
            self._colouring = colouring
            self.colouringChanged.emit()

    def menu(self, parent: QWidget) -> QMenu:
        """What the elements can be coloured by, to choose from."""
        from gpuviz.scene.stage.arrays.legend_parts import COLOURING_NAMES

        menu = QMenu(parent)
        group = QActionGroup(menu)
        for colouring, name in COLOURING_NAMES.items():
            action = QAction(say(name), menu, checkable=True)
            action.setChecked(colouring is self._colouring)
            action.triggered.connect(lambda checked, chosen=colouring: self.colour(chosen))
            group.addAction(action)
        menu.addActions(group.actions())
        return menu

    def pull_down(self, parent: QWidget, at: QPoint) -> None:
        """Open the menu at a point of the screen; it goes when it is closed."""
        menu = self.menu(parent)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)

    def choice(self, facts: StageFacts) -> ArrayChoice:
        """What is chosen, as far as this launch has it."""
        from gpuviz.scene.stage.arrays.choice import ArrayChoice

        element = self._element(facts)
        speaks = element is not None and self._selection.subject == "element"
        return ArrayChoice(self._colouring, element, speaks)

    def marks(self, facts: StageFacts) -> Marks:
        """The threads of followed blocks that touch the chosen element."""
        from gpuviz.scene.stage.marks import NO_MARKS, Marks

        element = self._element(facts)
        if element is None or self._selection.subject != "element":
            return NO_MARKS
        one = facts.one(element)
        return Marks(one.readers, one.writers)

    def learn(self, facts: StageFacts, touches: ElementTouches) -> None:
        """More is known of who touches the chosen element."""
        element = self._element(facts)
        if element is not None:
            facts.one(element).learn(touches)

    def choose(self, hit: ElementHit) -> None:
        """Choose the first element of a cell."""
        self._selection.select_element(ElementChoice(hit.array, hit.element, hit.block))

    def choose_writer(self, facts: StageFacts, hit: ElementHit) -> None:
        """Choose the thread that wrote an element last, where that is known."""
        writer = facts.writer_of(hit)
        if writer is not None:
            self._selection.select_thread(*writer)

    def _element(self, facts: StageFacts) -> ElementHit | None:
        chosen, arrays = self._selection.element, facts.trace.arrays
        if chosen is None or chosen.array >= len(arrays):
            return None
        if not 0 <= chosen.element < arrays[chosen.array].size:
            return None
        return ElementHit(chosen.array, chosen.element, block=chosen.block)
