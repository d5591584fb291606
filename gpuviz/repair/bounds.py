"""Repairs of accesses outside of an array."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpuviz.repair import words
from gpuviz.repair.fault import Fault, Repair
from gpuviz.repair.source import SourceText, covers, end_of, is_atomic, names_of
from gpuviz.repair.words import said


@dataclass(frozen=True, slots=True)
class Access:
    """An element as the source has it: array and indices as text."""

    node: ast.expr  # the subscript, or the call of an atomic operation
    array: str
    indices: tuple[str, ...]

    def inside(self, index: Sequence[int]) -> str:
        """The condition under which it is inside, where it is not at `index`."""
        bounds = []
        for axis, one in enumerate(self.indices):
            if axis < len(index) and index[axis] < 0:
                bounds.append(f"0 <= {one} < {self.length(axis)}")
            else:
                bounds.append(f"{one} < {self.length(axis)}")
        return " and ".join(bounds)

    def outside(self, index: Sequence[int]) -> str:
        """The opposite."""
        bounds = []
        for axis, one in enumerate(self.indices):
            if axis < len(index) and index[axis] < 0:
                bounds.append(f"{one} < 0")
            bounds.append(f"{one} >= {self.length(axis)}")
        return " or ".join(bounds)

    def length(self, axis: int) -> str:
        """Of one axis."""
        return f"{self.array}.size" if len(self.indices) == 1 else f"{self.array}.shape[{axis}]"


def accesses(source: SourceText, statement: ast.AST, array: str | None) -> list[Access]:
    """The elements that a statement speaks of, of an array if its name is there, else of all."""
    found = []
    for node in ast.walk(statement):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice):
            if not _is_shape(node):
                parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
                found.append(_access(source, node, node.value, parts))
        elif is_atomic(node) and isinstance(node, ast.Call) and len(node.args) >= 2:
            given = node.args[1]
            parts = given.elts if isinstance(given, ast.Tuple) else [given]
            found.append(_access(source, node, node.args[0], parts))
    named = [one for one in found if one.array == array]
    return named or found


def _is_shape(node: ast.Subscript) -> bool:
    return isinstance(node.value, ast.Attribute) and node.value.attr in ("shape", "strides")


def _access(
    source: SourceText, node: ast.expr, array: ast.expr, parts: Sequence[ast.expr]
) -> Access:
    return Access(node, source.segment(array), tuple(source.segment(part) for part in parts))


def corrected_condition(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """The guard is there, and asks for the wrong thing: <= for <, or another axis or array."""
    one = source.statement_at(fault.line)
    for access in accesses(source, one, fault.array):
        for around in source.around(one):
            if isinstance(around, ast.If):
                yield from _tightened(source, around, access)
                yield from _other_lengths(source, around, access)
            if isinstance(around, ast.FunctionDef):
                break


def _tightened(source: SourceText, around: ast.If, access: Access) -> Iterator[Repair]:
    for node in ast.walk(around.test):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = source.segment(node.left), source.segment(node.comparators[0])
            if isinstance(node.ops[0], ast.LtE) and left in access.indices:
                yield _with_test(source, around, node, f"{left} < {right}")


def _other_lengths(source: SourceText, around: ast.If, access: Access) -> Iterator[Repair]:
    """Each index held against the length of its own axis."""
    edits, said_tests = [], []
    for node in ast.walk(around.test):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt):
            left = source.segment(node.left)
            if left in access.indices and len(node.ops) == 1:
                length = access.length(access.indices.index(left))
                wanted = f"{left} < {length}"
                if wanted != source.segment(node):
                    edits.append(source.replacing(node, wanted))
                    said_tests.append(wanted)
    if edits:
        message = said(words.CORRECT_TEST, line=around.lineno, test=" and ".join(said_tests))
        yield Repair(message, source.edited(*edits))


def _with_test(source: SourceText, around: ast.If, node: ast.expr, test: str) -> Repair:
    message = said(words.CORRECT_TEST, line=around.lineno, test=test)
    return Repair(message, source.edited(source.replacing(node, test)))


def extended_condition(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """The if around the access asks for one thing more."""
    one = source.statement_at(fault.line)
    around = source.parent(one)
    if not isinstance(around, ast.If) or around.orelse or len(around.body) > 1:
        return
    for access in accesses(source, one, fault.array):
        if not _is_known_at(source, access, around):
            continue
        test = source.segment(around.test)
        parts = [part for part in access.inside(fault.index).split(" and ") if part not in test]
        same = [part for part in parts if "<" in part]
        if not same:
            continue
        either = isinstance(around.test, ast.BoolOp) and isinstance(around.test.op, ast.Or)
        whole = " and ".join([f"({test})" if either else test, *same])
        message = said(words.EXTEND, line=around.lineno, test=" and ".join(same))
        yield Repair(message, source.edited(source.replacing(around.test, whole)))


def _is_known_at(source: SourceText, access: Access, around: ast.If) -> bool:
    """Whether the names of an index have their value before the if."""
    names = {name for one in access.indices for name in names_of(ast.parse(one, mode="eval"))}
    inside = (n for one in around.body for n in ast.walk(one) if isinstance(n, ast.Name))
    return not names & {n.id for n in inside if isinstance(n.ctx, ast.Store)}


def guard_around(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """An if around the statement."""
    one = source.statement_at(fault.line)
    source.block_of(one)
    if isinstance(one, (ast.If, ast.While, ast.For, ast.Return)):
        return
    for access in accesses(source, one, fault.array):
        test, indent = access.inside(fault.index), source.indent_of(one)
        if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name):
            continue  # the name would have no value
        lines = [f"{indent}if {test}:"]
        lines += source.moved(one.lineno, end_of(one), indent, indent + "    ")
        edit = source.replacing_lines(one.lineno, end_of(one), lines)
        yield Repair(said(words.GUARD, line=one.lineno, test=test), source.edited(edit))


def early_return(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """A return before the access, where more follows and no barrier does."""
    one = source.statement_at(fault.line)
    function = source.parent(one)
    if not isinstance(function, ast.FunctionDef):
        return
    rest = source.block_of(one)[function.body.index(one) :]
    nodes = [node for statement in rest for node in ast.walk(statement)]
    waits = any(isinstance(n, ast.Call) and "sync" in ast.unparse(n.func) for n in nodes)
    if waits or any(isinstance(node, ast.Return) and node.value for node in nodes):
        return
    if len(rest) < 2 and not (isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)):
        return
    for access in accesses(source, one, fault.array):
        if all(part.isidentifier() for part in access.indices):
            test, indent = access.outside(fault.index), source.indent_of(one)
            lines = [f"{indent}if {test}:", f"{indent}    return"]
            edit = source.inserting(one.lineno, lines)
            message = said(words.RETURN_EARLY, line=one.lineno, test=test)
            yield Repair(message, source.edited(edit))


def zero_outside(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """What is read outside counts as 0."""
    one = source.statement_at(fault.line)
    for access in accesses(source, one, fault.array):
        node = access.node
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            test = access.inside(fault.index)
            text = f"({source.segment(node)} if {test} else 0)"
            message = said(words.ELSE_ZERO, array=access.array, line=node.lineno, test=test)
            yield Repair(message, source.edited(source.replacing(node, text)))


def condition_in_header(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """The header of an if or a while reads outside: it asks for the index first."""
    one = source.statement_at(fault.line)
    if not isinstance(one, (ast.If, ast.While)) or not covers(one, fault.line):
        return
    for access in accesses(source, one.test, fault.array):
        test, whole = access.inside(fault.index), source.segment(one.test)
        if isinstance(one.test, ast.BoolOp) and isinstance(one.test.op, ast.Or):
            whole = f"({whole})"
        text = source.edited(source.replacing(one.test, f"{test} and {whole}"))
        yield Repair(said(words.EXTEND, line=one.lineno, test=test), text)


def last_thread(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """`t == cuda.blockDim.x` holds for no thread: the last one is one less."""
    function = source.function_of(source.statement_at(fault.line))
    for node in ast.walk(function):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            right = node.comparators[0]
            if len(node.ops) == 1 and _is_block_length(right):
                wanted = f"{source.segment(node.left)} == {source.segment(right)} - 1"
                message = said(words.CORRECT_TEST, line=node.lineno, test=wanted)
                yield Repair(message, source.edited(source.replacing(node, wanted)))


def _is_block_length(node: ast.expr) -> bool:
    parent = node.value if isinstance(node, ast.Attribute) else None
    return isinstance(parent, ast.Attribute) and parent.attr == "blockDim"
