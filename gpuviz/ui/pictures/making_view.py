"""How the picked element was made: the sum, the window and the thread, beside the pictures."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton

from gpuviz.scene.pictures.look import PictureLook
from gpuviz.scene.pictures.making import MakingStory, story_scene
from gpuviz.scene.scene import Hit, PartHit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.icons import icon
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget
from gpuviz.ui.stage.paint import measure

WIDE_PX = 436


class MakingView(SceneWidget):
    """Emits which of several windows is to be written out, and that it is to go."""

    partPicked = Signal(int)
    closeWanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("How this element was made"))
        self._story: MakingStory | None = None
        self.close_button = QToolButton(self)
        self.close_button.setIcon(icon("close", theme))
        self.close_button.setAccessibleName(tr("Close"))
        self.close_button.setToolTip(plain_tip(tr("Show the pictures alone (Esc).")))
        self.close_button.clicked.connect(self.closeWanted)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFixedWidth(WIDE_PX)
        self.hide()

    @property
    def story(self) -> MakingStory | None:
        """What is told."""
        return self._story

    def show_story(self, story: MakingStory | None) -> None:
        """Tell of an element; None hides it."""
        self._story = story
        self.setVisible(story is not None)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        self.close_button.setIcon(icon("close", theme))

    def compose(self, width: float, height: float) -> Scene:
        """The story, from top to bottom."""
        if self._story is None:
            return Scene()
        return story_scene(self._story, width, PictureLook(height, self._theme, measure))

    def is_pressable(self, hit: Hit) -> bool:
        """Windows can be chosen."""
        return isinstance(hit, PartHit)

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Writes another window out."""
        if isinstance(hit, PartHit):
            self.partPicked.emit(hit.number)

    def takes_key(self, event: QKeyEvent) -> bool:
        """Those that leaf through the windows, and Esc."""
        return event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Escape)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leafs, or closes."""
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if by is not None and self._story is not None:
            self.partPicked.emit(max(self._story.part + by, 0))
        elif event.key() == Qt.Key.Key_Escape:
            self.closeWanted.emit()
        else:
            super().keyPressEvent(event)

    @qt_override
    def sizeHint(self) -> QSize:
        """As wide as three windows of numbers."""
        return QSize(WIDE_PX, 160)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button stays in the corner."""
        super().resizeEvent(event)
        size = self.close_button.sizeHint()
        self.close_button.move(self.width() - size.width() - 2, 2)
