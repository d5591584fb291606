"""Lowers expressions of CUDA C: each kind of node has one function."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import (
    BOOL,
    CHAR,
    DIM3,
    INT,
    LONG,
    UNSIGNED,
    UNSIGNED_LONG,
    ArrayOf,
    CType,
    Pointer,
    Reference,
    Struct,
    TypeOf,
    Void,
    dimensions,
    memory_dtype,
    name_of,
)
from gpuviz.messages import listed, word
from gpuviz.simt.c_front import (
    arithmetic,
    bases,
    braces,
    groups,
    memory,
    methods,
    places,
    pointer_arrays,
    struct_arrays,
    unions,
)
from gpuviz.simt.c_front.pointer_values import (
    as_null,
    evaluating,
    is_null,
    offset_of,
    packed,
    unpacked,
)
from gpuviz.simt.c_front.scope import CScope, Meaning
from gpuviz.simt.c_front.typed import (
    Address,
    Closure,
    Element,
    Group,
    Nothing,
    Null,
    Number,
    PointerElement,
    PointerVariable,
    StructArray,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
    Words,
    number,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, ThreadGroup, Value, pick
from gpuviz.simt.hazards.messages import DIVIDED_BY_0_IN_C
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import item_of, kept, make_tuple
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run
from gpuviz.simt.types import INT64, ArrayType, TupleType

AXES = "xyz"
POINTER_BYTES = 8
INDICES: dict[str, Callable[[ThreadGroup], tuple[Value, ...]]] = {
    "threadIdx": lambda group: group.unsigned_thread_index,
    "blockIdx": lambda group: group.unsigned_block_index,
    "blockDim": lambda group: tuple(map(np.uint32, group.config.block)),
    "gridDim": lambda group: tuple(map(np.uint32, group.config.grid)),
}


def lower(scope: CScope, node: syntax.Expression) -> Typed:
    """An expression. Raises NotSupportedError, with the place, for what is not known."""
    handler = _HANDLERS[type(node)]
    return handler(scope, node)


def number_in(scope: CScope, node: syntax.Expression, typed: Typed | None = None) -> Number:
    """An expression that has to be a number."""
    found = lower(scope, node) if typed is None else typed
    if isinstance(found, Structure):
        found = methods.by_own_conversion(scope, node, found) or found
    if isinstance(found, Number):
        return found
    text = "a number is needed here, and this is {kind}."
    scope.refuse(node, "not-a-number", text, kind=said(found))


def truth_in(scope: CScope, node: syntax.Expression) -> Expr:
    """Whether an expression is not 0; a pointer to an array never is."""
    found = lower(scope, node)
    if isinstance(found, (Whole, Words)):
        return operators.constant(True, BOOL)
    if isinstance(found, (Address, Null)):
        return arithmetic.changed(np.logical_not, BOOL, is_null(found))
    return operators.truth(number_in(scope, node, found).expr)


def constant_in(scope: CScope, node: syntax.Expression) -> int | None:
    """The whole number that an expression is, where that is known while the source is read."""
    found = lower(scope, node)
    if isinstance(found, Number) and found.expr.is_const and found.kind.kind in "biu":
        return int(found.expr.const)
    return None


def converted(scope: CScope, node: syntax.Node, typed: Typed, kind: CType) -> Typed:
    """A value as a type, as an assignment or an argument converts it."""
    if isinstance(kind, Reference):
        kind = kind.to
    if isinstance(kind, np.dtype):
        if isinstance(typed, Number):
            return Number(kind, operators.convert(typed.expr, kind))
    elif isinstance(kind, Struct):
        if isinstance(typed, Structure) and kind in typed.kind.lineage:
            return bases.of_base(typed, kind)
        if isinstance(typed, Group) and groups.fits(typed, kind):
            return typed
        if isinstance(typed, Closure) and kind == typed.kind:
            return typed
    elif isinstance(kind, Pointer):
        found = memory.decayed(typed) if isinstance(typed, Whole) else typed
        if isinstance(found, Null):
            return found
        if isinstance(found, Words) and kind == Pointer(CHAR, constant=True):
            return _in_memory(scope, found)
        if isinstance(found, Address) and (found.kind.to == kind.to or isinstance(kind.to, Void)):
            if found.kind.constant and not kind.constant:
                text = "what {have} points to is const: make this pointer a {want}, too."
                want = name_of(replace(kind, constant=True))
                scope.refuse(node, "const", text, have=name_of(found.kind), want=want)
            return replace(found, kind=kind)
    own = methods.by_own_conversion(scope, node, typed, kind)
    if own is not None:
        return converted(scope, node, own, kind)
    text = "{have} cannot be converted to {want} here: write a cast, or another value."
    scope.refuse(node, "conversion", text, have=said(typed), want=name_of(kind))


def _in_memory(scope: CScope, text: Words) -> Address:
    """A literal text as a pointer to its letters, with a 0 behind them."""
    letters = np.frombuffer(text.value.encode() + b"\0", CHAR)
    array = scope.c_program.constant(f'"{text.value}"', letters, scope)
    return Address(Pointer(CHAR, constant=True), array, operators.constant(0, INT64))


def known_type(scope: CScope, kind: CType) -> CType:
    """The type that `decltype(x)` stands for; any other one as it is."""
    if isinstance(kind, Reference) and isinstance(kind.to, TypeOf):
        return replace(kind, to=known_type(scope, kind.to))
    if not isinstance(kind, TypeOf):
        return kind
    found = lower(scope, kind.of)
    of: CType | None = getattr(found, "kind", None)
    if of is None or isinstance(found, Whole):
        text = "the type of this is not known: write it out in the place of decltype."
        scope.refuse(kind.of, "decltype", text)
    return of


def said(typed: Typed) -> object:
    """What a value is, for a sentence."""
    if isinstance(typed, Words):
        return word("a text")
    if isinstance(typed, Nothing):
        return "void"
    return "nullptr" if isinstance(typed, Null) else name_of(typed.kind)


# Names and literals


def _number(scope: CScope, node: syntax.Number) -> Typed:
    return number(operators.constant(node.value, node.kind))


def _text(scope: CScope, node: syntax.Text) -> Typed:
    return Words(node.value)


def _name(scope: CScope, node: syntax.Name) -> Typed:
    return value_of(scope, node, meaning_of(scope, node))


def meaning_of(scope: CScope, node: syntax.Name) -> Meaning:
    """What a name stands for. Raises NotSupportedError for one that is not declared."""
    found = scope.meaning(node.id)
    if found is None:
        found = _of_file(scope, node)
    if found is not None:
        return found
    if node.id == "warpSize":
        return number(operators.constant(32, INT))
    if node.id == "nullptr":
        return Null()
    text = "{name} is not declared: declare it above, with its type."
    if scope.unit.missing:
        text = (
            "{name} is not declared: it may stand in {header}. Headers are read that lie"
            " beside the file or below its folder."
        )
    if node.id in INDICES:
        text = "{name} has the members x, y and z: write {name}.x."
    if node.id in scope.unit.functions:
        text = "{name} is a function: call it."
    scope.refuse(node, "undeclared", text, name=node.id, header=listed(scope.unit.missing))


def _of_file(scope: CScope, node: syntax.Name) -> Meaning | None:
    """A name that is declared outside of all functions."""
    inner = (scope.unit.variables.get(name) for name in scope.names_inside(node.id))
    known = next((one for one in inner if one is not None), scope.unit.variables.get(node.id))
    if known is None:
        return None
    variable = known.variable
    if known.place == "plain":
        if variable.value is None or node.id in scope.reading:
            return None
        scope.reading.append(node.id)
        try:
            found = _constant_of_file(scope, variable)
        finally:
            scope.reading.pop()
        return found
    return places.outer_array(scope, node, known)


def _constant_of_file(scope: CScope, variable: syntax.Variable) -> Meaning:
    assert variable.value is not None
    if isinstance(variable.kind, np.dtype):
        value = number_in(scope, variable.value)
        expr = operators.convert(value.expr, variable.kind)
        if expr.is_const:
            return number(expr)
    if isinstance(variable.kind, ArrayOf):
        return places.constant_table(scope, variable)
    text = "the value of {name} is not known before the program runs: make it a constexpr number."
    scope.refuse(variable, "constant", text, name=variable.name)


def value_of(scope: CScope, node: syntax.Node, meaning: Meaning) -> Typed:
    """What is read of a name or place."""
    if isinstance(meaning, Variable):
        return number(places.read_variable(scope, node, meaning))
    if isinstance(meaning, PointerVariable):
        return places.read_pointer(scope, node, meaning)
    if isinstance(meaning, PointerElement):
        return pointer_arrays.read(scope, node, meaning)
    if isinstance(meaning, StructVariable):
        parts = [_member_value(scope, node, part) for part in meaning.members]
        members = make_tuple([expr_of(scope, node, p) for p in parts])
        return Structure(meaning.kind, _after_finding(members, meaning.find))
    if isinstance(meaning, Element):
        if isinstance(meaning.kind, np.dtype):
            return number(memory.loaded(scope, node, meaning))
        if meaning.kind.is_union:
            return Structure(meaning.kind, unions.value(meaning))
        return _record(scope, node, meaning, meaning.kind)
    return meaning


def _after_finding(expr: Expr, find: Callable[..., None] | None) -> Expr:
    """An expression, behind what finds the place that it reads."""
    if find is None:
        return expr

    def read(frame: CallFrame, mask: Mask) -> Value:
        find(frame, mask)
        return expr.run(frame, mask)

    return Expr(expr.type, read, UNKNOWN, pure=False)


def _member_value(scope: CScope, node: syntax.Node, place: Meaning) -> Typed:
    """A member that is copied with its structure, where it need not be set yet."""
    if isinstance(place, PointerVariable) and place.array_type is None:
        return Null()
    if isinstance(place, PointerVariable):
        return places.read_pointer(scope, node, replace(place, sure=True))
    if isinstance(place, Variable) and not place.sure:
        slot, unset = place.slot, place.kind.type(0)

        def run(frame: CallFrame, mask: Mask) -> Value:
            held = frame.variables[slot]
            return unset if held is None else held

        return number(Expr(place.kind, run))
    return value_of(scope, node, place)


def _record(scope: CScope, node: syntax.Node, element: Element, kind: Struct) -> Structure:
    """All members of a structure that lies in memory."""
    parts: list[Expr] = []
    element, find = memory.found_once(scope, memory.aligned(scope, node, element))
    for (name, part), vector in zip(kind.members, memory.vector_marks(kind), strict=True):
        if isinstance(part, ArrayOf):
            address = memory.member_array(scope, node, element, name)
            parts.append(_all_of(scope, node, address, part))
            continue
        member = memory.member(scope, node, element, name)
        if isinstance(member.kind, np.dtype):
            parts.append(memory.loaded(scope, node, member, vector))
        else:
            parts.append(expr_of(scope, node, value_of(scope, node, member)))
    whole = make_tuple(parts)
    if find is None:
        return Structure(kind, whole)

    def read(frame: CallFrame, mask: Mask) -> Value:
        find(frame, mask)
        return whole.run(frame, mask)

    return Structure(kind, Expr(whole.type, read, UNKNOWN, pure=False))


def _all_of(scope: CScope, node: syntax.Node, address: Address | Whole, kind: CType) -> Expr:
    """The elements of an array that is a member, as a tuple."""
    elements = memory.in_order(address, kind)
    return make_tuple([expr_of(scope, node, value_of(scope, node, one)) for one in elements])


def expr_of(scope: CScope, node: syntax.Node, typed: Typed) -> Expr:
    """The expression of a number, structure or pointer."""
    if isinstance(typed, (Number, Structure)):
        return typed.expr
    if isinstance(typed, (Address, Null)):
        return packed(typed)
    if isinstance(typed, Whole) and typed.index:
        return _all_of(scope, node, memory.decayed(typed), typed.kind)
    if isinstance(typed, Whole):
        return memory.copied(typed)
    if isinstance(typed, StructArray):
        return struct_arrays.copied(typed)
    text = "a number is needed here, and this is {kind}."
    scope.refuse(node, "not-a-number", text, kind=said(typed))


# Operators


def _unary(scope: CScope, node: syntax.Unary) -> Typed:
    if node.mark in ("++", "--"):
        return _counted_on(scope, node, before=False)
    is_this = isinstance(node.operand, syntax.Name) and node.operand.id == "this"
    if node.mark in ("*", "!") and not is_this and methods.has_operator(scope, node.mark):
        of_structure = isinstance(found := lower(scope, node.operand), Structure)
        own = of_structure and methods.operator(scope, node, node.mark, [node.operand], [found])
        if own:
            return own
    if node.mark == "*":
        place = places.place_of(scope, node)
        assert place is not None
        return value_of(scope, node, place)
    if node.mark == "&":
        return places.address_of(scope, node)
    if node.mark == "!":
        test = truth_in(scope, node.operand)
        return number(scope.counted(node, arithmetic.changed(np.logical_not, BOOL, test)))
    found = lower(scope, node.operand)
    if isinstance(found, Structure):
        own = methods.operator(scope, node, node.mark, [node.operand], [found])
        if own is not None:
            return own
    operand = number_in(scope, node.operand, found)
    kind = arithmetic.promoted(operand.kind)
    if node.mark == "~" and kind.kind == "f":
        text = "~ is for whole numbers, and this is {kind}."
        scope.refuse(node, "operator", text, kind=name_of(kind))
    expr = operators.convert(operand.expr, kind)
    if node.mark == "+":
        return number(expr)
    apply: Callable[[Value], Value] = np.negative if node.mark == "-" else np.invert
    return number(scope.counted(node, arithmetic.changed(apply, kind, expr)))


def _postfix(scope: CScope, node: syntax.Postfix) -> Typed:
    return _counted_on(scope, node, before=True)


def _counted_on(scope: CScope, node: syntax.Unary | syntax.Postfix, before: bool) -> Typed:
    """`++x`, `x++`; `before`: whether its value is the old one."""
    one = syntax.Number(
        1, INT, lineno=node.lineno, col_offset=node.col_offset,
        end_lineno=node.end_lineno, end_col_offset=node.end_col_offset,
    )  # fmt: skip
    return places.changed(scope, node, node.mark[0], node.operand, one, gives_old=before)


def _binary(scope: CScope, node: syntax.Binary) -> Typed:
    if node.mark == ",":
        return _after(scope, node)
    if node.mark in ("&&", "||"):
        return _logical(scope, node)
    left, right = lower(scope, node.left), lower(scope, node.right)
    return combined(scope, node, node.mark, left, right)


def combined(
    scope: CScope, node: syntax.Binary | syntax.Node, mark: str, left: Typed, right: Typed
) -> Typed:
    """`left mark right` of numbers or pointers."""
    left = memory.decayed(left) if isinstance(left, Whole) else left
    right = memory.decayed(right) if isinstance(right, Whole) else right
    if isinstance(left, Number) and isinstance(right, Number):
        return _of_numbers(scope, node, mark, left, right)
    if mark in ("==", "!=") and isinstance(left, (Address, Null)) and _is_zero(right):
        right = Null()
    if mark in arithmetic.COMPARE and Null in (type(left), type(right)):
        given = right if isinstance(left, Null) else left
        if mark in ("==", "!=") and isinstance(given, (Address, Null)):
            null = is_null(given)
            return number(null if mark == "==" else arithmetic.changed(np.logical_not, BOOL, null))
    if isinstance(left, Address) and isinstance(right, Address):
        return _of_addresses(scope, node, mark, left, right)
    from gpuviz.simt.c_front import half_vectors

    if mark == "+" and isinstance(right, Address) and isinstance(left, Number):
        left, right = right, left
    whole = isinstance(right, Number) and right.kind.kind in "iub"
    if whole and isinstance(left, Address) and isinstance(right, Number) and mark in ("+", "-"):
        steps = operators.convert(right.expr, arithmetic.promoted(right.kind))
        steps = memory.negated(steps) if mark == "-" else steps
        steps = memory.times(steps, left.stride) if left.stride > 1 else steps
        return replace(left, offset=memory.added(left.offset, steps))
    if isinstance(node, syntax.Binary) and Structure in (type(left), type(right)):
        own = methods.operator(scope, node, mark, [node.left, node.right], [left, right])
        if own is not None:
            return own
        sides = [
            methods.by_own_conversion(scope, part, side) or side
            for part, side in ((node.left, left), (node.right, right))
        ]
        if sides != [left, right]:
            return combined(scope, node, mark, *sides)
    pair = half_vectors.combined(scope, node, mark, left, right)
    if pair is not None:
        return pair
    text = "{mark} is not known between {left} and {right}: compute with their numbers."
    values = {"mark": mark, "left": said(left), "right": said(right)}
    scope.refuse(node, "operator", text, **values)


def _is_zero(typed: Typed) -> bool:
    """Whether a number is a 0 that stands for nullptr."""
    return isinstance(typed, Number) and typed.expr.is_const and typed.expr.const == 0


def _of_numbers(scope: CScope, node: syntax.Node, mark: str, left: Number, right: Number) -> Typed:
    if mark in arithmetic.COMPARE:
        kind = arithmetic.common(left.kind, right.kind)
        compared = arithmetic.compared(mark, left.expr, right.expr, kind)
        return number(scope.counted(node, compared))
    found = arithmetic.binary_type(mark, left.kind, right.kind)
    if found is None:
        text = "{mark} is for whole numbers, and here stand {left} and {right}: use fmodf() for %."
        values = {"mark": mark, "left": name_of(left.kind), "right": name_of(right.kind)}
        scope.refuse(node, "operator", text, **values)
    divisor = right.expr
    if mark in ("/", "%"):
        divisor = operators.checked_divisor(scope, node, divisor, found, DIVIDED_BY_0_IN_C)
    result = arithmetic.binary(mark, left.expr, divisor, found)
    by_constant = right.expr.is_const and found.kind in "biu"
    special = mark in ("/", "%") and not by_constant
    return number(scope.counted(node, result, special))


def _of_addresses(
    scope: CScope, node: syntax.Node, mark: str, left: Address, right: Address
) -> Typed:
    if left.array_type.dtype == right.array_type.dtype and left.kind.to == right.kind.to:
        one, other = (operators.convert(offset_of(side), INT64) for side in (left, right))
        if mark == "-":
            apart = arithmetic.binary("-", one, other, LONG)
            width = operators.constant(left.stride, LONG)
            return number(arithmetic.binary("/", apart, width, LONG) if left.stride > 1 else apart)
        if mark in arithmetic.COMPARE and left.array_type == right.array_type:
            return number(arithmetic.compared(mark, one, other, LONG))
    text = "{mark} between these two pointers is not known: compute with indices."
    scope.refuse(node, "operator", text, mark=mark)


def _after(scope: CScope, node: syntax.Binary) -> Typed:
    """`a, b`."""
    first, last = lower(scope, node.left), lower(scope, node.right)
    last = memory.decayed(last) if isinstance(last, Whole) else last
    if isinstance(first, (Number, Nothing, Structure)):
        one = first.expr.run
    elif isinstance(first, Address):
        one = evaluating(first)
    else:
        return last

    def behind(expr: Expr) -> Expr:
        def run(frame: CallFrame, mask: Mask) -> Value:
            one(frame, mask)
            return expr.run(frame, mask)

        return Expr(expr.type, run, UNKNOWN, pure=False)

    if isinstance(last, Address):
        return replace(last, array=behind(last.array))
    if isinstance(last, (Number, Nothing, Structure)):
        return replace(last, expr=behind(last.expr))
    return last


def _logical(scope: CScope, node: syntax.Binary) -> Typed:
    left = truth_in(scope, node.left)
    is_and = node.mark == "&&"
    if left.is_const and bool(left.const) is not is_and:
        return number(left)
    right = truth_in(scope, node.right)
    if left.is_const:
        return number(right)
    one, other, pure = left.run, right.run, right.pure
    combine: Any = np.logical_and if is_and else np.logical_or

    def run(frame: CallFrame, mask: Mask) -> Value:
        first = one(frame, mask)
        if pure:
            return combine(first, other(frame, mask))
        yes, no = mask.split(first)
        undecided = yes if is_and else no
        return first if undecided is None else combine(first, other(frame, undecided))

    return number(scope.counted(node, Expr(BOOL, run, UNKNOWN, left.pure and pure)))


def _conditional(scope: CScope, node: syntax.Conditional) -> Typed:
    test = truth_in(scope, node.test)
    if test.is_const and scope.folding:  # the other side may be the same function again
        return lower(scope, node.yes if test.const else node.no)
    yes, no = lower(scope, node.yes), lower(scope, node.no)
    if test.is_const:
        return _chosen(yes, no, bool(test.const))
    yes = memory.decayed(yes) if isinstance(yes, Whole) else yes
    no = memory.decayed(no) if isinstance(no, Whole) else no
    if isinstance(yes, Number) and isinstance(no, Number):
        kind = yes.kind if yes.kind == no.kind else arithmetic.common(yes.kind, no.kind)
        one, other = (operators.convert(side.expr, kind) for side in (yes, no))
        return number(_select(test, one, other, counts=True))
    if isinstance(yes, Structure) and isinstance(no, Structure) and _same_structure(yes, no):
        return Structure(yes.kind, _select(test, yes.expr, no.expr, counts=True))
    if isinstance(yes, Nothing) and isinstance(no, Nothing):
        return Nothing(_select(test, yes.expr, no.expr, counts=True))
    if isinstance(yes, Null) and isinstance(no, Address) and no.array.pure:
        yes = as_null(no)
    if isinstance(no, Null) and isinstance(yes, Address) and yes.array.pure:
        no = as_null(yes)
    if isinstance(yes, Address) and isinstance(no, Address) and _alike(yes, no):
        first, again = kept(scope, test)
        one, other = (operators.convert(side.offset, INT64) for side in (yes, no))
        array = _select(first, yes.array, no.array, counts=True)
        return Address(yes.kind, array, _select(again, one, other, counts=False))
    text = "the sides of ?: are {yes} and {no}: give both one type."
    scope.refuse(node, "sides", text, yes=said(yes), no=said(no))


def _same_structure(one: Structure, other: Structure) -> bool:
    """Whether two structures are of one type, and their pointers of the same memory."""
    return one.kind == other.kind and one.expr.type == other.expr.type


def _alike(one: Address, other: Address) -> bool:
    """Whether two pointers can be one variable."""
    return one.array_type == other.array_type and one.stride == other.stride


def _chosen(yes: Typed, no: Typed, first: bool) -> Typed:
    """The side that is always taken, in the type that both have together."""
    side = yes if first else no
    if isinstance(yes, Number) and isinstance(no, Number) and yes.kind != no.kind:
        assert isinstance(side, Number)
        return number(operators.convert(side.expr, arithmetic.common(yes.kind, no.kind)))
    return side


def _select(test: Expr, yes: Expr, no: Expr, counts: bool) -> Expr:
    """The side of each thread; where a warp's lanes go both ways, it counts as divergent."""

    def run(frame: CallFrame, mask: Mask) -> Value:
        condition = test.run(frame, mask)
        taken, other = mask.split(condition)
        if counts:
            frame.context.branch(mask, taken)
        if other is None:
            return yes.run(frame, mask)
        if taken is None:
            return no.run(frame, mask)
        one, two = yes.run(frame, taken), no.run(frame, other)
        return None if one is None else pick(condition, one, two)

    pure = not counts and test.pure and yes.pure and no.pure
    return Expr(yes.type, run, UNKNOWN, pure)


