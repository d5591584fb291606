"""The cards as a widget: values under the mouse, pictures that a click enlarges."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpuviz.scene.pictures.content import MOST_PICTURES, Card, as_pictures, values_table
from gpuviz.scene.pictures.look import (
    EDGE,
    PictureLook,
    Placed,
    place_cards,
    tiles_of,
    whole_width,
)
from gpuviz.scene.pictures.marks import NO_MARKS, Marks
from gpuviz.scene.pictures.scene import PictureChoice, compose
from gpuviz.scene.scene import Hit, PictureHit, Rect, Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget
from gpuviz.ui.stage.paint import measure

OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
STEPS: dict[int, tuple[int, int]] = {  # across, down
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
AFTER_PAD = EDGE + 1.0  # there are inputs before: an arrow leads to the outputs


class Gallery(SceneWidget):
    """All cards in a row, as high as the panel. The arrow keys go from picture to picture, Enter
    or a click enlarges one, Esc shows all again. A click on an element picks it, Enter picks one of
    the picture that is enlarged, and the arrow keys go on from there.
    """

    chosenChanged = Signal(Rect)  # where it is, to be scrolled to
    elementPicked = Signal(str, int)  # the array, and which element of it (flat)
    pickDropped = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Pictures"))
        self._cards: tuple[Card, ...] = ()
        self._after_pad = False
        self._visible_px = math.inf  # of its width
        self._placed: list[Placed] = []
        self._chosen: PictureChoice | None = None
        self._large: PictureChoice | None = None
        self._pointed: PictureHit | None = None
        self._marks = NO_MARKS
        self.setToolTip(
            tr(
                "A click enlarges a picture; a click on an element opens the launch, block and"
                " thread that wrote it, and tells how it was made."
            )
        )
        self.export = self.offer_export()

    @property
    def cards(self) -> tuple[Card, ...]:
        """What is shown."""
        return self._cards

    @property
    def placed(self) -> list[Placed]:
        """Where each card is."""
        return self._placed

    @property
    def chosen(self) -> PictureChoice | None:
        """The card or picture that is framed."""
        return self._chosen

    @property
    def large(self) -> PictureChoice | None:
        """The picture that fills its card."""
        return self._large

    @property
    def marks(self) -> Marks:
        """The picked element, and where its thread looked."""
        return self._marks

    def show_marks(self, marks: Marks) -> None:
        """Frame an element, and the windows that it was made of."""
        self._marks = marks
        self.refresh()

    def show_cards(self, cards: tuple[Card, ...], *, after_pad: bool) -> None:
        """Show other arrays; what was chosen stays while there are as many."""
        same = [(card.name, card.array.shape) for card in cards]
        if same != [(card.name, card.array.shape) for card in self._cards]:
            self._chosen = self._large = None
        self._cards, self._after_pad, self._pointed = cards, after_pad, None
        self.arrange()

    def set_visible_width(self, pixels: float) -> None:
        """So much is seen at a time: what can be made to fit is."""
        if pixels != self._visible_px:
            self._visible_px = pixels
            self.arrange()

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as all cards."""
        return QSize(round(whole_width(self._placed)), 160)

    def compose(self, width: float, height: float) -> Scene:
        """The cards, the caption of one telling what is under the mouse."""
        large, marks = self._large, self._marks
        return compose(self._placed, self._look, self._chosen, large, self._pointed, marks)

    def arrange(self) -> None:
        """As high as the panel, as wide as that needs."""
        left = AFTER_PAD if self._after_pad else EDGE
        self._placed = place_cards(self._cards, self._look, left, self._visible_px)
        self.setMinimumWidth(round(whole_width(self._placed)))
        self.refresh()

    def is_pressable(self, hit: Hit) -> bool:
        """Elements lead to the thread that wrote them."""
        return isinstance(hit, PictureHit) and hit.element is not None

    def hit_hovered(self, hit: Hit | None) -> None:
        """Tells the value in the place of the caption."""
        pointed = hit if isinstance(hit, PictureHit) else None
        if pointed != self._pointed:
            self._pointed = pointed
            self.refresh()

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Picks an element; of small pictures one is enlarged first. Beside it all are shown."""
        if not isinstance(hit, PictureHit):
            return
        choice = PictureChoice(hit.card, hit.picture)
        self._choose(choice)
        enlarged = self._large is not None and self._large.card == hit.card
        if hit.element is not None and hit.alone:
            self.elementPicked.emit(self._cards[hit.card].name, hit.element)
        elif enlarged and self._large is not None:
            self._enlarge(self._large)
        else:
            self._enlarge(choice)

    def takes_key(self, event: QKeyEvent) -> bool:
        """Those that lead from picture to picture, and Esc while one is enlarged or picked."""
        picked = self._marks is not NO_MARKS
        ends = event.key() == Qt.Key.Key_Escape and (self._large is not None or picked)
        return ends or (bool(self._placed) and event.key() in (*STEPS, *OPENS))

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes to another element, or another picture, enlarges it, shows all again."""
        picked = self._marks is not NO_MARKS
        if event.key() in STEPS and picked:
            self._pick_beside(STEPS[event.key()])
        elif event.key() == Qt.Key.Key_Escape and picked:
            self.pickDropped.emit()
        elif event.key() in STEPS and self._placed:
            self._choose(moved(self._placed, self._chosen, self._large, STEPS[event.key()]))
        elif event.key() in OPENS and self._chosen is not None:
            self._open(self._chosen)
        elif event.key() == Qt.Key.Key_Escape and self._large is not None:
            self._enlarge(self._large)
        else:
            super().keyPressEvent(event)

    def exhibit(self) -> Exhibit:
        """All cards as high as asked for, and their numbers."""
        cards, large, marks = self._cards, self._large, self._marks

        def scene(width: float, height: float) -> Scene:
            look = PictureLook(height, self._theme, measure)
            placed = place_cards(cards, look, room=width)
            return compose(placed, look, None, large, None, marks)

        return Exhibit(tr("Pictures"), scene, lambda: values_table(cards), self._theme)

    @property
    def _look(self) -> PictureLook:
        return PictureLook(float(self.height()), self._theme, measure)

    def _open(self, choice: PictureChoice) -> None:
        """Enlarges a picture; picks the middle of one that is large."""
        card = self._cards[choice.card]
        if card.problem:
            return
        if choice.picture is not None and (self._large is None or self._large.card != choice.card):
            self._enlarge(choice)
            return
        size = card.array.shape[-2:] if card.array.ndim > 1 else card.array.shape
        first = (choice.picture or 0) * int(np.prod(size))
        middle = int(np.ravel_multi_index(tuple(side // 2 for side in size), size))
        self.elementPicked.emit(card.name, first + (middle if choice.picture is not None else 0))

    def _pick_beside(self, step: tuple[int, int]) -> None:
        """The element at the left, right, above or below of the one picked."""
        card = next((one for one in self._cards if one.name == self._marks.array), None)
        if card is None:
            return
        index = [int(n) for n in np.unravel_index(self._marks.element, card.array.shape)]
        colour = card.kind == "picture" and card.array.ndim == 3
        across, down = (1, 0) if colour else (card.array.ndim - 1, card.array.ndim - 2)
        axes = [(across, step[0]), (down, step[1])]
        if card.kind in ("bars", "curve", "text"):
            axes = [(card.array.ndim - 1, step[0] + step[1])]
        for axis, by in axes:
            if axis >= 0:
                index[axis] = min(max(index[axis] + by, 0), card.array.shape[axis] - 1)
        element = int(np.ravel_multi_index(tuple(index), card.array.shape))
        if element != self._marks.element:
            self.elementPicked.emit(card.name, element)

    def _choose(self, choice: PictureChoice) -> None:
        self._chosen = choice
        if self._large is not None and choice.card == self._large.card:
            self._large = choice if choice.picture is not None else self._large
        self.refresh()
        self.chosenChanged.emit(self._placed[choice.card].place)

    def _enlarge(self, wanted: PictureChoice) -> None:
        if wanted.picture is None:
            return
        again = self._large is not None and self._large.card == wanted.card
        self._large = None if again else wanted
        self.refresh()


def moved(
    placed: list[Placed],
    chosen: PictureChoice | None,
    large: PictureChoice | None,
    step: tuple[int, int],
) -> PictureChoice:
    """The next picture or card; at the ends the same. Up and down stay in a grid of pictures."""
    if chosen is None or chosen.card >= len(placed):
        return _first(placed, 0)
    count, columns = _grid(placed[chosen.card])
    alone = large is not None and large.card == chosen.card
    across, down = step
    by = across + down * (1 if alone else columns)
    at = 0 if chosen.picture is None else chosen.picture
    if 0 <= at + by < count:
        return PictureChoice(chosen.card, at + by)
    if down or alone:
        return chosen
    card = chosen.card + across
    if not 0 <= card < len(placed):
        return chosen
    return _first(placed, card) if across > 0 else _last(placed, card)


def _grid(one: Placed) -> tuple[int, int]:
    """How many pictures a card has, and in how many columns they stand."""
    if one.card.problem or one.card.kind not in ("pictures", "draw"):
        return 1, 1
    count = min(len(as_pictures(one.card.array)), MOST_PICTURES)
    return count, tiles_of(one.card, one.body).columns


def _first(placed: list[Placed], card: int) -> PictureChoice:
    several = placed[card].card.kind in ("pictures", "draw") and not placed[card].card.problem
    return PictureChoice(card, 0 if several else None)


def _last(placed: list[Placed], card: int) -> PictureChoice:
    chosen = _first(placed, card)
    return chosen if chosen.picture is None else PictureChoice(card, _grid(placed[card])[0] - 1)
