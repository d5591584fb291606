"""The slider of the playback: rounds of the launch, with a mark where blocks meet at barriers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from gpuviz.session.playback import Playback
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme

EDGE = 9.0  # pixels left and right of the groove: half the handle
GROOVE = 5.0
HANDLE = 6.0  # radius
PAGES = {Qt.Key.Key_PageDown: 0.1, Qt.Key.Key_PageUp: -0.1}  # of the launch
MOST_MARKS = 60  # more would be a solid bar


class PlaybackSlider(QWidget):
    """Shows and sets the moment of a Playback; where blocks are not followed, the round."""

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._theme = theme
        self.setMinimumWidth(120)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Position in the launch"))
        self.setToolTip(tr("Drag to any step (or Page Up and Page Down); marks are barriers"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        playback.momentChanged.connect(lambda: self.update())
        playback.traceChanged.connect(lambda: self.update())

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(240, 24)

    @property
    def by_rounds(self) -> bool:
        """Whether it moves by rounds: where blocks are not followed, time goes on between steps."""
        trace = self._playback.trace
        return trace is not None and not trace.all_followed

    @property
    def fraction(self) -> float:
        """How far the launch is, 0..1."""
        playback = self._playback
        if self.by_rounds:
            return playback.round / (playback.rounds + 1)
        if playback.ended:
            return 1.0
        return playback.moment / (playback.length + 1)

    def barriers(self) -> NDArray[np.float64]:
        """Where barriers are, 0..1; empty where there are too many to tell apart."""
        playback, trace = self._playback, self._playback.trace
        if trace is None or trace.steps is None or playback.order is None:
            return np.zeros(0)
        kinds = np.array([statement.is_barrier for statement in trace.statements], bool)
        at = np.flatnonzero(kinds[trace.steps.statement[playback.order.step]])
        rounds, first = np.unique(playback.order.round[at], return_index=True)
        if len(rounds) > MOST_MARKS:
            return np.zeros(0)
        if self.by_rounds:
            return (rounds + 1) / (playback.rounds + 1)
        return (at[first] + 1) / (playback.length + 1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        self._draw_groove(painter)
        if self.isEnabled():
            self._draw_barriers(painter)
            self._draw_handle(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._playback.pause()
        self._seek(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        way = PAGES.get(Qt.Key(event.key()))
        if way is not None:
            self._playback.pause()
            self._go(self.fraction + way)
        else:
            super().keyPressEvent(event)

    def _seek(self, x: float) -> None:
        self._go((x - EDGE) / max(self.width() - 2 * EDGE, 1))

    def _go(self, share: float) -> None:
        share = min(max(share, 0.0), 1.0)
        if self.by_rounds:
            self._playback.seek_round(round(share * (self._playback.rounds + 1)))
        else:
            self._playback.seek(round(share * (self._playback.length + 1)))

    def _x(self, share: float) -> float:
        return EDGE + share * (self.width() - 2 * EDGE)

    def _draw_groove(self, painter: QPainter) -> None:
        middle = self.height() / 2
        whole = QRectF(EDGE, middle - GROOVE / 2, self.width() - 2 * EDGE, GROOVE)
        painter.setBrush(QColor(self._theme.line))
        painter.drawRoundedRect(whole, GROOVE / 2, GROOVE / 2)
        if self.isEnabled():
            whole.setRight(self._x(self.fraction))
            painter.setBrush(QColor(self._theme.accent))
            painter.drawRoundedRect(whole, GROOVE / 2, GROOVE / 2)

    def _draw_barriers(self, painter: QPainter) -> None:
        painter.setBrush(QColor(self._theme.barrier))
        for share in self.barriers().tolist():
            painter.drawRect(QRectF(self._x(share) - 1, self.height() / 2 - 6, 2, 12))

    def _draw_handle(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.setBrush(QColor("#ffffff"))
        handle = QPointF(self._x(self.fraction), self.height() / 2)
        painter.drawEllipse(handle, HANDLE, HANDLE)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(handle, HANDLE + 2.5, HANDLE + 2.5)
