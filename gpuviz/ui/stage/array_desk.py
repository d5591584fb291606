"""What the mouse does to the arrays on the stage, and what of them is chosen."""

from __future__ import annotations

from gpuviz.ui.selection import ElementChoice, Selection
from gpuviz.ui.stage.array_choice import ArrayChoice
from gpuviz.ui.stage.facts import StageFacts
from gpuviz.ui.stage.marks import NO_MARKS, Marks
from gpuviz.ui.stage.scene import ElementHit


class ArrayDesk:
    """A click chooses an element, a double click the thread that wrote it last."""

    def __init__(self, selection: Selection) -> None:
        self._selection = selection

    def choice(self, facts: StageFacts) -> ArrayChoice:
        """What is chosen, as far as this launch has it."""
        element = self._element(facts)
        return ArrayChoice(element, element is not None and self._selection.subject == "element")

    def marks(self, facts: StageFacts) -> Marks:
        """The threads of followed blocks that touch the chosen element."""
        element = self._element(facts)
        if element is None:
            return NO_MARKS
        one = facts.one(element)
        return Marks(one.readers, one.writers)

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
