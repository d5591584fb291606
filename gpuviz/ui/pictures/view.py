"""The panel of pictures: a canvas at the left where one can draw, what comes of it at the right."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from gpuviz.messages import Message
from gpuviz.scene.pictures.content import Card
from gpuviz.scene.scene import Rect
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import say, tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.pictures.gallery import Gallery
from gpuviz.ui.pictures.pad import Pad

SMALLEST = QSize(300, 130)


class PicturesView(LazyPanel):
    """Filled by its controller."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("pictures")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.pad, self.gallery = Pad(theme), Gallery(theme)
        self.words = PlainLabel()
        self._scroll = _GalleryScroll(self.gallery)
        self._set_up()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.pad)
        row.addWidget(self._scroll, 1)
        row.addWidget(self.words, 1)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return *self.pad.controls, self.gallery

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.pad.set_theme(theme)
        self.gallery.set_theme(theme)

    def show_cards(self, cards: tuple[Card, ...], *, drawable: bool) -> None:
        """Show arrays; with the canvas where one of the inputs can be drawn."""
        self.words.hide()
        self.pad.setVisible(drawable)
        self._scroll.show()
        self.gallery.show_cards(cards, after_pad=drawable)

    def show_words(self, words: Message) -> None:
        """Say why there is nothing to see."""
        self.words.setText(say(words))
        self.pad.hide()
        self._scroll.hide()
        self.words.show()
        self.gallery.show_cards((), after_pad=False)

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
