"""Larger letters for a part of the window, and the usual ones again."""

from __future__ import annotations

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QListView, QWidget

WORDED = (QLabel, QAbstractButton, QLineEdit, QListView)
USUAL = "gpuvizUsualFont"  # property: the font of before


def enlarge_words(part: QWidget, letter_px: int) -> None:
    """All words of a part in letters of so many pixels, in their own fonts; 0: as before."""
    for widget in (part, *part.findChildren(QWidget)):
        if isinstance(widget, WORDED):
            _enlarge(widget, letter_px)


def _enlarge(widget: QWidget, letter_px: int) -> None:
    widget.ensurePolished()  # else the style sheet takes the font back with its first look
    usual = widget.property(USUAL)
    if not letter_px:
        if isinstance(usual, QFont):
            widget.setFont(usual)
            widget.setProperty(USUAL, None)
        return
    if not isinstance(usual, QFont):
        widget.setProperty(USUAL, widget.font())
    font = QFont(widget.font())
    font.setPixelSize(letter_px)
    widget.setFont(font)
