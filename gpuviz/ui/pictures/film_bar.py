"""The bar under the pictures of a pipeline: play them launch by launch."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSlider, QToolButton, QWidget

from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.film_clock import FilmClock
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.playback.icons import control_icon
from gpuviz.ui.style import ui_font

HIGH_PX = 22
WORDS_PX = 210


class FilmBar(QWidget):
    """Moves the clock, and shows where it stands."""

    sought = Signal()  # somebody has chosen a moment

    def __init__(self, clock: FilmClock, theme: Theme) -> None:
        super().__init__()
        self._clock, self._theme = clock, theme
        self._kernels: tuple[str, ...] = ()
        self.button, self.slider = QToolButton(), QSlider(Qt.Orientation.Horizontal)
        self.words = PlainLabel()
        self._set_up()
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, 0, 4 * SPACE_PX, 0)
        row.setSpacing(2 * SPACE_PX)
        row.addWidget(self.button)
        row.addWidget(self.slider, 1)
        row.addWidget(self.words)
        clock.moved.connect(self._show)
        clock.playingChanged.connect(self._show_playing)
        clock.lengthChanged.connect(self._show)
        self._show_playing()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return self.button, self.slider

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._show_playing()

    def show_kernels(self, kernels: tuple[str, ...]) -> None:
        """What the launches are called."""
        self._kernels = kernels
        self._show()

    def _set_up(self) -> None:
        self.setFixedHeight(HIGH_PX)
        self.button.setAutoRaise(True)
        self.button.clicked.connect(self._clock.toggle)
        self.slider.setAccessibleName(tr("Launches of the pipeline that are over"))
        self.slider.setToolTip(plain_tip(tr("After how many launches the pictures are shown.")))
        self.slider.valueChanged.connect(self._seek)
        self.slider.sliderPressed.connect(self._clock.pause)
        self.slider.sliderReleased.connect(self.sought)
        self.words.setFont(ui_font(SMALL_PX))
        self.words.setMinimumWidth(WORDS_PX)
        set_tone(self.words, "muted")

    def _seek(self, position: int) -> None:
        self._clock.pause()
        self._clock.seek(position)
        if not self.slider.isSliderDown():
            self.sought.emit()

    def _show(self) -> None:
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(0, self._clock.end)
        self.slider.setValue(self._clock.position)
        self.slider.blockSignals(blocked)
        self.words.setText(self._position_words())

    def _position_words(self) -> str:
        launches, count = self._clock.launches, len(self._kernels)
        if launches == 0 or launches > count:
            return tr("before the first launch")
        words = tr("after launch {n} of {all}: {kernel}")
        name = self._kernels[launches - 1]
        return words.format(n=whole(launches), all=whole(count), kernel=name)

    def _show_playing(self) -> None:
        playing = self._clock.playing
        self.button.setIcon(control_icon("pause" if playing else "play", self._theme))
        words = tr("Pause the pictures") if playing else tr("Play the pictures launch by launch")
        self.button.setAccessibleName(words)
        self.button.setToolTip(plain_tip(words))
