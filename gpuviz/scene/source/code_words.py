"""The coloured words of CUDA C, PTX and machine code, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gpuviz.scene.source.listing import SourceWord, WordKind

C_KEYWORDS = {
    *("auto", "bool", "break", "case", "char", "class", "const", "constexpr", "continue"),
    *("default", "delete", "do", "double", "else", "enum", "extern", "false", "float", "for"),
    *("goto", "half", "if", "inline", "int", "long", "namespace", "new", "nullptr", "operator"),
    *("return", "short", "signed", "sizeof", "static", "struct", "switch", "template", "true"),
    *("typedef", "typename", "union", "unsigned", "using", "void", "volatile", "while"),
    *("__global__", "__device__", "__host__", "__shared__", "__constant__", "__restrict__"),
    *("__launch_bounds__", "__forceinline__", "size_t"),
}
C_WORD = re.compile(
    r"""
    (?P<comment>//.*|/\*.*?(?:\*/|$))
  | (?P<string>"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))
  | (?P<directive>^\s*\#\s*\w+)
  | (?P<number>\b(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[uUlLfF]*\b)
  | (?P<name>\b[A-Za-z_]\w*\b)
    """,
    re.VERBOSE,
)
PTX_WORD = re.compile(
    r"""
    (?P<comment>//.*|\$\w+:?)
  | (?P<string>@!?%\w+|"[^"]*")
  | (?P<directive>(?<![\w.])\.\w+)
  | (?P<opcode>(?:(?<=^)|(?<=\t)|(?<=}\s)|(?<=\d\s))[a-z]\w*(?:\.[\w:]+)*(?=[\s;]))
  | (?P<number>\b0[fFdD][\da-fA-F]+\b|(?<![%\w])-?\d+\b)
    """,
    re.VERBOSE,
)
SASS_WORD = re.compile(
    r"""
    (?P<comment>^\S+:$|`\([^)]*\)|\.L_x_\d+)
  | (?P<string>@!?U?P\w+)
  | (?P<opcode>(?:(?<=^\s{4})|(?<=@P\d\s)|(?<=@!P\d\s)|(?<=@UP\d\s)|(?<=@!UP\d\s))[A-Z][\w.]*)
  | (?P<number>c\[[^\]]*\]\[[^\]]*\]|-?\b0x[\da-f]+\b|(?<![\w.])-?\d+(?:\.\d+)?\b)
    """,
    re.VERBOSE,
)
KINDS: dict[str, WordKind] = {
    "comment": "comment",
    "string": "string",
    "directive": "keyword",
    "opcode": "keyword",
    "number": "number",
}


def c_words(lines: Sequence[str]) -> Iterator[tuple[SourceWord, ...]]:
    """Of CUDA C; a comment may go on over several lines."""
    inside = False
    for text in lines:
        start = 0
        words: list[SourceWord] = []
        if inside:
            end = text.find("*/")
            start = len(text) if end < 0 else end + 2
            inside = end < 0
            words.append(SourceWord(0, start, "comment"))
        for found in C_WORD.finditer(text, start):
            kind = _c_kind(found)
            if kind is not None:
                words.append(SourceWord(found.start(), len(found[0]), kind))
            inside |= found[0].startswith("/*") and not found[0].endswith("*/")
        yield tuple(words)


def ptx_words(text: str) -> tuple[SourceWord, ...]:
    """Of a line of PTX: what it does, constants, labels and predicates."""
    return tuple(_words(PTX_WORD, text))


def sass_words(text: str) -> tuple[SourceWord, ...]:
    """Of a line of machine code as a listing has it."""
    return tuple(_words(SASS_WORD, text))


def _words(pattern: re.Pattern[str], text: str) -> Iterator[SourceWord]:
    for found in pattern.finditer(text):
        if found.lastgroup is not None:
            yield SourceWord(found.start(), len(found[0]), KINDS[found.lastgroup])


def _c_kind(found: re.Match[str]) -> WordKind | None:
    if found["name"] is not None:
        return "keyword" if found["name"] in C_KEYWORDS else None
    return KINDS[found.lastgroup] if found.lastgroup else None
