"""The part of the picture that stays while the grid moves: composed once, painted once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap

from gpuviz.insight.order import Instant
from gpuviz.scene.stage.camera import Camera
from gpuviz.scene.stage.compose import around, found, joined, on_grid
from gpuviz.scene.stage.scene import Scene
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import paint


class Still:
    """Takes pictures with a camera and keeps what does not depend on where the grid is."""

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._around = Scene()
        self._grid = Scene()
        self._times_painted = 0
        self._pixmap: QPixmap | None = None

    def take(self, camera: Camera, instant: Instant) -> Scene:
        """The whole picture at an instant."""
        view, key = camera.look(instant), _key(camera, instant)
        if key != self._key:
            self.show(around(view))
            self._key = key
        grid, above = on_grid(view), found(view)
        self._grid = joined(grid, above)
        return joined(grid, self._around, above)

    def forget(self) -> None:
        """What is known of the launch has changed: the next picture is a new one."""
        self._key = ()

    def show(self, scene: Scene) -> None:
        """A picture without a grid."""
        self._key, self._around, self._grid = (), scene, Scene()
        self._times_painted, self._pixmap = 0, None

    def paint(self, painter: QPainter, width: float, height: float) -> None:
        """From the second time on, what stays is copied, not painted."""
        self._times_painted += 1
        if self._times_painted == 1:
            paint(painter, self._around)
        else:
            self._copy(painter, width, height)
        paint(painter, self._grid)

    def _copy(self, painter: QPainter, width: float, height: float) -> None:
        """Pixel by pixel of the screen, whatever the scale of the painter."""
        transform = painter.combinedTransform()
        ratio = transform.m11()
        size = round(width * ratio), round(height * ratio)
        if self._pixmap is None or self._pixmap.size().toTuple() != size:
            pixmap = QPixmap(*size)
            pixmap.fill(Qt.GlobalColor.transparent)
            with painting(pixmap) as copy:
                copy.scale(ratio, ratio)
                paint(copy, self._around)
            self._pixmap = pixmap  # once it is whole: what failed is painted again
        self._pixmap.setDevicePixelRatio(ratio)
        painter.drawPixmap(0, 0, self._pixmap)


def _key(camera: Camera, instant: Instant) -> tuple[object, ...]:
    """All that the picture depends on, but for where the grid is and what lights up on it."""
    frame = camera.frame
    seen = frame.facts, frame.layout, frame.theme, frame.arrays, frame.colouring, frame.findings
    return (*seen, camera.block, camera.thread, camera.warp, instant)
