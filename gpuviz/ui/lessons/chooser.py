"""The list of lessons: what each is about, and what is done of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from gpuviz.lesson import Listed, part_title
from gpuviz.scene.sizes import BASE_PX, SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.session.lesson_progress import LessonProgress
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import kept_state
from gpuviz.ui.style import heading_font, ui_font

SIZE = (780, 640)
ROW_PX, PART_PX, NUMBER_PX, MARK_PX = 54, 32, 40, 92
ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class LessonRow:
    """One lesson of the list."""

    path: Path
    number: int
    title: str
    about: str
    mark: str
    is_done: bool


class LessonChooser(QDialog):
    """Enter or a double click begins the chosen lesson."""

    chosen: TypedSignal[[Path]] = signal(object)
    fileWanted = Signal()
    forgetWanted = Signal()

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._over = parent
        self.setWindowTitle(tr("Lessons"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(*SIZE)
        self.about, self.list = PlainLabel(), QListWidget()
        self.list.setObjectName("lessons")
        self.list.setAccessibleName(tr("Lessons"))
        self._delegate = LessonDelegate(self.list, theme)
        self.list.setItemDelegate(self._delegate)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.begin = QPushButton(tr("Begin"))
        self.own, self.forget = QPushButton(tr("Open a file…")), QPushButton(tr("Forget progress"))
        self._lay_out()
        self.begin.setDefault(True)
        self.begin.clicked.connect(self._begin)
        self.own.clicked.connect(self._want_file)
        self.forget.clicked.connect(self.forgetWanted)
        self.list.itemActivated.connect(self._begin)
        self.list.currentItemChanged.connect(self._show_button)

    def enlarge(self, letter_px: int) -> None:
        """No letter smaller than so many pixels, as large as the window around it has room for."""
        larger = self._delegate.larger = max(letter_px / SMALL_PX, 1.0)
        enlarge_words(self, letter_px)
        wide, high = (round(side * larger) for side in SIZE)
        room = self._over.size()
        self.resize(min(wide, room.width()), min(high, room.height()))

    def show_lessons(self, lessons: Sequence[Listed], progress: LessonProgress) -> None:
        """Show these, the first that is not done chosen."""
        self.list.clear()
        part = ""
        for lesson in lessons:
            title = _part_of(lesson)
            if title != part:
                part = title
                self._add_part(title)
            self._add(lesson, progress)
        open_rows = [row for row in self._rows() if not _row(self.list.item(row)).is_done]
        self.list.setCurrentRow(next(iter(open_rows), 1))
        self._say(lessons, progress)

    def _rows(self) -> list[int]:
        """The rows that are lessons."""
        return [row for row in range(self.list.count()) if self.list.item(row).data(ROW)]

    def _add_part(self, title: str) -> None:
        item = QListWidgetItem(title)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setSizeHint(QSize(0, round(PART_PX * self._delegate.larger)))
        self.list.addItem(item)

    def _add(self, lesson: Listed, progress: LessonProgress) -> None:
        done = progress.is_done(lesson)
        mark = _mark(lesson, progress)
        row = LessonRow(lesson.path, lesson.shown, lesson.title, lesson.about, mark, done)
        item = QListWidgetItem()
        item.setData(ROW, row)
        spoken = tr("Lesson {number}, {title}. {about} {mark}")
        words = {"title": lesson.title, "about": lesson.about, "mark": mark}
        said = spoken.format(number=lesson.shown, **words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        item.setToolTip(plain_tip(lesson.about))
        item.setSizeHint(QSize(0, round(ROW_PX * self._delegate.larger)))
        self.list.addItem(item)

    def _say(self, lessons: Sequence[Listed], progress: LessonProgress) -> None:
        """How far somebody is, or that there is nothing to choose."""
        done = sum(map(progress.is_done, lessons))
        words = tr("Each lesson drives this window and asks you to try. {done} of {count} done.")
        if not lessons:
            words = tr("There are no lessons here. A lesson of your own is opened as a file.")
        self.about.setText(words.format(done=done, count=len(lessons)))
        self.begin.setEnabled(bool(lessons))
        self.forget.setEnabled(bool(progress.lessons))

    def _show_button(self) -> None:
        item = self.list.currentItem()
        started = item is not None and item.data(ROW) and item.data(ROW).mark
        self.begin.setText(tr("Go on") if started and not _row(item).is_done else tr("Begin"))

    def _begin(self) -> None:
        item = self.list.currentItem()
        if item is not None and item.data(ROW):
            self.chosen.emit(_row(item).path)
            self.close()

    def _want_file(self) -> None:
        self.close()
        self.fileWanted.emit()

    def _lay_out(self) -> None:
        set_tone(self.about, "muted")
        self.about.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[4 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        row = QHBoxLayout()
        for button in (self.own, self.forget):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.begin)
        column.addWidget(self.about)
        column.addWidget(self.list, 1)
        column.addLayout(row)


class LessonDelegate(QStyledItemDelegate):
    """Number, title over what it is about, and how much of it is done."""

    def __init__(self, parent: QListWidget, theme: Theme) -> None:
        super().__init__(parent)
        self._theme, self.larger = theme, 1.0

    @qt_override
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """One row, or the title of a part."""
        whole = QRectF(option.rect)
        rect = QRectF(QPointF(), whole.size() / self.larger).toRect()
        row = index.data(ROW)
        with kept_state(painter):
            painter.translate(whole.topLeft())
            painter.scale(self.larger, self.larger)
            if row is None:
                self._paint_part(painter, rect, str(index.data()))
            else:
                self._paint_row(painter, rect, row, index.row() == _current(self.parent()))

    def _paint_part(self, painter: QPainter, rect: QRect, title: str) -> None:
        painter.setFont(heading_font())
        painter.setPen(QColor(self._theme.muted))
        box = rect.adjusted(2 * SPACE_PX, 0, 0, -SPACE_PX)
        painter.drawText(box, Qt.AlignmentFlag.AlignBottom, title)

    def _paint_row(self, painter: QPainter, rect: QRect, row: LessonRow, lit: bool) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if lit:
            painter.setPen(QColor(theme.accent))
            painter.setBrush(QColor(theme.raised))
            painter.drawRoundedRect(rect.adjusted(1, 1, -2, -2), 6, 6)
        inside = rect.adjusted(2 * SPACE_PX, 2 * SPACE_PX, -3 * SPACE_PX, -2 * SPACE_PX)
        words = inside.adjusted(NUMBER_PX, 0, -MARK_PX, 0)
        top = QRect(words.left(), words.top(), words.width(), words.height() // 2)
        self._write(painter, inside.adjusted(SPACE_PX, 0, 0, 0), str(row.number), theme.muted, 15)
        self._write(painter, top, row.title, theme.text, BASE_PX + 1, bold=True)
        self._write(painter, top.translated(0, top.height()), row.about, theme.muted, BASE_PX - 1)
        color = theme.words.good if row.is_done else theme.muted
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(ui_font())
        painter.setPen(QColor(color))
        painter.drawText(inside, right, row.mark)

    def _write(
        self, painter: QPainter, box: QRect, words: str, color: str, px: int, bold: bool = False
    ) -> None:
        painter.setFont(ui_font(px, ui_font().Weight.Bold if bold else ui_font().Weight.Normal))
        painter.setPen(QColor(color))
        elide = Qt.TextElideMode.ElideRight
        shown = painter.fontMetrics().elidedText(words, elide, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


def _part_of(lesson: Listed) -> str:
    """The title above a lesson and those that belong to it."""
    if lesson.plugin:
        return tr("Plugin {name}").format(name=lesson.plugin)
    return tr(part_title(lesson.number))


def _mark(lesson: Listed, progress: LessonProgress) -> str:
    done = len(progress.of(lesson).steps)
    if progress.is_done(lesson):
        return tr("✓ done")
    return tr("{done} of {count}").format(done=done, count=lesson.step_count) if done else ""


def _row(item: QListWidgetItem) -> LessonRow:
    row = item.data(ROW)
    assert isinstance(row, LessonRow)
    return row


def _current(parent: object) -> int:
    return parent.currentRow() if isinstance(parent, QListWidget) else -1
