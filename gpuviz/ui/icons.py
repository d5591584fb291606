"""Icons: black drawings in assets/icons/*.svg, painted in the colours of the theme.

Each is made once: Qt keeps what it has painted of an icon, and of a new one it keeps that anew.
"""

from __future__ import annotations

import functools
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gpuviz.places import resource_dir
from gpuviz.scene.theme import Theme
from gpuviz.ui.painter import painting

IconName = Literal[
    "close", "compare", "explain", "goto", "lessons", "link", "live", "present", "run", "theme"
]

SIZES_PX = (16, 32)  # plain and high-density screens
DRAWN_IN = "#000000"


@functools.cache
def icon(name: IconName, theme: Theme) -> QIcon:
    """An icon in the muted colour, in the accent where it is switched on, faint where disabled."""
    result = QIcon()
    states = (
        (QIcon.Mode.Normal, QIcon.State.Off, theme.muted),
        (QIcon.Mode.Normal, QIcon.State.On, theme.accent),
        (QIcon.Mode.Disabled, QIcon.State.Off, theme.faint),
    )
    for mode, state, color in states:
        for size in SIZES_PX:
            result.addPixmap(_drawn(name, color, size), mode, state)
    return result


@functools.cache
def plain_icon(name: IconName, color: str) -> QIcon:
    """An icon in one colour."""
    result = QIcon()
    for size in SIZES_PX:
        result.addPixmap(_drawn(name, color, size))
    return result


def _drawn(name: IconName, color: str, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    with painting(pixmap) as painter:
        source = _source(name).replace(DRAWN_IN, color)
        QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, size, size))
    return pixmap


@functools.cache
def _source(name: IconName) -> str:
    return (resource_dir("assets") / "icons" / f"{name}.svg").read_text(encoding="utf-8")
