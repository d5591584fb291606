"""The runs of a session as a plot: a click or the arrow keys choose one of them."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt

from gpuviz.scene.charts.colours import area_color
from gpuviz.scene.charts.ends import Ends, way
from gpuviz.scene.charts.table import Table
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.scene import Item, Panel, Rect, Scene
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.stage.plot_items import Markers
from gpuviz.scene.theme import Theme
from gpuviz.scene.timing.bars import RunTimes
from gpuviz.scene.timing.history import BarKind, ends_of, is_waiting, kinds_of, labels_of, names_of
from gpuviz.scene.timing.history_words import history_table, run_words
from gpuviz.texts import tr
from gpuviz.ui.charts.axes import NameAxis, ValueAxis
from gpuviz.ui.charts.choosing_view import ChoosingView
from gpuviz.ui.charts.items import BarsItem, LineItem, SceneItem, wide
from gpuviz.ui.charts.plot_view import Switch, Y

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right)
SLOTS = 5  # bars of a run
BAR, GROUP = 0.13, 0.7  # of the room of a run: from one bar to the next, and all of them
LEAST_PX = 84.0  # of a run, so that bars can be told apart and names read
NAME_PX = 120.0  # of a name that is read whole, however many runs there are
THICKEST_PX, SHORTEST_PX = 9.0, 5.0
CAP = 0.05  # of the room of a run
SPARE = 20  # runs for which there is room behind the newest


class HistoryView(ChoosingView):
    """Groups of bars; its parts are the runs. A drag shows earlier ones than the latest."""

    has_legend_beside = False  # the runs need the width

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, ValueAxis("left", theme), NameAxis("bottom", theme), ARROWS)
        self._runs: tuple[RunTimes, ...] = ()
        self._kinds: tuple[BarKind, ...] = ()
        self.box.setMouseEnabled(x=True, y=False)
        self._behind = SceneItem(self.box, self._under, -10)
        self.refresh()

    @property
    def chosen_run(self) -> RunTimes | None:
        """The run that was chosen, if any."""
        return None if self.chosen is None else self._runs[self.chosen]

    def show_runs(self, runs: tuple[RunTimes, ...]) -> None:
        """Show the times of some runs, oldest first; the newest comes into sight."""
        if len(runs) != len(self._runs):
            self.show_home()
        self._runs, self._kinds = runs, kinds_of(runs)
        self.refresh()

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self._runs)

    @property
    def heading(self) -> str:
        """What it is of."""
        return tr("Runs of this session")

    @property
    def short_heading(self) -> str:
        """Where the legend stands beside it."""
        return tr("Runs")

    @property
    def empty_words(self) -> str:
        """What to do before the first run."""
        return "" if self._runs else tr("Each run of this session has a group of bars here.")

    @property
    def axis_names(self) -> tuple[str, str]:
        """Of the times; runs have their names."""
        return "", tr("time")

    @property
    def switches(self) -> tuple[Switch | None, Switch | None]:
        """The times of a session differ by powers of ten."""
        return None, Switch(tr("time"), True)

    @property
    def sentence(self) -> str:
        """How many runs there are."""
        words = tr("Times of 1 run") if self.count == 1 else tr("Times of {n} runs")
        return words.format(n=self.count)

    @property
    def note_lines(self) -> tuple[LineItem, ...]:
        """Nothing."""
        return ()

    def table(self) -> Table:
        """All times of all runs."""
        return history_table(self._runs)

    def twin(self) -> HistoryView:
        """The same runs."""
        twin = HistoryView(self.theme)
        twin.show_runs(self._runs)
        return twin

    def details(self, part: int) -> str:
        """All times of a run."""
        return run_words(self._runs[part])

    def part_at(self, place: QPointF) -> int | None:
        """The run at a pixel, also at its name."""
        if not self._runs or not self.room.x <= place.x() <= self.room.right:
            return None
        run = round(self.box.mapSceneToView(place).x())
        return run if 0 <= run < self.count else None

    def fill(self) -> None:
        """The bars by what they mean, their spreads, the names of the runs."""
        names = ["\n".join(lines) for lines in names_of(self._runs)]
        self.bottom.show_names(names, [self.count - 1 if self.chosen is None else self.chosen])
        self.left.show_unit(SECONDS, self.is_logarithmic[Y])
        low = ends_of(self._kinds, self.is_logarithmic[Y])[0]
        for kind, label in zip(self._kinds, labels_of(self._kinds), strict=True):
            self._add_kind(kind, label, low)
        self.box.setLimits(xMin=-0.5, xMax=self.count + SPARE, minXRange=1.0)

    def home(self) -> tuple[Ends, Ends]:
        """As many of the latest runs as can be read."""
        names = (name for lines in names_of(self._runs) for name in lines)
        widest = max(map(wide, names), default=0.0) + 3 * SPACE_PX
        width = max(self.box.width(), 1.0)
        each = max(LEAST_PX, min(widest, max(width / max(self.count, 1), NAME_PX)))
        first = max(0, self.count - max(1, int(width // each))) - 0.5
        return (first, first + width / each), ends_of(self._kinds, self.is_logarithmic[Y])

    def _add_kind(self, kind: BarKind, label: str, low: float) -> None:
        logarithmic = self.is_logarithmic[Y]
        left = np.array([bar.run for bar in kind.bars]) + (kind.slot - SLOTS / 2) * BAR
        tops = np.array([way(bar.seconds, logarithmic) for bar in kind.bars])
        bottom, width = np.full(len(left), low), np.full(len(left), BAR)
        rects = np.column_stack([left, bottom, width, tops - low])
        color = area_color(self.theme, kind.token, kind.shade)
        bars = BarsItem(rects, color, kind.modelled, True, THICKEST_PX, SHORTEST_PX, label)
        self.add_series(bars)
        spreads = [n for n, bar in enumerate(kind.bars) if bar.ends_s]
        if spreads:
            ends = np.array([_ways(kind.bars[n].ends_s, logarithmic, low) for n in spreads])
            whiskers = pg.ErrorBarItem(
                x=left[spreads] + BAR / 2, y=tops[spreads], bottom=tops[spreads] - ends[:, 0],
                top=ends[:, 1] - tops[spreads], beam=CAP, pen=pg.mkPen(self.theme.text),
            )  # fmt: skip
            whiskers.setParentItem(bars)

    def _under(self) -> Scene:
        """The chosen run stands out; dots where the bars of the CPU will be."""
        items: list[Item] = []
        width = self.box.width() / max(self.view_range[0][1] - self.view_range[0][0], 1e-9)
        for number, run in enumerate(self._runs):
            middle = self.box.mapFromView(QPointF(number, 0.0)).x()
            if number == self.chosen:
                place = Rect(middle - width / 2 + 2, 0, width - 4, self.box.height())
                items.append(Panel(place, self.theme.raised, radius=4))
            if is_waiting(run):
                x = [middle + (slot + 0.5 - SLOTS / 2) * BAR * width for slot in range(3)]
                dots = np.array([(at, self.box.height() - 4) for at in x])
                items.append(Markers(dots, self.theme.faint, radius=1.0))
        return Scene(tuple(items))


def _ways(ends_s: Ends | None, logarithmic: bool, low: float) -> Ends:
    """The ends of a spread on the axis, none below its beginning."""
    least, most = ends_s or (0.0, 0.0)
    first = way(least, logarithmic) if least > 0 else low
    return max(first, low), way(most, logarithmic)
