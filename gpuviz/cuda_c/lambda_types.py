"""The type of a lambda that the host passes to a kernel: a structure with operator().

Its members are what the lambda captures. A recording holds the type as a text, from which it is
made again: `lambda_12_34 {float a; const float* x;}` stands in line 12 and column 34.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.lambdas import BEFORE_BODY, read_lambda
from gpuviz.cuda_c.types import CType, Struct, name_of
from gpuviz.cuda_c.unit import FunctionText, Unit
from gpuviz.cuda_c.words import Word, words_of

NAMED = re.compile(r"^lambda_(\d+)_(\d+)(?:_\d+)?$")
SAID = re.compile(r"^(lambda_\d+_\d+(?:_\d+)?) \{(.*)\}$")
CALL = "operator()"


def lambda_at(unit: Unit, line: int, column: int) -> syntax.Lambda | None:
    """The lambda of the host at a place; None where none stands there.

    Raises NotSupportedError for one that is not known on the device.
    """
    words = _words_from(unit, line, column)
    return read_lambda(unit.parser(words)) if words else None


def lambda_type(
    unit: Unit, line: int, column: int, members: tuple[tuple[str, CType], ...]
) -> Struct:
    """The type of a lambda of the host that captures such members."""
    first = name = f"lambda_{line}_{column}"
    count = 1
    while name in unit.types and unit.types[name] != Struct(name, members):
        count += 1
        name = f"{first}_{count}"
    return _named(unit, name, members)


def said(kind: CType) -> str:
    """A type as a text that `type_said` reads."""
    if not isinstance(kind, Struct) or not NAMED.match(kind.name):
        return name_of(kind)
    members = " ".join(f"{name_of(part)} {name};" for name, part in kind.members)
    return f"{kind.name} {{{members}}}"


def type_said(unit: Unit, text: str) -> CType:
    """The type that a text says."""
    match = SAID.match(text)
    if match is None:
        return unit.parser(words_of(text, unit.file)).type_name()
    parser = unit.parser(words_of(match[2], unit.file))
    members: list[tuple[str, CType]] = []
    while parser.word.kind != "end":
        variable = parser.declaration().variables[0]
        parser.expect(";")
        members.append((variable.name, variable.kind))
    return _named(unit, match[1], tuple(members))


def calls_of(unit: Unit, kinds: Iterable[object]) -> list[FunctionText]:
    """The operator() of each lambda among types."""
    lambdas = [one for one in kinds if isinstance(one, Struct) and NAMED.match(one.name)]
    names = [_named(unit, one.name, one.members).name for one in lambdas]
    return [text for name in names for text in unit.functions[f"{name}::{CALL}"]]


def definition(unit: Unit, kind: Struct) -> str:
    """A lambda's type as a structure of C++, for compilers."""
    members = " ".join(f"{name_of(part)} {name};" for name, part in kind.members)
    (text,) = calls_of(unit, [kind])
    words = [CALL if word.text.endswith(f"::{CALL}") else word.text for word in text.words]
    return f"struct {kind.name} {{ {members} __device__ {' '.join(words)} }};\n"


def _named(unit: Unit, name: str, members: tuple[tuple[str, CType], ...]) -> Struct:
    found = Struct(name, members)
    if name not in unit.types:
        unit.types = {**unit.types, name: found}
        match = NAMED.match(name)
        assert match is not None
        text = _call_text(name, _words_from(unit, int(match[1]), int(match[2])))
        unit.functions[text.name] = [text]
    return found


def _words_from(unit: Unit, line: int, column: int) -> list[Word]:
    """A lambda's words, from its [ on; those of the program stand before those of headers."""
    words = unit.host_words
    at = [
        row for row, word in enumerate(words)
        if word.is_mark("[") and word.place[:2] == (line, column)
    ]  # fmt: skip
    return words[min(at, key=lambda row: words[row].place.header) :] if at else []


def _call_text(name: str, words: list[Word]) -> FunctionText:
    """`auto lambda::operator()(parameters) -> result { body }`."""
    at = _closing(words, 0) + 1
    place = words[0].place
    parameters = [Word("mark", "(", place), Word("mark", ")", place)]
    while not words[at].is_mark("{"):
        if words[at].is_mark("("):
            end = _closing(words, at)
            parameters, at = words[at : end + 1], end + 1
        elif words[at].is_name(*BEFORE_BODY):
            at += 1
        else:
            break
    end = at
    while not words[end].is_mark("{"):
        end += 1
    last = _closing(words, end)
    full = f"{name}::{CALL}"
    head = [Word("name", "auto", place), Word("name", full, place)]
    return FunctionText(
        full, False, [*head, *parameters, *words[at : last + 1]], (), place.line,
        words[last].place.line, name, header=place.header, source_name=CALL,
    )  # fmt: skip


def _closing(words: list[Word], at: int) -> int:
    """Where the bracket closes that opens at a word."""
    depth = 0
    for row in range(at, len(words)):
        if words[row].is_mark("(", "[", "{"):
            depth += 1
        elif words[row].is_mark(")", "]", "}"):
            depth -= 1
            if depth == 0:
                return row
    return len(words) - 1
