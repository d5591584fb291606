"""Asks what an animation is to show: format, steps, speed and size."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QWidget,
)

from gpuviz.insight.order import Instant, PlayOrder
from gpuviz.scene.numbers import figures, whole
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import labelled, tr
from gpuviz.ui.export.films import FILM_FORMATS, FilmFormat
from gpuviz.ui.export.moments import FASTEST_FPS, film_instants, film_speed
from gpuviz.ui.facts import wrapped_label
from gpuviz.ui.fields import NumberField
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import ArrowBox

NAMES = {"gif": "GIF", "mp4": "MP4"}
SIZES = ((1280, 720), (1920, 1080), (960, 540))
FIELD_PX, WIDTH_PX = 28, 380


@dataclass(frozen=True, slots=True)
class FilmChoice:
    """What was chosen; width and height are even."""

    format: FilmFormat
    instants: tuple[Instant, ...]
    fps: float
    width: int
    height: int


class FilmDialog(QDialog):
    """Says how long the film will be with each change; `chosen` carries a FilmChoice."""

    chosen = Signal(FilmChoice)

    def __init__(self, order: PlayOrder, stage: tuple[int, int], parent: QWidget) -> None:
        super().__init__(parent)
        self._order, self._fps_is_ours = order, True
        self.setWindowTitle(tr("Export an animation"))
        self.format, self.size_choice = ArrowBox(), ArrowBox()
        self.first, self.last, self.speed = (NumberField("", "") for _ in range(3))
        self.length = wrapped_label()
        self._fill(stage)
        self._lay_out()
        for field in (self.first, self.last):
            field.valueChanged.connect(self._show_length)
        self.format.currentIndexChanged.connect(self._show_length)
        self.speed.valueChanged.connect(self._keep_speed)
        self._show_length()

    @property
    def choice(self) -> FilmChoice:
        """What the fields say now."""
        width, height = self.size_choice.currentData()
        return FilmChoice(self._format, self._instants(), self.speed.value(), width, height)

    @property
    def _format(self) -> FilmFormat:
        return FILM_FORMATS[self.format.currentData()]

    @qt_override
    def accept(self) -> None:
        """The button Save: the file is asked for next."""
        self.chosen.emit(self.choice)
        super().accept()

    def _fill(self, stage: tuple[int, int]) -> None:
        for kind, name in NAMES.items():
            self.format.addItem(name, kind)
        width, height = (side - side % 2 for side in stage)
        self.size_choice.addItem(
            _size_words(tr("as on the screen"), width, height), (width, height)
        )
        for size in SIZES:
            self.size_choice.addItem(_size_words("", *size), size)
        for field in (self.first, self.last):
            field.setRange(0, len(self._order))
        self.last.setValue(len(self._order))
        self.speed.setRange(1, round(FASTEST_FPS))

    def _lay_out(self) -> None:
        rows = (
            (tr("Format"), self.format, tr("GIF for slides and web pages, MP4 for films.")),
            (tr("From step"), self.first, tr("The step that the animation begins with.")),
            (tr("To step"), self.last, tr("The step that the animation ends with.")),
            (tr("Frames per second"), self.speed, tr("One frame is one round of all warps.")),
            (tr("Size"), self.size_choice, tr("Width and height of the animation in pixels.")),
        )
        self.setMinimumWidth(WIDTH_PX)
        form = QFormLayout(self)
        form.setContentsMargins(*[5 * SPACE_PX] * 4)
        form.setSpacing(2 * SPACE_PX)
        for name, field, tip in rows:
            field.setFixedHeight(FIELD_PX)
            field.setToolTip(plain_tip(tip))
            field.setAccessibleName(name)
            form.addRow(PlainLabel(name), field)
        form.addRow(self.length)
        form.addRow(self._buttons())

    def _buttons(self) -> QDialogButtonBox:
        kinds = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(kinds.Save | kinds.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    def _instants(self) -> tuple[Instant, ...]:
        first, last = sorted((self.first.value(), self.last.value()))
        return film_instants(self._order, first, last, self._format.most_frames)

    def _keep_speed(self) -> None:
        self._fps_is_ours = False
        self._show_length()

    def _show_length(self) -> None:
        count = len(self._instants())
        if self._fps_is_ours:
            with QSignalBlocker(self.speed):
                self.speed.setValue(round(film_speed(count)))
        words = tr("1 frame, {t} seconds.") if count == 1 else tr("{n} frames, {t} seconds.")
        text = words.format(n=whole(count), t=figures(count / self.speed.value()))
        if count == self._format.most_frames:
            text += " " + tr("Of a longer range, rounds are left out evenly.")
        self.length.setText(text)


def _size_words(name: str, width: int, height: int) -> str:
    size = f"{width} × {height}"
    return labelled(name, size) if name else size
