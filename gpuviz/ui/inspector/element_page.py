"""The page of an element: what it holds, who reads and writes it, how often and when."""

from __future__ import annotations

from gpuviz.insight.destination import Destination
from gpuviz.insight.element_story import ElementStory, SiteCount, WarpTouch
from gpuviz.insight.formula import Formula
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.facts import Fact
from gpuviz.scene.inspector.thread_words import lane_ranges
from gpuviz.scene.inspector.words import block_words, thread_words, warp_words
from gpuviz.scene.numbers import kernel_value, whole
from gpuviz.scene.sizes import LARGE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import escaped, rich, tr
from gpuviz.ui.facts import FactList, Heading, wrapped_label
from gpuviz.ui.inspector.cards import FormulaCard
from gpuviz.ui.inspector.page import ListRow, Page, entries_html, joined
from gpuviz.ui.labels import said

MOST_VALUES = 3  # different ones that are told of one access by a warp


class ElementPage(Page):
    """Shows an ElementStory."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._shown: tuple[ElementStory, tuple[Formula, ...], str] | None = None
        self._name, self._note = wrapped_label(), wrapped_label()
        self._values = FactList()
        self._counts, self._writer, self._list = (self._label() for _ in range(3))
        self._formulas = FormulaCard(theme)
        self._note.setProperty("tone", "muted")
        headings = [Heading(text) for text in (tr("How often"), tr("Written by"), tr("Touched by"))]
        self._writer_heading = headings[1]
        self._lay_out(
            self._name,
            self._values,
            headings[0],
            self._note,
            self._counts,
            headings[1],
            self._writer,
            self._formulas,
            headings[2],
            self._list,
        )

    def show_story(self, story: ElementStory, formulas: tuple[Formula, ...], note: str) -> None:
        """Show an element; `formulas` are how its last writer came to its index, `note` says why
        not all of its touches are known.
        """
        self._shown, self._destinations = (story, formulas, note), []
        self._name.setText(self._title(story))
        self._values.show_facts(_value_facts(story))
        self._counts.setText(entries_html([self._count(count) for count in story.counts]))
        self._counts.setVisible(bool(story.counts))
        self._note.setText(rich(note or ("" if story.counts else _nobody(story))))
        self._note.setVisible(bool(self._note.text()))
        self._show_writer(story, formulas)
        self._list.setText(self._touches(story))

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        super().set_theme(theme)
        self._formulas.set_theme(theme)
        if self._shown is not None:
            self.show_story(*self._shown)

    @property
    def text(self) -> str:
        """Everything that is shown as plain text."""
        parts = [said(self._name), self._values.text, said(self._note), said(self._counts)]
        return joined(*parts, said(self._writer), self._formulas.text, said(self._list))

    def _title(self, story: ElementStory) -> str:
        name = f'<b style="font-size:{LARGE_PX}px"><code>{escaped(story.name)}</code></b>'
        space = {"global": tr("global memory"), "shared": tr("shared memory")}
        words = [str(story.info.dtype), space.get(story.info.space, story.info.space)]
        if story.block is not None:
            words.append(block_words(story.config, story.block))
        return f"{name} &nbsp;{self._muted(' · '.join(words))}"

    def _count(self, count: SiteCount) -> ListRow:
        kind = self._kind(count.site.kind, _kinds()[count.site.kind])
        line = tr("line {line}").format(line=count.site.line)
        below = f"{self._muted(line)} &nbsp;<code>{escaped(count.text)}</code>"
        return ListRow(f"{kind} {rich(_times(count))}", below=below)

    def _kind(self, kind: str, words: str) -> str:
        words_of = self._theme.words
        return self._colored(words, words_of.read if kind == "read" else words_of.write)

    def _show_writer(self, story: ElementStory, formulas: tuple[Formula, ...]) -> None:
        self._writer_heading.setVisible(story.writer is not None)
        self._writer.setVisible(story.writer is not None)
        self._formulas.show_formulas(formulas if story.writer is not None else ())
        if story.writer is None:
            return
        block, thread = story.writer
        to = Destination(block, thread=thread, moment=story.written_moment)
        where = tr("warp {warp}, lane {lane}")
        where = where.format(warp=thread // WARP_SIZE, lane=thread % WARP_SIZE)
        words = thread_words(story.config, block, thread)
        self._writer.setText(f"{self._link(words, to)} &nbsp;{self._muted(where)}")

    def _touches(self, story: ElementStory) -> str:
        entries = [self._touch(story, touch) for touch in story.touches]
        if story.left_out:
            more = tr("and {count} more").format(count=whole(story.left_out))
            entries.append(ListRow(self._muted(more)))
        return entries_html(entries)

    def _touch(self, story: ElementStory, touch: WarpTouch) -> ListRow:
        kind = self._kind(touch.kind, _kinds()[touch.kind])
        one = len(touch.lanes) == 1
        thread = touch.warp * WARP_SIZE + touch.lanes[0]
        if one:
            to = Destination(touch.block, thread=thread, moment=touch.moment)
            words = thread_words(story.config, touch.block, thread)
        else:
            to = Destination(touch.block, touch.warp, moment=touch.moment)
            words = warp_words(story.config, touch.block, touch.warp)
        lanes = tr("lane {lanes}") if one else tr("lanes {lanes}")
        lanes = lanes.format(lanes=lane_ranges(sorted(set(touch.lanes))))
        below = " · ".join((lanes, tr("line {line}").format(line=touch.line), _round(touch)))
        return ListRow(f"{kind} {self._link(words, to)}", _value_words(touch), self._muted(below))


def _kinds() -> dict[str, str]:
    return {"read": tr("read"), "write": tr("written"), "atomic": tr("atomic")}


def _times(count: SiteCount) -> str:
    times = tr("once") if count.times == 1 else tr("{n} times").format(n=whole(count.times))
    threads = tr("by {n} threads").format(n=whole(count.threads))
    return f"**{times}** {tr('by 1 thread') if count.threads == 1 else threads}"


def _round(touch: WarpTouch) -> str:
    first, last = map(whole, touch.rounds)
    if touch.moment is not None or first == last:
        return tr("round {n}").format(n=first)
    return tr("in rounds {first}–{last}").format(first=first, last=last)


def _value_words(touch: WarpTouch) -> str:
    told = [kernel_value(value) for value in touch.values[:MOST_VALUES]]
    return ", ".join(told if len(touch.values) <= MOST_VALUES else [*told[:-1], "…"])


def _value_facts(story: ElementStory) -> list[Fact]:
    unknown = tr("not known")
    rows = [
        (tr("before the launch"), story.before),
        (tr("now"), story.now),
        (tr("after the launch"), story.after),
    ]
    if story.block is not None:  # shared memory is there only while its block runs
        rows = rows[1:2]
    return [
        Fact(label, unknown if value is None else kernel_value(value), is_code=value is not None)
        for label, value in rows
    ]


def _nobody(story: ElementStory) -> str:
    return tr("No thread reads or writes it.") if story.known else ""
