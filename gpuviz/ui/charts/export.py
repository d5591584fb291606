"""Takes a chart out of the window: as a picture, a drawing, a table, and by the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QObject, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QAbstractScrollArea, QGraphicsScene, QWidget

from gpuviz.messages import GpuvizError
from gpuviz.new_file import whole_file
from gpuviz.scene.charts.table import Table, csv_text
from gpuviz.scene.scene import Scene
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.theme import Theme
from gpuviz.texts import say, tr
from gpuviz.ui import dialogs
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.export.pictures import PNG, SVG, png_bytes
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.picture import drawing_on, image_on

if TYPE_CHECKING:
    from gpuviz.ui.charts.plot_view import PlotView

CSV = ".csv"
SHARPER = 2  # pixels of a picture for each of the window
SMALLEST = (720, 400)  # of a picture: a panel may be lower than its words need

NAMESPACE = "http://www.w3.org/2000/svg"
PAIR = re.compile(r"(-?[\d.]+(?:e[-+]?\d+)?),(-?[\d.]+(?:e[-+]?\d+)?)")
MATRIX = re.compile(r"matrix\((.*)\)")
POINTS = {f"{{{NAMESPACE}}}path": "d", f"{{{NAMESPACE}}}polyline": "points"}
Matrix = tuple[float, ...]


def with_even_strokes(drawing: bytes) -> bytes:
    """The same drawing without strokes that do not scale."""
    ElementTree.register_namespace("", NAMESPACE)
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


class Exportable(Protocol):
    """What a chart shows now, as large as wanted, and its numbers."""

    @property
    def title(self) -> str:
        """What stands above it."""

    def image(self, width: int, height: int) -> QImage:
        """A picture of so many pixels of the window, each of them SHARPER ones across."""

    def drawing(self, width: int, height: int, title: str) -> bytes:
        """An SVG file."""

    def table(self) -> Table:
        """All numbers; made only where they are wanted: they may be many."""


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A chart that is painted: its scene for any width and height, and its numbers."""

    title: str
    scene: Callable[[float, float], Scene]
    table: Callable[[], Table]
    theme: Theme

    def image(self, width: int, height: int) -> QImage:
        """The scene in pixels."""
        sheet = Sheet(width * SHARPER, height * SHARPER, SHARPER, self.theme)
        return image_on(sheet, self.scene(width, height))

    def drawing(self, width: int, height: int, title: str) -> bytes:
        """The scene as SVG."""
        return drawing_on(Sheet(width, height, 1, self.theme), self.scene(width, height), title)


@dataclass(frozen=True, slots=True)
class PlotExhibit:
    """A plot of pyqtgraph, which takes it out of the window itself."""

    plot: PlotView

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.plot.short_heading

    def image(self, width: int, height: int) -> QImage:
        """The plot in pixels."""
        from pyqtgraph.exporters import ImageExporter

        with self._twin(width, height) as scene:
            exporter = ImageExporter(scene)
            exporter.parameters()["width"] = width * SHARPER
            image: QImage = exporter.export(toBytes=True)
            return image

    def drawing(self, width: int, height: int, title: str) -> bytes:
        """The plot as SVG."""
        from pyqtgraph.exporters.Exporter import Exporter
        from PySide6.QtSvg import QSvgGenerator

        # Qt's generator, not pyqtgraph's SVGExporter: that one fails on every closed path that Qt
        # writes since 6.10 (https://github.com/pyqtgraph/pyqtgraph/issues/3495).
        buffer, generator = QBuffer(), QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        generator.setTitle(title)
        generator.setSize(QSize(width, height))
        generator.setViewBox(QRect(0, 0, width, height))
        generator.setResolution(self.plot.logicalDpiX())  # of the axes, which are kept as pictures
        whole = QRectF(0, 0, width, height)
        with self._twin(width, height) as scene, painting(generator) as painter:
            painter.fillRect(whole, QColor(self.plot.theme.panel))
            Exporter(scene).setExportMode(True, {"painter": painter})  # symbols as shapes
            scene.render(painter, whole, whole)
        return with_even_strokes(bytes(buffer.data().data()))

    def table(self) -> Table:
        """The numbers of the chart."""
        return self.plot.table()

    @contextmanager
    def _twin(self, width: int, height: int) -> Iterator[QGraphicsScene]:
        """The scene of a plot of that size that nobody sees."""
        twin = self.plot.twin()
        twin.resize(width, height)
        twin.look_like(self.plot)
        try:
            for _ in range(2):  # axes learn how wide their numbers are when they are painted
                twin.grab()
                twin.arrange()
            yield twin.scene()
        finally:
            twin.deleteLater()


