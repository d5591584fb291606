"""What stands out follows the launch that is shown, and leads to where a finding is."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from gpuviz.insight.stand_out import Finding, findings_by_part, nothing_found
from gpuviz.insight.stand_out.findings import by_loss
from gpuviz.model.mix import CompiledMix
from gpuviz.scene.stand_out import stand_out_rows
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import say, say_rich, tr
from gpuviz.trace import Trace
from gpuviz.ui.playback.travel import travel
from gpuviz.ui.stand_out.view import StandOutView


class StandOutController(QObject):
    """Works the findings out bit by bit, while somebody looks: in one go they hold a window up."""

    lineWanted = Signal(int)  # to be seen in the source, as numbered in the file

    def __init__(
        self,
        view: StandOutView,
        playback: Playback,
        selection: Selection,
        launches: LaunchController,
    ) -> None:
        super().__init__(view)
        self._view, self._playback, self._selection = view, playback, selection
        self._launches = launches
        self._read: Trace | None = None  # the trace that is worked out, or has been
        self._parts: Iterator[tuple[Finding, ...]] = iter(())
        self._found: list[Finding] = []
        self._shown: tuple[Finding, ...] = ()
        self._going_on = CoalescedCall(self, self._find_next)
        signals = playback.traceChanged, view.pictureWanted
        self._later = CoalescedCall(self, self.refresh, *signals)
        view.rowChosen.connect(self.go_to)

    def refresh(self) -> None:
        """Begin with another launch, if there is one and anybody looks."""
        trace = self._playback.trace
        if trace is None and self._view.is_seen:
            coming = self._playback.coming
            self._view.show_words(tr("No launch yet.") if coming is None else say(coming))
        if not self._view.is_seen or trace is self._read:
            return
        self._read, self._found = trace, []
        if trace is None:
            return
        if not self._shown:
            self._view.show_words("")  # until something is found; there is a launch
        self._parts = findings_by_part(trace, self._playback.order, self._mix)
        self._going_on.ask()

    def go_to(self, row: int) -> None:
        """Choose what a finding is about, and show its moment and its line."""
        if row >= len(self._shown) or self._playback.trace is not self._read:
            return
        found = self._shown[row]
        travel(self._playback, self._selection, found.to)
        if found.line is not None:
            self.lineWanted.emit(found.line)

    def _mix(self) -> CompiledMix | None:
        """The instructions that the launch was modelled with; None: the usual ones."""
        trace = self._read
        if trace is None or trace.registers_source != "compiled":
            return None
        kernel = self._launches.compiled_kernel if self._launches.recording is None else None
        if kernel is None:
            return None
        from gpuviz.engines.compiled_mix import compiled_mix

        return compiled_mix(kernel.lines, trace)

    def _find_next(self) -> None:
        part = next(self._parts, None)
        if part is None:
            self._show()
        else:
            self._found += part
            self._going_on.ask()

    def _show(self) -> None:
        if self._read is None:
            return
        self._shown = by_loss(self._found)
        if self._shown:
            self._view.show_rows(stand_out_rows(self._shown))
        else:
            self._view.show_words(say_rich(nothing_found(self._read)))
