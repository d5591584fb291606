"""A source text with its syntax tree: finding statements by line, and edits that leave the rest."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypeGuard

from gpuviz.repair.fault import CannotEdit

Edit: TypeAlias = tuple[int, int, str]
"""(begin, end, new text); begin and end count letters of the text."""

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
BLOCKS = ("body", "orelse", "finalbody")
STEP = "    "


class SourceText:
    """The text of a file. Raises SyntaxError or ValueError for one that is no Python."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.lines: list[str] = LINE.findall(text)
        self.newline = "\r\n" if self.lines and self.lines[0].endswith("\r\n") else "\n"
        self._starts = [0]
        for line in self.lines:
            self._starts.append(self._starts[-1] + len(line))
        self._parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }

    def statement_at(self, line: int) -> ast.stmt:
        """The innermost statement in a line. Raises CannotEdit where there is none, or several."""
        found = [node for node in self._statements() if covers(node, line)]
        if not found:
            raise CannotEdit
        innermost = min(found, key=lambda node: (_height(node), -node.lineno))
        alike = [node for node in found if _height(node) == _height(innermost)]
        if len(alike) > 1 and self.parent(alike[0]) is self.parent(alike[1]):
            raise CannotEdit  # several statements in one line
        return innermost

    def function_of(self, node: ast.AST) -> ast.FunctionDef:
        """The function around a node. Raises CannotEdit outside of one."""
        for around in self.around(node):
            if isinstance(around, ast.FunctionDef):
                return around
        raise CannotEdit

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """What a node is in, the innermost first."""
        while node in self._parents:
            node = self._parents[node]
            yield node

    def parent(self, node: ast.AST) -> ast.AST:
        """What a node is in."""
        return self._parents[node]

    def block_of(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements that it stands among. Raises CannotEdit where those share lines."""
        parent = self.parent(statement)
        for name in BLOCKS:
            block = getattr(parent, name, [])
            if isinstance(block, list) and statement in block:
                self._check_lines(parent, block)
                return block
        raise CannotEdit

    def _check_lines(self, parent: ast.AST, block: list[ast.stmt]) -> None:
        for one, other in itertools.pairwise(block):
            if one.end_lineno == other.lineno:
                raise CannotEdit
        if self.lines[block[0].lineno - 1][: block[0].col_offset].strip():
            raise CannotEdit  # behind the colon of what it is in

    def within(self, block: Sequence[ast.stmt], node: ast.AST) -> int | None:
        """The row of the statement of a block that a node is, or is in."""
        nodes = {id(node), *(id(one) for one in self.around(node))}
        return next((row for row, one in enumerate(block) if id(one) in nodes), None)

    def indent_of(self, statement: ast.stmt) -> str:
        """The white space in front of it."""
        return self.lines[statement.lineno - 1][: statement.col_offset]

    def segment(self, node: ast.AST) -> str:
        """The text of an expression, on one line."""
        found = ast.get_source_segment(self.text, node) or ""
        return ast.unparse(node) if not found or "\n" in found or "\r" in found else found

    def names_in(self, function: ast.AST) -> set[str]:
        """All names that a function speaks of."""
        names = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
        return names | {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}

    def fresh(self, function: ast.AST, wanted: str) -> str:
        """A name that a function does not use yet."""
        used, name, number = self.names_in(function), wanted, 2
        while name in used:
            name, number = f"{wanted}_{number}", number + 1
        return name

    @property
    def cuda(self) -> str:
        """What the file calls numba.cuda. Raises CannotEdit where it has no name for it."""
        return self._module("numba", "cuda")

    @property
    def numpy(self) -> str:
        """What the file calls NumPy."""
        return self._module("", "numpy")

    def _module(self, package: str, name: str) -> str:
        whole = f"{package}.{name}" if package else name
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for one in node.names:
                    if one.name == whole:
                        return one.asname or whole
                    if package and one.name == package and not one.asname:
                        return whole
            if isinstance(node, ast.ImportFrom) and package and node.module == package:
                for one in node.names:
                    if one.name == name:
                        return one.asname or name
        raise CannotEdit

    def offset(self, line: int, column: int) -> int:
        """Of a place in the tree, whose columns count bytes of UTF-8."""
        letters = self.lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(letters)

    def replacing(self, node: ast.expr | ast.stmt, text: str) -> Edit:
        """Another text in the place of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        begin = self.offset(node.lineno, node.col_offset)
        return begin, self.offset(node.end_lineno, node.end_col_offset), text

    def inserting(self, before_line: int, lines: Sequence[str]) -> Edit:
        """New lines in front of a line; `lines` are without their ends."""
        at = self._starts[min(before_line, len(self.lines) + 1) - 1]
        unfinished = at == len(self.text) and not self.text.endswith(("\n", "\r"))
        text = "".join(line + self.newline for line in lines)
        return at, at, (self.newline + text) if unfinished else text

    def replacing_lines(self, first: int, last: int, lines: Sequence[str]) -> Edit:
        """Other lines in the place of some, from the first to the last."""
        text = "".join(line + self.newline for line in lines)
        return self._starts[first - 1], self._starts[last], text

    def lines_of(self, first: int, last: int) -> list[str]:
        """Some lines, without their ends."""
        return [line.rstrip("\r\n") for line in self.lines[first - 1 : last]]

    def moved(self, first: int, last: int, old: str, new: str) -> list[str]:
        """Some lines with another indentation. Raises CannotEdit where a text goes over lines."""
        for node in ast.walk(self.tree):
            if _is_long_text(node) and first <= node.lineno <= last:
                raise CannotEdit
        return [_moved(line, old, new) for line in self.lines_of(first, last)]

    def edited(self, *edits: Edit) -> str:
        """The text with some edits, which must not overlap. Raises CannotEdit if it is no Python
        then.
        """
        text = self.text
        for begin, end, new in sorted(edits, reverse=True):
            text = text[:begin] + new + text[end:]
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            raise CannotEdit from None
        return text

    def _statements(self) -> Iterator[ast.stmt]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.stmt))


