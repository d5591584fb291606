"""One door of the first screen: a small picture, a title, a sentence, all of it one button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton

from gpuviz.scene.sizes import BASE_PX, LARGE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.ui.labels import plain_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.style import ui_font

Picture = Literal["watch", "lesson", "open"]
PAD = 5 * SPACE_PX
PICTURE_PX, TITLE_PX, WORDS_PX = 96, 28, 58  # heights
LEAST_PX = 220
COLUMNS, ROWS = 12, 5  # of the threads in the picture
CODE_SHARES = ((0, 0.5), (1, 0.75), (1, 0.6), (2, 0.55), (0, 0.3))  # indent, length of lines
WRAPPED = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


@dataclass(frozen=True, slots=True)
class WelcomeChoice:
    """What is behind it, in words, and what it does."""

    picture: Picture
    title: str
    words: str
    open: Callable[[], object]


class WelcomeButton(QAbstractButton):
    """A card that is pressed."""

    def __init__(self, door: WelcomeChoice, theme: Theme) -> None:
        super().__init__()
        self.door = door
        self._theme = theme
        self.setText(door.title)
        self.setAccessibleName(door.title)
        self.setAccessibleDescription(door.words)
        self.setToolTip(plain_tip(door.words))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumSize(self.sizeHint())

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.update()

    @qt_override
    def sizeHint(self) -> QSize:
        """Room for the picture and three lines."""
        return QSize(LEAST_PX, 2 * PAD + PICTURE_PX + TITLE_PX + WORDS_PX + 3 * SPACE_PX)

    @property
    def words_box(self) -> QRect:
        """Where the sentence stands."""
        top = PAD + PICTURE_PX + TITLE_PX + 3 * SPACE_PX
        return QRect(PAD, top, self.width() - 2 * PAD, self.height() - top - SPACE_PX)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Card, picture, words."""
        with painting(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            lit = self.hasFocus() or self.underMouse()
            painter.setPen(QPen(QColor(self._theme.accent if lit else self._theme.line), 2))
            painter.setBrush(QColor(self._theme.raised))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
            room = QRectF(PAD, PAD, self.width() - 2 * PAD, PICTURE_PX)
            PICTURES[self.door.picture](painter, room, self._theme)
            painter.setPen(QColor(self._theme.text))
            painter.setFont(ui_font(LARGE_PX, ui_font().Weight.Bold))
            top = PAD + PICTURE_PX + 2 * SPACE_PX
            painter.drawText(QRect(PAD, top, self.width() - 2 * PAD, TITLE_PX), self.door.title)
            painter.setPen(QColor(self._theme.muted))
            painter.setFont(ui_font(BASE_PX))
            painter.drawText(self.words_box, WRAPPED, self.door.words)


def _paint_threads(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """A warp that has finished, one that runs with lanes masked off, and more to come."""
    width, height, gap = room.width() / COLUMNS, room.height() / ROWS, 3.0
    painter.setPen(Qt.PenStyle.NoPen)
    for row in range(ROWS):
        for column in range(COLUMNS):
            state = theme.finished if row < 2 else theme.not_started
            if row == 2:
                state = theme.running if column < 8 else theme.masked_off
            painter.setBrush(QColor(state))
            left, top = room.left() + column * width, room.top() + row * height
            painter.drawRoundedRect(QRectF(left, top, width - gap, height - gap), 2, 2)


def _paint_steps(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Steps of a lesson: two are done, the third is asked."""
    height = room.height() / 3
    for row, share in enumerate((0.8, 0.65, 0.72)):
        middle = room.top() + (row + 0.5) * height
        done = row < 2
        painter.setPen(QPen(QColor(theme.finished if done else theme.accent), 2))
        painter.setBrush(QColor(theme.finished) if done else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(room.left() + 10, middle), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.not_started))
        length = (room.width() - 32) * share
        painter.drawRoundedRect(QRectF(room.left() + 30, middle - 5, length, 10), 3, 3)


def _paint_code(painter: QPainter, room: QRectF, theme: Theme) -> None:
    """Lines of a source, one of which plays."""
    height = room.height() / len(CODE_SHARES)
    painter.setPen(Qt.PenStyle.NoPen)
    for row, (indent, share) in enumerate(CODE_SHARES):
        left = room.left() + 18 * indent
        playing = row == 3
        painter.setBrush(QColor(theme.write if playing else theme.not_started))
        box = QRectF(left, room.top() + row * height + 4, room.width() * share, height - 8)
        painter.drawRoundedRect(box, 3, 3)


PICTURES = {"watch": _paint_threads, "lesson": _paint_steps, "open": _paint_code}
