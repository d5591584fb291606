"""What is copied, and the key that copies."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence


def copy_text(text: str) -> None:
    """Put words on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def copied(event: QKeyEvent, words: Callable[[], str]) -> bool:
    """Whether a key asks for a copy of these words; then it is made."""
    wanted = event.matches(QKeySequence.StandardKey.Copy)
    if wanted:
        copy_text(words())
    return wanted
