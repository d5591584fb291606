"""The devices panel: one launch on all of them as bars, and beside it all of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from gpuviz.scene.charts.bars import BarChart
from gpuviz.scene.devices.chart import nothing_to_show
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.texts import tr
from gpuviz.ui.charts.bars_view import BarsView
from gpuviz.ui.charts.plot_view import EDGE_PX
from gpuviz.ui.devices.chips_view import ChipsView
from gpuviz.ui.devices.details import DeviceDetails
from gpuviz.ui.docks import scrolling
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override

SMALLEST = QSize(300, 130)
BUTTON_PX = 22
ROW_PX, AROUND_PX = 19, 64  # of the chart: of each row, and for title and notes
DETAILS_FROM = 700  # pixels of width: narrower panels have only the bars


class DevicesView(LazyPanel):
    """Filled by its controller while it is seen."""

    copiesToggled = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("devices")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.chart = BarsView(nothing_to_show(), theme)
        self.chart.setToolTip(tr("Double click a device, or press Enter on it, to choose it."))
        self.copies, self.to_scale = QToolButton(self), QToolButton(self)
        self.chips = ChipsView(theme)
        self.details = DeviceDetails()
        self.bars = scrolling(self.chart, SMALLEST.width(), tr("The launch on every device"))
        self.beside = self.details.room
        self._marked: str | None = None  # the device in whose row the panel was last scrolled
        self._later = CoalescedCall(self, self._show_marked)
        self._set_up_buttons()
        self.chart.chosenChanged.connect(self._show_chosen)
        self.bars.verticalScrollBar().valueChanged.connect(lambda at: self._show_buttons())
        self.chart.scrolls = True
        self.bars.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the chart in it has the keyboard
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2 * SPACE_PX, SPACE_PX, 4 * SPACE_PX, 2 * SPACE_PX)
        self._row.setSpacing(6 * SPACE_PX)
        self._row.addWidget(self.bars, 1)
        self._row.addWidget(self.chips, 1)
        self.chips.hide()
        self._row.addWidget(self.beside)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        own = self.to_scale, self.copies, *self.chart.controls, self.chips, self.beside
        return *own, self.details.launch

    @qt_override
    def minimumSizeHint(self) -> QSize:
        """As much as the timing."""
        return SMALLEST

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self.chart.set_theme(theme)
        self.chips.set_theme(theme)

    def show_chart(self, chart: BarChart) -> None:
        """The bars; where there is no room for all of them they are scrolled."""
        self.chart.show_chart(chart)
        self.chart.setMinimumHeight(len(chart.rows) * ROW_PX + AROUND_PX if chart.rows else 0)
        self._show_buttons()
        self._later.ask()

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The details stand beside the bars where there is room, the button at their title."""
        super().resizeEvent(event)
        self.details.fit(self.width(), self.height())
        self.beside.setVisible(self.width() >= DETAILS_FROM)
        self._row.activate()
        self._show_buttons()

    def _show_chips(self, chips: bool) -> None:
        """CPU and GPU to one scale in the place of the bars, or the bars again."""
        self.bars.setVisible(not chips)
        self.chips.setVisible(chips)
        self._row.activate()
        self._show_buttons()

    def _show_buttons(self) -> None:
        """At the right of the title, also as it scrolls; the copies only where there are bars."""
        self.copies.setVisible(bool(self.chart.chart.rows) and not self.to_scale.isChecked())
        place = (self.chips if self.to_scale.isChecked() else self.bars).geometry()
        top = place.top()
        if not self.to_scale.isChecked():
            top -= self.bars.verticalScrollBar().value()
        right = place.right() - self.bars.verticalScrollBar().sizeHint().width() - SPACE_PX
        for button in (self.to_scale, self.copies):
            wanted = button.sizeHint().width()
            button.setGeometry(right - wanted, top, wanted, BUTTON_PX)
            button.raise_()
            if not button.isHidden():
                right -= wanted + SPACE_PX
        self.chart.keep_aside(self.chart.width() - EDGE_PX - (right - place.left()))

    def _show_marked(self) -> None:
        """Scroll to the device of the launch, once for each."""
        rows = self.chart.chart.rows
        number = next((number for number, row in enumerate(rows) if row.marked), None)
        label = None if number is None else rows[number].label
        if label != self._marked:
            self._show_chosen(number)
            self._marked = label

    def _show_chosen(self, row: int | None) -> None:
        """Scroll to it."""
        place = None if row is None else self.chart.place_of(row)
        if place is not None:
            self.bars.ensureVisible(0, round(place.y + place.h / 2), 0, ROW_PX)

    def _set_up_buttons(self) -> None:
        self.copies.setText(tr("With copies"))
        self.copies.setToolTip(tr("Count what is copied to the device and back, too."))
        self.copies.toggled.connect(lambda on: self.copiesToggled.emit())
        self.to_scale.setText(tr("Beside the CPU"))
        self.to_scale.setToolTip(tr("This computer's CPU and the chosen GPU, to one scale."))
        self.to_scale.toggled.connect(self._show_chips)
        for button in (self.copies, self.to_scale):
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
