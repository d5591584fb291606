"""The launch panel: the fields, what they mean, what the run moved, what was checked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.launch.facts import WRONG
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.facts import Callout, FactList, Heading, Line, NoteList
from gpuviz.ui.launch.form import LaunchForm
from gpuviz.ui.launch.inputs import InputsSection


class LaunchPanel(QWidget):
    """Shows what it is given; the numbers to launch are asked of `form`."""

    hazardPicked = Signal(int)  # row in Trace.hazards
    wrongPicked = Signal(int)  # row in LaunchResult.wrong

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.form = LaunchForm(theme)
        self.inputs = InputsSection()
        self.notes = NoteList(Callout)
        self.meaning = _Section(tr("What it means"), FactList())
        self.traffic = _Section(tr("Memory traffic"), FactList())
        self.checks = _CheckSection(tr("Checks"))
        for notes in (self.notes, self.checks):
            notes.linkFollowed.connect(self._follow)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 3 * SPACE_PX)
        self._column.setSpacing(3 * SPACE_PX)
        for part in self.parts:
            self._column.addWidget(part)
        self._column.addStretch(1)

    @property
    def parts(self) -> tuple[QWidget, ...]:
        """From top to bottom."""
        return self.form, self.inputs, self.notes, self.meaning, self.traffic, self.checks

    def set_theme(self, theme: Theme) -> None:
        """Draw in other colours."""
        self.form.set_theme(theme)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Hints and refusals about the numbers."""
        self.notes.show_notes(notes)

    def show_run(
        self,
        title: str,
        meaning: Sequence[Fact],
        traffic: Sequence[Fact],
        checks: Sequence[Note],
    ) -> None:
        """What a launch means and what its run gave; a section without rows takes no room."""
        self.meaning.heading.setText(title)
        self.meaning.show_facts(meaning)
        self.traffic.show_facts(traffic)
        self.checks.show_notes(checks)
        self._place_checks(first=any(note.tone == "hazard" for note in checks))

    def _place_checks(self, first: bool) -> None:
        """What is wrong is told before anything else; what is well, at the end."""
        self._column.removeWidget(self.checks)
        after = self.inputs if first else self.traffic
        self._column.insertWidget(self._column.indexOf(after) + 1, self.checks)

    def _follow(self, link: str) -> None:
        picked = self.wrongPicked if link.startswith(WRONG) else self.hazardPicked
        picked.emit(int(link.removeprefix(WRONG)))


class _Section(QWidget):
    """A heading over a list of facts."""

    def __init__(self, title: str, facts: FactList) -> None:
        super().__init__()
        self.heading = Heading(title)
        self.heading.setWordWrap(True)  # the name of a kernel may be long
        self._facts = facts
        _stack(self, self.heading, facts)

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Show the rows, or nothing at all."""
        self._facts.show_facts(facts)
        self.setVisible(bool(facts))

    @property
    def text(self) -> str:
        """The rows as plain text."""
        return self._facts.text


class _CheckSection(QWidget):
    """A heading over a list of sentences."""

    linkFollowed = Signal(str)

    def __init__(self, title: str) -> None:
        super().__init__()
        self._notes = NoteList(Line, spacing=SPACE_PX)
        self._notes.linkFollowed.connect(self.linkFollowed)
        _stack(self, Heading(title), self._notes)

    def show_notes(self, notes: Sequence[Note]) -> None:
        """Show the sentences, or nothing at all."""
        self._notes.show_notes(notes)
        self.setVisible(bool(notes))

    @property
    def text(self) -> str:
        """The sentences as plain text."""
        return self._notes.text


def _stack(parent: QWidget, *parts: QWidget) -> None:
    column = QVBoxLayout(parent)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_PX)
    for part in parts:
        column.addWidget(part)
