"""What may stand between the brackets behind an array: indices, slices, ... and numpy.newaxis."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions.tuples import items_of
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Run, Scope
from gpuviz.simt.memory import slicing
from gpuviz.simt.memory.slicing import Cut, Key, NewAxis
from gpuviz.simt.types import NONE, ArrayType, TupleType, Type, type_name

KeyRun = Callable[[CallFrame, Mask], Key]


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
    nodes = _one_by_one(node)
    if not any(map(_is_special, nodes)):
        return _plain(scope, node, array, lower)
    taken = sum(not _adds(part) and not _is_ellipsis(part) for part in nodes)
    if taken > array.ndim or sum(map(_is_ellipsis, nodes)) > 1:
        _refuse_count(scope, node, taken, array.ndim)
    keys = _Keys(scope, node, array.ndim - taken, lower)
    for part in nodes:
        keys.add(part)
    return Indices(tuple(keys.runs), array.ndim - taken + keys.axes)


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
    lower: Lower

    def __post_init__(self) -> None:
        self.runs: list[KeyRun] = []
        self.axes = 0  # that slices leave and numpy.newaxis adds

    def add(self, part: ast.expr) -> None:
        """One more of what the commas separate."""
        if _is_ellipsis(part):
            self.runs += [lambda frame, mask: Cut(None, None, None)] * self.left_out
        elif _adds(part):
            self.runs.append(lambda frame, mask: NewAxis())
            self.axes += 1
        elif isinstance(part, ast.Slice):
            self.runs.append(self._cut(part))
            self.axes += 1
        else:
            index = self.lower(self.scope, part)
            _check_whole(self.scope, self.node, index.type)
            self.runs.append(index.run)

    def _cut(self, part: ast.Slice) -> KeyRun:
        start, stop, step = map(self._bound, (part.lower, part.upper, part.step))
        place = self.scope.place(self.node)

        def run(frame: CallFrame, mask: Mask) -> Key:
            cut = Cut(*(None if b is None else b(frame, mask) for b in (start, stop, step)))
            if cut.step is not None and np.any(np.logical_and(cut.step == 0, mask.lanes)):
                template = "the slice in line {line} has the step 0: it would never end."
                raise KernelFailed(
                    Message("kernel.zero-step", template, {"line": place.line}), place
                )
            return cut

        return run

    def _bound(self, part: ast.expr | None) -> Run | None:
        if part is None:
            return None
        bound = self.lower(self.scope, part)
        if bound.type == NONE:
            return None
        _check_whole(self.scope, self.node, bound.type)
        return bound.run


def _one_by_one(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _is_special(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) or _is_ellipsis(part) or _adds(part)


def _is_ellipsis(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value is Ellipsis


def _adds(part: ast.expr) -> bool:
    """Whether it is None or numpy.newaxis."""
    if isinstance(part, ast.Constant):
        return part.value is None
    return isinstance(part, ast.Attribute) and part.attr == "newaxis"


def _plain(scope: Scope, node: ast.Subscript, array: ArrayType, lower: Lower) -> Indices:
    """Whole numbers only, for the first dimensions at least."""
    parts = [lower(scope, part) for part in _one_by_one(node)]
    if len(parts) == 1 and isinstance(parts[0].type, TupleType):
        parts = items_of(scope, parts[0])
    needed = min(len(parts), array.ndim) if parts else array.ndim
    check_index(scope, node, [part.type for part in parts], needed)
    return Indices(tuple(part.run for part in parts), array.ndim - len(parts))


def _check_whole(scope: Scope, node: ast.expr, kind: Type) -> None:
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
        "{text} gives {given} of the {ndim} indices of a {ndim}D array: give one for each"
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