def _assignment(scope: CScope, node: syntax.Assignment) -> Typed:
    if node.mark:
        return places.changed(scope, node, node.mark, node.target, node.value, gives_old=False)
    return places.assigned(scope, node)


# Elements, members, casts


def _index(scope: CScope, node: syntax.Index) -> Typed:
    return value_of(scope, node, places.indexed(scope, node))


def _member(scope: CScope, node: syntax.Member) -> Typed:
    if isinstance(node.base, syntax.Name) and scope.meaning(node.base.id) is None:
        find = INDICES.get(node.base.id)
        if find is not None:
            return _coordinate(scope, node, node.base.id, find)
    index = groups.index_of(node)
    if index is not None:
        return _member(scope, index)
    place = places.place_of(scope, node, allow_values=True)
    if place is not None:
        return value_of(scope, node, place)
    base = lower(scope, node.base)
    if not isinstance(base, Structure) or node.through:
        text = "{kind} has no members."
        scope.refuse(node, "member", text, kind=said(base))
    row = places.member_row(scope, node, base.kind)
    kind, expr = base.kind.members[row][1], item_of(base.expr, row)
    if isinstance(kind, Struct):
        return Structure(kind, expr)
    if isinstance(kind, Pointer):
        return unpacked(scope, kind, expr)
    if isinstance(kind, ArrayOf):
        text = "{name} is an array in a value without a name: keep that in a variable first."
        scope.refuse(node, "member", text, name=node.name)
    return number(expr)


