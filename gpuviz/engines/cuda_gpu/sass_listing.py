"""Reads a listing of machine code (SASS) as nvdisasm prints it with -c and -g.

One instruction stands on each line behind its address in bytes, labels and source lines before:

        //## File "kernel.py", line 12
    .L_x_2:
            /*0450*/              @!P0 BRA `(.L_x_5) ;

Functions that the kernel calls, such as the rare cases of a division, follow behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

ADDRESS = re.compile(r"\s+/\*([0-9a-f]{4,})\*/")
INSTRUCTION = re.compile(r"\s+/\*[0-9a-f]{4,}\*/\s+(?:@(!?U?P\w+)\s+)?([A-Z][\w.]*)\s*(.*?)\s*;")
LINE = re.compile(r'\s*//## File "([^"]*)", line (\d+)(?: inlined at "([^"]*)", line (\d+))?')
LABEL = re.compile(r"(\S+):$")
FUNCTION = re.compile(r"\s*\.type\s+(\S+?),@function")
TARGET = re.compile(r"`\(([^)\s]+)\)|(\.L_x_\d+)")
ALWAYS = "PT"


@dataclass(frozen=True, slots=True)
class Instruction:
    """One machine instruction: its name with all suffixes, and its source line, 0 before any."""

    name: str
    operands: str
    line: int
    guard: str = ""  # the predicate without which it does nothing: "!P0"; "" for always

    @property
    def root(self) -> str:
        """The name without suffixes."""
        return self.name.partition(".")[0]

    @property
    def targets(self) -> list[str]:
        """Labels that it names: where a branch or a call goes."""
        return [quoted or plain for quoted, plain in TARGET.findall(self.operands)]


@dataclass(frozen=True, slots=True)
class Function:
    """The instructions of a kernel, or of a function that it calls.

    `labels`: before which instruction each stands.
    """

    name: str
    code: Sequence[Instruction]
    labels: dict[str, int]


@dataclass(frozen=True, slots=True)
class ListingRow:
    """A row as it is shown: an instruction without its address, a label, or a function's name."""

    text: str
    instruction: Instruction | None = None
    address: int | None = None  # of the instruction, in bytes


def listing_rows(text: str) -> Iterator[ListingRow]:
    """What a listing tells a reader, in its order; lines are those of `read_listing`."""
    lines = _Lines()
    for row in text.splitlines():
        if found := INSTRUCTION.match(row):
            guard = (found[1] or "").replace(ALWAYS, "")
            instruction = Instruction(found[2], found[3], lines.line, guard)
            shown = f"{f'@{guard} ' if guard else ''}{found[2]} {found[3]}".rstrip()
            address = ADDRESS.match(row)
            at = int(address[1], 16) if address else None
            yield ListingRow(f"    {shown}", instruction, at)
        elif place := LINE.match(row):
            lines.read(place)
        elif function := FUNCTION.match(row):
            yield ListingRow(f"{function[1]}:")
        elif (label := LABEL.match(row)) and label[1].startswith(".L_x_"):
            yield ListingRow(f"{label[1]}:")


def read_listing(text: str) -> list[Function]:
    """The functions of a listing: the kernel, and behind it what it calls.

    Instructions are given lines of the kernel's file, which is named first. What was put in from
    other files belongs to the line that it was put into, or else to the line before.
    """
    functions: list[Function] = []
    code: list[Instruction] = []
    labels: dict[str, int] = {}
    lines = _Lines()
    for row in text.splitlines():
        if found := INSTRUCTION.match(row):
            guard = (found[1] or "").replace(ALWAYS, "")
            code.append(Instruction(found[2], found[3], lines.line, guard))
        elif place := LINE.match(row):
            lines.read(place)
        elif label := LABEL.match(row):
            labels[label[1]] = len(code)
        elif function := FUNCTION.match(row):
            code, labels = [], {}
            functions.append(Function(function[1], code, labels))
    return functions


class _Lines:
    """The source line as comments name it; those of one place lead from where it was put in out."""

    def __init__(self) -> None:
        self.line = 0
        self._file = ""
        self._is_found = False

    def read(self, place: re.Match[str]) -> None:
        """Hear what the next comment names."""
        self._file = self._file or place[3] or place[1]
        if not self._is_found:
            line = next((line for file, line in self._places(place) if file == self._file), None)
            self.line = self.line if line is None else int(line)
            self._is_found = line is not None
        if place[3] is None:  # the outermost
            self._is_found = False

    def _places(self, place: re.Match[str]) -> list[tuple[str, str]]:
        return [(place[1], place[2]), (place[3], place[4])]
