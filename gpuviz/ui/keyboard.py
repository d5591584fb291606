"""Where the keyboard goes without a mouse: to a field of the launch, to the next panel, back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from gpuviz.ui.docks import Dock
from gpuviz.ui.fields import NumberField
from gpuviz.ui.launch.form import LaunchForm
from gpuviz.ui.present import PresentController
from gpuviz.ui.toolbar import Toolbar


class KeyboardController(QObject):
    """Moves the focus of one window; the stage is where it comes back to."""

    def __init__(
        self,
        window: QMainWindow,
        stage: QWidget,
        toolbar: Toolbar,
        form: LaunchForm,
        docks: Mapping[str, Dock],
        present: PresentController,
    ) -> None:
        super().__init__(window)
        self._window, self._stage, self._toolbar = window, stage, toolbar
        self._form, self._docks, self._present = form, docks, present
        self._panel = ""  # that was brought to the front last

    def to_size(self) -> None:
        """To the first field of the size."""
        bar = self._present.bar
        self._to_field(self._form.size_fields if bar is None else bar.size_fields)

    def to_block(self) -> None:
        """To the first field of the block."""
        bar = self._present.bar
        self._to_field(self._form.block_fields if bar is None else bar.block_fields)

    def to_operation(self) -> None:
        """Open the list of operations, in which one types and presses Enter."""
        bar, picker = self._present.bar, self._toolbar.operation
        self._stage.setFocus(Qt.FocusReason.ShortcutFocusReason)  # which has it again afterwards
        picker.open_below(picker if bar is None else bar.name, self._present.letter_px)

    def to_panel(self, by: int) -> None:
        """Bring the next of the panels to the front that share a place with others, or the one
        before.
        """
        sharing = [
            name
            for name, dock in self._docks.items()
            if not dock.isHidden() and self._window.tabifiedDockWidgets(dock)
        ]
        if not sharing:
            return
        seen = [name for name in sharing if not self._docks[name].visibleRegion().isEmpty()]
        at = self._panel if self._panel in seen else (seen or sharing)[0]
        self._panel = sharing[(sharing.index(at) + by) % len(sharing)]
        self._docks[self._panel].raise_()

    def leave_field(self) -> bool:
        """Back to the stage, with the number of before in a field that was being typed in; False
        where the stage has the keyboard already.
        """
        focus = QApplication.focusWidget()
        if focus is None or focus is self._stage or not self._window.isAncestorOf(focus):
            return False
        if isinstance(focus, NumberField):
            focus.forget_text()
        self._stage.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True

    def _to_field(self, fields: Sequence[QWidget]) -> None:
        first = next((field for field in fields if field.isEnabled()), None)
        if first is None:
            return
        if self._present.bar is None:
            self._docks["launch"].show()
            self._docks["launch"].raise_()
        first.setFocus(Qt.FocusReason.ShortcutFocusReason)
