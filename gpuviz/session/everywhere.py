"""The launch that is shown, modelled on every device, in a worker process."""

from __future__ import annotations

import functools
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from gpuviz.engines.request import Progress
from gpuviz.messages import GpuvizError
from gpuviz.model.part import copied_by_launch, modelled_part
from gpuviz.session.newest import NewestJob
from gpuviz.trace import Trace

if TYPE_CHECKING:
    from gpuviz.model.on_device import OnDevice


class ModelWorkers(Protocol):
    """What is needed of `gpuviz.worker.Workers`."""

    def on_devices(
        self, trace: Trace, copied: tuple[float, float], on_progress: Progress
    ) -> Future[tuple[OnDevice, ...]]:
        """The launch of a trace as the model sees it on every device of the table."""


@dataclass(frozen=True, slots=True)
class ModelledEverywhere:
    """What the model says of the launch `of`."""

    of: Trace
    rows: tuple[OnDevice, ...]


class Everywhere(QObject):
    """Models one launch after another on all devices; the newest counts."""

    modelled = Signal(object)  # ModelledEverywhere
    failed = Signal(object, object)  # Trace, GpuvizError
    busyChanged = Signal(bool)

    def __init__(self, workers: ModelWorkers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers = workers
        self._job = NewestJob(self)
        self._job.settled.connect(self._tell)
        self._job.busyChanged.connect(self.busyChanged)

    @property
    def busy(self) -> bool:
        """Whether a launch is modelled."""
        return self._job.busy

    def ask(self, trace: Trace) -> None:
        """Model a launch; `modelled` or `failed` answers."""
        part, copied = modelled_part(trace), copied_by_launch(trace)
        self._job.ask(functools.partial(self._workers.on_devices, part, copied), trace)

    def close(self) -> None:
        """Say nothing any more."""
        self.blockSignals(True)
        self._job.close()

    def _tell(self, of: Trace, future: Future[tuple[OnDevice, ...]]) -> None:
        error = future.exception()
        if isinstance(error, GpuvizError):
            self.failed.emit(of, error)
        else:
            self.modelled.emit(ModelledEverywhere(of, future.result()))
