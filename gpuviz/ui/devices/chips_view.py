"""The widget that paints a CPU and a GPU to one scale."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from gpuviz.device import Device
from gpuviz.host_cpu import host_cpu
from gpuviz.scene.devices.chips import (
    Chip,
    ChipsLook,
    chip_of_cpu,
    chip_of_device,
    chips_scene,
    chips_table,
    sentence,
)
from gpuviz.scene.stage.scene import Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.export import ChartExport, Exhibit
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painted import paint_focus
from gpuviz.ui.painter import painting
from gpuviz.ui.stage.paint import paint

SMALLEST = QSize(260, 118)


class ChipsView(QWidget):
    """This computer's CPU beside the chosen device."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips: tuple[Chip, Chip] | None = None
        self.export = ChartExport(self, self.exhibit)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMinimumSize(SMALLEST)

    @property
    def chips(self) -> tuple[Chip, Chip] | None:
        """What is drawn; None before a device was shown."""
        return self._chips

    def show_device(self, device: Device) -> None:
        """Draw another GPU beside the CPU."""
        self._chips = chip_of_cpu(host_cpu()), chip_of_device(device)
        self.setAccessibleName(sentence(self._chips))
        self.setToolTip(plain_tip(sentence(self._chips)))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    def scene(self, width: float, height: float) -> Scene:
        """The picture for a room."""
        look = ChipsLook(width, height, self._theme)
        return chips_scene(self._chips, look) if self._chips else Scene()

    def exhibit(self) -> Exhibit:
        """What is exported."""
        chips = self._chips
        title = tr("CPU and GPU to one scale")
        return Exhibit(title, self.scene, lambda: chips_table(chips) if chips else (), self._theme)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        with painting(self) as painter:
            paint(painter, self.scene(self.width(), self.height()))
            paint_focus(painter, self, self._theme)
