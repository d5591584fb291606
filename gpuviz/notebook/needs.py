"""What parts of a notebook need beside gpuviz, and what is said where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

from gpuviz.extras import install_command
from gpuviz.messages import Message, RequestRefused


def can_view() -> bool:
    """Whether views can be made here."""
    return find_spec("anywidget") is not None


def no_view() -> str:
    """What is said where they cannot."""
    return _no_view().text


def check_view() -> None:
    """Raises RequestRefused where views cannot be made."""
    if not can_view():
        raise RequestRefused(_no_view())


def _no_view() -> Message:
    template = (
        "The view to play and to click in needs anywidget: `{command}`, then restart the kernel."
        " Without it a launch alone in a cell shows a picture."
    )
    return Message("notebook.no-anywidget", template, {"command": install_command("notebook")})
