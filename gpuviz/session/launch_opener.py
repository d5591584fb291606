"""Opens one launch of a result after another; those of a pipeline whose steps were not kept too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.messages import GpuvizError
from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.scene.launch.opening import opened_at_first, shown_launch, with_launch
from gpuviz.session.launcher import Launcher
from gpuviz.session.signals import TypedSignal, signal

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult


class LaunchOpener(QObject):
    """A run for the steps of one launch has the number of the run that it belongs to.

    A launch that was opened stays open when the same operation runs again.
    """

    opened: TypedSignal[[ShownLaunch]] = signal(object)  # another one of the result
    openFailed: TypedSignal[[GpuvizError]] = signal(object)
    fetchingChanged = Signal()

    def __init__(self, launcher: Launcher, parent: QObject) -> None:
        super().__init__(parent)
        self._launcher = launcher
        self._shown: ShownLaunch | None = None
        self._fetching: int | None = None
        self._rows: dict[str, int] = {}  # by file: the launch that somebody has opened

    @property
    def fetching(self) -> int | None:
        """The launch that the pipeline runs once more for."""
        return self._fetching

    def show(self, choice: LaunchChoice, result: LaunchResult) -> ShownLaunch | None:
        """What is on the stage of a new result; None where nothing was launched."""
        row = opened_at_first(result, self._rows.get(str(choice.operation.path)))
        self._shown = None if row is None else shown_launch(choice, result, row)
        return self._shown

    def forget(self) -> None:
        """Something else is on the screen."""
        self._shown = None
        self.forget_fetch()

    def forget_fetch(self) -> None:
        """Whatever is fetched makes way for something else."""
        if self._fetching is not None:
            self._fetching = None
            self.fetchingChanged.emit()

    def open(self, row: int) -> None:
        """Have a launch on the stage; one whose steps were not kept comes after another run."""
        if self._shown is None:
            return
        self._rows[str(self._shown.choice.operation.path)] = row
        result = self._shown.result
        if row in result.whole or result.failure is not None:  # no run would keep more of it
            self.cancel_fetch()
            self._show(result, row)
            return
        self._fetching = row
        self._launcher.launch(self._shown.choice.request(result.number, (row,)))
        self.fetchingChanged.emit()

    def cancel_fetch(self) -> None:
        """Leave the launch on the stage as it is."""
        if self._fetching is not None:
            self._launcher.cancel()
            self.forget_fetch()

    def take(self, result: LaunchResult) -> bool:
        """Opens the launch if this is the run that was to fetch it; whether it is."""
        row, shown = self._fetching, self._shown
        if row is None:
            return False
        self.forget_fetch()
        if shown is not None and row in result.whole:
            self._show(with_launch(shown.result, result, row), row)
        elif shown is not None and result.failure is not None:
            self.openFailed.emit(result.failure)
        return True

    def refuse(self, error: GpuvizError) -> bool:
        """Says why the launch cannot be fetched, if that is what failed; whether it is."""
        if self._fetching is None:
            return False
        self.forget_fetch()
        self.openFailed.emit(error)
        return True

    def _show(self, result: LaunchResult, row: int) -> None:
        assert self._shown is not None
        self._shown = shown_launch(self._shown.choice, result, row)
        self.opened.emit(self._shown)
