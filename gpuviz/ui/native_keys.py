"""Keys in texts as macOS writes them: Qt's Ctrl is the Command key there."""

from __future__ import annotations

import re

SIGNS = {"Alt": "⌥", "Shift": "⇧", "Ctrl": "⌘"}
"""In the order in which Apple's guidelines write them."""
MODIFIERS = re.compile(
    r"(?<![A-Za-z])(?:(?:Ctrl|Alt|Shift)\+)+(?=\S)|(?<![A-Za-z])Ctrl(?![A-Za-z+])"
)


def macos_keys(text: str) -> str:
    """ "Press Ctrl+Shift+E" is "Press ⇧⌘E" there, as in menus."""
    return MODIFIERS.sub(lambda found: _signs(found[0]), text)


def _signs(names: str) -> str:
    pressed = names.split("+")
    return "".join(sign for name, sign in SIGNS.items() if name in pressed)
