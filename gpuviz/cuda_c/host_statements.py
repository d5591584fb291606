"""What statements of the host do: blocks, branches, loops turn by turn, and what ends them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_fills import fills_at_once
from gpuviz.cuda_c.host_shapes import assigned, ends, matters, mentions
from gpuviz.cuda_c.host_state import Handlers, Jumped, Returned, Walk
from gpuviz.cuda_c.host_syntax import ForEach, Unread
from gpuviz.cuda_c.host_unknowns import do_perhaps, forget_lengths, forget_names, refuse_node
from gpuviz.cuda_c.host_values import (
    UNKNOWN,
    Cell,
    HostPointer,
    count_of,
    is_vector,
    truth_of,
)
from gpuviz.cuda_c.host_variables import do_declaration
from gpuviz.cuda_c.types import LONG

EACH, EACH_INDEX = "<over>", "<index>"  # names that no program has
MOST_TURNS = 64  # of one loop
MOST_STEPS_OF_LOOP = 200_000  # that does nothing with the GPU, of a program that is to be run
MOST_STEPS_OF_LOOPS = 20_000  # up to which a loop may have more turns
FEW_TURNS = 4  # of a loop that only computes


def _block(walk: Walk, node: syntax.Block) -> None:
    with walk.scopes.block():
        for statement in node.body:
            walk.do(statement)


def _evaluation(walk: Walk, node: syntax.Evaluation) -> None:
    walk.value(node.value)


def _unread(walk: Walk, node: Unread) -> None:
    if walk.is_whole and any(map(walk.calls_device, node.names)):
        refuse_node(walk, node, "this statement works with the GPU, and is not read.")
    forget_names(walk, node.names)


def _if(walk: Walk, node: syntax.If) -> None:
    test = truth_of(walk.value(node.test))
    if test and mentions(node.test, "argc") and ends(node.body):
        return  # what the program says to whoever gives it no arguments
    if test is None and node.other is None and _may_be_left_out(walk, node.body):
        assert walk.guesses is not None
        walk.guesses.goes_on(node)
        return
    if test is None:
        do_perhaps(walk, node, [part for part in (node.body, node.other) if part is not None])
    elif test:
        walk.do(node.body)
    elif node.other is not None:
        walk.do(node.other)


def _may_be_left_out(walk: Walk, body: Any) -> bool:
    """Whether a branch that would end a function may be taken not to be done."""
    return walk.guesses is not None and ends(body) and not walk.reaches_device(body)


def _switch(walk: Walk, node: syntax.Switch) -> None:
    value = walk.value(node.value)
    bodies = [syntax.Block(body, lineno=node.lineno, col_offset=0) for _, body in node.cases]
    if not isinstance(value, int):
        do_perhaps(walk, node, bodies)
        return
    labels = [[None if one is None else walk.value(one) for one in row] for row, _ in node.cases]
    start = next((k for k, row in enumerate(labels) if value in row), None)
    if start is None:
        start = next((k for k, row in enumerate(labels) if None in row), len(bodies))
    try:
        for body in bodies[start:]:
            walk.do(body)
    except Jumped as jump:
        if jump.kind != "break":
            raise


def _return(walk: Walk, node: syntax.Return) -> None:
    raise Returned(None if node.value is None else walk.value(node.value))


def _jump(walk: Walk, node: syntax.Jump) -> None:
    raise Jumped(node.kind)


# Loops


def _for(walk: Walk, node: syntax.For) -> None:
    with walk.scopes.block():
        if node.begin is not None:
            walk.do(node.begin)
        if not fills_at_once(walk, node):
            _turns(walk, node.test, node.body, node.step)


def _while(walk: Walk, node: syntax.While) -> None:
    _turns(walk, node.test, node.body, None)


def _do_while(walk: Walk, node: syntax.DoWhile) -> None:
    if _turn(walk, node.body):
        _turns(walk, node.test, node.body, None)


def _for_each(walk: Walk, node: ForEach) -> None:
    """`for (T x : over)` is a loop over the index of a vector, or one turn for each in braces."""
    with walk.scopes.block():
        if isinstance(node.over, syntax.Values):
            for item in node.over.items:
                walk.do(_one_of(node, item))
            return
        over = walk.value(node.over)
        count = _count(over)
        if count is UNKNOWN:
            _give_up(walk, node.body, None, is_met=False)
            return
        walk.scopes.name(EACH, Cell(over))
        walk.do(_counted(node, count))


def _count(over: Any) -> Any:
    if is_vector(over):
        return count_of(over)
    count = over.memory.count if isinstance(over, HostPointer) else None
    return UNKNOWN if count is None else count


def _counted(node: ForEach, count: int) -> syntax.For:
    """The same as a loop that counts an index."""
    at: Any = {"lineno": node.lineno, "col_offset": node.col_offset}
    index = syntax.Name(EACH_INDEX, **at)
    begin = syntax.Variable(EACH_INDEX, LONG, syntax.Number(0, LONG, **at), **at)
    test = syntax.Binary("<", index, syntax.Number(count, LONG, **at), **at)
    body = _one_of(node, syntax.Index(syntax.Name(EACH, **at), index, **at))
    step = syntax.Unary("++", index, **at)
    return syntax.For(syntax.Declaration([begin], **at), test, step, body, **at)


def _one_of(node: ForEach, item: syntax.Expression) -> syntax.Block:
    """A turn: the variable is declared as one item, and the body done."""
    at: Any = {"lineno": node.lineno, "col_offset": node.col_offset}
    variable = syntax.Variable(node.variable.name, node.variable.kind, item, **at)
    return syntax.Block([syntax.Declaration([variable], **at), node.body], **at)


def _turn(walk: Walk, body: Any) -> bool:
    """Does a loop's body once; whether the loop goes on."""
    try:
        walk.do(body)
    except Jumped as jump:
        return jump.kind != "break"
    return True


