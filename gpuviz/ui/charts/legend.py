"""The legend of a chart: samples with names, in as many columns as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.charts.items import LINE_PX, BarsItem, LineItem, WordsItem, own_clip, paint_bar, wide
from gpuviz.ui.override import qt_override

SAMPLE_PX = 20.0
PALE = 0.3  # opacity of the sample of a series that is hidden


class Legend(pg.LegendItem):
    """A click on a sample hides its series, or shows it again."""

    def __init__(self) -> None:
        super().__init__(horSpacing=2 * SPACE_PX, frame=False, sampleType=LegendSample)
        self._shown_color = ""
        self.layout.setContentsMargins(0, 0, 0, 0)
        self.setFlag(self.GraphicsItemFlag.ItemIgnoresTransformations, False)  # pictures are larger

    @property
    def entry_px(self) -> float:
        """Pixels of the widest entry."""
        return max(map(_entry_px, self._names), default=0.0)

    @property
    def row_px(self) -> float:
        """Pixels of all entries side by side."""
        return sum(map(_entry_px, self._names))

    @property
    def _names(self) -> list[str]:
        return [sample.item.name() for sample, _ in self.items]

    def addItem(self, item: pg.GraphicsObject, name: str) -> None:
        """One more series; its name is plain words, whatever is in it."""
        sample, words = LegendSample(item), WordsItem()
        sample.sigClicked.connect(self.sigSampleClicked)
        words.show_lines([LineItem(name, self._shown_color)])
        words.setMinimumWidth(wide(name) + SPACE_PX)  # else all entries of a row are equally wide
        self.items.append((sample, words))
        self._addItemToLayout(sample, words)

    @property
    def count(self) -> int:
        """How many entries there are."""
        return len(self.items)

    def show_items(self, items: Sequence[pg.GraphicsObject], theme: Theme) -> None:
        """List other series; where only their points are others, nothing is laid out anew."""
        names, color = [item.name() for item in items], theme.muted
        if names == self._names and color == self._shown_color:
            for (sample, _), item in zip(self.items, items, strict=True):
                sample.item = item
            return
        self.clear()
        self._shown_color = color
        for item, name in zip(items, names, strict=True):
            self.addItem(item, name)

    def arrange(self, columns: int) -> float:
        """So many entries side by side; how high that is, in pixels."""
        columns = min(max(columns, 1), max(self.count, 1))
        self.setColumnCount(columns)
        high = -(-self.count // columns) * LINE_PX
        self.resize(self.row_px if columns == self.count else columns * self.entry_px, high)
        self.layout.activate()
        return high

    def updateSize(self) -> None:
        """Nothing: the chart lays it out."""

    def hoverEvent(self, ev: object) -> None:
        """Nothing: it stays where it is."""

    def mouseDragEvent(self, ev: object) -> None:
        """Nothing: it stays where it is."""


def _entry_px(name: str) -> float:
    return SAMPLE_PX + wide(name) + 6 * SPACE_PX


class LegendSample(pg.ItemSample):
    """A piece of a series; of a hidden one it is pale."""

    def __init__(self, item: pg.GraphicsObject) -> None:
        super().__init__(item)
        self.setFixedHeight(LINE_PX)

    @qt_override
    def boundingRect(self) -> QRectF:  # noqa: D102
        return QRectF(0, 0, SAMPLE_PX, LINE_PX)

    @qt_override
    def paint(  # noqa: D102
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        with own_clip(painter, self.boundingRect()):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(1.0 if self.item.isVisible() else PALE)
            paint_sample(painter, self.item)

    def mouseClickEvent(self, event: pg.GraphicsScene.mouseEvents.MouseClickEvent) -> None:
        """The chart hides the series, with all that belongs to it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.sigClicked.emit(self.item)
            event.accept()


def paint_sample(painter: QPainter, item: pg.GraphicsObject) -> None:
    """A small bar, or a piece of the line with its symbol."""
    opts, middle = item.opts, LINE_PX / 2
    if isinstance(item, BarsItem):
        place = QRectF(4, middle - 5, 10, 10)
        paint_bar(painter, place, opts["pen"].color().name(), item.is_hatched)
        return
    if opts["pen"] is not None:
        painter.setPen(opts["pen"])
        painter.drawLine(QPointF(0, middle), QPointF(SAMPLE_PX, middle))
    painter.translate(SAMPLE_PX / 2, middle)
    symbol = item.scatter.opts
    pg.graphicsItems.ScatterPlotItem.drawSymbol(
        painter, opts["symbol"], symbol["size"], symbol["pen"], symbol["brush"]
    )
