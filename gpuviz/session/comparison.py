"""A run that stays on the screen, to be compared with every later one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from gpuviz.session.playback import Playback

if TYPE_CHECKING:
    from gpuviz.trace import Trace


class Comparison(QObject):
    """Pins the run that is played."""

    changed = Signal()  # another run is pinned, or none
    swappedChanged = Signal()

    def __init__(self, playback: Playback, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._playback = playback
        self._pinned: Trace | None = None
        self._swapped = False

    @property
    def pinned(self) -> Trace | None:
        """The run that stays."""
        return self._pinned

    @property
    def swapped(self) -> bool:
        """Whether the pinned run stands at the right."""
        return self._swapped

    def toggle(self) -> None:
        """Pin the run that is played; or let the pinned one go."""
        self._pinned = self._playback.trace if self._pinned is None else None
        self._swapped = False
        self.changed.emit()

    def pin(self) -> None:
        """Pin the run that is played, in the place of any other."""
        self._pinned = self._playback.trace
        self._swapped = False
        self.changed.emit()

    def swap(self) -> None:
        """Left becomes right."""
        if self._pinned is not None:
            self._swapped = not self._swapped
            self.swappedChanged.emit()