def _coordinate(
    scope: CScope, node: syntax.Member, name: str, find: Callable[[ThreadGroup], tuple[Value, ...]]
) -> Typed:
    if node.name not in AXES:
        text = "{name} has the members x, y and z, not {member}."
        scope.refuse(node, "member", text, name=name, member=node.name)
    axis = AXES.index(node.name)
    return number(Expr(UNSIGNED, lambda f, m: find(f.context.thread_group)[axis]))


def _cast(scope: CScope, node: syntax.Cast) -> Typed:
    kind, found = known_type(scope, node.kind), lower(scope, node.operand)
    if isinstance(kind, Void):
        if isinstance(found, (Number, Structure, Nothing)):
            run = found.expr.run
            return Nothing(Expr(BOOL, run, UNKNOWN, pure=False))
        return Nothing(operators.constant(False, BOOL))
    if isinstance(kind, Pointer):
        found = memory.decayed(found) if isinstance(found, Whole) else found
        if isinstance(found, Address):
            if found.kind.constant and not kind.constant:
                scope.c_program.casts_const_away = True
            if isinstance(kind.to, Void):
                return replace(found, kind=kind)
            if memory_dtype(kind.to) is None:
                text = "elements of the type {kind} are not known."
                scope.refuse(node, "elements", text, kind=name_of(kind.to))
            return memory.as_other(scope, node, found, places.with_rows(scope, node, kind))
    if isinstance(kind, Reference) and node.bits:
        return value_of(scope, node, places.as_other(scope, node, kind))
    return converted(scope, node, found, kind)


