"""Present mode, for the back row of a hall: the whole screen, large letters, only the stage with
its controls and the source, a halo around the pointer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QCursor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from gpuviz.scene.sizes import BASE_PX
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.ui.arrangement import Arrangement
from gpuviz.ui.labels import PlainLabel
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.panels import Panels
from gpuviz.ui.stage.view import StageView
from gpuviz.ui.style import with_alpha

if TYPE_CHECKING:
    from gpuviz.ui.present_bar import PresentBar

LETTER_PX, SCREEN_PX = 28, (1920, 1080)
"""Pixels of the smallest letter on a screen of that size; on others in proportion: 19 at 720p."""
SOURCE_SHARE = 0.34  # of the window's width
HALO_PX = 72
FOLLOW_MS = 16  # between two looks where the pointer is


class Enlarged(Protocol):
    """What can have larger letters."""

    def enlarge(self, letter_px: int) -> None:
        """No letter smaller than so many pixels; 0: as it comes."""


def letter_px_of(window: QSize) -> int:
    """Pixels of the smallest letter in a window of that size."""
    share = min(window.width() / SCREEN_PX[0], window.height() / SCREEN_PX[1])
    return max(math.ceil(LETTER_PX * share), BASE_PX)


class Halo(QWidget):
    """A translucent ring that follows the pointer and lets every press through."""

    def __init__(self, window: QWidget, color: str) -> None:
        super().__init__(window)
        self._window, self.color = window, color
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(HALO_PX, HALO_PX)
        timer = QTimer(self, interval=FOLLOW_MS)
        timer.timeout.connect(self.follow)
        timer.start()
        self.follow()

    def set_color(self, color: str) -> None:
        """Paint in another colour."""
        self.color = color
        self.update()

    def follow(self) -> None:
        """Go to where the pointer is; out of sight where that is outside of the window."""
        at = self._window.mapFromGlobal(QCursor.pos())
        self.setVisible(self._window.rect().contains(at))
        self.move(at - QPoint(HALO_PX // 2, HALO_PX // 2))

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """A ring, and a breath of its colour inside."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(with_alpha(self.color, 0.85), 4))
            painter.setBrush(QColor(with_alpha(self.color, 0.18)))
            radius = HALO_PX / 2 - 3
            painter.drawEllipse(QPointF(HALO_PX / 2, HALO_PX / 2), radius, radius)


class SaidLine(PlainLabel):
    """What the status bar would say, over the upper end of the stage, for a while."""

    def __init__(self, stage: QWidget) -> None:
        super().__init__()
        self._stage = stage
        self.setParent(stage)
        self.setObjectName("stale")
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def say(self, words: str, for_ms: int, letter_px: int) -> None:
        """Say it in letters of so many pixels."""
        self.setText(words)
        self.setStyleSheet(f"font-size: {letter_px}px;")
        self.ensurePolished()  # its letters say how high it is
        wide = self._stage.width()
        self.setGeometry(0, 0, wide, self.heightForWidth(wide))
        self.show()
        self.raise_()
        self._timer.start(for_ms)


@dataclass(frozen=True, slots=True)
class Before:
    """How the window was: its panels, whether somebody had placed them, maximised or not, its size
    if not.
    """

    panels: QByteArray
    kept: bool
    state: Qt.WindowState
    size: QSize


