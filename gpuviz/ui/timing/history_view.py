"""The runs of a session as a widget: a click or the arrow keys choose one of them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt

from gpuviz.scene.charts.frame import Look
from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.scene.timing.bars import RunTimes
from gpuviz.scene.timing.history import history_picture
from gpuviz.scene.timing.history_words import history_table, run_words
from gpuviz.texts import tr
from gpuviz.ui.charts.choosing_view import ChoosingView
from gpuviz.ui.charts.export import Exhibit

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class HistoryView(ChoosingView):
    """Groups of bars; its parts are the runs."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, ARROWS)
        self._runs: tuple[RunTimes, ...] = ()
        self.changed()

    @property
    def chosen_run(self) -> RunTimes | None:
        """The run that was chosen, if any."""
        return None if self.chosen is None else self._runs[self.chosen]

    def show_runs(self, runs: tuple[RunTimes, ...]) -> None:
        """Show the times of some runs, oldest first."""
        self._runs = runs
        self.changed()

    @property
    def count(self) -> int:
        """How many runs there are."""
        return len(self._runs)

    @property
    def sentence(self) -> str:
        """How many runs there are."""
        return tr("Times of {n} runs").format(n=len(self._runs))

    def part_at(self, place: QPointF) -> int | None:
        """The run at a place."""
        return history_picture(self._runs, self.look).run_at(place.x())

    def scene(self, look: Look) -> Scene:
        """The runs that have room."""
        return history_picture(self._runs, look, self.chosen).scene

    def exhibit(self) -> Exhibit:
        """The runs without what is chosen among them, and their numbers."""
        runs = self._runs

        def scene(width: float, height: float) -> Scene:
            return history_picture(runs, self.look_of(width, height)).scene

        return Exhibit(tr("Runs of this session"), scene, lambda: history_table(runs), self.theme)

    def details(self, part: int) -> str:
        """All times of a run."""
        return run_words(self._runs[part])
