"""Words of the glossary are marked where they stand: a thin dotted line under them, and a click
says what they mean.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCursor,
    QTextLine,
)
from PySide6.QtWidgets import QWidget

from gpuviz.scene.scene import Item, Label
from gpuviz.ui.labels import PlainLabel, RichLabel, laid_out, plain
from gpuviz.ui.languages import Language, spoken_language
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import painting
from gpuviz.ui.terms import places_in

UNDER_PX = 2.0  # above and below the letters of a picture
OPACITY = 0.75
Font = tuple[int, bool, bool]
"""Size in pixels, bold, monospace."""
Width = Callable[[str, int, bool, bool], float]
"""How wide words are in such a font, in pixels."""


class Spans(NamedTuple):
    """How wide a text is, and its terms: (pixels before, its own, the English word)."""

    whole: float
    words: tuple[tuple[float, float, str], ...]


class TermMark(NamedTuple):
    """A word's place in pixels, from its letters' top to the dotted line, and the English word."""

    rect: QRectF
    word: str
    color: QColor


def mark_at(marks: Iterable[TermMark], place: QPointF) -> TermMark | None:
    """The word at a point."""
    return next((mark for mark in marks if mark.rect.contains(place)), None)


def draw_marks(painter: QPainter, marks: Iterable[TermMark]) -> None:
    """A thin dotted line under each word."""
    for mark in marks:
        color = QColor(mark.color)
        color.setAlphaF(OPACITY)
        painter.setPen(QPen(color, 1, Qt.PenStyle.DotLine))
        painter.drawLine(mark.rect.bottomLeft(), mark.rect.bottomRight())


def marks_of_scene(items: Sequence[Item], width_of: Width) -> tuple[TermMark, ...]:
    """The first place of each word in a picture, where it is not cut short."""
    marks: dict[str, TermMark] = {}
    language = spoken_language()
    for label in items:
        if isinstance(label, Label) and label.align != "center":
            font = label.size, label.bold, label.mono
            spans = _spans(label.text, font, language, width_of)
            if not all(word in marks for _, _, word in spans.words):
                found = {mark.word: mark for mark in _marks_of_label(label, spans)}
                marks = found | marks
    return tuple(marks.values())


def _marks_of_label(label: Label, spans: Spans) -> Iterator[TermMark]:
    if spans.whole > label.rect.w + 1:
        return
    start = label.rect.x if label.align == "left" else label.rect.right - spans.whole
    high = label.size + 2 * UNDER_PX
    top = label.rect.y + (label.rect.h - high) / 2
    for before, wide, word in spans.words:
        yield TermMark(QRectF(start + before, top, wide, high), word, QColor(label.color))


@functools.lru_cache(2048)  # pictures of the same launch have the same words again and again
def _spans(text: str, font: Font, language: Language, width_of: Width) -> Spans:
    places = places_in(text, language)
    if not places:
        return Spans(0.0, ())
    words = (
        (width_of(text[:begin], *font), width_of(text[begin:end], *font), word)
        for begin, end, word in places
    )
    return Spans(width_of(text, *font), tuple(words))


class TermLabel(PlainLabel):
    """One line of plain text whose terms are marked; a click on one explains it."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setMouseTracking(True)

    @property
    def marks(self) -> tuple[TermMark, ...]:
        """Where the terms stand; none in a label of several lines, or one that is cut."""
        places = places_in(self.text(), spoken_language())
        metrics, room = self.fontMetrics(), QRectF(self.contentsRect())
        if not places or metrics.horizontalAdvance(self.text()) > room.width() + 1:
            return ()
        left = room.x()
        if self.alignment() & Qt.AlignmentFlag.AlignRight:
            left = room.right() - metrics.horizontalAdvance(self.text())
        top = room.y() + (room.height() - metrics.height()) / 2
        color, high = self.palette().windowText().color(), metrics.height() - 1
        found = []
        for begin, end, word in places:
            before = metrics.horizontalAdvance(self.text()[:begin])
            wide = metrics.horizontalAdvance(self.text()[begin:end])
            found.append(TermMark(QRectF(left + before, top, wide, high), word, color))
        return tuple(found)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The words, and the dotted lines."""
        super().paintEvent(event)
        marks = self.marks
        if marks:
            with painting(self) as painter:
                draw_marks(painter, marks)

    @qt_override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A hand over a word that can be explained."""
        if mark_at(self.marks, event.position()) is None:
            self.unsetCursor()
        else:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        super().mouseMoveEvent(event)

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Of a word: the release explains it."""
        if mark_at(self.marks, event.position()) is None:
            super().mousePressEvent(event)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Says what the word means."""
        mark = mark_at(self.marks, event.position())
        if mark is None:
            super().mouseReleaseEvent(event)
        else:
            tell(mark, self)


def _x_in(line: QTextLine, at: int) -> float:
    """Where a place of a line is; PySide6 gives the place with it."""
    found: object = line.cursorToX(at)
    return float(found[0] if isinstance(found, tuple) else cast(float, found))


class TermText(RichLabel):
    """Rich text of any number of lines, whose terms are marked where they stand first; a click on
    one explains it, unless it is part of a link.
    """

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self._laid_out: tuple[object, ...] = ()
        self._marks: tuple[TermMark, ...] = ()
        self.setMouseTracking(True)

    @property
    def marks(self) -> tuple[TermMark, ...]:
        """Where the terms stand, as the text is laid out now."""
        color, room = self.palette().windowText().color(), self.contentsRect()
        now = (self.text(), room.getRect(), self.font().key(), color.name(), spoken_language())
        if now != self._laid_out:
            self._laid_out = now
            self._marks = tuple(self._find(QRectF(room), color))
        return self._marks

    def _find(self, room: QRectF, color: QColor) -> Iterator[TermMark]:
        if not places_in(plain(self.text()), spoken_language()):
            return
        document = laid_out(self)
        top = room.y()
        if self.alignment() & Qt.AlignmentFlag.AlignVCenter:
            top += max((room.height() - document.size().height()) / 2, 0)
        text = document.toRawText()
        for begin, end, word in places_in(text, spoken_language()):
            cursor = QTextCursor(document)
            cursor.setPosition(end)
            block = cursor.block()
            line = block.layout().lineForTextPosition(begin - block.position())
            if cursor.charFormat().isAnchor() or not line.isValid() or begin < block.position():
                continue
            left, right = (_x_in(line, at - block.position()) for at in (begin, end))
            at = block.layout().position() + QPointF(room.x(), top)
            high = line.height() - 1
            yield TermMark(
                QRectF(at.x() + left, at.y() + line.y(), right - left, high), word, color
            )

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The text, and the dotted lines."""
        super().paintEvent(event)
        if self.marks:
            with painting(self) as painter:
                draw_marks(painter, self.marks)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Says what a word means that was clicked, and not marked to be copied."""
        super().mouseReleaseEvent(event)
        mark = mark_at(self.marks, event.position())
        if mark is not None and not self.hasSelectedText():
            tell(mark, self)


def tell(mark: TermMark, widget: QWidget, scale: float = 1.0) -> None:
    """What a marked word of a widget means, under it."""
    from gpuviz.ui.term_popup import show_term

    under = QPointF(mark.rect.left(), mark.rect.bottom()) * scale
    show_term(mark.word, widget, under.toPoint())
