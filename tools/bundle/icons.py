"""The icons of desktops, made from `assets/gpuviz.svg`: `python -m tools.bundle.icons DIR`."""

from __future__ import annotations

import argparse
import functools
import io
import os
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QBuffer, QCoreApplication, QIODevice
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tools.bundle.contents import ROOT

DRAWING = ROOT / "assets" / "gpuviz.svg"
SIZES_PX = (16, 24, 32, 48, 64, 128, 256, 512)
"""Of a desktop's icon theme (specifications.freedesktop.org/icon-theme)."""
WINDOWS_PX = (16, 24, 32, 48, 64, 256)
MACOS_PX = 1024


def main() -> int:
    """Writes all of them."""
    parser = argparse.ArgumentParser(prog="python -m tools.bundle.icons", description=__doc__)
    parser.add_argument("folder", type=Path)
    write_icons(parser.parse_args().folder)
    return 0


def write_icons(folder: Path) -> None:
    """Writes hicolor/SIZExSIZE/apps/gpuviz.png, gpuviz.ico and gpuviz.icns into a folder."""
    for pixels in SIZES_PX:
        place = folder / "hicolor" / f"{pixels}x{pixels}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        drawn(pixels).save(place / "gpuviz.png")
    small = [drawn(pixels) for pixels in WINDOWS_PX]
    small[-1].save(
        folder / "gpuviz.ico",
        sizes=[(pixels, pixels) for pixels in WINDOWS_PX],
        append_images=small[:-1],
    )
    drawn(MACOS_PX).save(folder / "gpuviz.icns")


def drawn(pixels: int) -> Image.Image:
    """The drawing at one size, on nothing."""
    _qt()
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(DRAWING)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return Image.open(io.BytesIO(buffer.data().data())).convert("RGBA")


@functools.cache
def _qt() -> QCoreApplication:
    """What Qt needs for as long as it draws."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QGuiApplication.instance() or QGuiApplication([])


if __name__ == "__main__":
    sys.exit(main())
