"""Words of an SVG that other programs draw as wide as they are on the stage, in whatever font."""

from __future__ import annotations

from xml.etree import ElementTree

from PySide6.QtGui import QFont, QFontMetricsF

from gpuviz.ui.style import mono_font, ui_font

NAMESPACE = "http://www.w3.org/2000/svg"
SEMIBOLD = 600
PREFIXES = {"": NAMESPACE, "xlink": "http://www.w3.org/1999/xlink"}


def with_fitting_words(drawing: bytes) -> bytes:
    """A drawing of QSvgGenerator's whose words name a font for other systems and their width."""
    for prefix, address in PREFIXES.items():
        ElementTree.register_namespace(prefix, address)
    root = ElementTree.fromstring(drawing)
    mono = mono_font().family()
    for element in root.iter(f"{{{NAMESPACE}}}text"):
        _fit(element, element.get("font-family") == mono)
    data: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return data


def _fit(element: ElementTree.Element, is_mono: bool) -> None:
    size, weight = float(element.get("font-size", "11")), int(element.get("font-weight", "400"))
    bold = QFont.Weight.Bold if weight >= SEMIBOLD else QFont.Weight.Normal
    font = mono_font(round(size), bold) if is_mono else ui_font(round(size), bold)
    width = QFontMetricsF(font).horizontalAdvance(element.text or "")
    other = "monospace" if is_mono else "sans-serif"
    element.set("font-family", f"{font.family()}, {other}")
    element.set("textLength", f"{width:.1f}")
    element.set("lengthAdjust", "spacingAndGlyphs")
