"""Repairs of accesses outside of an array, in CUDA C.

A pointer does not know how long its array is: whole numbers that the kernel takes are tried for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.repair import words
from gpuviz.repair.c_source import CSource, has_barrier, walk
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.words import said

USUAL = ("n", "size", "count", "len", "length", "num", "total", "m", "rows", "cols", "columns")
"""How numbers of elements are called; those come first."""


def tightened(source: CSource, fault: Fault) -> Iterator[Repair]:
    """`<=` in a condition around the access, where `<` is meant."""
    one = source.statement_at(fault.line)
    for around in (one, *source.around(one)):
        if not isinstance(around, (syntax.If, syntax.For, syntax.While)):
            continue
        begin, end = _test(source, around)
        test = source.text[begin:end]
        for at in _places(test, "<="):
            edit = (begin + at, begin + at + 2, "<")
            shown = f"{test[:at]}<{test[at + 2 :]}"
            message = said(words.CORRECT_TEST, line=around.lineno, test=shown)
            yield Repair(message, source.edited(edit))


def early_return(source: CSource, fault: Fault) -> Iterator[Repair]:
    """A return before the access, where no barrier comes behind it."""
    one = source.statement_at(fault.line)
    function = source.function_of(one)
    rows = [row for row, top in enumerate(function.body.body) if top is one]
    if not rows or any(has_barrier(later) for later in function.body.body[rows[0] :]):
        return
    if len(function.body.body) - rows[0] < 2:
        return  # a guard says more
    at = source.offset(one.lineno, 0)
    for access, tests in _guards(source, fault, one):
        if _is_simple(access) and len(tests) == 1:
            test = _opposite(tests[0])
            line = f"{source.indent_of(one)}if ({test}) return;{source.newline}"
            message = said(words.RETURN_EARLY, line=one.lineno, test=test)
            yield Repair(message, source.edited((at, at, line)))


def guard(source: CSource, fault: Fault) -> Iterator[Repair]:
    """An if around the statement, or one thing more in the if that is there."""
    one = source.statement_at(fault.line)
    if not isinstance(one, syntax.Evaluation):
        return
    parent = source.parent(one)
    for _, tests in _guards(source, fault, one):
        test = " && ".join(tests)
        if isinstance(parent, syntax.If) and parent.other is None:
            begin, end = source.condition(parent)
            before = source.text[begin:end]
            whole = f"({before}) && {test}" if "||" in before else f"{before} && {test}"
            message = said(words.EXTEND, line=parent.lineno, test=test)
            yield Repair(message, source.edited((begin, end, whole)))
        elif isinstance(parent, syntax.For) and parent.test is not None:
            begin, end = source.head_test(parent)
            message = said(words.EXTEND, line=parent.lineno, test=test)
            whole = f"{source.text[begin:end]} && {test}"
            yield Repair(message, source.edited((begin, end, whole)))
        message = said(words.GUARD, line=one.lineno, test=test)
        yield Repair(message, source.edited(*source.in_branch(one, test)))


def zero_outside(source: CSource, fault: Fault) -> Iterator[Repair]:
    """0 in the place of an element that is not there, where it is read."""
    one = source.statement_at(fault.line)
    written = {id(node.target) for node in walk(one) if isinstance(node, syntax.Assignment)}
    for access, tests in _guards(source, fault, one):
        if id(access) in written:
            continue
        test, text = " && ".join(tests), source.written(access)
        edit = source.replacing(access, f"({test} ? {text} : 0)")
        message = said(words.ELSE_ZERO, array=fault.array or text, line=one.lineno, test=test)
        yield Repair(message, source.edited(edit))


def _guards(
    source: CSource, fault: Fault, statement: syntax.Node
) -> Iterator[tuple[syntax.Index, list[str]]]:
    """Accesses of a statement, with conditions under which each may be inside."""
    accesses = [node for node in walk(statement) if isinstance(node, syntax.Index)]
    named = [one for one in accesses if _root(one) == fault.array]
    for access in named or accesses:
        index = source.index_of(access)
        if not any(isinstance(node, syntax.Name) for node in walk(access.index)):
            continue  # a number is inside or outside for all threads
        if fault.index and min(fault.index) < 0:
            yield access, [_above_zero(index)]
            continue
        yield from ((access, tests) for tests in _of_matrix(source, access))
        for bound in _lengths(source, access):
            if bound != index:
                yield access, [f"{index} < {bound}"]


def _above_zero(index: str) -> str:
    """`i > 0` for `i - 1`."""
    plain = index.replace(" ", "")
    return f"{plain.removesuffix('-1')} > 0" if plain.endswith("-1") else f"{index} >= 0"


def _of_matrix(source: CSource, access: syntax.Index) -> Iterator[list[str]]:
    """Of an index such as `row * width + column`: the column and the row, each by itself."""
    index = access.index
    if not isinstance(index, syntax.Binary) or index.mark != "+":
        return
    row, column = index.left, index.right
    if not isinstance(row, syntax.Binary) or row.mark != "*":
        return
    parts = [row.left, row.right, column]
    if not all(isinstance(part, syntax.Name) for part in parts):
        return
    line, width, place = (part.id for part in parts if isinstance(part, syntax.Name))
    for height in _numbers(source, access):
        if height != width:
            yield [f"{line} < {height}", f"{place} < {width}"]


def _lengths(source: CSource, access: syntax.Index) -> list[str]:
    """How long the array may be: as it is declared, else what numbers the function takes."""
    root = _root(access)
    function = source.function_of(access)
    try:
        axes = source.length_of(function, root or "")
        depth = 0
        base: syntax.Node = access.base
        while isinstance(base, syntax.Index):
            depth, base = depth + 1, base.base
        return axes[depth : depth + 1]
    except CannotEdit:
        numbers = _numbers(source, access)
    if "*" in source.index_of(access) and len(numbers) > 1:  # the sides of a matrix
        return [f"{one} * {other}" for one, other in itertools.combinations(numbers, 2)]
    return numbers


def _numbers(source: CSource, access: syntax.Index) -> list[str]:
    """Names of whole numbers that the function takes, those of lengths first."""
    parameters = source.function_of(access).parameters
    names = [
        one.name for one in parameters if isinstance(one.kind, np.dtype) and one.kind.kind in "iu"
    ]
    usual = [name for name in names if name.lower() in USUAL or name.lower().startswith("num")]
    return usual if usual else names[:1] if len(names) == 1 else []


def _root(node: syntax.Node) -> str | None:
    while isinstance(node, syntax.Index):
        node = node.base
    return node.id if isinstance(node, syntax.Name) else None


def _is_simple(access: syntax.Index) -> bool:
    return isinstance(access.index, syntax.Name)


def _test(source: CSource, node: syntax.If | syntax.For | syntax.While) -> tuple[int, int]:
    return source.head_test(node) if isinstance(node, syntax.For) else source.condition(node)


def _places(text: str, mark: str) -> Iterator[int]:
    at = text.find(mark)
    while at >= 0:
        if text[at - 1 : at] != "<":  # no shift
            yield at
        at = text.find(mark, at + 1)


def _opposite(test: str) -> str:
    for mark, other in ((" < ", " >= "), (" >= ", " < "), (" > ", " <= ")):
        if mark in test:
            return test.replace(mark, other, 1)
    raise CannotEdit
