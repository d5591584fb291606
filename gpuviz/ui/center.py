"""The middle of the window: the stage, caption and playback bar, a line while it is behind."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.scene.facts import Note
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel


class StaleLine(PlainLabel):
    """Says why the picture is not that of the form; not there while it is."""

    def __init__(self) -> None:
        super().__init__()
        self._note: Note | None = None
        self._why, self._letter_px = "", 0
        self.setObjectName("stale")
        self.setWordWrap(True)
        self.hide()

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, and the reason, which no panel says then; 0: as it comes."""
        self._letter_px = letter_px
        self.setStyleSheet(f"font-size: {letter_px}px;" if letter_px else "")
        self.show_note(self._note, self._why)

    def show_note(self, note: Note | None, why: str = "") -> None:
        """Say this; None: nothing. `why` is a reason that the launch panel says as well."""
        self._note, self._why = note, why
        self.setVisible(note is not None)
        if note is not None:
            self.setText(f"{note.text} {why}".strip() if self._letter_px else note.text)
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
