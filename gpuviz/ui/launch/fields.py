"""Fields for sizes and dimensions, and the pickers of the toolbar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen, QValidator, QWheelEvent
from PySide6.QtWidgets import QComboBox, QSpinBox, QWidget

from gpuviz.ui.labels import plain_tip
from gpuviz.ui.numbers import whole
from gpuviz.ui.style import SPACE_PX, ui_font
from gpuviz.ui.terms import with_words
from gpuviz.ui.theme import Theme

LARGEST = (
    2**31 - 1
)  # what a QSpinBox can hold; absurd numbers are meant to be typed, and refused in words
PICKER_HEIGHT = 30
FIELD_WIDTH = 34  # of a number of one or two digits


class NumberField(QSpinBox):
    """A whole number with thin spaces; told on Enter, on leaving the field, on the arrow keys."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self.setRange(-LARGEST, LARGEST)
        self.setKeyboardTracking(False)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(FIELD_WIDTH)
        self.lineEdit().setTextMargins(SPACE_PX, 0, SPACE_PX, 0)
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(tip))

    def show_number(self, number: int) -> None:
        """Set the number without telling anybody; what was selected is so as a whole."""
        selected = self.lineEdit().hasSelectedText()
        blocked = self.blockSignals(True)
        self.setValue(max(-LARGEST, min(number, LARGEST)))
        self.blockSignals(blocked)
        if selected:
            self.selectAll()
        digits = self.fontMetrics().horizontalAdvance(whole(self.value()))
        self.setMinimumWidth(max(FIELD_WIDTH, digits + 5 * SPACE_PX))

    def show_refused(self, refused: bool) -> None:
        """Mark the number as one that cannot be launched."""
        if self.property("refused") != refused:
            self.setProperty("refused", refused)
            self.style().unpolish(self)
            self.style().polish(self)

    def textFromValue(self, value: int) -> str:
        """The number with thin spaces."""
        return whole(value)

    def valueFromText(self, text: str) -> int:
        """The number behind the text, spaces left out."""
        return int("".join(text.split()))

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Whole numbers only; an empty field or a lone sign is on its way."""
        digits = "".join(text.split())
        if digits in ("", "-"):
            return QValidator.State.Intermediate, text, position
        good = digits.removeprefix("-").isdecimal() and abs(int(digits)) <= LARGEST
        return (QValidator.State.Acceptable if good else QValidator.State.Invalid), text, position

    def minimumSizeHint(self) -> QSize:
        """Narrow: three stand side by side in the launch panel."""
        return QSize(self.minimumWidth(), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """As wide as it must be; the layout stretches it."""
        return self.minimumSizeHint()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Everything is selected, so that typing replaces it."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Nothing stays selected in a field that has been left."""
        super().focusOutEvent(event)
        self.lineEdit().deselect()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the panel unless the field is being edited."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class Picker(QComboBox):
    """A drop-down of the toolbar: a muted caption, the choice, a small arrow."""

    picked = Signal(str)  # the data of the entry that the user chose

    def __init__(self, caption: str, tip: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caption = caption
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
        self.setCurrentIndex(self.findData(data))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As wide as the caption and the present choice."""
        words = self.fontMetrics().horizontalAdvance(self.currentText())
        return QSize(self.caption_px(self._caption) + words + 12 * SPACE_PX, PICKER_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The words of the choice may be cut short in a narrow window."""
        return QSize(self.caption_px(self._caption) + 24 * SPACE_PX, PICKER_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A rounded frame with caption, choice and arrow."""
        painter = QPainter(self)
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
        painter.setPen(QColor(self._theme.text))
        words = painter.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, box.width()
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