def _size_of(scope: CScope, node: syntax.SizeOf) -> Typed:
    kind: Any = node.of
    if isinstance(kind, syntax.Node):
        found = lower(scope, kind)  # type: ignore[arg-type]
        if isinstance(found, Whole):
            size = int(np.prod(found.shape[len(found.index) :], dtype=object))
            assert isinstance(found.array.type, ArrayType)
            return number(operators.constant(size * found.array.type.dtype.itemsize, UNSIGNED_LONG))
        kind = getattr(found, "kind", None)
    if isinstance(kind, Pointer):
        return number(operators.constant(POINTER_BYTES, UNSIGNED_LONG))
    dtype = None if kind is None else memory_dtype(kind)
    if dtype is None:
        text = "the size of this type is not known."
        scope.refuse(node, "size", text)
    return number(operators.constant(dtype.itemsize, UNSIGNED_LONG))


def _values(scope: CScope, node: syntax.Values) -> Typed:
    if node.kind is None:
        text = "values in braces stand where a variable is declared: write the type before them."
        scope.refuse(node, "braces", text)
    return structure(scope, node, node.kind, node.items)


def structure(
    scope: CScope, node: syntax.Node, kind: CType, items: list[syntax.Expression]
) -> Typed:
    """`T{a, b}`: members that are not named are 0."""
    if isinstance(kind, Struct) and kind.is_union:
        text = "a union has no values in braces here: set one of its members."
        scope.refuse(node, "braces", text)
    named = any(isinstance(item, syntax.Designated) for item in items)
    if isinstance(kind, Struct):
        items = _by_names(scope, node, kind, items)
    if isinstance(kind, Pointer) and not items:
        return Null()
    if isinstance(kind, (np.dtype, Pointer)) and len(items) < 2:
        if not items:
            return number(operators.constant(0, kind))  # type: ignore[arg-type]
        return converted(scope, node, lower(scope, items[0]), kind)
    first: Typed | None = None
    if isinstance(kind, Struct):
        made = methods.constructed(scope, node, kind, items)
        if made is not None:
            return made
        constructors = scope.unit.functions.get(f"{kind.name}::{kind.name}", ())
        if any(not one.implied for one in constructors):
            text = "{kind} has no constructor that takes {count} values."
            scope.refuse(node, "braces", text, kind=kind.name, count=len(items))
        if constructors:
            first = methods.constructed(scope, node, kind, [])
        items = braces.regrouped(scope, kind, items)
    if not isinstance(kind, Struct) or len(items) > len(kind.members):
        text = "{kind} cannot be made of {count} values."
        scope.refuse(node, "braces", text, kind=name_of(kind), count=len(items))
    if isinstance(first, Structure) and items:
        return _with_given(scope, node, first, items, named)
    parts: list[Expr] = []
    for row, (_, member) in enumerate(kind.members):
        if isinstance(member, ArrayOf):
            parts.append(array_of(scope, node, member, items[row : row + 1]))
            continue
        if row >= len(items) and kind == DIM3:
            filled: Typed = number(operators.constant(1, UNSIGNED))
        elif row >= len(items):
            filled = structure(scope, node, member, [])
        else:
            filled = member_of(scope, node, member, items[row])
        parts.append(expr_of(scope, node, filled))
    return Structure(kind, make_tuple(parts))


