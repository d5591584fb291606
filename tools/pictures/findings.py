"""What is wrong with a window as it stands: words cut, words or lines on words, empty panels.

Widgets say what room they need and have; scenes say where each word and each line is.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QHeaderView, QLabel, QTabBar, QWidget

from gpuviz.scene.scene import Curves, Edges, Label, Rect, Scene, mono_width
from gpuviz.ui.docks import ElidedLabel
from gpuviz.ui.fields import Picker
from gpuviz.ui.main_window import MainWindow
from gpuviz.ui.scene_widget import SceneWidget
from gpuviz.ui.stage.paint import measure

Kind = Literal["cut", "elided", "words on words", "line on words", "empty"]
SLACK_PX = 1.0  # by which words may touch
POINTS = 24  # of a curve that are looked at
WITHIN = 2.0  # pixels from the edge of words in which a line does not cross them
EMPTY_SHARE = 2e-4  # of a panel's pixels that differ from its ground, below which nothing is in it


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, and the part of the window in which it is."""

    kind: Kind
    where: str
    what: str


def of_window(window: MainWindow) -> list[Finding]:
    """Everything that can be seen."""
    return [*of_widgets(window), *of_scenes(window)]


def of_widgets(window: QWidget) -> Iterator[Finding]:
    """Labels, buttons, tabs and headings with less room than their words need."""
    for widget in window.findChildren(QWidget):
        if widget.visibleRegion().isEmpty():
            continue
        kind: Kind = "elided" if isinstance(widget, ElidedLabel) else "cut"
        for text in _cut(widget):
            yield Finding(kind, _place(widget), text)


def of_scenes(window: QWidget) -> Iterator[Finding]:
    """Words of pictures that are cut, lie on each other, or under lines."""
    for widget in window.findChildren(SceneWidget):
        if not widget.visibleRegion().isEmpty():
            for finding in of_scene(widget.scene):
                yield Finding(finding.kind, _place(widget), finding.what)


def of_scene(scene: Scene) -> Iterator[Finding]:
    """The same of one picture; words that are each in the middle of a cell are as they are."""
    items = enumerate(scene.items)
    words = [(n, item) for n, item in items if isinstance(item, Label) and item.text]
    for _, label in words:
        if _width(label) > label.rect.w + SLACK_PX:
            yield Finding("elided", "", label.text)
    free = [(n, label) for n, label in words if label.align != "center"]
    for (_, one), (_, other) in itertools.combinations(free, 2):
        if _overlap(covered(one), covered(other)):
            yield Finding("words on words", "", f"{one.text} | {other.text}")
    for n, label in words:
        lines = [item for item in scene.items[n + 1 :] if isinstance(item, Curves | Edges)]
        if any(_crosses(item, covered(label).inset(WITHIN)) for item in lines):
            yield Finding("line on words", "", label.text)


def covered(label: Label) -> Rect:
    """The rectangle that the words of a label really cover."""
    wide, rect = min(_width(label), label.rect.w), label.rect
    left = {
        "left": rect.x,
        "right": rect.right - wide,
        "center": rect.x + (rect.w - wide) / 2,
    }[label.align]
    return Rect(left, rect.y + (rect.h - label.size) / 2, wide, label.size)


def is_empty(image: QImage) -> bool:
    """Whether a part of the window shows nothing but its ground."""
    pixels = _pixels(image)
    if not pixels.size:
        return False
    ground = np.bincount(np.unique(pixels, return_inverse=True)[1].ravel()).max()
    return bool(ground > (1 - EMPTY_SHARE) * pixels.size)


def _pixels(image: QImage) -> NDArray[np.uint32]:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(plain.constBits(), np.uint32)
    found: NDArray[np.uint32] = flat.reshape(plain.height(), -1)[:, : plain.width()]
    return found


def _cut(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, ElidedLabel) and not widget.wordWrap():
        if widget.fontMetrics().horizontalAdvance(widget.text()) > widget.width() + SLACK_PX:
            yield widget.text()
    elif isinstance(widget, QLabel):
        yield from _cut_label(widget)
    elif isinstance(widget, Picker):
        if widget.sizeHint().width() > widget.width() + SLACK_PX:
            yield widget.currentText()
    elif isinstance(widget, QAbstractButton) and widget.text():
        if widget.sizeHint().width() > widget.width() + SLACK_PX:
            yield widget.text()
    elif isinstance(widget, QTabBar):
        for tab in range(widget.count()):
            needed = widget.fontMetrics().horizontalAdvance(widget.tabText(tab))
            if needed > widget.tabRect(tab).width():
                yield widget.tabText(tab)
    elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Orientation.Horizontal:
        yield from _cut_headings(widget)


def _cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or not label.pixmap().isNull():
        return
    needed = label.sizeHint()
    if label.wordWrap():
        needed = QSize(0, label.heightForWidth(label.width()))
    inside = needed.width() <= label.width() + SLACK_PX
    if not inside or needed.height() > label.height() + SLACK_PX:
        yield label.text()


def _cut_headings(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    for section in range(header.count()):
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
        needed = header.fontMetrics().horizontalAdvance(text)
        if not header.isSectionHidden(section) and needed > header.sectionSize(section):
            yield text


def _place(widget: QWidget) -> str:
    """The nearest part of the window that has a name, and what the widget is."""
    parent: QWidget | None = widget
    while parent is not None and not parent.objectName():
        parent = parent.parentWidget()
    return f"{parent.objectName() if parent is not None else ''}: {type(widget).__name__}"


def _width(label: Label) -> float:
    return mono_width(label.text, label.size) if label.mono else measure(label.text, label.size)


def _overlap(one: Rect, other: Rect) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return across > SLACK_PX and down > SLACK_PX


def _crosses(item: Curves | Edges, rect: Rect) -> bool:
    points = _along(item)
    inside = (points[:, 0] > rect.x) & (points[:, 0] < rect.right)
    inside &= (points[:, 1] > rect.y) & (points[:, 1] < rect.bottom)
    return bool(inside.any())


def _along(item: Curves | Edges) -> NDArray[np.float64]:
    """[n, 2] points on the lines."""
    if not len(item.points):
        return np.zeros((0, 2))
    t = np.linspace(0, 1, POINTS)[:, None, None]
    corners = item.points.reshape(len(item.points), -1, 2)
    if isinstance(item, Edges):
        found = corners[:, 0] * (1 - t) + corners[:, 1] * t
    else:
        a, b, c, d = (corners[:, at] for at in range(4))
        found = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
    return np.asarray(found, np.float64).reshape(-1, 2)


def summed(findings: Sequence[Finding]) -> list[tuple[Finding, int]]:
    """Each once, with how often it was found, the most frequent first."""
    counts: dict[Finding, int] = {}
    for finding in findings:
        counts[finding] = counts.get(finding, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0].kind, pair[0].where))
