"""What is said of the repair of a hazard: what it does, what came of trying it, and its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gpuviz.messages import Message
from gpuviz.repair.search import Repairs
from gpuviz.repair.words import tried_words
from gpuviz.texts import say, tr
from gpuviz.trace import Trace

LineKind = Literal["added", "removed", "place", "same"]


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a unified diff."""

    text: str
    kind: LineKind


@dataclass(frozen=True, slots=True)
class RepairWords:
    """All that is shown of a repair; `source` is the whole file with it, None without one."""

    sentence: str
    tried: str = ""
    lines: tuple[DiffLine, ...] = ()
    source: str | None = None
    is_good: bool = False  # no hazard is left, and the result is not wrong
    file: str = ""  # a name for it


def repair_words(found: Repairs | Message, row: int) -> RepairWords:
    """Of the hazard in a row of those that were asked for."""
    if isinstance(found, Message):
        return RepairWords(say(found))
    repair = found.of(row)
    if repair is None:
        why = found.why_not[row]
        return RepairWords("" if why is None else say(why))
    tried = repair.tried
    outcome = say(tried_words(tried.hazards, tried.new_hazards, tried.correct))
    words = tr("Tried: {outcome}").format(outcome=outcome)
    is_good = tried.hazards == 0 and tried.correct is not False
    lines = diff_lines(repair.diff)
    named = Path(repair.diff.split("\n", 1)[0].removeprefix("--- ").rstrip())
    name = named.with_stem(f"{named.stem}_repaired").name
    return RepairWords(say(repair.message), words, lines, found.text, is_good, name)


def being_tried() -> RepairWords:
    """Said while the emulator runs repaired sources."""
    return RepairWords(tr("Repairs are being tried in the emulator ..."))


def not_triable() -> RepairWords:
    """Said of a recording."""
    return RepairWords(
        tr("This is a recording. Pick its operation and launch it to have repairs tried.")
    )


def diff_lines(diff: str) -> tuple[DiffLine, ...]:
    """The lines of a unified diff without the names of its files."""
    return tuple(DiffLine(line, _kind(line)) for line in diff.splitlines()[2:])


def hazard_row(launches: Sequence[Trace], launch: int, row: int) -> int:
    """The place of a launch's hazard among those of all launches of a result."""
    return sum(len(trace.hazards) for trace in launches[:launch]) + row


def _kind(line: str) -> LineKind:
    kinds: dict[str, LineKind] = {"+": "added", "-": "removed", "@": "place"}
    return kinds.get(line[:1], "same")
