"""Checks: everything that was looked at, what is wrong in front, and the details of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.checks.entries import CheckEntry
from gpuviz.scene.checks.repairs import RepairWords
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import escaped, tr
from gpuviz.ui.checks.details import CheckDetail, CheckRow, Target, launch_missing
from gpuviz.ui.checks.repair_pane import RepairPane
from gpuviz.ui.docks import scrolling
from gpuviz.ui.facts import LINKED, Heading, set_tone, wrapped_label
from gpuviz.ui.labels import PlainLabel, plain_tip, said
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override

LIST_PX = (180, 420)  # least and most width of the list
SENTENCE_PX, ROWS_PX = 220, 230  # least widths beside it
BUTTONS_PX = 480  # of all buttons beside each other, which come before room for rows

OrderButton = Literal["", "failing", "usual"]


@dataclass(frozen=True, slots=True)
class CheckButtons:
    """What can be pressed; `why_not` says why the failing order cannot be looked for."""

    moment: bool = False
    order: OrderButton = ""
    why_not: str = ""


class ChecksView(LazyPanel):
    """The list on the left; the sentence with its buttons, and its rows, beside it."""

    entryChosen = Signal(int)  # by mouse or keyboard
    momentWanted = Signal()
    failingOrderWanted = Signal()
    usualOrderWanted = Signal()
    repairAsked = Signal(bool)  # whether it is to be seen
    targetFollowed: TypedSignal[[Target]] = signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._entries: tuple[CheckEntry, ...] = ()
        self.setObjectName("checks")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.list = QListWidget()
        self.heading, self.sentence = Heading(""), wrapped_label()
        self.repair, self.tried = wrapped_label(), RepairPane(theme)
        self.rows = CheckRows()
        self.play = self._button("play", tr("▶ Play this moment"), self.momentWanted.emit)
        self.order = self._button("order", "", self._want_order)
        self.ask = self._button("ask", tr("What repairs it?"), self._show_repair)
        self._said = self._column()
        self._found = scrolling(self._said, SENTENCE_PX, tr("What was found"))
        self._who = scrolling(self.rows, ROWS_PX, tr("Who did it"))
        self._brings_repair = False  # as soon as it has its place
        self._found.verticalScrollBar().rangeChanged.connect(self._bring_repair)
        self._lay_out()
        self.rows.targetFollowed.connect(self.targetFollowed)
        self.list.currentRowChanged.connect(self._choose)
        self.list.itemClicked.connect(lambda item: self._choose(self.list.row(item)))
        self.list.itemActivated.connect(lambda item: self.momentWanted.emit())
        self.show_detail(launch_missing(), CheckButtons())

    def set_theme(self, theme: Theme) -> None:
        """Write in other colours."""
        self._theme = theme
        self._color_entries()
        self.tried.set_theme(theme)

    def show_entries(self, entries: Sequence[CheckEntry], chosen: int) -> None:
        """Another launch: its checks, one of them chosen."""
        self._entries = tuple(entries)
        blocked = self.list.blockSignals(True)
        self.list.clear()
        for entry in entries:
            item = QListWidgetItem(entry.words)
            item.setToolTip(plain_tip(entry.words))
            self.list.addItem(item)
        self.list.setCurrentRow(chosen)
        self.list.blockSignals(blocked)
        self._color_entries()

    def show_detail(self, detail: CheckDetail, buttons: CheckButtons) -> None:
        """What is said of the chosen check, and what can be done about it."""
        self.heading.setText(detail.heading)
        set_tone(self.heading, detail.tone if detail.tone == "hazard" else "heading")
        self.sentence.setText(detail.sentence)
        self.repair.setText(detail.repair)
        self.repair.hide()
        self._brings_repair = False
        self.tried.show_repair(None)
        self.ask.setVisible(bool(detail.repair))
        self.ask.setChecked(False)
        self.play.setVisible(buttons.moment)
        self._show_order(buttons)
        self.rows.show_rows(detail.rows)
        self._fit()

    def show_repair(self, words: RepairWords | None) -> None:
        """What is said of a repair that was tried, as long as somebody asks what repairs it."""
        self.tried.show_repair(words if self.ask.isChecked() else None)
        self._brings_repair = self.ask.isChecked() and words is not None
        self._fit()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The words are higher where the view is narrower."""
        super().resizeEvent(event)
        self._who.setMaximumWidth(max(self.width() - LIST_PX[0] - BUTTONS_PX, ROWS_PX))
        self._fit()

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        of_repair = (self.tried.copy, self.tried.save)
        return (self.list, self._found, *of_repair, self.order, self.play, self.ask, self._who)

    @property
    def text(self) -> str:
        """Everything that is shown of the chosen check, as plain text."""
        shown = [self.heading.text(), said(self.sentence), self.rows.text]
        if self.repair.isVisible():
            shown.append(said(self.repair))
        return "\n".join([*shown, self.tried.text] if self.tried.isVisible() else shown)

    def choose(self, row: int) -> None:
        """Choose a line as if it had been clicked."""
        self.list.setCurrentRow(row)
        self._color_entries()

    def _lay_out(self) -> None:
        self.list.setObjectName("checks")
        self.list.setAccessibleName(tr("Checks"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumWidth(LIST_PX[0])
        self.list.setMaximumWidth(LIST_PX[1])
        self.ask.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 2 * SPACE_PX, SPACE_PX)
        row.setSpacing(3 * SPACE_PX)
        row.addWidget(self.list, 2)
        row.addLayout(self._middle(), 7)
        row.addWidget(self._who, 4)

    def _middle(self) -> QVBoxLayout:
        """What was found, scrolled where it is long, over the buttons, which always stay."""
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * SPACE_PX)
        for button in (self.order, self.play, self.ask):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(2 * SPACE_PX)
        column.addWidget(self._found, 1)
        column.addLayout(buttons)
        column.addStretch(0)
        return column

    def _fit(self) -> None:
        """The buttons right under the words, or where the view ends and the words scroll."""
        width = self._found.viewport().width()
        self._found.setMaximumHeight(self._said.heightForWidth(width) + 2)

    def _column(self) -> QWidget:
        said = QWidget()
        column = QVBoxLayout(said)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * SPACE_PX)
        for part in (self.heading, self.sentence, self.tried, self.repair):
            column.addWidget(part)
        column.addStretch(1)
        return said

    def _button(self, name: str, words: str, pressed: object) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.clicked.connect(pressed)
        button.hide()
        return button

    def _show_order(self, buttons: CheckButtons) -> None:
        failing = buttons.order == "failing"
        self.order.setVisible(bool(buttons.order))
        words = tr("▶ Play the failing order") if failing else tr("Show the usual order")
        begin = tr("Run the launch again in an order of its threads that gives a wrong result.")
        back = tr("Run the launch again in the order that launches usually have.")
        self.order.setText(words)
        self.order.setToolTip(plain_tip(buttons.why_not or (begin if failing else back)))
        self.order.setEnabled(not buttons.why_not)
        self.order.setProperty("failing", failing)
        self.order.style().unpolish(self.order)
        self.order.style().polish(self.order)

    def _want_order(self) -> None:
        failing = self.order.property("failing")
        (self.failingOrderWanted if failing else self.usualOrderWanted).emit()

    def _bring_repair(self) -> None:
        """A repair that has just come is seen, also where the words have to be scrolled."""
        if self._brings_repair:
            self._brings_repair = False
            self._found.verticalScrollBar().setValue(self.tried.y())

    def _show_repair(self) -> None:
        self.repair.setVisible(self.ask.isChecked())
        self.repairAsked.emit(self.ask.isChecked())
        self._fit()

    def _choose(self, row: int) -> None:
        if row >= 0:
            self._color_entries()
            self.entryChosen.emit(row)

    def _color_entries(self) -> None:
        """Each in the colour of its tone, the chosen one too: a style knows one for all."""
        for row, entry in enumerate(self._entries):
            self.list.item(row).setForeground(QColor(self._color(entry)))
        if 0 <= self.list.currentRow() < len(self._entries):
            color = self._color(self._entries[self.list.currentRow()])
            self.list.setStyleSheet(f"QListWidget::item:selected {{ color: {color}; }}")

    def _color(self, entry: CheckEntry) -> str:
        colors = {"hazard": self._theme.words.hazard, "good": self._theme.words.good}
        return colors.get(entry.tone, self._theme.muted)


