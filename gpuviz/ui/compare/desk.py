"""A pinned run beside the one that is played: scrubbed together, figures with their differences."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from gpuviz.insight.compare import biggest_difference, compare_runs, run_names
from gpuviz.scene.compare.words import compare_row
from gpuviz.session.playback import Playback
from gpuviz.texts import rich, say_rich, told, tr
from gpuviz.trace import Trace
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.compare.view import CompareView
from gpuviz.ui.later import Later


class CompareDesk(QObject):
    """Pins the run that is shown, and compares it with every later one."""

    wanted = Signal()  # a run was pinned: its figures will be asked for

    def __init__(
        self,
        view: CompareView,
        pair: StagePair,
        playback: Playback,
        actions: Mapping[str, QAction],
    ) -> None:
        super().__init__(view)
        self._actions = actions
        self._view, self._pair, self._playback = view, pair, playback
        self._pinned: Trace | None = None
        self._swapped = False
        Later(self, self._show, playback.traceChanged)
        self._filling = Later(self, self._fill)
        playback.momentChanged.connect(self._follow)
        self._show_actions()

    @property
    def pinned(self) -> Trace | None:
        """The run that stays."""
        return self._pinned

    def toggle(self) -> None:
        """Pin the run that is shown; or let the pinned one go."""
        self._pinned = self._playback.trace if self._pinned is None else None
        self._swapped = False
        if self._pinned is None:
            self._pair.show_alone()
        self._show()
        self._filling.ask()
        self._show_actions()
        if self._pinned is not None:
            self.wanted.emit()

    def take_over(self, other: CompareDesk) -> None:
        """Pin the run that is pinned there."""
        self._pinned, self._swapped = other._pinned, other._swapped
        if self._pinned is not None:
            self._show()
            self._filling.ask()
            self._show_actions()

    def _show_actions(self) -> None:
        self._actions["compare"].setChecked(self._pinned is not None)
        self._actions["swap"].setEnabled(self._pinned is not None)

    def _fill(self) -> None:
        """The picture of the pinned run, once there is room for it."""
        self._pair.playback.set_trace(self._pinned)
        self._pair.pinned.show_trace(self._pinned)
        self._follow()

    def swap(self) -> None:
        """Left becomes right."""
        if self._pinned is not None:
            self._swapped = not self._swapped
            self._show()

    def _show(self) -> None:
        """Both runs as they are now."""
        trace, pinned = self._playback.trace, self._pinned
        if pinned is None or trace is None:
            self._view.show_words("")
            return
        names = [told(name) for name in run_names(pinned, trace)]
        first = trace is pinned
        following = tr("the next run stands here") if first else names[1]
        self._pair.show_both(tr("Pinned: {name}").format(name=names[0]), following, self._swapped)
        self._follow()
        if first:
            words = tr("**{name}** is pinned. Change the block, the size or the operation.")
            self._view.show_words(rich(words.format(name=names[0])))
            return
        rows = [compare_row(row, self._swapped) for row in compare_runs(pinned, trace)]
        shown = names[::-1] if self._swapped else names
        sentence = say_rich(biggest_difference(pinned, trace))
        self._view.show_runs(sentence, (shown[0], shown[1]), rows)

    def _follow(self) -> None:
        """The pinned run at the same share of its rounds; at the same step where both have as
        many.
        """
        mine, its = self._pair.playback, self._playback
        if self._pinned is None or mine.order is None or its.order is None:
            return
        if mine.length == its.length and mine.rounds == its.rounds and not its.ended:
            mine.seek_step(its.moment)
            return
        share = its.round / (its.rounds + 1)
        mine.seek_round(mine.rounds + 1 if its.ended else round(share * (mine.rounds + 1)))
