"""What is chosen on the screen: the grid, a block, a warp, a thread, or an element of an array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, Signal

from gpuviz.launch import WARP_SIZE

Subject = Literal["grid", "block", "warp", "thread", "element"]


@dataclass(frozen=True, slots=True)
class ElementChoice:
    """One element: row in Trace.arrays, flat C-order index; `block` is whose, for shared memory."""

    array: int
    element: int
    block: int | None = None


class Selection(QObject):
    """The one choice that every view follows; `changed` says that it is another one now.

    An element may be chosen beside a block, warp or thread: `subject` is what was chosen last.
    `site` is the access that the memory view shows (row in Trace.sites); None leaves it to the
    step that plays.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._block: int | None = None
        self._warp: int | None = None
        self._thread: int | None = None
        self._element: ElementChoice | None = None
        self._site: int | None = None
        self._subject: Subject = "grid"

    @property
    def subject(self) -> Subject:
        """What kind of thing was chosen last."""
        return self._subject

    @property
    def block(self) -> int | None:
        """The chosen block's linear number, None for the whole grid."""
        return self._block

    @property
    def warp(self) -> int | None:
        """The chosen warp, or the chosen thread's, within its block."""
        return self._warp

    @property
    def thread(self) -> int | None:  # type: ignore[override]  # a CUDA thread, not QObject's QThread
        """The chosen thread's linear number within its block, None for the whole block or warp."""
        return self._thread

    @property
    def lane(self) -> int | None:
        """The chosen thread's lane within its warp."""
        return None if self._thread is None else self._thread % WARP_SIZE

    @property
    def element(self) -> ElementChoice | None:
        """The chosen element of an array."""
        return self._element

    @property
    def site(self) -> int | None:
        """The access that was chosen to be looked at, a row in Trace.sites."""
        return self._site

    def select_block(self, block: int) -> None:
        """Choose a block and no thread of it."""
        self._set(block, None, None)

    def select_warp(self, block: int, warp: int) -> None:
        """Choose a whole warp by the linear number of its block and its own in that block."""
        self._set(block, warp, None)

    def select_thread(self, block: int, thread: int) -> None:
        """Choose one thread by the linear numbers of its block and of itself in that block."""
        self._set(block, thread // WARP_SIZE, thread)

    def select_element(self, element: ElementChoice) -> None:
        """Choose an element of an array; the chosen block, warp or thread stays."""
        if (element, "element") != (self._element, self._subject):
            self._element, self._subject = element, "element"
            self.changed.emit()

    def drop_element(self) -> None:
        """Choose no element any more; the chosen block, warp or thread stays."""
        if self._element is not None:
            self._element = None
            if not self._set(self._block, self._warp, self._thread):
                self.changed.emit()

    def select_site(self, site: int | None) -> None:
        """Choose an access to be looked at, or none."""
        if site != self._site:
            self._site = site
            self.changed.emit()

    def clear(self) -> None:
        """Choose the whole grid, and no element and no access."""
        was = (self._subject, self._element, self._site)
        self._element = self._site = None
        if not self._set(None, None, None) and was != (self._subject, None, None):
            self.changed.emit()

    def _set(self, block: int | None, warp: int | None, thread: int | None) -> bool:
        subject: Subject = "block" if block is not None else "grid"
        if warp is not None:
            subject = "warp" if thread is None else "thread"
        chosen = (block, warp, thread, subject)
        if chosen == (self._block, self._warp, self._thread, self._subject):
            return False
        self._block, self._warp, self._thread, self._subject = chosen
        self.changed.emit()
        return True
