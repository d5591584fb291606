"""What is chosen on the screen: the whole grid, one block, or one thread of it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from gpuviz.launch import WARP_SIZE


class Selection(QObject):
    """The one chosen block or thread that every view follows; `changed` says that it is another one
    now.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._block: int | None = None
        self._thread: int | None = None

    @property
    def block(self) -> int | None:
        """The chosen block's linear number, None for the whole grid."""
        return self._block

    @property
    def thread(self) -> int | None:  # type: ignore[override]  # a CUDA thread, not QObject's QThread
        """The chosen thread's linear number within its block, None for the whole block."""
        return self._thread

    @property
    def warp(self) -> int | None:
        """The chosen thread's warp within its block."""
        return None if self._thread is None else self._thread // WARP_SIZE

    @property
    def lane(self) -> int | None:
        """The chosen thread's lane within its warp."""
        return None if self._thread is None else self._thread % WARP_SIZE

    def select_block(self, block: int) -> None:
        """Choose a block and no thread of it."""
        self._set(block, None)

    def select_thread(self, block: int, thread: int) -> None:
        """Choose one thread by the linear numbers of its block and of itself in that block."""
        self._set(block, thread)

    def clear(self) -> None:
        """Choose the whole grid."""
        self._set(None, None)

    def _set(self, block: int | None, thread: int | None) -> None:
        if (block, thread) == (self._block, self._thread):
            return
        self._block, self._thread = block, thread
        self.changed.emit()
