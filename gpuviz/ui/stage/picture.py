"""The stage painted on something else than the screen: an image, or a drawing with words in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QRect, QSize
from PySide6.QtGui import QColor, QImage, QPaintDevice
from PySide6.QtSvg import QSvgGenerator

from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.camera import scale_of
from gpuviz.ui.stage.paint import paint
from gpuviz.ui.stage.svg_words import with_fitting_words

DOTS_PER_INCH = 96  # as CSS counts: a drawing is as large in a browser as on the stage


@dataclass(frozen=True, slots=True)
class Canvas:
    """What a scene is painted on: its size in pixels, pixels per pixel of the scene, the theme."""

    width: int
    height: int
    scale: float
    theme: Theme

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the scene."""
        return self.width / self.scale, self.height / self.scale

    def image(self, scene: Scene) -> QImage:
        """A picture made of pixels."""
        image = QImage(self.width, self.height, QImage.Format.Format_RGB32)
        self._paint(image, scene)
        return image

    def pixels(self, scene: Scene) -> NDArray[np.uint8]:
        """[height, width, 3] red, green and blue of a picture."""
        return pixels_of(self.image(scene))

    def svg(self, scene: Scene, title: str) -> bytes:
        """A drawing: words stay words, grids of threads are images in it."""
        buffer, generator = QBuffer(), QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        generator.setResolution(DOTS_PER_INCH)
        generator.setSize(QSize(self.width, self.height))
        generator.setViewBox(QRect(0, 0, self.width, self.height))
        generator.setTitle(title)
        generator.setDescription(scene.sentence)
        self._paint(generator, scene)
        return with_fitting_words(bytes(buffer.data().data()))

    def _paint(self, device: QPaintDevice, scene: Scene) -> None:
        with painting(device) as painter:
            painter.fillRect(0, 0, self.width, self.height, QColor(self.theme.background))
            painter.scale(self.scale, self.scale)
            paint(painter, scene)


def canvas_of(width: int, height: int, theme: Theme) -> Canvas:
    """A canvas of so many pixels, on which a scene is shown as on a stage of that size."""
    return Canvas(width, height, scale_of(width, height), theme)


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """[height, width, 3] red, green and blue of an image."""
    width, height = image.width(), image.height()
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(height, -1)
    return rows[:, : width * 3].reshape(height, width, 3).copy()
