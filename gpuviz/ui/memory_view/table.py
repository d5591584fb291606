"""All accesses of a launch as a table that can be sorted, walked with the keys and copied."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView

from gpuviz.insight.memory_costs import SiteCost
from gpuviz.messages import EnglishText
from gpuviz.scene.memory_view.words import VERBS, per_request, used
from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import BASE_PX
from gpuviz.texts import say, tr
from gpuviz.trace.source import SPACES
from gpuviz.ui.clipboard import copied
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import mono_font
from gpuviz.ui.tables import heading, hide_narrow, set_up_rows
from gpuviz.ui.terms import with_words

WIDE = ((3, 520), (2, 440))  # columns that narrower tables, in pixels, do without
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its title, what it says of a site, by what it is sorted, and what it means."""

    title: EnglishText
    text: Callable[[SiteCost], str]
    key: Callable[[SiteCost], Any]
    tip: EnglishText
    mono: bool = False


COLUMNS = (
    Column("Line", lambda c: str(c.site.line), lambda c: c.site.line, "Where it stands."),
    Column(
        "Access", lambda c: c.text, lambda c: c.text, "A site, as the source has it.", mono=True
    ),
    Column("Kind", lambda c: _kind(c), lambda c: _kind(c), "What is done, and in which memory."),
    Column(
        "Total",
        lambda c: _total(c),
        lambda c: c.units,
        "Sectors of 32 B (global memory), wavefronts (shared memory) or lanes (atomics, local and"
        " constant memory) of the whole launch.",
    ),
    Column(
        "Per request",
        per_request,
        lambda c: c.per_request,
        "Of one warp executing it once, on average / the fewest that would do.",
    ),
    Column(
        "Used",
        used,
        lambda c: (c.used_share is None, c.used_share or -c.conflicts),
        "Of the bytes that move those that are needed: coalescing brings it to 100 %; of shared"
        " memory the wavefronts that are lost to bank conflicts; of atomics the most lanes that"
        " wait for one element.",
    ),
)
COST = 3  # the column that the table is sorted by at first


class CostModel(QAbstractTableModel):
    """A row for each site that was executed."""

    def __init__(self) -> None:
        super().__init__()
        self._costs: list[SiteCost] = []
        self._by, self._order = COST, Qt.SortOrder.DescendingOrder

    @property
    def costs(self) -> tuple[SiteCost, ...]:
        """The rows as they stand."""
        return tuple(self._costs)

    def show_costs(self, costs: tuple[SiteCost, ...]) -> None:
        """Show the sites of another launch, in the order that was chosen."""
        self.beginResetModel()
        self._costs = list(costs)
        self._sort()
        self.endResetModel()

    def row_of(self, site: int | None) -> int | None:
        """Where a site of the trace stands."""
        return next((n for n, cost in enumerate(self._costs) if cost.row == site), None)

    @qt_override
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102
        return 0 if parent.isValid() else len(self._costs)

    @qt_override
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, D102
        return 0 if parent.isValid() else len(COLUMNS)

    @qt_override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts, the font of code, and a sentence for tooltips and screen readers."""
        cost, column = self._costs[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(cost)
        if role == Qt.ItemDataRole.FontRole and column.mono:
            return mono_font(BASE_PX - 1)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole):
            sentence = _sentence(cost)
            return plain_tip(sentence) if role == Qt.ItemDataRole.ToolTipRole else sentence
        return None

    @qt_override
    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Titles of the columns, and what they mean."""
        title, tip = tr(COLUMNS[section].title), tr(COLUMNS[section].tip)
        return heading(title, with_words(tip, tip), orientation, role)

    @qt_override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the rows by a column."""
        self._by, self._order = column, order
        self.layoutAboutToBeChanged.emit()
        self._sort()
        self.layoutChanged.emit()

    def _sort(self) -> None:
        falling = self._order is Qt.SortOrder.DescendingOrder
        self._costs.sort(key=COLUMNS[self._by].key, reverse=falling)


class CostTable(QTableView):
    """The table; the access that is shown is marked, a click or an arrow key picks another."""

    sitePicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.costs = CostModel()
        self._marked: int | None = None
        self.setModel(self.costs)
        self._set_up()
        self.costs.layoutChanged.connect(self._mark)
        self.clicked.connect(self._pick)

    @property
    def text(self) -> str:
        """The whole table, tabs between the columns."""
        lines = [[tr(column.title) for column in COLUMNS]]
        lines += [[column.text(cost) for column in COLUMNS] for cost in self.costs.costs]
        return "\n".join("\t".join(line) for line in lines)

    def show_costs(self, costs: tuple[SiteCost, ...]) -> None:
        """Show the sites of another launch."""
        self.costs.show_costs(costs)
        self._mark()

    def mark(self, site: int | None) -> None:
        """Mark the row of the access that is shown."""
        self._marked = site
        self._mark()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """As many columns as there is room for."""
        hide_narrow(self, WIDE)
        super().resizeEvent(event)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the table; the arrows pick the row that they come to."""
        if copied(event, lambda: self.text):
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        picks = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if self.currentIndex().isValid() and (picks or self.currentIndex().row() != before):
            self._pick(self.currentIndex())

    def _pick(self, index: QModelIndex) -> None:
        self._marked = self.costs.costs[index.row()].row
        self.sitePicked.emit(self._marked)

    def _mark(self) -> None:
        row = self.costs.row_of(self._marked)
        if row is not None and row == self.currentIndex().row():
            return
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self.costs.index(row, 0))

    def _set_up(self) -> None:
        set_up_rows(self, tr("All accesses of this launch"), stretched=1)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.horizontalHeader()
        header.setSortIndicator(COST, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)


def _kind(cost: SiteCost) -> str:
    verb = tr(VERBS[cost.site.kind])
    if cost.site.space == "global":
        return verb
    return tr("{verb}, {space}").format(verb=verb, space=say(SPACES[cost.site.space]))


def _total(cost: SiteCost) -> str:
    names = {"sectors": tr("sectors"), "wavefronts": tr("wavefronts"), "lanes": tr("lanes")}
    return f"{whole(cost.units)} {names[cost.unit]}"


def _sentence(cost: SiteCost) -> str:
    text = tr("Line {line}, {kind} {text}: {total} in {requests} requests. {used}").format(
        line=cost.site.line,
        kind=_kind(cost),
        text=cost.text,
        total=_total(cost),
        requests=whole(cost.requests),
        used=used(cost),
    )
    return text.strip()
