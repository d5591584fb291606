"""A low plot of bars under another one, over the same x axis."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF

from gpuviz.scene.charts import chart
from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.scene import Label, Rect, Scene
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.charts.axes import NameAxis
from gpuviz.ui.charts.items import BarsItem, SceneItem, wide

HIGH_PX, LABEL_PX = 34.0, 14.0
WIDEST_BAR, BAR = 26.0, 0.6  # pixels, and share of the room of a bar
LEAST_AXIS_PX = 56.0


class StripItem:
    """The bars of a chart's strip; without one there is nothing to be seen."""

    def __init__(self, above: pg.ViewBox, theme: Theme) -> None:
        self._above, self._theme = above, theme
        self._strip: chart.Strip | None = None
        self.axis = NameAxis("left", theme)
        self.box = pg.ViewBox(enableMenu=False, enableMouse=False)
        self.box.setXLink(above)
        self.axis.linkToView(self.box)
        self._words = SceneItem(self.box, self._values, 10)
        self._bars: BarsItem | None = None

    @property
    def bottom(self) -> float:
        """Where it ends, in pixels of the widget; above all else without a strip."""
        return float(self.box.sceneBoundingRect().bottom()) if self._strip else 0.0

    @property
    def axis_px(self) -> float | None:
        """How wide the left axis has to be for its name."""
        if self._strip is None:
            return None
        return max(LEAST_AXIS_PX, wide(self._strip.label) + 3 * SPACE_PX)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.axis.set_theme(theme)

    def show_strip(self, strip: chart.Strip | None) -> None:
        """Other bars, or none."""
        if self._bars is not None:
            self.box.removeItem(self._bars)
            self._bars = None
        self._strip = strip
        high = HIGH_PX if strip is not None else 0.0
        for item in (self.box, self.axis):
            item.setVisible(strip is not None)
            item.setMinimumHeight(high)
            item.setMaximumHeight(high)
        if strip is None:
            return
        self.axis.show_names([strip.label])
        self.axis.setWidth(self.axis_px)
        rects = [(x - BAR / 2, -0.5, BAR, value / strip.top) for x, value in strip.bars]
        color = area_color(self._theme, strip.token)
        self._bars = BarsItem(
            np.array(rects, np.float64).reshape(-1, 4), color, False, True, WIDEST_BAR, 1.5
        )
        self.box.addItem(self._bars, ignoreBounds=True)
        self.box.setYRange(-0.5, 0.5, padding=0)

    def _values(self) -> Scene:
        """The value beside each bar, where all have room."""
        if self._strip is None:
            return Scene()
        texts = [(x, self._strip.unit.text(value)) for x, value in self._strip.bars]
        (first, last), width = self._above.viewRange()[0], self.box.width()
        room = width / max(last - first, 1e-9)
        half = min(WIDEST_BAR, room * BAR) / 2
        widest = max((wide(text) for _, text in texts), default=0.0)
        if widest + 2 * half + 2 * SPACE_PX > room:
            return Scene()
        beside = half + SPACE_PX
        at = [(self.box.mapFromView(QPointF(x, 0)).x() + beside, text) for x, text in texts]
        top = self.box.height() - LABEL_PX
        return Scene(
            tuple(
                Label(Rect(left, top, wide(text) + 1, LABEL_PX), text, self._theme.muted)
                for left, text in at
                if left + wide(text) <= width
            )
        )
