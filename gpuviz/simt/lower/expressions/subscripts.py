"""What may stand between the brackets behind an array: indices, slices, ... and numpy.newaxis."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower import not_in_numba_cuda
from gpuviz.simt.lower.expressions.enumerations import number_type, refuse_member
from gpuviz.simt.lower.expressions.misnamed import refuse_misnamed
from gpuviz.simt.lower.expressions.slices import check_step, cut_of
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Run, Scope, Symbol
from gpuviz.simt.memory import slicing
from gpuviz.simt.memory.slicing import Cut, Key, NewAxis
from gpuviz.simt.types import NONE, ArrayType, SliceType, TupleType, Type, type_name

KeyRun = Callable[[CallFrame, Mask], Key]


class Limits(NamedTuple):
    """start:stop:step as it is written; None for what is left out."""

    start: Expr | None
    stop: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Indices:
    """How to evaluate what stands between the brackets, and how many axes it leaves."""

    keys: tuple[KeyRun, ...]
    ndim: int

    def evaluate(self, frame: CallFrame, mask: Mask) -> list[Key]:
        """The keys, one after the other."""
        return [key(frame, mask) for key in self.keys]


def indices_of(scope: Scope, node: ast.Subscript, array: ArrayType, lower: Lower) -> Indices:
    """The brackets behind an array; where they leave no axis they name one element.

    Raises NotSupportedError where they do not fit the array.
    """
    parts = _parts(scope, node, lower)
    if not any(map(_is_special, parts)):
        return _plain(scope, node, array, [part for part in parts if isinstance(part, Expr)])
    taken = sum(not _adds(part) and not _is_ellipsis(part) for part in parts)
    if taken > array.ndim or sum(map(_is_ellipsis, parts)) > 1:
        _refuse_count(scope, node, taken, array.ndim)
    keys = _Keys(scope, node, array.ndim - taken)
    for part in parts:
        keys.add(part)
    return Indices(tuple(keys.runs), array.ndim - taken + keys.axes)


def refuse_lone(scope: Scope, node: ast.Subscript, lower: Lower) -> None:
    """Raises NotSupportedError for `a[None]` and `a[...]`, which numba-cuda cannot read."""
    if not isinstance(node.slice, (ast.Constant, ast.Name, ast.Attribute)):
        return
    part = lower(scope, node.slice)
    if _is_ellipsis(part) or _adds(part):
        name = ast.unparse(node.value)
        instead = f"{name}[:]" if _is_ellipsis(part) else f"{name}[None, :]"
        text = not_in_numba_cuda.LONE_INDEX
        scope.refuse(node, "not-in-numba-cuda", text, text=ast.unparse(node), instead=instead)


def check_index(scope: Scope, node: ast.expr, kinds: Sequence[Type], dimensions: int) -> None:
    """Refuses an index that has not one whole number for each of so many dimensions."""
    if len(kinds) != dimensions:
        _refuse_count(scope, node, len(kinds), dimensions)
    for kind in kinds:
        _check_whole(scope, node, kind)


@dataclass(eq=False)
class _Keys:
    """Collects the keys of brackets in which slices, ... or numpy.newaxis stand."""

    scope: Scope
    node: ast.Subscript
    left_out: int  # dimensions that ... stands for

    def __post_init__(self) -> None:
        self.runs: list[KeyRun] = []
        self.axes = 0  # that slices leave and numpy.newaxis adds

    def add(self, part: Expr | Limits) -> None:
        """One more of what the commas separate."""
        if _is_ellipsis(part):
            self.runs += [lambda frame, mask: Cut(None, None, None)] * self.left_out
        elif _adds(part):
            self.runs.append(lambda frame, mask: NewAxis())
            self.axes += 1
        elif isinstance(part, Limits) or isinstance(part.type, SliceType):
            self.runs.append(self._cut(part))
            self.axes += 1
        else:
            _check_whole(self.scope, self.node, part.type)
            self.runs.append(part.run)

    def _cut(self, part: Expr | Limits) -> KeyRun:
        limits = map(self._bound, part) if isinstance(part, Limits) else ()
        make = _cut_by(*limits) if isinstance(part, Limits) else cut_of(part)
        place = self.scope.place(self.node)

        def run(frame: CallFrame, mask: Mask) -> Key:
            cut: Cut = make(frame, mask)
            check_step(cut, mask, place)
            return cut

        return run

    def _bound(self, bound: Expr | None) -> Run | None:
        if bound is None or bound.type == NONE:
            return None
        _check_whole(self.scope, self.node, number_type(bound.type))
        return bound.run


def _cut_by(start: Run | None, stop: Run | None, step: Run | None) -> Run:
    limits = (start, stop, step)
    return lambda frame, mask: Cut(*(None if one is None else one(frame, mask) for one in limits))


def _parts(scope: Scope, node: ast.Subscript, lower: Lower) -> list[Expr | Limits]:
    """What the commas separate; a tuple alone stands for its items."""
    nodes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    parts = [_part(scope, one, lower) for one in nodes]
    first = parts[0] if len(parts) == 1 else None
    if isinstance(first, Expr) and isinstance(first.type, TupleType):
        return [*items_of(scope, first)]
    return parts


def _part(scope: Scope, node: ast.expr, lower: Lower) -> Expr | Limits:
    if not isinstance(node, ast.Slice):
        return lower(scope, node)
    limits = (node.lower, node.upper, node.step)
    return Limits(*(None if one is None else lower(scope, one) for one in limits))


def _is_special(part: Expr | Limits) -> bool:
    slices = isinstance(part, Limits) or isinstance(part.type, SliceType)
    return slices or _is_ellipsis(part) or _adds(part)


def _is_ellipsis(part: Expr | Limits) -> bool:
    return isinstance(part, Expr) and part.const is Ellipsis


def _adds(part: Expr | Limits) -> bool:
    """Whether it is None or numpy.newaxis."""
    if isinstance(part, Limits):
        return False
    return part.type == NONE or part.const == Symbol("numpy.newaxis")


def _plain(scope: Scope, node: ast.Subscript, array: ArrayType, parts: list[Expr]) -> Indices:
    """Whole numbers only, for the first dimensions at least."""
    needed = min(len(parts), array.ndim) if parts else array.ndim
    written = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if len(written) == len(parts):
        for one, part in zip(written, parts, strict=True):
            refuse_misnamed(scope, one, part)
    check_index(scope, node, [part.type for part in parts], needed)
    return Indices(tuple(part.run for part in parts), array.ndim - len(parts))


def _check_whole(scope: Scope, node: ast.expr, kind: Type) -> None:
    refuse_member(scope, node, kind, node.slice if isinstance(node, ast.Subscript) else None)
    if not (isinstance(kind, np.dtype) and kind.kind in "iu"):
        scope.refuse(
            node,
            "index-type",
            "the index in {text} is a {kind}; an index must be a whole number: use // or int(...).",
            text=ast.unparse(node),
            kind=type_name(kind),
        )


def _refuse_count(scope: Scope, node: ast.expr, given: int, ndim: int) -> None:
    scope.refuse(
        node,
        "index-count",
        "{text} has indices for {given} dimensions, but the array has {ndim}: give one for each"
        " dimension.",
        text=ast.unparse(node),
        given=given,
        ndim=ndim,
    )


def part_of(base: Expr, indices: Indices) -> Expr:
    """What brackets that leave axes look at."""
    assert isinstance(base.type, ArrayType)
    run = base.run

    def look(frame: CallFrame, mask: Mask) -> Value:
        return slicing.part(run(frame, mask), indices.evaluate(frame, mask))

    return Expr(replace(base.type, ndim=indices.ndim), look, UNKNOWN, pure=False)
