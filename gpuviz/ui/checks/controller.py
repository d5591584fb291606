"""Checks on the screen: what was found, and the threads, lines and moments behind it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.request import LaunchResult
from gpuviz.engines.wrong_elements import WrongElements
from gpuviz.insight.barrier_interval import BarrierInterval
from gpuviz.scene.checks.entries import CheckEntry, check_entries
from gpuviz.scene.checks.repairs import (
    RepairWords,
    being_tried,
    hazard_row,
    not_triable,
    repair_words,
)
from gpuviz.scene.stage.findings import NO_FINDINGS, Findings, ShownHazard, shown_hazard
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.playback import Playback
from gpuviz.session.repairing import Repairing
from gpuviz.session.selection import Selection
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.session.wrong_element import go_to_wrong
from gpuviz.trace import Hazard, Trace
from gpuviz.ui.checks.details import (
    CheckDetail,
    ElementTarget,
    LineTarget,
    Target,
    ThreadTarget,
    hazard_detail,
    launch_missing,
    plain_detail,
    value_rows,
    wrong_detail,
)
from gpuviz.ui.checks.failing_order import FailingOrder, order_rows, same_race
from gpuviz.ui.checks.view import CheckButtons, ChecksView
from gpuviz.ui.stage.view import StageView

BEFORE = 8  # steps before a hazard at which its moment begins to play


class CheckController(QObject):
    """Fills the checks view, and shows on the stage what it is about."""

    wanted = Signal()  # somebody asked for a check outside the view
    lineWanted = Signal(int, str)  # to be seen in the source: as numbered in that file
    intervalShown: TypedSignal[[BarrierInterval | None]] = signal(object)  # of the chosen race

    def __init__(
        self,
        view: ChecksView,
        stage: StageView,
        playback: Playback,
        selection: Selection,
        controller: LaunchController,
        repairs: Repairing,
    ) -> None:
        super().__init__(view)
        self._view, self._stage = view, stage
        self._playback, self._selection, self._controller = playback, selection, controller
        self._entries: tuple[CheckEntry, ...] = ()
        self._row = 0
        self._shown: ShownHazard | None = None  # the chosen hazard
        self._order, self._repairs = FailingOrder(controller), repairs
        CoalescedCall(self, self._show_launch, playback.traceChanged).ask()
        self._connect()

    def show_hazard(self, row: int) -> None:
        """Choose a hazard by its row in Trace.hazards, and go to its moment."""
        trace = self._playback.trace
        if trace is not None and row < len(trace.hazards):
            self._choose(trace.hazards[row])

    def show_wrong(self, row: int) -> None:
        """Choose the first wrong element of an output, by its row in LaunchResult.wrong."""
        result = self._result
        if result is not None and row < len(result.wrong):
            self._choose(result.wrong[row])

    def play_moment(self) -> None:
        """Play from shortly before what the chosen check is about, until it has happened."""
        shown = self._shown
        moments = [] if shown is None else [m for m in shown.moments if m is not None]
        if not moments:
            return
        self._playback.pause()
        self._playback.seek_step(max(min(moments) - BEFORE, 0))
        self._playback.play_until(max(moments))

    @property
    def _result(self) -> LaunchResult | None:
        """The result that is on the screen; None for a recording."""
        return None if self._controller.shown is None else self._controller.shown.result

    @property
    def _subject(self) -> object:
        return self._entries[self._row].subject if self._row < len(self._entries) else None

    def _connect(self) -> None:
        view = self._view
        view.entryChosen.connect(self._show_row)
        view.momentWanted.connect(self.play_moment)
        view.failingOrderWanted.connect(lambda: self._order.look_for(self._subject))
        view.usualOrderWanted.connect(self._order.leave)
        view.targetFollowed.connect(self._follow)
        view.repairAsked.connect(self._try_repair)
        self._repairs.changed.connect(self._show_repair)

    def _show_launch(self) -> None:
        """Another launch is there: its checks, and the first of them chosen."""
        trace = self._playback.trace
        if trace is None:
            self._view.show_detail(launch_missing(self._playback.coming), CheckButtons())
            return
        before, self._entries = self._entries, check_entries(trace, self._result)
        sought = self._order.found()
        self._row = self._row_of(sought, before)
        self._view.show_entries(self._entries, self._row)
        self._show_chosen()
        if sought is not None:
            self._choose_thread()
            self.play_moment()

    def _row_of(self, sought: Hazard | None, before: tuple[CheckEntry, ...]) -> int:
        """The line that is sought; of the same launch the chosen one; else the first hazard's."""
        subjects = [entry.subject for entry in self._entries]
        found = [row for row, subject in enumerate(subjects) if same_race(subject, sought)]
        same = [entry.words for entry in before] == [entry.words for entry in self._entries]
        hazards = [row for row, subject in enumerate(subjects) if isinstance(subject, Hazard)]
        return found[0] if found else self._row if same else next(iter(hazards), 0)

    def _choose(self, subject: Hazard | WrongElements) -> None:
        rows = [n for n, entry in enumerate(self._entries) if entry.subject is subject]
        if rows:
            self._view.choose(rows[0])
            self._show_row(rows[0])
            self.wanted.emit()

    def _show_row(self, row: int) -> None:
        """A check was chosen: say what it is, and go to its threads and its moment."""
        self._row = row
        self._show_chosen()
        self._playback.pause()
        if isinstance(self._subject, WrongElements):
            go_to_wrong(self._playback, self._selection, self._subject)
        elif isinstance(self._subject, Hazard):
            self._choose_thread()
            self._go_to_hazard()

    def _show_chosen(self) -> None:
        trace, hazard, result = self._playback.trace, self._subject, self._result
        if trace is None:
            return
        self._shown = None
        if isinstance(hazard, Hazard):
            self._shown = shown_hazard(trace, self._playback.order, hazard)
        wrong = {} if result is None else {one.array: one.elements for one in result.wrong}
        found = Findings(self._shown, wrong) if self._shown or wrong else NO_FINDINGS
        self._stage.set_findings(found)
        self.intervalShown.emit(None if self._shown is None else self._shown.interval)
        if self._row < len(self._entries):
            self._view.show_detail(self._detail(trace), self._buttons(trace))

    def _detail(self, trace: Trace) -> CheckDetail:
        entry, shown, result = self._entries[self._row], self._shown, self._result
        if shown is not None:
            values = () if result is None else value_rows(shown, result.wrong)
            return hazard_detail(trace, shown, (*values, *order_rows(trace, shown.hazard)))
        if isinstance(entry.subject, WrongElements):
            return wrong_detail(trace, entry.subject)
        return plain_detail(entry)

    def _buttons(self, trace: Trace) -> CheckButtons:
        shown = self._shown
        if shown is None:
            return CheckButtons()
        known = any(moment is not None for moment in shown.moments)
        return self._order.buttons(trace, shown.hazard, known)

    def _try_repair(self, wanted: bool) -> None:
        """Somebody asks what repairs the chosen hazard: repairs of the launch are tried."""
        shown = self._controller.shown
        if wanted and shown is not None:
            self._repairs.ask(shown)
        self._show_repair()

    def _show_repair(self) -> None:
        """What is known by now of the repair of the chosen hazard."""
        self._view.show_repair(self._repair_words())

    def _repair_words(self) -> RepairWords | None:
        trace, shown, hazard = self._playback.trace, self._controller.shown, self._subject
        if trace is None or not isinstance(hazard, Hazard):
            return None
        if shown is None:
            return not_triable()
        found = self._repairs.of(shown.result)
        if found is None:
            return being_tried() if self._repairs.busy else None
        launches = shown.result.launches
        return repair_words(found, hazard_row(launches, shown.row, trace.hazards.index(hazard)))

    def _choose_thread(self) -> None:
        shown = self._shown
        if shown is not None:
            self._selection.select_thread(shown.parties[0].block, shown.parties[0].thread)

    def _go_to_hazard(self) -> None:
        shown = self._shown
        moments = [] if shown is None else [m for m in shown.moments if m is not None]
        if moments:
            self._playback.seek_step(max(moments))

    def _follow(self, target: Target) -> None:
        if isinstance(target, ThreadTarget):
            self._selection.select_thread(target.block, target.thread)
        elif isinstance(target, LineTarget):
            self.lineWanted.emit(target.line, target.file)
        elif isinstance(target, ElementTarget):
            self._selection.select_element(target.choice)
