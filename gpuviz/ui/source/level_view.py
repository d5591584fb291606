"""One level of a kernel, CUDA C, PTX or SASS: long, not wrapped, its lines tied to the source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.levels import LevelRow, ShownLevel
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.source.words import word_color
from gpuviz.ui.style import mono_font, with_alpha

CODE_PX = 12
EDGE_PX = 3
AROUND = 2  # lines that stay in view above and below the one that plays
PLAYING, CHOSEN, HOVERED, HAZARD = 0.24, 0.22, 0.1, 0.2  # how strong a line is lit


class LevelView(QPlainTextEdit):
    """Shows lines; each belongs to lines of the own source, and lights up with them."""

    lineChosen = Signal(object)  # of the own source, by the user; None: a line of none
    lineHovered = Signal(object)
    menuWanted = Signal(int, QPoint)  # for a line of the own source, at a place on the screen
    findWanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._level = ShownLevel("sass", ())
        self._starts: frozenset[int] = frozenset()
        self._playing: int | None = None
        self._chosen: int | None = None
        self._hovered: int | None = None
        self._hazards: frozenset[int] = frozenset()
        self._letter_px, self._usual_px = 0, CODE_PX
        self._moving = False  # the cursor, by this program
        self._colouring = False
        self.setReadOnly(True)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(0)
        self.viewport().setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.gutter = LevelGutter(self)
        self._words = _LevelWords(self.document(), theme)
        self.updateRequest.connect(lambda rect, dy: self._follow())
        self.cursorPositionChanged.connect(self._tell_chosen)
        self.enlarge(0)

    # -- what is shown ----------------------------------------------------------------------------

    @property
    def level(self) -> ShownLevel:
        """What is shown."""
        return self._level

    def show_level(self, level: ShownLevel, spoken: str) -> None:
        """Show another level; `spoken` says which to whoever does not see it."""
        self.setAccessibleName(spoken)
        if level == self._level:
            return
        self._level, self._starts = level, level.first_rows()
        self._words.set_rows(level.rows)
        self._moving = True
        self.setPlainText("\n".join(row.text for row in level.rows))
        rows = level.rows_of(self._chosen) or level.rows_of(self._playing)
        if rows:  # from where keys go on
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(rows[0])))
        self._moving = False
        self._place_gutter()
        first = next((n for n, row in enumerate(level.rows) if row.own), 0)
        self._scroll_to(rows or (first,))
        self._follow()

    def show_playing(self, line: int | None) -> None:
        """Light the rows of the line that plays, and bring the first into view."""
        if line != self._playing:
            self._playing = line
            self._bring_into_view(line)
            self._update()

    def show_chosen(self, line: int | None) -> None:
        """Light the rows of the line that is chosen, and bring the first into view."""
        if line != self._chosen:
            self._chosen = line
            self._bring_into_view(line)
            self._update()

    def show_hovered(self, line: int | None) -> None:
        """Light the rows of the line that is pointed at."""
        if line != self._hovered:
            self._hovered = line
            self._update()

    def show_hazards(self, lines: Iterable[int]) -> None:
        """Mark the rows of lines with a hazard."""
        self._hazards = frozenset(lines)
        self._update()

    def show_found(self, found: Sequence[QTextCursor]) -> None:
        """Mark what was searched for."""
        marks = []
        look = QTextCharFormat()
        look.setBackground(with_alpha(self.theme.write, 0.4))
        for cursor in found:
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, look
            marks.append(mark)
        self.setExtraSelections(marks)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.theme = theme
        self._words.set_theme(theme)
        self.enlarge(self._letter_px)  # another style sheet gives it the letters of its beginning
        self._update()

    def set_usual_type(self, pixels: int) -> None:
        """The size of its letters as it comes."""
        self._usual_px = pixels
        if not self._letter_px:
            self.enlarge(0)

    def enlarge(self, letter_px: int) -> None:
        """Letters of so many pixels; 0: as it comes."""
        self._letter_px = letter_px
        self.setFont(mono_font(letter_px or self._usual_px))
        self._place_gutter()

    @property
    def current_line(self) -> int | None:
        """The line of the own source that keys are for: that of the cursor."""
        return self._line_of(self.textCursor().blockNumber())

    @property
    def playing_rows(self) -> tuple[int, ...]:
        """The rows that are lit because they play."""
        return self._level.rows_of(self._playing)

    @property
    def chosen_rows(self) -> tuple[int, ...]:
        """The rows that are lit because their line is chosen."""
        return self._level.rows_of(self._chosen)

    @property
    def hovered_rows(self) -> tuple[int, ...]:
        """The rows that are lit because their line is pointed at."""
        return self._level.rows_of(self._hovered)

    def visible_rows(self) -> Iterator[tuple[int, LevelRow, QRectF]]:
        """The rows of which something is seen, and where they are in the viewport."""
        block = self.firstVisibleBlock()
        bottom = self.viewport().height()
        while block.isValid() and block.blockNumber() < len(self._level.rows):
            rect = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if rect.top() > bottom:
                return
            row = block.blockNumber()
            yield row, self._level.rows[row], rect
            block = block.next()

    def row_color(self, row: LevelRow) -> QColor | None:
        """The colour that lies under a row, None for most."""
        theme = self.theme
        if self._playing in row.own:
            is_wrong = not self._hazards.isdisjoint(row.own)
            return (
                with_alpha(theme.hazard, 0.34) if is_wrong else with_alpha(theme.running, PLAYING)
            )
        if self._chosen in row.own:
            return with_alpha(theme.accent, CHOSEN)
        if not self._hazards.isdisjoint(row.own):
            return with_alpha(theme.hazard, HAZARD)
        return with_alpha(theme.accent, HOVERED) if self._hovered in row.own else None

    def edge_color(self, row: LevelRow) -> QColor | None:
        """The colour of the edge beside a row that plays or is chosen."""
        if self._playing in row.own:
            return QColor(self.theme.running)
        return QColor(self.theme.accent) if self._chosen in row.own else None

    def starts(self, row: int) -> bool:
        """Whether another line begins with a row than that of the row before."""
        return row in self._starts

    # -- Qt's events ------------------------------------------------------------------------------

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The lit rows lie under the text."""
        with painting(self.viewport()) as painter:
            for _, row, rect in self.visible_rows():
                if color := self.row_color(row):
                    width = self.viewport().width()
                    painter.fillRect(QRectF(0, rect.top(), width, rect.height()), color)
        super().paintEvent(event)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The gutter stays beside the text, and the line that plays stays in view."""
        super().resizeEvent(event)
        self._place_gutter()
        self._bring_into_view(self._playing)
        self._follow()

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tells which line is pointed at."""
        super().mouseMoveEvent(event)
        row = self.cursorForPosition(event.position().toPoint()).blockNumber()
        self.lineHovered.emit(self._line_of(row))

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        super().leaveEvent(event)
        self.lineHovered.emit(None)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+F searches; arrows move the cursor, which chooses lines."""
        if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_F:
            self.findWanted.emit()
            return
        super().keyPressEvent(event)

    @qt_override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of the line that a row belongs to."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = event.pos() if by_mouse else self.cursorRect().center()
        line = self._line_of(self.cursorForPosition(place).blockNumber())
        if line is not None:
            self.menuWanted.emit(line, self.viewport().mapToGlobal(place))

    # -- inside -----------------------------------------------------------------------------------

    def _tell_chosen(self) -> None:
        if not self._moving:
            self._chosen = self.current_line
            self._update()
            self.lineChosen.emit(self._chosen)

    def _line_of(self, row: int) -> int | None:
        rows = self._level.rows
        own = rows[row].own if row < len(rows) else ()
        return own[0] if own else None

    def _bring_into_view(self, line: int | None) -> None:
        rows = self._level.rows_of(line)
        seen = [row for row, _, rect in self.visible_rows() if self._is_whole(rect)]
        if rows and not set(rows) & set(seen):
            self._scroll_to(rows)

    def _is_whole(self, rect: QRectF) -> bool:
        return rect.top() >= 0 and rect.bottom() <= self.viewport().height()

    def _scroll_to(self, rows: Sequence[int]) -> None:
        """Have the first of the rows in view, with some above it."""
        bar = self.verticalScrollBar()
        bar.setValue(max(rows[0] - AROUND, 0))  # of a text that is not wrapped: in lines
        self.horizontalScrollBar().setValue(0)

    def _follow(self) -> None:
        """Other rows are seen."""
        self.gutter.update()
        if not self._colouring:  # which asks for updates itself
            self._colouring = True
            self._words.colour([row for row, _, _ in self.visible_rows()])
            self._colouring = False

    def _place_gutter(self) -> None:
        wide = self.gutter.wanted_width()
        self.setViewportMargins(wide, 0, 0, 0)
        inside = self.contentsRect()
        self.gutter.setGeometry(QRect(inside.left(), inside.top(), wide, inside.height()))

    def _update(self) -> None:
        self.gutter.update()
        self.viewport().update()

    @property
    def has_addresses(self) -> bool:
        """Whether it is machine code."""
        return any(row.address for row in self._level.rows)


class LevelGutter(QWidget):
    """Line numbers of CUDA C; beside compiled code addresses and the lines it stands for."""

    def __init__(self, view: LevelView) -> None:
        super().__init__(view)
        self._view = view
        self.setToolTip(
            tr("Addresses of instructions in bytes, and the lines of the source they stand for.")
        )

    def wanted_width(self) -> int:
        """As wide as its longest words."""
        return self._address_px() + self._number_px() + 4 * SPACE_PX

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Row by row."""
        view = self._view
        with painting(self) as painter:
            painter.setFont(view.font())
            right = Qt.AlignmentFlag.AlignRight
            for at, row, rect in view.visible_rows():
                band = QRectF(0, rect.top(), self.width(), rect.height())
                if color := view.row_color(row):
                    painter.fillRect(band, color)
                if edge := view.edge_color(row):
                    painter.fillRect(QRectF(0, rect.top(), EDGE_PX, rect.height()), edge)
                lit = view.edge_color(row) is not None
                painter.setPen(QColor(view.theme.text if lit else view.theme.faint))
                left = band.adjusted(EDGE_PX + SPACE_PX, 0, 0, 0)
                painter.drawText(left, Qt.AlignmentFlag.AlignLeft, row.address)
                painter.setPen(QColor(view.theme.text if lit else view.theme.muted))
                painter.drawText(
                    band.adjusted(0, 0, -2 * SPACE_PX, 0), right, self._number(at, row)
                )

    def _number(self, at: int, row: LevelRow) -> str:
        if row.number is not None:
            return str(row.number)
        return str(row.own[0]) if row.own and self._view.starts(at) else ""

    def _address_px(self) -> int:
        metrics = self._view.fontMetrics()
        wide = max((len(row.address) for row in self._view.level.rows), default=0)
        return metrics.horizontalAdvance("0" * wide) + (2 * SPACE_PX if wide else 0)

    def _number_px(self) -> int:
        rows = self._view.level.rows
        most = max((row.number or max(row.own, default=0) for row in rows), default=0)
        return self._view.fontMetrics().horizontalAdvance("0" * max(len(str(most)), 2))


class _LevelWords(QSyntaxHighlighter):
    """Colours the words of rows; what stands for no line is dim.

    Only of those that are seen: to colour 2,000 rows of machine code takes a tenth of a second.
    """

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self._rows: tuple[LevelRow, ...] = ()
        self._wanted: set[int] = set()

    def set_rows(self, rows: tuple[LevelRow, ...]) -> None:
        """Other rows, of which none is seen yet."""
        self._rows, self._wanted = rows, set()

    def colour(self, seen: Iterable[int]) -> None:
        """Colour rows, unless they are."""
        for row in [row for row in seen if row not in self._wanted]:
            self._wanted.add(row)
            self.rehighlightBlock(self.document().findBlockByNumber(row))

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.rehighlight()

    @qt_override
    def highlightBlock(self, text: str) -> None:
        """One row."""
        number = self.currentBlock().blockNumber()
        if number not in self._wanted:
            return
        row = self._rows[number]
        if row.is_dim:
            look = QTextCharFormat()
            look.setForeground(QColor(self._theme.muted))
            self.setFormat(0, len(text), look)
            return
        for word in row.words:
            look = QTextCharFormat()
            look.setForeground(QColor(word_color(self._theme, word.kind)))
            self.setFormat(word.start, word.length, look)