def _turns(walk: Walk, test: Any, body: Any, step: Any) -> None:
    """Follows a loop for some turns; what it changes in more of them is unknown."""
    patience, doubt = _patience(walk, body), walk.doubt
    with walk.notes.of_loop():
        turn = 0
        while True:
            truth = True if test is None else truth_of(walk.value(test))
            if truth is False:
                return
            if truth is None or not patience(turn):
                break
            turn += 1
            if not _turn(walk, body):
                return
            if walk.doubt is not doubt:  # it may have ended
                walk.doubt = walk.doubt if ends(body) else doubt
                break
            if step is not None:
                walk.value(step)
        _give_up(walk, body, step, is_met=turn > 0)


def _patience(walk: Walk, body: Any) -> Callable[[int], bool]:
    """Whether a loop is followed for one more turn, by the number of those that were done."""
    if not walk.is_whole:
        most = MOST_TURNS if matters(body) else FEW_TURNS
        return lambda turn: turn < most or walk.steps < MOST_STEPS_OF_LOOPS
    if walk.reaches_device(body):
        return lambda turn: True
    began = walk.steps
    return lambda turn: walk.steps - began < MOST_STEPS_OF_LOOP


def _give_up(walk: Walk, body: Any, step: Any, is_met: bool) -> None:
    """What a loop changes that is not followed any further is unknown."""
    if not is_met or (walk.is_whole and walk.reaches_device(body)):
        do_perhaps(walk, body, [body])
    for memory in set(walk.notes.written):
        memory.forget()
    walk.scopes.lose_numbers(assigned(body, step))
    forget_lengths(walk, body)


STATEMENTS: Handlers = {
    syntax.Block: _block,
    syntax.Declaration: do_declaration,
    syntax.Evaluation: _evaluation,
    syntax.If: _if,
    syntax.For: _for,
    syntax.While: _while,
    syntax.DoWhile: _do_while,
    syntax.Return: _return,
    syntax.Jump: _jump,
    syntax.Switch: _switch,
    ForEach: _for_each,
    Unread: _unread,
}
