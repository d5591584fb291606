"""The front end as text: one ES module and one style sheet, made of what lies in `static`.

The files of `PARTS` one after the other are the module: plain JavaScript that no tool has to build.
It exports `mount(element, data, options)`: it shows a payload (bytes, or base64 of them) in
an element, and gives back an object with `destroy()`.
"""

from __future__ import annotations

import functools
from pathlib import Path

PARTS = ("data.js", "launch.js", "stage.js", "panels.js", "view.js")
STATIC = Path(__file__).resolve().parent / "static"


@functools.cache
def module_text() -> str:
    """The ES module; it imports nothing."""
    return "\n".join((STATIC / part).read_text(encoding="utf-8") for part in PARTS)


@functools.cache
def style_text() -> str:
    """Its style sheet; every rule is for what lies inside `.gpuviz`."""
    return (STATIC / "view.css").read_text(encoding="utf-8")
