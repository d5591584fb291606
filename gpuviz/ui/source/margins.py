"""The strips beside the source: line numbers with breakpoints, and bars of heat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.heat import bar_share, cost_words
from gpuviz.scene.source.listing import ListedLine
from gpuviz.texts import tr
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import with_alpha

if TYPE_CHECKING:
    from gpuviz.ui.source.view import SourceView

GUTTER_PX = 44
HEAT_PX = 60
BAR_PX = 6
PAD_PX = 2 * SPACE_PX
DOT = QPointF(10, 0)  # the middle of a breakpoint's dot, from the left
DOT_RADIUS = 4.5
FORK = ((3.5, 4.5), (3.5, 0.0), (0.0, -4.0), (7.0, -4.0))  # stem, joint and the two ends
FORK_X = 2.0


class Margin(QWidget):
    """A strip beside the text, with a tooltip for each line."""

    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._view = view
        self.setMouseTracking(True)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Line by line."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for line, rect in self._view.visible_lines():
                if color := self._view.line_color(line):
                    painter.fillRect(QRectF(0, rect.top(), self.width(), rect.height()), color)
                if line.number is not None:
                    self.draw_line(painter, line, line.number, rect)

    def draw_line(self, painter: QPainter, line: ListedLine, number: int, rect: QRectF) -> None:
        """What stands beside one line."""
        raise NotImplementedError

    def tip(self, number: int) -> str:
        """What a line's tooltip says."""
        raise NotImplementedError

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Shows tooltips."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            number = self._view.line_at(event.pos().y())
            text = "" if number is None else self.tip(number)
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)


class Gutter(Margin):
    """Line numbers; a click sets a breakpoint or takes it away."""

    def __init__(self, view: SourceView) -> None:
        super().__init__(view)
        self._hovered: int | None = None

    def draw_line(self, painter: QPainter, line: ListedLine, number: int, rect: QRectF) -> None:
        """The number, the dot of a breakpoint, the edge of a lit line."""
        view = self._view
        if edge := view.edge_color(line):
            painter.fillRect(QRectF(0, rect.top(), 3, rect.height()), edge)
        height = view.fontMetrics().height()
        if number in view.breakpoints or number == self._hovered:
            self._draw_dot(painter, rect.top() + height / 2, number in view.breakpoints)
        lit = view.is_playing(line)
        painter.setFont(view.font())
        painter.setPen(QColor(view.theme.text if lit else view.theme.muted))
        box = QRectF(0, rect.top(), self.width() - PAD_PX, height)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(number))

    def tip(self, number: int) -> str:
        """What a click does."""
        if number in self._view.breakpoints:
            return tr("Playing stops at line {line}. Click to go on.").format(line=number)
        if number in self._view.step_lines:
            return tr("Click to have playing stop at line {line} (F9).").format(line=number)
        return tr("No step begins in line {line}.").format(line=number)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Sets or removes a breakpoint."""
        number = self._view.line_at(event.position().y())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self._view.toggle_breakpoint(number)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Shows where a click would set one."""
        number = self._view.line_at(event.position().y())
        self._hover(number if number in self._view.step_lines else None)

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._hover(None)

    def _hover(self, number: int | None) -> None:
        pressable = number is not None
        shape = Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self._hovered = number
        self.update()

    def _draw_dot(self, painter: QPainter, middle: float, is_set: bool) -> None:
        accent = self._view.theme.accent
        painter.setPen(QPen(QColor(accent), 1.2))
        painter.setBrush(QColor(accent) if is_set else with_alpha(accent, 0.2))
        painter.drawEllipse(DOT + QPointF(0, middle), DOT_RADIUS, DOT_RADIUS)


class HeatStrip(Margin):
    """A bar for every executed line, and a fork where warps diverge."""

    def draw_line(self, painter: QPainter, line: ListedLine, number: int, rect: QRectF) -> None:
        """The line's bar and fork."""
        view = self._view
        cost = view.costs.get(number)
        if cost is None:
            return
        middle = rect.center().y()
        self._draw_bar(painter, middle, bar_share(view.heat, cost, view.costs))
        if cost.split is not None:
            self._draw_fork(painter, middle)

    def tip(self, number: int) -> str:
        """All that the line costs."""
        cost = self._view.costs.get(number)
        return "" if cost is None else cost_words(number, cost)

    def _draw_bar(self, painter: QPainter, middle: float, share: float) -> None:
        left = FORK_X + 3 * SPACE_PX
        room = self.width() - left - PAD_PX
        track = QRectF(left, middle - BAR_PX / 2, room, BAR_PX)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._view.theme.raised))
        painter.drawRoundedRect(track, BAR_PX / 2, BAR_PX / 2)
        if share > 0:
            track.setWidth(max(BAR_PX, share * room))
            painter.setBrush(QColor(self._view.theme.write))
            painter.drawRoundedRect(track, BAR_PX / 2, BAR_PX / 2)

    def _draw_fork(self, painter: QPainter, middle: float) -> None:
        stem, joint, *ends = (QPointF(FORK_X + x, middle + y) for x, y in FORK)
        painter.setPen(QPen(QColor(self._view.theme.text), 1.4))
        for end in (stem, *ends):
            painter.drawLine(joint, end)
