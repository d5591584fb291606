"""The stage painted on something else than the screen: an image, or a drawing with words in it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from gpuviz.scene.scene import Scene
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.svg import svg_of
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import paint, text_width
from gpuviz.ui.style import mono_font, ui_font


class QtFonts:
    """The fonts of the window, as drawings name them: another system takes its own instead."""

    def family(self, mono: bool) -> str:
        """The name of the font, and what stands in for it."""
        font, other = (mono_font(), "monospace") if mono else (ui_font(), "sans-serif")
        return f"{font.family()}, {other}"

    def width(self, text: str, size: int, bold: bool, mono: bool) -> float:
        """How wide a text is in the window."""
        return text_width(text, size, bold, mono)


def image_on(sheet: Sheet, scene: Scene) -> QImage:
    """A picture made of pixels."""
    image = QImage(sheet.width, sheet.height, QImage.Format.Format_RGB32)
    with painting(image) as painter:
        painter.fillRect(0, 0, sheet.width, sheet.height, QColor(sheet.theme.background))
        painter.scale(sheet.scale, sheet.scale)
        paint(painter, scene)
    return image


def drawing_on(sheet: Sheet, scene: Scene, title: str) -> bytes:
    """A drawing (SVG) in the fonts of the window."""
    return svg_of(scene, sheet, title, QtFonts())


def pixels_on(sheet: Sheet, scene: Scene) -> NDArray[np.uint8]:
    """[height, width, 3] red, green and blue of a picture."""
    return pixels_of(image_on(sheet, scene))


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """[height, width, 3] red, green and blue of an image."""
    width, height = image.width(), image.height()
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(height, -1)
    return rows[:, : width * 3].reshape(height, width, 3).copy()