class ChartExport(QObject):
    """Gives a widget its context menu, and Ctrl+C; `exhibit` says what it shows now.

    `said` carries a line for the status bar. The File menu finds each by its class.
    """

    said = Signal(str)

    def __init__(self, widget: QWidget, exhibit: Callable[[], Exportable]) -> None:
        super().__init__(widget)
        self._widget, self._exhibit = widget, exhibit
        picture, table = QAction(tr("&Copy picture"), widget), QAction(tr("Copy &numbers"), widget)
        picture.setShortcut(QKeySequence.StandardKey.Copy)
        picture.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        save = QAction(tr("&Export chart…"), widget)
        picture.triggered.connect(self.copy_picture)
        table.triggered.connect(self.copy_table)
        save.triggered.connect(self.ask_file)
        widget.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        widget.addActions([picture, table, save])

    @property
    def widget(self) -> QWidget:
        """The chart."""
        return self._widget

    @property
    def is_seen(self) -> bool:
        """Whether the chart is on the screen: not behind another panel."""
        area = self._widget
        painted = area.viewport() if isinstance(area, QAbstractScrollArea) else area
        return area.isVisible() and not painted.visibleRegion().isEmpty()

    def copy_picture(self) -> None:
        """The chart to the clipboard."""
        QGuiApplication.clipboard().setImage(self.image())
        self.said.emit(tr("The picture of the chart is copied."))

    def copy_table(self) -> None:
        """Its numbers to the clipboard, as a spreadsheet takes them."""
        rows = self._exhibit().table()
        copy_text("\n".join("\t".join(row) for row in rows))
        self.said.emit(tr("The numbers of the chart are copied."))

    def ask_file(self) -> None:
        """Ask for a file and save the chart."""
        pairs = ((tr("Picture"), PNG), (tr("Drawing"), SVG), (tr("Table"), CSV))
        kinds = ";;".join(f"{name} (*{suffix})" for name, suffix in pairs)
        name = self._exhibit().title
        dialogs.ask_new_file(self._widget, tr("Export the chart"), kinds, name, self.save)

    def save(self, path: Path) -> None:
        """The chart as PNG, SVG or CSV, by the suffix; what goes wrong is said."""
        try:
            self._write(path)
        except GpuvizError as error:
            dialogs.tell(self._widget, tr("This could not be saved"), say(error.message))
        else:
            self.said.emit(tr("Saved as {file}.").format(file=path))

    def image(self) -> QImage:
        """The chart in pixels."""
        return self._exhibit().image(*self._size())

    def _write(self, path: Path) -> None:
        exhibit, suffix = self._exhibit(), path.suffix.lower()
        if suffix == CSV:
            data = csv_text(exhibit.table()).encode()
        elif suffix == SVG:
            data = exhibit.drawing(*self._size(), path.stem)
        else:
            data = png_bytes(self.image())
        with whole_file(path) as part:
            part.write_bytes(data)

    def _size(self) -> tuple[int, int]:
        width, height = self._widget.width(), self._widget.height()
        return max(width, SMALLEST[0]), max(height, SMALLEST[1])


def seen_chart(window: QWidget) -> ChartExport | None:
    """The chart of a window that has the keyboard, else the first that is seen."""
    seen = [export for export in window.findChildren(ChartExport) if export.is_seen]
    focused = (export for export in seen if export.widget.hasFocus())
    return next(focused, seen[0] if seen else None)
