"""The middle of the window: the stage, caption and playback bar, a line while it is behind."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.scene.facts import Note
from gpuviz.scene.sizes import BASE_PX
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.style import ui_font


class StaleLine(PlainLabel):
    """Says why the picture is not that of the form; not there while it is."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("stale")
        self.setWordWrap(True)
        self.hide()

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels; 0: as it comes."""
        self.setFont(ui_font(letter_px or BASE_PX))

    def show_note(self, note: Note | None) -> None:
        """Say this; None: nothing."""
        self.setVisible(note is not None)
        if note is not None:
            self.setText(note.text)
            set_tone(self, note.tone)


def center_of(stale: StaleLine, stages: QWidget, caption: QWidget, bar: QWidget) -> QWidget:
    """One above the other; the stages take all the room that is left."""
    center = QWidget()
    center.setObjectName("stage")
    column = QVBoxLayout(center)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(stale)
    column.addWidget(stages, 1)
    column.addWidget(caption)
    column.addWidget(bar)
    return center
