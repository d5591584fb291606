"""The kernel's source: the playing line lit, breakpoints, a bar of heat for every line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import QTextEdit

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.heat import HEATS, Heat
from gpuviz.scene.source.listing import FileLine, FunctionText, ListedLine, listing, step_lines
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.source.bracket import SeenRow, draw_bracket
from gpuviz.ui.source.margins import GUTTER_PX, HEAT_PX, Gutter, HeatStrip
from gpuviz.ui.source.words import INDENT_SHARE, SourceWords, indent
from gpuviz.ui.style import mono_font, with_alpha

if TYPE_CHECKING:
    from gpuviz.insight.barrier_interval import BarrierInterval
    from gpuviz.insight.line_costs import LineCost
    from gpuviz.scene.source.bracket import Bracket

CODE_PX = 12
HANG = 2  # letters that a wrapped line is set in
AROUND = 2  # lines that stay in view above and below the one that plays


class SourceView(QTextEdit):
    """Shows functions as their author wrote them; its text can be selected and copied."""

    fileShown = Signal(str)  # the file of the functions, where it is another one
    breakpointsChanged = Signal()  # by the user
    menuWanted = Signal(int, QPoint)  # for a line, at a place on the screen
    costsChanged = Signal()
    heatChanged = Signal()
    currentLineChanged = Signal()  # the one that keys are for
    lineHovered = Signal(object)  # None: none; only while `set_hovering`

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self.costs: Mapping[int, LineCost] = {}
        self.heat: Heat = HEATS[0]
        self.breakpoints: frozenset[int] = frozenset()
        self.step_lines: frozenset[int] = frozenset()
        self._lines: tuple[ListedLine, ...] = ()
        self._file, self._letter_px = "", 0  # the least of letters, in a hall
        self._usual_px = CODE_PX
        self._playing: FileLine | None = None
        self._chosen_line: int | None = None
        self._hovered_line: int | None = None
        self._hazard_lines: frozenset[FileLine] = frozenset()
        self._bracket: Bracket | None = None
        self._set_up_text()
        self.gutter, self.heat_strip = Gutter(self), HeatStrip(self)
        self._set_margins(GUTTER_PX, HEAT_PX)
        self.verticalScrollBar().valueChanged.connect(lambda value: self._update_margins())
        self.document().documentLayout().update.connect(lambda rect: self._update_margins())
        self.cursorPositionChanged.connect(self._show_cursor)
        self._words = SourceWords(self.document(), theme)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self._words.set_theme(theme)
        self.enlarge(self._letter_px)  # another style sheet gives it the letters of its beginning
        self._update_margins()
        self.viewport().update()

    def show_functions(
        self, functions: Iterable[FunctionText], steps: frozenset[int] | None = None
    ) -> None:
        """Show the source of a kernel and its device functions; the same source stays as it is.

        `steps`: the lines on which steps begin; None: as Python's syntax tells.
        """
        shown = tuple(functions)
        lines = listing(shown)
        self.step_lines = step_lines(shown) if steps is None else steps
        if lines != self._lines:
            self._lines = lines
            self._playing = None
            self._words.set_lines(lines)
            self.setPlainText("\n".join(line.text for line in lines))
            self.enlarge(self._letter_px)
        file = shown[0].file if shown else ""
        if file != self._file:
            self._file = file
            self.fileShown.emit(file)

    def show_costs(self, costs: Mapping[int, LineCost], hazard_lines: Iterable[FileLine]) -> None:
        """Show what each line costs, and which have a hazard."""
        self.costs = costs
        self._hazard_lines = frozenset(hazard_lines)
        self._update_all()
        self.costsChanged.emit()

    def show_heat(self, heat: Heat) -> None:
        """Have the bars show something else of each line."""
        self.heat = heat
        self._update_all()
        self.heatChanged.emit()

    @property
    def bracket(self) -> Bracket | None:
        """The barriers around the accesses of the race that is shown."""
        return self._bracket

    def show_interval(self, interval: BarrierInterval | None) -> None:
        """Draw the barriers around the accesses of a race, or none."""
        from gpuviz.scene.source.bracket import bracket_of

        self._bracket = None if interval is None else bracket_of(interval)
        self.setAccessibleDescription("" if self._bracket is None else self._bracket.sentence)
        self.viewport().update()

    def show_breakpoints(self, lines: Iterable[int]) -> None:
        """Mark other lines."""
        self.breakpoints = frozenset(lines)
        self._update_margins()

    def toggle_breakpoint(self, line: int) -> None:
        """Set a breakpoint, or take it away; where no step begins there is none."""
        if line in self.step_lines or line in self.breakpoints:
            self.show_breakpoints(self.breakpoints ^ {line})
            self.breakpointsChanged.emit()

    def show_playing_line(self, line: int | None, file: str = "") -> None:
        """Light the line that plays, and bring it into view."""
        playing = None if line is None else (file, line)
        if playing == self._playing:
            return
        self._playing = playing
        self._bring_playing_line_into_view()
        self._update_all()

    def show_chosen_line(self, line: int | None) -> None:
        """Mark the line that is chosen beside, on another level, and bring it into view."""
        if line != self._chosen_line:
            self._chosen_line = line
            if not self.hasFocus():
                self.bring_into_view(line)
            self._update_all()

    def show_hovered_line(self, line: int | None) -> None:
        """Mark the line that is pointed at on another level."""
        if line != self._hovered_line:
            self._hovered_line = line
            self._update_all()

    def set_hovering(self, wanted: bool) -> None:
        """Tell which line is pointed at, or no longer."""
        self.viewport().setMouseTracking(wanted)

    @property
    def usual_px(self) -> int:
        """The size of its letters as it comes."""
        return self._usual_px

    def set_usual_type(self, pixels: int) -> None:
        """The size of its letters as it comes."""
        self._usual_px = pixels
        if not self._letter_px:
            self.enlarge(0)

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels, without bars: all the room is for words; 0: as it comes."""
        self._letter_px = letter_px
        self.setFont(mono_font(letter_px or self._usual_px))
        if letter_px:
            digits = len(str(max((line.number or 0 for line in self._lines), default=0)))
            wide = self.fontMetrics().horizontalAdvance("0" * max(digits, 2))
            self._set_margins(wide + 6 * SPACE_PX, 0)
        else:
            self._set_margins(GUTTER_PX, HEAT_PX)
        self._hang_indents()
        self._bring_playing_line_into_view()

    @property
    def natural_height(self) -> int:
        """The height at which every line is seen, at the present width."""
        return math.ceil(self.document().size().height()) + 2 * SPACE_PX

    @property
    def lines_in_view(self) -> tuple[int, ...]:
        """The lines that are seen in full, as numbered in the file."""
        bottom = self.viewport().height()
        seen = (
            line
            for line, rect in self.visible_lines()
            if rect.top() >= 0 and rect.bottom() <= bottom
        )
        return tuple(line.number for line in seen if line.number is not None)

    @property
    def playing_line(self) -> int | None:
        """The line that is lit, as numbered in its file."""
        return None if self._playing is None else self._playing[1]

    def is_playing(self, line: ListedLine) -> bool:
        """Whether a line is the one that is lit."""
        return self._playing is not None and line.is_one_of({self._playing})

    @property
    def file(self) -> str:
        """The file of the functions."""
        return self._file

    @property
    def current_line(self) -> int | None:
        """The line that keys are for: the cursor's while the view has the keyboard, else the one
        that plays.
        """
        return self._cursor_line() if self.hasFocus() else self.playing_line

    def line_at(self, y: float) -> int | None:
        """The line at a height of the viewport."""
        for line, rect in self.visible_lines():
            if rect.top() <= y < rect.bottom():
                return line.number
        return None

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The lit lines lie under the text."""
        with painting(self.viewport()) as painter:
            for line, rect in self.visible_lines():
                if color := self.line_color(line):
                    painter.fillRect(
                        QRectF(0, rect.top(), self.viewport().width(), rect.height()), color
                    )
        super().paintEvent(event)
        if self._bracket is not None:
            with painting(self.viewport()) as painter:
                draw_bracket(painter, self._bracket, self._seen_rows(), self.theme)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Keys are for the cursor's line now."""
        super().focusInEvent(event)
        self._show_cursor()

    @qt_override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys are for the line that plays again."""
        super().focusOutEvent(event)
        self._show_cursor()

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tells which line is pointed at."""
        super().mouseMoveEvent(event)
        if self.viewport().hasMouseTracking():
            self.lineHovered.emit(self.line_at(event.position().y()))

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        super().leaveEvent(event)
        self.lineHovered.emit(None)

    @qt_override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of a line; the menu key asks for the cursor's."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = event.pos() if by_mouse else self.cursorRect().center()
        line = self.line_at(place.y())
        if line is not None:
            self.menuWanted.emit(line, self.viewport().mapToGlobal(place))

    @qt_override
    def showEvent(self, event: QShowEvent) -> None:
        """Rows have their height now."""
        super().showEvent(event)
        self._place_margins()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The margins stay beside the text, and the line that plays stays in view."""
        super().resizeEvent(event)
        self._bring_playing_line_into_view()
        self._place_margins()

    def _set_margins(self, gutter_px: int, heat_px: int) -> None:
        """The widths of the strips beside the text."""
        self._margins = gutter_px, heat_px
        self._place_margins()

    def _place_margins(self) -> None:
        inside, (gutter_px, heat_px) = self.contentsRect(), self._margins
        cut = math.floor(inside.height() % self._row_px) if self._letter_px else 0  # of a row
        self.setViewportMargins(gutter_px, 0, heat_px, cut)
        self.gutter.setGeometry(QRect(inside.left(), inside.top(), gutter_px, inside.height()))
        right = self.viewport().geometry().right() + 1
        self.heat_strip.setGeometry(QRect(right, inside.top(), heat_px, inside.height()))

    def _seen_rows(self) -> list[SeenRow]:
        """The lines in view of the bracket's file, with where their words end."""
        rows = []
        for index, listed in enumerate(self._lines):
            block = self.document().findBlockByNumber(index)
            rect = self._rect(block)
            in_file = self._bracket is not None and listed.file == self._bracket.file
            if in_file and listed.number is not None and rect.bottom() > 0:
                words = block.layout().lineAt(block.layout().lineCount() - 1).naturalTextRect()
                room = self.viewport().width()
                rows.append(SeenRow(listed.number, rect, words.right(), words.height(), room))
            if rect.top() > self.viewport().height():
                break
        return rows

    def _set_up_text(self) -> None:
        self.setReadOnly(True)
        self.setAcceptRichText(False)
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

    def _update_all(self) -> None:
        self._update_margins()
        self.viewport().update()

    def _update_margins(self) -> None:
        self.gutter.update()
        self.heat_strip.update()

    def _show_cursor(self) -> None:
        self._update_all()
        self.currentLineChanged.emit()

    def _cursor_line(self) -> int | None:
        row = self.textCursor().blockNumber()
        return self._lines[row].number if row < len(self._lines) else None

    def _hang_indents(self) -> None:
        """Wrapped lines go on two letters behind where their words begin."""
        letter = self.fontMetrics().horizontalAdvance("x")
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()  # all lines are laid out once, not after each of them
        for listed in self._lines:
            deep = INDENT_SHARE * indent(listed.text) * letter + HANG * letter
            look = QTextBlockFormat()
            look.setLeftMargin(deep)
            look.setTextIndent(-deep)
            cursor.setBlockFormat(look)
            cursor.movePosition(QTextCursor.MoveOperation.NextBlock)
        cursor.endEditBlock()

    def bring_into_view(self, line: int | None, file: str = "") -> None:
        """Scroll to a line, as numbered in its file."""
        for index, listed in enumerate(self._lines):
            if line is not None and listed.is_one_of({(file, line)}):
                self._scroll_to(self.document().findBlockByNumber(index))

    def _bring_playing_line_into_view(self) -> None:
        if self._playing is not None:
            file, line = self._playing
            self.bring_into_view(line, file)

    def _scroll_to(self, block: QTextBlock) -> None:
        """Have a line in view with some lines around it."""
        rect, room = self._rect(block), self.viewport().height()
        around = min(AROUND * self.fontMetrics().lineSpacing(), (room - rect.height()) / 2)
        if rect.top() < around or rect.bottom() > room - around:
            bar = self.verticalScrollBar()
            bar.setValue(round(bar.value() + rect.center().y() - room / 2))
        if self._letter_px:
            self._scroll_by_rows()

    def _scroll_by_rows(self) -> None:
        """To where no row is cut: the last place may be a little beyond what Qt allows."""
        bar, row = self.verticalScrollBar(), self._row_px
        bar.setMaximum(math.ceil(bar.maximum() / row - 0.01) * round(row))
        bar.setValue(round(bar.value() / row) * round(row))

    @property
    def _row_px(self) -> float:
        """How high a row of text is."""
        first = self.document().firstBlock().layout()
        high = first.lineAt(0).height() if first.lineCount() else 0.0
        return high or float(self.fontMetrics().lineSpacing())

    def _rect(self, block: QTextBlock) -> QRectF:
        """Where a line is in the viewport."""
        rect = self.document().documentLayout().blockBoundingRect(block)
        return rect.translated(0, -self.verticalScrollBar().value())

    def visible_lines(self) -> list[tuple[ListedLine, QRectF]]:
        """The lines of which something is seen, and where they are in the viewport."""
        found: list[tuple[ListedLine, QRectF]] = []
        for number, listed in enumerate(self._lines):
            rect = self._rect(self.document().findBlockByNumber(number))
            if rect.top() > self.viewport().height():
                break
            if rect.bottom() > 0:
                found.append((listed, rect))
        return found

    def line_color(self, line: ListedLine) -> QColor | None:
        """The colour that lies under a line, None for most."""
        if line.number is None:
            return None
        playing = self.is_playing(line)
        if line.is_one_of(self._hazard_lines):
            return with_alpha(self.theme.hazard, 0.34 if playing else 0.2)
        if playing:
            return with_alpha(self.theme.running, 0.24)
        has_cursor = self.hasFocus() and line.number == self._cursor_line()
        if has_cursor or line.number == self._chosen_line:
            return with_alpha(self.theme.accent, 0.16)
        is_hovered = line.number == self._hovered_line
        return with_alpha(self.theme.accent, 0.08) if is_hovered else None

    def edge_color(self, line: ListedLine) -> QColor | None:
        """The colour of the edge beside a line that plays or has a hazard."""
        if self.is_playing(line):
            return QColor(self.theme.running)
        return QColor(self.theme.hazard) if line.is_one_of(self._hazard_lines) else None
