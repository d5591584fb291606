"""The runs of a session and their times."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from gpuviz.engines.request import CpuTimes
    from gpuviz.scene.timing.bars import RunTimes

MOST_RUNS = 60


class Runs(QObject):
    """The latest runs, oldest first. `changed` tells of every change, `added` of a run before."""

    added = Signal()
    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[RunTimes, ...] = ()

    @property
    def all(self) -> tuple[RunTimes, ...]:
        """At most 60."""
        return self._all

    def add(self, run: RunTimes) -> None:
        """A run is there; its CPU times may follow."""
        self._all = (*self._all, run)[-MOST_RUNS:]
        self.added.emit()
        self.changed.emit()

    def change_last(self, run: RunTimes) -> None:
        """More is known of the last run, if this is the one; its CPU times stay."""
        if self._all and self._all[-1].number == run.number:
            self._all = (*self._all[:-1], replace(run, cpu=self._all[-1].cpu))
            self.changed.emit()

    def set_cpu_times(self, cpu: CpuTimes) -> None:
        """The CPU times of the run with that number, and of others with the same inputs."""
        timed = [_subject(run) for run in self._all if run.number == cpu.number]
        self._all = tuple(
            replace(run, cpu=cpu) if _subject(run) in timed and not run.cpu else run
            for run in self._all
        )
        if self._all:
            self.changed.emit()


def _subject(run: RunTimes) -> tuple[object, ...]:
    """What CPU times depend on."""
    return run.operation, run.size, run.inputs
