"""Barriers brought to where every thread of the block passes: the branches around them are cut."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from gpuviz.repair.fault import CannotEdit
from gpuviz.repair.source import (
    STEP,
    SourceText,
    assigned_in,
    called,
    differing_names,
    differs,
    end_of,
    has_access,
    names_of,
    negated,
)


@dataclass(frozen=True, slots=True)
class Moved:
    """A text in which a barrier stands outside of a branch now."""

    text: str
    line: int  # of the barrier
    header: int  # of the branch that was cut, before that


OF_A_THREAD = ("threadIdx", "laneid", "grid")
OF_A_BLOCK = (*OF_A_THREAD, "blockIdx")


def branches_around(text: str, line: int, of_whom: Sequence[str] = OF_A_THREAD) -> int:
    """How many branches around a line may not be entered by all threads of the block.

    With `OF_A_BLOCK`: of the grid.
    """
    source = SourceText(text)
    statement = source.statement_at(line)
    names = differing_names(source.function_of(statement), of_whom)
    around = (node for node in source.around(statement) if isinstance(node, (ast.If, ast.While)))
    return sum(differs(node.test, names, of_whom) for node in around)


def inserted(source: SourceText, before_line: int, indent: str, words: str) -> tuple[str, int]:
    """A text with one more line, and the number of that."""
    return source.edited(source.inserting(before_line, [indent + words])), before_line


def outside_of_branches(text: str, line: int) -> list[Moved]:
    """The barrier in a line out of the innermost branch around it, out of two, and so on."""
    found: list[Moved] = []
    try:
        while True:
            found.append(_out_of_branch(SourceText(text), line))
            text, line = found[-1].text, found[-1].line
    except CannotEdit:
        return found


def _out_of_branch(source: SourceText, line: int) -> Moved:
    barrier = source.statement_at(line)
    branch = _branch_around(source, barrier)
    if source.lines[branch.lineno - 1][branch.col_offset :].startswith("elif"):
        raise CannotEdit
    source.block_of(branch)
    indent = source.indent_of(branch)
    in_body = source.within(branch.body, barrier) is not None
    mine, other = (branch.body, branch.orelse) if in_body else (branch.orelse, branch.body)
    if not in_body and _is_elif(source, branch):
        raise CannotEdit
    test, lines = source.segment(branch.test), list[str]()
    if has_access(branch.test) or names_of(branch.test) & assigned_in(branch.body):
        name = source.fresh(source.function_of(branch), "is_mine")
        test, lines = name, [f"{indent}{name} = {test}"]
        opposite = f"not {name}"
    else:
        opposite = negated(source, branch.test)
    made = _Guarded(source, barrier, _kept_names(mine, barrier), lines)
    if not in_body:
        made.guard(other, test, indent)
        made.emit(mine, opposite, indent)
    else:
        made.emit(mine, test, indent)
        if other:
            made.otherwise(other, opposite, indent)
    replaced = source.replacing_lines(branch.lineno, end_of(branch), made.lines)
    return Moved(source.edited(replaced), branch.lineno + made.barrier_row, branch.lineno)


def _branch_around(source: SourceText, barrier: ast.stmt) -> ast.If:
    for around in source.around(barrier):
        if isinstance(around, ast.If):
            return around
        if isinstance(around, ast.FunctionDef):
            break
    raise CannotEdit


def _is_elif(source: SourceText, branch: ast.If) -> bool:
    first = branch.orelse[0]
    return source.lines[first.lineno - 1][first.col_offset :].startswith("elif")


def without_early_exit(text: str, line: int) -> Moved:
    """The threads that leave before a barrier stay, and do nothing.

    Raises CannotEdit where none leaves by a plain `if ..: return` or `continue` before it.
    """
    source = SourceText(text)
    barrier = source.statement_at(line)
    for around in source.around(barrier):
        is_loop = isinstance(around, (ast.For, ast.While))
        if is_loop or isinstance(around, ast.FunctionDef):
            leaves = ast.Continue if is_loop else ast.Return
            block: list[ast.stmt] = around.body  # type: ignore[attr-defined]
            row = source.within(block, barrier)
            for exit_row, one in enumerate(block[:row]):
                if isinstance(one, ast.If) and _only_leaves(one, leaves):
                    return _staying(source, block, exit_row, barrier)
        if isinstance(around, ast.FunctionDef):
            break
    raise CannotEdit


def _only_leaves(branch: ast.If, leaves: type[ast.stmt]) -> bool:
    one = branch.body[0]
    if len(branch.body) > 1 or branch.orelse or not isinstance(one, leaves):
        return False
    return not (isinstance(one, ast.Return) and one.value is not None)


def _staying(source: SourceText, block: list[ast.stmt], row: int, barrier: ast.stmt) -> Moved:
    leaving, rest = block[row], block[row + 1 :]
    assert isinstance(leaving, ast.If)
    source.block_of(leaving)
    indent, lines = source.indent_of(leaving), list[str]()
    test = negated(source, leaving.test)
    if has_access(leaving.test) or names_of(leaving.test) & assigned_in(rest):
        name = source.fresh(source.function_of(leaving), "stays")
        test, lines = name, [f"{indent}{name} = {test}"]
    made = _Guarded(source, barrier, _kept_names(rest, barrier), lines)
    made.emit(rest, test, indent)
    replaced = source.replacing_lines(leaving.lineno, end_of(rest[-1]), made.lines)
    return Moved(source.edited(replaced), leaving.lineno + made.barrier_row, leaving.lineno)


@dataclass
class _Guarded:
    """Lines in which all but a barrier stand behind a guard of their own."""

    source: SourceText
    barrier: ast.stmt
    kept: set[str]  # names that every thread needs
    lines: list[str] = field(default_factory=list)
    barrier_row: int = -1
    _is_guarded: bool = False  # the last lines

    def emit(self, block: Sequence[ast.stmt], test: str, indent: str) -> None:
        """The statements of a block, the barrier in the open."""
        group: list[ast.stmt] = []
        for one in block:
            holds = one is self.barrier or self.barrier in ast.walk(one)
            if not holds and not self._is_for_all(one):
                group.append(one)
                continue
            self.guard(group, test, indent)
            group = []
            self._open(one, test, indent, block)
        self.guard(group, test, indent)

    def guard(self, group: Sequence[ast.stmt], test: str, indent: str) -> None:
        """Some statements behind a guard."""
        if group:
            self.lines.append(f"{indent}if {test}:")
            self._move(group[0], end_of(group[-1]), indent + STEP)
            self._is_guarded = True

    def otherwise(self, group: Sequence[ast.stmt], opposite: str, indent: str) -> None:
        """The other side."""
        if self._is_guarded:
            self.lines.append(f"{indent}else:")
            self._move(group[0], end_of(group[-1]), indent + STEP)
        else:
            self.guard(group, opposite, indent)

    def _open(self, one: ast.stmt, test: str, indent: str, block: Sequence[ast.stmt]) -> None:
        self._is_guarded = False
        if one is self.barrier:
            self.barrier_row = len(self.lines)
        if one is self.barrier or self.barrier not in ast.walk(one):
            self._move(one, end_of(one), indent)
        elif isinstance(one, (ast.For, ast.While)) and not one.orelse:
            header_end = one.iter if isinstance(one, ast.For) else one.test
            if end_of_node(header_end) != one.lineno or one.body[0].lineno == one.lineno:
                raise CannotEdit
            self._move(one, one.lineno, indent)
            self.emit(one.body, test, indent + STEP)
        elif isinstance(one, ast.If) and not one.orelse and one.body[0].lineno != one.lineno:
            if has_access(one.test) or names_of(one.test) & assigned_in(one.body):
                raise CannotEdit
            self.emit(one.body, _both(test, self.source.segment(one.test), one.test), indent)
        else:
            raise CannotEdit

    def _is_for_all(self, one: ast.stmt) -> bool:
        """A declaration, or an assignment of what the headers of loops with barriers need."""
        if isinstance(one, ast.Assign) and called(one.value, "array"):
            return True
        if not isinstance(one, (ast.Assign, ast.AugAssign)):
            return False
        targets = one.targets if isinstance(one, ast.Assign) else [one.target]
        names = {target.id for target in targets if isinstance(target, ast.Name)}
        return len(names) == len(targets) and names <= self.kept

    def _move(self, first: ast.stmt, last_line: int, indent: str) -> None:
        old = self.source.indent_of(first)
        self.lines += self.source.moved(first.lineno, last_line, old, indent)


def _both(test: str, inner: str, node: ast.expr) -> str:
    is_or = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
    outer = f"({test})" if " or " in test else test
    return f"{outer} and ({inner})" if is_or else f"{outer} and {inner}"


def end_of_node(node: ast.expr) -> int:
    """The last line of an expression."""
    return node.end_lineno or node.lineno


def _kept_names(block: Sequence[ast.stmt], barrier: ast.stmt) -> set[str]:
    """Names in the headers of loops with the barrier, and those that these are worked out of."""
    nodes = [node for one in block for node in ast.walk(one)]
    kept: set[str] = set()
    for node in nodes:
        if isinstance(node, (ast.For, ast.While)) and barrier in ast.walk(node):
            kept |= names_of(node.iter if isinstance(node, ast.For) else node.test)
    while True:
        more = set(kept)
        for node in nodes:
            if isinstance(node, ast.Assign) and assigned_in(node.targets) & kept:
                more |= names_of(node.value)
        if more == kept:
            return kept
        kept = more
