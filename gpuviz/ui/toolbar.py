"""The toolbar: what runs, who runs it, on which device; Run and Live; the theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolBar, QToolButton, QWidget

from gpuviz.scene.sizes import LARGE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.devices.picker import DevicePicker
from gpuviz.ui.fields import PICKER_HEIGHT, Picker
from gpuviz.ui.icons import IconName, icon, plain_icon
from gpuviz.ui.labels import PlainLabel, rich_tip
from gpuviz.ui.operations.picker import OperationPicker
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import ui_font

ON_ACCENT = "#ffffff"
ICON_ONLY_PX, QWIDGETSIZE_MAX = 40, (1 << 24) - 1  # the second is Qt's: any width
BRAND_PX = 900  # of width: less is not enough for the name and for Explain


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
        self._pickers = (self.operation, self.engine, self.device)
        self._buttons: dict[IconName, QToolButton] = {}
        self._has_captions = self._has_words = True
        self._words_px = 0  # of the words beside icons while they are left out
        self._brand = self.addWidget(_brand())
        self._explain = self._brand  # until there is the button

    def fill(self, actions: Mapping[str, QAction], theme: Theme) -> None:
        """Place everything; the buttons are those of the menu's actions."""
        self.addWidget(self.operation)
        self._explain = self._add_button("explain", actions["explain"], "")
        self._of_every = [self.addWidget(picker) for picker in self._pickers[1:]]
        self._add_button("run", actions["run"], tr("Run"))
        self._add_button("live", actions["live"], tr("Live"))
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self._add_button("goto", actions["goto"], "")
        self._add_button("lessons", actions["lessons"], tr("Lessons"))
        self._of_every.append(self._add_button("compare", actions["compare"], tr("Compare")))
        self._add_button("panels", actions["all_panels"], tr("All panels"))
        self._add_button("present", actions["present"], tr("Present"))
        self._add_button("theme", actions["theme"], "")
        self.set_theme(theme)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where room is short, captions go first, then the button that explains, then words."""
        super().resizeEvent(event)
        self._fit()

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Another choice is longer or shorter."""
        is_known = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return is_known

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """Everything that can be pressed, from left to right."""
        explain, *others = self._buttons.values()
        beside = (explain,) if self._explain.isVisible() else ()
        return (self.operation, *beside, self.engine, self.device, *others)

    def button(self, name: IconName) -> QToolButton:
        """One of the buttons, by its icon's name."""
        return self._buttons[name]

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        for picker in self._pickers:
            picker.set_theme(theme)
        for name, button in self._buttons.items():
            drawn = plain_icon(name, ON_ACCENT) if name == "run" else icon(name, theme)
            button.setIcon(drawn)

    def show_every(self, every: bool) -> None:
        """Everything, or what one needs to begin; the way to all panels has a word there alone."""
        for part in self._of_every:
            part.setVisible(every)
        self._show_words(True)
        panels = self._buttons["panels"]
        panels.setText("" if every else panels.accessibleName())
        panels.setMaximumWidth(ICON_ONLY_PX if every else QWIDGETSIZE_MAX)
        self._fit()

    def clear_engines(self) -> None:
        """An empty list of engines."""
        self.engine.clear()

    def show_engine(self, name: str, words: str) -> None:
        """One more entry of the engine picker."""
        if self.engine.findData(name) < 0:
            self.engine.addItem(words, name)

    def _fit(self) -> None:
        captions_px = sum(picker.caption_px(picker.accessibleName()) for picker in self._pickers)
        needed, room = self.sizeHint().width(), self.width()
        needed += 0 if self._has_captions else captions_px
        needed += 0 if self._has_words else self._words_px
        layout = self.layout()
        explain_px = ICON_ONLY_PX + (layout.spacing() if layout is not None else 0)
        needed -= explain_px if self._explain.isVisible() else 0
        self._show_captions(needed + explain_px <= room)
        self._show_words(needed - captions_px <= room)
        fits = needed + explain_px - captions_px <= room
        self._brand.setVisible(room >= BRAND_PX)
        self._explain.setVisible(room >= BRAND_PX and (fits or not self._has_words))

    def _show_captions(self, wanted: bool) -> None:
        if wanted != self._has_captions:
            self._has_captions = wanted
            for picker in self._pickers:
                picker.show_caption(picker.accessibleName() if wanted else "")

    def _show_words(self, wanted: bool) -> None:
        """Run always says its word."""
        if wanted == self._has_words:
            return
        self._has_words = wanted
        buttons = [one for name, one in self._buttons.items() if one.text() and name != "run"]
        before = _wide(buttons)
        style = Qt.ToolButtonStyle
        for button in buttons:
            button.setToolButtonStyle(
                style.ToolButtonTextBesideIcon if wanted else style.ToolButtonIconOnly
            )
            button.setMaximumWidth(QWIDGETSIZE_MAX if wanted else ICON_ONLY_PX)
        self._words_px = abs(before - _wide(buttons))

    def _add_button(self, name: IconName, action: QAction, words: str) -> QAction:
        """Gives what hides and shows the button."""
        button = QToolButton()
        button.setObjectName(name)
        button.setFixedHeight(PICKER_HEIGHT)
        button.setIconSize(QSize(14, 14))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(words or action.toolTip())
        button.setToolTip(rich_tip(action.toolTip()))
        button.setText(words)
        if not words:
            button.setMaximumWidth(ICON_ONLY_PX)
        else:
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setCheckable(action.isCheckable())
        button.clicked.connect(action.trigger)
        action.changed.connect(lambda: _follow(button, action))
        self._buttons[name] = button
        return self.addWidget(button)


def _wide(buttons: Sequence[QToolButton]) -> int:
    return sum(min(one.sizeHint().width(), one.maximumWidth()) for one in buttons)


def _follow(button: QToolButton, action: QAction) -> None:
    button.setEnabled(action.isEnabled())
    button.setChecked(action.isChecked())


def _brand() -> QLabel:
    brand = PlainLabel("gpuviz")
    brand.setObjectName("brand")
    brand.setFont(ui_font(LARGE_PX, ui_font().Weight.Bold))
    return brand
