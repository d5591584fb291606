"""A number with a smaller and a larger one beside it, each a press away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import tr
from gpuviz.ui.fields import NumberField
from gpuviz.ui.labels import PlainLabel, plain_tip

FIELD_PX = 76


class Stepper(QWidget):
    """A named field between two buttons; the arrow keys of the field do the same as they do."""

    changed = Signal()

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self.label, self.field = PlainLabel(name), NumberField(name, tip)
        self.less, self.more = self._button("−", -1), self._button("+", 1)
        self.less.setAccessibleName(tr("{name}: less").format(name=name))
        self.more.setAccessibleName(tr("{name}: more").format(name=name))
        self.field.valueChanged.connect(lambda value: self.changed.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_PX)
        row.addWidget(self.label, 1)
        for part in (self.less, self.field, self.more):
            row.addWidget(part)

    @property
    def value(self) -> int:
        """The number."""
        return self.field.value()

    def set_up(self, value: int, least: int, most: int, step: int) -> None:
        """Another number and its bounds, without telling anybody."""
        blocked = self.field.blockSignals(True)
        self.field.setRange(least, most)
        self.field.setSingleStep(step)
        self.field.blockSignals(blocked)
        self.field.show_number(value)
        self.field.setFixedWidth(max(FIELD_PX, self.field.minimumWidth()))

    def _button(self, sign: str, way: int) -> QToolButton:
        button = QToolButton()
        button.setText(sign)
        button.setAutoRepeat(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(plain_tip(tr("Up and Down in the field do the same.")))
        button.clicked.connect(lambda: self.field.stepBy(way))
        return button
