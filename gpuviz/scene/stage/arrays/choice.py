"""What is chosen of the arrays, and how they are looked at: as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.scene import ElementHit


@dataclass(frozen=True, slots=True)
class ArrayChoice:
    """The part of a viewpoint that is about the arrays."""

    colouring: ElementColouring = ElementColouring.TOUCH
    element: ElementHit | None = None  # the chosen one, `count` is 1
    element_speaks: bool = False  # it was chosen last: the sentence is about it


AS_IT_COMES = ArrayChoice()
