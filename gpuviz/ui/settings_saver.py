"""Saves what is remembered soon after it has changed, beside the window's work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QObject, QTimer

from gpuviz.messages import Message
from gpuviz.session.settings import Settings, save_settings
from gpuviz.session.signals import TypedSignal, signal

LOOK_MS = 2_000  # between two looks at what is chosen, which take less than a millisecond


@dataclass(slots=True)
class Saving:
    """One save, in a thread of its own: a disk may be slow."""

    settings: Settings
    path: Path
    known: Settings | None
    problem: Message | None = None

    def run(self) -> None:
        """In the thread."""
        self.problem = save_settings(self.settings, self.path, self.known)


class SettingsSaver(QObject):
    """Looks at the choices again and again, and saves those that are not as they were.

    No signal of a widget has to be known for that, so none can be forgotten. `known` is what the
    file says of this window; None: nothing.
    """

    failed: TypedSignal[[Message]] = signal(object)  # said once, not with each attempt

    def __init__(
        self,
        parent: QObject,
        path: Path,
        known: Settings | None,
        chosen: Callable[[], Settings],
    ) -> None:
        super().__init__(parent)
        self._path, self._known, self._chosen = path, known, chosen
        self._told: str | None = None
        self._saving: tuple[Saving, Thread] | None = None
        self._looks = QTimer(self, interval=LOOK_MS)
        self._looks.timeout.connect(self._look)
        self._looks.start()

    def flush(self) -> None:
        """Everything is saved when this returns, or `failed` says why not."""
        self._take(wait=True)
        settings = self._settings()
        if settings != self._known:
            saving = Saving(settings, self._path, self._known)
            saving.run()
            self._finish(saving)

    def close(self) -> None:
        """The last save: the window is about to go."""
        if self._looks.isActive():
            self._looks.stop()
            self.flush()

    def _look(self) -> None:
        if not self._take(wait=False):
            return
        settings = self._settings()
        if settings != self._known:
            saving = Saving(settings, self._path, self._known)
            thread = Thread(target=saving.run, name="settings")
            self._saving = saving, thread
            thread.start()

    def _settings(self) -> Settings:
        """What is chosen; a window that is posed for a while keeps the layout that it had."""
        settings = self._chosen()
        if settings.window_state or self._known is None:
            return settings
        known = self._known
        return replace(settings, geometry=known.geometry, window_state=known.window_state)

    def _take(self, *, wait: bool) -> bool:
        """Whether no save is under way any more."""
        if self._saving is None:
            return True
        saving, thread = self._saving
        if wait:
            thread.join()
        if thread.is_alive():
            return False
        self._saving = None
        self._finish(saving)
        return True

    def _finish(self, saving: Saving) -> None:
        problem = saving.problem
        if problem is None:
            self._known, self._told = saving.settings, None
        elif problem.text != self._told:
            self._told = problem.text
            self.failed.emit(problem)
