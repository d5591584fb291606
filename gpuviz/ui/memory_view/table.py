"""All accesses of a launch as a table that can be sorted, walked with the keys and copied."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QTableView

from gpuviz.insight.figures.memory import traffic_figure
from gpuviz.insight.memory_costs import SiteCost
from gpuviz.insight.traffic import SiteTraffic
from gpuviz.scene.memory_view.words import VERBS, per_request, used
from gpuviz.scene.numbers import whole
from gpuviz.texts import say, tr
from gpuviz.trace.source import SPACES
from gpuviz.ui.asked_figure import ask_figure
from gpuviz.ui.clipboard import copied
from gpuviz.ui.override import qt_override
from gpuviz.ui.tables import (
    ENTER,
    Column,
    RowModel,
    SortedRows,
    hide_narrow,
    set_up_rows,
    table_text,
)

WIDE = ((3, 520), (2, 440))  # columns that narrower tables, in pixels, do without
COLUMNS: tuple[Column[SiteCost], ...] = (
    Column("Line", lambda c: str(c.site.line), "Where it stands.", lambda c: c.site.line),
    Column("Access", lambda c: c.text, "A site, as the source has it.", is_code=True),
    Column("Kind", lambda c: _kind(c), "What is done, and in which memory."),
    Column(
        "Total",
        lambda c: _total(c),
        "Sectors of 32 B (global memory), wavefronts (shared memory) or lanes (atomics, local and"
        " constant memory) of the whole launch.",
        lambda c: c.units,
    ),
    Column(
        "Per request",
        per_request,
        "Of one warp executing it once, on average / the fewest that would do.",
        lambda c: c.per_request,
    ),
    Column(
        "Used",
        used,
        "Of the bytes that move those that are needed: coalescing brings it to 100 %; of shared"
        " memory the wavefronts that are lost to bank conflicts; of atomics the most lanes that"
        " wait for one element.",
        lambda c: (c.used_share is None, c.used_share or -c.conflicts),
    ),
)
COST = 3  # the column that the table is sorted by at first, and the first of the figures


class CostTable(QTableView):
    """A row for each site that was executed; the access that is shown is marked, a click or an
    arrow key picks another. A click on a figure, or Enter, asks where it comes from.
    """

    sitePicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._costs = RowModel(COLUMNS, _sentence)
        self._sorted = SortedRows(self._costs)
        self._marked: int | None = None
        self.setModel(self._sorted)
        self._set_up()
        self.clicked.connect(self._press)

    @property
    def costs(self) -> tuple[SiteCost, ...]:
        """The rows as they stand."""
        return self._sorted.rows

    @property
    def text(self) -> str:
        """The whole table, tabs between the columns."""
        return table_text(COLUMNS, self.costs)

    def show_costs(self, costs: tuple[SiteCost, ...]) -> None:
        """Show the sites of another launch, in the order that was chosen."""
        self._costs.show_rows(costs)
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
        picks = event.key() in ENTER
        if self.currentIndex().isValid() and (picks or self.currentIndex().row() != before):
            self._pick(self.currentIndex())
        if self.currentIndex().isValid() and picks:
            self._ask(self.currentIndex())

    def _press(self, index: QModelIndex) -> None:
        self._pick(index)
        if index.column() >= COST:
            self._ask(index)

    def _ask(self, index: QModelIndex) -> None:
        cost = self._sorted.row_at(index)
        ask_figure(self, f"{_kind(cost)} {cost.text}", _total(cost), traffic_figure(_traffic(cost)))

    def _pick(self, index: QModelIndex) -> None:
        self._marked = self._sorted.row_at(index).row
        self.sitePicked.emit(self._marked)

    def _mark(self) -> None:
        row = next((n for n, cost in enumerate(self.costs) if cost.row == self._marked), None)
        if row is not None and row == self.currentIndex().row():
            return
        if row is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        else:
            self.setCurrentIndex(self._sorted.index(row, 0))

    def _set_up(self) -> None:
        set_up_rows(self, tr("All accesses of this launch"), stretched=1)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.horizontalHeader()
        header.setSortIndicator(COST, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)


def _traffic(cost: SiteCost) -> SiteTraffic:
    """The same of the whole launch; what is used of it only where every access is known."""
    is_known = cost.known_units == cost.units
    used_share = cost.used_share if is_known else None
    return SiteTraffic(cost.site, cost.text, cost.requests, cost.units, used_share)


def _kind(cost: SiteCost) -> str:
    verb = tr(VERBS[cost.site.kind])
    if cost.site.space == "global":
        return verb
    return tr("{verb}, {space}").format(verb=verb, space=say(SPACES[cost.site.space]))


def _total(cost: SiteCost) -> str:
    names = {"sectors": tr("sectors"), "wavefronts": tr("wavefronts"), "lanes": tr("lanes")}
    if cost.units == 1:
        names = {"sectors": tr("sector"), "wavefronts": tr("wavefront"), "lanes": tr("lane")}
    return f"{whole(cost.units)} {names[cost.unit]}"


def _sentence(cost: SiteCost) -> str:
    words = tr("Line {line}, {kind} {text}: {total} in {requests} requests. {used}")
    if cost.requests == 1:
        words = tr("Line {line}, {kind} {text}: {total} in 1 request. {used}")
    text = words.format(
        line=cost.site.line,
        kind=_kind(cost),
        text=cost.text,
        total=_total(cost),
        requests=whole(cost.requests),
        used=used(cost),
    )
    return "\n".join((text.strip(), tr("A click on a number tells where it comes from.")))
