"""Repairs of barriers that some threads of a block do not reach."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpuviz.repair import words
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.flow import branches_around, end_of_node, outside_of_branches, without_early_exit
from gpuviz.repair.source import STEP, SourceText, called, end_of
from gpuviz.repair.words import said


def barrier_out_of_branches(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """The barrier, or the call of the function that has it, out of the branches around it."""
    for line in _lines_of_barrier(source, fault):
        moves = outside_of_branches(source.text, line)
        for moved in sorted(moves, key=lambda one: branches_around(one.text, one.line)):
            message = said(words.OUT_OF_BRANCH, line=line, header=moved.header)
            yield Repair(message, moved.text)


def no_early_exit(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """Threads that return, or continue, before the barrier come to it too."""
    for line in _lines_of_barrier(source, fault):
        text, here, header = source.text, line, None
        try:
            for _ in range(4):  # there may be several exits
                moved = without_early_exit(text, here)
                text, here = moved.text, moved.line
                header = header or moved.header
                yield Repair(said(words.NOBODY_LEAVES, header=header), text)
        except CannotEdit:
            continue


def _lines_of_barrier(source: SourceText, fault: Fault) -> list[int]:
    """The barrier's line, and those in which its function is called."""
    function = source.function_of(source.statement_at(fault.line))
    calls = [
        node.lineno
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == function.name
    ]
    return [fault.line, *calls]


def one_for_both_sides(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """Each side of an if ends with a barrier of its own: one behind it stands for both."""
    barrier = source.statement_at(fault.line)
    around = source.parent(barrier)
    if not isinstance(around, ast.If) or not around.orelse:
        return
    ends = around.body[-1], around.orelse[-1]
    if ast.dump(ends[0]) != ast.dump(barrier) or ast.dump(ends[1]) != ast.dump(barrier):
        return
    if min(len(around.body), len(around.orelse)) < 2:
        return
    source.block_of(around.body[0])
    source.block_of(around.orelse[0])
    lines = [source.indent_of(around) + ast.unparse(barrier)]
    edits = [source.replacing_lines(one.lineno, end_of(one), []) for one in ends[:1]]
    edits.append(source.replacing_lines(ends[1].lineno, end_of(ends[1]), lines))
    yield Repair(said(words.ONE_FOR_BOTH, header=around.lineno), source.edited(*edits))


def counted_by_all(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """A barrier that counts, in an if: all reach it, and those outside do not count."""
    one = source.statement_at(fault.line)
    around = source.parent(one)
    if not isinstance(around, ast.If) or around.orelse or one is not around.body[0]:
        return
    neutral = {"syncthreads_count": 0, "syncthreads_or": 0, "syncthreads_and": 1}
    for node in ast.walk(one):
        if called(node, *neutral) and isinstance(node, ast.Call) and len(node.args) == 1:
            source.block_of(one)
            name = source.fresh(source.function_of(one), "counted")
            test, given = source.segment(around.test), source.segment(node.args[0])
            function = source.segment(node.func)
            other = neutral[function.rpartition(".")[2]]
            lines = [
                f"{source.indent_of(around)}{name} = {function}({given} if {test} else {other})"
            ]
            edits = source.inserting(around.lineno, lines), source.replacing(node, name)
            message = said(words.COUNTED_BY_ALL, line=one.lineno, header=around.lineno)
            yield Repair(message, source.edited(*edits))


def loop_as_long_as_one_has_to(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """while v > 0, with a barrier in it: all go round until the last is done."""
    barrier = source.statement_at(fault.line)
    loop = source.parent(barrier)
    if not isinstance(loop, (ast.For, ast.While)) or loop.orelse:
        return
    if end_of_node(loop.iter if isinstance(loop, ast.For) else loop.test) != loop.lineno:
        return
    block = source.block_of(barrier)
    begin, test, step = _counted(source, loop)
    indent, inner = source.indent_of(loop), source.indent_of(block[0])
    lines = [indent + line for line in begin]
    lines.append(f"{indent}while {source.cuda}.syncthreads_or(1 if {test} else 0):")
    before, after = (
        block[: block.index(barrier)],
        block[block.index(barrier) + 1 :],
    )
    for group in (before, [barrier], after):
        if group and group[0] is not barrier:
            lines.append(f"{inner}if {test}:")
        deeper = inner if group and group[0] is barrier else inner + STEP
        if group:
            lines += source.moved(group[0].lineno, end_of(group[-1]), inner, deeper)
    lines += [inner + line for line in step]
    edit = source.replacing_lines(loop.lineno, end_of(loop), lines)
    yield Repair(said(words.AS_LONG_AS_ONE, line=loop.lineno), source.edited(edit))


def _counted(source: SourceText, loop: ast.For | ast.While) -> tuple[list[str], str, list[str]]:
    """A loop as a while: what stands before it, its condition, and what ends each turn.

    Raises CannotEdit for one over something else than a plain range.
    """
    if isinstance(loop, ast.While):
        return [], source.segment(loop.test), []
    call, name = loop.iter, loop.target
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range" or call.keywords:
        raise CannotEdit
    if not isinstance(name, ast.Name) or len(call.args) not in (1, 2):
        raise CannotEdit
    nodes = [node for one in loop.body for node in ast.walk(one)]
    if any(isinstance(node, (ast.Continue, ast.Break)) for node in nodes):
        raise CannotEdit
    first = source.segment(call.args[0]) if len(call.args) == 2 else "0"
    test = f"{name.id} < {source.segment(call.args[-1])}"
    return [f"{name.id} = {first}"], test, [f"{name.id} += 1"]
