"""The canvas with its buttons, and what is said about it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.pictures.canvas import DrawingCanvas
from gpuviz.ui.style import ui_font

BESIDE_PX = 112  # width of the buttons and words beside the canvas
CAPTION_PX = 20


class Pad(QWidget):
    """Emits what is drawn."""

    drawn = Signal(np.ndarray)  # [height, width] 0 to 1

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.canvas = DrawingCanvas(theme)
        self.clear, self.undo = QPushButton(tr("Clear")), QPushButton(tr("Undo"))
        self.caption, self.note = PlainLabel(), PlainLabel()
        self._set_up()
        self._lay_out()
        self.canvas.drawn.connect(self.drawn)
        self._say()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return self.canvas, self.clear, self.undo

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.canvas.set_theme(theme)

    def show_sample(self, sample: NDArray[np.float32]) -> None:
        """Show what the pipeline itself begins with."""
        self.canvas.show_sample(sample)
        self._say()

    def _set_up(self) -> None:
        self.clear.setToolTip(tr("Wipe the canvas (Delete)."))
        undo = QKeySequence(QKeySequence.StandardKey.Undo).toString()
        self.undo.setToolTip(plain_tip(tr("Take the last stroke back ({key}).").format(key=undo)))
        self.clear.clicked.connect(self.canvas.clear)
        self.undo.clicked.connect(self.canvas.undo)
        self.canvas.drawn.connect(lambda pixels: self._say())
        for label in (self.caption, self.note):
            label.setFont(ui_font(SMALL_PX))
            set_tone(label, "muted")
        self.note.setWordWrap(True)
        self.note.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * SPACE_PX, SPACE_PX, 0, SPACE_PX)
        column.setSpacing(0)
        self.caption.setFixedHeight(CAPTION_PX)
        column.addWidget(self.caption)
        row = QHBoxLayout()
        row.setSpacing(2 * SPACE_PX)
        row.addWidget(self.canvas)
        beside = QVBoxLayout()
        beside.setSpacing(SPACE_PX)
        for part in (self.clear, self.undo, self.note):
            part.setFixedWidth(BESIDE_PX)
            beside.addWidget(part)
        beside.addStretch(1)
        row.addLayout(beside)
        column.addLayout(row, 1)

    def _say(self) -> None:
        """What to do; and that there is nothing, which cannot be launched."""
        canvas = self.canvas
        empty = not canvas.shows_sample and not canvas.pixels.any()
        self.undo.setEnabled(not canvas.shows_sample and canvas.drawing.before is not None)
        if empty:
            self.note.setText(tr("Draw something: there is nothing on the canvas yet."))
        elif canvas.shows_sample:
            self.note.setText(tr("This is an example. Draw here with the mouse."))
        else:
            self.note.setText(tr("Left draws, right erases."))
        set_tone(self.note, "hazard" if empty else "muted")
