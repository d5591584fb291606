"""What the checks view says of one check: a sentence, what repairs it, and rows with links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from gpuviz.engines.wrong_elements import (
    WrongElements,
    told_apart,
    writer_of_first,
    wrong_message,
)
from gpuviz.insight.hazard_moments import HazardThread
from gpuviz.insight.touch_moments import array_row
from gpuviz.launch import WARP_SIZE
from gpuviz.messages import Message, word
from gpuviz.scene.checks.entries import CheckEntry, Passed, line_words
from gpuviz.scene.facts import Tone
from gpuviz.scene.numbers import whole
from gpuviz.scene.stage.findings import ShownHazard
from gpuviz.session.selection import ElementChoice
from gpuviz.texts import rich, say, say_rich, tr
from gpuviz.trace import Hazard, Trace, Turn
from gpuviz.trace.source import SPACES


@dataclass(frozen=True, slots=True)
class ThreadTarget:
    """A link to a thread: linear block, and thread in it."""

    block: int
    thread: int


@dataclass(frozen=True, slots=True)
class LineTarget:
    """A link to a line of the source; without a file, of any that is shown."""

    line: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class ElementTarget:
    """A link to an element."""

    choice: ElementChoice


Target = ThreadTarget | LineTarget | ElementTarget


@dataclass(frozen=True, slots=True)
class CheckRow:
    """One row of details: parts of text, those with a target can be pressed."""

    label: str
    parts: tuple[tuple[str, Target | None], ...]
    tone: Tone = ""


@dataclass(frozen=True, slots=True)
class CheckDetail:
    """All that is said of one check; texts are rich, `repair` is shown when it is asked for."""

    heading: str
    tone: Tone
    sentence: str
    repair: str = ""
    rows: tuple[CheckRow, ...] = ()


def hazard_detail(trace: Trace, shown: ShownHazard, extra: tuple[CheckRow, ...]) -> CheckDetail:
    """A hazard with its threads and lines; `extra` rows follow."""
    hazard = shown.hazard
    sentence = say_rich(hazard.what or hazard.message)
    repair = "" if hazard.repair is None else say_rich(hazard.repair)
    turns = hazard.turns or (), hazard.other_turns or ()
    lines = line_words(hazard, "line"), line_words(hazard, "other_line")
    rows = [_party_row(trace, *row) for row in zip(shown.parties, lines, turns, strict=False)]
    element = _element_row(shown)
    return CheckDetail(
        _hazard_heading(hazard),
        "hazard",
        sentence,
        repair,
        (
            *rows,
            *(() if element is None else (element,)),
            *_barrier_rows(shown),
            *_order_rows(shown),
            *extra,
        ),
    )


def value_rows(shown: ShownHazard, found: Sequence[WrongElements]) -> tuple[CheckRow, ...]:
    """What the element of a hazard should hold and what it holds, where it is wrong. Of a hazard in
    other memory than that of the results it is the first wrong element.
    """
    its = [
        one for one in found if (one.array, "global") == (shown.hazard.array, shown.hazard.space)
    ]
    if its and shown.element not in its[0].elements:
        return ()
    wrong = next(iter(its or found), None)
    if wrong is None:
        return ()
    element = shown.element if its and shown.element is not None else wrong.first
    got, want = told_apart(*wrong.values_of(element))
    name = f"{wrong.array}[{', '.join(map(str, wrong.index_of(element)))}]"
    return (
        CheckRow(tr("correct {element}").format(element=name), ((want, None),)),
        CheckRow(tr("{element} in this order").format(element=name), ((got, None),), "hazard"),
    )


def wrong_detail(trace: Trace, wrong: WrongElements) -> CheckDetail:
    """The first wrong element of an output."""
    got, want = told_apart(wrong.got, wrong.want)
    name = f"{wrong.array}[{', '.join(map(str, wrong.index))}]"
    row = array_row(trace, wrong.array, "global")
    target = None if row is None else ElementTarget(ElementChoice(row, wrong.first))
    rows = [
        CheckRow(tr("first wrong"), ((name, target),)),
        CheckRow(tr("holds"), ((got, None),), "hazard"),
        CheckRow(tr("should hold"), ((want, None),)),
    ]
    writer = writer_of_first(trace, wrong)
    if writer is not None:
        rows.append(CheckRow(tr("written by"), _thread_parts(trace, *writer), "write"))
    return CheckDetail(
        tr("Wrong result"), "hazard", say_rich(wrong_message(trace, wrong)), "", tuple(rows)
    )


def plain_detail(entry: CheckEntry) -> CheckDetail:
    """A check that found nothing, a note, or why the launch broke off."""
    if isinstance(entry.subject, Message):
        title = tr("Note") if entry.tone == "muted" else entry.words[2:].capitalize()
        return CheckDetail(title, entry.tone, say_rich(entry.subject))
    assert isinstance(entry.subject, Passed)
    return CheckDetail(entry.words[2:].capitalize(), entry.tone, entry.subject.looked_at)


def _hazard_heading(hazard: Hazard) -> str:
    names = {
        "out-of-bounds": tr("Out of bounds"),
        "race": tr("Race"),
        "uninitialized": tr("Uninitialised read"),
        "barrier-divergence": tr("Barrier divergence"),
    }
    if hazard.space is None:
        return names[hazard.kind]
    if hazard.space == "register":
        where = tr("a register")
    else:
        where = tr("{space} memory").format(space=say(SPACES[hazard.space]))
    return tr("{hazard}, {where}").format(hazard=names[hazard.kind], where=where)


def _party_row(trace: Trace, party: HazardThread, line: str, turns: tuple[Turn, ...]) -> CheckRow:
    words = {
        "read": tr("reads"),
        "write": tr("writes"),
        "atomic": tr("changes"),
        "waits": tr("waits"),
        "misses": tr("never comes"),
    }
    tones: dict[str, Tone] = {"read": "read", "write": "write", "atomic": "write"}
    parts = _thread_parts(trace, party.block, party.thread)
    if party.line is not None:
        target = LineTarget(party.line, party.file or "")
        parts = (*parts, (" · ", None), (tr("line {line}").format(line=line), target))
    for turn in turns:
        of_loop = tr("turn {turn} of the loop of line {line}")
        at = str(turn.line)
        if turn.file not in (None, trace.functions[0].file):
            name = PurePath(turn.file or "").name.strip("<>")
            at = say(word("{line} of {file}", line=turn.line, file=name))
        words_of_turn = of_loop.format(turn=whole(turn.turn), line=at)
        parts = (*parts, (" · ", None), (words_of_turn, LineTarget(turn.line, turn.file or "")))
    return CheckRow(words[party.role], parts, tones.get(party.role, ""))


def _thread_parts(trace: Trace, block: int, thread: int) -> tuple[tuple[str, Target | None], ...]:
    config = trace.config
    name = tr("block {block} thread {thread}").format(
        block=config.grid.index(block), thread=config.block.index(thread)
    )
    warp, lane = divmod(thread, WARP_SIZE)
    where = tr("warp {warp} lane {lane}").format(warp=warp, lane=lane)
    return ((name, ThreadTarget(block, thread)), (f" · {where}", None))


def _element_row(shown: ShownHazard) -> CheckRow | None:
    hazard = shown.hazard
    if hazard.array is None or hazard.space == "register":
        return None
    name = f"{hazard.array}[{', '.join(map(str, hazard.index))}]"
    if shown.element is None or shown.array is None:
        return CheckRow(tr("element"), ((tr("{name}, outside").format(name=name), None),))
    block = shown.parties[0].block if hazard.space == "shared" else None
    target = ElementTarget(ElementChoice(shown.array, shown.element, block))
    return CheckRow(tr("element"), ((name, target),))


def _barrier_rows(shown: ShownHazard) -> tuple[CheckRow, ...]:
    """The barriers around both accesses of a race, each to be seen in the source."""
    interval = shown.interval
    if interval is None:
        return ()
    begin, end = tr("the begin of the kernel"), tr("the end of the kernel")
    places = [
        (words, None)
        if line is None
        else (tr("line {line}").format(line=line), LineTarget(line, interval.file))
        for line, words in ((interval.before, begin), (interval.after, end))
    ]
    parts = (places[0], (" – ", None), places[1], (f" · {tr('none between')}", None))
    return (CheckRow(tr("barriers"), parts, "hazard"),)


def _order_rows(shown: ShownHazard) -> tuple[CheckRow, ...]:
    """Which of two accesses comes first in the order that is shown."""
    if shown.hazard.kind != "race" or len(shown.moments) < 2 or None in shown.moments:
        return ()
    steps = sorted(
        (moment or 0, party.role)
        for moment, party in zip(shown.moments, shown.parties, strict=True)
    )
    words = {"read": tr("the read"), "write": tr("the write"), "atomic": tr("the atomic")}
    (first, one), (second, other) = steps
    if first == second:
        return (CheckRow(tr("in this order"), ((tr("both in one step"), None),)),)
    text = tr("{one} first, step {first}; then {other}, step {second}").format(
        one=words[one], first=whole(first), other=words[other], second=whole(second)
    )
    return (CheckRow(tr("in this order"), ((text, None),)),)


def launch_missing(coming: Message | None = None) -> CheckDetail:
    """What is said before there is a launch; `coming`: one is under way."""
    words = tr("No launch yet: press Run. Every access of it is then checked.")
    return CheckDetail(tr("Checks"), "muted", rich(words if coming is None else say(coming)))
