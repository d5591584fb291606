"""Takes a chart out of the window: as a picture, a drawing, a table, and by the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QImage, QKeySequence
from PySide6.QtWidgets import QWidget

from gpuviz.messages import GpuvizError
from gpuviz.scene.charts.table import Table, csv_text
from gpuviz.scene.sheet import Sheet
from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import say, tr
from gpuviz.ui import dialogs
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.export.new_file import whole_file
from gpuviz.ui.export.pictures import PNG, SVG, save_picture
from gpuviz.ui.stage.picture import image_on

CSV = ".csv"
SHARPER = 2  # pixels of a picture for each of the screen
SMALLEST = (720, 400)  # of a picture: a panel may be lower than its words need


@dataclass(frozen=True, slots=True)
class Exhibit:
    """What a chart shows now: its scene for any width and height, and its numbers."""

    title: str
    scene: Callable[[float, float], Scene]
    table: Callable[[], Table]  # made only where it is wanted: it may be long
    theme: Theme


class ChartExport(QObject):
    """Gives a widget its context menu, and Ctrl+C; `exhibit` says what it shows now.

    `said` carries a line for the status bar. The File menu finds each by its class.
    """

    said = Signal(str)

    def __init__(self, widget: QWidget, exhibit: Callable[[], Exhibit]) -> None:
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
        return self._widget.isVisible() and not self._widget.visibleRegion().isEmpty()

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
        dialogs.ask_new_file(self._widget, tr("Export the chart"), kinds, self.save)

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
        exhibit, (width, height) = self._exhibit(), self._size()
        return image_on(self._sheet(SHARPER), exhibit.scene(width, height))

    def _write(self, path: Path) -> None:
        exhibit, (width, height) = self._exhibit(), self._size()
        if path.suffix.lower() == CSV:
            with whole_file(path) as part:
                part.write_text(csv_text(exhibit.table()), encoding="utf-8", newline="")
            return
        sharper = 1 if path.suffix.lower() == SVG else SHARPER
        save_picture(path, self._sheet(sharper), exhibit.scene(width, height))

    def _sheet(self, sharper: int) -> Sheet:
        width, height = self._size()
        return Sheet(width * sharper, height * sharper, sharper, self._exhibit().theme)

    def _size(self) -> tuple[int, int]:
        width, height = self._widget.width(), self._widget.height()
        return max(width, SMALLEST[0]), max(height, SMALLEST[1])


def seen_chart(window: QWidget) -> ChartExport | None:
    """The chart of a window that has the keyboard, else the first that is seen."""
    seen = [export for export in window.findChildren(ChartExport) if export.is_seen]
    focused = (export for export in seen if export.widget.hasFocus())
    return next(focused, seen[0] if seen else None)
