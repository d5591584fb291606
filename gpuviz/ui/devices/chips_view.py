"""The widget that paints a CPU and a GPU to one scale."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt

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
from gpuviz.scene.scene import Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.export import Exhibit
from gpuviz.ui.scene_widget import SceneWidget
from gpuviz.ui.stage.paint import measure

SMALLEST = QSize(260, 118)


class ChipsView(SceneWidget):
    """This computer's CPU beside the chosen device."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "")
        self._chips: tuple[Chip, Chip] | None = None
        self.export = self.offer_export()
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
        self.refresh()

    def compose(self, width: float, height: float) -> Scene:
        """Both to one scale; nothing before a device was shown."""
        look = ChipsLook(width, height, self._theme, measure)
        return chips_scene(self._chips, look) if self._chips else Scene()

    def words_of(self, hit: Hit | None) -> str:
        """Both in words, wherever the mouse is."""
        return sentence(self._chips) if self._chips else ""

    def exhibit(self) -> Exhibit:
        """What is exported."""
        chips = self._chips
        title = tr("CPU and GPU to one scale")
        table = chips_table(chips) if chips else ()
        return Exhibit(title, self.compose, lambda: table, self._theme)
