"""The widget of every scene: a picture that answers to the mouse and the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from gpuviz.scene.scene import Hit, Scene
from gpuviz.scene.theme import Theme
from gpuviz.ui.labels import plain_tip, rich_tip
from gpuviz.ui.lazy_panel import LazyPanel
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import paint_ring, painting
from gpuviz.ui.stage.paint import paint, width_of
from gpuviz.ui.term_marks import TermMark, draw_marks, mark_at, marks_of_scene, tell

if TYPE_CHECKING:
    from gpuviz.ui.charts.export import ChartExport, Exhibit

NOTCH = 120.0  # angle units of one notch of a wheel
ASKED = QEvent.Type.ShortcutOverride  # whether the widget wants a key that is a shortcut too
TOOLTIP_MS = 20_000  # some explain a word
DRAG_FROM = 4.0  # pixels: less is a click


class SceneWidget(LazyPanel):
    """Shows the scene that `compose` makes for its size, and over it what `overlay` makes.

    The scene is kept, as pixels too, until `refresh`; the overlay is made for every paint, so that
    what moves over a still picture needs no more than `update`. What is under the mouse is a Hit
    of the scene: the `hit_` methods hear what the mouse does to it, `words_of` and `is_pressable`
    say what the tooltip and the cursor tell of it. Wheel and keys are Qt's own methods.
    """

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._scene: Scene | None = None
        self._kept = KeptPicture()
        self._press: Press | None = None
        self._marked: Scene | None = None  # the scene that `_term_marks` are of
        self._term_marks: tuple[TermMark, ...] = ()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    def compose(self, width: float, height: float) -> Scene:
        """The picture in so many pixels."""
        raise NotImplementedError

    def overlay(self) -> Scene:
        """What is painted over the picture; the mouse does not meet it."""
        return Scene()

    def description(self) -> str:
        """What a screen reader says of it now."""
        return self.scene.sentence

    def arrange(self) -> None:
        """Another size or theme: what depends on it is laid out anew."""
        self.refresh()

    def words_of(self, hit: Hit | None) -> str:
        """What the tooltip says, as plain text."""
        return self.toolTip()

    def tip_of(self, hit: Hit | None) -> str:
        """What Qt is given to say it: rich text where a widget has some."""
        return plain_tip(self.words_of(hit))

    def is_pressable(self, hit: Hit) -> bool:
        """Whether a click on it does something."""
        return True

    def hit_hovered(self, hit: Hit | None) -> None:
        """The mouse is over another part; None beside all of them, and when it leaves."""

    def hit_pressed(self, hit: Hit) -> None:
        """The left button went down on it."""

    def hit_clicked(self, hit: Hit, held: Qt.KeyboardModifier) -> None:
        """The left button was pressed on it, and released without a drag."""

    def hit_dragged(self, hit: Hit | None, way: QPointF, place: QPointF) -> None:
        """The mouse, pressed on it, came `way` further (pixels of the scene) to a place."""

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether a key is for the widget that has the keyboard, not a shortcut of the window."""
        return False

    def explains(self, hit: Hit | None) -> bool:
        """Whether words of the glossary are explained by a click where this is."""
        return hit is None or not self.is_pressable(hit)

    def exhibit(self) -> Exhibit:
        """What is exported, where `offer_export` was called."""
        raise NotImplementedError

    @property
    def scene(self) -> Scene:
        """All that answers to the mouse."""
        return self._composed()

    @property
    def theme(self) -> Theme:
        """Its colours."""
        return self._theme

    @property
    def background(self) -> str:
        """The colour under the picture."""
        return self._theme.panel

    @property
    def scale(self) -> float:
        """Pixels of the widget per pixel of the scene."""
        return 1.0

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the scene."""
        scale = self.scale
        return self.width() / scale, self.height() / scale

    @property
    def term_marks(self) -> tuple[TermMark, ...]:
        """The words of the picture that a click explains, in pixels of the scene."""
        scene = self._composed()
        if scene is not self._marked:
            found = marks_of_scene(scene.items, width_of)
            middles = ((mark, mark.rect.center()) for mark in found)
            whole = self.scene
            self._term_marks = tuple(
                mark for mark, at in middles if self.explains(whole.hit(at.x(), at.y()))
            )
            self._marked = scene
        return self._term_marks

    @property
    def ring(self) -> QRect:
        """The frame that shows where the keyboard is; empty where it shows nothing."""
        return self.rect().adjusted(0, 0, -1, -1) if self.hasFocus() else QRect()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.arrange()

    def refresh(self) -> None:
        """Compose the picture anew before it is needed next."""
        self._scene = None
        self.update()

    def let_go(self) -> None:
        """Keep nothing of what was painted last: what is hidden may never be painted again."""
        self._scene = self._marked = None
        self._kept, self._term_marks = KeptPicture(), ()

    def hit_at(self, place: QPointF) -> Hit | None:
        """What is at a point of the widget."""
        at = self.on_scene(place)
        return self.scene.hit(at.x(), at.y())

    def on_scene(self, place: QPointF) -> QPointF:
        """A point of the widget on the scene."""
        return place / self.scale

    def offer_export(self) -> ChartExport:
        """Give it a menu to copy and to save the picture and its numbers."""
        from gpuviz.ui.charts.export import ChartExport

        return ChartExport(self, self.exhibit)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        scene = self._composed()
        with painting(self) as painter:
            painter.fillRect(self.rect(), QColor(self.background))
            scale = self.scale
            painter.scale(scale, scale)
            self._paint_picture(painter, scene)
            draw_marks(painter, self.term_marks)
            painter.resetTransform()
            painter.setClipping(False)
            ring = self.ring
            if ring.isValid():
                paint_ring(painter, ring, self._theme)

    @qt_override
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: D102
        super().resizeEvent(event)
        self.arrange()

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        if event.button() is Qt.MouseButton.LeftButton:
            hit = self.hit_at(event.position())
            self._press = Press(event.position(), hit)
            if hit is not None:
                self.hit_pressed(hit)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, place = self._press, event.position()
        if press is None:
            self._hover(self.hit_at(place))
            if mark_at(self.term_marks, self.on_scene(place)) is not None:
                self.setCursor(Qt.CursorShape.PointingHandCursor)
        else:
            way = press.way_to(place)
            if press.dragged:
                self.hit_dragged(press.on, way / self.scale, place)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: D102
        press, self._press = self._press, None
        mark = mark_at(self.term_marks, self.on_scene(event.position()))
        if press is not None and not press.dragged and mark is not None:
            tell(mark, self, self.scale)
        elif press is not None and press.on is not None and not press.dragged:
            self.hit_clicked(press.on, event.modifiers())

    @qt_override
    def leaveEvent(self, event: QEvent) -> None:  # noqa: D102
        self.hit_hovered(None)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """Tooltips tell of what is under the mouse; keys that are its own are no shortcuts."""
        if isinstance(event, QKeyEvent) and event.type() is ASKED and self.takes_key(event):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            tip = self.tip_of(self.hit_at(QPointF(event.pos())))
            QToolTip.showText(event.globalPos(), rich_tip(tip), self, QRect(), TOOLTIP_MS)
            return True
        return super().event(event)

    def _composed(self) -> Scene:
        """The picture, composed since the last `refresh`."""
        if self._scene is None:
            self._scene = self.compose(*self.room)
            self.setAccessibleDescription(self.description())
        return self._scene

    def _hover(self, hit: Hit | None) -> None:
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if hit is not None and self.is_pressable(hit) else arrow)
        self.hit_hovered(hit)

    def _paint_picture(self, painter: QPainter, scene: Scene) -> None:
        self._kept.paint(painter, scene, self.background, *self.room)
        paint(painter, self.overlay())


class Press:
    """One press of the button, from where it began and on what; `dragged` once it is a drag."""

    def __init__(self, at: QPointF, on: Hit | None) -> None:
        self.on = on
        self.dragged = False
        self._at = at

    def way_to(self, place: QPointF) -> QPointF:
        """How far a drag goes on to a place, in pixels of the widget; nowhere while it is none."""
        way = place - self._at
        if not self.dragged and way.manhattanLength() < DRAG_FROM:
            return QPointF()
        self._at, self.dragged = place, True
        return way


class KeptPicture:
    """Paints a scene; from the second time on its pixels are copied."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._pixels: QPixmap | None = None

    def paint(
        self, painter: QPainter, scene: Scene, background: str, width: float, height: float
    ) -> None:
        """Paint a scene of that size. One that is seen once, as while playing, costs no copy."""
        if scene is not self._scene:
            self._scene, self._pixels = scene, None
            paint(painter, scene)
            return
        ratio = painter.combinedTransform().m11()  # pixels of the screen per pixel of the scene
        size = round(width * ratio), round(height * ratio)
        if self._pixels is None or self._pixels.size().toTuple() != size:
            pixels = QPixmap(*size)
            pixels.fill(QColor(background))
            with painting(pixels) as copy:
                copy.scale(ratio, ratio)
                paint(copy, scene)
            self._pixels = pixels  # once it is whole: what failed is painted again
        self._pixels.setDevicePixelRatio(ratio)
        painter.drawPixmap(0, 0, self._pixels)


def notches_of(event: QWheelEvent) -> float:
    """How far a wheel was turned, up or to the left more than 0."""
    angle = event.angleDelta()
    return (angle.y() or angle.x()) / NOTCH
