"""Repairs of races and of barriers that some threads do not reach, in CUDA C."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.names import said_of_c
from gpuviz.repair import words
from gpuviz.repair.c_source import CSource, has_barrier, is_barrier, walk
from gpuviz.repair.fault import CannotEdit, Fault, Repair
from gpuviz.repair.words import said

BARRIERS = ("__syncthreads();", "__syncwarp();")
ATOMIC_OF = {"+": "Add", "-": "Sub", "&": "And", "|": "Or", "^": "Xor"}
CHANGE = re.compile(r"\s*([-+&|^])?=\s*(.*?)\s*;\s*\Z", re.DOTALL)
EXTREME = re.compile(r"\A(?:f?(max|min)f?)\((.*)\)\Z", re.DOTALL)
STEP = "    "


def barrier_at_the_place(source: CSource, fault: Fault) -> Iterator[Repair]:
    """A barrier where the hazard says that one is missing."""
    missing = fault.barrier
    if missing is None:
        return
    after, before = source.statement_at(missing.after), source.statement_at(missing.before)
    for barrier in BARRIERS:
        shown = barrier.removesuffix(";")
        if missing.loop is None:
            for one in _rows_between(source, after, before):
                line = source.last_line(one)
                message = said(words.AFTER_LINE, barrier=shown, line=line)
                yield Repair(message, source.edited(*source.new_line_behind(one, barrier)))
            continue
        loop = _loop_at(source, missing.loop)
        body = loop.body.body[-1] if isinstance(loop.body, syntax.Block) else loop.body
        message = said(words.END_OF_LOOP, barrier=shown, line=source.last_line(body))
        yield Repair(message, source.edited(*source.new_line_behind(body, barrier)))


def read_then_write(source: CSource, fault: Fault) -> Iterator[Repair]:
    """`x[i] = x[i + 1];` by all threads: read first, meet, and write then."""
    one = source.statement_at(fault.line)
    if fault.line != fault.other_line or not isinstance(one, syntax.Evaluation):
        return
    change = _change(source, one)
    parent = source.parent(one)
    if change is None or change[1] or not isinstance(parent, syntax.If) or parent.other is not None:
        return
    if not isinstance(source.parent(parent), syntax.Block):
        return
    target, _, value = change
    test = source.text[slice(*source.condition(parent))]
    indent = source.indent_of(parent)
    lines = [
        f"auto value = {test} ? {value} : 0;",
        "__syncthreads();",
        f"if ({test})",
        f"{STEP}{target} = value;",
    ]
    text = f"{source.newline}{indent}".join(lines)
    message = said(words.READ_FIRST, line=one.lineno, barrier="__syncthreads()")
    yield Repair(message, source.edited(source.replacing(parent, text)))


def atomic_change(source: CSource, fault: Fault) -> Iterator[Repair]:
    """`x[i] += v;`, `x[i]++;`, `x[i] = max(x[i], v);` as one atomic operation."""
    one = source.statement_at(fault.line)
    if not isinstance(one, syntax.Evaluation):
        return
    for target, name, value in _atomics(source, one):
        call = f"atomic{name}(&{target}, {value})"
        if target.startswith("*"):
            call = f"atomic{name}({target.removeprefix('*').strip()}, {value})"
        message = said(words.ATOMIC, call=call, line=one.lineno)
        yield Repair(message, source.edited(source.replacing(one, f"{call};")))


def fence_behind(source: CSource, fault: Fault) -> Iterator[Repair]:
    """A fence between a write and the atomic operation that tells of it."""
    one = source.statement_at(fault.line)
    called = (node.id for node in walk(source.function_of(one)) if isinstance(node, syntax.Name))
    if fault.space == "global" and any(name.startswith("atomic") for name in called):
        message = said_of_c(said(words.FENCE_AFTER, line=source.last_line(one)))
        yield Repair(message, source.edited(*source.new_line_behind(one, "__threadfence();")))


def out_of_branch(source: CSource, fault: Fault) -> Iterator[Repair]:
    """The barrier out of the if around it; what comes before and after it stays guarded."""
    barrier = source.statement_at(fault.line)
    block = source.parent(barrier)
    if not is_barrier(barrier) or not isinstance(block, syntax.Block):
        return
    branch = source.parent(block)
    if not isinstance(branch, syntax.If) or branch.other is not None or branch.begin is not None:
        return
    row = next(row for row, one in enumerate(block.body) if one is barrier)
    groups = block.body[:row], block.body[row + 1 :]
    if any(isinstance(one, syntax.Declaration) for one in groups[0]) and groups[1]:
        return  # what is declared before the barrier would be out of sight behind it
    test = source.text[slice(*source.condition(branch))]
    indent = source.indent_of(branch)
    parts = [_guarded(source, test, groups[0], indent), f"{indent}__syncthreads();"]
    parts.append(_guarded(source, test, groups[1], indent))
    text = source.newline.join(part for part in parts if part).lstrip()
    message = said(words.OUT_OF_BRANCH, line=fault.line, header=branch.lineno)
    yield Repair(message, source.edited(source.replacing(branch, text)))


def nobody_leaves(source: CSource, fault: Fault) -> Iterator[Repair]:
    """`if (c) return;` before the barrier: the work behind it is guarded instead."""
    barrier = source.statement_at(fault.line)
    function = source.function_of(barrier)
    body = function.body.body
    for row, one in enumerate(body):
        if not isinstance(one, syntax.If) or one.other is not None or not _returns(one):
            continue
        if not any(has_barrier(later) for later in body[row + 1 :]):
            continue
        stays = _negated(source.text[slice(*source.condition(one))])
        edits = [source.line_of(one)]
        for later in body[row + 1 :]:
            if has_barrier(later):
                if not is_barrier(later):
                    raise CannotEdit
            elif isinstance(later, syntax.Declaration):
                if any(isinstance(node, syntax.Index) for node in walk(later)):
                    raise CannotEdit
            else:
                edits += source.in_branch(later, stays)
        yield Repair(said(words.NOBODY_LEAVES, header=one.lineno), source.edited(*edits))


def _rows_between(
    source: CSource, after: syntax.Node, before: syntax.Node
) -> Iterator[syntax.Node]:
    """Statements behind which a barrier may stand: right before `before`, right after `after`."""
    for block in (one for one in source.around(after) if isinstance(one, syntax.Block)):
        rows = [
            next((row for row, one in enumerate(block.body) if _is_in(source, one, wanted)), None)
            for wanted in (after, before)
        ]
        first, second = rows
        if first is not None and second is not None:
            if first < second:
                found = {id(one): one for one in (block.body[second - 1], block.body[first])}
                yield from found.values()
            return


def _is_in(source: CSource, one: syntax.Node, wanted: syntax.Node) -> bool:
    return one is wanted or source.is_around(one, wanted)


def _loop_at(source: CSource, line: int) -> syntax.For | syntax.While:
    for function in source.functions:
        for node in walk(function):
            if isinstance(node, (syntax.For, syntax.While)) and node.lineno == line:
                return node
    raise CannotEdit


def _change(source: CSource, one: syntax.Evaluation) -> tuple[str, str, str] | None:
    """What is changed, the mark before the = if there is one, and the value, as written."""
    if not isinstance(one.value, syntax.Assignment):
        return None
    target = source.written(one.value.target)
    found = CHANGE.match(source.text[source.end(one.value.target) : source.end(one)])
    return None if found is None else (target, found[1] or "", found[2])


def _atomics(source: CSource, one: syntax.Evaluation) -> Iterator[tuple[str, str, str]]:
    value = one.value
    if isinstance(value, (syntax.Postfix, syntax.Unary)) and value.mark in ("++", "--"):
        yield source.written(value.operand), "Add" if value.mark == "++" else "Sub", "1"
        return
    change = _change(source, one)
    if change is None:
        return
    target, mark, text = change
    if mark in ATOMIC_OF:
        yield target, ATOMIC_OF[mark], text
        return
    for sign, name in ATOMIC_OF.items():
        if text.startswith(f"{target} {sign} "):
            yield target, name, text.removeprefix(f"{target} {sign} ")
    extreme = EXTREME.match(text)
    if extreme is not None:
        given = [part.strip() for part in extreme[2].split(",")]
        if len(given) == 2 and target in given:
            yield target, extreme[1].capitalize(), given[1 - given.index(target)]


def _guarded(source: CSource, test: str, group: list[syntax.Statement], indent: str) -> str:
    """Statements with an if around them; nothing of none."""
    if not group:
        return ""
    text = source.text[source.begin(group[0]) : source.end(group[-1])]
    inner = f"{indent}{STEP}{text}"
    if len(group) == 1:
        return f"{indent}if ({test}){source.newline}{inner}"
    return f"{indent}if ({test}) {{{source.newline}{inner}{source.newline}{indent}}}"


def _returns(one: syntax.If) -> bool:
    """Whether all that it does is to return."""
    body = one.body.body if isinstance(one.body, syntax.Block) else [one.body]
    return len(body) == 1 and isinstance(body[0], syntax.Return)


def _negated(test: str) -> str:
    """The opposite of a condition, as one would write it."""
    pairs = ((">=", "<"), ("<=", ">"), ("==", "!="), ("!=", "=="), (" > ", " <= "), (" < ", " >= "))
    if "&&" not in test and "||" not in test:
        for mark, other in pairs:
            if test.count(mark) == 1:
                return test.replace(mark, other)
    return f"!({test})"
