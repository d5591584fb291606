"""The icons of the playback controls, drawn as paths in the theme's colours."""

from __future__ import annotations

import functools

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPixmap, QPolygonF

from gpuviz.scene.theme import Theme
from gpuviz.ui.painter import painting

SIZE = 20  # units of a drawing
SCALE = 3  # pixels per unit: sharp on screens of high density

Point = tuple[float, float]
RIGHT: tuple[Point, ...] = ((6, 4), (16, 10), (6, 16))
LEFT: tuple[Point, ...] = ((14, 4), (4, 10), (14, 16))
SHAPES: dict[str, tuple[tuple[tuple[Point, ...], ...], tuple[tuple[float, ...], ...]]] = {
    "first": (((((16, 4), (7, 10), (16, 16))),), ((3, 4, 2, 12),)),
    "back": ((LEFT,), ()),
    "play": ((((5, 3), (17, 10), (5, 17)),), ()),
    "pause": ((), ((5, 4, 3.5, 12), (11.5, 4, 3.5, 12))),
    "forward": ((RIGHT,), ()),
    "last": ((((4, 4), (13, 10), (4, 16)),), ((15, 4, 2, 12),)),
}


@functools.cache
def control_icon(name: str, theme: Theme) -> QIcon:
    """The icon of a control: triangles and bars; made once, as those of `ui/icons.py`."""
    icon = QIcon()
    icon.addPixmap(_drawn(name, theme.text), QIcon.Mode.Normal)
    icon.addPixmap(_drawn(name, theme.faint), QIcon.Mode.Disabled)
    return icon


def _drawn(name: str, color: str) -> QPixmap:
    triangles, bars = SHAPES[name]
    path = QPainterPath()
    for triangle in triangles:
        path.addPolygon(QPolygonF([QPointF(*point) for point in triangle]))
        path.closeSubpath()
    for bar in bars:
        path.addRoundedRect(QRectF(*bar), 0.8, 0.8)
    pixmap = QPixmap(SIZE * SCALE, SIZE * SCALE)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(SCALE, SCALE)
        painter.fillPath(path, QColor(color))
    return pixmap
