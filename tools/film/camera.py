"""Films a window in real time: its picture, the pointer, and the keys that are pressed."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QApplication, QWidget

from gpuviz.ui.export.films import Film, Frame, write_gif, write_mp4

FPS = 10.0
QUALITY = 26  # of H.264: two minutes are less than 2 MB
SAMPLES = 6  # frames of a GIF from which its colours are chosen
POINTER = ((0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12))
"""Corners of an arrow, in pixels from its tip."""
RING_S = 0.35  # that a click is seen
KEYS_S = 1.6  # that pressed keys are seen
KEYS_PX = 26


class Camera(QObject):
    """Takes `FPS` pictures a second of a window and what lies over it, and writes them as MP4, or
    as a GIF where the file is called so.
    """

    def __init__(self, window: QWidget, path: Path) -> None:
        super().__init__(window)
        self.pointer = QPointF(window.width() * 0.6, window.height() * 0.7)
        self._window, self._path = window, path
        self._clicked_at = self._typed_at = -np.inf
        self._keys = ""
        self._begun = 0.0
        self._taken = 0
        self._frames: queue.Queue[QImage | None] = queue.Queue()
        self._writer = threading.Thread(target=self._write, name="film")
        self._ticks = QTimer(self, interval=round(1000 / FPS))
        self._ticks.setTimerType(Qt.TimerType.PreciseTimer)
        self._ticks.timeout.connect(self._take)

    @property
    def seconds(self) -> float:
        """Since the film began."""
        return time.perf_counter() - self._begun

    def start(self) -> None:
        """Film from now on."""
        self._begun = time.perf_counter()
        self._writer.start()
        self._ticks.start()

    def finish(self) -> None:
        """The last picture, and the file is there."""
        self._ticks.stop()
        self._frames.put(None)
        self._writer.join()

    def show_click(self) -> None:
        """A ring around the pointer for a moment."""
        self._clicked_at = time.perf_counter()

    def show_keys(self, keys: str) -> None:
        """What is pressed, at the lower edge for a moment."""
        self._keys, self._typed_at = keys, time.perf_counter()

    def _take(self) -> None:
        """One picture; it stands for those too that a busy machine has missed."""
        image = self._picture()
        due = int(self.seconds * FPS) + 1
        for _ in range(due - self._taken):
            self._frames.put(image)
        self._taken = max(due, self._taken)

    def _picture(self) -> QImage:
        image = QImage(self._window.size(), QImage.Format.Format_RGB888)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._window.grab())
        for one in QApplication.topLevelWidgets():
            if one is not self._window and one.isVisible():
                painter.drawPixmap(self._window.mapFromGlobal(one.pos()), one.grab())
        self._draw_keys(painter)
        self._draw_pointer(painter)
        painter.end()
        return image

    def _draw_pointer(self, painter: QPainter) -> None:
        painter.translate(self.pointer)
        if time.perf_counter() - self._clicked_at < RING_S:
            painter.setPen(QPen(QColor("#ffb000"), 3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(0, 0), 16, 16)
        painter.setPen(QPen(QColor("black"), 1))
        painter.setBrush(QColor("white"))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in POINTER]))
        painter.resetTransform()

    def _draw_keys(self, painter: QPainter) -> None:
        if time.perf_counter() - self._typed_at >= KEYS_S:
            return
        font = QFont(self._window.font())
        font.setPixelSize(KEYS_PX)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(self._keys) + 40, 2 * KEYS_PX
        box = QRectF(0, 0, width, height)
        box.moveCenter(QPointF(self._window.width() / 2, self._window.height() - 1.6 * height))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 200))
        painter.drawRoundedRect(box, 10, 10)
        painter.setPen(QColor("white"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._keys)

    def _write(self) -> None:
        if self._path.suffix == ".gif":
            self._write_gif()
        else:
            self._write_mp4()

    def _write_gif(self) -> None:
        frames = [frame.copy() for frame in self._drawn()]  # which lie in images that go
        samples = frames[:: max(len(frames) // SAMPLES, 1)]
        colours = samples[0].reshape(-1, 3)[:1]
        write_gif(self._path, Film(frames, len(frames), FPS, samples, colours))

    def _write_mp4(self) -> None:
        frames = self._drawn()
        first = next(frames)
        film = Film(_with_first(first, frames), 0, FPS, (), first.reshape(-1, 3)[:1], QUALITY)
        write_mp4(self._path, film)

    def _drawn(self) -> Iterator[Frame]:
        while (image := self._frames.get()) is not None:
            rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
            yield rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)


def _with_first(first: Frame, others: Iterator[Frame]) -> Iterator[Frame]:
    yield first
    yield from others