def covers(node: ast.stmt, line: int) -> bool:
    """Whether a line is one of a statement's."""
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def end_of(statement: ast.stmt) -> int:
    """Its last line."""
    return statement.end_lineno or statement.lineno


def assigned_in(statements: Sequence[ast.AST]) -> set[str]:
    """Names that some statements give a value to."""
    nodes = (node for one in statements for node in ast.walk(one))
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def names_of(node: ast.AST) -> set[str]:
    """Names that an expression reads."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def has_access(node: ast.AST) -> bool:
    """Whether it reads an element, or calls something: its value may be another one later."""
    return any(_may_change(n) for n in ast.walk(node))


def _may_change(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) not in ("len", "min", "max", "abs")
    return isinstance(node, ast.NamedExpr) or is_element(node)


def is_element(node: ast.AST) -> bool:
    """Whether it is an element of an array, and no length of one."""
    if not isinstance(node, ast.Subscript):
        return False
    return not (isinstance(node.value, ast.Attribute) and node.value.attr in ("shape", "strides"))


def differing_names(function: ast.AST, of_a_thread: Sequence[str]) -> set[str]:
    """Names whose values may differ between threads; `of_a_thread` are what tells threads apart.

    It is taken for so of all that is worked out of elements of arrays.
    """
    assignments = [
        (assigned_in(node.targets if isinstance(node, ast.Assign) else [node.target]), node.value)
        for node in ast.walk(function)
        if isinstance(node, (ast.Assign, ast.AugAssign))
    ]
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For))
    assignments += [(assigned_in([node.target]), node.iter) for node in loops]
    found: set[str] = set()
    while True:
        more = {
            name
            for names, value in assignments
            if differs(value, found, of_a_thread)
            for name in names
        }
        if more <= found:
            return found
        found |= more


def differs(node: ast.AST, names: set[str], of_a_thread: Sequence[str]) -> bool:
    """Whether an expression may have another value in another thread."""
    return any(
        (isinstance(n, ast.Name) and n.id in names)
        or (isinstance(n, ast.Attribute) and n.attr in of_a_thread)
        or is_element(n)
        for n in ast.walk(node)
    )


def negated(source: SourceText, test: ast.expr) -> str:
    """The opposite of a condition, as one would write it."""
    opposite: dict[type[ast.cmpop], str] = {
        ast.Lt: ">=",
        ast.LtE: ">",
        ast.Gt: "<=",
        ast.GtE: "<",
        ast.Eq: "!=",
        ast.NotEq: "==",
    }
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and type(test.ops[0]) in opposite:
        left, right = source.segment(test.left), source.segment(test.comparators[0])
        return f"{left} {opposite[type(test.ops[0])]} {right}"
    if isinstance(test, ast.BoolOp) and all(isinstance(part, ast.Compare) for part in test.values):
        joined = " and " if isinstance(test.op, ast.Or) else " or "
        return joined.join(negated(source, part) for part in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return source.segment(test.operand)
    simple = isinstance(test, (ast.Name, ast.Call, ast.Attribute, ast.Subscript))
    return f"not {source.segment(test)}" if simple else f"not ({source.segment(test)})"


def is_atomic(node: ast.AST) -> bool:
    """Whether it is a call of an atomic operation."""
    return isinstance(node, ast.Call) and ".atomic." in ast.unparse(node.func)


def called(node: ast.AST, *names: str) -> bool:
    """Whether it is a call of a function whose last name is one of these."""
    if not isinstance(node, ast.Call):
        return False
    last = node.func.attr if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)
    return last in names


def _height(statement: ast.stmt) -> int:
    return end_of(statement) - statement.lineno


def _is_long_text(node: ast.AST) -> TypeGuard[ast.Constant | ast.JoinedStr]:
    """Whether it is a text in quotes that goes over several lines."""
    if not isinstance(node, (ast.Constant, ast.JoinedStr)) or node.lineno == node.end_lineno:
        return False
    return isinstance(node, ast.JoinedStr) or isinstance(node.value, (str, bytes))


def _moved(line: str, old: str, new: str) -> str:
    if not line.strip():
        return line
    if line.startswith(old):
        return new + line[len(old) :]
    if line.lstrip().startswith("#"):
        return new + line.lstrip()
    raise CannotEdit
