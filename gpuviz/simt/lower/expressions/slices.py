"""slice(...) as a value: it has a name and bounds, and stands between the brackets of an array.

Its value is a triple of int64, start, stop and step: what is left out is filled in, as Numba does.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.ranges import BOUNDS
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run, Scope
from gpuviz.simt.memory.slicing import Cut, filled
from gpuviz.simt.types import INT64, NONE, SliceType, TupleType, type_name

MOST = np.int64(np.iinfo(np.int64).max)
LEAST = np.int64(np.iinfo(np.int64).min)
NEGATIVE_LENGTH = (
    "line {line}: thread {thread} of block {block} asks for the indices of a slice in a length"
    " below 0."
)


def make_slice(scope: Scope, node: ast.Call, limits: Sequence[Expr]) -> Expr:
    """slice(stop), slice(start, stop) or slice(start, stop, step); None where one is left out."""
    if node.keywords or not 1 <= len(limits) <= 3 or not all(map(_is_limit, limits)):
        text = (
            "slice() takes one to three whole numbers, or None: slice(stop), slice(start, stop) or"
            " slice(start, stop, step)."
        )
        scope.refuse(node, "slice-arguments", text)
    known = [limit.const for limit in limits]
    if all(value is None or type(value) is int for value in known):
        return constant_slice(slice(*known))
    three = [None, limits[0], None] if len(limits) == 1 else [*limits, None][:3]
    runs = [None if one is None or one.type == NONE else _whole(one) for one in three]
    pure = operators.all_pure(limits)
    return Expr(SliceType(len(limits) == 3), lambda f, m: _completed(f, m, *runs), UNKNOWN, pure)


def constant_slice(value: slice) -> Expr:
    """A slice whose bounds are known while the source is read."""
    three = (None if bound is None else np.int64(bound) for bound in _bounds(value))
    completed = _filled_in(*three)
    return Expr(SliceType(value.step is not None), lambda frame, mask: completed, value)


def bound(base: Expr, name: str) -> Expr:
    """Its start, stop or step."""
    run, position = base.run, BOUNDS.index(name)
    return Expr(INT64, lambda f, m: run(f, m)[position], UNKNOWN, base.pure)


def cut_of(base: Expr) -> Run:
    """What stands between brackets for it."""
    run = base.run
    return lambda frame, mask: Cut(*run(frame, mask))


def indices(scope: Scope, node: ast.Call, base: Expr, length: Expr) -> Expr:
    """`s.indices(length)`: start, stop and step within a sequence of a length."""
    if not isinstance(length.type, np.dtype) or length.type.kind not in "iu":
        text = "{name} takes a whole number, the length of a sequence; this is a {kind}."
        name = ast.unparse(node.func)
        scope.refuse(node, "slice-arguments", text, name=name, kind=type_name(length.type))
    run, size, place = base.run, operators.convert(length, INT64).run, scope.place(node)

    def run_indices(frame: CallFrame, mask: Mask) -> Value:
        cut, count = Cut(*run(frame, mask)), size(frame, mask)
        check_step(cut, mask, place)
        _check_length(frame, mask, count, place)
        return filled(count, cut)

    return Expr(TupleType((INT64,) * 3), run_indices, pure=False)


def check_step(cut: Cut, mask: Mask, place: SourcePlace) -> None:
    """Raises KernelFailed where an active lane would cut for ever."""
    if cut.step is not None and np.any(np.logical_and(cut.step == 0, mask.lanes)):
        template = "the slice in line {line} has the step 0: it would never end."
        raise KernelFailed(Message("kernel.zero-step", template, {"line": place.line}), place)


def _check_length(frame: CallFrame, mask: Mask, count: Value, place: SourcePlace) -> None:
    wrong = mask.lanes & (count < 0)
    if wrong.any():
        block, thread = frame.context.thread_group.first_thread(wrong)
        at = {"thread": str(thread), "block": str(block), "line": place.line}
        raise KernelFailed(Message("kernel.slice-length", NEGATIVE_LENGTH, at), place)


def _bounds(value: slice) -> tuple[int | None, ...]:
    return value.start, value.stop, value.step


def _is_limit(limit: Expr) -> bool:
    number = isinstance(limit.type, np.dtype) and limit.type.kind in "biuf"
    return number or limit.type == NONE


def _whole(limit: Expr) -> Run:
    return operators.convert(limit, INT64).run


def _completed(frame: CallFrame, mask: Mask, *runs: Run | None) -> tuple[Value, ...]:
    return _filled_in(*(None if run is None else run(frame, mask) for run in runs))


def _filled_in(start: Value | None, stop: Value | None, step: Value | None) -> tuple[Value, ...]:
    """The bounds, with those of Numba where None is given: they depend on the direction."""
    step = np.int64(1) if step is None else step
    back = step < 0
    start = np.where(back, MOST, 0)[()] if start is None else start
    stop = np.where(back, LEAST, MOST)[()] if stop is None else stop
    return start, stop, step
