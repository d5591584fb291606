"""Fields for sizes and dimensions, and the pickers of the toolbar."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from gpuviz.messages import Message
from gpuviz.scene.numbers import whole
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import say, tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import ui_font
from gpuviz.ui.terms import with_words
from gpuviz.whole_number import may_become_number, read_whole_number, why_no_number

LARGEST = (
    2**31 - 1
)  # what a QSpinBox can hold; absurd numbers are meant to be typed, and refused in words
PICKER_HEIGHT = 30
FIELD_WIDTH = 34  # of a number of one or two digits


class NumberField(QSpinBox):
    """A whole number with thin spaces; told on Enter, on leaving the field, on the arrow keys.

    A text that is no number stays as it was typed until somebody mends it, and is told about; the
    value is the number of before.
    """

    problemChanged = Signal()
    entered = Signal()  # with Enter, where a number stands

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self._kept: tuple[str, int] | None = None  # a wrong text that was left, and the value then
        self._problem: Message | None = None
        self._refused = False
        self.setRange(-LARGEST, LARGEST)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(FIELD_WIDTH)
        self.lineEdit().setTextMargins(SPACE_PX, 0, SPACE_PX, 0)
        self.lineEdit().setAcceptDrops(False)  # a file that is dropped is for the window
        self.lineEdit().textEdited.connect(self._look)
        self.valueChanged.connect(lambda value: self._tell(None))
        self.setAccessibleName(name)
        self.setToolTip(plain_tip("\n".join((tip, tr("Write it as 1000, 1 000, 1e3 or 2^10.")))))

    @property
    def problem(self) -> Message | None:
        """What is wrong with the text that stands there."""
        return self._problem

    def show_number(self, number: int) -> None:
        """Set the number without telling anybody; what was selected is so as a whole.

        What somebody is typing meanwhile stays, where the number is that of before.
        """
        number = max(-LARGEST, min(number, LARGEST))
        if number == self.value() and (self._problem or self.lineEdit().isModified()):
            return
        selected = self.lineEdit().hasSelectedText()
        blocked = self.blockSignals(True)
        self.setValue(number)
        self.blockSignals(blocked)
        self._tell(None)
        if selected:
            self.selectAll()
        digits = self.fontMetrics().horizontalAdvance(whole(self.value()))
        self.setMinimumWidth(max(FIELD_WIDTH, digits + 5 * SPACE_PX))

    def forget_text(self) -> None:
        """Show the number again, whatever was typed."""
        self._tell(None)
        self.setValue(self.value())

    def show_refused(self, refused: bool) -> None:
        """Mark the number as one that cannot be launched."""
        self._refused = refused
        self._mark()

    @qt_override
    def textFromValue(self, value: int) -> str:
        """The number with thin spaces, or the wrong text that stands in its place."""
        return self._kept[0] if self._kept and self._kept[1] == value else whole(value)

    @qt_override
    def valueFromText(self, text: str) -> int:
        """The number that the text stands for."""
        number = read_whole_number(text)
        return self.value() if number is None else number

    @qt_override
    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Anything may be typed and pasted, so that nothing of it vanishes; numbers are taken."""
        number = read_whole_number(text)
        good = number is not None and self.minimum() <= number <= self.maximum()
        state = QValidator.State.Acceptable if good else QValidator.State.Intermediate
        return state, text, position

    @qt_override
    def fixup(self, text: str) -> str:
        """A text that is no number is left: it stays, unless there is nothing to read in it."""
        if text.strip() in ("", "-"):
            self._tell(None)
        else:
            self._tell(self._why(text))
            self._kept = text, self.value()
        return text

    def _look(self, text: str) -> None:
        """While somebody types, only what no further key can make a number is wrong."""
        number = read_whole_number(text)
        beyond = number is not None and abs(number) > self.maximum()
        wrong = beyond or not may_become_number(text)
        self._tell(self._why(text) if wrong else None)

    def _why(self, text: str) -> Message:
        number = read_whole_number(text)
        if number is None:
            return why_no_number(text)
        if number < self.minimum():
            template = "{number} is too small: write {least} or more."
            least = whole(self.minimum())
            return Message("field.too-small", template, {"number": whole(number), "least": least})
        template = "{number} is too large: write {most} or less."
        values = {"number": whole(number), "most": whole(self.maximum())}
        return Message("field.too-large", template, values)

    def _tell(self, problem: Message | None) -> None:
        self._kept = None
        if problem != self._problem:
            self._problem = problem
            self.setAccessibleDescription("" if problem is None else say(problem))
            self._mark()
            self.problemChanged.emit()

    def _mark(self) -> None:
        refused = self._refused or self._problem is not None
        if self.property("refused") != refused:
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """Narrow: three stand side by side in the launch panel."""
        return QSize(self.minimumWidth(), super().minimumSizeHint().height())

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as it must be; the layout stretches it."""
        return self.minimumSizeHint()

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Everything is selected, so that typing replaces it."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    @qt_override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Nothing stays selected in a field that has been left."""
        super().focusOutEvent(event)
        self.lineEdit().deselect()

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter tells the number, and that it was Enter."""
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._problem is None:
            self.entered.emit()

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Space begins no number: until something is typed it is left to whoever plays with it."""
        asked = event if event.type() is QEvent.Type.ShortcutOverride else None
        is_space = isinstance(asked, QKeyEvent) and asked.key() == Qt.Key.Key_Space
        if is_space and not self.lineEdit().isModified():
            event.ignore()
            return False
        return super().event(event)

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the panel unless the field is being edited."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class ProblemLine(PlainLabel):
    """Says what is wrong with the text in the first of some fields that has such a text."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._fields: tuple[NumberField, ...] = ()
        self.setWordWrap(True)
        set_tone(self, "hazard")
        self.hide()

    @property
    def problem(self) -> Message | None:
        """What is wrong; None where every text is a number."""
        found = (field.problem for field in self._fields)
        return next((problem for problem in found if problem is not None), None)

    def watch(self, fields: Sequence[NumberField]) -> None:
        """Speak for these fields from now on."""
        new = [field for field in fields if field not in self._fields]
        self._fields = tuple(fields)
        for field in new:
            field.problemChanged.connect(self._say)
        self._say()

    def _say(self) -> None:
        problem = self.problem
        self.setText("" if problem is None else say(problem))
        self.setVisible(problem is not None)
        self.changed.emit()


class Picker(QComboBox):
    """A drop-down of the toolbar: a muted caption, the choice, a small arrow."""

    picked = Signal(str)  # the data of the entry that the user chose

    def __init__(self, caption: str, tip: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = caption
        self._other = ""  # shown where no entry is chosen
        self._theme = theme
        self.setToolTip(with_words(tip, caption))
        self.setAccessibleName(caption)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMaxVisibleItems(20)
        self.activated.connect(lambda index: self.picked.emit(str(self.itemData(index))))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def choose(self, data: str) -> None:
        """Show the entry with that data, without telling anybody."""
        self._other = ""
        self.setCurrentIndex(self.findData(data))
        self.updateGeometry()

    def show_other(self, words: str) -> None:
        """Show what is none of the entries, without telling anybody."""
        self._other = words
        self.setCurrentIndex(-1)
        self.updateGeometry()
        self.update()

    @property
    def words(self) -> str:
        """What is shown beside the caption."""
        return self._other or self.currentText()

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as the caption and the present choice."""
        words = self.fontMetrics().horizontalAdvance(self.words)
        return QSize(self.caption_px(self._caption) + words + 12 * SPACE_PX, PICKER_HEIGHT)

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """The words of the choice may be cut short in a narrow window."""
        return QSize(self.caption_px(self._caption) + 24 * SPACE_PX, PICKER_HEIGHT)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A rounded frame with caption, choice and arrow."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_frame(painter)
            self._paint_words(painter)
            self._paint_arrow(painter)

    def show_caption(self, caption: str) -> None:
        """The words before the choice; none where room is short."""
        self._caption = caption
        self.updateGeometry()
        self.update()

    def caption_px(self, caption: str) -> int:
        """The width of such words before the choice."""
        return self.fontMetrics().horizontalAdvance(caption)

    def _paint_frame(self, painter: QPainter) -> None:
        lit = self.hasFocus() or self.underMouse()
        painter.setPen(QPen(QColor(self._theme.accent if lit else self._theme.line), 1))
        painter.setBrush(QColor(self._theme.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)

    def _paint_words(self, painter: QPainter) -> None:
        box = self.rect().adjusted(3 * SPACE_PX, 0, -6 * SPACE_PX, 0)
        painter.setFont(ui_font())
        painter.setPen(QColor(self._theme.muted))
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, self._caption)
        box.setLeft(box.left() + self.caption_px(self._caption) + 2 * SPACE_PX)
        painter.setPen(QColor(self._theme.muted if self._other else self._theme.text))
        words = painter.fontMetrics().elidedText(
            self.words, Qt.TextElideMode.ElideRight, box.width()
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_arrow(self, painter: QPainter) -> None:
        right, middle = self.width() - 3.5 * SPACE_PX, self.height() / 2
        painter.setPen(QPen(QColor(self._theme.muted), 1.5))
        painter.drawPolyline(
            [
                QPointF(right - 4, middle - 2),
                QPointF(right, middle + 2),
                QPointF(right + 4, middle - 2),
            ]
        )
