"""What is told of one figure beside its name and its value."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.messages import Message


@dataclass(frozen=True, slots=True)
class Figure:
    """`formula` has the numbers of this launch in it, `change` says what would make another figure.

    `can_be_tried`: registers, shared memory and block move it, so that the model can say how far.
    """

    formula: Message
    change: Message
    can_be_tried: bool = False
