"""`and`, `or`, comparisons, also chained, and conditional expressions.

Only the lanes that need a part evaluate it, as in Python: what reads memory is counted, and
checked, for those alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators, ranges
from gpuviz.simt.lower.expressions.enumerations import (
    number_of,
    number_type,
    refuse_beside_fraction,
)
from gpuviz.simt.lower.expressions.known_conditions import decided, needed
from gpuviz.simt.lower.expressions.optional import as_optional, is_none, number_in
from gpuviz.simt.lower.expressions.tuples import kept
from gpuviz.simt.lower.flow import joined
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope, Symbol
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.types import (
    BOOL,
    NONE,
    ArrayType,
    EnumType,
    OptionalType,
    RangeType,
    SliceType,
    StaticType,
    TupleType,
    Type,
    is_time,
    type_name,
    unify,
    unlike_names,
)

Operator = type[ast.cmpop]

Relation = Callable[[Any, Any], Any]
"""Whether it holds, for the values of both sides."""

EQUAL: tuple[Operator, ...] = (ast.Eq, ast.NotEq)

NAMES: dict[Operator, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


def compare(scope: Scope, node: ast.Compare, lower: Lower) -> Expr:
    """`a < b < c ...`: an operand in the middle is evaluated once."""
    left, chained = lower(scope, node.left), len(node.ops) > 1
    right = lower(scope, _constant_tuple(node.ops[0], node.comparators[0]))
    right, again = kept(scope, right) if chained else (right, right)
    result = _compared(scope, node, type(node.ops[0]), left, right)
    for op, operand in zip(node.ops[1:], node.comparators[1:], strict=True):
        before = scope.flow.copy()
        last, following = kept(scope, lower(scope, operand))
        part = _compared(scope, node, type(op), again, last)
        result, again = _also(result, part, is_and=True), following
        scope.flow = joined([before, scope.flow])
    return result


def _constant_tuple(op: ast.cmpop, node: ast.expr) -> ast.expr:
    """`x in [1, 2]`: of a list of constants Python makes a tuple before Numba sees it."""
    if not isinstance(op, (ast.In, ast.NotIn)) or not isinstance(node, ast.List):
        return node
    if not all(isinstance(item, ast.Constant) for item in node.elts):
        return node
    return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)


def bool_op(scope: Scope, node: ast.BoolOp, number: Lower) -> Expr:
    """`a and b ...`, `a or b ...`: the last value that was needed, as in Python."""
    is_and = isinstance(node.op, ast.And)
    values = needed(node.values, is_and)
    result = number(scope, values[0])
    for value in values[1:]:
        before = scope.flow.copy()
        right = number(scope, value)
        scope.flow = joined([before, scope.flow])
        if result.type == right.type == BOOL:
            result = _also(result, right, is_and)
            continue
        first, again = kept(scope, result)
        sides = (right, again) if is_and else (again, right)
        result = _choice(scope, node, operators.truth(first), sides, counts=False)
    return result


def if_exp(scope: Scope, node: ast.IfExp, lower: Lower, number: Lower) -> Expr:
    """`yes if test else no`; where a warp's lanes go both ways, it counts as divergent."""
    test = operators.truth(number(scope, node.test))
    known = decided(scope, node.test, lower, number)
    if known is None:
        before = scope.flow.copy()
        yes, taken, scope.flow = lower(scope, node.body), scope.flow, before
        no = lower(scope, node.orelse)
        scope.flow = joined([taken, scope.flow])
        return _choice(scope, node, test, (yes, no), counts=True)
    side = lower(scope, node.body if known else node.orelse)
    return side if test.is_const else _after(test, side)


def _after(test: Expr, side: Expr) -> Expr:
    """The side that is always taken, once the condition was evaluated."""

    def run(frame: CallFrame, mask: Mask) -> Value:
        test.run(frame, mask)
        return side.run(frame, mask)

    return Expr(side.type, run, UNKNOWN, test.pure and side.pure)


def _choice(
    scope: Scope, node: ast.expr, test: Expr, sides: tuple[Expr, Expr], counts: bool
) -> Expr:
    yes, no = sides
    kind = unify(yes.type, no.type)
    if kind is None:
        text = "this expression is a {yes} on one side and a {no} on the other."
        one, other = unlike_names(yes.type, no.type)
        scope.refuse(node, "two-types", text, yes=one, no=other)
    if isinstance(kind, StaticType) and yes.const == no.const:
        return yes
    if isinstance(kind, OptionalType):
        yes, no = as_optional(yes, kind), as_optional(no, kind)
    if isinstance(kind, np.dtype):
        yes, no = operators.convert(yes, kind), operators.convert(no, kind)
    return _select(test, yes, no, kind, counts)


