"""The words of a text of CUDA C: names, numbers, texts and marks, each with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from gpuviz.cuda_c.refusals import Place, refuse

WordKind = Literal["name", "number", "text", "character", "mark", "end"]

MOST_WORDS = 200_000  # of a file, macros written out

MARKS = (
    *("<<<", ">>>", "<<=", ">>=", "...", "->*"),
    *("->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/="),
    *("%=", "&=", "|=", "^=", "::", "##"),
    *"{}()[];:,.?~!+-*/%&|^=<>#@$\\`",
)
ALTERNATIVES = {
    "and": "&&", "or": "||", "not": "!", "xor": "^", "bitand": "&", "bitor": "|", "compl": "~",
    "and_eq": "&=", "or_eq": "|=", "xor_eq": "^=", "not_eq": "!=",
}  # fmt: skip
"""Names that C++ reads as operators."""
_PATTERN = re.compile(
    r"""
    (?P<space>[ \t\r\f\v]+)
  | (?P<line>\n)
  | (?P<comment>//[^\n]*|/\*.*?\*/)
  | (?P<raw>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)")
  | (?P<name>[A-Za-z_][A-Za-z_0-9]*)
  | (?P<number>(?:0[xX][0-9a-fA-F']*(?:\.[0-9a-fA-F']*)?[pP][+-]?\d+
      |0[xX][0-9a-fA-F']+|0[bB][01']+|(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)
      [A-Za-z_0-9]*)
  | (?P<text>"(?:\\.|[^"\\\n])*")
  | (?P<character>'(?:\\.|[^'\\\n])*')
  | (?P<mark>"""
    + "|".join(map(re.escape, MARKS))
    + r""")
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class MacroUse:
    """A macro that a program names: what it stands for, and the line of its #define (0: none)."""

    name: str
    said: str
    line: int


@dataclass(frozen=True, slots=True)
class Word:
    """One word. Of what a macro stands for the place is that of the macro's use."""

    kind: WordKind
    text: str
    place: Place
    first: bool = False  # whether it is the first of its line
    spaced: bool = False  # whether a blank stands before it
    macro: MacroUse | None = None  # from which it came

    def is_mark(self, *marks: str) -> bool:
        """Whether it is one of some marks."""
        return self.kind == "mark" and self.text in marks

    def is_name(self, *names: str) -> bool:
        """Whether it is one of some names."""
        return self.kind == "name" and self.text in names


def words_of(text: str, file: str, header: str = "") -> list[Word]:
    """All words in order; comments are left out, lines that end in a backslash are joined.

    `header`: that of the program in the file whose text it is.
    Raises NotSupportedError for a character that means nothing in C.
    """
    text = text.replace("\r\n", "\n")
    found: list[Word] = []
    at, line, begin, first, spaced = 0, 1, 0, True, False
    while at < len(text):
        if text.startswith("\\\n", at):
            at, line, begin, spaced = at + 2, line + 1, at + 2, True
            continue
        place = Place(line, at - begin + 1, header)
        if text.startswith("/*", at) and text.find("*/", at + 2) < 0:
            refuse(file, place, "comment", "this comment is never closed: write */ at its end.")
        match = _PATTERN.match(text, at)
        if match is None:
            what = text[at] if text[at].isprintable() else repr(text[at])
            sentence = "{what} has no meaning in C: take it out."
            refuse(file, place, "character", sentence, what=what)
        kind, words, at = match.lastgroup, match[0], match.end()
        breaks = words.count("\n")
        if breaks:
            line, begin = line + breaks, match.start() + words.rindex("\n") + 1
        if kind in ("space", "comment", "line"):
            first, spaced = first or kind == "line", True
            continue
        assert kind is not None
        if kind == "raw":
            kind, words = "text", _as_plain_text(words)
        elif kind == "name" and words in ALTERNATIVES:
            kind, words = "mark", ALTERNATIVES[words]
        found.append(Word(kind, words, place, first, spaced))  # type: ignore[arg-type]
        first = spaced = False
        if len(found) > MOST_WORDS:
            refuse_length(file, place)
    return found


def _as_plain_text(raw: str) -> str:
    """`R"(a\\b)"` with escapes."""
    inside = raw[raw.index("(") + 1 : raw.rindex(")")]
    escaped = inside.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def refuse_length(file: str, place: Place) -> None:
    """Raises NotSupportedError: nobody reads so much."""
    sentence = "the file has more than {most} words with its macros written out: keep the kernel."
    refuse(file, place, "too-long", sentence, most=MOST_WORDS)
