"""The switch over the source: on which level it is shown, and of which source that is made."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.source.level_names import (
    COMPILED,
    LEVELS,
    OF,
    OF_TIPS,
    TIPS,
    TITLES,
    LevelName,
    LevelOf,
)
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.pull_down import PullDown


class LevelBar(QWidget):
    """One button for each level, joined to one switch; PTX and SASS say what they are made of."""

    picked: TypedSignal[[LevelName]] = signal(object)
    ofPicked: TypedSignal[[LevelOf]] = signal(object)
    besidePicked: TypedSignal[[bool]] = signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("levels")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.buttons = {level: self._button(level) for level in LEVELS}
        self.of = self._of_chooser()
        self.beside = self._beside_button()
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(2 * SPACE_PX, 0, 2 * SPACE_PX, SPACE_PX)
        row.setSpacing(0)
        for button in self.buttons.values():
            self._group.addButton(button)
            row.addWidget(button)
        row.addSpacing(SPACE_PX)
        row.addWidget(self.of)
        row.addStretch(1)
        row.addWidget(self.beside)
        self.show_level("python", "python", LEVELS, tuple(OF))

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return (*self.buttons.values(), self.of, self.beside)

    def show_level(
        self,
        level: LevelName,
        of: LevelOf,
        offered: Collection[LevelName],
        sources: Collection[LevelOf],
    ) -> None:
        """Say which is shown, of those that this kernel has, and what it can be made of."""
        shown = [one for one in LEVELS if one in offered]
        for name, button in self.buttons.items():
            button.setVisible(name in shown)
            place = "first" if name == shown[0] else "last" if name == shown[-1] else "inner"
            if button.property("place") != place:
                button.setProperty("place", place)
                button.style().polish(button)
        self.buttons[level].setChecked(True)
        self.of.setVisible(level in COMPILED)
        self.of.show_choice(tr(OF[of]))
        for entry, one in zip(self.of.menu().actions(), OF, strict=True):
            entry.setChecked(one == of)
            entry.setEnabled(one in sources)

    def show_beside(self, beside: bool, possible: bool) -> None:
        """Whether two levels stand side by side, and whether there are two."""
        self.beside.setChecked(beside)
        self.beside.setEnabled(possible)

    def _button(self, level: LevelName) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setObjectName("level")
        button.setText(TITLES[level])
        button.setCheckable(True)
        button.setToolTip(plain_tip(tr(TIPS[level])))
        button.setAccessibleName(tr("Source as {level}").format(level=TITLES[level]))
        button.clicked.connect(partial(self._pick, level))
        return button

    def _pick(self, level: LevelName, *_checked: object) -> None:
        self.picked.emit(level)

    def _of_chooser(self) -> PullDown:
        chooser = PullDown("heat", tr("What PTX and SASS are made of"))
        chooser.setToolTip(plain_tip(tr("What PTX and SASS are made of")))
        for of, label in OF.items():
            chooser.offer(tr(label), partial(self.ofPicked.emit, of), tr(OF_TIPS[of]))
        return chooser

    def _beside_button(self) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setObjectName("link")
        button.setText("◫")
        button.setMinimumSize(24, 22)  # more where a font is wide
        button.setCheckable(True)
        button.setAccessibleName(tr("Beside the source that runs"))
        button.setToolTip(
            plain_tip(tr("Beside the source that runs, where the panel is wide enough."))
        )
        button.clicked.connect(lambda checked: self.besidePicked.emit(checked))
        return button
