"""Repairs of races: barriers, fences and atomic operations."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpuviz.messages import EnglishTemplate, Message
from gpuviz.repair import words
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.flow import (
    OF_A_BLOCK,
    OF_A_THREAD,
    branches_around,
    inserted,
    outside_of_branches,
)
from gpuviz.repair.source import STEP, SourceText, called, end_of, is_atomic, negated
from gpuviz.repair.words import said

ATOMIC_OF: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
}
BARRIERS = ("syncthreads", "syncwarp")


def barrier_at_the_place(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """A barrier where the hazard says that one is missing."""
    missing = fault.barrier
    if missing is None:
        return
    after = source.statement_at(missing.after)
    before = source.statement_at(missing.before)
    if missing.loop is None:
        yield from _between(source, after, before, f"{source.cuda}.syncthreads()")
        return
    loop = next((one for one in _loops(source) if one.lineno == missing.loop), None)
    if loop is None:
        return
    yield from _freed_barriers(source, loop)
    last = loop.body[-1]
    source.block_of(last)
    for name in BARRIERS:
        barrier = f"{source.cuda}.{name}()"
        message = said(words.END_OF_LOOP, barrier=barrier, line=end_of(last))
        indent = source.indent_of(last)
        yield from _inserted(source, end_of(last) + 1, indent, barrier, message)
        row = source.within(loop.body, after)
        if row is not None and loop.body[row] is not last:
            line = end_of(loop.body[row])
            message = said(words.AFTER_LINE, barrier=barrier, line=line)
            yield from _inserted(source, line + 1, indent, barrier, message)


def _loops(source: SourceText) -> Iterator[ast.For | ast.While]:
    return (node for node in ast.walk(source.tree) if isinstance(node, (ast.For, ast.While)))


def _freed_barriers(source: SourceText, around: ast.AST) -> Iterator[Repair]:
    """Barriers that have an if of their own, without it."""
    for node in ast.walk(around):
        if isinstance(node, ast.If) and len(node.body) == 1 and not node.orelse:
            only = node.body[0]
            if isinstance(only, ast.Expr) and called(only.value, "syncthreads"):
                source.block_of(only)
                lines = [source.indent_of(node) + source.segment(only.value)]
                edit = source.replacing_lines(node.lineno, end_of(node), lines)
                yield Repair(said(words.UNCONDITIONAL, line=node.lineno), source.edited(edit))


def _between(
    source: SourceText, after: ast.stmt, before: ast.stmt, barrier: str, note: EnglishTemplate = ""
) -> Iterator[Repair]:
    """A barrier in front of `before`, or right behind `after`, in the block around both."""
    block, first, second = _common_block(source, after, before)
    indent = source.indent_of(block[0])
    for line in dict.fromkeys((end_of(block[second - 1]), end_of(block[first]))):
        message = said(words.AFTER_LINE, barrier=barrier, line=line)
        if note:
            message = said(note, what=message)
        yield from _inserted(source, line + 1, indent, barrier, message)


def _common_block(
    source: SourceText, one: ast.stmt, other: ast.stmt
) -> tuple[list[ast.stmt], int, int]:
    """The innermost block around two statements, and their rows in it, which differ."""
    for node in (one, *source.around(one)):
        if isinstance(node, ast.FunctionDef):
            break
        if isinstance(node, ast.stmt):
            block = source.block_of(node)
            rows = source.within(block, one), source.within(block, other)
            if rows[0] is not None and rows[1] is not None:
                if rows[0] < rows[1]:
                    return block, rows[0], rows[1]
                raise CannotEdit
    raise CannotEdit


def _inserted(
    source: SourceText, before_line: int, indent: str, barrier: str, message: Message
) -> Iterator[Repair]:
    """A new barrier where it is asked for, and out of the branches around that."""
    text, line = inserted(source, before_line, indent, barrier)
    yield from _where_all_pass(text, line, message, barrier)


def _where_all_pass(text: str, line: int, message: Message, barrier: str) -> Iterator[Repair]:
    """A barrier as it stands, and out of the branches around it; first where most threads pass."""
    of_whom = OF_A_BLOCK if "grid" in barrier else OF_A_THREAD
    found = [(branches_around(text, line, of_whom), Repair(message, text))]
    for moved in outside_of_branches(text, line):
        cut = said(words.AND_CUT, what=message, header=moved.header)
        found.append((branches_around(moved.text, moved.line, of_whom), Repair(cut, moved.text)))
    yield from (repair for _, repair in sorted(found, key=lambda pair: pair[0]))


def warp_barrier_at_the_place(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """The same for the lanes of a warp alone, where the block's barrier fits nowhere."""
    missing = fault.barrier
    if missing is not None and missing.loop is None:
        after = source.statement_at(missing.after)
        before = source.statement_at(missing.before)
        yield from _between(source, after, before, f"{source.cuda}.syncwarp()")


