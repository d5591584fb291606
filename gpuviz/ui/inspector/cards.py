"""Parts of the inspector: a card of formulas, and the cells of a warp's lanes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from gpuviz.insight.formula import Formula, number_text
from gpuviz.insight.stage_warp import WarpNow
from gpuviz.insight.states import ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.inspector.thread_words import formula_text, mask_sentence
from gpuviz.scene.sizes import BASE_PX, LARGE_PX, SPACE_PX
from gpuviz.scene.stage.colours import state_color
from gpuviz.scene.theme import Theme
from gpuviz.texts import escaped
from gpuviz.ui.facts import SELECTABLE
from gpuviz.ui.labels import RichLabel
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import mono_font


class FormulaCard(QFrame):
    """Formulas on a raised card: the names, and under them the numbers."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("card")
        self._theme = theme
        self._formulas: tuple[Formula, ...] = ()
        self._label = RichLabel()
        self._label.setFont(mono_font())
        self._label.setWordWrap(True)
        self._label.setTextInteractionFlags(SELECTABLE)
        row = QHBoxLayout(self)
        row.setContentsMargins(3 * SPACE_PX, 2 * SPACE_PX, 3 * SPACE_PX, 2 * SPACE_PX)
        row.addWidget(self._label)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.show_formulas(self._formulas)

    def show_formulas(self, formulas: tuple[Formula, ...]) -> None:
        """Show some formulas; without any the card takes no room."""
        self._formulas = formulas
        self._label.setText("".join(self._two_lines(formula) for formula in formulas))
        self.setVisible(bool(formulas))

    @property
    def text(self) -> str:
        """The formulas as plain text, one a line."""
        return "\n".join(formula_text(formula) for formula in self._formulas)

    def _two_lines(self, formula: Formula) -> str:
        target, symbolic = escaped(formula.target), escaped(formula.symbolic)
        numbers = escaped(formula.numeric)
        result = escaped(number_text(formula.value))
        first = f'<span style="color:{self._theme.muted}">{target} =</span> {symbolic}'
        second = f'<span style="color:{self._theme.words.read}">&nbsp; = {numbers}</span>'
        big = f'<span style="font-size:{LARGE_PX}px"><b>{result}</b></span>'
        if formula.numeric == number_text(formula.value):
            return f'<p style="margin:2px 0">{first} = {big}</p>'
        style = f"margin:2px 0;line-height:{BASE_PX * 1.7:.0f}px"
        return f'<p style="{style}">{first}<br>{second} = {big}</p>'


class MaskCells(QWidget):
    """The 32 lanes of a warp as small cells, the active ones lit, the chosen one framed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._now: WarpNow | None = None
        self._lane = 0

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def show_warp(self, now: WarpNow, lane: int) -> None:
        """Show a warp's active lanes."""
        self._now, self._lane = now, lane
        self.setAccessibleName(mask_sentence(now))
        self.update()

    @qt_override
    def sizeHint(self) -> QSize:
        """One row of cells."""
        return QSize(WARP_SIZE * 8, 20)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Cells may become narrow."""
        return QSize(WARP_SIZE * 4, 20)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Thirty-two cells over the whole width."""
        if self._now is None:
            return
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = self.width() / WARP_SIZE
            for lane in range(WARP_SIZE):
                cell = QRectF(lane * width + 0.5, 0.5, width - 2, self.height() - 1)
                self._paint_cell(painter, cell, lane, self._now)

    def _paint_cell(self, painter: QPainter, cell: QRectF, lane: int, now: WarpNow) -> None:
        if not now.exists[lane]:
            return
        active = bool(now.active[lane])
        color = state_color(self._theme, now.state if active else ThreadState.MASKED_OFF)
        edge = color if active else self._theme.line
        painter.setPen(QPen(QColor(self._theme.text if lane == self._lane else edge), 1))
        painter.setBrush(QColor(color))
        painter.drawRoundedRect(cell, 2, 2)
