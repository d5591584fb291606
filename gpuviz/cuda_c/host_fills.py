"""Loops that only fill arrays: done for all of their indices at once.

The loop's variable holds all its numbers as one NumPy array, and so does what depends on it: a
lane for each turn. Of a loop in such a loop there is a lane for each pair of turns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_shapes import Filling, assigned, called_in, filling, only_fills, parts_of
from gpuviz.cuda_c.host_state import Jumped, Returned, Walk
from gpuviz.cuda_c.host_values import MOST_BYTES, Cell

LANE_BYTES = 16  # of what is kept for a turn


def fills_at_once(walk: Walk, node: syntax.For) -> bool:
    """Does a loop that only fills arrays; whether it is one."""
    loop = filling(node)
    if loop is None or not walk.contents or walk.reaches_device(node.body):
        return False
    if _does_more(walk, node.body):
        return False
    cell = walk.scopes.cell(loop.name)
    index = None if cell is None else _turns_of(walk, loop, cell)
    if cell is None or index is None:
        return False
    if not walk.is_whole:
        _fill(walk, loop, cell, index)
        return True
    return _fill_surely(walk, loop, cell, index)


def _fill_surely(walk: Walk, loop: Filling, cell: Cell, turns: range) -> bool:
    """Fills, and takes it back where something of it stayed unknown; whether all is known."""
    if any(walk.scopes.cell(name) is not None for name in assigned(loop.body)):
        return False  # a sum, say
    outer, walk.notes.before = walk.notes.before, {}
    variables, random = walk.scopes.snapshot(), walk.rng.bit_generator.state
    try:
        _fill(walk, loop, cell, turns)
        is_sure = all(memory.bytes() is not None for memory in walk.notes.before)
    except (ArithmeticError, LookupError, TypeError, ValueError):
        is_sure = False
    written, walk.notes.before = walk.notes.before, outer
    for memory, old in written.items():
        if not is_sure:
            memory.filled, memory.contents, memory.unwritten = (
                old.filled,
                old.contents,
                old.unwritten,
            )
        elif outer is not None:
            outer.setdefault(memory, old)
    if not is_sure:
        for one, value in variables:
            one.value = value
        walk.rng.bit_generator.state = random
    return is_sure


def _does_more(walk: Walk, body: Any) -> bool:
    """Whether a function of the file that is called there does more than to compute."""
    bodies = [
        function.body
        for name in {called_in(part) for part in parts_of(body)}
        for function in walk.text.functions.get(name, ())
    ]
    methods = {
        part.called.name
        for part in parts_of(body)
        if isinstance(part, syntax.Call) and isinstance(part.called, syntax.Member)
    }
    if any(map(walk.methods_named, methods)):
        return True
    return any(not only_fills(one, returns=True) for one in bodies)


def _turns_of(walk: Walk, loop: Filling, cell: Cell) -> range | None:
    """The numbers that the loop's variable has; None where they are not known, or too many."""
    first = cell.value if loop.start is None else walk.value(loop.start)
    last = walk.value(loop.stop)
    if not isinstance(first, int) or not isinstance(last, int):
        return None
    turns = range(first, last, loop.step)
    return turns if len(turns) * max(walk.lanes, 1) <= MOST_BYTES // LANE_BYTES else None


def _fill(walk: Walk, loop: Filling, cell: Cell, turns: range) -> None:
    index = np.arange(turns.start, turns.stop, turns.step, dtype=np.int64)
    outer, outer_lanes = walk.lanes, walk.scopes.of_lanes()
    before = cell.value
    if outer:
        for one, value in outer_lanes:
            one.value = np.repeat(value, len(index))
        index = np.tile(index, outer)
    walk.lanes = max(len(index), 1)
    try:
        with walk.notes.of_loop():
            if len(index):
                cell.value = index
                _do_lanes(walk, loop.body)
    finally:
        walk.lanes = outer
        for one, value in outer_lanes:
            one.value = value
        cell.value = before if outer else turns.stop
        walk.scopes.lose_numbers(assigned(loop.body))  # a sum, say: its turns are not followed


def _do_lanes(walk: Walk, body: Any) -> None:
    """Does a body for all turns; what one turn may read of another is unknown."""
    try:
        walk.do(body)
        unsure = walk.notes.read & walk.notes.written
    except (Returned, Jumped):
        unsure = walk.notes.written
    for memory in unsure:
        memory.forget()
