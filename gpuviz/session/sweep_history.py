"""The last sweep of each operation and kind, and what was asked for in its fields."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.operation import OperationInfo
from gpuviz.session.sweeps import Sweeps

if TYPE_CHECKING:
    from gpuviz.bench.points import SweepKind, SweepPoint, SweepRequest
    from gpuviz.engines.names import EngineName
    from gpuviz.scene.sweeps.outcome import SweepOutcome
    from gpuviz.scene.sweeps.plan import Wishes

SweepKey: TypeAlias = "tuple[Path, SweepKind]"


class SweepHistory(QObject):
    """Begins sweeps and keeps their points; `changed` tells of each that comes."""

    changed = Signal()

    def __init__(self, sweeps: Sweeps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sweeps = sweeps
        self._outcomes: dict[SweepKey, SweepOutcome] = {}
        self._failures: dict[SweepKey, GpuvizError] = {}
        self._running: SweepKey | None = None
        self._number = 0
        self.completed: set[SweepKey] = set()  # of which a sweep came to its end
        self.wishes: dict[tuple[Path, EngineName], Wishes] = {}
        sweeps.pointReady.connect(self._add)
        sweeps.failed.connect(self._sweep_failed)
        sweeps.finished.connect(self._complete)

    @property
    def running(self) -> SweepKey | None:
        """Which sweep runs, or ran last."""
        return self._running

    def outcome(self, key: SweepKey) -> SweepOutcome | None:
        """The last sweep; None where there was none yet."""
        return self._outcomes.get(key)

    def knows(self, operation: Path) -> bool:
        """Whether a sweep of an operation was asked for, whatever came of it."""
        return any(path == operation for path, _ in (*self._outcomes, *self._failures))

    def failure(self, key: SweepKey) -> GpuvizError | None:
        """Why the last one could not be done, or broke off."""
        return self._failures.get(key)

    def next_number(self) -> int:
        """For the next request."""
        self._number += 1
        return self._number

    def start(self, operation: OperationInfo, request: SweepRequest) -> None:
        """Begin a sweep."""
        from gpuviz.scene.sweeps.outcome import SweepOutcome

        key = request.operation, request.kind
        self._failures.pop(key, None)
        self._running = key
        self._outcomes[key] = SweepOutcome(operation, request)
        self._sweeps.start(request)
        self.changed.emit()

    def refuse(self, key: SweepKey, error: GpuvizError) -> None:
        """A sweep could not be begun, or breaks off."""
        self._failures[key] = error
        self.changed.emit()

    def _add(self, point: SweepPoint) -> None:
        if self._running is not None:
            self._outcomes[self._running] = self._outcomes[self._running].with_point(point)
            self.changed.emit()

    def _sweep_failed(self, error: GpuvizError) -> None:
        if self._running is not None:
            self.refuse(self._running, error)

    def _complete(self, request: SweepRequest) -> None:
        self.completed.add((request.operation, request.kind))
