"""The slider of the playback, with marks for barriers, divergences, hazards and breakpoints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.playback import Playback
from gpuviz.texts import tr
from gpuviz.ui.labels import rich_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.playback.marks import (
    MARK_KINDS,
    MarkKind,
    MarkName,
    legend_html,
    mark_places,
    place_at,
    place_words,
    share_of,
)

EDGE = 9.0  # pixels left and right of the groove: half the handle
GROOVE = 5.0
HANDLE = 6.0  # radius
PAGES = {Qt.Key.Key_PageDown: 0.1, Qt.Key.Key_PageUp: -0.1}  # of the launch
MARK = 2.0  # pixels


class PlaybackSlider(QWidget):
    """Shows and sets the moment of a Playback; where blocks are not followed, the round."""

    def __init__(self, playback: Playback, theme: Theme) -> None:
        super().__init__()
        self._playback = playback
        self._theme, self._scale = theme, 1.0
        self.setMinimumWidth(120)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Position in the launch"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        playback.momentChanged.connect(self._repaint)
        self._places: dict[MarkName, NDArray[np.float64]] = {}
        self._wanted: list[MarkKind] = []
        self._finding = CoalescedCall(self, self._find_marks)
        playback.traceChanged.connect(self._forget_marks)
        playback.breakpointsChanged.connect(self._mark_breakpoints)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def enlarge(self, factor: float) -> None:
        """Groove, marks and handle so many times as large."""
        self._scale = factor
        self.updateGeometry()
        self.update()

    @qt_override
    def sizeHint(self) -> QSize:  # noqa: D102
        return QSize(240, 24) * self._scale

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
            return share_of(playback.round, playback.rounds)
        if playback.ended:
            return 1.0
        return share_of(playback.moment, playback.length)

    def marks(self, name: MarkName) -> NDArray[np.float64]:
        """Where the moments of a kind are marked, 0..1; found a little after the trace is shown."""
        return self._places.get(name, np.zeros(0))

    def tip(self, x: float) -> str:
        """What a click at this place goes to, and what the marks mean, as rich text."""
        share = self._share(x)
        if self.by_rounds:
            at = tr("round {round}").format(round=place_at(share, self._playback.rounds))
        else:
            at = place_words(self._playback, place_at(share, self._playback.length))
        hint = tr("Drag to any step (or Page Up and Page Down)")
        rows = (at, legend_html(self._places, self._theme), hint)
        return "<br>".join(row for row in rows if row)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Shows the tooltip of a place."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), rich_tip(self.tip(event.pos().x())), self)
            return True
        return super().event(event)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.scale(self._scale, self._scale)
            self._draw_groove(painter)
            if self.isEnabled():
                self._draw_marks(painter)
                self._draw_handle(painter)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        self._playback.pause()
        self._seek(event.position().x())

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._seek(event.position().x())

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: D102
        way = PAGES.get(Qt.Key(event.key()))
        if way is not None:
            self._playback.pause()
            self._go(self.fraction + way)
        else:
            super().keyPressEvent(event)

    def _seek(self, x: float) -> None:
        self._go(self._share(x))

    def _share(self, x: float) -> float:
        return min(max((x / self._scale - EDGE) / max(self._size[0] - 2 * EDGE, 1), 0.0), 1.0)

    def _go(self, share: float) -> None:
        share = min(max(share, 0.0), 1.0)
        if self.by_rounds:
            self._playback.seek_round(place_at(share, self._playback.rounds))
        else:
            self._playback.seek(place_at(share, self._playback.length))

    @property
    def _size(self) -> tuple[float, float]:
        """Width and height before anything is enlarged."""
        return self.width() / self._scale, self.height() / self._scale

    def _x(self, share: float) -> float:
        return EDGE + share * (self._size[0] - 2 * EDGE)

    def _draw_groove(self, painter: QPainter) -> None:
        middle = self._size[1] / 2
        whole = QRectF(EDGE, middle - GROOVE / 2, self._size[0] - 2 * EDGE, GROOVE)
        painter.setBrush(QColor(self._theme.line))
        painter.drawRoundedRect(whole, GROOVE / 2, GROOVE / 2)
        if self.isEnabled():
            whole.setRight(self._x(self.fraction))
            painter.setBrush(QColor(self._theme.accent))
            painter.drawRoundedRect(whole, GROOVE / 2, GROOVE / 2)

    def _draw_marks(self, painter: QPainter) -> None:
        middle = self._size[1] / 2
        for kind in MARK_KINDS:
            painter.setBrush(QColor(getattr(self._theme, kind.token)))
            for share in self.marks(kind.name).tolist():
                left = self._x(share) - MARK / 2
                painter.drawRect(QRectF(left, middle + kind.top, MARK, kind.bottom - kind.top))

    def _repaint(self) -> None:
        self.update()

    def _forget_marks(self) -> None:
        self._places.clear()
        self._wanted = list(MARK_KINDS)
        self._finding.ask()
        self.update()

    def _find_marks(self) -> None:
        """One kind at a time: of a long launch each takes a while."""
        kind = self._wanted.pop(0)
        self._places[kind.name] = mark_places(self._playback, kind.name, self.by_rounds)
        self.update()
        if self._wanted:
            self._finding.ask()

    def _mark_breakpoints(self) -> None:
        self._places["breakpoint"] = mark_places(self._playback, "breakpoint", self.by_rounds)
        self.update()

    def _draw_handle(self, painter: QPainter) -> None:
        painter.setPen(QPen(QColor(self._theme.accent), 2))
        painter.setBrush(QColor("#ffffff"))
        handle = QPointF(self._x(self.fraction), self._size[1] / 2)
        painter.drawEllipse(handle, HANDLE, HANDLE)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(handle, HANDLE + 2.5, HANDLE + 2.5)
