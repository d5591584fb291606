"""The panel of pictures: a canvas at the left where one can draw, what comes of it at the right."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from gpuviz.messages import Message
from gpuviz.scene.pictures.content import Card
from gpuviz.scene.pictures.making import MakingStory
from gpuviz.scene.pictures.marks import Marks
from gpuviz.scene.scene import Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.film_clock import FilmClock
from gpuviz.texts import say, tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.pictures.film_bar import FilmBar
from gpuviz.ui.pictures.gallery import Gallery
from gpuviz.ui.pictures.making_view import MakingView
from gpuviz.ui.pictures.pad import Pad

SMALLEST = QSize(300, 130)


class PicturesView(LazyPanel):
    """Filled by its controller."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("pictures")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pad, self.gallery, self.making = Pad(theme), Gallery(theme), MakingView(theme)
        self.clock = FilmClock(self)
        self.bar = FilmBar(self.clock, theme)
        self.words = PlainLabel()
        self._scroll = _GalleryScroll(self.gallery)
        self._set_up()
        self._drawn = ""
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.pad)
        row.addLayout(column, 1)
        row.addWidget(self.making)
        row.addWidget(self.words, 1)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (
            *self.pad.controls,
            self.gallery,
            self.making,
            self.making.close_button,
            *self.bar.controls,
        )

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.pad.set_theme(theme)
        self.gallery.set_theme(theme)
        self.making.set_theme(theme)
        self.bar.set_theme(theme)

    def show_cards(self, cards: tuple[Card, ...], *, drawable: str | None) -> None:
        """Show arrays; with the canvas where one of the inputs can be drawn."""
        self._drawn = drawable or ""
        self.words.hide()
        self.pad.setVisible(drawable is not None)
        self._scroll.show()
        self.gallery.show_cards(cards, after_pad=drawable is not None)

    def show_film(self, kernels: tuple[str, ...]) -> None:
        """Offer to play the pictures; without launches there is nothing to play."""
        self.bar.show_kernels(kernels)
        self.bar.setVisible(bool(kernels))

    def show_making(self, story: MakingStory | None, marks: Marks) -> None:
        """Tell how an element was made, and frame it and where its thread looked; None: no more."""
        had_keys = self.making.hasFocus() or self.making.close_button.hasFocus()
        self.making.show_story(story)
        self.gallery.show_marks(marks)
        self.pad.canvas.show_window(self._window_on_canvas(marks))
        if story is None and had_keys:
            self.gallery.setFocus()

    def show_words(self, words: Message) -> None:
        """Say why there is nothing to see."""
        self.words.setText(say(words))
        self.pad.hide()
        self._scroll.hide()
        self.making.show_story(None)
        self.words.show()
        self.bar.hide()
        self.gallery.show_cards((), after_pad=False)

    def _window_on_canvas(self, marks: Marks) -> Rect | None:
        """What was looked at of the first picture of the input that can be drawn."""
        looked = marks.looked.get(self._drawn)
        drawing = self.pad.canvas.drawing
        if looked is None:
            return None
        first = looked[looked < drawing.height * drawing.width]
        if len(first) == 0:
            return None
        rows, columns = np.divmod(first, drawing.width)
        x, y = int(columns.min()), int(rows.min())
        return Rect(x, y, int(columns.max()) - x + 1, int(rows.max()) - y + 1)

    def _set_up(self) -> None:
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        self.words.setMargin(4 * SPACE_PX)
        set_tone(self.words, "muted")
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setAccessibleName(tr("Pictures"))
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.gallery.chosenChanged.connect(self._bring)
        self.pad.hide()
        self.bar.hide()

    def _bring(self, rect: Rect) -> None:
        self._scroll.ensureVisible(round(rect.x + rect.w / 2), 0, round(rect.w / 2), 0)


class _GalleryScroll(QScrollArea):
    """Scrolls sideways what cannot be made to fit."""

    def __init__(self, gallery: Gallery) -> None:
        super().__init__()
        self._gallery = gallery
        self.setWidgetResizable(True)
        self.setWidget(gallery)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Says how much is seen at a time."""
        super().resizeEvent(event)
        self._gallery.set_visible_width(float(self.viewport().width()))
