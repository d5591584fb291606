"""What NumPy's functions tell of arrays in a kernel: np.size, np.searchsorted, np.trace, ..."""

from __future__ import annotations

import ast
from collections.abc import Callable

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import arguments_of, numbers, placed
from gpuviz.simt.lower.expressions.dtypes import type_given
from gpuviz.simt.lower.intrinsics.array_attributes import shape_of, size_in
from gpuviz.simt.lower.intrinsics.array_reductions import Reduction
from gpuviz.simt.lower.registry import intrinsic, special_form
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.memory import slicing
from gpuviz.simt.memory.reshaping import diagonal
from gpuviz.simt.memory.slicing import Cut
from gpuviz.simt.types import BOOL, FLOAT64, INT64, NONE, ArrayType, TupleType, type_name

SIDES: dict[str, Callable[[Value, Value], Value]] = {"left": np.less, "right": np.less_equal}
"""Which elements lie before a number: on its left side, or those equal to it, too."""


def _array(scope: Scope, node: ast.Call, given: Expr) -> ArrayType:
    if isinstance(given.type, ArrayType):
        return given.type
    text = "{name} in a kernel takes an array; this is a {kind}."
    name, kind = ast.unparse(node.func), type_name(given.type)
    scope.refuse(node, "no-array", text, name=name, kind=kind)


def _only(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    (given,) = placed(scope, node, arguments, {}, ("a",))
    return given


@intrinsic("numpy.size")
def _size(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    given = _only(scope, node, arguments)
    _array(scope, node, given)
    return size_in(given)


@intrinsic("numpy.shape")
def _shape(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    given = _only(scope, node, arguments)
    _array(scope, node, given)
    return shape_of(given)


@special_form("numpy.asarray")
def _asarray(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """An array of the type that is asked for stays what it is."""
    given, keywords = arguments_of(scope, node, lower)
    array, dtype = placed(scope, node, given, keywords, ("a", "dtype"))
    kept = dtype.type == NONE or type_given(dtype) == _array(scope, node, array).dtype
    if not isinstance(array.type, ArrayType) or not kept:
        text = (
            "{name} makes a new array here, and a kernel cannot: declare cuda.local.array(shape,"
            " dtype), and set its elements in a loop."
        )
        scope.refuse(node, "new-array", text, name=ast.unparse(node.func))
    return array


@intrinsic("numpy.iscomplexobj")
def _iscomplexobj(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return operators.constant(_is_complex(scope, node, arguments), BOOL)


@intrinsic("numpy.isrealobj")
def _isrealobj(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    return operators.constant(not _is_complex(scope, node, arguments), BOOL)


def _is_complex(scope: Scope, node: ast.Call, arguments: list[Expr]) -> bool:
    kind = _only(scope, node, arguments).type
    kinds = kind.items if isinstance(kind, TupleType) else (kind,)
    dtypes = (kind.dtype if isinstance(kind, ArrayType) else kind for kind in kinds)
    return any(isinstance(dtype, np.dtype) and dtype.kind == "c" for dtype in dtypes)


@intrinsic("numpy.isscalar")
def _isscalar(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
    given = _only(scope, node, arguments)
    known = isinstance(given.type, np.dtype) or isinstance(given.const, str)
    return operators.constant(known, BOOL)


@special_form("numpy.trace")
def _trace(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """The sum of a diagonal; `offset` says which."""
    given, keywords = arguments_of(scope, node, lower)
    base, offset = placed(scope, node, given, keywords, ("a", "offset"))
    array = _array(scope, node, base)
    whole = offset.type == NONE or (isinstance(offset.type, np.dtype) and offset.type.kind in "iu")
    if array.ndim != 2 or array.dtype.kind not in "fc" or not whole:
        text = (
            "{name} in a kernel takes a 2D array of floats or complex numbers, and a whole number"
            " that says which diagonal; this is a {kind}."
        )
        name = ast.unparse(node.func)
        scope.refuse(node, "no-array", text, name=name, kind=type_name(array))
    run = base.run
    shift = operators.constant(0, INT64) if offset.type == NONE else offset
    which = operators.convert(shift, INT64).run

    def look(frame: CallFrame, mask: Mask) -> Value:
        matrix, number = run(frame, mask), which(frame, mask)
        rows = Cut(np.maximum(-number, 0), None, None)
        columns = Cut(np.maximum(number, 0), None, None)
        return diagonal(slicing.part(matrix, [rows, columns]))

    line = Expr(ArrayType(array.dtype, 1, array.space, False), look, pure=False)
    call = Reduction(scope, node, line)
    return call.one(
        operators.constant(0, INT64),
        lambda total, element: call.binary(ast.Add(), total, element),
    )


@special_form("numpy.searchsorted")
def _searchsorted(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
    """Where a number has its place between the elements of a sorted array."""
    given, keywords = arguments_of(scope, node, lower)
    base, sought, side = placed(scope, node, given, keywords, ("a", "v", "side"))
    array = _array(scope, node, base)
    kinds = numbers(scope, node, [sought], 1)
    before = SIDES.get("left" if side.type == NONE else str(side.const))
    if array.ndim != 1 or before is None or "c" in array.dtype.kind + kinds[0].kind:
        text = (
            "{name} in a kernel takes a sorted 1D array, a number, and 'left' or 'right' as its"
            " side."
        )
        scope.refuse(node, "search-arguments", text, name=ast.unparse(node.func))
    aware = kinds[0] == FLOAT64
    place, number, point = base.run, sought.run, scope.point(node.args[0] if node.args else node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        elements, key = place(frame, mask), number(frame, mask)
        low: Value = np.int64(0)
        high: Value = operators.as_int64(elements.shape[0])
        lanes, _ = mask.split(low < high)
        while lanes is not None:
            middle = low + ((high - low) >> 1)
            element = frame.context.load(frame, point, elements, [middle], lanes)
            further = before(element, key)
            if aware:  # what is no number stands behind all that are
                behind = np.isnan(key) & (before(0, 0) | ~np.isnan(element))
                further = further | behind
            low = pick(lanes.lanes, np.where(further, middle + 1, low), low)
            high = pick(lanes.lanes, np.where(further, high, middle), high)
            lanes, _ = lanes.split(low < high)
        return low

    return Expr(INT64, run, UNKNOWN, pure=False)
