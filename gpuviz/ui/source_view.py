"""The kernel's source: the playing line lit, a bar of heat for every line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QEvent, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit, QToolTip, QWidget

from gpuviz.trace import FunctionSource
from gpuviz.ui.listing import LineHeat, ListedLine, listing
from gpuviz.ui.numbers import percent, whole
from gpuviz.ui.style import SPACE_PX, mono_font, with_alpha
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme

GUTTER_PX = 38
HEAT_PX = 64
CODE_PX = 12
BAR_PX = 6
PAD_PX = 3 * SPACE_PX
INDENT_SHARE = 0.5  # of their width that spaces of an indentation keep: the column is narrow
HANG = 2  # letters that a wrapped line is set in
AROUND = 2  # lines that stay in view above and below the one that plays
WORD_TOKENS = {
    "keyword": "barrier",
    "string": "finished",
    "comment": "muted",
    "number": "read",
    "name": "text",
}


class SourceView(QTextEdit):
    """Shows functions as their author wrote them; its text can be selected and copied."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: tuple[ListedLine, ...] = ()
        self._heat: Mapping[int, LineHeat] = {}
        self._playing_line: int | None = None
        self._hazard_lines: frozenset[int] = frozenset()
        self._set_up_text()
        self._left = _Margin(self, self._paint_gutter)
        self._right = _Margin(self, self._paint_heat)
        self._right.setMouseTracking(True)
        self.setViewportMargins(GUTTER_PX, 0, HEAT_PX, 0)
        self.verticalScrollBar().valueChanged.connect(lambda value: self._update_margins())
        self.document().documentLayout().update.connect(lambda rect: self._update_margins())
        self._words = _Words(self, theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._words.set_theme(theme)
        self._update_margins()
        self.viewport().update()

    def show_functions(self, functions: Iterable[FunctionSource]) -> None:
        """Show the source of a kernel and its device functions; the same source stays as it is."""
        lines = listing(functions)
        if lines == self._lines:
            return
        self._lines = lines
        self._playing_line = None
        self._words.set_lines(lines)
        self.setPlainText("\n".join(line.text for line in lines))
        self._hang_indents()

    def show_heat(self, heat: Mapping[int, LineHeat], hazard_lines: Iterable[int]) -> None:
        """Show how often each line was executed, and which have a hazard."""
        self._heat = heat
        self._hazard_lines = frozenset(hazard_lines)
        self._update_margins()
        self.viewport().update()

    def show_playing_line(self, line: int | None) -> None:
        """Light the line that plays, and bring it into view."""
        if line == self._playing_line:
            return
        self._playing_line = line
        self._bring_into_view(line)
        self._update_margins()
        self.viewport().update()

    @property
    def natural_height(self) -> int:
        """The height at which every line is seen, at the present width."""
        return math.ceil(self.document().size().height()) + 2 * SPACE_PX

    @property
    def lines_in_view(self) -> tuple[int, ...]:
        """The lines that are seen in full, as numbered in the file."""
        bottom = self.viewport().height()
        seen = (
            line for line, rect in self._visible() if rect.top() >= 0 and rect.bottom() <= bottom
        )
        return tuple(line.number for line in seen if line.number is not None)

    @property
    def playing_line(self) -> int | None:
        """The line that is lit, as numbered in the file."""
        return self._playing_line

    def paintEvent(self, event: QPaintEvent) -> None:
        """The lit lines lie under the text."""
        painter = QPainter(self.viewport())
        for line, rect in self._visible():
            if color := self._line_color(line):
                painter.fillRect(
                    QRectF(0, rect.top(), self.viewport().width(), rect.height()), color
                )
        painter.end()
        super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The margins stay beside the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._left.setGeometry(QRect(inside.left(), inside.top(), GUTTER_PX, inside.height()))
        right = self.viewport().geometry().right() + 1
        self._right.setGeometry(QRect(right, inside.top(), HEAT_PX, inside.height()))

    def heat_tip(self, y: int) -> str:
        """What the heat bar at this height says in words."""
        for line, rect in self._visible():
            heat = self._heat_of(line)
            if heat and rect.top() <= y < rect.bottom():
                return _heat_words(line, heat)
        return ""

    def _set_up_text(self) -> None:
        self.setReadOnly(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        self.setFont(mono_font(CODE_PX))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setAccessibleName(tr("Source of the kernel"))
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)

    def _update_margins(self) -> None:
        self._left.update()
        self._right.update()

    def _hang_indents(self) -> None:
        """Wrapped lines go on two letters behind where their words begin."""
        letter = self.fontMetrics().horizontalAdvance("x")
        cursor = QTextCursor(self.document())
        for listed in self._lines:
            deep = INDENT_SHARE * _indent(listed.text) * letter + HANG * letter
            look = QTextBlockFormat()
            look.setLeftMargin(deep)
            look.setTextIndent(-deep)
            cursor.setBlockFormat(look)
            cursor.movePosition(QTextCursor.MoveOperation.NextBlock)

    def _bring_into_view(self, line: int | None) -> None:
        for index, listed in enumerate(self._lines):
            if line is not None and listed.number == line:
                self._scroll_to(self.document().findBlockByNumber(index))

    def _scroll_to(self, block: QTextBlock) -> None:
        """Have a line in view with some lines around it."""
        rect, room = self._rect(block), self.viewport().height()
        around = min(AROUND * self.fontMetrics().lineSpacing(), (room - rect.height()) / 2)
        if rect.top() < around or rect.bottom() > room - around:
            bar = self.verticalScrollBar()
            bar.setValue(round(bar.value() + rect.center().y() - room / 2))

    def _rect(self, block: QTextBlock) -> QRectF:
        """Where a line is in the viewport."""
        rect = self.document().documentLayout().blockBoundingRect(block)
        return rect.translated(0, -self.verticalScrollBar().value())

    def _visible(self) -> list[tuple[ListedLine, QRectF]]:
        found: list[tuple[ListedLine, QRectF]] = []
        for number, listed in enumerate(self._lines):
            rect = self._rect(self.document().findBlockByNumber(number))
            if rect.top() > self.viewport().height():
                break
            if rect.bottom() > 0:
                found.append((listed, rect))
        return found

    def _heat_of(self, line: ListedLine) -> LineHeat | None:
        return None if line.number is None else self._heat.get(line.number)

    def _line_color(self, line: ListedLine) -> QColor | None:
        if line.number is None:
            return None
        playing = line.number == self._playing_line
        if line.number in self._hazard_lines:
            return with_alpha(self._theme.hazard, 0.34 if playing else 0.2)
        return with_alpha(self._theme.running, 0.24) if playing else None

    def _paint_gutter(self, painter: QPainter, margin: QWidget) -> None:
        painter.setFont(self.font())
        height = self.fontMetrics().height()
        for line, rect in self._visible():
            if color := self._line_color(line):
                painter.fillRect(QRectF(0, rect.top(), margin.width(), rect.height()), color)
                painter.fillRect(QRectF(0, rect.top(), 3, rect.height()), self._edge_color(line))
            if line.number is not None:
                lit = line.number == self._playing_line
                painter.setPen(QColor(self._theme.text if lit else self._theme.faint))
                box = QRectF(0, rect.top(), margin.width() - PAD_PX, height)
                painter.drawText(box, Qt.AlignmentFlag.AlignRight, str(line.number))

    def _edge_color(self, line: ListedLine) -> QColor:
        playing = line.number == self._playing_line
        return QColor(self._theme.running if playing else self._theme.hazard)

    def _paint_heat(self, painter: QPainter, margin: QWidget) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        hottest = max((heat.warp_steps for heat in self._heat.values()), default=0)
        for line, rect in self._visible():
            if color := self._line_color(line):
                painter.fillRect(QRectF(0, rect.top(), margin.width(), rect.height()), color)
            if heat := self._heat_of(line):
                share = heat.warp_steps / hottest
                self._paint_bar(painter, margin.width(), rect.center().y(), share)

    def _paint_bar(self, painter: QPainter, width: int, middle: float, share: float) -> None:
        room = width - 2 * SPACE_PX - PAD_PX
        track = QRectF(2 * SPACE_PX, middle - BAR_PX / 2, room, BAR_PX)
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(track, BAR_PX / 2, BAR_PX / 2)
        track.setWidth(max(BAR_PX, share * room))
        painter.setBrush(QColor(self._theme.write))
        painter.drawRoundedRect(track, BAR_PX / 2, BAR_PX / 2)


class _Margin(QWidget):
    """A strip beside the text that its SourceView paints."""

    def __init__(self, view: SourceView, paint: Callable[[QPainter, QWidget], None]) -> None:
        super().__init__(view)
        self._view = view
        self._paint = paint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._paint(painter, self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._view.heat_tip(event.pos().y()), self)
            return True
        return super().event(event)


class _Words(QSyntaxHighlighter):
    """Colours the words of a listing."""

    def __init__(self, view: SourceView, theme: Theme) -> None:
        super().__init__(view.document())
        self._theme = theme
        self._lines: tuple[ListedLine, ...] = ()

    def set_lines(self, lines: tuple[ListedLine, ...]) -> None:
        self._lines = lines

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        row = self.currentBlock().blockNumber()
        narrow = QTextCharFormat()
        narrow.setFontLetterSpacing(100 * INDENT_SHARE)
        self.setFormat(0, _indent(text), narrow)
        for word in self._lines[row].words if row < len(self._lines) else ():
            look = QTextCharFormat()
            look.setForeground(QColor(getattr(self._theme, WORD_TOKENS[word.kind])))
            self.setFormat(word.start, word.length, look)


def _indent(text: str) -> int:
    """How many spaces a line begins with."""
    return len(text) - len(text.lstrip(" "))


def _heat_words(line: ListedLine, heat: LineHeat) -> str:
    text = tr("Line {line}: {steps} warp steps, {share} of their lanes active")
    share = percent(heat.lane_steps / (32 * heat.warp_steps))
    return text.format(line=line.number, steps=whole(heat.warp_steps), share=share)