def _also(left: Expr, right: Expr, is_and: bool) -> Expr:
    """`left and right` or `left or right` of two truth values."""
    one, other = left.run, right.run
    combined = np.logical_and if is_and else np.logical_or

    def run(frame: CallFrame, mask: Mask) -> Value:
        first = one(frame, mask)
        if right.pure:
            return combined(first, other(frame, mask))
        yes, no = mask.split(first)
        undecided = yes if is_and else no
        return first if undecided is None else combined(first, other(frame, undecided))

    return Expr(BOOL, run, UNKNOWN, left.pure and right.pure)


def _select(test: Expr, yes: Expr, no: Expr, kind: Type, counts: bool) -> Expr:
    def run(frame: CallFrame, mask: Mask) -> Value:
        condition = test.run(frame, mask)
        taken, other = mask.split(condition)
        if counts:
            frame.context.branch(mask, taken)
        if other is None:
            return yes.run(frame, mask)
        if taken is None:
            return no.run(frame, mask)
        return pick(condition, yes.run(frame, taken), no.run(frame, other))

    pure = not counts and test.pure and yes.pure and no.pure
    return Expr(kind, run, UNKNOWN, pure)


def _compared(scope: Scope, node: ast.Compare, op: Operator, left: Expr, right: Expr) -> Expr:
    """`left op right`. Raises NotSupportedError where Numba has no such comparison."""
    if isinstance(left.type, EnumType) and left.type == right.type:
        op = {ast.Is: ast.Eq, ast.IsNot: ast.NotEq}.get(op, op)  # there is one of each member
        return _members(scope, node, op, left, right)
    if op in (ast.Is, ast.IsNot):
        return _identity(scope, node, op, left, right)
    if op in (ast.In, ast.NotIn):
        return _membership(scope, node, op, left, right)
    refuse_beside_fraction(scope, node, ((node, left), (node, right)))
    left, right = number_of(left), number_of(right)
    if _are_texts(left, right):
        return operators.constant(operators.COMPARE[op](left.const, right.const), BOOL)
    if NONE in (left.type, right.type) and op in EQUAL:
        optional = next((s for s in (left, right) if isinstance(s.type, OptionalType)), None)
        if optional is not None:
            _refuse_array_beside_none(scope, node, optional)
            return is_none(optional, op is ast.Eq)
        return operators.constant((left.type == right.type) is (op is ast.Eq), BOOL)
    left, right = number_in(scope, node, left), number_in(scope, node, right)
    if isinstance(left.type, np.dtype) and isinstance(right.type, np.dtype):
        _relation_or_refuse(scope, node, op, left.type, right.type)
        return operators.compare(op, left, right)
    relation = _relation_or_refuse(scope, node, op, left.type, right.type)
    return _related(relation, left, right)


def _refuse_array_beside_none(scope: Scope, node: ast.Compare, optional: Expr) -> None:
    """Raises NotSupportedError for an array: Numba says False of it, whether or not it is None."""
    if isinstance(optional.type, OptionalType) and isinstance(optional.type.item, ArrayType):
        text = "{text}: whether an array is None is asked with 'is None'."
        scope.refuse(node, "identity", text, text=ast.unparse(node))


def _are_texts(left: Expr, right: Expr) -> bool:
    """Whether both sides are constant texts."""
    return isinstance(left.const, str) and isinstance(right.const, str)


def _identity(scope: Scope, node: ast.Compare, op: Operator, left: Expr, right: Expr) -> Expr:
    """`is` asks of None; what is static is known before the kernel runs."""
    kinds = (left.type, right.type)
    for one, other in ((left, right), (right, left)):
        if isinstance(one.type, OptionalType) and other.type == NONE:
            return is_none(one, op is ast.Is)
    if _are_texts(left, right):
        return operators.constant(op is ast.IsNot, BOOL)  # as Numba has it
    if not any(isinstance(kind, (StaticType, EnumType)) for kind in kinds):
        return _same_value(scope, node, op, left, right)
    same = (
        left.const == right.const
        if _are_types(left, right)
        else (left.type == right.type and left.const == right.const)
    )
    return operators.constant(same is (op is ast.Is), BOOL)


def _same_value(scope: Scope, node: ast.Compare, op: Operator, left: Expr, right: Expr) -> Expr:
    """What Numba makes of `is` between numbers: `==`, and False where their types differ."""
    if any(isinstance(side.type, (ArrayType, OptionalType, SliceType)) for side in (left, right)):
        text = "'{operator}' asks whether something is None: compare numbers with == or !=."
        scope.refuse(node, "identity", text, operator=NAMES[op])
    relation = relation_of(ast.Eq, left.type, right.type) if left.type == right.type else None
    if relation is None:
        return operators.constant(op is ast.IsNot, BOOL)
    if isinstance(left.type, np.dtype):
        return operators.compare(ast.Eq if op is ast.Is else ast.NotEq, left, right)
    return _unless(op is ast.IsNot, _related(relation, left, right))


def _are_types(left: Expr, right: Expr) -> bool:
    return isinstance(left.const, Symbol) and isinstance(right.const, Symbol)


