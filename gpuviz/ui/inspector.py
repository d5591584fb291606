"""The inspector: one thread at the playing moment, with its numbers."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.ui.facts import Callout, Fact, FactList, Heading, Note, NoteList, wrapped_label
from gpuviz.ui.numbers import kernel_value
from gpuviz.ui.stage.colours import state_color
from gpuviz.ui.stage.words import STATE_TIPS
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.texts import say, say_rich, tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.thread_cards import FormulaCard, MaskCells
from gpuviz.ui.thread_words import (
    condition_fact,
    mask_sentence,
    state_words,
    thread_title,
    touched_fact,
    warp_heading,
)

MOST_FORMULAS = 3
MOST_VARIABLES = 12


class Inspector(QWidget):
    """Shows ThreadFacts; without any it says how to choose a thread."""

    titleChanged = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._facts: ThreadFacts | None = None
        self._hint = ""
        self._hazards = NoteList(Callout)
        self._where = FactList()
        self._indices, self._step = FormulaCard(theme), FormulaCard(theme)
        self._touched, self._variables = FactList(), FactList()
        self._variables_heading = Heading(tr("Its variables"))
        self._warp_heading = Heading("")
        self._cells = MaskCells(theme)
        self._sentence = wrapped_label()
        self._sentence.setProperty("tone", "muted")
        self._lay_out()
        self.show_thread(None)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        for card in (self._indices, self._step):
            card.set_theme(theme)
        self._cells.set_theme(theme)
        self.show_thread(self._facts, self._hint)

    def show_thread(self, facts: ThreadFacts | None, hint: str = "") -> None:
        """Show a thread; `hint` says why there is none, or why its steps are not there."""
        self._facts, self._hint = facts, hint
        self._show_parts(facts is not None)
        if facts is None:
            self.titleChanged.emit(tr("Thread"))
            self._sentence.setText(hint or tr("Choose a thread on the stage to see its numbers."))
            return
        self.titleChanged.emit(thread_title(facts))
        told = [Note(say_rich(hazard.message), "hazard") for hazard in facts.hazards]
        self._hazards.show_notes(told)
        self._where.show_facts((self._where_fact(facts),))
        self._indices.show_formulas(facts.indices[:MOST_FORMULAS])
        self._show_step(facts)
        self._show_warp(facts)

    @property
    def text(self) -> str:
        """Everything that is shown as plain text, for screen readers and for tests."""
        if self._facts is None:
            return self._sentence.text()
        cards = [self._indices.text, self._step.text]
        lists = [
            self._where.text,
            self._hazards.text,
            *cards,
            self._touched.text,
            self._variables.text,
        ]
        return "\n".join((thread_title(self._facts), *lists, self._sentence.text()))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 3 * SPACE_PX)
        column.setSpacing(2 * SPACE_PX)
        for part in (*self._of_thread(), *self._of_warp(), self._sentence, *self._of_variables()):
            column.addWidget(part)
        column.addStretch(1)

    def _show_parts(self, shown: bool) -> None:
        for part in (*self._of_thread(), *self._of_warp(), *self._of_variables()):
            part.setVisible(shown)

    def _of_thread(self) -> tuple[QWidget, ...]:
        return self._where, self._hazards, self._indices, self._step, self._touched

    def _of_warp(self) -> tuple[QWidget, ...]:
        return self._warp_heading, self._cells

    def _of_variables(self) -> tuple[QWidget, ...]:
        return self._variables_heading, self._variables

    def _where_fact(self, facts: ThreadFacts) -> Fact:
        color = state_color(self._theme, facts.state)
        dot = f'<span style="color:{color}">●</span>'
        return Fact(
            tr("warp · lane"),
            f"{facts.warp} · {facts.lane} &nbsp;{dot} {state_words(facts)}",
            tip=say(STATE_TIPS[facts.state]),
        )

    def _show_step(self, facts: ThreadFacts) -> None:
        self._step.show_formulas(facts.this_step)
        condition = [condition_fact(facts.condition)] if facts.condition else []
        self._touched.show_facts([*condition, *map(touched_fact, facts.touched)])
        told = {formula.target for formula in facts.indices[:MOST_FORMULAS]}
        variables = [
            Fact(item.name, kernel_value(item.value), is_code=True)
            for item in facts.variables
            if item.name not in told
        ]
        self._variables.show_facts(variables[:MOST_VARIABLES])
        self._variables_heading.setVisible(bool(variables))

    def _show_warp(self, facts: ThreadFacts) -> None:
        now = facts.now
        stepped = now is not None and now.statement is not None
        self._warp_heading.setVisible(stepped)
        self._cells.setVisible(stepped)
        self._sentence.setText("")
        if now is None:
            kept = tr("The steps of this block were not kept.")
            self._sentence.setText(self._hint or kept)
        elif now.statement is not None:
            self._warp_heading.setText(warp_heading(now))
            self._cells.show_warp(now, facts.lane)
            self._sentence.setText(mask_sentence(now))
