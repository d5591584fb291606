"""The launch panel and the line over the stage, kept as the session's launch is."""

from __future__ import annotations

from PySide6.QtCore import QObject

from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.session import Session
from gpuviz.ui.center import StaleLine
from gpuviz.ui.launch.filling import fill_with_choice, fill_with_recording
from gpuviz.ui.launch.panel import LaunchPanel


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
        launch = self._launch
        if launch.recording is None:
            fill_with_choice(self._panel, launch.choice, launch.error, launch.current)
        else:
            fill_with_recording(self._panel, *launch.recording)
        self._tell_stale()

    def _tell_stale(self) -> None:
        self._stale.show_note(self._launch.stale_note)
