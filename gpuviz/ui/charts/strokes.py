"""Drawings whose lines have the same width in every program that shows them.

Qt writes the lines of a plot in the units of its axes, with a matrix, and asks for strokes that do
not scale with it. Many programs know no such strokes (SVG 1.2): here the matrix is applied to the
points instead.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
PAIR = re.compile(r"(-?[\d.]+(?:e[-+]?\d+)?),(-?[\d.]+(?:e[-+]?\d+)?)")
MATRIX = re.compile(r"matrix\((.*)\)")
POINTS = {f"{{{SVG}}}path": "d", f"{{{SVG}}}polyline": "points"}
Matrix = tuple[float, ...]


def with_even_strokes(drawing: bytes) -> bytes:
    """The same drawing without strokes that do not scale."""
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = ElementTree.fromstring(drawing)
    for parent in list(root.iter()):
        for group in list(parent):
            if found := MATRIX.match(group.get("transform", "")):
                _flatten(parent, group, tuple(map(float, found[1].split(","))))
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _flatten(parent: ElementTree.Element, group: ElementTree.Element, matrix: Matrix) -> None:
    """Take the lines of a group out of it, into one without a matrix."""
    lines = [each for each in group if each.get("vector-effect") == "non-scaling-stroke"]
    lines = [each for each in lines if each.tag in POINTS]
    if not lines:
        return
    attributes = {name: value for name, value in group.items() if name != "transform"}
    flat = ElementTree.Element(group.tag, attributes)
    for line in lines:
        group.remove(line)
        del line.attrib["vector-effect"]
        points = line.get(POINTS[line.tag], "")
        line.set(POINTS[line.tag], PAIR.sub(lambda pair: _moved(pair, matrix), points))
        flat.append(line)
    parent.insert(list(parent).index(group), flat)


def _moved(pair: re.Match[str], matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix
    x, y = float(pair[1]), float(pair[2])
    return f"{a * x + c * y + e:.7g},{b * x + d * y + f:.7g}"
