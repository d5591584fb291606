"""What is copied, and the key that copies."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu


def copy_text(text: str) -> None:
    """Put words on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def copied(event: QKeyEvent, words: Callable[[], str]) -> bool:
    """Whether a key asks for a copy of these words; then it is made."""
    wanted = event.matches(QKeySequence.StandardKey.Copy)
    if wanted:
        copy_text(words())
    return wanted


def offer_copies(event: QContextMenuEvent, menu: QMenu) -> None:
    """Open a menu of what can be copied where the mouse or the keyboard asked for it."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(event.globalPos())
