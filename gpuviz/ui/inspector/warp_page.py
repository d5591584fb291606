"""The page of a warp: its place, what it does, its active lanes, its variables as columns."""

from __future__ import annotations

from gpuviz.insight.destination import Destination
from gpuviz.insight.stage_warp import WarpNow
from gpuviz.insight.states import ThreadState
from gpuviz.insight.warp_story import WarpStory
from gpuviz.scene.facts import Fact
from gpuviz.scene.inspector.thread_words import mask_sentence
from gpuviz.scene.inspector.words import capital, dot, place_facts, warp_words
from gpuviz.scene.inspector.work_facts import work_facts
from gpuviz.scene.stage.words import STATE_NAMES, index_name
from gpuviz.scene.theme import Theme
from gpuviz.texts import rich, say, tr
from gpuviz.ui.facts import FactList, Heading, wrapped_label
from gpuviz.ui.inspector.cards import MaskCells
from gpuviz.ui.inspector.lane_table import LaneTable
from gpuviz.ui.inspector.page import Page, joined
from gpuviz.ui.labels import said
from gpuviz.ui.stage.tooltips import state_tip

NO_LANE = -1


class WarpPage(Page):
    """Shows a WarpStory."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shown: tuple[WarpStory, str] | None = None
        self._facts, self._cells = FactList(), MaskCells(theme)
        self._sentence = wrapped_label()
        self._sentence.setProperty("tone", "muted")
        self._heading = Heading(tr("Its variables by lane"))
        self._table = LaneTable(theme)
        self._table.laneChosen.connect(self._choose_lane)
        self._work_heading, self._work = Heading(tr("In the whole launch")), FactList()
        of_launch = self._work_heading, self._work
        self._lay_out(
            self._facts, self._cells, self._sentence, self._heading, self._table, *of_launch
        )

    def show_story(self, story: WarpStory, note: str) -> None:
        """Show a warp; `note` says why its steps are not there."""
        self._shown = story, note
        self.title = capital(warp_words(story.config, story.block, story.warp))
        self._facts.show_facts([self._state(story), *_thread_facts(story)])
        stepped = story.now is not None and story.now.statement is not None
        self._cells.setVisible(stepped)
        if story.now is not None and stepped:
            self._cells.show_warp(story.now, NO_LANE)
            self._sentence.setText(rich(mask_sentence(story.now)))
        else:
            self._sentence.setText(rich(note))
        self._sentence.setVisible(bool(self._sentence.text()))
        for part in (self._heading, self._table):
            part.setVisible(bool(story.variables))
        self._table.show_story(story)
        self._work.show_facts(work_facts(story.work) if story.work else [])
        self._work_heading.setVisible(story.work is not None)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        self._cells.set_theme(theme)
        self._table.set_theme(theme)
        if self._shown is not None:
            self.show_story(*self._shown)

    @property
    def text(self) -> str:
        """Everything that is shown as plain text."""
        table = self._table.text if self._shown and self._shown[0].variables else ""
        return joined(self._facts.text, said(self._sentence), table, self._work.text)

    def _state(self, story: WarpStory) -> Fact:
        words = f"{dot(self._theme, story.state)} {rich(_doing(story))}"
        return Fact(tr("now"), words, tip=state_tip(story.state), is_rich=True)

    def _choose_lane(self, lane: int) -> None:
        if self._shown is not None:
            story = self._shown[0]
            self.linkFollowed.emit(Destination(story.block, thread=story.threads[lane]))


def _doing(story: WarpStory) -> str:
    now, name = story.now, say(STATE_NAMES[story.state])
    if now is None or now.statement is None:
        return name
    return _at_line(now, name)


def _at_line(now: WarpNow, name: str) -> str:
    line = now.statement.line if now.statement else 0
    words = {
        ThreadState.RUNNING: tr("{state}, line {line}"),
        ThreadState.AT_BARRIER: tr("waiting at the barrier in line {line}"),
    }
    text = words.get(now.state, tr("{state}, after line {line}"))
    return text.format(state=name, line=line)


def _thread_facts(story: WarpStory) -> list[Fact]:
    shape, threads = story.config.block, story.threads
    first, last = (index_name(shape, thread) for thread in (threads[0], threads[-1]))
    words = first if first == last else tr("{first} to {last}").format(first=first, last=last)
    tip = tr("A warp holds 32 threads that follow each other in the block, along x first.")
    return [Fact(tr("threads"), words, tip=tip), *place_facts(story.place)]
