"""The controls of a sweep: over sizes or over blocks, from where to where, Run and Cancel."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from gpuviz.bench.points import SweepKind
from gpuviz.engines.names import EngineName
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.sweeps.plan import SizeRange, Wishes, blocks_text, usual_blocks, usual_range
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone
from gpuviz.ui.fields import LARGEST, NumberField, ProblemLine
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.pull_down import ArrowBox

KINDS: tuple[SweepKind, ...] = ("sizes", "blocks")


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


class SweepForm(QWidget):
    """Emits `runWanted` and `cancelWanted` from one button, `kindChosen` from the switch."""

    runWanted = Signal()
    cancelWanted = Signal()
    kindChosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._busy = False
        self.kinds = {
            "sizes": switch_half(tr("Sizes"), tr("Time the kernel and the CPU at many sizes.")),
            "blocks": switch_half(tr("Blocks"), tr("Time the kernel with many block sizes.")),
        }
        self.first = PowerField(tr("First size"), tr("The smallest size of the sweep."))
        self.last = PowerField(tr("Last size"), tr("Sizes double as long as they reach this one."))
        self._told = ProblemLine()
        self._told.watch((self.first, self.last))
        self.grows, self.blocks = ArrowBox(), LineField()
        self.times_cpu = QCheckBox(tr("CPU too"))
        self.button, self.progress = QPushButton(), PlainLabel()
        self._pages = QStackedWidget()
        self._pages.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._grows_label = PlainLabel(tr("Grows"))
        self._set_up()
        self._lay_out()
        self.show_busy(False)

    @property
    def kind(self) -> SweepKind:
        """Which page is open."""
        return "blocks" if self.kinds["blocks"].isChecked() else "sizes"

    @property
    def problem(self) -> Message | None:
        """What is wrong with a text that stands where a size should."""
        return self._told.problem if self.kind == "sizes" else None

    @property
    def wishes(self) -> Wishes:
        """What the fields say now."""
        grows = self.grows.currentData()  # None: there is no size
        chosen = None if grows is None or grows < 0 else grows
        sizes = SizeRange(self.first.value(), self.last.value(), chosen)
        return Wishes(sizes, self.blocks.text(), self.times_cpu.isChecked())

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        pages = (self.first, self.last, self.grows, self.blocks)
        return (*self.kinds.values(), self.button, self.times_cpu, *pages)

    def set_theme(self, theme: Theme) -> None:
        """Draw the box that is ticked in other colours: Qt makes its frame of this one."""
        palette = self.times_cpu.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(theme.muted))
        self.times_cpu.setPalette(palette)

    def show_operation(self, operation: OperationInfo, engine: EngineName) -> None:
        """The fields of another operation or engine, as one would want them."""
        self.grows.clear()
        for place, name in enumerate(operation.size_names):
            self.grows.addItem(tr("only {name}").format(name=name), place)
        several = len(operation.size_names) > 1
        if several:
            self.grows.insertItem(0, tr("all sizes alike"), -1)
        usual = usual_range(operation, engine)
        self.grows.setCurrentIndex(self.grows.findData(-1 if usual.grows is None else usual.grows))
        self.grows.setVisible(several)
        self._grows_label.setVisible(several)
        for field in (self.first, self.last):
            field.forget_text()
        self.first.show_number(usual.first)
        self.last.show_number(usual.last)
        self.blocks.setText(blocks_text(usual_blocks(operation)))
        self.blocks.setCursorPosition(0)

    def show_wishes(self, wishes: Wishes) -> None:
        """What was wanted of this operation before."""
        self.first.show_number(wishes.sizes.first)
        self.last.show_number(wishes.sizes.last)
        grows = -1 if wishes.sizes.grows is None else wishes.sizes.grows
        self.grows.setCurrentIndex(self.grows.findData(grows))
        self.blocks.setText(wishes.blocks)
        self.times_cpu.setChecked(wishes.times_cpu)

    def show_busy(self, busy: bool) -> None:
        """The one button begins a sweep, or ends it."""
        self._busy = busy
        self._show_cpu()
        self.button.setText(tr("Cancel") if busy else tr("Run sweep"))
        tip = tr("End the sweep; the points that came stay.")
        begin = tr("Launch the kernel once for each point; they appear one by one.")
        self.button.setToolTip(plain_tip(tip if busy else begin))
        self.button.setAccessibleName(self.button.text())

    def show_progress(self, words: str) -> None:
        """How far it is, in words."""
        self.progress.setText(words)

    def _set_up(self) -> None:
        self.kinds["sizes"].setChecked(True)
        for kind, switch in self.kinds.items():
            switch.clicked.connect(lambda checked, kind=kind: self._choose(kind))
        self.times_cpu.setChecked(True)
        self.times_cpu.setToolTip(tr("Also time the CPU at each size: that takes longer."))
        self.grows.setAccessibleName(tr("What grows"))
        self.grows.setToolTip(tr("Which of the sizes doubles; the others stay as in the launch."))
        self.blocks.setAccessibleName(tr("Blocks"))
        self.blocks.setToolTip(tr("The blocks to try: 32, 64, 128, or 8x8, 16x16, 32x8."))
        self.blocks.returnPressed.connect(self._press)
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._press)
        set_tone(self.progress, "muted")

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE_PX)
        column.addLayout(row_of(*self.kinds.values(), gap=SPACE_PX))
        acting = row_of(self.button, self.times_cpu, self.progress)
        acting.addStretch(1)
        column.addLayout(acting)  # above the fields: a low panel has no room for all of them
        for page in (self._size_page(), self._block_page()):
            self._pages.addWidget(page)
        column.addWidget(self._pages)
        column.addStretch(1)

    def _size_page(self) -> QWidget:
        page, grid = page_grid()
        grid.addWidget(muted_label(tr("From")), 0, 0)
        grid.addWidget(self.first, 0, 1)
        grid.addWidget(muted_label(tr("to")), 0, 2)
        grid.addWidget(self.last, 0, 3)
        set_tone(self._grows_label, "muted")
        grid.addWidget(self._grows_label, 1, 0)
        grid.addWidget(self.grows, 1, 1, 1, 3)
        grid.addWidget(self._told, 2, 0, 1, 4)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return page

    def _block_page(self) -> QWidget:
        page, grid = page_grid()
        grid.addWidget(muted_label(tr("Threads of a block")), 0, 0)
        grid.addWidget(self.blocks, 1, 0)
        grid.setRowStretch(2, 1)
        return page

    def _choose(self, kind: str) -> None:
        self._pages.setCurrentIndex(KINDS.index(self.kind))
        self._show_cpu()
        self.kindChosen.emit(kind)

    def _show_cpu(self) -> None:
        """The CPU's times do not depend on the block; while a sweep runs its progress is there."""
        self.times_cpu.setVisible(self.kind == "sizes" and not self._busy)

    def _press(self) -> None:
        (self.cancelWanted if self._busy else self.runWanted).emit()
