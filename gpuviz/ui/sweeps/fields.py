"""Fields of the form of a sweep, and how they stand together."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.ui.facts import set_tone
from gpuviz.ui.fields import LARGEST, NumberField
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override


class PowerField(NumberField):
    """A number that the arrow keys double and halve."""

    def __init__(self, name: str, tip: str) -> None:
        super().__init__(name, tip)
        self.setRange(1, LARGEST)

    @qt_override
    def stepBy(self, steps: int) -> None:
        """To the next power of two, or to the one before, from the number that is typed."""
        self.interpretText()
        if self.problem is not None:
            return
        power = max(self.value(), 1).bit_length() - 1
        below = steps < 0 and 2**power < self.value()
        self.setValue(min(2 ** max(power + steps + below, 0), LARGEST))


def switch_half(words: str, tip: str) -> QPushButton:
    """One half of the switch: the arrow keys go to the other."""
    button = QPushButton(words)
    button.setObjectName("switch")
    button.setCheckable(True)
    button.setAutoExclusive(True)
    button.setAutoDefault(False)
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(words)
    return button


def page_grid() -> tuple[QWidget, QGridLayout]:
    """An empty page, and where its fields go."""
    page = QWidget()
    grid = QGridLayout(page)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(2 * SPACE_PX)
    return page, grid


def row_of(*widgets: QWidget, gap: int = 2 * SPACE_PX) -> QHBoxLayout:
    """Widgets beside each other."""
    row = QHBoxLayout()
    row.setSpacing(gap)
    for widget in widgets:
        row.addWidget(widget)
    return row


def muted_label(words: str) -> QLabel:
    """The name of a field."""
    label = PlainLabel(words)
    label.setAlignment(Qt.AlignmentFlag.AlignVCenter)
    set_tone(label, "muted")
    return label
