"""The list of operations under the picker: a line to search, and all that has its words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from gpuviz.operation import OperationInfo, group_of, is_in_gallery
from gpuviz.plugins import plugin_of
from gpuviz.scene.sizes import SMALL_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import summary_of, title_of, tr
from gpuviz.ui.drops import LineField
from gpuviz.ui.facts import set_tone
from gpuviz.ui.labels import PlainLabel, plain_tip
from gpuviz.ui.letters import enlarge_words
from gpuviz.ui.operations.rows import OPERATION, RowPainter
from gpuviz.ui.override import qt_override

WIDTH_PX, HEIGHT_PX = 470, 560
MARGIN_PX = 8  # to the edges of the screen
TO_THE_LIST = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, and what stands under it."""

    title: str
    operations: tuple[OperationInfo, ...]


def sections(operations: Iterable[OperationInfo], search: str = "") -> tuple[Section, ...]:
    """The operations that have every searched word, each group under its title.

    The groups stand as they are taught, other files of the gallery after them, then those of
    plugins, the user's own last.
    """
    found: dict[str, list[OperationInfo]] = {}
    for operation in sorted(operations, key=_rank):  # the order of the gallery stays
        if _has_words(operation, search):
            found.setdefault(heading_of(operation), []).append(operation)
    return tuple(Section(title, tuple(inside)) for title, inside in found.items())


def heading_of(operation: OperationInfo) -> str:
    """The title of the group that an operation stands in."""
    plugin = plugin_of(operation.path)
    if plugin is not None:
        return tr("Plugin {name}").format(name=plugin.name)
    if not is_in_gallery(operation.path):
        return tr("Your files")
    group = group_of(operation.name)
    return tr("More") if group is None else tr(group.title)


def _rank(operation: OperationInfo) -> int:
    if is_in_gallery(operation.path):
        return 0
    return 2 if plugin_of(operation.path) is None else 1


def _has_words(operation: OperationInfo, search: str) -> bool:
    """Whether each word is in its name, title or summary, as written or as translated."""
    english = operation.name, operation.name.replace("_", " "), operation.title, operation.summary
    shown = title_of(operation), summary_of(operation), heading_of(operation)
    text = " ".join((*english, *shown)).casefold()
    return all(word in text for word in search.casefold().split())


class OperationPopup(QFrame):
    """Arrows choose, Enter or a click picks, Esc closes; every other key searches."""

    picked = Signal(str)  # path of the kernel file

    def __init__(self, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("operations")
        self._operations: Sequence[OperationInfo] = ()
        self._chosen = ""
        self.search, self.list, self.nothing = LineField(), QListWidget(), PlainLabel()
        self._painter = RowPainter(theme, self.list)
        self._set_up()
        column = QVBoxLayout(self)
        column.setContentsMargins(*[2 * SPACE_PX] * 4)
        column.setSpacing(2 * SPACE_PX)
        for part in (self.search, self.list, self.nothing):
            column.addWidget(part)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._painter.theme = theme

    def open(
        self,
        operations: Sequence[OperationInfo],
        chosen: str,
        below: QWidget,
        letter_px: int = 0,
    ) -> None:
        """Show all operations under a widget, with the search empty; `chosen`: a path. No letter
        is smaller than `letter_px`.
        """
        self._painter.larger = max(letter_px / SMALL_PX, 1.0)
        enlarge_words(self, letter_px)
        self._operations, self._chosen = operations, chosen
        self.search.clear()
        self._show("")
        self._place(below)
        self.show()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)
        self.list.scrollToItem(self.list.currentItem(), QListWidget.ScrollHint.PositionAtCenter)

    @qt_override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys of the list work while one types."""
        if watched is self.search and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.KeyPress and event.key() in TO_THE_LIST:
                self.list.keyPressEvent(event)
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
                self.close()
                return True
        return super().eventFilter(watched, event)

    def _set_up(self) -> None:
        self.search.setPlaceholderText(tr("Search operations"))
        self.search.setAccessibleName(tr("Search operations"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self.search.returnPressed.connect(self._pick_current)
        self.search.installEventFilter(self)
        self.list.setAccessibleName(tr("Operations"))
        self.list.setItemDelegate(self._painter)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self.list.itemClicked.connect(self._pick)
        set_tone(self.nothing, "muted")
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setText(tr("No operation has these words."))

    def _show(self, search: str) -> None:
        self.list.clear()
        for section in sections(self._operations, search):
            self._add_heading(section.title)
            for operation in section.operations:
                self._add_operation(operation)
        if self.list.currentItem() is None and self.list.count():
            self.list.setCurrentRow(1)  # under the first heading
        self.list.setVisible(self.list.count() > 0)
        self.nothing.setVisible(self.list.count() == 0)

    def _add_heading(self, title: str) -> None:
        item = QListWidgetItem(title, self.list)
        item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _add_operation(self, operation: OperationInfo) -> None:
        item = QListWidgetItem(title_of(operation), self.list)
        item.setData(OPERATION, operation)
        item.setToolTip(plain_tip(summary_of(operation)))
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, summary_of(operation))
        if str(operation.path) == self._chosen:
            self.list.setCurrentItem(item)

    def _pick_current(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._pick(item)

    def _pick(self, item: QListWidgetItem) -> None:
        operation = item.data(OPERATION)
        if isinstance(operation, OperationInfo):
            self.close()
            self.picked.emit(str(operation.path))

    def _place(self, below: QWidget) -> None:
        """Under the picker, and never beyond the screen."""
        at = below.mapToGlobal(QPoint(0, below.height() + SPACE_PX))
        screen = below.screen().availableGeometry()
        room = screen.bottom() - at.y() - MARGIN_PX
        wide, high = (round(side * self._painter.larger) for side in (WIDTH_PX, HEIGHT_PX))
        wide = min(wide, screen.width() - 2 * MARGIN_PX)
        self.resize(wide, min(high, max(room, HEIGHT_PX // 2)))
        right = screen.right() - self.width() - MARGIN_PX
        self.move(max(screen.left() + MARGIN_PX, min(at.x(), right)), at.y())
