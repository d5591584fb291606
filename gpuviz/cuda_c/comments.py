"""What the comments `// gpuviz: NAME = VALUE` of a file say, and the numbers that they choose.

A number that a comment gives stands in the place of the file's own: of a macro, of a constant, of a
variable of the host where it is declared. Of what the host reads or gets from elsewhere, it is
what is known of it (host_places.py). Names within kernels and device functions stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gpuviz.cuda_c import headers
from gpuviz.cuda_c.refusals import Place
from gpuviz.cuda_c.words import Word

LINE = re.compile(
    r"^\s*//\s*gpuviz:\s*([A-Za-z_][\w.\[\]]*(?:\(\))?)\s*=\s*(.+?)\s*$", re.MULTILINE
)
NUMBER = re.compile(r"-?\d+|-?(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?[fF]?", re.ASCII)
WORDS = ("kernel", "threads", "grid", "block", "shared", "output", "arguments", "device")
"""Names in the comments that stand for nothing in the file."""
WHOLE = ("int", "unsigned", "long", "short", "char", "auto", "const", "constexpr")
"""Ends of the types of whole numbers; others end in _t."""
NO_TYPES = ("return", "else", "case", "goto", "new", "delete", "throw", "using")
ON_DEVICE = ("__global__", "__device__")
OPENS, CLOSES = ("(", "[", "{"), (")", "]", "}")


def comments_of(text: str) -> dict[str, str]:
    """The lines `// gpuviz: NAME = VALUE` of a file."""
    return {match[1]: match[2] for match in LINE.finditer(text)}


def numbers_said(text: str) -> dict[str, int | float]:
    """The numbers among them, by name."""
    found: dict[str, int | float] = {}
    for name, value in comments_of(text).items():
        if name not in WORDS and NUMBER.fullmatch(value):
            found[name] = int(value) if value.lstrip("-").isdigit() else float(value.rstrip("fF"))
    return found


def lines_of(comments: Mapping[str, str]) -> str:
    """The comments as they stand in a file."""
    return "\n".join(f"// gpuviz: {name} = {value}" for name, value in comments.items())


def with_comments(text: str, comments: Mapping[str, str]) -> str:
    """A file with more comments at the end of the program: its lines keep their numbers."""
    program, known = headers.split(text)
    return headers.joined(f"{program}\n{lines_of(comments)}\n", known)


def number_words(value: float, place: Place) -> list[Word]:
    """A number as words of C."""
    digits = Word("number", str(abs(value)), place)
    minus = Word("mark", "-", place)
    bracket = Word("mark", "(", place), Word("mark", ")", place)
    return [digits] if value >= 0 else [bracket[0], minus, digits, bracket[1]]


def with_numbers(words: list[Word], numbers: Mapping[str, float]) -> list[Word]:
    """The words of a file whose declarations have these first values."""
    found, at = list[Word](), 0
    for name, _, last in declared_numbers(words) if numbers else ():
        if words[name].text in numbers:
            value = number_words(numbers[words[name].text], words[name].place)
            found += [*words[at : name + 1], Word("mark", "=", words[name].place), *value]
            at = last
    return [*found, *words[at:]]


def declared_numbers(words: list[Word]) -> Iterator[tuple[int, int, int]]:
    """Names outside of device code that get a first value: where name, value and its end are."""
    at, start = 0, 0  # of the statement
    while at < len(words):
        word = words[at]
        if word.is_mark("{") and any(one.is_name(*ON_DEVICE) for one in words[start:at]):
            at = start = _behind(words, at)
            continue
        if word.is_mark(";", "{", "}"):
            start = at + 1
        elif _is_declared(words, start, at):
            brackets = not words[at + 1].is_mark("=")
            end = _behind(words, at + 1) if brackets else _end_of_value(words, at + 2)
            yield at, at + 2, end
            at = end
            continue
        at += 1


def _is_declared(words: list[Word], start: int, at: int) -> bool:
    """Whether a name stands there that is declared with a first value, not in brackets."""
    follows = words[at + 1] if at + 1 < len(words) else words[at]
    if words[at].kind != "name" or not follows.is_mark("=", "{", "("):
        return False
    if sum(one.is_mark("(") - one.is_mark(")") for one in words[start:at]):
        return False
    before = words[at - 1] if at else follows
    if words[max(start - 5, 0) : start] and _in_enum(words, start):
        return follows.is_mark("=") and (at == start or before.is_mark(","))
    if before.is_mark(","):  # `int a = 1, b = 2`
        typed = words[start].kind == words[start + 1].kind == "name"
        return follows.is_mark("=") and typed and words[start].text not in NO_TYPES
    if at == start or before.kind != "name" or before.text in NO_TYPES:
        return False
    return follows.is_mark("=") or before.text in WHOLE or before.text.endswith("_t")


def _in_enum(words: list[Word], start: int) -> bool:
    """Whether a statement begins behind `enum Name : int {`."""
    if not start or not words[start - 1].is_mark("{"):
        return False
    return any(one.is_name("enum") for one in words[max(start - 6, 0) : start])


def _behind(words: list[Word], at: int) -> int:
    """Where it goes on behind the brackets that begin there."""
    depth = 0
    while at < len(words):
        depth += words[at].is_mark(*OPENS) - words[at].is_mark(*CLOSES)
        at += 1
        if not depth:
            break
    return at


def _end_of_value(words: list[Word], at: int) -> int:
    """Where a first value ends."""
    while at < len(words) and not words[at].is_mark(",", ";", *CLOSES):
        if words[at].is_mark("<") and words[at - 1].kind == "name":  # `get<int, 3>(x)`
            end = next(
                (k for k in range(at, len(words)) if words[k].is_mark(">", ";")), len(words) - 1
            )
            at = end if words[end].is_mark(">") and words[end + 1].is_mark("(") else at + 1
        else:
            at = _behind(words, at) if words[at].is_mark(*OPENS) else at + 1
    return at
