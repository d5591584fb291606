"""Rings around what a step points at: seen, never in the way."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gpuviz.scene.theme import Theme
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.ui.lessons.places import FIELDS, WindowParts, bring_into_view, rect_of, seen_rect
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.present import PresentController
from gpuviz.ui.style import with_alpha

ROOM_PX = 5  # between what is pointed at and the outer edge of the ring
LINE_PX, GLOW_PX, CORNER_PX = 2.0, 5.0, 8.0
MOVES = (
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Show,
    QEvent.Type.Hide,
    QEvent.Type.LayoutRequest,
)


class Ring(QWidget):
    """A rounded frame that lets every press through."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A line in the accent, and a breath of it around."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for width, alpha in ((GLOW_PX, 0.28), (LINE_PX, 1.0)):
                painter.setPen(QPen(with_alpha(self._theme.accent, alpha), width))
                inset = GLOW_PX / 2 + 0.5
                box = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
                painter.drawRoundedRect(box, CORNER_PX, CORNER_PX)


class Pointer(QObject):
    """Keeps a ring around each of the places that are pointed at."""

    def __init__(self, parts: WindowParts, present: PresentController, theme: Theme) -> None:
        super().__init__(parts.window)
        self._parts, self._present, self._theme = parts, present, theme
        self._names: tuple[str, ...] = ()
        self._answered = False
        self._unseen: tuple[str, ...] = ()  # brought into view as panels are filled
        self._watched: list[QWidget] = []
        self.rings: list[Ring] = []
        self._later = CoalescedCall(self, self.place)

    def point_at(self, names: Sequence[str]) -> None:
        """Point at these places and no others."""
        self._names, self._answered = tuple(names), False
        while len(self.rings) < len(names):
            self.rings.append(Ring(self._parts.window, self._theme))
        self._unseen = self._names
        self._watch()
        self._later.ask()

    def show_results(self) -> None:
        """The step is answered: what came of it comes into view, rather than what was changed."""
        self._answered, self._unseen = True, self._names
        self._later.ask()

    def place(self) -> None:
        """Follow what is pointed at; a ring around nothing hides."""
        unseen, self._unseen = list(self._unseen), ()
        if self._answered:
            unseen.sort(key=lambda name: name not in FIELDS)
        for name in (
            () if self._present.presenting else unseen
        ):  # where there is no room for all, the last stays in view
            bring_into_view(self._parts, name)
        for number, ring in enumerate(self.rings):
            ring.setVisible(False) if number >= len(self._names) else self._place(ring, number)

    def follow(self) -> None:
        """Something may have moved."""
        if self._names:
            self._later.ask()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for ring in self.rings:
            ring.set_theme(theme)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Whatever moves takes its ring along."""
        if watched is self._parts.panels.launch and event.type() == QEvent.Type.Resize:
            self._unseen = self._names  # what was in view may have been pushed out of it
        if event.type() in MOVES:
            self.follow()
        return False

    def _place(self, ring: Ring, number: int) -> None:
        find = seen_rect if self._answered else rect_of  # no tab any more: nothing is left to do
        found = find(self._parts, self._names[number])
        ring.setVisible(not found.isEmpty())
        if not found.isEmpty():
            around = found.adjusted(-ROOM_PX, -ROOM_PX, ROOM_PX, ROOM_PX)
            ring.setGeometry(around & self._parts.window.rect())
            ring.raise_()

    def _watch(self) -> None:
        """Everything whose moves matter: docks, the form, the stage, and the window itself."""
        of, form = self._parts, self._parts.panels.launch
        wanted: list[QWidget] = [of.window, form, *form.parts, of.stages]
        wanted += [of.toolbar, of.playback_bar, *of.panels.docks.values()]
        for widget in (one for one in wanted if one not in self._watched):
            widget.installEventFilter(self)
            self._watched.append(widget)
