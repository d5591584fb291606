"""The picture of an access as a widget: as high as it has to be, the mouse points lanes out."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QScrollArea

from gpuviz.scene.memory_view.look import AccessLook, AccessPicture
from gpuviz.scene.memory_view.picture import access_picture, hot_lanes, place_text
from gpuviz.scene.scene import Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.override import qt_override
from gpuviz.ui.scene_widget import SceneWidget
from gpuviz.ui.stage.paint import paint

EMPTY = AccessPicture(Scene(), 0)
NARROWEST = 380  # pixels: less does not show 32 lanes with their numbers


class AccessCanvas(SceneWidget):
    """Paints one access; a click tells what was under it."""

    hitPicked: TypedSignal[[Hit]] = signal(object)
    copyWanted = Signal()

    def __init__(self, theme: Theme, area: QScrollArea) -> None:
        super().__init__(theme, tr("Picture of the access"))
        self._area = area
        self._look: AccessLook | None = None
        self._words = ""
        self._picture = EMPTY
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        area.viewport().installEventFilter(self)
        area.verticalScrollBar().valueChanged.connect(self.update)
        self.setMinimumWidth(NARROWEST)

    @property
    def picture(self) -> AccessPicture:
        """What is painted."""
        return self._picture

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self._show(None if self._look is None else replace(self._look, theme=theme))

    def show_look(self, look: AccessLook | None, words: str) -> None:
        """Show another access, or none; `words` describe it to a screen reader."""
        self._words = words
        self._show(look)

    def compose(self, width: float, height: float) -> Scene:
        """The access, for the room that was seen when it was laid out."""
        return self._picture.scene

    def description(self) -> str:
        """What is said of the access beside its picture."""
        return self._words

    def words_of(self, hit: Hit | None) -> str:
        """What a lane does, or who wants an element."""
        return "" if self._look is None else place_text(self._look, hit)

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """Tells what was under the click."""
        self.hitPicked.emit(hit)

    def hit_hovered(self, hit: Hit | None) -> None:
        """Points out the lanes that it has to do with."""
        if self._look is not None:
            lanes = hot_lanes(self._look, hit)
            if lanes != self._look.hot:
                self._show(replace(self._look, hot=lanes))

    def on_scene(self, place: QPointF) -> QPointF:
        """Over the head, which is seen twice, the point in the head."""
        above = place.y() - self._scrolled
        return QPointF(place.x(), above) if above < self._picture.head else place

    @property
    def ring(self) -> QRect:
        """Around what is seen of it."""
        seen = self.visibleRegion().boundingRect().adjusted(0, 0, -1, -1)
        return seen if self.hasFocus() else QRect()

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The picture is made for the room that is seen, which changes without this widget."""
        if event.type() is QEvent.Type.Resize and self._look is not None:
            self._show(self._look)
        return False

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the picture."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copyWanted.emit()
        else:
            super().keyPressEvent(event)

    def _paint_picture(self, painter: QPainter, scene: Scene) -> None:
        """The top of the picture again, where the rest of it is scrolled under it."""
        super()._paint_picture(painter, scene)
        if self._scrolled and self._picture.head:
            painter.translate(0, self._scrolled)
            painter.setClipRect(0, 0, self.width(), int(self._picture.head))
            painter.fillRect(self.rect(), self.background)
            paint(painter, scene)

    @property
    def _scrolled(self) -> int:
        """Pixels of the picture above what is seen of it."""
        return self._area.verticalScrollBar().value()

    def _show(self, look: AccessLook | None) -> None:
        if look is None:
            self._look, self._picture = None, EMPTY
        else:
            room = self._area.viewport()  # what is seen at once
            width, height = float(max(room.width(), NARROWEST)), float(room.height())
            self._look = replace(look, width=width, height=height)
            self._picture = access_picture(self._look)
        self._take_room()
        self.refresh()

    def _take_room(self) -> None:
        """As high as the picture, at once: what was scrolled before may be higher than this."""
        high = int(self._picture.height)
        self.setMinimumHeight(high)
        self.resize(self.width(), max(high, self._area.viewport().height()))
