"""The cards as a widget: values under the mouse, pictures that a click enlarges."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from gpuviz.scene.pictures.content import Card
from gpuviz.scene.pictures.export import values_table
from gpuviz.scene.pictures.look import EDGE, PictureLook, Placed, place_cards, whole_width
from gpuviz.scene.pictures.scene import Chosen, Spot, compose, spot_at
from gpuviz.scene.stage.scene import Rect, Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_kept, painted_once
from gpuviz.ui.pictures.moves import STEPS, moved
from gpuviz.ui.stage.paint import measure

OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
AFTER_PAD = EDGE + 1.0  # there are inputs before: an arrow leads to the outputs


class Gallery(QWidget):
    """All cards in a row, as high as the panel. The arrow keys go from picture to picture, Enter
    or a click enlarges one, Esc shows all again.
    """

    chosenChanged = Signal(object)  # Rect of what was chosen, to be scrolled to; None

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._cards: tuple[Card, ...] = ()
        self._after_pad = False
        self._room = math.inf  # pixels of width that are seen at a time
        self._placed: list[Placed] = []
        self._chosen: Chosen | None = None
        self._large: Chosen | None = None
        self._spot: Spot | None = None
        self._still: QPixmap | None = None
        self.export = ChartExport(self, self._exhibit)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Pictures"))

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is shown."""
        return self._cards

    @property
    def placed(self) -> list[Placed]:
        """Where each card is."""
        return self._placed

    @property
    def chosen(self) -> Chosen | None:
        """The card or picture that is framed."""
        return self._chosen

    @property
    def large(self) -> Chosen | None:
        """The picture that fills its card."""
        return self._large

    @property
    def scene(self) -> Scene:
        """What is painted."""
        return compose(self._placed, self._look, self._chosen, self._large, self._spot)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._refresh()

    def show_cards(self, cards: tuple[Card, ...], *, after_pad: bool) -> None:
        """Show other arrays; what was chosen stays while there are as many."""
        same = [(card.name, card.array.shape) for card in cards]
        if same != [(card.name, card.array.shape) for card in self._cards]:
            self._chosen = self._large = None
        self._cards, self._after_pad, self._spot = cards, after_pad, None
        self._arrange()

    def set_room(self, wide: float) -> None:
        """So many pixels are seen at a time: what can be made to fit is."""
        if wide != self._room:
            self._room = wide
            self._arrange()

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as all cards."""
        return QSize(round(whole_width(self._placed)), 160)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        if self._still is None:
            self._still = painted_once(self, self.scene, self._theme)
        paint_kept(self, self._still, self._theme)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self._arrange()

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self._point(None)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._point(self.spot_at(event.position()))

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Chooses a card; of several pictures one, which is enlarged, or all again."""
        spot = self.spot_at(event.position())
        if event.button() is Qt.MouseButton.LeftButton and spot is not None:
            self._choose(spot.chosen)
            self._enlarge(spot.chosen)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes to another picture, enlarges it, shows all again."""
        if event.key() in STEPS and self._placed:
            self._choose(moved(self._placed, self._chosen, self._large, STEPS[event.key()]))
        elif event.key() in OPENS and self._chosen is not None:
            self._enlarge(self._chosen)
        elif event.key() == Qt.Key.Key_Escape and self._large is not None:
            self._enlarge(self._large)
        else:
            super().keyPressEvent(event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """The arrow keys are the gallery's while it has the keyboard."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            ends = event.key() == Qt.Key.Key_Escape and self._large is not None
            if ends or (self._placed and event.key() in (*STEPS, *OPENS)):
                event.accept()
                return True
        return super().event(event)

    def spot_at(self, place: QPointF) -> Spot | None:
        """What is at a point."""
        return spot_at(self._placed, place.x(), place.y(), self._large)

    @property
    def _look(self) -> PictureLook:
        return PictureLook(float(self.height()), self._theme, measure)

    def _point(self, spot: Spot | None) -> None:
        if spot != self._spot:
            self._spot = spot
            self._refresh()

    def _choose(self, chosen: Chosen) -> None:
        self._chosen = chosen
        if self._large is not None and chosen.card == self._large.card:
            self._large = chosen if chosen.picture is not None else self._large
        self._refresh()
        self.chosenChanged.emit(self._placed[chosen.card].place)

    def _enlarge(self, wanted: Chosen) -> None:
        if wanted.picture is None:
            return
        again = self._large is not None and self._large.card == wanted.card
        self._large = None if again else wanted
        self._refresh()

    def _arrange(self) -> None:
        left = AFTER_PAD if self._after_pad else EDGE
        self._placed = place_cards(self._cards, self._look, left, self._room)
        self.setMinimumWidth(round(whole_width(self._placed)))
        self._refresh()

    def _refresh(self) -> None:
        self._still = None
        self.setAccessibleDescription(self.scene.sentence)
        self.update()

    def _exhibit(self) -> Exhibit:
        """All cards as high as asked for, and their numbers."""
        cards, large = self._cards, self._large

        def scene(width: float, height: float) -> Scene:
            look = PictureLook(height, self._theme, measure)
            return compose(place_cards(cards, look, room=width), look, None, large)

        return Exhibit(tr("Pictures"), scene, lambda: values_table(cards), self._theme)


def visible_part(rect: Rect) -> tuple[int, int]:
    """The middle of a place, and how much of it has to be seen at either side."""
    return round(rect.x + rect.w / 2), round(rect.w / 2)
