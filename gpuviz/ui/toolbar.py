"""The toolbar: what runs, who runs it, on which device; Run and Live; the theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from gpuviz.device import Device
from gpuviz.ui.devices.picker import DevicePicker
from gpuviz.ui.icons import IconName, icon, plain_icon
from gpuviz.ui.launch.fields import PICKER_HEIGHT, Picker
from gpuviz.ui.operations.picker import OperationPicker
from gpuviz.ui.style import LARGE_PX, ui_font
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme

ON_ACCENT = "#ffffff"
SHORT_PX, BRAND_PX = 1120, 900  # of width: less is not enough for all words, or for the name


class Toolbar(QToolBar):
    """Says what was picked; the window decides what that means."""

    operationPicked = Signal(str)  # path of the kernel file
    enginePicked = Signal(str)
    devicePicked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(tr("Toolbar"))
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.operation = OperationPicker(theme)
        self.engine = Picker(tr("Engine"), tr("Who executes the launch."), theme)
        self.device = DevicePicker(theme)
        self.operation.picked.connect(self.operationPicked)
        self.engine.picked.connect(self.enginePicked)
        self.device.picked.connect(self.devicePicked)
        self._buttons: dict[IconName, QToolButton] = {}
        self._brand = self.addWidget(_brand())

    def fill(self, actions: Mapping[str, QAction], theme: Theme) -> None:
        """Place everything; the buttons are those of the menu's actions."""
        for picker in (self.operation, self.engine, self.device):
            self.addWidget(picker)
        self._add_button("run", actions["run"], tr("Run"))
        self._add_button("live", actions["live"], tr("Live"))
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self._add_button("goto", actions["goto"], "")
        self._add_button("lessons", actions["lessons"], tr("Lessons"))
        self._add_button("compare", actions["compare"], tr("Compare"))
        self._add_button("present", actions["present"], tr("Present"))
        self._add_button("theme", actions["theme"], "")
        self.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where room is short, captions and the words beside icons are left out."""
        super().resizeEvent(event)
        short = self.width() < SHORT_PX
        for picker in (self.operation, self.engine, self.device):
            picker.show_caption("" if short else picker.accessibleName())
        self._brand.setVisible(self.width() >= BRAND_PX)
        style = Qt.ToolButtonStyle
        for name, button in self._buttons.items():
            worded = bool(button.text()) and (not short or name == "run")
            wanted = style.ToolButtonTextBesideIcon if worded else style.ToolButtonIconOnly
            button.setToolButtonStyle(wanted)

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Everything that can be pressed, from left to right."""
        return (self.operation, self.engine, self.device, *self._buttons.values())

    def button(self, name: IconName) -> QToolButton:
        """One of the buttons, by its icon's name."""
        return self._buttons[name]

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for picker in (self.operation, self.engine, self.device):
            picker.set_theme(theme)
        for name, button in self._buttons.items():
            drawn = plain_icon(name, ON_ACCENT) if name == "run" else icon(name, theme)
            button.setIcon(drawn)

    def show_devices(self, devices: Iterable[Device]) -> None:
        """The entries of the device picker."""
        for device in devices:
            self.device.add_device(device)

    def show_engine(self, name: str, words: str) -> None:
        """One more entry of the engine picker."""
        if self.engine.findData(name) < 0:
            self.engine.addItem(words, name)

    def _add_button(self, name: IconName, action: QAction, words: str) -> None:
        button = QToolButton()
        button.setObjectName(name)
        button.setFixedHeight(PICKER_HEIGHT)
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(words or action.toolTip())
        button.setToolTip(action.toolTip())
        button.setText(words)
        if words:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setCheckable(action.isCheckable())
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: _follow(button, action))
        self._buttons[name] = button
        self.addWidget(button)


def _follow(button: QToolButton, action: QAction) -> None:
    button.setEnabled(action.isEnabled())
    button.setChecked(action.isChecked())


def _brand() -> QLabel:
    brand = QLabel("gpuviz")
    brand.setObjectName("brand")
    brand.setFont(ui_font(LARGE_PX, ui_font().Weight.Bold))
    return brand
