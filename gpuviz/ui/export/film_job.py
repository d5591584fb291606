"""A film that is made while the window goes on: drawn frame by frame between two events, written by
a thread.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage

from gpuviz.insight.order import Instant
from gpuviz.messages import GpuvizError, Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.ui.export.films import Film, FilmFormat, Frame
from gpuviz.ui.export.pictures import Shot, colours_of, sample_rows
from gpuviz.ui.stage.picture import image_on, pixels_of

WAITING_FRAMES = 4  # that are drawn and not yet written
FULL_MS = 10  # until the next look whether the thread has taken one
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FilmPlan:
    """What to film, and where the file goes."""

    shot: Shot
    instants: Sequence[Instant]
    fps: float
    path: Path
    format: FilmFormat


class Cancelled(Exception):
    """Ends the writing; nobody sees it."""


Written: TypeAlias = GpuvizError | Cancelled | None
"""How the writing ended: what was wrong, or None when the file is there."""


class FilmJob(QObject):
    """Makes one film. `ended` carries None when the file is there, else what was wrong."""

    progressed = Signal(int)  # frames that are drawn
    ended: TypedSignal[[GpuvizError | None]] = signal(object)
    cancelled = Signal()
    _written: TypedSignal[[Written]] = signal(object)  # from the thread

    def __init__(self, plan: FilmPlan, parent: QObject) -> None:
        super().__init__(parent)
        self._plan = plan
        self._rows = [*sample_rows(len(plan.instants)), *range(len(plan.instants))]
        self._first = len(self._rows) - len(plan.instants)  # samples are drawn before all others
        self._drawn: list[QImage] = []
        self._next = 0
        self._waiting: queue.Queue[QImage | Cancelled] = queue.Queue(WAITING_FRAMES)
        self._thread = threading.Thread(target=self._write, name="film", daemon=True)
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._draw)
        self._written.connect(self._finish)

    def start(self) -> None:
        """Begin to draw."""
        self._timer.start()

    def cancel(self) -> None:
        """End; the half file goes, and `cancelled` says when it is gone."""
        self._timer.stop()
        if not self._thread.is_alive():
            self.cancelled.emit()
            return
        while not self._waiting.empty():
            self._waiting.get()
        self._waiting.put(Cancelled())

    def wait(self) -> None:
        """Wait until nothing of the file is open any more."""
        if self._thread.is_alive():
            self._thread.join()

    def _draw(self) -> None:
        """One frame, unless the thread has enough to do."""
        self._timer.setInterval(FULL_MS if self._waiting.full() else 0)
        if self._waiting.full():
            return
        plan, row = self._plan, self._rows[self._next]
        image = image_on(plan.shot.sheet, plan.shot.camera.scene(plan.instants[row]))
        self._next += 1
        if self._next <= self._first:
            self._drawn.append(image)
        else:
            self._hand_over(image)
            self.progressed.emit(row + 1)

    def _hand_over(self, image: QImage) -> None:
        if self._next == self._first + 1:
            self._thread.start()
        self._waiting.put(image)
        if self._next == len(self._rows):
            self._timer.stop()

    def _write(self) -> None:
        """In the thread."""
        plan = self._plan
        result: Written = None
        try:
            with whole_file(plan.path) as part:
                plan.format.write(part, self._film())
        except (Cancelled, GpuvizError) as error:
            result = error
        except Exception as error:
            logger.exception("a film failed")
            result = RequestRefused(_failed(plan.path, error))
        self._written.emit(result)

    def _film(self) -> Film:
        plan, samples = self._plan, [pixels_of(image) for image in self._drawn]
        colours = colours_of(plan.shot.sheet.theme)
        return Film(self._frames(), len(plan.instants), plan.fps, samples, colours)

    def _finish(self, result: Written) -> None:
        self._timer.stop()
        self._thread.join()
        if isinstance(result, Cancelled):
            self.cancelled.emit()
        else:
            self.ended.emit(result)

    def _frames(self) -> Iterator[Frame]:
        for _ in self._plan.instants:
            image = self._waiting.get()
            if isinstance(image, Cancelled):
                raise image
            yield pixels_of(image)


def _failed(path: Path, error: Exception) -> Message:
    template = "{path} could not be written ({reason}): try the other format, or a smaller size."
    values = {"path": path, "reason": f"{type(error).__name__}: {error}"}
    return Message("export.failed", template, values)
