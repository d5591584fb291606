"""The page of a block: its SM, its time, what its warps do and wait for, what it has cost."""

from __future__ import annotations

from gpuviz.insight.block_story import BlockStory, Waiting
from gpuviz.insight.destination import Destination
from gpuviz.insight.stage_warp import WarpGroup
from gpuviz.insight.states import ThreadState
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.inspector.words import block_words, capital, dot, place_facts, warps_name
from gpuviz.scene.inspector.work_facts import work_facts
from gpuviz.scene.numbers import whole
from gpuviz.scene.stage.words import STATE_NAMES, shape_name
from gpuviz.scene.theme import Theme
from gpuviz.texts import rich, say, tr
from gpuviz.ui.facts import Callout, FactList, Heading, NoteList, wrapped_label
from gpuviz.ui.inspector.page import ListRow, Page, entries_html, joined
from gpuviz.ui.labels import said


class BlockPage(Page):
    """Shows a BlockStory."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shown: tuple[BlockStory, str] | None = None
        self._place, self._work = FactList(), FactList()
        self._waiting = NoteList(Callout)
        self._groups, self._note = self._label(), wrapped_label()
        self._note.setProperty("tone", "muted")
        self._work_heading = Heading(tr("In the whole launch"))
        self._lay_out(
            self._place,
            Heading(tr("Its warps now")),
            self._waiting,
            self._groups,
            self._note,
            self._work_heading,
            self._work,
        )

    def show_story(self, story: BlockStory, note: str) -> None:
        """Show a block; `note` says why its steps are not there."""
        self._shown, self._destinations = (story, note), []
        self.title = capital(block_words(story.config, story.block))
        self._place.show_facts([*place_facts(story.place), *_size_facts(story)])
        self._waiting.show_notes([Note(rich(_waiting_words(one))) for one in story.waiting])
        self._groups.setText(entries_html([self._group(story, group) for group in story.groups]))
        self._groups.setVisible(bool(story.groups))
        self._note.setText(rich(note) or ("" if story.groups else self._state(story)))
        self._note.setVisible(bool(self._note.text()))
        self._work.show_facts(work_facts(story.work) if story.work else [])
        self._work_heading.setVisible(story.work is not None)

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        if self._shown is not None:
            self.show_story(*self._shown)

    @property
    def text(self) -> str:
        """Everything that is shown as plain text."""
        parts = [self._place.text, self._waiting.text, said(self._groups), said(self._note)]
        return joined(*parts, self._work.text)

    def _state(self, story: BlockStory) -> str:
        return f"{dot(self._theme, story.state)} {say(STATE_NAMES[story.state])}"

    def _group(self, story: BlockStory, group: WarpGroup) -> ListRow:
        link = self._link(warps_name(group.warps), Destination(story.block, int(group.warps[0])))
        return ListRow(f"{dot(self._theme, group.state)} {link} &nbsp;{rich(_doing(group))}")


def _doing(group: WarpGroup) -> str:
    """What some warps do: "running, line 20"."""
    line = group.line
    words = {
        ThreadState.AT_BARRIER: tr("at the barrier in line {line}"),
        ThreadState.RUNNING: tr("running, line {line}"),
        ThreadState.READY: tr("turn to come, after line {line}"),
        ThreadState.FINISHED: tr("finished after line {line}"),
    }
    if line is None or group.state not in words:
        return say(STATE_NAMES[group.state])
    return words[group.state].format(line=line)


def _waiting_words(waiting: Waiting) -> str:
    """ "Warps 3, 5–7 wait at the barrier in line 21 for warps 0–2, 4"."""
    who = warps_name(waiting.warps)
    one = len(waiting.warps) == 1
    if len(waiting.waits_for) == 0:
        text = tr("{who} has reached the barrier in line {line}: all are there.")
        several = tr("{who} have reached the barrier in line {line}: all are there.")
    else:
        text = tr("{who} waits at the barrier in line {line} for {others}.")
        several = tr("{who} wait at the barrier in line {line} for {others}.")
    others = warps_name(waiting.waits_for)
    said = (text if one else several).format(who=who, line=waiting.line, others=others)
    return f"**{said[:1].upper()}{said[1 : len(who)]}**{said[len(who) :]}"


def _size_facts(story: BlockStory) -> list[Fact]:
    config = story.config
    threads = whole(config.block.size)
    if max(config.block) != config.block.size:
        threads = f"{threads} ({shape_name(config.block)})"
    idle = tr("{n} idle").format(n=whole(story.idle)) if story.idle is not None else ""
    return [
        Fact(tr("number"), tr("{n} of {all}").format(n=story.block, all=whole(config.blocks)),
             tip=tr("Blocks are counted from 0, along x first.")),
        Fact(tr("threads"), f"{threads} · {idle}" if idle else threads),
        Fact(tr("warps"), whole(config.warps_per_block)),
    ]  # fmt: skip
