"""What widgets that paint scenes have in common."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.painter import paint_ring, painting
from gpuviz.ui.stage.paint import paint


def painted_once(widget: QWidget, scene: Scene, theme: Theme) -> QPixmap:
    """A scene as large as the widget and as sharp as its screen, to be kept."""
    ratio = widget.devicePixelRatio()
    still = QPixmap(widget.size() * ratio)
    still.setDevicePixelRatio(ratio)
    still.fill(QColor(theme.panel))
    with painting(still) as painter:
        paint(painter, scene)
    return still


def paint_kept(widget: QWidget, still: QPixmap, theme: Theme, *over: Scene) -> None:
    """Paint what was kept, scenes over it that are not, and the ring of the keyboard."""
    with painting(widget) as painter:
        painter.drawPixmap(0, 0, still)
        for scene in over:
            paint(painter, scene)
        paint_focus(painter, widget, theme)


def paint_focus(painter: QPainter, widget: QWidget, theme: Theme) -> None:
    """A ring around the widget while it has the keyboard."""
    if widget.hasFocus():
        paint_ring(painter, widget.rect().adjusted(0, 0, -1, -1), theme)