def _members(scope: Scope, node: ast.Compare, op: Operator, left: Expr, right: Expr) -> Expr:
    """Two members of one enumeration: only an IntEnum has an order."""
    if op not in EQUAL:
        left, right = number_of(left), number_of(right)
    if op in EQUAL or isinstance(left.type, np.dtype):
        return operators.compare(op, left, right)
    return _related(_relation_or_refuse(scope, node, op, left.type, right.type), left, right)


def _membership(scope: Scope, node: ast.Compare, op: Operator, left: Expr, right: Expr) -> Expr:
    """`number in (1, 2, 3)`: one of the items is equal; also in a range, and in an array."""
    kind = right.type
    if _are_texts(left, right):
        return operators.constant((left.const in right.const) is (op is ast.In), BOOL)
    if isinstance(kind, RangeType):
        return _unless(op is ast.NotIn, ranges.contains(right, left))
    if isinstance(kind, ArrayType):
        return _unless(op is ast.NotIn, _in_array(scope, node, left, right, kind))
    if not isinstance(kind, TupleType) or len(set(kind.items)) > 1:
        text = (
            "'{operator}' looks into a tuple of items of one type, such as x in (1, 2, 3); {text}"
            " is a {kind}."
        )
        values = {"text": ast.unparse(node.comparators[-1]), "kind": type_name(kind)}
        scope.refuse(node, "membership", text, operator=NAMES[op], **values)
    equals = [_relation_or_refuse(scope, node, ast.Eq, left.type, item) for item in kind.items]
    wanted = op is ast.In

    def relation(value: Value, items: Value) -> Value:
        found: Value = np.bool_(False)
        for equal, item in zip(equals, items, strict=True):
            found = found | equal(value, item)
        return found if wanted else ~found

    return _related(relation, left, right)


def _in_array(scope: Scope, node: ast.Compare, left: Expr, right: Expr, array: ArrayType) -> Expr:
    """Elements are read one after the other, by each lane until it has found its number."""
    if left.type == NONE:
        return operators.constant(False, BOOL)
    equal = _relation_or_refuse(scope, node, ast.Eq, array.dtype, left.type)
    sought, place, point = left.run, right.run, scope.point(node)

    def run(frame: CallFrame, mask: Mask) -> Value:
        value, elements = sought(frame, mask), place(frame, mask)
        found: Value = np.bool_(False)
        for index, lanes in elements_of(elements, mask):
            _, searching = lanes.split(found)
            if searching is not None:
                element = frame.context.load(frame, point, elements, index, searching)
                found = found | (searching.lanes & equal(element, value))
        return found

    return Expr(BOOL, run, UNKNOWN, pure=False)


def _unless(negated: bool, whole: Expr) -> Expr:
    return operators.unary(ast.Not(), whole, BOOL) if negated else whole


def _related(relation: Relation, left: Expr, right: Expr) -> Expr:
    one, other = left.run, right.run

    def run(frame: CallFrame, mask: Mask) -> Value:
        return relation(one(frame, mask), other(frame, mask))

    return Expr(BOOL, run, UNKNOWN, left.pure and right.pure)


def _relation_or_refuse(
    scope: Scope, node: ast.Compare, op: Operator, left: Type, right: Type
) -> Relation:
    relation = relation_of(op, left, right)
    if relation is None:
        text = "{operator} is not defined between a {left} and a {right}."
        kinds = {"left": type_name(left), "right": type_name(right)}
        scope.refuse(node, "comparison", text, operator=NAMES[op], **kinds)
    return relation


def relation_of(op: Operator, left: Type, right: Type) -> Relation | None:
    """How values of two types are compared, None where they cannot be."""
    if left != right:
        left, right = number_type(left), number_type(right)
    if isinstance(left, np.dtype) and isinstance(right, np.dtype):
        ordered = op not in EQUAL and "c" in left.kind + right.kind
        unlike = is_time(left, right) and left.kind != right.kind
        return None if ordered or unlike else operators.COMPARE[op]
    if isinstance(left, EnumType) and left == right:
        return operators.COMPARE[op] if op in EQUAL else None
    if isinstance(left, TupleType) and isinstance(right, TupleType):
        return _tuple_relation(op, left, right)
    return None


def _tuple_relation(op: Operator, left: TupleType, right: TupleType) -> Relation | None:
    """The first items that differ decide; where none does, the lengths."""
    pairs = list(zip(left.items, right.items, strict=False))
    parts = [(relation_of(ast.Eq, *pair), relation_of(op, *pair)) for pair in pairs]
    if any(equal is None or part is None for equal, part in parts):
        return None
    lengths = np.bool_(operators.COMPARE[op](len(left.items), len(right.items)))

    def relation(one: Value, other: Value) -> Value:
        result: Value = lengths
        for row, (equal, part) in reversed(list(enumerate(parts))):
            assert equal is not None
            assert part is not None
            same = equal(one[row], other[row])
            result = np.where(same, result, part(one[row], other[row]))
        return result

    return relation
