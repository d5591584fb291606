"""The launch panel and the line over the stage, kept as the session's launch is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from gpuviz.device import Device
from gpuviz.insight.summary import launch_meaning
from gpuviz.launch import LaunchConfig
from gpuviz.messages import GpuvizError, Message
from gpuviz.scene.facts import Fact
from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.scene.launch.facts import launch_facts, limit_facts, meaning_facts
from gpuviz.scene.launch.notes import blamed, launch_notes, recording_notes
from gpuviz.scene.numbers import whole
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.texts import say, tr
from gpuviz.ui.center import StaleLine
from gpuviz.ui.launch.panel import LaunchPanel

if TYPE_CHECKING:
    from gpuviz.trace import Trace


def fill_with_choice(
    panel: LaunchPanel, choice: LaunchChoice, error: GpuvizError | None, shown: ShownLaunch | None
) -> None:
    """What is chosen, why it is refused, and what is known of it.

    `error` is what came of its launch; `shown` is the launch on the screen, if it is of it.
    """
    form, problems = panel.form, choice.problems()
    form.setEnabled(True)
    form.show_numbers(choice.size, choice.block, choice.grid)
    form.show_link(choice.pinned_grid is None)
    wrong = {blamed(message) for message in problems}
    form.show_refused(size="size" in wrong, block="block" in wrong, grid="grid" in wrong)
    panel.show_notes(launch_notes(choice, problems, error, shown))
    if problems and not choice.operation.is_pipeline:
        title = tr("Limits of the {device}").format(device=choice.device.name)
        panel.show_run(title, limit_facts(choice.device), [], [])
    else:
        _fill_with_run(panel, choice, shown)


def fill_with_recording(
    panel: LaunchPanel, trace: Trace, name: str, choice: LaunchChoice, why_not_again: Message | None
) -> None:
    """What a recording in a file of that name is; `choice` launches it again, unless it is said why
    not: then its form rests.
    """
    from gpuviz.insight.traffic import site_traffic
    from gpuviz.scene.launch.run_facts import hazard_notes, traffic_facts
    from gpuviz.trace.whose_device import device_or_default

    form = panel.form
    form.setEnabled(why_not_again is None)
    form.forget_texts()
    if why_not_again is None:
        form.show_numbers(choice.size, choice.block, choice.grid)
        form.show_link(choice.pinned_grid is None)
    else:
        form.show_recorded(trace.config)
    form.show_refused(size=False, block=False, grid=False)
    facts = _facts_of(trace, trace.config, device_or_default(trace))
    traffic = traffic_facts(site_traffic(trace))
    panel.show_notes(recording_notes(trace, name, why_not_again))
    panel.show_run(tr("What it means"), facts, traffic, hazard_notes(trace))


def _fill_with_run(panel: LaunchPanel, choice: LaunchChoice, shown: ShownLaunch | None) -> None:
    if choice.operation.is_pipeline and shown is None:
        panel.show_run(tr("What it means"), [], [], [])
        return
    if shown is None:
        meaning = launch_meaning(choice.config, choice.device, None)
        facts = meaning_facts(meaning, choice.config, choice.device, "assumed")
        panel.show_run(_title(None), facts, [], [])
        return
    from gpuviz.insight.traffic import site_traffic
    from gpuviz.scene.launch.run_facts import check_notes, traffic_facts

    trace = shown.trace
    config = trace.config if choice.operation.is_pipeline else choice.config
    facts = _facts_of(trace, config, choice.device)
    if shown.of_pipeline:
        kernel = Fact(tr("kernel"), trace.kernel, is_code=True)
        facts = [kernel, *launch_facts(config), *facts]
    panel.show_run(_title(shown), facts, traffic_facts(site_traffic(trace)), check_notes(shown))


def _facts_of(trace: Trace, config: LaunchConfig, device: Device) -> list[Fact]:
    """What a configuration that ran means on a device, and what limits it there."""
    from gpuviz.scene.launch.run_facts import limiter_facts

    meaning = launch_meaning(config, device, trace)
    facts = meaning_facts(meaning, config, device, trace.registers_source)
    return facts + limiter_facts(trace, device)


def _title(shown: ShownLaunch | None) -> str:
    """The kernel of a pipeline's launch has a row of its own: capitals would change its name."""
    if shown is None or not shown.of_pipeline:
        return tr("What it means")
    number, count = shown.row + 1, len(shown.result.launches)
    return tr("Launch {number} of {count}").format(number=whole(number), count=whole(count))


class LaunchPanelController(QObject):
    """Fills the panel from the session, and tells the session what is typed in it."""

    def __init__(self, panel: LaunchPanel, stale: StaleLine, session: Session) -> None:
        super().__init__(panel)
        self._panel, self._stale, self._launch = panel, stale, session.launch
        launch, form = session.launch, panel.form
        self._after_picture = CoalescedCall(
            self, self._fill, launch.resultReady, launch.launchOpened, session.traceReplaced
        )
        form.edited.connect(self._take_numbers)
        form.problemChanged.connect(self._take_problem)
        launch.operationChanged.connect(self._show_operation)
        launch.numbersSet.connect(form.forget_texts)
        launch.stateChanged.connect(self._fill)
        launch.staleChanged.connect(self._tell_stale)
        self._take_problem()
        self._show_operation()
        self._fill()

    def take_typed(self) -> None:
        """The number that is still being typed counts as if Enter had been pressed."""
        if self._panel.form.isEnabled():  # it rests while a recording is shown
            self._panel.form.take_typed()

    def _take_numbers(self) -> None:
        form = self._panel.form
        self._launch.type_numbers(form.problem_size, form.block, form.pinned_grid)

    def _take_problem(self) -> None:
        self._launch.set_typing(self._panel.form.problem is not None)

    def _show_operation(self) -> None:
        self._panel.form.show_operation(self._launch.choice.operation)

    def _fill(self) -> None:
        launch, form = self._launch, self._panel.form
        if launch.why_not_again is None and form.operation is not launch.choice.operation:
            form.show_operation(launch.choice.operation)
        if launch.recording is None:
            fill_with_choice(self._panel, launch.choice, launch.error, launch.current)
        else:
            trace, name = launch.recording
            fill_with_recording(self._panel, trace, name, launch.choice, launch.why_not_again)
        self._tell_stale()

    def _tell_stale(self) -> None:
        problems = self._launch.choice.problems()
        self._stale.show_note(self._launch.stale_note, say(problems[0]) if problems else "")
