"""The page of a thread: its place, its indices, its step, its variables, all that it touches."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.inspector.thread_words import (
    condition_fact,
    mask_sentence,
    state_words,
    thread_title,
    total_fact,
    touched_fact,
    warp_heading,
)
from gpuviz.scene.inspector.words import place_facts
from gpuviz.scene.numbers import kernel_value, whole
from gpuviz.scene.stage.colours import state_color
from gpuviz.scene.theme import Theme
from gpuviz.texts import rich, say_rich, tr
from gpuviz.ui.facts import Callout, FactList, Heading, NoteList, wrapped_label
from gpuviz.ui.inspector.cards import FormulaCard, MaskCells
from gpuviz.ui.inspector.page import Page, joined
from gpuviz.ui.labels import said
from gpuviz.ui.stage.tooltips import state_tip

MOST_FORMULAS = 3
MOST_VARIABLES = 12


class ThreadPage(Page):
    """Shows ThreadFacts."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shown: tuple[ThreadFacts, str] | None = None
        self._hazards = NoteList(Callout)
        self._where, self._totals = FactList(), FactList()
        self._indices, self._step = FormulaCard(theme), FormulaCard(theme)
        self._touched, self._variables = FactList(), FactList()
        self._variables_heading = Heading(tr("Its variables"))
        self._totals_heading = Heading(tr("In the whole launch"))
        self._warp_heading = Heading("")
        self._cells = MaskCells(theme)
        self._sentence = wrapped_label()
        self._sentence.setProperty("tone", "muted")
        parts = (*self._of_thread(), *self._of_warp(), self._sentence, *self._of_variables())
        self._lay_out(*parts, self._totals_heading, self._totals)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        for card in (self._indices, self._step):
            card.set_theme(theme)
        self._cells.set_theme(theme)
        if self._shown is not None:
            self.show_facts(*self._shown)

    def show_facts(self, facts: ThreadFacts, note: str) -> None:
        """Show a thread; `note` says why its steps are not there."""
        self._shown, self.title = (facts, note), thread_title(facts)
        told = [Note(say_rich(hazard.message), "hazard") for hazard in facts.hazards]
        self._hazards.show_notes(told)
        number = Fact(
            tr("number"),
            whole(facts.number),
            tip=tr("Counted over the whole launch: block after block, along x first."),
        )
        self._where.show_facts([self._where_fact(facts), *place_facts(facts.place)[:1], number])
        self._indices.show_formulas(facts.indices[:MOST_FORMULAS])
        self._show_step(facts)
        self._show_warp(facts, note)
        self._totals.show_facts([total_fact(total) for total in facts.totals])
        self._totals_heading.setVisible(bool(facts.totals))

    @property
    def text(self) -> str:
        """Everything that is shown as plain text."""
        if self._shown is None:
            return ""
        title, where = thread_title(self._shown[0]), self._where.text
        parts = (self._hazards.text, self._indices.text, self._step.text, self._touched.text)
        return joined(
            title, where, *parts, self._variables.text, said(self._sentence), self._totals.text
        )

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
            tip=state_tip(facts.state),
            is_rich=True,
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

    def _show_warp(self, facts: ThreadFacts, note: str) -> None:
        now = facts.now
        stepped = now is not None and now.statement is not None
        self._warp_heading.setVisible(stepped)
        self._cells.setVisible(stepped)
        self._sentence.setText("")
        if now is None:
            self._sentence.setText(rich(note or tr("The steps of this block were not kept.")))
        elif now.statement is not None:
            self._warp_heading.setText(warp_heading(now))
            self._cells.show_warp(now, facts.lane)
            self._sentence.setText(rich(mask_sentence(now)))
        self._sentence.setVisible(bool(self._sentence.text()))
