"""Pipelines as Qt signals: one train of launches at a time, in a worker process."""

from __future__ import annotations

import functools
from concurrent.futures import Future
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.pipeline_request import PipelineRequest, PipelineResult
from gpuviz.engines.request import Progress
from gpuviz.messages import GpuvizError
from gpuviz.session.newest import NewestJob, Start


class PipelineWorkers(Protocol):
    """What is needed of `gpuviz.worker.Workers`."""

    def run_pipeline(
        self, request: PipelineRequest, on_progress: Progress
    ) -> Future[PipelineResult]:
        """Runs a pipeline."""


class Pipelines(QObject):
    """Runs one pipeline after another; the newest counts, an outdated answer is dropped.

    A pipeline that broke off is `finished` too: its result has a `failure` beside what ran before.
    """

    started = Signal(int)
    progressed = Signal(int, float)  # the share cannot be known: it grows with each launch
    finished = Signal(object)  # PipelineResult
    failed = Signal(int, object)  # GpuvizError
    busyChanged = Signal(bool)

    def __init__(self, workers: PipelineWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._job = NewestJob(self)
        self._asked: PipelineRequest | None = None
        self._job.settled.connect(self._tell)
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
        self._asked = request
        self.started.emit(request.number)
        start: Start = functools.partial(self._workers.run_pipeline, request)
        self._job.ask(start, request.number)

    def cancel(self) -> None:
        """End the pipeline that runs, and drop what waits."""
        self._job.cancel()

    def close(self) -> None:
        """Say nothing any more, and let go of what was asked."""
        self.blockSignals(True)
        self._job.close()
        self._asked = None

    def _report(self, share: float) -> None:
        if self._asked is not None:
            self.progressed.emit(self._asked.number, share)

    def _tell(self, number: int, future: Future[PipelineResult]) -> None:
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.failed.emit(number, error)
        else:
            self.finished.emit(future.result())
