"""The launches of a pipeline as a table: kernel, grid, block, time, share, hazards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from gpuviz.scene.launch.opening import launch_title
from gpuviz.scene.numbers import percent, seconds, whole
from gpuviz.scene.pipeline.figures import row_figure
from gpuviz.scene.pipeline.train import LaunchRow, LaunchTrain
from gpuviz.scene.pipeline.words import row_lines
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.asked_figure import ask_figure
from gpuviz.ui.clipboard import copied
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import kept_state
from gpuviz.ui.stage.paint import hatch
from gpuviz.ui.tables import ENTER, Column, Index, RowModel, hide_narrow, set_up_rows, table_text

BAR_PX = 36  # of the largest share
WIDE = ((3, 400), (2, 330))  # columns that narrower tables, in pixels, do without
COLUMNS: tuple[Column[LaunchRow], ...] = (
    Column("#", lambda row: whole(row.number + 1), "The order in which they were launched."),
    Column("Kernel", lambda row: row.kernel, "What is launched."),
    Column("Grid", lambda row: row.grid, "Blocks along x, y and z."),
    Column("Block", lambda row: row.block, "Threads of a block along x, y and z."),
    Column(
        "Time",
        lambda row: _time(row),
        "How long the kernel runs; a click tells where that comes from.",
    ),
    Column(
        "Share",
        lambda row: _share(row),
        "Of the time of all launches and copies together; the bar, of the longest launch.",
    ),
    Column("Hazards", lambda row: _hazards(row), "What is wrong in it."),
)
KERNEL, TIME, SHARE, HAZARDS = 1, 4, 5, 6


class LaunchModel(RowModel[LaunchRow]):
    """A row for each launch, in their order: the one on the stage is bold, what is wrong stands in
    the colour of hazards.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(COLUMNS, self._sentence)
        self._theme = theme
        self._opened: int | None = None

    def set_theme(self, theme: Theme) -> None:
        """Write in other colours."""
        self._theme = theme
        self._repaint()

    def open(self, launch: int | None) -> None:
        """Mark the launch that is on the stage."""
        self._opened = launch
        self._repaint()

    @qt_override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Also what is bold and what is wrong."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.FontRole and row.number == self._opened:
            font = QFont()
            font.setWeight(QFont.Weight.Bold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            wrong = row.failed or (index.column() == HAZARDS and row.hazards)
            return QColor(self._theme.words.hazard) if wrong else None
        return super().data(index, role)

    def _sentence(self, row: LaunchRow) -> str:
        title = launch_title(row.number, len(self.rows), row.kernel)
        return "\n".join((title, *row_lines(row)))

    def _repaint(self) -> None:
        if self.rows:
            last = self.index(len(self.rows) - 1, len(COLUMNS) - 1)
            self.dataChanged.emit(self.index(0, 0), last)


class LaunchTable(QTableView):
    """A click or Enter opens a launch; the arrow keys go from one to the next. A click on its time
    or its share asks where that comes from.
    """

    launchPicked = Signal(int)
    launchChosen: TypedSignal[[int | None]] = signal(
        object
    )  # row in LaunchResult.launches, or None

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.launches = LaunchModel(theme)
        self.setModel(self.launches)
        self._cells = LaunchCells(theme, self)
        self._train: LaunchTrain | None = None
        self.setItemDelegate(self._cells)
        self._set_up()
        self.clicked.connect(self._press)

    @property
    def text(self) -> str:
        """The whole table, tabs between the columns."""
        return table_text(COLUMNS, self.launches.rows)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._cells.theme = theme
        self.launches.set_theme(theme)

    def show_train(self, train: LaunchTrain | None) -> None:
        """Show the launches of a result; of none, no row."""
        self._train, rows = train, () if train is None else train.rows
        self._cells.modelled = train is None or train.modelled
        self._cells.largest = max((row.share or 0.0 for row in rows), default=0.0)
        self.launches.show_rows(rows)
        self.setColumnHidden(HAZARDS, not any(row.hazards or row.failed for row in rows))

    def light(self, launch: int | None) -> None:
        """Mark the launch that is on the stage."""
        self.launches.open(launch)
        self.choose(launch)

    def choose(self, launch: int | None) -> None:
        """Stand on a launch."""
        if launch is None or launch >= len(self.launches.rows):
            self.setCurrentIndex(QModelIndex())
        elif launch != self.currentIndex().row():
            self.setCurrentIndex(self.launches.index(launch, KERNEL))
            self.scrollTo(self.currentIndex(), QAbstractItemView.ScrollHint.PositionAtCenter)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for; the launch on the stage stays in view."""
        hide_narrow(self, WIDE)
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the table, opens a launch, or goes to another."""
        if copied(event, lambda: self.text):
            return
        at = self.currentIndex()
        if event.key() in ENTER and at.isValid():
            self.launchPicked.emit(at.row())
            return
        super().keyPressEvent(event)
        if self.currentIndex().isValid() and self.currentIndex().row() != at.row():
            self.launchChosen.emit(self.currentIndex().row())

    def _press(self, index: QModelIndex) -> None:
        row, figure = self.launches.rows[index.row()], None
        if self._train is not None and index.column() in (TIME, SHARE):
            figure = row_figure(self._train, row, of_share=index.column() == SHARE)
        if figure is None:
            self.launchPicked.emit(index.row())
            return
        title = launch_title(row.number, len(self.launches.rows), row.kernel)
        column = COLUMNS[index.column()]
        ask_figure(self, f"{title} · {tr(column.title)}", column.text(row), figure)

    def _set_up(self) -> None:
        set_up_rows(self, tr("The launches of the pipeline"), stretched=KERNEL)


class LaunchCells(QStyledItemDelegate):
    """A bar beside each share, hatched where it is modelled; what has a colour of its own keeps it
    while the row is chosen.
    """

    def __init__(self, theme: Theme, parent: LaunchTable) -> None:
        super().__init__(parent)
        self.theme = theme
        self.modelled = True
        self.largest = 0.0  # share
        self._table = parent

    @qt_override
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """The colour of the words."""
        super().initStyleOption(option, index)
        own = index.data(Qt.ItemDataRole.ForegroundRole)
        if own is not None:
            option.palette.setColor(option.palette.ColorRole.HighlightedText, own)

    @qt_override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The words, and the bar of a share at their right."""
        super().paint(painter, option, index)
        share = self._table.launches.rows[index.row()].share
        if index.column() != SHARE or not share:
            return
        rect = option.rect
        wide = max(BAR_PX * share / self.largest, 1.5)
        place = QRectF(rect.right() - BAR_PX - SPACE_PX, rect.center().y() - 4, wide, 9)
        with kept_state(painter):
            color = QColor(self.theme.write)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(hatch(self.theme.write) if self.modelled else color)
            painter.drawRect(place)

    @qt_override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> Any:
        """With room for the bar."""
        wanted = super().sizeHint(option, index)
        if index.column() == SHARE:
            wanted.setWidth(wanted.width() + BAR_PX + 2 * SPACE_PX)
        return wanted


def _time(row: LaunchRow) -> str:
    return "–" if row.seconds is None else seconds(row.seconds)


def _share(row: LaunchRow) -> str:
    return "–" if row.share is None else percent(row.share)


def _hazards(row: LaunchRow) -> str:
    if row.failed:
        return tr("failed")
    return whole(row.hazards) if row.hazards else "–"
