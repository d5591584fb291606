"""The inspector: one thread at the playing moment, with its numbers."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.ui.facts import Fact, FactList, Heading, wrapped_label
from gpuviz.ui.numbers import kernel_value
from gpuviz.ui.style import SPACE_PX
from gpuviz.ui.texts import tr
from gpuviz.ui.theme import Theme
from gpuviz.ui.thread_cards import STATE_TOKENS, FormulaCard, MaskCells
from gpuviz.ui.thread_words import (
    condition_fact,
    mask_sentence,
    state_words,
    thread_title,
    touched_fact,
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
        self.show_thread(self._facts)

    def show_thread(self, facts: ThreadFacts | None, hint: str = "") -> None:
        """Show a thread; without one, `hint` says why there is none."""
        self._facts = facts
        self._show_parts(facts is not None)
        if facts is None:
            self.titleChanged.emit(tr("Thread"))
            self._sentence.setText(hint or tr("Choose a thread on the stage to see its numbers."))
            return
        self.titleChanged.emit(thread_title(facts))
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
        lists = [self._where.text, *cards, self._touched.text, self._variables.text]
        return "\n".join((thread_title(self._facts), *lists, self._sentence.text()))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE_PX, SPACE_PX, 3 * SPACE_PX, 3 * SPACE_PX)
        column.setSpacing(2 * SPACE_PX)
        parts: list[QWidget] = [self._where, self._indices, self._step, self._touched]
        parts += [self._warp_heading, self._cells, self._sentence]
        parts += [self._variables_heading, self._variables]
        for part in parts:
            column.addWidget(part)
        column.addStretch(1)

    def _show_parts(self, shown: bool) -> None:
        parts: list[QWidget] = [self._where, self._indices, self._step, self._touched]
        parts += [self._variables_heading, self._variables, self._warp_heading, self._cells]
        for part in parts:
            part.setVisible(shown)

    def _where_fact(self, facts: ThreadFacts) -> Fact:
        color = getattr(self._theme, STATE_TOKENS[facts.state])
        dot = f'<span style="color:{color}">●</span>'
        return Fact(
            tr("warp · lane"), f"{facts.warp} · {facts.lane} &nbsp;{dot} {state_words(facts)}"
        )

    def _show_step(self, facts: ThreadFacts) -> None:
        self._step.show_formulas(facts.this_step)
        condition = [condition_fact(facts.condition)] if facts.condition else []
        self._touched.show_facts([*condition, *map(touched_fact, facts.touched)])
        variables = [
            Fact(item.name, kernel_value(item.value), is_code=True) for item in facts.variables
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
            self._sentence.setText(tr("The steps of this block were not kept."))
        elif now.statement is not None:
            title = tr("Warp {warp} at line {line}")
            self._warp_heading.setText(title.format(warp=now.warp, line=now.statement.line))
            self._cells.show_warp(now, facts.lane)
            self._sentence.setText(mask_sentence(now))
