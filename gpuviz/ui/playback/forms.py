"""What the playback bar shows, from a wide one to a narrow one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Form:
    """What is shown beside the slider in a bar of some width."""

    order: bool = True
    speed: bool = True
    next: bool = True  # the button to the next moment of a kind
    text: Literal["full", "short", "bare"] = "full"  # how the position is said
    ends: bool = True  # the buttons to the first and last step
    position: bool = True


FORMS = (
    Form(),
    Form(order=False),
    Form(order=False, speed=False),
    Form(order=False, speed=False, text="short"),
    Form(order=False, speed=False, text="short", ends=False),
    Form(order=False, speed=False, text="bare", ends=False),
    Form(order=False, speed=False, text="bare", ends=False, next=False),
    Form(order=False, speed=False, ends=False, next=False, position=False),
)
"""From wide to narrow; what goes is still in a tooltip, in the menu or on a key."""
