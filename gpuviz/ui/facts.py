"""Small widgets that say things: rows of facts, callouts, cards and section headings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import tr
from gpuviz.ui.asked_figure import ENTER, ask_figure
from gpuviz.ui.clipboard import copied, copy_text, offer_copies
from gpuviz.ui.labels import EitherLabel, PlainLabel, RichLabel, plain, said
from gpuviz.ui.override import qt_override
from gpuviz.ui.style import heading_font, mono_font
from gpuviz.ui.terms import explained, with_words

LONGEST_BESIDE = 36  # letters of a label with its value beside it; of a longer one it is below
BESIDE, BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse
LINKED = (
    SELECTABLE
    | Qt.TextInteractionFlag.LinksAccessibleByMouse
    | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
)


class Heading(PlainLabel):
    """The title of a section; its tooltip explains the words in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setFont(heading_font())
        self.setProperty("tone", "heading")
        self.setContentsMargins(0, 2 * SPACE_PX, 0, 0)

    def setText(self, text: str) -> None:
        """Another title."""
        super().setText(text)
        self.setToolTip(explained(text))


class FactRow(QFrame):
    """One Fact with a dashed line under it; a click marks it, and Ctrl+C copies it.

    A click on one with a figure, or Enter, asks where it comes from.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("fact")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.label, self.value = PlainLabel(), EitherLabel()
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.value.setWordWrap(True)
        self.value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._fact: Fact | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 3, 0, 3)
        self._row.setSpacing(2 * SPACE_PX)
        self._row.addWidget(self.label)
        self._row.addWidget(self.value, 1)

    def show_fact(self, fact: Fact) -> None:
        """Say another fact."""
        self._fact = fact
        self.label.setText(fact.label)
        self.value.show_words(fact.value, fact.is_rich)
        self.value.setFont(mono_font() if fact.is_code else QFont())
        beside = len(fact.label) <= LONGEST_BESIDE
        self._row.setDirection(BESIDE if beside else BELOW)
        self.label.setWordWrap(not beside)
        told = () if fact.is_code else (fact.label, said(self.value), fact.tip)
        self.setToolTip(with_words(self._tip(fact), *told))
        shape = Qt.CursorShape.PointingHandCursor if self.has_figure else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        set_tone(self.label, fact.tone or "muted")
        set_tone(self.value, "hazard" if fact.tone == "hazard" else "")

    @property
    def has_figure(self) -> bool:
        """Whether somebody may ask where its value comes from."""
        return self._fact is not None and self._fact.figure is not None

    @property
    def text(self) -> str:
        """The row as plain text: what it is and what it amounts to."""
        return f"{self.label.text()}: {said(self.value)}"

    def ask(self) -> None:
        """Ask where its value comes from, if that can be said."""
        if self._fact is not None and self._fact.figure is not None:
            ask_figure(self, self.label.text(), said(self.value), self._fact.figure)

    def mark(self, marked: bool) -> None:
        """Show whether it is the row that keys are for."""
        if self.property("current") != marked:
            self.setProperty("current", marked)
            self.style().unpolish(self)
            self.style().polish(self)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copies the row, or asks."""
        if event.key() in ENTER and self.has_figure:
            self.ask()
        elif not copied(event, lambda: self.text):
            super().keyPressEvent(event)

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click asks."""
        super().mouseReleaseEvent(event)
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.ask()

    def _tip(self, fact: Fact) -> str:
        if fact.figure is None:
            return fact.tip
        return "\n".join(filter(None, (fact.tip, tr("A click tells where it comes from."))))

    @qt_override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offers to copy the row, or all that stands around it."""
        offer_copies(event, self.copy_menu())

    def copy_menu(self) -> QMenu:
        """The row's own menu."""
        menu = QMenu(self)
        menu.addAction(tr("Copy"), lambda: copy_text(self.text))
        rows = self.parentWidget()
        if isinstance(rows, FactList):
            menu.addAction(tr("Copy all rows"), lambda: copy_text(rows.text))
        return menu


