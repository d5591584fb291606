"""A text of CUDA C with the syntax trees of its functions: statements by line, and edits of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import ArrayOf
from gpuviz.cuda_c.unit import read_unit
from gpuviz.cuda_c.words import words_of
from gpuviz.messages import NotSupportedError
from gpuviz.repair.fault import CannotEdit
from gpuviz.repair.source import STEP, Edit

FILE = "repaired.cu"
Compound = syntax.If | syntax.For | syntax.While | syntax.DoWhile
PLAIN = (syntax.Declaration, syntax.Evaluation, syntax.Return, syntax.Jump)
STATEMENTS = (*PLAIN, syntax.If, syntax.For, syntax.While, syntax.DoWhile, syntax.Switch)


class CSource:
    """The text of a file in CUDA C. Raises NotSupportedError for one that cannot be read.

    Offsets count letters of the text. Templates have no tree: nothing is known of their statements.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines(keepends=True)
        self.newline = "\r\n" if self.lines and self.lines[0].endswith("\r\n") else "\n"
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))
        unit = read_unit(text, FILE)
        self.functions = [
            unit.function(one, ())
            for several in unit.functions.values()
            for one in several
            if not one.templates
        ]
        self._ends = [
            self.offset(word.place.line, word.place.column - 1) + len(word.text)
            for word in words_of(text, FILE)
        ]
        self._parents = {
            id(child): node
            for one in self.functions
            for node in walk(one)
            for child in inside(node)
        }

    def offset(self, line: int, column: int) -> int:
        """Of a place in a tree."""
        return self._starts[line - 1] + column

    def begin(self, node: syntax.Node) -> int:
        """Where a statement, or an expression without brackets at its beginning, begins."""
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: syntax.Node) -> int:
        """Behind its last word, the semicolon of a statement included."""
        parts = [one for one in inside(node) if isinstance(one, (*STATEMENTS, syntax.Block))]
        if isinstance(node, (syntax.If, syntax.For, syntax.While, syntax.Switch)) and parts:
            return max(self.end(one) for one in parts)
        end = self.offset(node.end_lineno, node.end_col_offset)
        behind = self.text[end:].lstrip()
        is_open = isinstance(node, STATEMENTS) and not self.text[:end].endswith(";")
        return len(self.text) - len(behind) + 1 if is_open and behind.startswith(";") else end

    def last_line(self, node: syntax.Node) -> int:
        """The line in which it ends."""
        end = self.end(node)
        return next(line for line, start in enumerate(self._starts) if start >= end)

    def statement_at(self, line: int) -> syntax.Node:
        """The innermost statement in a line. Raises CannotEdit where there is none, or several."""
        found = [
            node
            for one in self.functions
            for node in walk(one)
            if isinstance(node, STATEMENTS)
            and node.lineno <= line <= self.last_line(node)
            and not self._is_head(node)
        ]
        if not found:
            raise CannotEdit
        innermost = min(found, key=lambda node: self.end(node) - self.begin(node))
        if any(one is not innermost and one.lineno == innermost.lineno for one in found):
            others = [one for one in found if one.lineno == innermost.lineno]
            if not all(self.is_around(one, innermost) for one in others if one is not innermost):
                raise CannotEdit
        return innermost

    def _is_head(self, node: syntax.Node) -> bool:
        """Whether it is what a for begins with."""
        parent = self._parents.get(id(node))
        return isinstance(parent, (syntax.For, syntax.If)) and parent.begin is node

    def parent(self, node: syntax.Node) -> syntax.Node:
        """What a node is in."""
        return self._parents[id(node)]

    def around(self, node: syntax.Node) -> Iterator[syntax.Node]:
        """What it is in, the innermost first."""
        while id(node) in self._parents:
            node = self._parents[id(node)]
            yield node

    def is_around(self, node: syntax.Node, inner: syntax.Node) -> bool:
        """Whether one node is in another."""
        return any(one is node for one in self.around(inner))

    def function_of(self, node: syntax.Node) -> syntax.Function:
        """The function around a node."""
        found = [one for one in self.around(node) if isinstance(one, syntax.Function)]
        if not found:
            raise CannotEdit
        return found[0]

    def declaration_of(self, function: syntax.Function, name: str) -> syntax.Declaration:
        """Where a function declares a name. Raises CannotEdit where it does not."""
        for node in walk(function):
            if isinstance(node, syntax.Declaration) and any(v.name == name for v in node.variables):
                return node
        raise CannotEdit

    def length_of(self, function: syntax.Function, name: str) -> list[str]:
        """How many elements an array of a function has along each axis, as it is written."""
        declared = self.declaration_of(function, name)
        kind = next(one.kind for one in declared.variables if one.name == name)
        axes = 0
        while isinstance(kind, ArrayOf):
            if kind.count is None:
                raise CannotEdit
            axes, kind = axes + 1, kind.of
        written = self.text[self.begin(declared) : self.end(declared)]
        behind = written[written.index(name) + len(name) :]
        found = []
        for _ in range(axes):
            stop = _closing(behind, behind.index("["), "[]")
            found.append(behind[behind.index("[") + 1 : stop].strip())
            behind = behind[stop + 1 :]
        return found

    def indent_of(self, node: syntax.Node) -> str:
        """The white space in front of its line."""
        line = self.lines[node.lineno - 1]
        return line[: len(line) - len(line.lstrip())]

    def written(self, node: syntax.Node) -> str:
        """Its text."""
        return self.text[self.begin(node) : self.end(node)]

    def index_of(self, node: syntax.Index) -> str:
        """What stands between its brackets."""
        whole = self.written(node)
        depth = 0
        for at in range(len(whole) - 1, -1, -1):
            depth += {"]": 1, "[": -1}.get(whole[at], 0)
            if depth == 0:
                return whole[at + 1 : -1].strip()
        raise CannotEdit

    def condition(self, node: syntax.If | syntax.While) -> tuple[int, int]:
        """Where the text of a condition begins and ends, inside of its brackets."""
        begin = self.text.index("(", self.begin(node))
        return begin + 1, _closing(self.text, begin, "()")

    def head_test(self, node: syntax.For) -> tuple[int, int]:
        """The same of the condition of a for."""
        begin = self.text.index("(", self.begin(node))
        end = _closing(self.text, begin, "()")
        first = self.text.index(";", begin)
        second = self.text.index(";", first + 1)
        if second > end:
            raise CannotEdit
        lead = len(self.text[first + 1 : second]) - len(self.text[first + 1 : second].lstrip())
        return first + 1 + lead, second

    def new_line_behind(self, node: syntax.Node, line: str) -> list[Edit]:
        """A line behind a statement; one that is all of a loop or branch gets braces."""
        parent = self.parent(node)
        indent = self.indent_of(node)
        at = self._line_end(self.end(node))
        if isinstance(parent, syntax.Block):
            return [(at, at, f"{indent}{line}{self.newline}")]
        if self.lines[node.lineno - 1][: node.col_offset].strip():
            raise CannotEdit  # behind the head of what it is in, in the same line
        outer = self.indent_of(parent)
        before = max(end for end in self._ends if end <= self.begin(node))
        text = f"{indent}{line}{self.newline}{outer}}}{self.newline}"
        return [(before, before, " {"), (at, at, text)]

    def in_branch(self, node: syntax.Node, test: str) -> list[Edit]:
        """A statement with an if around it."""
        indent = self.indent_of(node)
        if self.lines[node.lineno - 1][: node.col_offset].strip():
            raise CannotEdit
        begin, end = self._starts[node.lineno - 1], self._line_end(self.end(node))
        moved = "".join(STEP + one for one in self.text[begin:end].splitlines(keepends=True))
        return [(begin, end, f"{indent}if ({test}){self.newline}{moved}")]

    def replacing(self, node: syntax.Node, text: str) -> Edit:
        """Another text in the place of a node."""
        return self.begin(node), self.end(node), text

    def line_of(self, node: syntax.Node) -> Edit:
        """What takes away the lines of a statement that has them for itself."""
        begin, end = self._starts[node.lineno - 1], self._line_end(self.end(node))
        rest = self.text[begin : self.begin(node)].strip()
        behind = self.text[self.end(node) : end].strip()
        if rest or (behind and not behind.startswith("//")):
            raise CannotEdit
        return begin, end, ""

    def edited(self, *edits: Edit) -> str:
        """The text with some edits. Raises CannotEdit if it cannot be read then."""
        text = self.text
        for begin, end, new in sorted(edits, reverse=True):
            text = text[:begin] + new + text[end:]
        try:
            CSource(text)
        except NotSupportedError:
            raise CannotEdit from None
        return text

    def _line_end(self, offset: int) -> int:
        """Behind the end of the line in which something stands."""
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found + 1