class CheckRows(QWidget):
    """Labels and values, one row each; parts of a value can be pressed."""

    targetFollowed: TypedSignal[[Target]] = signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._targets: list[Target] = []
        self._labels: list[tuple[QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2 * SPACE_PX, 0, 0)
        self._grid.setHorizontalSpacing(3 * SPACE_PX)
        self._grid.setVerticalSpacing(SPACE_PX)
        self._grid.setColumnStretch(1, 1)
        self._grid.setRowStretch(100, 1)

    def show_rows(self, rows: Sequence[CheckRow]) -> None:
        """Show other rows."""
        self._targets = []
        while len(self._labels) < len(rows):
            self._add_row()
        for index, (label, value) in enumerate(self._labels):
            label.setVisible(index < len(rows))
            value.setVisible(index < len(rows))
            if index < len(rows):
                self._fill(label, value, rows[index])

    @property
    def text(self) -> str:
        """All rows as plain text."""
        shown = [pair for pair in self._labels if not pair[0].isHidden()]
        return "\n".join(f"{label.text()}: {said(value)}" for label, value in shown)

    def follow(self, link: str) -> None:
        """What a press on a part does; `link` is its number."""
        self.targetFollowed.emit(self._targets[int(link)])

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(ROWS_PX, super().sizeHint().height())

    def _add_row(self) -> None:
        label, value = PlainLabel(), wrapped_label()
        value.linkActivated.connect(self.follow)
        row = len(self._labels)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)
        self._labels.append((label, value))

    def _fill(self, label: QLabel, value: QLabel, row: CheckRow) -> None:
        label.setText(row.label)
        set_tone(label, row.tone or "muted")
        set_tone(value, "hazard" if row.tone == "hazard" else "")
        value.setText("".join(self._part(*part) for part in row.parts))
        value.setTextInteractionFlags(LINKED)

    def _part(self, words: str, target: Target | None) -> str:
        text = escaped(words)
        if target is None:
            return text
        self._targets.append(target)
        return f'<a href="{len(self._targets) - 1}">{text}</a>'
