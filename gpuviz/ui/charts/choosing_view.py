"""What charts have in common whose parts are chosen with the mouse and the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.ui.charts.axes import ThemedAxis
from gpuviz.ui.charts.plot_view import ENTER, PlotView
from gpuviz.ui.override import qt_override

if TYPE_CHECKING:
    from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent

PLAIN = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier


class ChoosingView(PlotView):
    """A chart of numbered parts: a click and the arrow keys choose one, Esc none.

    A double click or Enter picks it. The tooltip says all that is known of the part under the
    mouse. `arrows` are the keys to the part before and to the one after.
    """

    chosenChanged: TypedSignal[[int | None]] = signal(object)  # the number of a part, or None
    picked = Signal(int)  # the number of a part
    clicked = Signal(int)  # a part, once and with the left button

    def __init__(
        self, theme: Theme, left: ThemedAxis, bottom: ThemedAxis, arrows: tuple[Qt.Key, Qt.Key]
    ) -> None:
        super().__init__(theme, left, bottom)
        self._arrows = arrows
        self._chosen: int | None = None
        self.scene().sigMouseClicked.connect(self._click)

    @property
    def count(self) -> int:
        """How many parts there are."""
        raise NotImplementedError

    def part_at(self, place: QPointF) -> int | None:
        """The number of the part at a pixel."""
        raise NotImplementedError

    def details(self, part: int) -> str:
        """All that is known of a part, in lines."""
        raise NotImplementedError

    @property
    def chosen(self) -> int | None:
        """The number of the chosen part."""
        return self._chosen

    def choose(self, part: int | None) -> None:
        """Choose a part, or none; one that is not there is none."""
        if part is not None and part >= self.count:
            part = None
        if part != self._chosen:
            self._chosen = part
            self.refresh()
            self.chosenChanged.emit(part)

    def refresh(self) -> None:
        """Show the chart anew."""
        if self._chosen is not None and self._chosen >= self.count:
            self._chosen = None
        super().refresh()

    def describe(self) -> None:
        """The chart, and the part that is chosen."""
        super().describe()
        self.setAccessibleDescription("" if self._chosen is None else self.details(self._chosen))

    def tip_at(self, place: QPointF) -> str:
        """All that is known of the part there."""
        part = self.part_at(place)
        return "" if part is None else self.details(part)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Chooses another part, or picks it."""
        part = self._part_of_key(event)
        if part is not None:
            self.choose(part)
        elif event.key() == Qt.Key.Key_Escape and self._chosen is not None:
            self.choose(None)
        elif event.key() in ENTER and self._chosen is not None:
            self.picked.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    def is_mine(self, event: QKeyEvent) -> bool:
        """Also the keys that choose."""
        ends = event.key() == Qt.Key.Key_Escape and self._chosen is not None
        return ends or self._part_of_key(event) is not None or super().is_mine(event)

    def pick_at(self, place: QPointF) -> None:
        """Pick the part there."""
        part = self.part_at(place)
        if part is not None:
            self.choose(part)
            self.picked.emit(part)

    def _click(self, event: MouseClickEvent) -> None:
        """A press that was no drag chooses what it was on."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and not event.isAccepted() and not event.double():
            part = self.part_at(event.scenePos())
            self.choose(part)
            if part is not None:
                self.clicked.emit(part)

    def _part_of_key(self, event: QKeyEvent) -> int | None:
        """The part that a key leads to; without a chosen one the arrows begin at an end."""
        if not self.count or event.modifiers() not in PLAIN:
            return None
        last = self.count - 1
        before, after = (last, 0) if self._chosen is None else (self._chosen - 1, self._chosen + 1)
        parts = {
            self._arrows[0]: max(before, 0),
            self._arrows[1]: min(after, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        return parts.get(Qt.Key(event.key()))