def inside(node: syntax.Node) -> Iterator[syntax.Node]:
    """The nodes that are parts of a node, in their order."""
    for one in dataclasses.fields(node):
        value = getattr(node, one.name)
        parts: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
        for part in parts:
            if isinstance(part, syntax.Node):
                yield part
            elif isinstance(part, tuple):  # of a switch: labels and statements
                for group in part:
                    yield from (one for one in group if isinstance(one, syntax.Node))


def walk(node: syntax.Node) -> Iterator[syntax.Node]:
    """A node and all that is in it."""
    yield node
    for one in inside(node):
        yield from walk(one)


def is_barrier(node: syntax.Node) -> bool:
    """Whether a statement is `__syncthreads();`."""
    return (
        isinstance(node, syntax.Evaluation)
        and isinstance(node.value, syntax.Call)
        and isinstance(node.value.called, syntax.Name)
        and node.value.called.id == "__syncthreads"
    )


def has_barrier(node: syntax.Node) -> bool:
    """Whether a barrier stands in it."""
    return any(
        isinstance(one, syntax.Name) and one.id.startswith("__syncthreads") for one in walk(node)
    )


def _closing(text: str, begin: int, pair: str) -> int:
    """Where the bracket closes that opens at a place. Raises CannotEdit where it does not."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {pair[0]: 1, pair[1]: -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise CannotEdit
