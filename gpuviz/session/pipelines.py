"""Pipelines as Qt signals: one train of launches at a time, in a worker process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
    from gpuviz.worker.jobs import JobRunner


class Pipelines(QObject):
    """Runs one pipeline after another; the newest counts, an outdated answer is dropped.

    A pipeline that broke off is `finished` too: its result has a `failure` beside what ran before.
    """

    started = Signal(int)
    progressed = Signal(int, float)  # the share grows with each launch
    finished: TypedSignal[[PipelineResult]] = signal(object)
    failed: TypedSignal[[int, GpuvizError]] = signal(int, object)
    busyChanged = Signal(bool)

    def __init__(self, runner: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: NewestJob[PipelineRequest, PipelineResult] = NewestJob(runner, self)
        self._asked: PipelineRequest | None = None
        self._job.answered.connect(self._tell)
        self._job.failed.connect(self._tell_failure)
        self._job.progressed.connect(self._report)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether a pipeline runs or waits."""
        return self._job.busy

    @property
    def asked(self) -> PipelineRequest | None:
        """What was asked last."""
        return self._asked

    def run(self, request: PipelineRequest) -> None:
        """Run this as soon as possible; `finished` or `failed` answers unless it is outdated."""
        from gpuviz.worker.jobs import RunPipeline

        self._asked = request
        self.started.emit(request.number)
        self._job.ask(RunPipeline(request), request)

    def cancel(self) -> None:
        """End the pipeline that runs, and drop what waits."""
        self._job.cancel()

    def close(self) -> None:
        """Say nothing any more, and let go of what was asked."""
        self.blockSignals(True)
        self._job.close()
        self._asked = None

    def _report(self, share: float) -> None:
        if self._job.about is not None:
            self.progressed.emit(self._job.about.number, share)

    def _tell(self, request: PipelineRequest, result: PipelineResult) -> None:
        self.finished.emit(result)

    def _tell_failure(self, request: PipelineRequest, error: GpuvizError) -> None:
        self.failed.emit(request.number, error)
