"""From the controls of a sweep to its chart: what is asked, what comes, what is remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from gpuviz.bench.points import SweepRequest
from gpuviz.bench.sweep_ranges import parse_blocks, parse_sizes
from gpuviz.engines.names import EngineName
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.operation import OperationInfo
from gpuviz.scene.charts.chart import Chart
from gpuviz.scene.charts.read_out import ReadOut
from gpuviz.scene.facts import Note
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.sweeps.block_chart import block_chart
from gpuviz.scene.sweeps.findings import findings
from gpuviz.scene.sweeps.outcome import SweepOutcome
from gpuviz.scene.sweeps.plan import range_text
from gpuviz.scene.sweeps.size_chart import size_chart
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.session.sweep_history import SweepKey
from gpuviz.texts import rich, say, title_of, tr
from gpuviz.ui.labels import plain
from gpuviz.ui.sweeps.empty import NO_SWEEP, coming_chart, empty_chart
from gpuviz.ui.sweeps.view import SweepsView

Subject = tuple[Path, EngineName]
NOT_A_KERNEL = Message(
    "sweep.pipeline",
    "A pipeline is a train of launches, and a sweep changes one launch: pick one of its kernels"
    " in the toolbar to sweep it.",
)
NOT_A_SCRIPT = Message(
    "sweep.script",
    "A script sets its sizes itself, so they cannot be swept here: a file with one kernel, SIZES"
    " and inputs can.",
)
UNTRUSTED = Message(
    "sweep.not-trusted",
    "Run {name} once before sweeping it: gpuviz asks before it runs a file's own Python code.",
)


class SweepController(QObject):
    """Begins the sweep that the fields describe, and shows the last one of the chosen operation."""

    wanted = Signal()  # a point was chosen: its launch is what one wants to see

    def __init__(self, view: SweepsView, session: Session) -> None:
        super().__init__(view)
        self._view, self._launch = view, session.launch
        self._history, self._sweeps = session.sweeps, session.launcher.sweeps
        self._subject: Subject | None = None  # of the fields
        self._later = CoalescedCall(self, self._show, view.pictureWanted, self._history.changed)
        self._connect()
        self._show_busy(self._sweeps.busy)
        self._follow_choice()

    @property
    def outcome(self) -> SweepOutcome | None:
        """The sweep that is shown; None where there was none yet."""
        return self._history.outcome(self._key)

    def run(self) -> None:
        """Begin the sweep that the fields describe; why it cannot be done is said."""
        choice = self._launch.choice
        if self._subject is not None:
            self._history.wishes[self._subject] = self._view.form.wishes
        try:
            request = self._request(choice)
        except GpuvizError as error:
            self._history.refuse(self._key, error)
            return
        self._history.start(choice.operation, request)

    def cancel(self) -> None:
        """End the sweep; its points stay."""
        self._sweeps.cancel()

    @property
    def _key(self) -> SweepKey:
        return self._launch.choice.operation.path, self._view.form.kind

    def _connect(self) -> None:
        form = self._view.form
        form.runWanted.connect(self.run)
        form.cancelWanted.connect(self.cancel)
        form.kindChosen.connect(self._later.ask)
        self._view.chart.picked.connect(self._launch_point)
        self._sweeps.busyChanged.connect(self._show_busy)
        self._launch.choiceChanged.connect(self._follow_choice)

    def _request(self, choice: LaunchChoice) -> SweepRequest:
        """Raises RequestRefused for what cannot be meant."""
        if choice.operation.is_pipeline:
            raise RequestRefused(_why_not(choice.operation))
        if not self._launch.may_run(choice.operation):
            values = {"name": choice.operation.path.name}
            raise RequestRefused(replace(UNTRUSTED, values=values))
        if self._view.form.problem is not None:
            raise RequestRefused(self._view.form.problem)
        wishes, operation = self._view.form.wishes, choice.operation
        kind = self._view.form.kind
        if kind == "sizes":
            sizes = parse_sizes(operation, range_text(choice.size, wishes.sizes))
            blocks = (choice.block,) * len(sizes)
        else:
            blocks = parse_blocks(wishes.blocks)
            sizes = (choice.size,) * len(blocks)
        return SweepRequest(
            self._history.next_number(),
            kind,
            operation.path,
            choice.engine,
            choice.device,
            sizes,
            blocks,
            times_cpu=kind == "sizes" and wishes.times_cpu,
            gpu=choice.gpu,
            compiled=self._launch.compiled_kernel,
            inputs=choice.inputs,
            text=choice.text,
        )

    def _follow_choice(self) -> None:
        """Another operation has its own range on each engine, and its own sweeps."""
        choice, form = self._launch.choice, self._view.form
        subject = choice.operation.path, choice.engine
        if subject != self._subject:
            if self._subject is not None:
                self._history.wishes[self._subject] = form.wishes
            self._subject = subject
            form.setEnabled(not choice.operation.is_pipeline)
            form.show_operation(choice.operation, choice.engine)
            if subject in self._history.wishes:
                form.show_wishes(self._history.wishes[subject])
        self._later.ask()

    def _show_busy(self, busy: bool) -> None:
        self._view.form.show_busy(busy)
        self._later.ask()

    def _show(self) -> None:
        """The chart of the open page; nothing while nobody sees it."""
        if not self._view.is_seen:
            return
        outcome, failure = self.outcome, self._history.failure(self._key)
        chart = self._chart(outcome)
        notes = [] if outcome is None else [*findings(outcome), *self._other(outcome)]
        if failure is not None:
            notes.insert(0, Note(rich(say(failure.message)), "hazard"))
        self._view.chart.show_chart(replace(chart, notes=tuple(plain(note.text) for note in notes)))
        self._view.show_notes(notes)
        self._view.form.show_progress(self._progress())

    def _chart(self, outcome: SweepOutcome | None) -> Chart:
        if outcome is None or not outcome.points:
            choice, form = self._launch.choice, self._view.form
            if choice.operation.is_pipeline:
                return replace(NO_SWEEP, hint=say(_why_not(choice.operation)))
            if self._sweeps.busy and self._history.running == self._key:
                return coming_chart(form.kind, choice)
            return empty_chart(form.kind, choice, form.wishes)
        return size_chart(outcome) if outcome.kind == "sizes" else block_chart(outcome)

    def _other(self, outcome: SweepOutcome) -> list[Note]:
        """Whether the launch that is chosen now would give another sweep."""
        choice, request = self._launch.choice, outcome.request
        now = [choice.engine, choice.device.id]
        then = [request.engine, request.device.id]
        if now == then:
            return []
        words = tr("This sweep is of the {device}. Press Run sweep for the {other}.")
        text = words.format(device=request.device.name, other=choice.device.name)
        return [Note(rich(text), "muted")]

    def _progress(self) -> str:
        running = self._history.running
        outcome = None if running is None else self._history.outcome(running)
        if outcome is None or not self._sweeps.busy:
            return ""
        words = tr("{n} of {count}").format(n=outcome.done, count=outcome.count)
        if running == self._key:
            return words
        return tr("{operation}: {words}").format(operation=title_of(outcome.info), words=words)

    def _launch_point(self, read_out: ReadOut) -> None:
        """Put the size or the block of a point into the launch form."""
        outcome = self.outcome
        point = None if outcome is None else outcome.point_at(read_out.x)
        if outcome is None or point is None:
            return
        choice, block = self._launch.choice, outcome.request.blocks[point.index]
        if outcome.kind == "sizes":
            self._launch.set_numbers(point.size, choice.block, None)
        else:
            self._launch.set_numbers(choice.size, block, None)
        self.wanted.emit()


def _why_not(operation: OperationInfo) -> Message:
    """Why several launches are not swept."""
    return NOT_A_SCRIPT if operation.is_script else NOT_A_KERNEL