def two_ifs(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """One side of an if writes what the other reads: first the one, then the other."""
    barrier = f"{source.cuda}.syncthreads()"
    if fault.other_line is None:
        return
    write, read = source.statement_at(fault.line), source.statement_at(fault.other_line)
    for node in source.around(write):
        if isinstance(node, ast.If) and node.orelse and _sides(source, node, write, read):
            source.block_of(node)
            indent, body_end = source.indent_of(node), end_of(node.body[-1])
            first = source.block_of(node.orelse[0])[0]
            text = source.lines[first.lineno - 1][first.col_offset :]
            if text.startswith("elif"):
                raise CannotEdit
            lines = [f"{indent}{barrier}", f"{indent}if {negated(source, node.test)}:"]
            lines += source.lines_of(first.lineno, end_of(node))
            edit = source.replacing_lines(body_end + 1, end_of(node), lines)
            message = said(words.SIDES, line=node.lineno, barrier=barrier)
            yield Repair(message, source.edited(edit))


def _sides(source: SourceText, node: ast.If, write: ast.stmt, read: ast.stmt) -> bool:
    written_first = source.within(node.body, write) is not None
    return written_first and source.within(node.orelse, read) is not None


def read_then_write(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """Two lines of one, with a barrier between reading and writing."""
    if fault.is_in_block:
        yield from _read_then_write(source, fault, f"{source.cuda}.syncthreads()", "")
    if fault.space == "global":
        sync = f"{source.cuda}.cg.this_grid().sync()"
        yield from _read_then_write(source, fault, sync, words.GRID_SYNC)


def _read_then_write(
    source: SourceText, fault: Fault, barrier: str, note: EnglishTemplate
) -> Iterator[Repair]:
    one = source.statement_at(fault.line)
    if fault.line != fault.other_line or not isinstance(one, (ast.Assign, ast.AugAssign)):
        return
    target = one.targets[0] if isinstance(one, ast.Assign) else one.target
    if not isinstance(target, ast.Subscript):
        return
    function = source.function_of(one)
    name, indent = source.fresh(function, "value"), source.indent_of(one)
    source.block_of(one)
    after_target = source.text[: source.offset(one.value.lineno, one.value.col_offset)]
    written = after_target[source.offset(one.lineno, one.col_offset) :].rstrip("( ")
    value = source.segment(one.value)
    lines = [f"{indent}{name} = {value}", f"{indent}{barrier}", f"{indent}{written} {name}"]
    text = source.edited(source.replacing_lines(one.lineno, end_of(one), lines))
    message = said(words.READ_FIRST, line=one.lineno, barrier=barrier)
    message = said(note, what=message) if note else message
    yield from _where_all_pass(text, one.lineno + 1, message, barrier)


def half_of_a_swap(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """a[i, j], a[j, i] = a[j, i], a[i, j] by both threads of a pair: one of them is enough."""
    one = source.statement_at(fault.line)
    if not isinstance(one, ast.Assign) or not isinstance(one.value, ast.Tuple):
        return
    target, value = one.targets[0], one.value
    if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or len(value.elts) != 2:
        return
    first, second = target.elts
    if [ast.unparse(part) for part in value.elts] != [ast.unparse(second), ast.unparse(first)]:
        return
    indices = [
        [ast.unparse(part) for part in element.slice.elts]
        for element in (first, second)
        if isinstance(element, ast.Subscript) and isinstance(element.slice, ast.Tuple)
    ]
    if len(indices) != 2 or len(indices[0]) != 2 or indices[0] != indices[1][::-1]:
        return
    source.block_of(one)
    indent, test = source.indent_of(one), f"{indices[0][0]} < {indices[0][1]}"
    lines = [f"{indent}if {test}:"]
    lines += source.moved(one.lineno, end_of(one), indent, indent + STEP)
    edit = source.replacing_lines(one.lineno, end_of(one), lines)
    message = said(words.HALF_OF_A_SWAP, line=one.lineno, test=test)
    yield Repair(message, source.edited(edit))


def meeting_of_the_grid(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """All blocks wait for each other between two lines."""
    if fault.space != "global" or fault.other_line in (None, fault.line):
        return
    assert fault.other_line is not None
    lines = sorted((fault.line, fault.other_line))
    one, other = map(source.statement_at, lines)
    sync = f"{source.cuda}.cg.this_grid().sync()"
    block, first, second = _common_block(source, one, other)
    for barrier in block[first:second]:
        if isinstance(barrier, ast.Expr) and called(barrier.value, "syncthreads"):
            message = said(words.IN_PLACE, barrier=sync, line=barrier.lineno)
            text = source.edited(source.replacing(barrier.value, sync))
            yield Repair(said(words.GRID_SYNC, what=message), text)
    yield from _between(source, one, other, sync, words.GRID_SYNC)


def atomic_change(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """x[i] += v, x[i] = max(x[i], v), and if v > x[i]: x[i] = v, as one atomic operation."""
    one = source.statement_at(fault.line)
    if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Subscript):
        name = ATOMIC_OF.get(type(one.op))
        if name is not None:
            yield _atomic(source, one, name, one.target, one.value)
    if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Subscript):
        target = one.targets[0]
        yield from _atomic_of_assignment(source, one, target)
        yield from _atomic_of_comparison(source, one, target)


def ticket(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """v = x[i], then x[i] = v + 1: one atomic addition, which gives what was there before."""
    one = source.statement_at(fault.line)
    if not isinstance(one, ast.Assign) or not isinstance(one.targets[0], ast.Subscript):
        return
    target, value = one.targets[0], one.value
    if not isinstance(value, ast.BinOp) or not isinstance(value.op, ast.Add):
        return
    block = source.block_of(one)
    read = block[max(block.index(one) - 1, 0)]
    if not isinstance(read, ast.Assign) or not isinstance(value.left, ast.Name):
        return
    name = value.left.id
    if (ast.unparse(read.targets[0]), ast.unparse(read.value)) != (name, ast.unparse(target)):
        return
    call = f"{name} = {_atomic_call(source, 'add', target, value.right)}"
    edit = source.replacing_lines(read.lineno, end_of(one), [source.indent_of(read) + call])
    yield Repair(said(words.ATOMIC, call=call, line=read.lineno), source.edited(edit))


def _atomic_of_assignment(
    source: SourceText, one: ast.Assign, target: ast.Subscript
) -> Iterator[Repair]:
    value, element = one.value, ast.unparse(target)
    if isinstance(value, ast.BinOp) and type(value.op) in ATOMIC_OF:
        name = ATOMIC_OF[type(value.op)]
        if ast.unparse(value.left) == element:
            yield _atomic(source, one, name, target, value.right)
        elif ast.unparse(value.right) == element and name != "sub":
            yield _atomic(source, one, name, target, value.left)
    if isinstance(value, ast.Call) and ast.unparse(value.func) in ("max", "min"):
        for given, other in (value.args, value.args[::-1]) if len(value.args) == 2 else ():
            if ast.unparse(given) == element:
                yield _atomic(source, one, ast.unparse(value.func), target, other)


def _atomic_of_comparison(
    source: SourceText, one: ast.Assign, target: ast.Subscript
) -> Iterator[Repair]:
    around = source.parent(one)
    if not isinstance(around, ast.If) or len(around.body) > 1 or around.orelse:
        return
    test = around.test
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return
    value, element = ast.unparse(one.value), ast.unparse(target)
    sides = [ast.unparse(test.left), ast.unparse(test.comparators[0])]
    greater = isinstance(test.ops[0], (ast.Gt, ast.GtE))
    if greater or isinstance(test.ops[0], (ast.Lt, ast.LtE)):
        if sides == [value, element]:
            yield _atomic(source, around, "max" if greater else "min", target, one.value)
        elif sides == [element, value]:
            yield _atomic(source, around, "min" if greater else "max", target, one.value)


def _atomic(
    source: SourceText, one: ast.stmt, name: str, target: ast.Subscript, value: ast.expr
) -> Repair:
    call = _atomic_call(source, name, target, value)
    return Repair(
        said(words.ATOMIC, call=call, line=one.lineno), source.edited(source.replacing(one, call))
    )


def _atomic_call(source: SourceText, name: str, target: ast.Subscript, value: ast.expr) -> str:
    index = source.segment(target.slice)
    if isinstance(target.slice, ast.Tuple):
        index = f"({index})" if not index.startswith("(") else index
    array = source.segment(target.value)
    return f"{source.cuda}.atomic.{name}({array}, {index}, {source.segment(value)})"


def atomic_read(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """A plain read of what is changed atomically elsewhere: an atomic one, of adding nothing."""
    for line in (fault.line, fault.other_line):
        if line is None:
            continue
        for node in ast.walk(source.function_of(source.statement_at(line))):
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                continue
            if node.lineno == line and ast.unparse(node.value) == fault.array:
                array, index = source.segment(node.value), source.segment(node.slice)
                call = f"{source.cuda}.atomic.add({array}, {index}, 0)"
                text = source.edited(source.replacing(node, call))
                yield Repair(said(words.ATOMIC_READ, call=call, line=line), text)


def fences(source: SourceText, fault: Fault) -> Iterator[Repair]:
    """Fences beside atomic operations that tell of a write."""
    one = source.statement_at(fault.line)
    function = source.function_of(one)
    if fault.space != "global" or not any(map(is_atomic, _calls(function))):
        return
    narrow = [n for n in _calls(function) if called(n, "threadfence_block")]
    if narrow:
        edits = [source.replacing(node, f"{source.cuda}.threadfence()") for node in narrow]
        message = said(words.WIDER_FENCE, line=narrow[0].lineno)
        yield Repair(message, source.edited(*edits))
    source.block_of(one)
    fence = f"{source.indent_of(one)}{source.cuda}.threadfence()"
    behind = source.inserting(end_of(one) + 1, [fence])
    yield Repair(said(words.FENCE_AFTER, line=one.lineno), source.edited(behind))
    before = source.inserting(one.lineno, [fence])
    yield Repair(said(words.FENCE_AROUND, line=one.lineno), source.edited(before, behind))


def _calls(function: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Call))


def has_lock(source: SourceText, fault: Fault) -> bool:
    """Whether the function around takes a lock or raises a flag, which fences belong to."""
    try:
        function = source.function_of(source.statement_at(fault.line))
    except CannotEdit:
        return False
    return any(is_atomic(one) and called(one, "cas", "exch") for one in _calls(function))
