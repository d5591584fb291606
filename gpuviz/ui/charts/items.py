"""What the plots of pyqtgraph do not have: plain words, hatched bars, scenes over the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from gpuviz.scene.charts.labels import wrapped
from gpuviz.scene.scene import Align, Label, Rect, Scene
from gpuviz.scene.sizes import SMALL_PX
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import kept_state
from gpuviz.ui.stage.paint import measure, paint
from gpuviz.ui.style import with_alpha

LINE_PX = 16.0  # height of a line of words
STRIPE_PX, STRIPE_WIDTH = 6.0, 1.9  # from one stripe of a modelled bar to the next
AROUND = 20.0  # pixels of a bar that are painted outside of the plot
BETWEEN = 0.25  # opacity between the stripes


class LineItem(NamedTuple):
    """A line of words, or several where it is too long for one."""

    text: str
    color: str


class WordsItem(pg.GraphicsWidget):
    """Plain lines of words, each with dots at its end where it has no room. They take their own
    height, or all that there is if they are to fill it.
    """

    def __init__(
        self, size: int = SMALL_PX, bold: bool = False, align: Align = "left", fills: bool = False
    ) -> None:
        super().__init__()
        self._size, self._bold, self._align, self._fills = size, bold, align, fills
        self._lines: tuple[LineItem, ...] = ()
        self.aside = 0.0  # pixels at the right that are left free
        self.show_lines(())

    @property
    def lines(self) -> tuple[LineItem, ...]:
        """What is shown."""
        return self._lines

    def show_lines(self, lines: Sequence[LineItem], aside: float = 0) -> None:
        """Other words."""
        self._lines, self.aside = tuple(lines), aside
        if not self._fills:
            self.setFixedHeight(LINE_PX * len(lines))
        self.update()

    @qt_override
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        with own_clip(painter, self.boundingRect()):
            paint(painter, Scene(self._labels()))

    def _labels(self) -> tuple[Label, ...]:
        room, top = self.size(), (self.size().height() - LINE_PX * len(self._lines)) / 2
        width = max(0.0, room.width() - self.aside)
        places = (Rect(0, top + LINE_PX * n, width, LINE_PX) for n in range(len(self._lines)))
        return tuple(
            Label(place, line.text, line.color, self._size, bold=self._bold, align=self._align)
            for place, line in zip(places, self._lines, strict=True)
        )


def lines_of(text: str, color: str, room: float) -> list[LineItem]:
    """A text in as many lines as it needs in so many pixels."""
    return [LineItem(line, color) for line in wrapped(text, room, wide)]


@contextmanager
def own_clip(painter: QPainter, rect: QRectF) -> Iterator[None]:
    """Meanwhile nothing is painted outside of `rect`.

    Qt's drawings go on with the clip of what was painted before, where an item has none.
    """
    with kept_state(painter):
        painter.setClipRect(rect)
        yield


def wide(text: str) -> float:
    """Pixels of a text in the usual size of a chart."""
    return measure(text, SMALL_PX)


class SceneItem(pg.GraphicsObject):
    """Paints the scene that a function composes for its parent's pixels, as large as the parent."""

    def __init__(self, parent: QGraphicsItem, scene: Callable[[], Scene], z: float) -> None:
        super().__init__(parent)
        self._parent, self._scene = parent, scene
        self.setZValue(z)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    @qt_override
    def boundingRect(self) -> QRectF:  # noqa: D102
        return self._parent.boundingRect()

    @qt_override
    def shape(self) -> QPainterPath:
        """Nowhere: the mouse meets what lies under it."""
        return QPainterPath()

    @qt_override
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        with own_clip(painter, self.boundingRect()):
            paint(painter, self._scene())


class BarsItem(pg.BarGraphItem):
    """Bars of one colour: measured ones are solid, modelled ones hatched.

    `rects` [n, 4] are left, bottom, width and height on the axes. None is painted thicker than
    `thickest` or shorter than `shortest` pixels, so that it shows what kind it is.
    """

    def __init__(
        self,
        rects: NDArray[np.float64],
        color: str,
        hatched: bool,
        upright: bool,
        thickest: float = 22.0,
        shortest: float = 5.0,
        name: str | None = None,
    ) -> None:
        self._bounds: QRectF | None = None
        super().__init__(
            x0=rects[:, 0], y0=rects[:, 1], width=rects[:, 2], height=rects[:, 3],
            pen=pg.mkPen(color), brush=QBrush(QColor(color)), name=name,
        )  # fmt: skip
        self.rects, self._color, self._hatched = rects, color, hatched
        self._upright, self._thickest, self._shortest = upright, thickest, shortest

    @property
    def is_hatched(self) -> bool:
        """Whether they are modelled."""
        return self._hatched

    @qt_override
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        to_pixels = self.sceneTransform()
        with kept_state(painter):
            painter.setTransform(to_pixels.inverted()[0] * painter.transform())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            seen = self.getViewBox().sceneBoundingRect().adjusted(-AROUND, -AROUND, AROUND, AROUND)
            for rect in self.rects.tolist():
                place = self._in_pixels(rect, to_pixels) & seen  # zoomed in, a bar is very long
                if not place.isEmpty():
                    paint_bar(painter, place, self._color, self._hatched)

    @qt_override
    def boundingRect(self) -> QRectF:
        """With the pixels that a short bar is longer; worked out once for what is seen."""
        if self._bounds is None:
            rect, pixels = QRectF(super().boundingRect()), self.pixelVectors()
            across, up = (self._shortest * vector.length() if vector else 0.0 for vector in pixels)
            self._bounds = rect.adjusted(-across, -up, across, up)
        return self._bounds

    def viewTransformChanged(self) -> None:
        """Another part is seen: pixels are longer or shorter."""
        self.prepareGeometryChange()
        self._bounds = None
        super().viewTransformChanged()

    def _in_pixels(self, rect: list[float], to_pixels: QTransform) -> QRectF:
        left, bottom, width, height = rect
        place = to_pixels.mapRect(QRectF(left, bottom, width, height))
        thick = place.width() if self._upright else place.height()
        over = max(0.0, thick - self._thickest) / 2
        if self._upright:
            place.adjust(over, min(0.0, place.height() - self._shortest), -over, 0)
        else:
            place.adjust(0, over, max(0.0, self._shortest - place.width()), -over)
        return place


def paint_bar(painter: QPainter, place: QRectF, color: str, hatched: bool) -> None:
    """A rectangle, solid or with stripes; stripes are lines, which every drawing can hold."""
    if not hatched:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(color))
        painter.drawRoundedRect(place, 2, 2)
        return
    inner = place.adjusted(0.5, 0.5, -0.5, -0.5)
    painter.setPen(QPen(QColor(color), 1))
    painter.setBrush(with_alpha(color, BETWEEN))
    painter.drawRect(inner)
    pen = QPen(QColor(color), STRIPE_WIDTH)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.drawPath(stripes(inner))


def stripes(place: QRectF) -> QPainterPath:
    """Lines that rise to the right, from edge to edge."""
    path, high = QPainterPath(), place.height()
    starts = np.arange(place.left() - high, place.right(), STRIPE_PX)
    for start in starts.tolist():
        low = max(start, place.left())
        top = min(start + high, place.right())
        if top > low:
            path.moveTo(QPointF(low, place.bottom() - (low - start)))
            path.lineTo(QPointF(top, place.bottom() - (top - start)))
    return path
