"""The source that the source view shows, as plain data: lines, colours of words, heat."""

from __future__ import annotations

import ast
import io
import keyword
import token
import tokenize
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal, NamedTuple, Protocol

from gpuviz.insight.formula import statements_of
from gpuviz.ordinary_file import CUDA_C_SUFFIX
from gpuviz.texts import visible

NO_STEPS = (ast.Pass, ast.Global, ast.Nonlocal, ast.FunctionDef)  # semantics.md 2
WordKind = Literal["keyword", "string", "comment", "number", "name"]

_OPENS, _CLOSES = (
    {getattr(token, f"{kind}STRING_{end}", None) for kind in "FT"} for end in ("START", "END")
)
"""Of f-strings (Python 3.12 and later) and t-strings (3.14)."""
_TOKEN_KINDS: dict[int, WordKind] = {
    token.STRING: "string",
    token.NUMBER: "number",
    tokenize.COMMENT: "comment",
}


class FunctionText(Protocol):
    """A function to be listed: one of a trace, or of a file that has not run."""

    @property
    def file(self) -> str:
        """Its path."""

    @property
    def first_line(self) -> int:
        """The line of the file that `text` begins with."""

    @property
    def text(self) -> str:
        """Its source."""


class KernelText(NamedTuple):
    """The kernel of a file that has not run."""

    file: str
    first_line: int
    text: str


@dataclass(frozen=True, slots=True)
class SourceWord:
    """A coloured stretch of one line; `start` and `length` in characters."""

    start: int
    length: int
    kind: WordKind


FileLine = tuple[str, int]
"""A file and a line of it; "": of any file that is shown."""


@dataclass(frozen=True, slots=True)
class ListedLine:
    """One line as it is shown. `number` is the line in the file; None between two functions."""

    number: int | None
    text: str
    words: tuple[SourceWord, ...] = ()
    file: str = ""

    def is_one_of(self, places: Container[FileLine]) -> bool:
        """Whether it is among these lines of files."""
        return self.number is not None and (
            (self.file, self.number) in places or ("", self.number) in places
        )


def listing(functions: Iterable[FunctionText]) -> tuple[ListedLine, ...]:
    """The functions in the order of the file, an empty line between two; each of several files
    begins with its name.
    """
    lines: list[ListedLine] = []
    shown = sorted(functions, key=lambda item: (item.file, item.first_line))
    several, file = len({function.file for function in shown}) > 1, ""
    for function in shown:
        if lines:
            lines.append(ListedLine(None, ""))
        if several and function.file != file:
            file = function.file
            name = visible(PurePath(file).name.strip("<>"))
            lines.append(ListedLine(None, name, (SourceWord(0, len(name), "comment"),)))
        words = _words_of(function)
        lines += [
            ListedLine(function.first_line + index, text, words.get(index, ()), function.file)
            for index, text in enumerate(function.text.splitlines())
        ]
    return tuple(lines)


def _words_of(function: FunctionText) -> Mapping[int, tuple[SourceWord, ...]]:
    if not function.file.endswith(CUDA_C_SUFFIX):
        return words_of(function.text)
    from gpuviz.scene.source.code_words import c_words

    return dict(enumerate(c_words(function.text.splitlines())))


UNREADABLE = (SyntaxError, ValueError, SystemError)
"""What Python's tokenizer raises; since 3.12 ValueError for surrogates, SystemError for a NUL."""


def words_of(text: str) -> Mapping[int, tuple[SourceWord, ...]]:
    """The coloured words of Python source by line, from 0; source that cannot be read has none."""
    words: defaultdict[int, list[SourceWord]] = defaultdict(list)
    lines = text.splitlines()
    try:
        for item in _whole_strings(tokenize.generate_tokens(io.StringIO(text).readline)):
            if kind := _kind(item, text):
                _add(words, item, kind, lines)
    except (tokenize.TokenError, *UNREADABLE):
        return {}
    return {line: tuple(found) for line, found in words.items()}


def step_lines(functions: Iterable[FunctionText]) -> frozenset[int]:
    """The lines in which a step may begin; source that cannot be read has none."""
    found: set[int] = set()
    for function in functions:
        body = statements_of(function.text)
        found |= {function.first_line + node.lineno - 1 for node in body if _is_step(node)}
    return frozenset(found)


def _is_step(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return not is_text and not isinstance(node, NO_STEPS)


def _whole_strings(items: Iterable[tokenize.TokenInfo]) -> Iterator[tokenize.TokenInfo]:
    """With each f-string as one token, which Python takes apart since 3.12."""
    start: tuple[int, int] = (0, 0)
    depth = 0  # f-strings may stand in f-strings
    for item in items:
        if item.type in _OPENS:
            start = item.start if depth == 0 else start
            depth += 1
        elif item.type in _CLOSES:
            depth -= 1
            if depth == 0:
                yield item._replace(type=token.STRING, start=start)
        elif depth == 0:
            yield item


def _kind(item: tokenize.TokenInfo, text: str) -> WordKind | None:
    if item.type == token.NAME:
        if keyword.iskeyword(item.string):
            return "keyword"
        before = item.line[: item.start[1]].rstrip()
        return "name" if before.endswith(("def", "@")) else None
    return _TOKEN_KINDS.get(item.type)


def _add(
    words: defaultdict[int, list[SourceWord]],
    item: tokenize.TokenInfo,
    kind: WordKind,
    lines: list[str],
) -> None:
    (first, start), (last, end) = item.start, item.end
    for line in range(first, last + 1):
        begin = start if line == first else 0
        stop = end if line == last else len(lines[line - 1])
        words[line - 1].append(SourceWord(begin, stop - begin, kind))
