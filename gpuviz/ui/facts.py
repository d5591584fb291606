"""Small widgets that say things: rows of facts, callouts, cards and section headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextDocumentFragment
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gpuviz.ui.style import SPACE_PX, heading_font, mono_font

Tone = Literal["", "muted", "read", "write", "good", "hazard"]

SELECTABLE = Qt.TextInteractionFlag.TextSelectableByMouse


@dataclass(frozen=True, slots=True)
class Fact:
    """One row: what it is and what it amounts to; `is_code` sets the value in monospace."""

    label: str
    value: str
    tone: Tone = ""
    is_code: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One sentence in rich text; the tone "hazard" is for refusals, hazards and wrong results."""

    text: str
    tone: Tone = ""


class Heading(QLabel):
    """The title of a section."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setFont(heading_font())
        self.setProperty("tone", "heading")
        self.setContentsMargins(0, 2 * SPACE_PX, 0, 0)


class FactRow(QFrame):
    """One Fact with a dashed line under it; its text can be selected and copied."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("fact")
        self.label, self.value = QLabel(), QLabel()
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.value.setWordWrap(True)
        self.value.setTextInteractionFlags(SELECTABLE)
        self.value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 3, 0, 3)
        row.setSpacing(2 * SPACE_PX)
        row.addWidget(self.label)
        row.addWidget(self.value, 1)

    def show_fact(self, fact: Fact) -> None:
        """Say another fact."""
        self.label.setText(fact.label)
        self.value.setText(fact.value)
        self.value.setFont(mono_font() if fact.is_code else QFont())
        self.setToolTip(fact.tip)
        set_tone(self.label, fact.tone or "muted")
        set_tone(self.value, "hazard" if fact.tone == "hazard" else "")


class FactList(QWidget):
    """Rows of facts, one under the other."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[FactRow] = []
        self._column = _column(self, spacing=0)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show other facts; the rows that are there are used again."""
        while len(self._rows) < len(facts):
            self._rows.append(FactRow())
            self._column.addWidget(self._rows[-1])
        for row, fact in zip(self._rows, facts, strict=False):
            row.show_fact(fact)
        for index, row in enumerate(self._rows):
            row.setVisible(index < len(facts))

    @property
    def text(self) -> str:
        """All rows as plain text, one a line."""
        shown = [row for row in self._rows if not row.isHidden()]
        return "\n".join(f"{row.label.text()}: {row.value.text()}" for row in shown)


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
        self.label.setText(note.text)
        set_tone(self, note.tone)


class NoteList(QWidget):
    """Notes one under the other, each as a widget of the given kind."""

    def __init__(self, kind: type[Callout] | type[Line], spacing: int = 2 * SPACE_PX) -> None:
        super().__init__()
        self._kind = kind
        self._lines: list[Callout | Line] = []
        self._column = _column(self, spacing)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Show other notes; without any the list takes no room."""
        while len(self._lines) < len(notes):
            self._lines.append(self._kind())
            self._column.addWidget(self._lines[-1])
        for line, note in zip(self._lines, notes, strict=False):
            line.show_note(note)
        for index, line in enumerate(self._lines):
            line.setVisible(index < len(notes))
        self.setVisible(bool(notes))

    @property
    def text(self) -> str:
        """All notes, one a line, as plain text."""
        shown = [line.label.text() for line in self._lines if not line.isHidden()]
        return "\n".join(QTextDocumentFragment.fromHtml(text).toPlainText() for text in shown)


class Line(QWidget):
    """A sentence in the colour of its tone."""

    def __init__(self) -> None:
        super().__init__()
        self.label = wrapped_label()
        _column(self).addWidget(self.label)

    def show_note(self, note: Note) -> None:
        """Say something else."""
        self.label.setText(note.text)
        set_tone(self.label, note.tone)


def wrapped_label() -> QLabel:
    """An empty label that wraps, and whose words can be selected."""
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.RichText)
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
