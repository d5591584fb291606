"""What a window really paints: every text, and how large its letters are on the screen."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QPoint
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from gpuviz.scene.scene import Captions, Group, Item, Label
from gpuviz.ui.scene_widget import SceneWidget

SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class PaintedText:
    """A text as painted; `px`: pixels of the screen in its font's size."""

    text: str
    px: float


def painted_texts(window: QWidget) -> list[PaintedText]:
    """Every text of a window that is seen, those of its pictures too.

    A picture that is painted again is copied from pixels: its letters are asked of its scene.
    """
    return [*_of_widgets(window), *_of_scenes(window)]


def smallest(window: QWidget) -> PaintedText:
    """The text with the smallest letters."""
    return min(painted_texts(window), key=lambda one: one.px)


def _of_widgets(window: QWidget) -> list[PaintedText]:
    """The window as a drawing in SVG, which has texts as texts."""
    drawing, buffer = QSvgGenerator(), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    drawing.setOutputDevice(buffer)
    drawing.setSize(window.size())
    window.render(drawing, QPoint())
    root = ElementTree.fromstring(bytes(buffer.data().data()))
    return _below(root, 1.0)


def _below(element: ElementTree.Element, scale: float) -> list[PaintedText]:
    transform = element.get("transform", "")
    if transform.startswith("matrix("):
        scale = float(transform.removeprefix("matrix(").split(",")[0])
    text = "".join(element.itertext()).strip() if element.tag == f"{SVG}text" else ""
    found = [PaintedText(text, float(element.get("font-size", "0")) * scale)] if text else []
    return [*found, *(one for child in element for one in _below(child, scale))]


def _of_scenes(window: QWidget) -> list[PaintedText]:
    return [
        PaintedText(text, size * widget.scale)
        for widget in window.findChildren(SceneWidget)
        if not widget.visibleRegion().isEmpty()
        for text, size in _sizes(widget.scene.items)
        if text.strip()
    ]


def _sizes(items: tuple[Item, ...]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for item in items:
        if isinstance(item, Label):
            found.append((item.text, item.size))
        elif isinstance(item, Captions):
            found += [(text, item.size) for text in item.texts]
        elif isinstance(item, Group):
            found += _sizes(item.items)
    return found
