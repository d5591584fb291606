"""A kernel on one of its levels as it is shown: lines, what ties them, and what they cost.

Everything is chosen, played and hovered by lines of the source that runs: a kernel's file in
Python, or in CUDA C where that was opened. Here it is called the own source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gpuviz.engines.compiled_kernel import AccessCount
from gpuviz.engines.source_levels import Language, LevelLine, SourceLevel, Unit
from gpuviz.messages import EnglishText
from gpuviz.scene.numbers import whole
from gpuviz.scene.source.code_words import c_words, ptx_words, sass_words
from gpuviz.scene.source.level_names import COMPILED, LevelName
from gpuviz.scene.source.listing import SourceWord, words_of
from gpuviz.texts import enumerated, sentence, tr
from gpuviz.trace.source import AccessKind, Space

UNITS: Mapping[Unit, EnglishText] = {
    "int32": "integer",
    "fp32": "FP32",
    "fp64": "FP64",
    "sfu": "special functions",
    "memory": "load/store",
    "control": "branch and barrier",
    "uniform": "uniform",
    "other": "other",
}
ACCESSES: Mapping[AccessKind, tuple[EnglishText, EnglishText]] = {
    "read": (
        "{name}: one load of {bytes} a thread from {space} memory",
        "{count} × {name}: loads of {bytes} a thread from {space} memory",
    ),
    "write": (
        "{name}: one store of {bytes} a thread to {space} memory",
        "{count} × {name}: stores of {bytes} a thread to {space} memory",
    ),
    "atomic": (
        "{name}: one atomic operation on {bytes} a thread in {space} memory",
        "{count} × {name}: atomic operations on {bytes} a thread in {space} memory",
    ),
}
SPACES: Mapping[Space, EnglishText] = {
    "global": "global",
    "shared": "shared",
    "local": "local",
    "constant": "constant",
}


@dataclass(frozen=True, slots=True)
class LevelRow:
    """One line of a level. `own`: the lines of the own source that it stands for."""

    text: str
    own: tuple[int, ...] = ()
    words: tuple[SourceWord, ...] = ()
    address: str = ""  # of an instruction, in hexadecimal
    number: int | None = None  # of the line in its file; None for what is compiled

    @property
    def is_dim(self) -> bool:
        """Whether it stands for no line, in code that a compiler made."""
        return self.number is None and not self.own


@dataclass(frozen=True, slots=True)
class ShownLevel:
    """A level as it is shown."""

    level: LevelName
    rows: tuple[LevelRow, ...]

    def rows_of(self, line: int | None) -> tuple[int, ...]:
        """The rows that stand for a line of the own source."""
        return tuple(row for row, one in enumerate(self.rows) if line in one.own)

    def first_rows(self) -> frozenset[int]:
        """Rows with which other lines begin than those of the row before."""
        before: tuple[int, ...] = ()
        found = set()
        for row, one in enumerate(self.rows):
            if one.own and one.own != before:
                found.add(row)
            before = one.own or before
        return frozenset(found)


def shown_level(level: SourceLevel, own: Language) -> ShownLevel:
    """A level with the words of its lines coloured, tied to the own source."""
    texts = [line.text.expandtabs(4) if level.level != "ptx" else line.text for line in level.lines]
    words = list(_words(level, texts))
    rows = (
        _row(level.level, number, line, text.expandtabs(4), found, own)
        for number, (line, text, found) in enumerate(zip(level.lines, texts, words, strict=True), 1)
    )
    return ShownLevel(level.level, tuple(rows))


def space_words(sass: SourceLevel) -> str:
    """What a kernel takes: "14 registers a thread, 2 KB shared memory a block, no local memory"."""
    parts = [tr("{count} registers a thread").format(count=sass.registers)]
    if sass.shared_bytes:
        size = _bytes(sass.shared_bytes)
        parts.append(tr("{size} of shared memory a block").format(size=size))
    parts.append(_spill_words(sass))
    return sentence(enumerated(parts))


def unit_words(lines: Iterable[LevelLine]) -> str:
    """ "74 instructions: 41 integer, 17 FP32, 3 load/store"; "" where there are none."""
    counts = Counter(line.unit for line in lines if line.unit is not None)
    total = counts.total()
    if not total:
        return ""
    found = enumerated(
        [f"{whole(count)} {tr(UNITS[unit])}" for unit, count in counts.most_common()]
    )
    words = tr("1 SASS instruction: {units}")
    words = words if total == 1 else tr("{count} SASS instructions: {units}")
    return words.format(count=whole(total), units=found)


def line_words(sass: SourceLevel, line: int, own: Language) -> str:
    """What has become of a line of the own source: its instructions, and its memory accesses."""
    lines = [one for one in sass.lines if line in own_lines(one, own) and one.unit is not None]
    if not lines:
        return tr("Line {line}: no instruction is left of it.").format(line=line)
    head = tr("Line {line}: {instructions}.").format(line=line, instructions=unit_words(lines))
    return "\n".join((head, *(sentence(words) for words in access_words(lines))))


def access_words(lines: Iterable[LevelLine]) -> list[str]:
    """What instructions do to memory: "LDG.E.64: one load of 8 bytes a thread from .."."""
    found = Counter((_name(one.text), one.access) for one in lines if one.access is not None)
    return [
        _access_words(name, access, count)
        for (name, access), count in found.items()
        if access is not None
    ]


def own_lines(line: LevelLine, own: Language) -> tuple[int, ...]:
    """The lines of the own source that a line of a level stands for."""
    return line.python_lines if own == "python" else line.c_lines


def _access_words(name: str, access: AccessCount, count: int) -> str:
    one, several = ACCESSES[access.kind]
    template = tr(one) if count == 1 else tr(several)
    return template.format(
        name=name, count=count, bytes=_bytes(access.bytes), space=tr(SPACES[access.space])
    )


def _spill_words(sass: SourceLevel) -> str:
    """Local memory of a thread, and how many instructions go there."""
    if not sass.local_bytes:
        return tr("nothing spilled")
    accesses = [one.access for one in sass.lines if one.access is not None]
    words = tr(
        "{size} of local memory a thread (arrays of its own and spills; loads and stores: {count})"
    )
    count = sum(access.space == "local" for access in accesses)
    return words.format(size=_bytes(sass.local_bytes), count=whole(count))


def _bytes(count: int) -> str:
    return tr("1 byte") if count == 1 else tr("{count} bytes").format(count=whole(count))


def _name(text: str) -> str:
    """Of an instruction, without its predicate."""
    words = text.split()
    return words[1] if words[0].startswith("@") else words[0]


def _row(
    level: LevelName,
    number: int,
    line: LevelLine,
    text: str,
    words: tuple[SourceWord, ...],
    own: Language,
) -> LevelRow:
    address = "" if line.address is None else f"{line.address:04x}"
    shown = None if level in COMPILED else number
    return LevelRow(text, own_lines(line, own), words, address, shown)


def _words(level: SourceLevel, texts: list[str]) -> Iterable[tuple[SourceWord, ...]]:
    if level.level == "cuda":
        return c_words(texts)
    if level.level == "sass":
        return map(sass_words, texts)
    if level.level == "ptx":
        return [_expanded(text, ptx_words(text)) for text in texts]
    found = words_of("\n".join(texts))
    return (found.get(row, ()) for row in range(len(texts)))


def _expanded(text: str, words: tuple[SourceWord, ...]) -> tuple[SourceWord, ...]:
    """Words of a text whose tabs have become spaces."""
    ends = [len(text[:at].expandtabs(4)) for at in range(len(text) + 1)]
    return tuple(
        SourceWord(ends[one.start], ends[one.start + one.length] - ends[one.start], one.kind)
        for one in words
    )