class PresentController(QObject):
    """Enters and leaves Present mode; the window comes back as it was."""

    changed = Signal()  # presenting or not, or with other letters

    def __init__(
        self,
        window: QMainWindow,
        arrangement: Arrangement,
        panels: Panels,
        stage: StageView,
        bars: Sequence[QWidget],
        enlarged: Sequence[Enlarged],
        make_bar: Callable[[], PresentBar],
        action: QAction,
    ) -> None:
        """`bars` are hidden; `make_bar` makes what stands in their place."""
        super().__init__(window)
        self._window, self._arrangement, self._panels = window, arrangement, panels
        self._stage, self._hidden, self._enlarged = stage, tuple(bars), tuple(enlarged)
        self._make_bar, self._action = make_bar, action
        self._before: Before | None = None
        self._coming: Before | None = None  # left, and the window has not had its size back yet
        self.bar: PresentBar | None = None
        self.halo: Halo | None = None
        self.said: SaidLine | None = None
        self.letter_px = 0
        self._fitting = CoalescedCall(self, self._fit)
        self._asked_for: list[str] = []  # panels that came up meanwhile
        for watched in (window, *panels.docks.values()):
            watched.installEventFilter(self)

    @property
    def presenting(self) -> bool:
        """Whether it is on."""
        return self.halo is not None

    def toggle(self) -> None:
        """On if it is off, off if it is on."""
        if self.presenting:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """Only the stage, its controls and the source, large, on the whole screen."""
        window, arrangement = self._window, self._arrangement
        self._before = self._coming or Before(
            window.saveState(), arrangement.is_kept, window.windowState(), window.size()
        )
        self._coming = None
        arrangement.is_kept = True
        self._show_bars(False)
        for name, dock in self._panels.docks.items():
            dock.setVisible(name == "source")
        self._panels.docks["source"].set_tabbed(True)  # which has no title
        self.bar = self._make_bar()
        window.insertToolBar(self._first_bar(), self.bar)
        self.halo = Halo(window, self._stage.theme.accent)
        window.setWindowState(window.windowState() | Qt.WindowState.WindowFullScreen)
        self._fit()
        self._stage.setFocus()
        self._action.setChecked(True)

    def leave(self) -> None:
        """Everything as it was."""
        if self.halo is None or self.bar is None or self._before is None:
            return
        window, before = self._window, self._before
        self.halo.deleteLater()
        window.removeToolBar(self.bar)
        self.bar.deleteLater()
        self.halo = self.bar = None
        if self.said is not None:
            self.said.hide()
        self._panels.docks["source"].set_tabbed(False)
        window.setWindowState(before.state)
        self._enlarge(0)
        self._show_bars(True)
        self._coming = before
        self._come_back()
        self._action.setChecked(False)

    def say(self, words: str, for_ms: int) -> None:
        """What the status bar says, which is not there; nothing where it is."""
        if self.presenting:
            self.said = self.said or SaidLine(self._stage)
            self.said.say(words, for_ms, self.letter_px)

    def set_theme(self) -> None:
        """The halo in the colours that the stage has now; letters as large as they were, of which
        another style sheet knows nothing.
        """
        if self.presenting:
            self._enlarge(self.letter_px)
        if self.halo is not None:
            self.halo.set_color(self._stage.theme.accent)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another screen, another size; or the size of before, with which the panels come back."""
        if watched is not self._window:
            if event.type() == QEvent.Type.Show and self.presenting:
                self._keep_away(watched)
        elif event.type() == QEvent.Type.Resize:
            if self.presenting:
                self._fitting.ask()  # once the window has its new size
            elif self._coming is not None:
                self._come_back()
        return super().eventFilter(watched, event)

    def _keep_away(self, dock: QObject) -> None:
        """A panel with small letters waits until Present mode is left."""
        for name, one in self._panels.docks.items():
            if one is dock and name != "source":
                one.hide()
                self._asked_for.append(name)

    def _come_back(self) -> None:
        """The panels as they were; once more when the window has the size that it had."""
        before, window = self._coming, self._window
        if before is None:
            return
        window.restoreState(before.panels)
        self._arrangement.is_kept = before.kept
        if window.size() == before.size:
            self._coming = None
            for name in self._asked_for:
                self._arrangement.raise_below(name)
            self._asked_for.clear()
        else:
            self._arrangement.fit()

    def _first_bar(self) -> QToolBar:
        """The toolbar in whose row the present bar comes."""
        return next(bar for bar in self._hidden if isinstance(bar, QToolBar))

    def _show_bars(self, shown: bool) -> None:
        for bar in self._hidden:
            bar.setVisible(shown)

    def _fit(self) -> None:
        """As large as the window wants its letters."""
        if not self.presenting:
            return
        self._enlarge(letter_px_of(self._window.size()))
        share = [round(SOURCE_SHARE * self._window.width())]
        docks = [self._panels.docks["source"]]
        self._window.resizeDocks(docks, share, Qt.Orientation.Horizontal)

    def _enlarge(self, letter_px: int) -> None:
        self.letter_px = letter_px
        for part in (*self._enlarged, *([] if self.bar is None else [self.bar])):
            part.enlarge(letter_px)
        self.changed.emit()