def member_of(scope: CScope, node: syntax.Node, kind: CType, item: syntax.Expression) -> Typed:
    """A member or element by its value, which may stand in braces."""
    if isinstance(item, syntax.Values) and item.kind is None:
        return structure(scope, node, kind, item.items)
    return converted(scope, item, lower(scope, item), kind)


def _with_given(
    scope: CScope,
    node: syntax.Node,
    first: Structure,
    items: list[syntax.Expression],
    named: bool,
) -> Structure:
    """What first values of members make, and over that the values in braces."""
    given: dict[int, Run] = {}
    for row, (item, (_, kind)) in enumerate(zip(items, first.kind.members, strict=False)):
        if named and isinstance(item, syntax.Values) and not item.items and item.kind is None:
            continue  # between `.a = 1` and `.c = 3`
        if isinstance(kind, ArrayOf):
            given[row] = array_of(scope, node, kind, [item]).run
        else:
            given[row] = expr_of(scope, node, member_of(scope, node, kind, item)).run
    run = first.expr.run

    def made(frame: CallFrame, mask: Mask) -> Value:
        values = list(run(frame, mask))
        for row, one in given.items():
            values[row] = one(frame, mask)
        return tuple(values)

    return Structure(first.kind, Expr(first.expr.type, made, UNKNOWN, pure=False))