class FactList(QWidget):
    """Rows of facts, one under the other.

    Tab reaches it: the arrow keys choose a row, Ctrl+C copies it, Enter asks where its figure comes
    from.
    """

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[FactRow] = []
        self._current = 0  # the row that keys are for
        self._column = _column(self, spacing=0)
        self.setAccessibleName(tr("Figures"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setEnabled(False)  # without rows Tab passes it by

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show other facts; the rows that are there are used again."""
        while len(self._rows) < len(facts):
            self._rows.append(FactRow())
            self._column.addWidget(self._rows[-1])
        for row, fact in zip(self._rows, facts, strict=False):
            row.show_fact(fact)
        for index, row in enumerate(self._rows):
            row.setVisible(index < len(facts))
        self.setEnabled(bool(facts))
        self._mark()

    @property
    def text(self) -> str:
        """All rows as plain text, one a line."""
        return "\n".join(row.text for row in self._shown)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Chooses another row, or asks for its figure."""
        shown, way = self._shown, {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if not shown:
            super().keyPressEvent(event)
        elif way is not None:
            self._current = max(0, min(self._current + way, len(shown) - 1))
            self._mark()
        elif event.key() in ENTER:
            shown[self._current].ask()
        elif not copied(event, lambda: shown[self._current].text):
            super().keyPressEvent(event)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:
        """The row that keys are for is marked."""
        super().focusInEvent(event)
        self._mark()

    @qt_override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No row is marked any more."""
        super().focusOutEvent(event)
        self._mark()

    @property
    def _shown(self) -> list[FactRow]:
        return [row for row in self._rows if not row.isHidden()]

    def _mark(self) -> None:
        shown = self._shown
        self._current = max(0, min(self._current, len(shown) - 1))
        chosen = shown[self._current] if shown and self.hasFocus() else None
        for row in self._rows:
            row.mark(row is chosen)
        self.setAccessibleDescription("" if chosen is None else chosen.text)


class Callout(QFrame):
    """A sentence that wants to be read, with a coloured edge."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("callout")
        self.label = wrapped_label()
        column = _column(self)
        column.setContentsMargins(3 * SPACE_PX, 2 * SPACE_PX, 2 * SPACE_PX, 2 * SPACE_PX)
        column.addWidget(self.label)

    def show_note(self, note: Note) -> None:
        """Say something else."""
        show_words(self.label, note)
        set_tone(self, note.tone)


class NoteList(QWidget):
    """Notes one under the other, each as a widget of the given kind."""

    linkFollowed = Signal(str)

    def __init__(self, kind: type[Callout] | type[Line], spacing: int = 2 * SPACE_PX) -> None:
        super().__init__()
        self._kind = kind
        self._lines: list[Callout | Line] = []
        self._column = _column(self, spacing)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Show other notes; without any the list takes no room."""
        while len(self._lines) < len(notes):
            self._lines.append(self._kind())
            self._lines[-1].label.linkActivated.connect(self.linkFollowed)
            self._column.addWidget(self._lines[-1])
        for line, note in zip(self._lines, notes, strict=False):
            line.show_note(note)
        for index, line in enumerate(self._lines):
            line.setVisible(index < len(notes))
        self.setVisible(bool(notes))

    @property
    def text(self) -> str:
        """All notes, one a line, as plain text."""
        return "\n".join(said(line.label) for line in self._lines if not line.isHidden())


class Line(QWidget):
    """A sentence in the colour of its tone."""

    def __init__(self) -> None:
        super().__init__()
        self.label = wrapped_label()
        _column(self).addWidget(self.label)

    def show_note(self, note: Note) -> None:
        """Say something else."""
        show_words(self.label, note)
        self.setToolTip(explained(plain(note.text)))
        set_tone(self.label, note.tone)


def show_words(label: QLabel, note: Note) -> None:
    """The words of a note; Tab stops at a label only if something in it can be pressed."""
    label.setText(note.html)
    label.setTextInteractionFlags(LINKED if note.link else SELECTABLE)


def wrapped_label() -> QLabel:
    """An empty label that wraps, and whose words can be selected."""
    label = RichLabel()
    label.setWordWrap(True)
    label.setTextInteractionFlags(SELECTABLE)
    return label


def set_tone(widget: QWidget, tone: str) -> None:
    """Colour a widget by what it says; the colours are the theme's."""
    if widget.property("tone") == tone:
        return
    widget.setProperty("tone", tone)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def _column(widget: QWidget, spacing: int = SPACE_PX) -> QVBoxLayout:
    column = QVBoxLayout(widget)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(spacing)
    return column
