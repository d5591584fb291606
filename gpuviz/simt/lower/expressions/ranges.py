"""range(...) as a value: it can have a name, a length and bounds, and numbers are looked for in it.

Its value is a triple of numbers of one type: start, stop and step.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import typed
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Scope
from gpuviz.simt.types import BOOL, INT64, RangeType, Scalar, binary_type, range_type

BOUNDS = ("start", "stop", "step")


def make_range(scope: Scope, node: ast.Call, limits: Sequence[Expr]) -> Expr:
    """range(stop), range(start, stop) or range(start, stop, step); Numba cuts fractions off."""
    kinds = [limit.type for limit in limits if isinstance(limit.type, np.dtype)]
    known = len(kinds) == len(limits) and all(kind.kind in "biuf" for kind in kinds)
    if node.keywords or not 1 <= len(limits) <= 3 or not known:
        text = (
            "range() takes one to three whole numbers: range(stop), range(start, stop) or"
            " range(start, stop, step); turn a fraction into one with int(...)."
        )
        scope.refuse(node, "range-arguments", text)
    kind = range_type(kinds)
    zero, one = operators.constant(0, kind), operators.constant(1, kind)
    three = [zero, limits[0], one] if len(limits) == 1 else [*limits, one][:3]
    start, stop, step = (operators.convert(limit, kind).run for limit in three)

    def run(frame: CallFrame, mask: Mask) -> Value:
        return start(frame, mask), stop(frame, mask), step(frame, mask)

    return Expr(RangeType(kind), run, UNKNOWN, operators.all_pure(limits))


def bound(base: Expr, name: str) -> Expr:
    """Its start, stop or step."""
    kind, run, position = _dtype(base), base.run, BOUNDS.index(name)
    return Expr(kind, lambda f, m: typed(run(f, m)[position], kind), UNKNOWN, base.pure)


def length(base: Expr, place: SourcePlace) -> Expr:
    """How many numbers it has."""
    kind, run = _dtype(base), base.run

    def count(frame: CallFrame, mask: Mask) -> Value:
        start, stop, step = (typed(value, kind) for value in run(frame, mask))
        check_step(step, mask, place)
        return typed(rounds(start, stop, step), kind)

    return Expr(kind, count, UNKNOWN, base.pure)


def contains(base: Expr, sought: Expr) -> Expr:
    """Whether a number is one of a range's, as Numba finds out; what is no number is not in it."""
    kind, given = _dtype(base), sought.type
    if not isinstance(given, np.dtype) or given.kind not in "biufc":
        return operators.constant(False, BOOL)
    whole = INT64 if given.kind in "fc" else given
    between = _type_of("Sub", whole, kind)
    rest = _type_of("Mod", between, kind)
    one, other = base.run, sought.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        start, stop, step = (typed(value, kind) for value in one(frame, mask))
        number, fits = _whole(other(frame, mask))
        ahead = (number >= start) & (number < stop)
        inside = np.where(step > 0, ahead, (number <= start) & (number > stop) | (step == 0))
        distance = number.astype(between) - start.astype(between)
        return fits & inside & (distance.astype(rest) % step.astype(rest) == 0)

    return Expr(BOOL, run, UNKNOWN, base.pure and sought.pure)


def _whole(number: Value) -> tuple[Value, Value]:
    """A number as a whole one, and whether it is one."""
    if number.dtype.kind not in "fc":
        return number, np.bool_(True)
    fits = (number.imag == 0) & (number.real % 1 == 0)
    return np.where(fits, number.real, 0).astype(INT64), fits


def check_step(step: Value, mask: Mask, place: SourcePlace) -> None:
    """Raises KernelFailed where an active lane would count for ever."""
    if np.any(np.logical_and(step == 0, mask.lanes)):
        template = "range() in line {line} has the step 0: it would never end."
        raise KernelFailed(Message("kernel.zero-step", template, {"line": place.line}), place)


def rounds(start: Value, stop: Value, step: Value) -> Value:
    """How many numbers range(start, stop, step) has, in the numbers' own type, as Numba counts."""
    signed = np.dtype(f"i{start.dtype.itemsize}")
    distance, step = (stop - start).astype(signed), step.astype(signed)
    step = np.where(step == 0, signed.type(1), step)  # of lanes that are not active
    counted = -(-distance // step)
    return np.where((distance > 0) == (step > 0), counted, 0)[()]


def _dtype(base: Expr) -> Scalar:
    assert isinstance(base.type, RangeType)
    return base.type.dtype


def _type_of(operator: str, left: Scalar, right: Scalar) -> Scalar:
    kind = binary_type(operator, left, right)
    assert kind is not None  # whole numbers have differences and rests
    return kind