def _by_names(
    scope: CScope, node: syntax.Node, kind: Struct, items: list[syntax.Expression]
) -> list[syntax.Expression]:
    """The values in the order of the members."""
    try:
        return syntax.in_members_order(kind, items)
    except KeyError as error:
        names = ", ".join(name for name, _ in kind.members)
        text = "{kind} has no member {name}: it has {names}."
        scope.refuse(node, "member", text, kind=kind.name, name=error.args[0], names=names)


def array_of(
    scope: CScope, node: syntax.Node, kind: ArrayOf, given: list[syntax.Expression]
) -> Expr:
    """A member that is an array by its values in braces; the rest is 0."""
    items = given[0].items if given and isinstance(given[0], syntax.Values) else []
    items = braces.regrouped(scope, kind, items)
    if (given and not isinstance(given[0], syntax.Values)) or len(items) > (kind.length or 0):
        text = "a member that is an array needs its values in braces: {{1, 2, 3}}."
        scope.refuse(node, "braces", text)
    parts: list[Expr] = []
    for row in range(kind.length or 0):
        inner = items[row : row + 1]
        if isinstance(kind.of, ArrayOf):
            part = array_of(scope, node, kind.of, inner)
            parts += [item_of(part, one) for one in range(len(_items_of(part)))]
        else:
            filled = (
                member_of(scope, node, kind.of, inner[0])
                if inner
                else structure(scope, node, kind.of, [])
            )
            parts.append(expr_of(scope, node, filled))
    return make_tuple(parts)


