"""Checks on the screen: from a wrong element or a hazard to the threads and moment behind it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gpuviz.engines.wrong_elements import WrongElements, writer_of_first
from gpuviz.insight.touch_moments import Touching, array_row, touch_moments
from gpuviz.session.playback import Playback
from gpuviz.ui.launch_desk import LaunchDesk
from gpuviz.ui.launch_panel import LaunchPanel
from gpuviz.ui.selection import ElementChoice, Selection


class CheckDesk(QObject):
    """Shows what a check is about when somebody follows it."""

    def __init__(
        self, playback: Playback, selection: Selection, desk: LaunchDesk, panel: LaunchPanel
    ) -> None:
        super().__init__(desk)
        self._playback, self._selection, self._desk = playback, selection, desk
        panel.wrongPicked.connect(self.show_wrong)

    def show_wrong(self, row: int) -> None:
        """Choose the first wrong element of an output and who wrote it, and go to that moment."""
        shown, trace = self._desk.shown, self._playback.trace
        if shown is None or shown.result.trace is not trace or row >= len(shown.result.wrong):
            return
        wrong = shown.result.wrong[row]
        array = array_row(trace, wrong.array, "global")
        if array is None:
            return
        self._playback.pause()
        writer = writer_of_first(trace, wrong)
        if writer is not None:
            self._selection.select_thread(*writer)
        self._playback.seek(self._written_at(wrong, array, writer))
        self._selection.select_element(ElementChoice(array, wrong.first))

    def _written_at(self, wrong: WrongElements, array: int, writer: tuple[int, int] | None) -> int:
        """The moment of the last write; the end where nobody wrote, or it was not kept."""
        trace, order = self._playback.trace, self._playback.order
        if trace is None or order is None or writer is None:
            return self._playback.length
        moments = touch_moments(trace, order, Touching(*writer, array, wrong.first))
        return int(moments[-1]) if len(moments) else self._playback.length
