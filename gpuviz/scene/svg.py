"""Scenes as SVG, for any program that draws it: words are words, grids of cells are images.

Needs no Qt. Words name the font that they were measured in and their width, and are as wide in
another one (`textLength`).
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from gpuviz.scene.cell_pixels import placed_pixels
from gpuviz.scene.fonts import Fonts, fitted
from gpuviz.scene.scene import (
    BACK_OPACITY,
    Captions,
    Cells,
    Curves,
    Edges,
    Group,
    Item,
    Label,
    Outlines,
    Panel,
    Rect,
    Scene,
)
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.stage.plot_items import (
    CORNERS,
    CROSS_ARM,
    DASHES,
    STRIPE_PX,
    Bars,
    Markers,
    Shape,
    Trail,
)
from gpuviz.texts import visible

NAMESPACE = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
BASELINE = 0.346  # of the size: how far it lies under the middle of a line of the usual fonts
UNWRITABLE = re.compile("[\ud800-\udfff\ufffe\uffff]")  # in XML, whatever the encoding

Element = ElementTree.Element


def svg_of(scene: Scene, sheet: Sheet, title: str, fonts: Fonts) -> bytes:
    """A scene as the bytes of an SVG file; `scene.sentence` describes it for a screen reader."""
    return _Drawing(sheet, fonts).draw(scene, title)


class _Drawing:
    """One SVG that is being made; one small function for each kind of item."""

    def __init__(self, sheet: Sheet, fonts: Fonts) -> None:
        self._sheet, self._fonts = sheet, fonts
        self._defined: dict[str, str] = {}  # ids of patterns, by colour
        self._clips = 0
        size = {"width": str(sheet.width), "height": str(sheet.height)}
        box = f"0 0 {sheet.width} {sheet.height}"
        names = {"xmlns": NAMESPACE, "xmlns:xlink": XLINK}  # SVG 1.1: readers know no other link
        self._root = Element("svg", {**names, "version": "1.1", **size, "viewBox": box})
        self._definitions = Element("defs")

    def draw(self, scene: Scene, title: str) -> bytes:
        """The whole file."""
        sheet = self._sheet
        for name, words in (("title", title), ("desc", scene.sentence)):
            _under(self._root, name).text = _written(words)
        self._root.append(self._definitions)
        _rect(self._root, Rect(0, 0, sheet.width, sheet.height), fill=sheet.theme.background)
        inside = _under(self._root, "g", transform=f"scale({sheet.scale:.6g})")
        self._items(inside, scene.items)
        data: bytes = ElementTree.tostring(self._root, encoding="utf-8", xml_declaration=True)
        return data

    def _items(self, inside: Element, items: Iterable[Item]) -> None:
        for item in items:
            DRAWERS[type(item)](self, inside, item)

    def _panel(self, inside: Element, panel: Panel) -> None:
        rect = panel.rect.sharp() if panel.stroke else panel.rect
        look = {"fill": panel.fill or "none", "rx": _n(panel.radius)}
        if panel.stroke:
            look |= {"stroke": panel.stroke, "stroke-width": _n(panel.width)}
        _rect(inside, rect, **look)

    def _label(self, inside: Element, label: Label) -> None:
        rect, look = label.rect, (label.size, label.bold, label.mono)
        text = fitted(label.text, rect.w + 1, self._fonts, *look)
        width = self._fonts.width(text, *look)
        left = {"left": 0.0, "center": (rect.w - width) / 2, "right": rect.w - width}[label.align]
        if label.back:
            back = {"fill": label.back, "fill-opacity": _n(BACK_OPACITY), "rx": "3"}
            _rect(inside, Rect(rect.x - 2, rect.y, width + 4, rect.h), **back)
        self._text(inside, (rect.x + left, rect.y + rect.h / 2), text, label.color, look)

    def _captions(self, inside: Element, captions: Captions) -> None:
        look = (captions.size, captions.bold, captions.mono)
        places = captions.points.tolist()
        for (x, y), text, color in zip(places, captions.texts, captions.colors, strict=True):
            left = x - self._fonts.width(text, *look) / 2
            self._text(inside, (left, y), text, color, look)

    def _text(
        self,
        inside: Element,
        left_middle: tuple[float, float],
        text: str,
        color: str,
        look: tuple[int, bool, bool],
    ) -> None:
        if not text.strip():
            return
        (x, middle), (size, bold, mono) = left_middle, look
        family = self._fonts.family(mono)
        element = _under(inside, "text", x=_n(x), y=_n(middle + BASELINE * size), fill=color)
        element.set("font-family", family)
        element.set("font-size", str(size))
        if bold:
            element.set("font-weight", "700")
        if not mono:
            element.set("font-stretch", "semi-condensed")  # as the widths of UsualFonts are
        element.set("textLength", _n(self._fonts.width(text, *look)))
        element.set("lengthAdjust", "spacingAndGlyphs")
        element.text = _written(text)

    def _cells(self, inside: Element, cells: Cells) -> None:
        if 0 in cells.pixels.shape:
            return
        rect, pixels = placed_pixels(cells)
        if 0 not in pixels.shape:
            place = {"x": _n(rect.x), "y": _n(rect.y), "width": _n(rect.w), "height": _n(rect.h)}
            image = _under(inside, "image", preserveAspectRatio="none", **place)
            image.set("style", "image-rendering:pixelated")
            image.set("xlink:href", _png(pixels))

    def _outlines(self, inside: Element, outlines: Outlines) -> None:
        shapes = (
            f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in _rows(outlines.rects)
        )
        _path(inside, shapes, outlines.color, outlines.width)

    def _edges(self, inside: Element, edges: Edges) -> None:
        lines = (f"M{_n(a)} {_n(b)}L{_n(c)} {_n(d)}" for a, b, c, d in _rows(edges.points))
        _path(inside, lines, edges.color, edges.width, **{"stroke-linecap": "square"})

    def _curves(self, inside: Element, curves: Curves) -> None:
        lines = (
            f"M{_n(x)} {_n(y)}C{' '.join(map(_n, control))}"
            for x, y, *control in _rows(curves.points)
        )
        _path(inside, lines, curves.color, curves.width, **{"stroke-opacity": _n(curves.alpha)})

    def _group(self, inside: Element, group: Group) -> None:
        self._clips += 1
        name = f"clip{self._clips}"
        _rect(_under(self._definitions, "clipPath", id=name), group.clip.inset(-3))
        self._items(_under(inside, "g", **{"clip-path": f"url(#{name})"}), group.items)

    def _trail(self, inside: Element, trail: Trail) -> None:
        look = {"stroke-opacity": _n(trail.alpha), "stroke-linejoin": "round"}
        if trail.stroke in DASHES:
            look["stroke-dasharray"] = " ".join(_n(k * trail.width) for k in DASHES[trail.stroke])
        if len(trail.points):
            corners = "L".join(f"{_n(x)} {_n(y)}" for x, y in _rows(trail.points))
            _path(inside, [f"M{corners}"], trail.color, trail.width, **look)

    def _markers(self, inside: Element, markers: Markers) -> None:
        look = {"stroke-opacity": _n(markers.alpha), "fill": markers.hollow or markers.color}
        if not markers.hollow:
            look["fill-opacity"] = _n(markers.alpha)
        figures = (_figure(x, y, markers.shape, markers.radius) for x, y in _rows(markers.points))
        _path(inside, figures, markers.color, 1.6, **look)

    def _bars(self, inside: Element, bars: Bars) -> None:
        look = {"fill": bars.color, "fill-opacity": _n(bars.alpha)}
        if bars.hatched:
            look = {"fill": f"url(#{self._hatch(bars.color)})", "stroke": bars.color}
            look["stroke-opacity"] = _n(bars.alpha)
        for row in _rows(bars.rects):
            rect = Rect(*row).inset(0.5) if bars.hatched else Rect(*row)
            if rect.w > 0 and rect.h > 0:
                _rect(inside, rect, rx=_n(bars.radius), **look)

    def _hatch(self, color: str) -> str:
        """The id of a pattern of stripes in that colour."""
        if color not in self._defined:
            self._defined[color] = name = f"hatch{len(self._defined)}"
            far = _n(STRIPE_PX * 2**0.5)
            turned = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(-45)"}
            pattern = _under(self._definitions, "pattern", id=name, width=far, height=far, **turned)
            for y, opacity in ((0.0, "0.95"), (STRIPE_PX / 2**0.5, "0.25")):
                stripe = Rect(0, y, STRIPE_PX * 2**0.5, STRIPE_PX / 2**0.5)
                _rect(pattern, stripe, fill=color, **{"fill-opacity": opacity})
        return self._defined[color]


DRAWERS: dict[type, Callable[[_Drawing, Element, Any], None]] = {
    Panel: _Drawing._panel,
    Label: _Drawing._label,
    Captions: _Drawing._captions,
    Cells: _Drawing._cells,
    Outlines: _Drawing._outlines,
    Edges: _Drawing._edges,
    Curves: _Drawing._curves,
    Group: _Drawing._group,
    Trail: _Drawing._trail,
    Markers: _Drawing._markers,
    Bars: _Drawing._bars,
}


def _written(text: str) -> str:
    """Words without the characters that show nothing, and those that no XML may have."""
    return UNWRITABLE.sub("\N{REPLACEMENT CHARACTER}", visible(text))


def _under(parent: Element, name: str, **attributes: str) -> Element:
    return ElementTree.SubElement(parent, name, attributes)


def _rect(inside: Element, rect: Rect, **look: str) -> None:
    place = {"x": _n(rect.x), "y": _n(rect.y), "width": _n(rect.w), "height": _n(rect.h)}
    _under(inside, "rect", **place, **look)


def _path(inside: Element, parts: Iterable[str], color: str, width: float, **look: str) -> None:
    """Many lines as one; nothing where there are none."""
    way = "".join(parts)
    if way:
        stroke = {"stroke": color, "stroke-width": _n(width)}
        _under(inside, "path", d=way, **{"fill": "none", **stroke, **look})


def _figure(x: float, y: float, shape: Shape, radius: float) -> str:
    if shape == "circle":
        r, across = _n(radius), _n(2 * radius)
        return f"M{_n(x - radius)} {_n(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0z"
    if shape == "cross":
        arm = CROSS_ARM * radius
        across, back = _n(2 * arm), _n(-2 * arm)
        begin = f"M{_n(x - arm)}"
        return f"{begin} {_n(y - arm)}l{across} {across}{begin} {_n(y + arm)}l{across} {back}"
    corners = (f"{_n(x + radius * a)} {_n(y + radius * b)}" for a, b in CORNERS[shape])
    return f"M{'L'.join(corners)}z"


def _png(pixels: NDArray[np.uint32]) -> str:
    """[height, width] 0xAARRGGBB as the address of a PNG that is part of the file."""
    from PIL import Image  # only where there are cells

    shifts = np.array([16, 8, 0, 24], np.uint32)
    channels = (pixels[..., None] >> shifts & 0xFF).astype(np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(channels).save(buffer, "PNG")
    return f"data:image/png;base64,{base64.b64encode(buffer.getvalue()).decode()}"


def _rows(points: NDArray[np.float64]) -> list[list[float]]:
    rows: list[list[float]] = points.tolist()
    return rows


def _n(number: float) -> str:
    """A number with at most two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
