"""The lines of the source that a hazard is about, with those around them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gpuviz.scene.source.listing import SourceWord, words_of
from gpuviz.texts import tr
from gpuviz.trace import FunctionSource, Hazard, Trace
from gpuviz.trace.source import AccessKind

AROUND = 1  # lines above and below a guilty one
LONGEST_LINE = 160  # characters


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """One line; `number` is None where lines are left out, `role` says what a guilty one does."""

    number: int | None
    text: str
    words: tuple[SourceWord, ...] = ()
    role: str = ""


GAP = ExcerptLine(None, "⋮")  # in place of lines that are left out


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some lines of one file."""

    file: str
    lines: tuple[ExcerptLine, ...]


def hazard_excerpts(trace: Trace, hazard: Hazard) -> tuple[Excerpt, ...]:
    """The guilty line of a hazard and the other one of a race, by file."""
    parties = [(hazard.file, hazard.line, hazard.access)]
    if hazard.other_line is not None:
        parties.append((hazard.other_file, hazard.other_line, hazard.other_access))
    guilty: dict[int, dict[int, str]] = {}
    for file, line, access in parties:
        row = _function_of(trace, hazard, file, line)
        if row is not None:
            guilty.setdefault(row, {}).setdefault(line, _role(access))
    files: dict[str, list[ExcerptLine]] = {}
    for row in sorted(guilty, key=lambda row: trace.functions[row].first_line):
        lines = files.setdefault(trace.functions[row].file, [])
        lines += [GAP] if lines else []
        lines += _lines(trace.functions[row], guilty[row])
    return tuple(Excerpt(file, tuple(lines)) for file, lines in files.items())


def _function_of(trace: Trace, hazard: Hazard, file: str | None, line: int) -> int | None:
    """The row of the function with a line of a hazard.

    Where the file is not known, as in older recordings, it is the one that touches the array of the
    hazard there, else the first that has such a line.
    """
    touching = [
        trace.statements[site.statement].function
        for site in trace.sites
        if site.line == line and site.array == hazard.array
    ]
    waiting = [one.function for one in trace.statements if one.line == line and one.is_barrier]
    functions = enumerate(trace.functions)
    having = [row for row, one in functions if file in (None, one.file) and _has(one, line)]
    found = touching or ([] if hazard.array else waiting) or having
    return next((row for row in found if row in having), None)


def _has(function: FunctionSource, line: int) -> bool:
    return 0 <= line - function.first_line < len(function.text.splitlines())


def _role(access: AccessKind | None) -> str:
    """What stands behind a guilty line."""
    roles = {"read": tr("reads"), "write": tr("writes"), "atomic": tr("atomic")}
    return tr("here") if access is None else roles[access]


def _lines(function: FunctionSource, guilty: Mapping[int, str]) -> list[ExcerptLine]:
    texts, words = function.text.splitlines(), words_of(function.text)
    last = function.first_line + len(texts)
    near = {line + off for line in guilty for off in range(-AROUND, AROUND + 1)}
    lines: list[ExcerptLine] = []
    for number in sorted(near & set(range(function.first_line, last))):
        if lines and lines[-1].number != number - 1:
            lines.append(GAP)
        text = texts[number - function.first_line][:LONGEST_LINE]
        coloured = words.get(number - function.first_line, ())
        kept = tuple(one for one in coloured if one.start + one.length <= len(text))
        lines.append(ExcerptLine(number, text, kept, guilty.get(number, "")))
    return lines