def _items_of(expr: Expr) -> tuple[Any, ...]:
    assert isinstance(expr.type, TupleType)
    return expr.type.items


def struct_type(kind: Struct) -> TupleType:
    """How the values of a structure are kept."""
    return TupleType(tuple(_value_type(part) for _, part in kind.members))


def _value_type(kind: CType) -> Any:
    if isinstance(kind, ArrayOf):
        of, shape = dimensions(kind)
        return TupleType((_value_type(of),) * math.prod(shape))
    return struct_type(kind) if isinstance(kind, Struct) else kind


def _call(scope: CScope, node: syntax.Call) -> Typed:
    from gpuviz.simt.c_front.calls import call

    return value_of(scope, node, call(scope, node))


def _designated(scope: CScope, node: syntax.Designated) -> Typed:
    text = "members are named in the braces of one structure: write the values in order."
    scope.refuse(node, "braces", text)


def _lambda(scope: CScope, node: syntax.Lambda) -> Typed:
    from gpuviz.simt.c_front.closures import made

    return made(scope, node)


_HANDLERS: dict[type, Callable[[CScope, Any], Typed]] = {
    syntax.Number: _number,
    syntax.Text: _text,
    syntax.Name: _name,
    syntax.Unary: _unary,
    syntax.Postfix: _postfix,
    syntax.Binary: _binary,
    syntax.Assignment: _assignment,
    syntax.Conditional: _conditional,
    syntax.Call: _call,
    syntax.Index: _index,
    syntax.Member: _member,
    syntax.Cast: _cast,
    syntax.SizeOf: _size_of,
    syntax.Values: _values,
    syntax.Lambda: _lambda,
    syntax.Designated: _designated,
}
