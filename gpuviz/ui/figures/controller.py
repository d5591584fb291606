"""Answers whoever asks where a figure comes from, anywhere in a window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from gpuviz.session.session import Session
from gpuviz.ui.asked_figure import FigureAsked
from gpuviz.ui.override import qt_override

if TYPE_CHECKING:
    from gpuviz.device import Device
    from gpuviz.engines.compiled_kernel import CompiledKernel
    from gpuviz.messages import GpuvizError
    from gpuviz.model.what_if import WhatIf
    from gpuviz.scene.what_if import Tried
    from gpuviz.trace import Prediction, Trace
    from gpuviz.ui.figures.popup import FigurePopup


class FigureController(QObject):
    """Opens the popup, and has the model asked for what is tried in it.

    The popup, and what it needs, come with the first question.
    """

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._popup: FigurePopup | None = None
        window.installEventFilter(self)
        session.launcher.what_ifs.answered.connect(self._show_answer)
        session.launcher.what_ifs.failed.connect(self._show_failure)

    @property
    def popup(self) -> FigurePopup:
        """Where figures are told."""
        if self._popup is None:
            from gpuviz.ui.figures.popup import FigurePopup

            self._popup = FigurePopup(self._window)
            self._popup.what_if.tried.connect(self._ask)
        return self._popup

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hears the questions that come up to the window."""
        if isinstance(event, FigureAsked):
            event.accept()
            self._answer(event)
            return True
        return super().eventFilter(watched, event)

    def _answer(self, asked: FigureAsked) -> None:
        launch = self._launch()
        self.popup.open(asked.name, asked.value, asked.figure, asked.below)
        if asked.figure.can_be_tried and launch is not None:
            self.popup.what_if.show_launch(*launch)
        else:
            self.popup.what_if.hide()
        self.popup.fit()

    def _launch(self) -> tuple[Trace, Device] | None:
        """What is on the screen and what it was to run on; None while it is not what is chosen."""
        from gpuviz.trace.whose_device import device_or_default

        launch, trace = self._session.launch, self._session.playback.trace
        if trace is None or (launch.recording is None and launch.current is None):
            return None
        if launch.recording is not None:
            return trace, device_or_default(trace)
        return trace, launch.choice.device

    def _ask(self) -> None:
        from gpuviz.worker.jobs import AskWhatIf

        launch = self._launch()
        if launch is None:
            return
        trace, device = launch
        tried = self.popup.what_if.values
        change = tried.change(trace)
        job = AskWhatIf.of(trace, device, change, self._kernel(trace), self._as_it_is(trace))
        self._session.launcher.what_ifs.ask(job, tried)

    def _kernel(self, trace: Trace) -> CompiledKernel | None:
        """What was compiled, if the launch was modelled with its instructions."""
        launch = self._session.launch
        is_known = launch.recording is None and trace.registers_source == "compiled"
        return launch.compiled_kernel if is_known else None

    def _as_it_is(self, trace: Trace) -> Prediction | None:
        """What the model has said; not with instructions that nobody has any more."""
        is_compiled = trace.registers_source == "compiled"
        return None if is_compiled and self._kernel(trace) is None else trace.prediction

    def _show_answer(self, tried: Tried, answer: WhatIf) -> None:
        from gpuviz.scene.what_if import time_facts, what_if_notes

        trace = self._session.playback.trace
        if self._popup is None or trace is None or tried != self._popup.what_if.values:
            return
        self._popup.what_if.show_answer(
            time_facts(self._as_it_is(trace), answer), what_if_notes(answer)
        )
        self._popup.fit()

    def _show_failure(self, tried: Tried, error: GpuvizError) -> None:
        from gpuviz.scene.facts import Note
        from gpuviz.texts import say_rich

        if self._popup is not None:
            self._popup.what_if.show_answer((), [Note(say_rich(error.message), "muted")])
            self._popup.fit()
