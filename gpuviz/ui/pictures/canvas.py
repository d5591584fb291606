"""The canvas: what is drawn on it with the mouse or the keyboard becomes an array."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from gpuviz.scene.pictures.pixels import picture_pixels
from gpuviz.scene.pictures.strokes import Drawing, Point, Stroke
from gpuviz.scene.scene import Cells, Item, Outlines, Rect, Scene
from gpuviz.scene.stage.plot_items import Markers
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget

SMALLEST_PX, LARGEST_PX = 90, 420
MOVES: dict[int, Point] = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
CLEARS = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
BUTTONS = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class DrawingCanvas(SceneWidget):
    """The left button draws, the right one erases, and so does the left one with Shift.

    The arrow keys move a pen; Space puts it down and lifts it, with Shift it is an eraser. Until
    something is drawn a sample is shown; the first stroke begins on an empty canvas.
    """

    drawn = Signal(np.ndarray)  # [height, width] 0 to 1, after each stroke, Clear and Undo

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Canvas"))
        self._drawing = Drawing(1, 1)
        self._sample: NDArray[np.float32] | None = None
        self._stroke: Stroke | None = None
        self._pen: Point = (0.5, 0.5)
        self._by_keys = False  # the keyboard's pen is to be seen
        self._window: Rect | None = None  # in pixels of the array
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setToolTip(
            tr(
                "Draw with the left button, erase with the right one or with Shift. With the"
                " keyboard: the arrow keys move the pen, Space puts it down and lifts it, Shift and"
                " Space erase."
            )
        )

    @property
    def drawing(self) -> Drawing:
        """What was drawn."""
        return self._drawing

    @property
    def shows_sample(self) -> bool:
        """Whether nobody has drawn yet."""
        return self._sample is not None

    @property
    def pen(self) -> Point:
        """Where the keyboard's pen is, in pixels of the array."""
        return self._pen

    @property
    def pixels(self) -> NDArray[np.float32]:
        """[height, width] what is to be seen, 0 to 1."""
        if self._sample is not None and self._stroke is None:
            return self._sample
        drawing = self._drawing
        return (drawing if self._stroke is None else drawing.drawn(self._stroke)).pixels()

    def show_sample(self, sample: NDArray[np.float32]) -> None:
        """Show a picture that nobody has drawn, [height, width] 0 to 1."""
        height, width = sample.shape
        if (height, width) != (self._drawing.height, self._drawing.width):
            self._pen = width / 2, height / 2
        self._drawing, self._sample, self._stroke = Drawing(height, width), sample, None
        self.arrange()

    def show_drawing(self, drawing: Drawing) -> None:
        """Have something drawn."""
        self._change(drawing, again=True)
        self.arrange()

    @property
    def window_shown(self) -> Rect | None:
        """What is framed, in pixels of the array."""
        return self._window

    def show_window(self, window: Rect | None) -> None:
        """Frame what a thread looked at, in pixels of the array; None: nothing."""
        self._window = window
        self.update()

    def clear(self) -> None:
        """Wipe the canvas."""
        self._change(self._drawing.cleared(), again=self._sample is not None)

    def undo(self) -> None:
        """Take the last stroke back, or the wiping."""
        if self._sample is None:
            self._change(self._drawing.undone())

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as its height asks for."""
        return QSize(self.width(), LARGEST_PX)

    def compose(self, width: float, height: float) -> Scene:
        """What is drawn, in a frame."""
        room, _ = self._array_room()
        frame = Outlines(np.array([tuple(room)]), self._theme.line)
        return Scene((Cells(room, picture_pixels(self.pixels, self._theme)), frame))

    def overlay(self) -> Scene:
        """The keyboard's pen, and the frame around what a thread looked at."""
        room, scale = self._array_room()
        items: list[Item] = []
        if self._window is not None:
            x, y, wide, high = (side * scale for side in self._window)
            frame = np.array([(room.x + x - 1, room.y + y - 1, wide + 2, high + 2)])
            items.append(Outlines(frame, self._theme.running, radius=1, width=2))
        if self.hasFocus() and self._by_keys:
            place = self.place_of(self._pen)
            color = self._theme.running if self._stroke is not None else self._theme.accent
            point = np.array([(place.x(), place.y())])
            items.append(Markers(point, color, radius=max(scale, 3.0), alpha=0.85))
        return Scene(tuple(items))

    def arrange(self) -> None:
        """As wide as it is high, in the shape of the array."""
        high = min(max(self.height(), SMALLEST_PX), LARGEST_PX)
        wide = round((high - 4) * self._drawing.width / self._drawing.height) + 4
        if self.minimumWidth() != wide:
            self.setFixedWidth(wide)
        self.refresh()

    def takes_key(self, event: QKeyEvent) -> bool:
        """Those that draw, take back and wipe."""
        ends = event.key() == Qt.Key.Key_Escape and self._stroke is not None
        draws = event.key() in (*MOVES, *CLEARS, Qt.Key.Key_Space)
        return ends or draws or event.matches(QKeySequence.StandardKey.Undo)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a stroke."""
        if event.button() not in BUTTONS:
            return
        erases = event.button() is Qt.MouseButton.RightButton
        erases |= bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._by_keys = False
        self._begin(self._point(event.position()), erases)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draws on."""
        if self._stroke is not None and event.buttons() != Qt.MouseButton.NoButton:
            self._stroke = self._stroke.with_point(self._point(event.position()))
            self.refresh()

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends the stroke."""
        if event.button() in BUTTONS:
            self._end()

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves the pen, puts it down and lifts it."""
        key, self._by_keys = event.key(), True
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
        elif key in MOVES:
            self._move(MOVES[key])
        elif key == Qt.Key.Key_Space:
            erases = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._end() if self._stroke is not None else self._begin(self._pen, erases)
        elif key in CLEARS:
            self.clear()
        elif key == Qt.Key.Key_Escape and self._stroke is not None:
            self._stroke = None
            self.refresh()
        else:
            super().keyPressEvent(event)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard's pen is shown to whom came with the keyboard."""
        self._by_keys = event.reason() is not Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)

    def place_of(self, point: Point) -> QPointF:
        """Where a point of the array is in the widget."""
        room, scale = self._array_room()
        return QPointF(room.x + point[0] * scale, room.y + point[1] * scale)

    def _begin(self, point: Point, erases: bool) -> None:
        self._stroke = Stroke((point,), erases)
        self.refresh()

    def _end(self) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke is not None:
            self._change(self._drawing.drawn(stroke))

    def _move(self, way: Point) -> None:
        x = min(max(self._pen[0] + way[0], 0.5), self._drawing.width - 0.5)
        y = min(max(self._pen[1] + way[1], 0.5), self._drawing.height - 0.5)
        self._pen = x, y
        if self._stroke is not None:
            self._stroke = self._stroke.with_point(self._pen)
        self.refresh()

    def _change(self, drawing: Drawing, *, again: bool = False) -> None:
        """Another drawing takes the place of the sample, or of the one before."""
        if drawing is self._drawing and not again:
            return
        self._drawing, self._sample = drawing, None
        self.refresh()
        self.drawn.emit(drawing.pixels())

    def _point(self, place: QPointF) -> Point:
        room, scale = self._array_room()
        return (place.x() - room.x) / scale, (place.y() - room.y) / scale

    def _array_room(self) -> tuple[Rect, float]:
        """Where the array is shown, and pixels of the widget for one of its own."""
        rows, columns = self._drawing.height, self._drawing.width
        scale = max(min((self.width() - 4) / columns, (self.height() - 4) / rows), 0.1)
        return Rect(2, 2, columns * scale, rows * scale), scale
