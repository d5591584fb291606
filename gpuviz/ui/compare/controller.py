"""A pinned run beside the one that is played: scrubbed together, figures with their differences."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from gpuviz.insight.compare import biggest_difference, compare_runs, run_names
from gpuviz.insight.figures.compared import compared_figure
from gpuviz.scene.compare.words import compare_row
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import rich, say_rich, told, tr
from gpuviz.ui.compare.stage_pair import StagePair
from gpuviz.ui.compare.view import CompareView


class CompareController(QObject):
    """Shows the pinned run beside every later one."""

    def __init__(self, view: CompareView, pair: StagePair, session: Session) -> None:
        super().__init__(view)
        self._view, self._pair = view, pair
        self._playback, self._comparison = session.playback, session.comparison
        CoalescedCall(self, self._show, session.playback.traceChanged)
        self._filling = QTimer(self, singleShot=True, interval=0)  # takes no turns: a picture
        self._filling.timeout.connect(self._fill)
        session.playback.momentChanged.connect(self._follow)
        session.comparison.changed.connect(self._show_pinned)
        session.comparison.swappedChanged.connect(self._show)
        if session.comparison.pinned is not None:
            self._show()
            self._filling.start()

    def _show_pinned(self) -> None:
        """Another run is pinned, or none."""
        if self._comparison.pinned is None:
            self._pair.show_alone()
        self._show()
        self._filling.start()

    def _fill(self) -> None:
        """The picture of the pinned run, once there is room for it."""
        self._pair.playback.set_trace(self._comparison.pinned)
        self._pair.pinned.show_trace(self._comparison.pinned)
        self._follow()

    def _show(self) -> None:
        """Both runs as they are now."""
        trace, pinned = self._playback.trace, self._comparison.pinned
        if pinned is None or trace is None:
            self._view.show_words("")
            return
        names = [told(name) for name in run_names(pinned, trace)]
        first = trace is pinned
        following = tr("the next run stands here") if first else names[1]
        self._pair.show_both(
            tr("Pinned: {name}").format(name=names[0]), following, self._comparison.swapped
        )
        self._follow()
        if first:
            words = tr("**{name}** is pinned. Change the block, the size or the operation.")
            self._view.show_words(rich(words.format(name=names[0])))
            return
        rows = [compare_row(row, self._comparison.swapped) for row in compare_runs(pinned, trace)]
        shown = names[::-1] if self._comparison.swapped else names
        sentence = say_rich(biggest_difference(pinned, trace))
        sides = (trace, pinned) if self._comparison.swapped else (pinned, trace)
        self._view.show_runs(
            sentence,
            (shown[0], shown[1]),
            rows,
            lambda code, side: compared_figure(sides[side], code),
        )

    def _follow(self) -> None:
        """The pinned run at the same share of its rounds; at the same step where both have as
        many.
        """
        mine, its = self._pair.playback, self._playback
        if self._comparison.pinned is None or mine.order is None or its.order is None:
            return
        if mine.length == its.length and mine.rounds == its.rounds and not its.ended:
            mine.seek_step(its.moment)
            return
        share = its.round / (its.rounds + 1)
        mine.seek_round(mine.rounds + 1 if its.ended else round(share * (mine.rounds + 1)))
