"""Runs the pipelines of the launch form, and opens one launch of a result after another."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.pipeline_request import PipelineResult
from gpuviz.messages import GpuvizError
from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.scene.launch.opening import opened_at_first, shown_launch, with_launch
from gpuviz.session.pipelines import Pipelines


class PipelineRuns(QObject):
    """A run for the steps of one launch has the number of the run that it belongs to.

    A launch that was opened stays open when the same pipeline runs again.
    """

    finished = Signal(object)  # PipelineResult of a run
    failed = Signal(int, object)  # GpuvizError of a run
    opened = Signal(object)  # Shown: another launch of the result on the screen
    openFailed = Signal(object)  # GpuvizError
    fetchingChanged = Signal()

    def __init__(self, pipelines: Pipelines, parent: QObject) -> None:
        super().__init__(parent)
        self._pipelines = pipelines
        self._shown: ShownLaunch | None = None
        self._fetching: int | None = None
        self._rows: dict[str, int] = {}  # by file: the launch that somebody has opened
        pipelines.finished.connect(self._take)
        pipelines.failed.connect(self._refuse)

    @property
    def fetching(self) -> int | None:
        """The launch that the pipeline runs once more for."""
        return self._fetching

    def run(self, choice: LaunchChoice, number: int) -> None:
        """Run a pipeline; `finished` answers, or the session's `failed`."""
        self._forget_fetch()
        self._pipelines.run(choice.pipeline_request(number))

    def show(self, choice: LaunchChoice, result: PipelineResult) -> ShownLaunch | None:
        """What is on the stage of a new result; None where nothing was launched."""
        row = opened_at_first(result, self._rows.get(str(choice.operation.path)))
        self._shown = None if row is None else shown_launch(choice, result, row)
        return self._shown

    def forget(self) -> None:
        """Something else is on the screen."""
        self._shown = None
        self._forget_fetch()

    def open(self, row: int) -> None:
        """Have a launch on the stage; one whose steps were not kept comes after another run."""
        if self._shown is None or self._shown.opened is None:
            return
        self._rows[str(self._shown.choice.operation.path)] = row
        result = self._shown.opened.of
        if row in result.whole or not _can_be_fetched(result):
            self.cancel_fetch()
            self._show(result, row)
            return
        self._fetching = row
        self._pipelines.run(self._shown.choice.pipeline_request(result.number, (row,)))
        self.fetchingChanged.emit()

    def cancel_fetch(self) -> None:
        """Leave the launch on the stage as it is."""
        if self._fetching is not None:
            self._pipelines.cancel()
            self._forget_fetch()

    def _take(self, result: PipelineResult) -> None:
        row, shown = self._fetching, self._shown
        if row is None:
            self.finished.emit(result)
            return
        self._forget_fetch()
        if shown is None or shown.opened is None:
            return
        if row in result.whole:
            self._show(with_launch(shown.opened.of, result, row), row)
        elif result.failure is not None:
            self.openFailed.emit(result.failure)

    def _refuse(self, number: int, error: GpuvizError) -> None:
        if self._fetching is None:
            self.failed.emit(number, error)
        else:
            self._forget_fetch()
            self.openFailed.emit(error)

    def _show(self, result: PipelineResult, row: int) -> None:
        assert self._shown is not None
        self._shown = shown_launch(self._shown.choice, result, row)
        self.opened.emit(self._shown)

    def _forget_fetch(self) -> None:
        if self._fetching is not None:
            self._fetching = None
            self.fetchingChanged.emit()


def _can_be_fetched(result: PipelineResult) -> bool:
    """Whether another run would keep more: not of a pipeline that broke off."""
    return result.failure is None
