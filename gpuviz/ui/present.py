"""Present mode, for the back row of a hall: the whole screen, type and strokes doubled, only the
stage with its controls and the source, a halo around the pointer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QCursor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMainWindow, QWidget

from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.panels import Panels
from gpuviz.ui.playback.bar import PlaybackBar
from gpuviz.ui.playback.caption import CaptionLine
from gpuviz.ui.source.view import CODE_PX
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.style import with_alpha

LARGER = 2.0  # type and strokes of the stage
LARGER_CODE_PX = (16, 20)  # on a low screen, and on one from DOUBLED_FROM_PX
SOURCE_SHARE = 0.32  # of the window's width
DOUBLED_FROM_PX = 1080  # height of a screen; on lower ones the controls grow by less
HALO_PX = 72
FOLLOW_MS = 16  # between two looks where the pointer is


class Halo(QWidget):
    """A translucent ring that follows the pointer and lets every press through."""

    def __init__(self, window: QWidget, color: str) -> None:
        super().__init__(window)
        self._window, self._color = window, color
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(HALO_PX, HALO_PX)
        timer = QTimer(self, interval=FOLLOW_MS)
        timer.timeout.connect(self.follow)
        timer.start()
        self.follow()

    def follow(self) -> None:
        """Go to where the pointer is; out of sight where that is outside of the window."""
        at = self._window.mapFromGlobal(QCursor.pos())
        self.setVisible(self._window.rect().contains(at))
        self.move(at - QPoint(HALO_PX // 2, HALO_PX // 2))

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A ring, and a breath of its colour inside."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(with_alpha(self._color, 0.85), 4))
            painter.setBrush(QColor(with_alpha(self._color, 0.18)))
            radius = HALO_PX / 2 - 3
            painter.drawEllipse(QPointF(HALO_PX / 2, HALO_PX / 2), radius, radius)


@dataclass(frozen=True, slots=True)
class Before:
    """How the window was: its panels, whether somebody had placed them, maximised or not."""

    panels: QByteArray
    kept: bool
    state: Qt.WindowState


class PresentController(QObject):
    """Enters and leaves Present mode; the window comes back as it was."""

    def __init__(
        self,
        window: QMainWindow,
        arrangement: Arrangement,
        panels: Panels,
        stage: StageView,
        toolbar: QWidget,
        bars: Sequence[CaptionLine | PlaybackBar],
        action: QAction,
    ) -> None:
        super().__init__(window)
        self._window, self._arrangement, self._panels = window, arrangement, panels
        self._stage, self._toolbar = stage, toolbar
        self._bars, self._action = tuple(bars), action
        self._before: Before | None = None
        self.halo: Halo | None = None
        window.installEventFilter(self)

    @property
    def presenting(self) -> bool:
        """Whether it is on."""
        return self.halo is not None

    def toggle(self) -> None:
        """On if it is off, off if it is on."""
        if self.presenting:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Only the stage, its controls and the source, large, on the whole screen."""
        window, arrangement = self._window, self._arrangement
        self._before = Before(window.saveState(), arrangement.is_kept, window.windowState())
        arrangement.is_kept = True
        self._show_bars(False)
        for name, dock in self._panels.docks.items():
            dock.setVisible(name == "source")
        self.halo = Halo(window, self._stage.theme.accent)
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        self._fit()
        self._stage.setFocus()
        self._action.setChecked(True)

    def leave(self) -> None:
        """Everything as it was."""
        if self.halo is None or self._before is None:
            return
        window, before = self._window, self._before
        self.halo.deleteLater()
        self.halo = None
        window.setWindowState(before.state)
        self._enlarge(1.0, 1.0, CODE_PX)
        self._show_bars(True)
        window.restoreState(before.panels)
        self._arrangement.is_kept = before.kept
        self._arrangement.fit()
        self._action.setChecked(False)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another screen, another size."""
        if event.type() == QEvent.Type.Resize and self.presenting:
            self._fit()
        return super().eventFilter(watched, event)

    def _show_bars(self, shown: bool) -> None:
        for bar in (self._window.menuBar(), self._toolbar, self._window.statusBar()):
            bar.setVisible(shown)

    def _fit(self) -> None:
        """As large as the window has room for."""
        window = self._window
        controls = min(LARGER, LARGER * window.height() / DOUBLED_FROM_PX)
        code_px = LARGER_CODE_PX[window.height() >= DOUBLED_FROM_PX]
        self._enlarge(LARGER, max(controls, 1.0), code_px)
        share = [round(SOURCE_SHARE * window.width())]
        window.resizeDocks([self._panels.docks["source"]], share, Qt.Orientation.Horizontal)

    def _enlarge(self, stage: float, controls: float, code_px: int) -> None:
        self._stage.enlarge(stage)
        for bar in self._bars:
            bar.enlarge(controls)
        self._panels.source.view.set_type(code_px)
