"""Somebody in front of a window: the pointer goes somewhere and clicks, keys are typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QKeySequence, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gpuviz.scene.scene import Hit
from gpuviz.ui.scene_widget import SceneWidget
from tools.film.camera import Camera

TRAVEL_MS, TICK_MS = 700, 20
LETTER_MS = 110
PATIENCE_MS = 30_000
GRAIN_PX = 4  # how closely a scene is searched


class Actor:
    """Does one thing after the other, as fast as somebody who knows where to look."""

    def __init__(self, window: QWidget, camera: Camera) -> None:
        self._window, self._camera = window, camera

    def wait(self, seconds: float) -> None:
        """Look, and read."""
        loop = QEventLoop()
        QTimer.singleShot(round(1000 * seconds), loop.quit)
        loop.exec()

    def wait_for(self, what: Callable[[], bool]) -> None:
        """Look until it has happened.

        Raises TimeoutError after half a minute.
        """
        for _ in range(PATIENCE_MS // TICK_MS):
            if what():
                return
            self.wait(TICK_MS / 1000)
        raise TimeoutError

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Go there, and press the left button."""
        at = widget.rect().center() if at is None else at
        self._go(
            QPointF(widget.mapTo(self._window, at))
            if self._holds(widget)
            else _over(self._window, widget, at)
        )
        self._camera.show_click()
        self.wait(0.1)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at)

    def press(self, keys: str, widget: QWidget | None = None) -> None:
        """One combination of keys, such as "Ctrl+G"."""
        self._camera.show_keys(keys)
        QTest.keySequence(widget or QApplication.focusWidget() or self._window, QKeySequence(keys))

    def type(self, words: str) -> None:
        """Letter by letter, where the keyboard is."""
        for letter in words:
            QTest.keyClicks(QApplication.focusWidget() or self._window, letter)
            self.wait(LETTER_MS / 1000)

    def _holds(self, widget: QWidget) -> bool:
        return widget.window() is self._window

    def _go(self, to: QPointF) -> None:
        """Move the pointer there; what lies under it hears of that."""
        begin, ease = self._camera.pointer, QEasingCurve(QEasingCurve.Type.InOutQuad)
        for tick in range(1, TRAVEL_MS // TICK_MS + 1):
            share = ease.valueForProgress(tick * TICK_MS / TRAVEL_MS)
            self._camera.pointer = begin + (to - begin) * share
            self._hover()
            self.wait(TICK_MS / 1000)

    def _hover(self) -> None:
        at = self._camera.pointer.toPoint()
        under = self._window.childAt(at)
        if under is None:
            return
        local = QPointF(under.mapFrom(self._window, at))
        none = Qt.MouseButton.NoButton
        moved = QMouseEvent(
            QEvent.Type.MouseMove,
            local,
            QPointF(self._window.mapToGlobal(at)),
            none,
            none,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(under, moved)


def _over(window: QWidget, widget: QWidget, at: QPoint) -> QPointF:
    """A place in something that lies over the window, in the window's pixels."""
    return QPointF(window.mapFromGlobal(widget.mapToGlobal(at)))


def place_of(widget: SceneWidget, wanted: Hit) -> QPoint:
    """A place on a scene where the mouse is over that, where most of it is; raises LookupError."""
    wide, high = round(widget.width() / widget.scale), round(widget.height() / widget.scale)
    found = [
        (x, y)
        for y in range(0, high, GRAIN_PX)
        for x in range(0, wide, GRAIN_PX)
        if widget.scene.hit(x, y) == wanted
    ]
    if not found:
        raise LookupError(wanted)
    x, y = found[len(found) // 2]
    return QPoint(round(x * widget.scale) + 2, round(y * widget.scale) + 2)
