"""The panel of a pipeline follows what is chosen, launched and opened; its clicks open launches."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject

from gpuviz.engines.request import CpuTimes, LaunchResult
from gpuviz.messages import GpuvizError, Message
from gpuviz.scene.facts import Note
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.pipeline.train import LaunchTrain, train_of
from gpuviz.scene.pipeline.words import NO_PIPELINE, NOT_RUN, error_note, fetching_note, notes_of
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.runs import Runs
from gpuviz.texts import title_of
from gpuviz.ui.pipeline.view import PipelineView


class PipelineController(QObject):
    """Fills the panel while somebody looks at it."""

    def __init__(self, view: PipelineView, launches: LaunchController, runs: Runs) -> None:
        super().__init__(view)
        self._view, self._launches, self._runs = view, launches, runs
        self._train: LaunchTrain | None = None
        self._of: LaunchResult | None = None
        self._error: GpuvizError | None = None  # why a launch could not be opened
        opener = launches.opener
        signals = (
            launches.resultReady,
            launches.launchOpened,
            launches.choiceChanged,
            launches.failed,
            launches.staleChanged,
            opener.fetchingChanged,
            runs.changed,
            view.pictureWanted,
        )
        self._later = CoalescedCall(self, self.refresh, *signals)
        opener.openFailed.connect(self._refuse)
        view.launchPicked.connect(self._open)
        view.cancelWanted.connect(opener.cancel_fetch)

    def refresh(self) -> None:
        """Show the result as it is now, if anybody looks."""
        if not self._view.is_seen:
            return
        shown, fetching = self._launches.shown, self._launches.opener.fetching
        self._view.show_fetching(fetching is not None)
        if shown is None or not (shown.of_pipeline and self._is_chosen(shown)):
            self._view.show_words(self._nothing())
            return
        train = self._train_of(shown)
        self._view.show_train(train, shown.row)
        self._view.show_notes(self._notes(train, fetching))

    def _is_chosen(self, shown: ShownLaunch) -> bool:
        return shown.choice.operation.path == self._launches.choice.operation.path

    def _nothing(self) -> Message:
        operation = self._launches.choice.operation
        if not operation.is_pipeline:
            return NO_PIPELINE
        return self._launches.running or replace(NOT_RUN, values={"title": title_of(operation)})

    def _train_of(self, shown: ShownLaunch) -> LaunchTrain:
        if self._train is None or self._of is not shown.result:
            choice = shown.choice
            self._of, self._error = shown.result, None
            names = choice.size, choice.device.name
            self._train = train_of(choice.operation, *names, shown.result)
        return self._train

    def _notes(self, train: LaunchTrain, fetching: int | None) -> list[Note]:
        if fetching is not None:
            return [fetching_note(train, fetching)]
        if self._error is not None:
            return [error_note(self._error.message)]
        return notes_of(train, self._cpu(train.result.number))

    def _cpu(self, number: int) -> CpuTimes | None:
        run = next((run for run in self._runs.all if run.number == number), None)
        return None if run is None else run.cpu

    def _open(self, launch: int) -> None:
        self._error = None
        self._launches.opener.open(launch)
        self._later.ask()

    def _refuse(self, error: GpuvizError) -> None:
        self._error = error
        self._later.ask()
